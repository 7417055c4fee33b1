"""Orderings: which items a note names, and in which order it puts them."""

# ruff: noqa: E501, SIM905 - patterns and word lists are read a line at a time

import itertools
import json
import re
from dataclasses import dataclass

from sextant.worlds.memory.notation import folded, is_chinese
from sextant.worlds.memory.standing import Label

_SPLIT = re.compile(r"\s*(?:>|→|->|\||;|；|、|＞|\n)\s*")
_ORDINAL = {
    word: at for at, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)
}
_ZH_NUMBER = {sign: at for at, sign in enumerate("一二三四五六七八九十", 1)}
_BACKWARDS = re.compile(
    r"\b(?:from|in) (?:the )?(?:last to (?:the )?first|bottom to (?:the )?top|back to front|reverse)\b|\brevers(?:e|ed)\b|\bbackwards?\b|\blast to first\b"
    r"|\bbottom up\b|\bbottom to top\b|倒序|逆序|反过来|从后往前|从后到前|从下到上|从下往上|从末到首|从最后|倒着|由后向前|由后到前"
)
_UNKNOWN = re.compile(
    r"\border (?:is )?(?:unknown|unclear|not (?:known|noted|sure|clear)|uncertain|forgotten|lost)|\b(?:in )?(?:some|any|no particular|unknown|random) order\b"
    r"|\b(?:not sure|unsure|don't know|do not know|forgot|can't remember|cannot remember|don't remember|unclear)[^.;]{0,20}\b(?:order|sequence|which (?:one )?(?:comes|is|was) first)\b|\bunordered\b|\balphabetical"
    r"|顺序(?:不明|未知|不详|不清楚|忘了|不确定|记不清|没记住|待定)|(?:不知道|忘了|不清楚|不确定|记不清|没记)[^。；]{0,4}(?:顺序|次序|先后)|次序不明|先后不明|不分先后|顺序随意"
)


@dataclass(frozen=True, slots=True)
class _Spot:
    item: int
    start: int
    end: int


def items_of(gold: str) -> tuple[str, ...]:
    """The items of an ordering as the world writes it: `A > B > C`, a JSON list, or commas."""
    text = gold.strip()
    if text.startswith("["):
        return tuple(str(item) for item in json.loads(text))
    parts = _SPLIT.split(text)
    if len(parts) == 1:
        parts = re.split(r"\s*[,，/]\s*", text)
    return tuple(part for part in parts if part)


def compare_ordering(gold: str, memory: str) -> Label:
    """How much of an ordering the note holds."""
    items = items_of(gold)
    text = _signs(folded(memory))
    spots = _spots(text, [folded(item) for item in items])
    if not spots:
        return "none"
    order, placed = _order(text, spots, len(items))
    named = {spot.item for spot in spots}
    if _UNKNOWN.search(text):
        return "partial" if len(named) == len(items) else "none"
    if any(earlier > later for earlier, later in itertools.pairwise(order)):
        return "none"
    if len(named) == 1:
        item = next(iter(named))
        return "partial" if placed.get(item) == item + 1 or placed.get(item) == item - len(items) else "none"
    if any(at not in (item + 1, item - len(items)) for item, at in placed.items()) and len(named) == len(items):
        return (
            "none" if sorted(placed.values()) != sorted(placed.values(), key=int) else _whole(text, spots, named, items)
        )
    return _whole(text, spots, named, items)


def _whole(text: str, spots: list[_Spot], named: set[int], items: tuple[str, ...]) -> Label:
    return "complete" if len(named) == len(items) and not _foreign(text, spots) else "partial"


def _signs(text: str) -> str:
    text = re.sub(r"[①-⑩]", lambda m: f" {ord(m.group()) - 0x245F}. ", text)
    return (
        text.replace("=>", ">")
        .replace("->", ">")
        .replace("→", ">")
        .replace("»", ">")
        .replace("«", "<")
        .replace("←", "<")
        .replace("<-", "<")
    )


def _spots(text: str, items: list[str]) -> list[_Spot]:
    found: list[_Spot] = []
    for at in sorted(range(len(items)), key=lambda at: -len(items[at])):
        for match in re.finditer(_pattern(items[at]), text):
            if not any(match.start() < spot.end and spot.start < match.end() for spot in found):
                found.append(_Spot(at, match.start(), match.end()))
    missing = [at for at in range(len(items)) if at not in {spot.item for spot in found}]
    for at in missing:
        word = _telling(items, at)
        match = re.search(_pattern(word), text) if word else None
        if match and not any(match.start() < spot.end and spot.start < match.end() for spot in found):
            found.append(_Spot(at, match.start(), match.end()))
    return sorted(found, key=lambda spot: spot.start)


def _pattern(item: str) -> str:
    words = re.split(r"[\s\-]+", item.strip())
    body = r"[\s\-]*".join(re.escape(word) for word in words)
    if is_chinese(item):
        return body
    return rf"(?<![a-z0-9]){body}(?:s|es|'s)?(?![a-z0-9])"


def _telling(items: list[str], at: int) -> str:
    """The word of an item that no other item has; empty where there is none."""
    others = {word for other, item in enumerate(items) if other != at for word in re.split(r"[\s\-]+", item)}
    own = [word for word in re.split(r"[\s\-]+", items[at]) if word not in others and len(word) > 2]
    return max(own, key=len) if own and len(items[at].split()) > 1 else ""


def _order(text: str, spots: list[_Spot], size: int) -> tuple[list[int], dict[int, int]]:
    """The items in the order that the note gives them, and the places it says outright (negative: from the end)."""
    text, spots = _choose(text, spots)
    placed = _places(text, spots, size)
    firsts = list(dict.fromkeys(spot.item for spot in spots))
    if placed and len(placed) == len(firsts):
        ranked = sorted(firsts, key=lambda item: placed[item] if placed[item] > 0 else size + 1 + placed[item])
        return (ranked[::-1] if _counted_down(text) else ranked), placed
    pairs = _pairs(text, spots)
    if pairs:
        return _topological(firsts, pairs), placed
    if placed and len(placed) < len(firsts):
        rest = [item for item in firsts if item not in placed]
        head = sorted((item for item in placed if placed[item] > 0), key=lambda item: placed[item])
        tail = sorted((item for item in placed if placed[item] < 0), key=lambda item: placed[item])
        return [*head, *rest, *tail] if _BACKWARDS.search(text) is None else firsts[::-1], placed
    down = _BACKWARDS.search(text) is not None
    if len(spots) > 1 and all("<" in text[one.end : two.start] for one, two in itertools.pairwise(spots)):
        down = not down
    return (firsts[::-1] if down else firsts), placed


def _choose(text: str, spots: list[_Spot]) -> tuple[str, list[_Spot]]:
    """Only the last version, where the note corrects an earlier one."""
    cut = -1
    for match in re.finditer(
        r"\bcorrection\b|\bactually\b|\bno,|\bscratch that\b|\bwait\b|更正|改为|改成|应为|应该是|不对|纠正|其实|\bnow\b|\bcorrect(?:ed)? order\b|而是|现在|\bbut\b(?= [^.]*>)",
        text,
    ):
        if len({spot.item for spot in spots if spot.start >= match.end()}) >= 2 and any(
            spot.start < match.start() for spot in spots
        ):
            cut = match.end()
    denied = re.search(r"\bnot\b(?!ed|e\b)|不是|而非", text)
    if cut < 0 and denied and denied.start() > spots[0].start:
        before = [spot for spot in spots if spot.start < denied.start()]
        if len({spot.item for spot in before}) >= 2:
            return text[: denied.start()], before
    return (text, spots) if cut < 0 else (" " * cut + text[cut:], [spot for spot in spots if spot.start >= cut])


def _counted_down(text: str) -> bool:
    return re.search(r"\b(?:number|place|rank) (?:1|one) is (?:the )?last\b", text) is not None


_BEFORE = re.compile(
    r"(?:#|\bno\.? ?|\bnumber |\bplace |\brank |\bstep |\bposition )?(?P<digit>\d{1,2})(?:st|nd|rd|th)?\s*(?:place|stop|one|item)?\s*[.):\-=]?\s*(?:is |was |the |comes )?(?:the )?[\"'(]?$"
    r"|\b(?P<word>first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\b(?: (?:place|stop|one|item|comes|goes|was|is|the|of all|to \w+))*[,:\s]*[\"'(]?$"
    r"|第\s?(?P<zh>[一二三四五六七八九十]|\d{1,2})(?:个|名|位|站|步|项)?(?:是|为|:|，|,|：|、)?\s*$"
    r"|(?P<top>\b(?:top|winner|starts? with|beginning with|begins with|start)\b(?: is| the|:)*\s*$|首先是?$|最先是?$|排首位的?是?$|先(?:去|到|是|做|看|拿|取)?$)"
    r"|(?P<last>\b(?:last(?: of all)?|final(?:ly)?|bottom|ends? with)\b(?: is| comes| the| one|,|:)*\s*$|(?:最后|末尾|最末)(?:一个|是|才|去|到|为|才是|:|，|：)*\s*$)"
)
_AFTER = re.compile(
    r"^\s*(?:\(|is |was |comes |goes |came |as |-|:|=|in |at |,)*\s*(?:the )?(?:(?:#|no\.? ?|number )?(?P<digit>\d{1,2})(?:st|nd|rd|th)?(?=[\s),.;]|$)(?! of)|(?P<word>first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\b|(?P<last>last\b|finally\b|(?:at the )?(?:bottom|end)\b)|(?P<top>wins\b|won\b|leads\b|(?:on|at the) top\b|tops\b))"
    r"|^\s*[(（]?(?:是|为|排|在)*第\s?(?P<zh>[一二三四五六七八九十]|\d{1,2})|^\s*(?:是|排|在)*(?P<zlast>最后|末位|最末|垫底|压轴|殿后)|^\s*(?:是|排|在)*(?P<zfirst>最先|首位|最前|居首|打头|领先)"
)


def _places(text: str, spots: list[_Spot], size: int) -> dict[int, int]:
    placed: dict[int, int] = {}
    for at, spot in enumerate(spots):
        before = text[spots[at - 1].end if at else 0 : spot.start]
        place = _told(_BEFORE.search(before))
        if place:
            placed.setdefault(spot.item, place)
    behind: dict[int, int] = {}
    for at, spot in enumerate(spots):
        after = text[spot.end : spots[at + 1].start if at + 1 < len(spots) else len(text)]
        place = _told(_AFTER.search(after))
        if place and abs(place) <= max(size + 3, 10):
            behind.setdefault(spot.item, place)
    first = spots[0].item
    leads = len(behind) == len(placed) and first in behind and first not in placed
    return behind if len(behind) > len(placed) or leads else placed


def _told(found: re.Match[str] | None) -> int:
    if found is None:
        return 0
    groups = found.groupdict()
    if groups.get("digit"):
        return int(groups["digit"])
    if groups.get("word"):
        return _ORDINAL[groups["word"]]
    if groups.get("zh"):
        return _ZH_NUMBER.get(groups["zh"]) or int(groups["zh"])
    if groups.get("top") or groups.get("zfirst"):
        return 1
    return -1


def _pairs(text: str, spots: list[_Spot]) -> list[tuple[int, int]]:
    """Pairs (earlier, later) that words such as before and after decide."""
    pairs: list[tuple[int, int]] = []
    told = False
    subject = spots[0]
    for one, two in itertools.pairwise(spots):
        gap = text[one.end : two.start]
        if one.item == two.item or len(gap) > 40:
            continue
        lead = text[max(0, one.start - 12) : one.start]
        if re.match(r"\s*,?\s*(?:and|but) (?:before|after)\b", gap):
            one = subject
        else:
            subject = one
        if re.search(
            r"\b(?:after|follows|below|behind|later than|preceded by)\b|<|晚于|后于|(?:排)?在$|次于|落后", gap
        ) and not re.search(r"之前|前面", text[two.end : two.end + 4]):
            told = True
            pairs.append((two.item, one.item))
        elif re.search(
            r"\b(?:before|precedes|above|ahead of|earlier than|followed by|prior to)\b|>|早于|先于|优先于|之后是|然后|再|接着",
            gap,
        ):
            told = told or ">" not in gap
            pairs.append((two.item, one.item) if re.search(r"\bbefore that\b", gap) else (one.item, two.item))
        elif re.search(r"\b(?:after|following)\s*(?:the )?$", lead):
            told = True
            pairs.append((one.item, two.item))
        elif re.search(r"\bbefore\s*(?:the )?$", lead):
            told = True
            pairs.append((two.item, one.item))
        else:
            pairs.append((one.item, two.item))
    return pairs if told and _BACKWARDS.search(text) is None else []


def _topological(items: list[int], pairs: list[tuple[int, int]]) -> list[int]:
    """The items so that every pair holds; where a pair cannot, whatever comes out is wrong as the note is."""
    left, out = list(items), list[int]()
    while left:
        free = [
            item
            for item in left
            if not any(later == item and earlier in left and earlier != item for earlier, later in pairs)
        ]
        chosen = free[0] if free else left[0]
        out.append(chosen)
        left.remove(chosen)
    return out


_FILLER = re.compile(
    r"\b(?:the|order|ordering|sequence|is|was|are|then|next|and|after|that|before|first|second|third|fourth|fifth|sixth|last|finally|final|lastly|place|stop|comes|followed|by|to|from|in|of|at"
    r"|ranking|rank|list|priority|sorted|goes|it|i|think|maybe|noted|correct|correction|actually|right|visit|step|number|no|a|an|reverse|reversed|bottom|top|start|starts|end|ends|with|cheapest|most|expensive|earliest|latest|oldest|newest|lowest|highest|probably|my|notes?|remember|wins|won|leads|leading|tops|on|with|being|lies|stands|ranks?|finishes|finished)\b"
)
_ZH_FILLER = re.compile(
    r"顺序|次序|先后|依次|首先|然后|接着|之后|最后|再|第[一二三四五六七八九十\d]+[个名位站步项]?|[是为到去从先后和与及的排在才,，、。.：:；;)(（）]|列表|排序|排名|应该|大概|可能|更正|正确|倒序|往前|往后|最|高|低|贵|便宜|早|晚|末|首"
)


def _foreign(text: str, spots: list[_Spot]) -> bool:
    """Whether something else stands in the list as an item of its own."""
    low, high = spots[0].start, spots[-1].end
    before = re.split(r"[:：]", text[:low])[-1]
    after = re.split(r"[.;。；(（!?]", text[high:])[0]
    pieces = [text[one.end : two.start] for one, two in itertools.pairwise(spots)]
    if re.search(r"[,>、;|\n]\s*(?:then |\d[.)] ?)?$", before):
        pieces.append(before)
    if re.match(r"\s*(?:[,>、;|\n<]|then\b|and\b|and then\b|然后|再|\d[.)])", after):
        pieces.append(after)
    for piece in pieces:
        for part in re.split(r"[,>、;|\n<]|\bthen\b|\band\b|然后|接着|再", piece):
            rest = _FILLER.sub(" ", re.sub(r"\([^)]*\)|\d+(?:st|nd|rd|th)?[.)]?|[€$£¥]\s?[\d.]+", " ", part))
            rest = _ZH_FILLER.sub("", rest) if is_chinese(part) else rest
            words = re.findall(r"[a-z]{3,}|[\u4e00-\u9fff]{2,}", rest)
            if 1 <= len(words) <= 3 and part is not piece:
                return True
            if 1 <= len(words) <= 2 and re.search(r"[,>、;|\n]", piece):
                return True
    return False
