"""What the memory score must not depend on: width, case, spacing, what stands around, the direction of a list."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as some

from sextant.worlds.memory import compare
from sextant.worlds.spec.scenario import FactKind

_WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
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
    ("text", "spare key under the blue pot", "umbrella in the hall cupboard"),
)
_golds = some.sampled_from(_GOLDS)
_frames = some.sampled_from(
    ("{}", "Noted: {}", "note: {}.", '{{"value": "{}"}}', "- {}\n- go back to the list", "  {}  ", "记下：{}")
)
_items = some.permutations(["Milan", "Rome", "Turin", "Lisbon", "Osaka", "Quito"])


@settings(max_examples=60, deadline=None)
@given(_golds, _frames)
def test_a_value_verbatim_is_complete_and_another_is_none(gold: tuple[FactKind, str, str], frame: str):
    kind, value, other = gold
    assert compare(value, frame.format(value), kind) == "complete"
    assert compare(value, frame.format(other), kind) == "none"
    assert compare(other, frame.format(value), kind) == "none"


@settings(max_examples=60, deadline=None)
@given(_golds, some.sampled_from(["wide", "upper", "lower", "spaces"]))
def test_width_case_and_spacing_do_not_count(gold: tuple[FactKind, str, str], how: str):
    kind, value, other = gold
    for text in (value, other):
        written = {
            "wide": text.translate(_WIDE),
            "upper": text.upper(),
            "lower": text.lower(),
            "spaces": f"  {text.replace(' ', '  ')}\n",
        }[how]
        assert compare(value, written, kind) == compare(value, text, kind)


@settings(max_examples=60, deadline=None)
@given(_golds)
def test_a_correction_keeps_the_new_value(gold: tuple[FactKind, str, str]):
    kind, value, other = gold
    if kind in ("text", "condition", "ordering"):
        return
    for frame in ("was {}, now {}", "~~{}~~ {}", "not {} but {}", "{} - correction: {}", "原来是{}，现在改成{}"):
        assert compare(value, frame.format(other, value), kind) == "complete", frame
        assert compare(other, frame.format(other, value), kind) == "none", frame


@settings(max_examples=60, deadline=None)
@given(_golds)
def test_two_values_without_a_choice_are_half(gold: tuple[FactKind, str, str]):
    kind, value, other = gold
    if kind in ("text", "ordering"):
        return
    for frame in ("{} or {}", "{}? {}?", "either {} or {}", "{}还是{}"):
        assert compare(value, frame.format(value, other), kind) == "partial", frame
        assert compare(value, frame.format(other, value), kind) == "partial", frame


@settings(max_examples=40, deadline=None)
@given(some.integers(1, 9_999_999))
def test_locale_formats_of_an_amount_are_one(cents: int):
    whole, rest = divmod(cents, 100)
    english = f"{whole:,}.{rest:02d}"
    german = english.translate(str.maketrans(",.", ".,"))
    swiss, french = english.replace(",", "'"), german.replace(".", " ")
    for gold, note in itertools.permutations([english, german, swiss, french], 2):
        assert compare(f"€{gold}", f"{note} €", "price") == "complete", (gold, note)


@settings(max_examples=40, deadline=None)
@given(_items, some.integers(3, 5), some.data())
def test_relations_in_any_sequence_give_the_order(items: list[str], size: int, data: some.DataObject):
    items = items[:size]
    said = data.draw(some.sampled_from(["{0} before {1}", "{1} after {0}", "{0} comes before {1}", "{1} follows {0}"]))
    pairs = data.draw(some.permutations(list(itertools.pairwise(items))))
    note = "; ".join(said.format(*pair) for pair in pairs)
    assert compare(" > ".join(items), note, "ordering") == "complete", note
    assert compare(" > ".join(reversed(items)), note, "ordering") == "none", note


@settings(max_examples=40, deadline=None)
@given(_items, some.integers(3, 5), some.data())
def test_places_in_any_sequence_give_the_order(items: list[str], size: int, data: some.DataObject):
    items = items[:size]
    ordinals = ("first", "second", "third", "fourth", "fifth")
    said = data.draw(some.sampled_from(["{1}: {0}", "{0} is {1}", "{1} comes {0}", "{0} - {1}"]))
    shuffled = data.draw(some.permutations(list(zip(items, ordinals, strict=False))))
    note = "; ".join(said.format(*pair) for pair in shuffled)
    assert compare(" > ".join(items), note, "ordering") == "complete", note
    swapped = [items[1], items[0], *items[2:]]
    assert compare(" > ".join(swapped), note, "ordering") == "none", note


@settings(max_examples=60, deadline=None)
@given(some.text(max_size=80), _golds)
def test_any_note_has_a_label(note: str, gold: tuple[FactKind, str, str]):
    kind, value, _ = gold
    assert compare(value, note, kind, today="2026-03-10") in ("complete", "partial", "none")
    assert compare(note, value, kind) in ("complete", "partial", "none")
