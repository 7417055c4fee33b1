"""The items of an ordering in a note: where each is named, and what else stands in the list."""

# ruff: noqa: E501, SIM905 - patterns and word lists are read a line at a time

import itertools
import re
from collections.abc import Sequence
from functools import lru_cache

from sextant.worlds.memory.notation import is_chinese
from sextant.worlds.memory.places import Spot


def spots_in(text: str, items: Sequence[str]) -> list[Spot]:
    """Every mention of an item, in the order of the text; an item not named in full may be named by a telling part."""
    found: list[Spot] = []
    for at in sorted(range(len(items)), key=lambda at: -len(items[at])):
        found += _matches(text, _pattern(items[at]), at, found)
    named = {spot.item for spot in found}
    for at in range(len(items)):
        if at in named:
            continue
        for part in _parts(items, at):
            more = _matches(text, _pattern(part), at, found)
            if more:
                found += more
                break
    return sorted(found, key=lambda spot: spot.start)


def _matches(text: str, pattern: re.Pattern[str], item: int, taken: Sequence[Spot]) -> list[Spot]:
    return [
        Spot(item, match.start(), match.end())
        for match in pattern.finditer(text)
        if not any(match.start() < spot.end and spot.start < match.end() for spot in taken)
    ]


_LONG = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april june july august september "
    "october november december".split()
)
"""Days and months, known by their first letters."""


@lru_cache(maxsize=1024)
def _pattern(item: str) -> re.Pattern[str]:
    words = [word for word in re.split(r"[\s\-_]+", item.strip()) if word]
    body = r"[\s\-_]*".join(re.escape(word) for word in words)
    if item in _LONG:
        body = rf"{item[:3]}(?:{item[3:]}|{item[3:5]}|{item[3:4]})?\.?"
    body = re.sub(r"^0(?=\d\\?:)", "0?", body)
    if is_chinese(item):
        return re.compile(body)
    return re.compile(rf"(?<![a-z0-9]){body}(?:s|es|'s)?(?![a-z0-9])")


def _parts(items: Sequence[str], at: int) -> list[str]:
    """Parts of an item that no other item has, the longest first: `blue pine` for `blue pine hotel`."""
    item = items[at]
    others = [other for place, other in enumerate(items) if place != at]
    if is_chinese(item):
        heads = [item[:size] for size in range(len(item) - 1, 1, -1)]
        return [head for head in heads if not any(head in other for other in others)]
    words = re.split(r"[\s\-]+", item)
    if len(words) < 2:
        return []
    taken = {word for other in others for word in re.split(r"[\s\-]+", other)}
    heads = [" ".join(words[:size]) for size in range(len(words) - 1, 0, -1) if words[0] not in ("the", "a", "an")]
    own = sorted((word for word in words if len(word) > 2), key=len, reverse=True)
    own = [part for part in [*heads, *own] if len(part) > 2 and not set(part.split()) <= taken]
    return list(dict.fromkeys(own))


_FILLER = re.compile(
    r"\b(?:the|order|ordering|sequence|is|was|are|then|next|and|after|that|before|first|second|third|fourth|fifth|sixth|last|lastly|finally|final|place|stop|comes?|followed|by|to|from|in|of|at|go|going|continue|carry on|"
    r"ranking|rank|ranked|list|priority|sorted|goes|it|i|think|maybe|noted|correct|correction|actually|right|visit|step|number|no|a|an|reverse|reversed|bottom|top|start|starts|begin|begins|end|ends|with|cheap|cheaper|cheapest|dearest|dear|middle|most|least|expensive|"
    r"earliest|latest|oldest|newest|lowest|highest|longest|shortest|biggest|smallest|largest|fastest|slowest|best|worst|nearest|farthest|furthest|heaviest|lightest|probably|my|notes?|remember|wins?|won|winner|leads|leading|runner-?up|gold|silver|bronze|champion|tops|on|with|being|lies|stands|ranks?|finish(?:es|ed)?|"
    r"mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|am|pm|eur|usd|gbp|euros?|dollars?|per|for|each|so|now|wait|only|just|there|about|around|price|costs?|rating|score|stars?|points|km|min|kg|steps?|reviews?|also|again|yes|ok|sure|than|same|way|we|you|they|this|these|not|order:?)\b"
)
_ZH_FILLER = re.compile(
    r"顺序|次序|先后|依次|首先|其次|然后|接着|随后|之后|之前|最后|最终|再|第[一二三四五六七八九十\d]+[个名位站步项]?|[是为到去从先后前和与及的排在才比,，、。.：:；;)(（）]|列表|排序|排名|应该|大概|可能|更正|正确|倒序|往前|往后|最|高|低|贵|便宜|早|晚|末|首|冠军|亚军|季军|金牌|银牌|铜牌|起点|途经|经过|终点|周[一二三四五六日]|元|块|评分|价格|中间|名|位|不|面|分|公里|了|还有|没|看"
)
_SEPARATOR = re.compile(r"[,>、;|\n<，；]|\bthen\b|\band\b|然后|接着|再|\d[.)]\s")


def foreign(text: str, spots: Sequence[Spot]) -> bool:
    """Whether something else stands in the list as an item of its own."""
    gaps = [text[one.end : two.start] for one, two in itertools.pairwise(spots)]
    before = re.split(r"[:：.。]", text[: spots[0].start])[-1]
    after = re.split(r"[.;。；(（!?:]|\(|\bbut\b|\bwith\b|\bwhile\b|\bbecause\b", text[spots[-1].end :])[0]
    pieces = [part for gap in gaps for part in _between(gap)]
    pieces += [part for part in _SEPARATOR.split(before)[:-1] if not re.search(r"\bnot\b|n't\b|不", part)]
    head = re.match(rf"\s*(?:{_SEPARATOR.pattern})", after)
    if head and _kind(head.group()) in {_kind(found.group()) for gap in gaps if (found := _SEPARATOR.search(gap))}:
        pieces += _SEPARATOR.split(after)[1:]
    return any(_item(piece) for piece in pieces)


def _kind(separator: str) -> str:
    """Separators of one kind alike: commas and `and`, arrows, line ends, numbers."""
    sign = separator.strip(" ") or " "
    return "," if sign[0] in ",、，;；" or sign[0].isalpha() else sign[0] if not sign[0].isdigit() else "1"


def _between(gap: str) -> list[str]:
    """What stands on its own between two items: with a separator on both sides."""
    return [part for part in _SEPARATOR.split(gap)[1:-1] if part.strip()]


def _item(piece: str) -> bool:
    rest = _FILLER.sub(" ", re.sub(r"\([^)]*\)|\[[^\]]*\]|\d+(?:st|nd|rd|th)?[.)]?|[€$£¥]\s?[\d.]+", " ", piece))
    rest = _ZH_FILLER.sub("", rest) if is_chinese(piece) else rest
    words = re.findall(r"[a-z]{3,}|[\u4e00-\u9fff]{2,}", rest)
    return 1 <= len(words) <= 3
