"""The memory score on pairs made by another route: values written in many notations, and with one digit changed."""

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from sextant.worlds.memory import compare

_MONTHS = [date(2024, month, 1).strftime("%B") for month in range(1, 13)]
_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ZH = "零一二三四五六七八九"
_WIDE = str.maketrans(
    "0123456789.:-ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "０１２３４５６７８９．：－ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ",
)
_SAID = (
    "{}",
    "It says {}.",
    "noted: {} (from the second page)",
    "记下了：{}。",
    "- remember {}\n- then go back",
    "I think {}, not sure",
)


def _words(number: int) -> str:
    if number < 20:
        return _UNITS[number]
    if number < 100:
        return _TENS[number // 10] + (f"-{_UNITS[number % 10]}" if number % 10 else "")
    if number < 1000:
        rest = f" and {_words(number % 100)}" if number % 100 else ""
        return f"{_UNITS[number // 100]} hundred{rest}"
    rest = number % 1000
    joint = " and " if 0 < rest < 100 else " "
    return f"{_words(number // 1000)} thousand" + (joint + _words(rest) if rest else "")


def _zh(number: int) -> str:
    out, zero = "", False
    for scale, sign in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // scale % 10
        if digit:
            out += ("零" if zero and out else "") + _ZH[digit] + sign
        zero = digit == 0
    return out.removeprefix("一") if out.startswith("一十") else out


def _changed(text: str, at: int, by: int) -> str:
    """The text with one of its digits changed."""
    spots = [i for i, c in enumerate(text) if c.isdigit()]
    spot = spots[at % len(spots)]
    return text[:spot] + str((int(text[spot]) + 1 + by % 9) % 10) + text[spot + 1 :]


_frames = some.sampled_from(_SAID)


@settings(max_examples=30, deadline=None)
@given(some.integers(1, 9999), some.integers(1, 99), _frames, some.data())
def test_a_price_in_any_notation_is_complete(whole: int, cents: int, frame: str, data: some.DataObject):
    gold = f"{whole}.{cents:02d} EUR"
    notation = data.draw(
        some.sampled_from(
            [
                f"€{whole}.{cents:02d}",
                f"{whole},{cents:02d} €",
                f"EUR {whole:,}.{cents:02d}",
                f"{whole:,}".replace(",", ".") + f",{cents:02d} euros",
                f"{whole} euros and {cents} cents",
                f"{_words(whole)} euros and {_words(cents)} cents",
                f"{whole * 100 + cents} cents",
                f"{whole}.{cents:02d}",
                f"{whole}.{cents:02d}".translate(_WIDE) + "欧元",
            ]
        )
    )
    assert compare(gold, frame.format(notation), "price") == "complete", notation


@settings(max_examples=30, deadline=None)
@given(some.integers(1, 9999), some.integers(0, 99), some.integers(0, 9), some.integers(0, 8), _frames)
def test_a_price_with_another_digit_is_none(whole: int, cents: int, at: int, by: int, frame: str):
    written = f"{whole}.{cents:02d}"
    assert compare(f"{written} EUR", frame.format("€" + _changed(written, at, by)), "price") == "none"


@settings(max_examples=30, deadline=None)
@given(some.integers(1, 9999), some.integers(0, 99))
def test_chinese_money_is_read(whole: int, cents: int):
    gold = f"{whole}.{cents:02d} CNY"
    tenths = f"{_ZH[cents // 10]}角" if cents // 10 else "零" if cents else ""
    hundredths = f"{_ZH[cents % 10]}分" if cents % 10 else ""
    assert compare(gold, f"一共{_zh(whole)}元{tenths}{hundredths}", "price", "zh") == "complete"
    assert compare(gold, f"一共{_zh(whole + 1)}元{tenths}{hundredths}", "price", "zh") == "none"


@settings(max_examples=30, deadline=None)
@given(some.integers(0, 9999), _frames, some.integers(0, 9), some.integers(0, 8))
def test_a_number_in_any_notation(number: int, frame: str, at: int, by: int):
    for notation in (str(number), f"{number:,}", str(number).translate(_WIDE), _words(number)):
        assert compare(str(number), frame.format(notation), "number") == "complete", notation
    assert compare(str(number), frame.format(_changed(str(number), at, by)), "number") == "none"


@settings(max_examples=30, deadline=None)
@given(
    some.text("ABCDEFGHJKMNPQRSTUVWXYZ23456789", min_size=4, max_size=8),
    _frames,
    some.integers(0, 9),
    some.integers(0, 8),
)
def test_a_code_in_any_notation(code: str, frame: str, at: int, by: int):
    code = "7" + code
    half = len(code) // 2
    for notation in (code, code.lower(), f"{code[:half]}-{code[half:]}", code.translate(_WIDE), " ".join(code)):
        assert compare(code, frame.format(notation), "code") == "complete", notation
    assert compare(code, frame.format(_changed(code, at, by)), "code") == "none"
    assert compare(code, frame.format(code + "Q"), "code") == "none"
    assert compare(code, frame.format(code[:-1]), "code") == "none"


@settings(max_examples=30, deadline=None)
@given(some.dates(date(2024, 1, 1), date(2030, 12, 31)), _frames, some.integers(1, 27))
def test_a_date_in_any_notation(day: date, frame: str, later: int):
    month = _MONTHS[day.month - 1]
    for made in (day, day + timedelta(days=later)):
        name = _MONTHS[made.month - 1]
        for notation in (
            made.isoformat(),
            f"{made.day} {name} {made.year}",
            f"{name} {made.day}, {made.year}",
            f"{made.day} {name[:3]}",
            f"{made.day}.{made.month}.{made.year}",
            f"{made.day:02d}/{made.month:02d}/{made.year}",
            f"{made.year}年{made.month}月{made.day}日",
            f"{_zh(made.month)}月{_zh(made.day)}号",
            f"{made.strftime('%A')} {made.day} {name}",
        ):
            swapped = day.day == made.month and day.month == made.day and "/" in notation
            expected = "complete" if made == day or swapped else "none"
            assert compare(day.isoformat(), frame.format(notation), "date") == expected, notation
    other = _MONTHS[day.month % 12]
    assert compare(day.isoformat(), f"{day.day} {other}", "date") == "none"
    assert compare(day.isoformat(), f"{month} the something", "date") == "partial"
    assert compare(day.isoformat(), "tomorrow", "date", today=(day - timedelta(days=1)).isoformat()) == "complete"
    assert compare(day.isoformat(), "后天", "date", "zh", (day - timedelta(days=2)).isoformat()) == "complete"


@settings(max_examples=30, deadline=None)
@given(some.integers(0, 23), some.integers(0, 59), _frames, some.integers(1, 59))
def test_a_time_in_any_notation(hour: int, minute: int, frame: str, later: int):
    gold = f"{hour:02d}:{minute:02d}"
    twelve, half = hour % 12 or 12, "am" if hour < 12 else "pm"
    part = "上午" if 5 <= hour < 12 else "凌晨" if hour < 5 else "下午" if hour < 18 else "晚上"
    spoken = f"{part}{_zh(twelve) if hour % 12 else '十二'}点{_zh(minute) + '分' if minute else '整'}"
    for notation in (
        gold,
        f"{twelve}:{minute:02d} {half}",
        f"{twelve}.{minute:02d}{half}",
        gold.translate(_WIDE),
        spoken,
    ):
        assert compare(gold, frame.format(notation), "time") == "complete", notation
    wrong = f"{hour:02d}:{(minute + later) % 60:02d}"
    assert compare(gold, frame.format(wrong), "time") == "none"
    if hour > 12:
        assert compare(gold, frame.format(f"{hour - 12}:{minute:02d}"), "time") == "partial"


@settings(max_examples=30, deadline=None)
@given(some.permutations(["Milan", "Rome", "Turin", "Lisbon", "Osaka"]), some.integers(3, 5), some.data())
def test_an_ordering_in_any_notation(items: list[str], size: int, data: some.DataObject):
    items = items[:size]
    gold = " > ".join(items)
    shuffled = data.draw(some.permutations(list(enumerate(items, 1))))
    for notation in (
        ", ".join(items),
        " < ".join(reversed(items)),
        "from last to first: " + ", ".join(reversed(items)),
        "\n".join(f"{at}. {item}" for at, item in shuffled),
        "; ".join(f"{item} ({at})" for at, item in shuffled),
        "first " + ", then ".join(items),
        "、".join(items),
    ):
        assert compare(gold, notation, "ordering") == "complete", notation
    swapped = [items[1], items[0], *items[2:]]
    assert compare(gold, ", ".join(swapped), "ordering") == "none"
    assert compare(gold, ", ".join(items[:-1]), "ordering") == "partial"


@settings(max_examples=30, deadline=None)
@given(
    some.sampled_from(["Ada", "Jun", "Lucía", "Priya", "Søren"]),
    some.sampled_from(["Okafor", "Nakamura", "Brandt", "Ferreira"]),
)
def test_a_name_in_any_notation(first: str, last: str):
    gold = f"{first} {last}"
    for notation in (gold.upper(), gold.lower(), f"{last}, {first}", f"Dr. {gold}", f"ask for {gold} at the desk"):
        assert compare(gold, notation, "name") == "complete", notation
    assert compare(gold, last, "name") == "partial"
    assert compare(gold, f"{first[0]}. {last}", "name") == "partial"
    assert compare(gold, f"{first} Whitcombe", "name") == "none"


@pytest.mark.parametrize(
    ("gold", "same", "other"),
    [
        ("delayed", ("it runs late", "晚点", "delayed by weather"), ("on time", "not delayed", "cancelled")),
        ("closed", ("shut", "not open", "已打烊"), ("open", "not closed", "营业中")),
        ("off", ("switched off", "turned off", "关闭"), ("switched on", "it is on", "已开启")),
        ("sold out", ("out of stock", "none left", "售罄"), ("in stock", "still available", "有货")),
        ("unpaid", ("not paid yet", "payment due", "未付款"), ("paid", "already paid", "已付款")),
        ("已送达", ("已经签收", "delivered", "到货了"), ("运输中", "未送达", "还在路上")),
    ],
)
def test_a_state_in_other_words(gold: str, same: tuple[str, ...], other: tuple[str, ...]):
    assert [compare(gold, note, "condition") for note in same] == ["complete"] * len(same)
    assert [compare(gold, note, "condition") for note in other] == ["none"] * len(other)


def test_the_weekday_after_next_is_the_second_to_come():
    today = "2026-03-10"
    assert compare("2026-03-14", "the Saturday after next", "date", "en", today) == "none"
    assert compare("2026-03-21", "the Saturday after next", "date", "en", today) == "complete"
    assert compare("2026-03-17", "on Tuesday after next", "date", "en", today) == "none"
    assert compare("2026-03-24", "on Tuesday after next", "date", "en", today) == "complete"
    assert compare("2026-02-28", "the Saturday before last", "date", "en", today) == "complete"


def test_attention_that_is_paid_pays_for_nothing():
    for note in ("I paid attention to nothing", "paid it no attention", "we paid her a visit"):
        assert compare("Paid", note, "condition") == "none", note
    assert compare("Paid", "the bill is paid", "condition") == "complete"


def test_ten_sharp_is_not_midnight():
    for hour, word in ((10, "上午十点整"), (20, "晚上八点整"), (20, "20点整"), (0, "零点整"), (0, "0点整")):
        assert compare(f"{hour:02d}:00", word, "time", "zh") == "complete", word


def test_an_empty_note_holds_nothing():
    assert compare("4182", "  ", "code") == "none"
    assert compare("4182", "the code is noted", "code") == "none"
