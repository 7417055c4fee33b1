"""Orderings: which items a note names, and in which order it puts them.

Every note is evidence of pairs (earlier, later): from places said outright, from relations between two items, or from
the list itself. A pair against the gold makes the note wrong; pairs that fix the whole order make it complete.
"""

# ruff: noqa: E501 - patterns and word lists are read a line at a time

import contextlib
import itertools
import json
import re
from collections.abc import Sequence

from sextant.worlds.memory.listing import foreign, spots_in
from sextant.worlds.memory.notation import folded
from sextant.worlds.memory.places import Spot, by_place, places
from sextant.worlds.memory.relations import Pair, related, sequential
from sextant.worlds.memory.standing import Label

_SPLIT = re.compile(r"\s*(?:>|→|->|\||;|；|、|＞|\n)\s*")
_BACKWARDS = re.compile(
    r"\b(?:from|in) (?:the )?(?:last to (?:the )?first|bottom to (?:the )?top|(?:back|end) to (?:the )?(?:front|start)|reverse)\b|\brevers(?:e|ed)\b|\bbackwards?\b|\blast to first\b"
    r"|\bbottom[- ]up\b|\bbottom to top\b|\bother way (?:a?round|about)\b|\bcount(?:ing|ed)? down\b|\b(?:last|bottom) (?:one )?first\b"
    r"|倒序|逆序|反序|反过来|从后往前|从后到前|从下到上|从下往上|从末到首|从尾到头|从最后|倒着|由后向前|由后到前|倒过来|倒数(?!第)"
)
_UNKNOWN = re.compile(
    r"\b(?:order|sequence|ranking)(?: is| was| of [^.;,]{0,12})? (?:still |yet |as yet )?(?:unknown|unclear|not (?!so|alpha|by)\w+|uncertain|forgotten|lost|missing|undecided|open|\?)|\b(?:in )?(?:some|any|no particular|unknown|random|whatever) order\b"
    r"|\bnot (?:yet )?(?:in (?:the |this |that |any )?(?:right |correct )?order|sorted|ordered|ranked)\b|\b(?:no|without|forgot the|lost the|don't know the) (?:the )?(?:order|sequence|ranking)\b"
    r"|\b(?:not sure|unsure|don't know|do not know|forgot|can't remember|cannot remember|don't remember|unclear|no idea)[^.;]{0,20}\b(?:order|sequence|which (?:one )?(?:comes|is|was|goes) first)\b|\bunordered\b|\bunsorted\b|\balphabetical"
    r"|\border\s*[:=]?\s*\?|(?:顺序|次序|先后|排名|排序)[^。；,，]{0,4}(?:不明|不详|不清|不知|未知|忘|没记|记不|待定|不确定)|(?:不知道|忘了|不清楚|不确定|记不清|没记)[^。；]{0,6}(?:顺序|次序|先后|谁先)|次序不明|先后不明|不分先后|顺序随意|未排序|没排序"
)
_POLES = (
    "cheap|low|small|short|old|early|light|slow|near|close|weak|worst|few|young|new|late|dear|expensive|high|big|large|long|heavy|"
    "fast|far|strong|best|most|least|quick|cold|hot|warm|ascending|descending"
)
_AXIS = re.compile(
    rf"\b(?:from )?(?:the )?(?:(?:most|least) \w+|(?:{_POLES})(?:i?est)?) to (?:the )?(?:(?:most|least) \w+|(?:{_POLES})(?:i?est)?)\b"
    r"|\b(?:a|de)scending\b|(?:从|由)(?:小|大|低|高|便宜|贵|早|晚|近|远|短|长|少|多|新|旧|快|慢|轻|重)(?:到|至|往)|升序|降序"
)
_CORRECTED = re.compile(
    r"\bcorrection\b|\bcorrected\b|\bactually\b|\bno,|\bno wait\b|\bscratch that\b|\bwait\b|\bi mean\b|\brather:|更正|改为|改成|应为|应该是|不对|纠正|其实|\bnow\b"
    r"|\bcorrect(?:ed)? order\b|而是|现在|\bbut\b(?= [^.]*>)|\b(?:not|thought)\b[^.;]*?\bbut\b|~~|\bshould be\b|\bright order\b|\binstead\b|\bupdated?\b"
)
_SUMMED_UP = re.compile(
    r"\bso\b|\bsorted\b|\border(?:ing|ed)?\b|\brank(?:ing|ed)?\b|\banswer\b|\bresult\b|=>|->|\bfirst\b|\bhence\b|\bthus\b|\btherefore\b|\bmeaning\b|\bi\.e\.|=|所以|因此|排序|排名|顺序|即"
)


def items_of(gold: str) -> tuple[str, ...]:
    """The items of an ordering as the world writes it: `A > B > C`, a JSON list, or commas."""
    text = gold.strip()
    if text.startswith("[") and text.endswith("]"):
        with contextlib.suppress(ValueError):
            return tuple(str(item) for item in json.loads(text))
    parts = _SPLIT.split(text)
    if len(parts) == 1:
        parts = re.split(r"\s*[,，/]\s*", text)
    return tuple(part for part in parts if part)


def compare_ordering(gold: str, memory: str) -> Label:
    """How much of an ordering the note holds."""
    items = items_of(gold)
    text = sequential(_signs(folded(memory)))
    spots = spots_in(text, [folded(item) for item in items])
    if not spots:
        return "none"
    text, spots = _latest(text, spots)
    if _UNKNOWN.search(text):
        return "partial" if len({spot.item for spot in spots}) == len(items) else "none"
    spots = _claimed(text, spots)
    named = {spot.item for spot in spots}
    placed = places(text, spots, len(items))
    if len(named) == 1:
        item = next(iter(named))
        return "partial" if placed.get(item) in (item + 1, item - len(items)) else "none"
    pairs = _pairs(text, spots, placed, len(items))
    if _AXIS.search(text) and _wrong(pairs) and not placed:
        pairs = [pair[::-1] for pair in pairs]
    return _label(pairs, named, len(items), foreign(text, spots))


def _label(pairs: Sequence[Pair], named: set[int], size: int, strange: bool) -> Label:
    if not pairs or _wrong(pairs):
        return "none"
    known = set(pairs)
    whole = len(named) == size and all((item, item + 1) in known for item in range(size - 1))
    return "complete" if whole and not strange else "partial"


def _wrong(pairs: Sequence[Pair]) -> bool:
    return any(earlier > later for earlier, later in pairs)


def _signs(text: str) -> str:
    text = re.sub(r"[①-⑩]", lambda m: f" {ord(m.group()) - 0x245F}. ", text)
    text = re.sub(r"=>|->|→|»|›|➜|⇒|▶", ">", text)
    return re.sub(r"«|←|<-|‹|⇐", "<", text)


def _latest(text: str, spots: list[Spot]) -> tuple[str, list[Spot]]:
    """Only the last version, where the note corrects an earlier one or sums a list up."""
    named = {spot.item for spot in spots}
    cut = _relisted(text, spots)
    for cue, least in ((_SUMMED_UP, len(named)), (_CORRECTED, 2)):
        for match in cue.finditer(text, max(cut, 0)):
            after = {spot.item for spot in spots if spot.start >= match.end()}
            before = {spot.item for spot in spots if spot.start < match.end()}
            if len(after) >= max(least, 2) and before and (cue is _CORRECTED or len(before) == len(named)):
                cut = match.end()
    denied = re.search(r"(?<!\bor )\bnot\b(?!ed|e\b)|不是|而非", text[max(cut, 0) :])
    if cut < 0 and denied and denied.start() > spots[0].start:
        before_it = [spot for spot in spots if spot.start < denied.start()]
        after_it = [spot for spot in spots if spot.start > denied.start()]
        if len({spot.item for spot in before_it}) >= 2 and len({spot.item for spot in after_it}) >= 2:
            return text[: denied.start()], before_it
    return (text, spots) if cut < 0 else (" " * cut + text[cut:], [spot for spot in spots if spot.start >= cut])


def _relisted(text: str, spots: Sequence[Spot]) -> int:
    """Where the last list of everything begins, if everything was listed before it too; else -1."""
    named = {spot.item for spot in spots}
    bounds = [0, *(found.end() for found in re.finditer(r"[;:\n；：。]|\.\s", text)), len(text)]
    full = [
        low for low, high in itertools.pairwise(bounds) if {s.item for s in spots if low <= s.start < high} == named
    ]
    return full[-1] if len(full) > 1 and len(named) > 1 else -1


def _claimed(text: str, spots: list[Spot]) -> list[Spot]:
    """Without items whose place is only denied: `Basil is not first`."""
    kept: list[Spot] = []
    for spot in spots:
        low = max((m.end() for m in re.finditer(r"[,;:.!?()\n，。；：]|\bbut\b", text[: spot.start])), default=0)
        end = re.search(r"[,;:.!?()\n，。；：]|\bbut\b", text[spot.end :])
        high = spot.end + end.start() if end else len(text)
        alone = not any(other is not spot and low <= other.start < high for other in spots)
        denied = re.search(r"\bnot\b(?! sure)|n't\b(?! sure)|\bnever\b|不是|不在|并非|没有", text[low:high])
        if not (alone and denied and not re.search(r"forg[eo]t", text[low:high])):
            kept.append(spot)
    return kept


def _pairs(text: str, spots: Sequence[Spot], placed: dict[int, int], size: int) -> list[Pair]:
    """Every pair that follows from what the note says."""
    firsts = list(dict.fromkeys(spot.item for spot in spots))
    told = related(text, spots)
    if told:
        ends = [(item, other) for item, place in placed.items() if place == 1 for other in firsts if other != item]
        ends += [(other, item) for item, place in placed.items() if place == -1 for other in firsts if other != item]
        known = sorted((item for item in placed if placed[item] > 0), key=lambda item: placed[item])
        return _closed([*told, *ends, *itertools.pairwise(known)])
    if placed and (len(placed) == len(firsts) or _BACKWARDS.search(text) is None):
        order = by_place(firsts, placed, size)
        if re.search(r"\b(?:number|place|rank) (?:1|one) is (?:the )?last\b", text):
            order = order[::-1]
    else:
        order = firsts[::-1] if _reversed(text, spots) else firsts
    return _closed(list(itertools.pairwise(order)))


def _reversed(text: str, spots: Sequence[Spot]) -> bool:
    """Whether the list stands from its end to its beginning."""
    down = _BACKWARDS.search(text) is not None
    gaps = [text[one.end : two.start] for one, two in itertools.pairwise(spots)]
    if gaps and all("<" in gap for gap in gaps):
        values = [float(found.group()) for gap in gaps if (found := re.search(r"\d+(?:\.\d+)?", gap))]
        rising = len(values) == len(gaps) and values == sorted(values)
        down = down if rising else not down
    return down


def _closed(pairs: list[Pair]) -> list[Pair]:
    """The pairs and what follows from them."""
    known = set(pairs)
    while True:
        more = {(one, four) for one, two in known for three, four in known if two == three and one != four} - known
        if not more:
            return sorted(known)
        known |= more
