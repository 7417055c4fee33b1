"""What a note holds of a value, in every notation that babel writes, and the memory figures of a run."""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from typing import cast

import pytest
from babel import Locale, dates, numbers
from hypothesis import assume, given, settings
from hypothesis import strategies as some

from sextant_worlds.author.splits import entry, world_of
from sextant_worlds.engine.values import full_date, short_date
from sextant_worlds.memory import compare
from sextant_worlds.memory.amounts import CURRENCIES, amounts_in
from sextant_worlds.memory.moments import LOCALES
from sextant_worlds.memory.scoring import MemoryTrace, NoteWrite, held, mtpr, score, stated
from sextant_worlds.spec.scenario import FactKind
from sextant_worlds.spec.world import World

_FRAMES = ("{}", "Noted: {}.", '{{"value": "{}"}}', "- {}\n- go back to the list", "记下：{}。", "K7-4182 ({})")
_GOLDS: tuple[tuple[FactKind, str, str], ...] = (
    ("code", "K7-4182", "K7-4128"),
    ("price", "€1,249.50", "€1,294.50"),
    ("date", "2026-03-14", "2026-03-17"),
    ("time", "18:05", "18:50"),
    ("name", "Amara Okafor", "Nina Petrov"),
    ("number", "1204", "1240"),
    ("total", "$112.00", "$121.00"),
    ("ordering", "Mint > Basil > Sage", "Basil > Mint > Sage"),
    ("condition", "delayed", "on time"),
    ("text", "蓝色", "red"),
)
_locales = some.sampled_from(LOCALES)
_frames = some.sampled_from(_FRAMES)
_cents = some.integers(1, 999_999_999)
_days = some.dates(date(2001, 1, 1), date(2098, 12, 31))


@cache
def _formats(locale: str) -> Mapping[str, str]:
    named = cast("Mapping[str, dates.DateTimePattern]", Locale.parse(locale).datetime_skeletons)
    return {name: pattern.pattern for name, pattern in named.items()}


def _written_day(day: date, locale: str) -> Iterator[str]:
    yield day.isoformat()
    for form in ("short", "medium", "long", "full"):
        yield dates.format_date(day, form, locale)
    for name, pattern in _formats(locale).items():
        if "d" in name and "M" in name and not set(name) & set("hHmB"):
            yield dates.format_date(day, pattern, locale)


def _written_time(at: time, locale: str) -> Iterator[str]:
    yield dates.format_time(at, "short", locale=locale)
    yield dates.format_time(at, "medium", locale=locale)
    for name, pattern in _formats(locale).items():
        if "m" in name and set(name) & set("hH") and not set(name) & set("vz"):
            yield dates.format_datetime(datetime.combine(date(2026, 1, 1), at), pattern, locale=locale)


def _written_amount(amount: Decimal, currency: str, locale: str) -> Iterator[str]:
    yield numbers.format_decimal(amount, locale=locale)
    for form in ("standard", "name"):
        yield numbers.format_currency(amount, currency, locale=locale, format_type=form)
    yield numbers.format_currency(amount, currency, "¤¤ #,##0.00", locale=locale)


@settings(max_examples=60, deadline=None)
@given(_days, _days, _locales, _frames)
def test_a_date_is_found_however_it_is_written(gold: date, other: date, locale: str, frame: str) -> None:
    for text in _written_day(gold, locale):
        assert compare(gold.isoformat(), frame.format(text), "date") == "complete", text
    assume({(other.month, other.day), (other.day, other.month)}.isdisjoint({(gold.month, gold.day)}))
    for text in _written_day(other, locale):
        assert compare(gold.isoformat(), frame.format(text), "date") == "none", text


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_a_date_is_found_as_the_worlds_write_it(locale: str) -> None:
    for day in (date(2028, 1, 1) + timedelta(days=more) for more in range(366)):
        for text in (short_date(day.isoformat(), locale), full_date(day.isoformat(), locale)):
            assert compare(day.isoformat(), text, "date") == "complete", text


@settings(max_examples=60, deadline=None)
@given(_days, _locales)
def test_the_day_of_another_year_is_a_part_of_a_date(gold: date, locale: str) -> None:
    assume((gold.month, gold.day) != (2, 29))
    text = dates.format_date(gold.replace(year=gold.year + 1), "long", locale)
    assert compare(gold.isoformat(), text, "date") == "partial", text


@settings(max_examples=60, deadline=None)
@given(some.times(), some.times(), _locales, _frames)
def test_a_time_is_found_however_it_is_written(gold: time, other: time, locale: str, frame: str) -> None:
    for text in _written_time(gold, locale):
        assert compare(gold.strftime("%H:%M"), frame.format(text), "time") == "complete", text
    assume((other.hour % 12, other.minute) != (gold.hour % 12, gold.minute))
    for text in _written_time(other, locale):
        assert compare(gold.strftime("%H:%M"), frame.format(text), "time") == "none", text


@settings(max_examples=80, deadline=None)
@given(_cents, _cents, some.sampled_from(CURRENCIES), some.sampled_from((*LOCALES, "de_CH")), _frames)
def test_an_amount_is_found_however_it_is_written(
    cents: int, others: int, currency: str, locale: str, frame: str
) -> None:
    gold = numbers.format_currency(Decimal(cents) / 100, currency, locale="zh")
    for text in _written_amount(Decimal(cents) / 100, currency, locale):
        assert compare(gold, frame.format(text), "price") == "complete", (gold, text)
    assume(others not in (cents, cents * 1000, cents // 1000))
    for text in _written_amount(Decimal(others) / 100, currency, locale):
        assert compare(gold, frame.format(text), "total") == "none", (gold, text)


@settings(max_examples=40, deadline=None)
@given(some.integers(1, 999_999), some.integers(2, 99), some.sampled_from(CURRENCIES), some.sampled_from(("en", "zh")))
def test_a_currency_stays_with_its_amount_behind_another_number(
    cents: int, gate: int, currency: str, locale: str
) -> None:
    written = numbers.format_currency(Decimal(cents) / 100, currency, locale=locale)
    found = amounts_in(f"Botanical Garden, gate {gate} {written}")
    told = [(amount.values[0], bool(amount.currencies)) for amount in found]
    assert told == [(Decimal(gate), False), (Decimal(cents) / 100, True)]


@settings(max_examples=40, deadline=None)
@given(_cents, some.permutations(CURRENCIES), _locales)
def test_another_currency_makes_an_amount_half_right(cents: int, currencies: list[str], locale: str) -> None:
    gold = numbers.format_currency(Decimal(cents) / 100, currencies[0], locale="zh")
    text = numbers.format_currency(Decimal(cents) / 100, currencies[1], locale=locale, format_type="name")
    assert compare(gold, text, "price") == "partial", (gold, text)


@settings(max_examples=60, deadline=None)
@given(some.integers(-99_999, 99_999_999), some.integers(1, 99_999), _locales, _frames)
def test_a_number_is_found_however_it_is_written(gold: int, more: int, locale: str, frame: str) -> None:
    text = numbers.format_decimal(gold, locale=locale)
    assert compare(str(gold), frame.format(text), "number") == "complete", text
    assume(gold + more not in (gold * 1000, gold / 1000))
    text = numbers.format_decimal(gold + more, locale=locale)
    assert compare(str(gold), frame.format(text), "number") == "none", text


@settings(max_examples=60, deadline=None)
@given(some.from_regex(r"[A-Z][0-9]{1,3}(-[A-Z0-9]{2,4})?", fullmatch=True), some.sampled_from("0Q9"), _frames)
def test_a_code_is_exact(code: str, sign: str, frame: str) -> None:
    for same in (code, code.lower(), code.replace("-", " "), code.replace("-", "–"), code.replace("-", "")):
        assert compare(code, frame.replace("K7-4182", "").format(same), "code") == "complete", same
    for other in (code + sign, sign + code, f"{code}-{sign}", code[:-1]):
        assert compare(code, frame.replace("K7-4182", "").format(other), "code") == "none", other


@pytest.mark.parametrize(("kind", "value", "other"), _GOLDS)
def test_a_value_verbatim_is_complete_and_another_is_none(kind: FactKind, value: str, other: str) -> None:
    for frame in (frame.replace("K7-4182", "") for frame in _FRAMES):
        assert compare(value, frame.format(value), kind) == "complete"
        assert compare(value, frame.format(other), kind) == "none"
        assert compare(other, frame.format(value), kind) == "none"


@pytest.mark.parametrize(
    ("kind", "value", "text", "found"),
    [
        ("time", "18:05", "6:05", "partial"),  # the half of the day is a part of a time
        ("time", "18:05", "6:05 am", "none"),
        ("time", "06:05", "下午6:05", "none"),
        ("condition", "On time", "it is on time", "complete"),  # one of a closed list
        ("condition", "On time", "not on time", "none"),
        ("condition", "On time", "On time; Delayed; Not on time", "none"),
        ("condition", "Delayed", "On time; Delayed; Not on time", "partial"),
        ("condition", "Delayed", "untimely delayedness", "none"),
        ("ordering", "Mint > Basil > Sage", "first mint, then basil, then sage", "complete"),
        ("ordering", "Mint > Basil > Sage", "mint, sage", "partial"),
        ("ordering", "Mint > Basil > Sage", "basil, mint, sage", "none"),
        ("ordering", "Mint > Basil > Sage", "mint", "none"),
    ],
)
def test_a_part_of_a_value_is_told_from_all_of_it(kind: FactKind, value: str, text: str, found: str) -> None:
    states = ("On time", "Delayed", "Not on time") if kind == "condition" else ()
    assert compare(value, text, kind, states) == found


def test_without_babel_the_error_names_the_extra() -> None:
    code = "import sys; sys.modules['babel'] = None; import sextant_worlds.memory"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "MissingExtra: 'babel' is not installed" in done.stderr


@pytest.mark.parametrize("index", [1, 4, 9, 14])
def test_of_a_worlds_own_values_each_is_told_from_the_others(index: int) -> None:
    world = world_of(entry("train", index))
    facts = {fact.id: fact for fact in world.scenario.facts}
    for item in world.task.memory_items:
        shown = facts[item.fact].shown
        for frame in _FRAMES:
            assert held(world, item, frame.format(shown)) == "complete", (item.fact, frame)
        others = {one.shown for one in world.scenario.distractors} | set(world.scenario.options.get(item.fact, ()))
        for other in others - {shown}:
            assert held(world, item, other) == "none", (shown, other)


@pytest.fixture(scope="module")
def world() -> World:
    """A task with one value or more that has to be typed as it was read."""
    worlds = (world_of(entry("lite", index)) for index in range(60))
    return next(found for found in worlds if found.task.memory_items and found.task.template == "report")


def _gold(world: World) -> dict[str, str]:
    facts = {fact.id: fact for fact in world.scenario.facts}
    return {item.fact: stated(item, facts) for item in world.task.memory_items}


def test_notes_that_hold_the_values_count_whatever_became_of_the_task(world: World):
    gold = _gold(world)
    seen = {fact: at for at, fact in enumerate(gold)}
    writes = tuple(NoteWrite(seen[fact], f"{fact}: {value}", fact) for fact, value in gold.items())
    found = score(world, MemoryTrace(30, False, writes, (), seen, dict.fromkeys(gold, 20)))
    assert (found.accuracy, found.irr, found.count("complete")) == (1.0, 0.0, len(gold))
    assert (found.trigger_precision, found.trigger_recall, found.delay) == (1.0, 1.0, 0.0)
    assert found.size > 0


def test_late_and_idle_notes(world: World):
    gold = _gold(world)
    seen = dict.fromkeys(gold, 3)
    writes = (NoteWrite(1, "nothing of interest", "x"), *(NoteWrite(7, value, fact) for fact, value in gold.items()))
    found = score(world, MemoryTrace(30, False, writes, (), seen, dict.fromkeys(gold, 20)))
    assert (found.trigger_precision, found.trigger_recall, found.delay, found.accuracy) == (0.0, 0.0, 4.0, 1.0)


def test_a_note_taken_back_before_it_is_needed_is_gone(world: World):
    gold = _gold(world)
    writes = (*(NoteWrite(3, value, fact) for fact, value in gold.items()), *(NoteWrite(9, "", fact) for fact in gold))
    trace = MemoryTrace(30, False, writes, (), dict.fromkeys(gold, 3), dict.fromkeys(gold, 20))
    assert score(world, trace).accuracy == 0.0
    early = MemoryTrace(30, False, writes, (), dict.fromkeys(gold, 3), dict.fromkeys(gold, 5))
    assert score(world, early).accuracy == 1.0


def test_the_ratio_of_successes():
    assert mtpr(0.3, 0.6) == 0.5
    assert mtpr(0.3, 0.0) is None
