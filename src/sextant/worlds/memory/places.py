"""Places in an ordering, said outright: numbers, ordinals, medals, `start with`, `at the bottom`."""

# ruff: noqa: E501, SIM905 - patterns and word lists are read a line at a time

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a text names the item of that number."""

    item: int
    start: int
    end: int


_WORDS: Mapping[str, int] = {
    word: at for at, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)
}
_ZH: Mapping[str, int] = {sign: at for at, sign in enumerate("一二三四五六七八九十", 1)}
_ORDINAL = "|".join(_WORDS)
_LINK = (
    r"(?:[\s:=,*\"'(\[|]|-+|\b(?:places?|stops?|one|item|pick|choice|comes|goes|came|was|is|are|being|the|of all|up|with|in|on|at|"
    r"position|rank|ranked|row|line|list|off|by|visit|go|to|see|do|take|read|call|open|buy|city|entry|name|i|you|we|it|they)\b)*"
)
_ZH_LINK = r"(?:一(?=[个名位站步项节天轮关课场家])|[\s:：,，、=]|是|为|去|到|才|做|看|拿|取|上|点|个|名|位|站|步|项|节|天|轮|关|课|场|顿|道|件|样|家|杯|次|的|排)*"
_BEFORE = re.compile(
    rf"(?P<behind>\b(?:second|2nd|next) to last\b|\blast but (?:one|1)\b|\bpenultimate\b|倒数第[二2]){_LINK}{_ZH_LINK}$"
    rf"|(?<![\d.,:€$£¥])(?P<digit>\d{{1,2}})(?:st|nd|rd|th)?(?:\s?(?:place|stop|one|item))?\s*[.)\]:：、\-=]?\s*(?:is |was |the |comes )*[\"'(*\[]*$"
    rf"|\b(?P<word>{_ORDINAL})(?:ly)?\b{_LINK}$"
    rf"|第\s?(?P<zh>[一二三四五六七八九十]|\d{{1,2}}){_ZH_LINK}$"
    rf"|(?:(?<=[\s(\[,;])|^)(?P<letter>[a-j])\s?[.)=:]\s*$"
    rf"|(?P<two>\b(?:runner-?up|silver)\b{_LINK}$|(?:亚军|银牌|其次){_ZH_LINK}$)"
    rf"|(?P<three>\bbronze\b{_LINK}$|(?:季军|铜牌|再次){_ZH_LINK}$)"
    rf"|(?P<top>\b(?:tops?|winner|gold|champion|start(?:s|ing)?|begin(?:s|ning)?|open(?:s|ing)?|lead(?:er|ing)|initially)\b{_LINK}$"
    rf"|(?:首先|最先|首位|首个|排首位|冠军|金牌|起点|起始|榜首|开头|先){_ZH_LINK}$)"
    rf"|(?P<last>\b(?:last(?:ly)?|final(?:ly)?|bottom|end(?:s|ing)?|finish(?:es|ing)?|closing|destination|eventually|terminus)\b{_LINK}$"
    rf"|(?:最后|末尾|最末|末位|终点|最终|垫底|压轴){_ZH_LINK}$)"
)
_GLUE = r"^(?:[\s(,:=*\"')\]-]|\b(?:is|was|comes|goes|came|as|in|at|on|ranks?|ranked|finish(?:es|ed)|being|the|number|no\.?|must be|should be)\b)*"
_AFTER = re.compile(
    rf"{_GLUE}(?P<behind>(?:second|2nd|next) to last\b|last but (?:one|1)\b|penultimate\b)"
    rf"|{_GLUE}#?(?P<digit>\d{{1,2}})(?:st|nd|rd|th)?(?=\s*$|\s?[),;\]\n]|\.(?!\d)|\s(?:place|position|and|then|in|on)\b)(?! of)"
    rf"|{_GLUE}(?P<word>{_ORDINAL})\b"
    rf"|{_GLUE}(?P<two>runner-?up\b|silver\b)|{_GLUE}(?P<three>bronze\b)"
    rf"|{_GLUE}(?P<last>last(?:ly)?\b|finally\b|bottom\b|end(?:s|ing)?\b(?! with)|final\b)"
    rf"|{_GLUE}(?P<top>wins\b|won\b|leads\b|top(?:s|most)?\b|gold\b|winner\b|opens\b(?! with)|start(?:s|ing)?\b(?! with)|beginning\b)"
    r"|^\s*[(（]?(?:是|为|排|在|排名|位列|获)*第\s?(?P<zh>[一二三四五六七八九十]|\d{1,2})"
    r"|^\s*[(（]?(?:是|排|在|排在)*(?P<zlast>最后|末位|最末|垫底|压轴|殿后|收尾)|^\s*[(（]?(?:是|排|在|排在)*(?P<zfirst>最先|首位|最前|居首|打头|领先|榜首|开头)"
)
_NAMED = {"top": 1, "zfirst": 1, "two": 2, "three": 3, "last": -1, "zlast": -1, "behind": -2}


def places(text: str, spots: Sequence[Spot], size: int) -> dict[int, int]:
    """The places that a text gives to its items; negative ones count from the end."""
    ahead = _read(
        (spot.item, _BEFORE.search(text[spots[at - 1].end if at else 0 : spot.start])) for at, spot in enumerate(spots)
    )
    behind = _read(
        (spot.item, _AFTER.search(text[spot.end : spots[at + 1].start if at + 1 < len(spots) else len(text)]))
        for at, spot in enumerate(spots)
    )
    behind = {item: place for item, place in behind.items() if abs(place) <= max(size + 3, 10)}
    for one, two in pairwise(spots):
        if one.item not in behind and re.fullmatch(r"\s*(?:and|&|\+|和|与)\s*", text[one.end : two.start]):
            behind.pop(two.item, None)  # said of both together
    first = spots[0].item
    leads = first in behind and first not in ahead
    if not ahead or (len(behind) >= len(ahead) and leads) or len(behind) > len(ahead):
        return behind or ahead
    return ahead


def _read(found: Iterable[tuple[int, re.Match[str] | None]]) -> dict[int, int]:
    said: dict[int, int] = {}
    for item, match in found:
        place = _told(match)
        if place:
            said.setdefault(item, place)
    return said


def _told(found: re.Match[str] | None) -> int:
    if found is None:
        return 0
    groups = {name: text for name, text in found.groupdict().items() if text}
    for name, text in groups.items():
        if name in _NAMED:
            return _NAMED[name]
        if name == "digit":
            return int(text)
        if name == "word":
            return _WORDS[text]
        if name == "letter":
            return ord(text) - ord("a") + 1
        if name == "zh":
            return _ZH.get(text) or int(text)
    return 0


def by_place(firsts: Sequence[int], placed: Mapping[int, int], size: int) -> list[int]:
    """The items by their places; those without one take what is left, in the order of the text."""
    known = {item: place if place > 0 else size + 1 + place for item, place in placed.items()}
    if any(place > size for place in known.values()) or len(set(known.values())) < len(known):
        rest = [item for item in firsts if item not in known]
        return [*sorted(known, key=lambda item: known[item]), *rest] if not rest else list(firsts)
    free = [place for place in range(1, size + 1) if place not in known.values()]
    loose = [item for item in firsts if item not in known]
    known |= dict(zip(loose, free, strict=False))
    return sorted(known, key=lambda item: known[item])
