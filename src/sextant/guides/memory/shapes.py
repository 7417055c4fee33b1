"""What sort of value a text is, and what sort a task asks for. Pure functions."""

import re
from typing import Literal

__all__ = ["Shape", "asked_shapes", "shape_of", "tokens_within"]

Shape = Literal["code", "amount", "time", "date", "number", "text"]

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+)?"
_AMOUNT = r"(?:US)?[$€£¥₹₩]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£¥₹₩]|(?:USD|EUR|GBP|CNY|CHF)\b|元|块)"
_DATE = (
    rf"{_WEEKDAY}\b\d{{1,2}}\.?\s+{_MONTH}\b(?:,?\s+\d{{4}})?|{_WEEKDAY}\b{_MONTH}\s+\d{{1,2}}\b(?:,?\s+\d{{4}})?"
    r"|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|(?:\d{4}年)?\d{1,2}月\d{1,2}[日号]?"
)
_TIME = r"\b\d{1,2}[:：]\d{2}\b(?:\s?[ap]\.?m\b\.?)?|(?:上午|下午|晚上|早上)?\d{1,2}点(?:\d{1,2}分|半)?"
_CODE = r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*(?:[A-Z]|\d-|-\d))[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?![\w-])"
_NUMBER = r"(?<![\w.,-])[+-]?\d(?:[\d.,]*\d)?(?![\w-])"

_KINDS: tuple[tuple[Shape, re.Pattern[str]], ...] = (
    ("amount", re.compile(_AMOUNT, re.IGNORECASE)),
    ("date", re.compile(_DATE, re.IGNORECASE)),
    ("time", re.compile(_TIME, re.IGNORECASE)),
    ("code", re.compile(_CODE)),
    ("number", re.compile(_NUMBER)),
)
_ASKED: tuple[tuple[Shape, re.Pattern[str]], ...] = (
    (
        "code",
        re.compile(
            r"\b(?:codes?|pins?|numbers?|no\.|vouchers?|tickets?|gates?|rooms?|references?|serials?|plates?|ids?|keys?"
            r"|passwords?|labels?|platforms?)\b|码|编号|号|口令|密码",
            re.IGNORECASE,
        ),
    ),
    (
        "amount",
        re.compile(
            r"\b(?:prices?|costs?|how much|fees?|fares?|sums?|totals?|balances?|amounts?|bills?|rents?|paid"
            r"|(?:co-?)?payments?|postage|expenses?|spent)\b"
            r"|价|多少钱|费|金额|余额|总",
            re.IGNORECASE,
        ),
    ),
    (
        "time",
        re.compile(
            r"\b(?:times?|when|o'clock|departures?|arrivals?|opens?|closes?|hours?|until)\b|几点|时间|点前",
            re.IGNORECASE,
        ),
    ),
    (
        "date",
        re.compile(
            r"\b(?:dates?|days?|birthdays?|deadlines?|due|when|expir\w+|until)\b|日期|生日|哪天|几号|截止",
            re.IGNORECASE,
        ),
    ),
    ("number", re.compile(r"\b(?:how many|numbers?|counts?|phone|score|readings?)\b|多少|几|电话|读数", re.IGNORECASE)),
)


def shape_of(value: str) -> Shape:
    """The sort of a value that is nothing but that; `text` for everything else."""
    bare = value.strip()
    for shape, pattern in _KINDS:
        if pattern.fullmatch(bare):
            return shape
    return "text"


def tokens_within(text: str) -> tuple[tuple[Shape, str], ...]:
    """Amounts, dates, times and codes that stand in a text, in order; plain numbers are too many to be told apart."""
    found: list[tuple[int, int, Shape]] = []
    for shape, pattern in _KINDS[:-1]:
        for hit in pattern.finditer(text):
            if not any(start < hit.end() and hit.start() < end for start, end, _ in found):
                found.append((hit.start(), hit.end(), shape))
    return tuple((shape, text[start:end].strip()) for start, end, shape in sorted(found))


def asked_shapes(text: str) -> frozenset[Shape]:
    """The sorts of values that a task's words ask for."""
    return frozenset(shape for shape, pattern in _ASKED if pattern.search(text))
