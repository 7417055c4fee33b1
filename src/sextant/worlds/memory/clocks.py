"""Times of the day, on either clock, in figures and words."""

# ruff: noqa: E501 - patterns and word lists are read a line at a time

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sextant.worlds.memory.notation import numbered
from sextant.worlds.memory.standing import Label, Mention, settle, spans_joined

_EN_HALF = r"(?:\s?(?P<half>[ap])\.?\s?m\b\.?)?"
_EN_PART = re.compile(
    r"^[\s,]*(?:o'clock )?(?:in the |at |this |on \w+ |tomorrow |today |\()*(morning|afternoon|evening|night|tonight)"
)
_EN_LEAD = re.compile(r"(morning|afternoon|evening|tonight|night)(?: at| around| by|,|:)?\s*$")
_ZH_PART = r"(?P<part>凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|深夜|夜晚|今晚|晚|早)?"
_AM, _PM = (
    ("凌晨", "清晨", "早上", "早晨", "上午", "早", "morning", "a"),
    ("下午", "傍晚", "晚上", "晚", "夜晚", "今晚", "深夜", "afternoon", "evening", "tonight", "p"),
)


@dataclass(frozen=True, slots=True)
class Clock:
    """A time as written. `minute` is -1 where it is not said; `half` is `am`, `pm` or empty."""

    start: int
    end: int
    hour: int
    minute: int
    half: str = ""
    exact24: bool = False
    """Written so that no half of the day is missing: `19:30`, `07:05`, `noon`."""


def compare_time(gold: str, memory: str) -> Label:
    """How much of a time of the day the note holds."""
    wanted = next(iter(times_in(_spelt(gold))), None)
    if wanted is None:
        return "none"
    hour, minute = wanted.hour % 24, max(wanted.minute, 0)
    if wanted.half and hour <= 12:
        hour = hour % 12 + (12 if wanted.half == "pm" else 0)
    text = spans_joined(_spelt(memory))
    mentions = [
        Mention(item.start, item.end, _worth(item, hour, minute), _says(item, hour, minute)) for item in times_in(text)
    ]
    return settle(text, mentions)


def _spelt(text: str) -> str:
    text = numbered(re.sub(r"正午|中午12点整?", "noon ", text), clock=True)
    text = re.sub(r"\bhalf (?=(?:\d|1[0-2])\b)(?!\d+ (?:of|a|the)\b)", "half past ", text)
    return re.sub(r"午夜|半夜0点|零点整?|(?<!\d)0点整", "midnight ", text)


def _says(item: Clock, hour: int, minute: int) -> str:
    return "gold" if _worth(item, hour, minute) == "complete" else f"{item.hour}:{item.minute}{item.half}"


def _worth(item: Clock, hour: int, minute: int) -> Label:
    noted = item.hour % 24
    if item.half and noted <= 12:
        noted = noted % 12 + (12 if item.half == "pm" else 0)
    known = bool(item.half) or item.exact24 or item.hour > 12
    if item.minute not in (-1, minute):
        return "none"
    if noted != hour:
        if known or noted % 12 != hour % 12 or item.hour > 12:
            return "none"
        return "partial"
    if item.minute == -1 and minute != 0:
        return "partial"
    return "complete"


def times_in(text: str) -> list[Clock]:
    """Every time of a text in plain digits."""
    found: list[Clock] = []
    for item in (*_spoken(text), *_chinese(text), *_figures(text), *_loose(text)):
        if not any(item.start < other.end and other.start < item.end for other in found):
            found.append(item)
    return sorted(found, key=lambda item: item.start)


def _half(text: str, start: int, end: int, told: str | None, hour: int) -> str:
    """The half of the day, from `am`, from words behind or before."""
    word = told
    if not word:
        behind, before = _EN_PART.match(text[end:]), _EN_LEAD.search(text[:start])
        zh = re.search(
            r"(凌晨|清晨|早上|早晨|上午|下午|傍晚|晚上|今晚|中午|夜里|深夜|晚|早)(?:的|在|约|大概|：|:)?\s*$",
            text[:start],
        )
        word = behind[1] if behind else before[1] if before else zh[1] if zh else ""
    if not word:
        return ""
    if word in ("night", "夜里", "晚上", "深夜"):
        return "am" if hour in (12, 0, 1, 2, 3, 4) else "pm"
    if word == "中午":
        return "pm" if hour in (12, 1, 2) else "am"
    return "am" if word in _AM else "pm" if word in _PM else ""


def _figures(text: str) -> Iterator[Clock]:
    pattern = r"(?<![\d.,/])(?<!\d:)(\d{1,2})\s?[:.h]\s?(\d\d)(?::\d\d)?(?![\d])" + _EN_HALF
    for m in re.finditer(pattern, text):
        hour, minute = int(m[1]), int(m[2])
        if (
            hour > 24
            or minute > 59
            or re.match(r"\s?(?:%|kg|km|€|eur|元)", text[m.end() :])
            or re.search(r"[$€£¥]\s?$", text[: m.start()])
        ):
            continue
        half = _half(text, m.start(), m.end(), m["half"], hour)
        yield Clock(
            m.start(), m.end(), hour, minute, half, hour > 12 or hour == 0 or (len(m[1]) == 2 and m[1][0] == "0")
        )
    for m in re.finditer(r"(?<![\d.,/])(?<!\d:)([01]\d|2[0-3])([0-5]\d)(?:\s?(?:hours|hrs|h)\b|(?![\d:.,/-]))", text):
        yield Clock(m.start(), m.end(), int(m[1]), int(m[2]), "", True)
    for m in re.finditer(r"(?<![\d.,/])(?<!\d:)(\d{1,2}) (\d\d)(?![\d:.])" + _EN_HALF, text):
        hour, minute = int(m[1]), int(m[2])
        if hour <= 24 and minute <= 59:
            yield Clock(m.start(), m.end(), hour, minute, _half(text, m.start(), m.end(), m["half"], hour), hour > 12)


def _spoken(text: str) -> Iterator[Clock]:
    pattern = (
        r"\b(?:(half)|(?:a )?(quarter)|(\d{1,2})(?: minutes?)?) (past|after|to|before|till) (\d{1,2}|noon|midnight)(?![\d:])"
        + _EN_HALF
    )
    for m in re.finditer(pattern, text):
        minutes = 30 if m[1] else 15 if m[2] else int(m[3])
        named = {"noon": 12, "midnight": 24}.get(m[5])
        hour = named if named is not None else int(m[5])
        if hour > 24 or minutes > 59:
            continue
        if m[4] in ("to", "before", "till"):
            hour, minutes = hour - 1, 60 - minutes
        half = _half(text, m.start(), m.end(), m["half"], hour)
        if hour == 0 and named is None:
            hour = 12
        yield Clock(m.start(), m.end(), hour, minutes, half, named is not None)
    for m in re.finditer(r"\b(?:noon|midday|midnight)\b", text):
        near = re.search(r"(?:\b12(?::00)?\s*(?:o'clock\s*)?(?:at )?)$", text[: m.start()])
        yield Clock(near.start() if near else m.start(), m.end(), 0 if m.group() == "midnight" else 12, 0, "", True)


def _chinese(text: str) -> Iterator[Clock]:
    for m in re.finditer(_ZH_PART + r"\s*差(\d{1,2}|1刻|一刻)分?(?:钟)?(?:到)?(\d{1,2})点", text):
        minutes = 15 if "刻" in m[2] else int(m[2])
        yield _zh(text, m, int(m[3]) - 1, 60 - minutes)
    for m in re.finditer(_ZH_PART + r"\s*(\d{1,2})点差(\d{1,2})分", text):
        yield _zh(text, m, int(m[2]) - 1, 60 - int(m[3]))
    tail = r"(?:(?P<min>\d{1,2})(?!刻)分?|(?P<half>半)|(?P<quarter>\d)刻|(?P<sharp>整|正))?"
    for m in re.finditer(_ZH_PART + r"\s*(?<!\d)(\d{1,2})\s*(?:点钟?|时)(?!间|候)\s*过?" + tail, text):
        minute = -1
        if m["min"]:
            minute = int(m["min"])
        elif m["half"]:
            minute = 30
        elif m["quarter"]:
            minute = 15 * int(m["quarter"])
        elif m["sharp"]:
            minute = 0
        yield _zh(text, m, int(m[2]), minute)
    for m in re.finditer(r"noon", text):
        yield Clock(m.start(), m.end(), 12, 0, "", True)


def _zh(text: str, m: re.Match[str], hour: int, minute: int) -> Clock:
    half = _half(text, m.start(), m.end(), m["part"], hour)
    return Clock(
        m.start(), m.end(), hour, minute, half if hour <= 12 else "", hour > 12 or hour == 0 or "时" in m.group()
    )


def _loose(text: str) -> Iterator[Clock]:
    """An hour alone: `7 pm`, `at 7`, `7 o'clock`, `19h`."""
    for m in re.finditer(
        r"(?<![\d.,/$€£])(?<!\d:)(\d{1,2})\s?(?:(?P<half>[ap])\.?\s?m\b\.?|(?P<clock>o'clock|uhr)|(?P<h>h\b))", text
    ):
        hour = int(m[1])
        if hour <= 24:
            half = _half(text, m.start(), m.end(), m["half"], hour)
            yield Clock(m.start(), m.end(), hour, 0 if m["clock"] else -1, half, hour > 12 or bool(m["h"]))
    for m in re.finditer(
        r"\b(?:at|around|by|about|@|from|until|before|after)\s(?:the )?(\d{1,2})(?![\d:.%/]|\s?(?:euro|items|min|%|\d))",
        text,
    ):
        if int(m[1]) <= 24:
            yield Clock(
                m.start(1), m.end(1), int(m[1]), -1, _half(text, m.start(1), m.end(1), None, int(m[1])), int(m[1]) > 12
            )
    for m in re.finditer(
        r"(?<![\d.,/$€£])(?<!\d:)(\d{1,2})(?:[ -]?(?:something|ish|odd|or so))?(?= in the (?:morning|afternoon|evening)| at night)",
        text,
    ):
        if int(m[1]) <= 24:
            yield Clock(m.start(), m.end(), int(m[1]), -1, _half(text, m.start(), m.end(), None, int(m[1])))
    for m in re.finditer(r"(?<![\d.,/$€£:])(\d{1,2})[ -]?(?:something|ish|odd)\b(?! in the| at night)", text):
        if int(m[1]) <= 24:
            yield Clock(m.start(), m.end(), int(m[1]), -1, _half(text, m.start(), m.end(), None, int(m[1])))
    if re.fullmatch(r"\W*\d{1,2}\W*", text):
        m = re.search(r"\d+", text)
        if m and int(m.group()) <= 24:
            yield Clock(m.start(), m.end(), int(m.group()), -1, "", int(m.group()) > 12)
