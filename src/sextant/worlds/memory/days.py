"""Dates: written in either language, relative to today, by weekday or by the name of the day."""

# ruff: noqa: E501, SIM905 - patterns and word lists are read a line at a time

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from sextant.worlds.memory.notation import numbered
from sextant.worlds.memory.standing import Label, Mention, settle, spans_joined

_MONTHS = "january february march april may june july august september october november december".split()
_MONTH_OF: Mapping[str, int] = (
    {name: at for at, name in enumerate(_MONTHS, 1)}
    | {name[:3]: at for at, name in enumerate(_MONTHS, 1)}
    | {"sept": 9}
)
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_DAY_OF: Mapping[str, int] = (
    {name: at for at, name in enumerate(_DAYS)}
    | {name[:3]: at for at, name in enumerate(_DAYS)}
    | {"tues": 1, "weds": 2, "thur": 3, "thurs": 3}
)
_ZH_DAY: Mapping[str, int] = {"1": 0, "2": 1, "3": 2, "4": 3, "5": 4, "6": 5, "日": 6, "天": 6, "7": 6}
_ORDINALS: Mapping[str, int] = {
    word: at
    for at, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        1,
    )
} | {"thirtieth": 30}
_NAMED: Mapping[str, tuple[int, int]] = {
    "christmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25), "xmas": (12, 25), "boxing day": (12, 26),
    "new year's eve": (12, 31), "new years eve": (12, 31), "nye": (12, 31), "silvester": (12, 31),
    "new year's day": (1, 1), "new years day": (1, 1), "new year": (1, 1), "epiphany": (1, 6),
    "valentine's day": (2, 14), "valentines day": (2, 14), "valentine's": (2, 14), "leap day": (2, 29),
    "st patrick's day": (3, 17), "st. patrick's day": (3, 17), "women's day": (3, 8), "april fools' day": (4, 1),
    "april fool's day": (4, 1), "april fools": (4, 1), "may day": (5, 1), "labour day": (5, 1), "star wars day": (5, 4),
    "independence day": (7, 4), "bastille day": (7, 14), "halloween": (10, 31), "all saints' day": (11, 1),
    "all saints": (11, 1), "guy fawkes": (11, 5), "bonfire night": (11, 5), "veterans day": (11, 11),
    "singles' day": (11, 11), "singles day": (11, 11), "pi day": (3, 14), "midsummer": (6, 24), "earth day": (4, 22),
    "平安夜": (12, 24), "圣诞节": (12, 25), "圣诞": (12, 25), "元旦": (1, 1), "情人节": (2, 14), "妇女节": (3, 8),
    "植树节": (3, 12), "愚人节": (4, 1), "劳动节": (5, 1), "51劳动节": (5, 1), "青年节": (5, 4), "儿童节": (6, 1),
    "61儿童节": (6, 1), "建党节": (7, 1), "建军节": (8, 1), "教师节": (9, 10), "国庆节": (10, 1), "国庆": (10, 1),
    "万圣夜": (10, 31), "万圣节": (10, 31), "光棍节": (11, 11), "双11": (11, 11), "双12": (12, 12), "跨年夜": (12, 31),
}  # fmt: skip
_MONTH = "(?P<m>" + "|".join(sorted(_MONTH_OF, key=len, reverse=True)) + r")\b\.?"
_WEEK = "(?P<w>" + "|".join(sorted(_DAY_OF, key=len, reverse=True)) + r")\b"
_YEAR = r"(?:,? ?(?:of )?(?P<y>\d{4}|'\d\d)\b(?!:))?"
_NAMED_DAY = re.compile(
    r"(?<![a-z])(?P<name>" + "|".join(re.escape(word) for word in sorted(_NAMED, key=len, reverse=True))
    + r")(?![a-z])(?! (?:sale|market|party|gift|card|bonus))" + _YEAR
)  # fmt: skip
_DAY = r"(?P<d>[0-3]?\d)(?:st|nd|rd|th)?"

_LINK = r"(?P<link>\s*(?:or|and|-|to|/|&|till|until|through)\s*(?:the )?)"
_ALONE = r"[0-3]?\d(?:st|nd|rd|th)?"
_DAYS_THEN_MONTH = re.compile(rf"(?<![\d./:-])(?P<d>{_ALONE}){_LINK}(?P<rest>{_ALONE}) (?:of )?{_MONTH}")
_MONTH_THEN_DAYS = re.compile(rf"(?<![a-z\d] )\b{_MONTH} (?P<d>{_ALONE}){_LINK}(?P<rest>{_ALONE})(?![\d:.]|\s?[ap]m)\b")
"""Two days of one month: each gets the month."""


@dataclass(frozen=True, slots=True)
class Day:
    """A date as written: parts that are not said are 0 or -1 (weekday). `also` is a second reading (month, day)."""

    start: int
    end: int
    year: int = 0
    month: int = 0
    day: int = 0
    weekday: int = -1
    also: tuple[int, int] | None = None
    part: tuple[int, int] = (0, 31)
    """The days that it may be, of a month with `early`, `mid` or `end of`."""


def compare_date(gold: str, memory: str, today: str = "") -> Label:
    """How much of a date the note holds."""
    found = re.match(r"(\d{4})-(\d\d)-(\d\d)", gold.strip())
    text = spans_joined(_spelt(memory))
    if found is None:
        wanted = next(iter(days_in(_spelt(gold), None)), None)
        if wanted is None:
            return "none"
    else:
        wanted = Day(0, 0, int(found[1]), int(found[2]), int(found[3]))
    now = date.fromisoformat(today) if today else None
    mentions = [Mention(item.start, item.end, _worth(item, wanted), _says(item, wanted)) for item in days_in(text, now)]
    return settle(text, mentions)


def _spelt(memory: str) -> str:
    text = re.sub(r"礼拜|星期", "周", memory)
    text = re.sub("周末", "周终", text)
    text = numbered(text)
    text = re.sub(
        r"\b(20|30)(?:-| )(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b",
        lambda m: f"{int(m[1]) + _ORDINALS[m[2]]}th",
        text,
    )
    words = "|".join(sorted(_ORDINALS, key=len, reverse=True))
    text = re.sub(rf"\b({words})\b(?! (?:item|thing|one|week))", lambda m: f"{_ORDINALS[m[1]]}th", text)
    text = re.sub(r"\b(2|3)0 (\d)th\b", r"\1\2th", text)
    text = _DAYS_THEN_MONTH.sub(lambda m: f"{m['d']} {m['m']}{m['link']}{m['rest']} {m['m']}", text)
    return _MONTH_THEN_DAYS.sub(lambda m: f"{m['m']} {m['d']}{m['link']}{m['m']} {m['rest']}", text)


def _worth(item: Day, wanted: Day) -> Label:
    label = _by_parts(item, wanted, item.month, item.day)
    if item.also and label == "none":
        label = _by_parts(item, wanted, *item.also)
    return label


def _by_parts(item: Day, wanted: Day, month: int, day: int) -> Label:
    if (month and month != wanted.month) or (day and wanted.day and day != wanted.day):
        return "none"
    if not month and not day:
        return "none"
    if not month or (not day and wanted.day):
        return "partial" if item.part[0] <= wanted.day <= item.part[1] else "none"
    if item.year and wanted.year and item.year % 100 != wanted.year % 100:
        return "partial"
    if item.year >= 100 and wanted.year and item.year != wanted.year:
        return "partial"
    if item.weekday >= 0 and wanted.year and date(wanted.year, wanted.month, wanted.day or 1).weekday() != item.weekday:
        return "partial"
    return "complete"


def _says(item: Day, wanted: Day) -> str:
    return "gold" if _worth(item, wanted) == "complete" else f"{item.year}-{item.month}-{item.day}"


def days_in(text: str, today: date | None) -> list[Day]:
    """Every date of a text in plain digits, weekdays joined to the date beside them."""
    found: list[Day] = []
    for item in (*_written(text), *_relative(text, today), *_pieces(text), *_near(text, today)):
        if not any(item.start < other.end and other.start < item.end for other in found):
            found.append(item)
    weekdays = list(_weekdays(text, found))
    found = [_with_weekday(text, item, weekdays) for item in sorted(found, key=lambda item: item.start)]
    used = {item.weekday for item in found if item.weekday >= 0}
    if today is not None:
        found += [_coming(item, today) for item in weekdays if item.weekday not in used and not found]
    return sorted(found, key=lambda item: item.start)


def _with_weekday(text: str, item: Day, weekdays: list[Day]) -> Day:
    for other in weekdays:
        gap = text[min(item.end, other.end) : max(item.start, other.start)]
        if len(gap) <= 12 and re.fullmatch(
            r"[\s,.()、，]*(?:the|a|is|which is|on|,)?(?:\s*(?:a|the))?[\s,()]*|是|为", gap
        ):
            low, high = min(item.start, other.start), max(item.end, other.end)
            return Day(low, high, item.year, item.month, item.day, other.weekday, item.also)
    return item


def _weekdays(text: str, taken: list[Day]) -> Iterator[Day]:
    for match in re.finditer(rf"(?<![a-z]){_WEEK}", text):
        if not any(item.start <= match.start() < item.end for item in taken):
            yield Day(match.start(), match.end(), weekday=_DAY_OF[match["w"]])
    for match in re.finditer(r"(?<!下)(?<!上)周([1-7日天])", text):
        if not any(item.start <= match.start() < item.end for item in taken):
            yield Day(match.start(), match.end(), weekday=_ZH_DAY[match[1]])


def _coming(item: Day, today: date) -> Day:
    ahead = (item.weekday - today.weekday()) % 7
    return _of(item.start, item.end, today + timedelta(days=ahead))


def _of(start: int, end: int, day: date) -> Day:
    return Day(start, end, day.year, day.month, day.day)


def _year(text: str | None) -> int:
    return int(text.strip("'")) if text else 0


def _written(text: str) -> Iterator[Day]:
    for m in re.finditer(r"(?<!\d)(\d{4})[-/.年] ?(\d{1,2})[-/.月] ?(\d{1,2})[日号]?(?!\d)", text):
        yield Day(m.start(), m.end(), int(m[1]), int(m[2]), int(m[3]))
    for m in re.finditer(r"(?<!\d)(20\d\d) ([01]\d) ([0-3]\d)(?!\d)", text):
        yield Day(m.start(), m.end(), int(m[1]), int(m[2]), int(m[3]))
    for m in re.finditer(r"(?<!\d)(20\d\d)([01]\d)([0-3]\d)(?!\d)", text):
        yield Day(m.start(), m.end(), int(m[1]), int(m[2]), int(m[3]))
    for m in re.finditer(r"(?:(?<!\d)(\d{4}|\d\d)年)?的?(?<!\d)(\d{1,2})月(?:份)?的?(\d{1,2})[日号]?(?!\d)", text):
        yield Day(m.start(), m.end(), _year(m[1]), int(m[2]), int(m[3]))
    for m in re.finditer(r"(?<!\d)(\d{4})年(\d{1,2})月", text):
        yield Day(m.start(), m.end(), int(m[1]), int(m[2]), 0)
    for m in re.finditer(r"(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}|\d\d))?(?![\d:])", text):
        yield Day(m.start(), m.end(), _year(m[3]), int(m[2]), int(m[1]))
    for m in re.finditer(r"(?<![\d/-])(\d{1,2})([/-])(\d{1,2})(?:\2(\d{4}|\d\d))?(?![\d/:])", text):
        if m[2] == "/" or m[4]:
            yield Day(m.start(), m.end(), _year(m[4]), int(m[3]), int(m[1]), also=(int(m[1]), int(m[3])))
        elif len(m[1]) == 2 and len(m[3]) == 2:
            yield Day(m.start(), m.end(), 0, int(m[1]), int(m[3]), also=(int(m[3]), int(m[1])))
    yield from _english(text)
    for m in _NAMED_DAY.finditer(text):
        month, day = _NAMED[m["name"]]
        yield Day(m.start(), m.end(), _year(m["y"]), month, day)
    for m in re.finditer(r"\b(?:last|final) day (?:of|in) (?:the )?" + _MONTH + _YEAR, text):
        month = _MONTH_OF[m["m"]]
        yield Day(m.start(), m.end(), _year(m["y"]), month, _last(_year(m["y"]) or 2025, month))


def _last(year: int, month: int) -> int:
    following = date(year + month // 12, month % 12 + 1, 1)
    return (following - timedelta(days=1)).day


def _english(text: str) -> Iterator[Day]:
    for m in re.finditer(rf"(?<![\d./])(?<!\d:){_DAY}[ -]?(?:day )?(?:of )?(?:the )?[ -]?{_MONTH}-?{_YEAR}", text):
        yield Day(m.start(), m.end(), _year(m["y"]), _MONTH_OF[m["m"]], int(m["d"]))
    for m in re.finditer(rf"(?<![a-z]){_MONTH}[ -]?(?:the )?{_DAY}(?![\d:])\b{_YEAR}", text):
        yield Day(m.start(), m.end(), _year(m["y"]), _MONTH_OF[m["m"]], int(m["d"]))


def _pieces(text: str) -> Iterator[Day]:
    """A month or a day alone."""
    for m in re.finditer(rf"(?<![a-z]){_MONTH}(?: (?P<y>\d{{4}})\b)?", text):
        if m["m"] in ("may", "mar", "march") and not re.search(
            r"\b(?:in|of|this|next|for|by|until|during|mid|early|late|end|start|around)[\s-]$|^\W*$", text[: m.start()]
        ):
            continue
        yield Day(m.start(), m.end(), _year(m["y"]), _MONTH_OF[m["m"]], 0, part=_part(text[: m.start()], ""))
    for m in re.finditer(r"(?<!\d)(\d{1,2})月(?!\d)", text):
        yield Day(m.start(), m.end(), 0, int(m[1]), 0, part=_part("", text[m.end() :]))
    for m in re.finditer(r"(?<![\d./])(?<!\d:)([0-3]?\d)(?:st|nd|rd|th)\b|(?<!\d)([0-3]?\d)[日号](?![a-z楼])", text):
        yield Day(m.start(), m.end(), 0, 0, int(m[1] or m[2]))
    for m in re.finditer(rf"{_WEEK},? (?:the )?(\d{{1,2}})(?![\d:.]|st|nd|rd|th|\s?[ap]m)", text):
        yield Day(m.start(), m.end(), 0, 0, int(m[2]), _DAY_OF[m["w"]])


def _part(before: str, after: str) -> tuple[int, int]:
    if re.search(r"\b(?:early|beginning of|start of)[\s-]$", before) or re.match(r"份?(?:初|上旬)", after):
        return 0, 12
    if re.search(r"\b(?:mid|middle of)[\s-]$", before) or re.match(r"份?中", after):
        return 8, 22
    if re.search(r"\b(?:late|end of)[\s-]$", before) or re.match(r"份?(?:底|末|下旬)", after):
        return 18, 31
    return 0, 31


def _relative(text: str, today: date | None) -> Iterator[Day]:
    if today is None:
        return
    for m in re.finditer(
        r"\bin (\d+|a) (day|week)s?\b|\b(\d+|a) (day|week)s? (from (?:now|today)|later|hence|ago)", text
    ):
        count = m[1] or m[3]
        days = (1 if count == "a" else int(count)) * (7 if (m[2] or m[4]) == "week" else 1)
        yield _of(m.start(), m.end(), today + timedelta(days=-days if m[5] == "ago" else days))
    for m in re.finditer(r"(\d+)(?:个)?(天|日|周)(之?后|以后|之?前|以前)", text):
        days = int(m[1]) * (7 if m[2] == "周" else 1)
        yield _of(m.start(), m.end(), today + timedelta(days=-days if "前" in m[3] else days))
    monday = today - timedelta(days=today.weekday())
    for m in re.finditer(
        rf"\b(next|this|last|coming|this coming) {_WEEK}|{_WEEK.replace('?P<w>', '?P<v>')} (next|this|last) week", text
    ):
        which, weekday = m[1] or m[4], _DAY_OF[m["w"] or m["v"]]
        weeks = {"next": 1, "last": -1}.get(which, 0)
        day = monday + timedelta(days=7 * weeks + weekday)
        if "coming" in which:
            day = today + timedelta(days=(weekday - today.weekday()) % 7)
        yield _of(m.start(), m.end(), day)
    yield from _skipping(text, today)
    for m in re.finditer(r"(下下|下|上上|上|本|这)个?周([1-7日天])", text):
        weeks = {"下下": 2, "下": 1, "上": -1, "上上": -2}.get(m[1], 0)
        yield _of(m.start(), m.end(), monday + timedelta(days=7 * weeks + _ZH_DAY[m[2]]))
    for m in re.finditer(rf"\b(?:a|1) week (?:on|from) {_WEEK}|{_WEEK.replace('?P<w>', '?P<v>')} week\b", text):
        first = _coming(Day(0, 0, weekday=_DAY_OF[m["w"] or m["v"]]), today)
        yield _of(m.start(), m.end(), date(first.year, first.month, first.day) + timedelta(days=7))
    for m in re.finditer(
        r"(这个?|本|下个?|上个?)月的?(\d{1,2})[日号]|\b(\d{1,2})(?:st|nd|rd|th) of (this|next|last) month", text
    ):
        word = m[1] or m[4]
        shift = 1 if word[0] in "下n" else -1 if word[0] in "上l" else 0
        month = today.month + shift
        yield Day(m.start(), m.end(), today.year + (month - 1) // 12, (month - 1) % 12 + 1, int(m[2] or m[3]))


def _near(text: str, today: date | None) -> Iterator[Day]:
    """Days named by their distance alone, and whole months."""
    if today is None:
        return
    for pattern, days in (
        (r"\bday after tomorrow\b|(?<!大)后天", 2), (r"\btomorrow\b|\btmrw\b|明天|明日|明儿", 1), (r"大后天", 3),
        (r"\btoday\b|\btonight\b|今天|今日|今晚", 0), (r"\bday before yesterday\b|(?<!大)前天", -2), (r"大前天", -3),
        (r"\byesterday\b|昨天|昨日", -1), (r"\b(?:a|1) fortnight from (?:now|today)\b|\bin a fortnight\b", 14),
        (r"\b(?:a|1) week (?:from (?:now|today)|today)\b|\bin a week\b", 7),
    ):  # fmt: skip
        for m in re.finditer(pattern, text):
            before = text[: m.start()]
            week = re.search(r"\b(?:a|1) week (?:from )?$", before)
            yield _of(m.start(), m.end(), today + timedelta(days=days + (7 if week else 0)))
    for m in re.finditer(r"\b(this|next|last) month\b|(这个?|本|下个?|上个?)月(?!\d)", text):
        word = m[1] or m[2]
        shift = 1 if word[0] in "n下" else -1 if word[0] in "l上" else 0
        month = today.month + shift - 1
        yield Day(m.start(), m.end(), today.year + month // 12, month % 12 + 1, 0)


def _skipping(text: str, today: date) -> Iterator[Day]:
    """`the Saturday after next`: the second one from today, today's own not counted; `before last` the other way."""
    for m in re.finditer(rf"\b{_WEEK} (after next|before last)\b", text):
        weekday = _DAY_OF[m["w"]]
        if m[2] == "after next":
            day = today + timedelta(days=((weekday - today.weekday()) % 7 or 7) + 7)
        else:
            day = today - timedelta(days=((today.weekday() - weekday) % 7 or 7) + 7)
        yield _of(m.start(), m.end(), day)
