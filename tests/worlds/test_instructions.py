"""One grammar: what is rendered is read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.errors import UsageError
from sextant_worlds.instructions import (
    Adding,
    Choosing,
    FindInstruction,
    Finishing,
    GivingUp,
    GoingOn,
    Holding,
    Instruction,
    Looking,
    Opening,
    Ordering,
    Pressing,
    Tapping,
    Touching,
    Typing,
    WaitInstruction,
    parse,
    phrase,
    slot_name,
)

labels = (
    st.text(
        st.one_of(st.sampled_from('ab "\\.{}>,订单'), st.characters(codec="utf-8", exclude_categories=("C", "Z"))),
        min_size=1,
        max_size=20,
    )
    .map(lambda text: " ".join(text.split()))
    .filter(bool)
)
rows = st.one_of(st.just(""), labels)
numbers = st.integers(1, 200)
slots = st.integers(0, 90).map(slot_name)


@st.composite
def orderings(draw: st.DrawFn) -> Ordering:
    pairs = draw(st.lists(st.tuples(labels, slots), min_size=2, max_size=5))
    names, values = tuple(name for name, _ in pairs), tuple(slot for _, slot in pairs)
    return Ordering(names, values, draw(st.sampled_from(("smallest", "largest"))), draw(slots))


lines: st.SearchStrategy[Instruction] = st.one_of(
    st.builds(Opening, labels),
    st.builds(Tapping, labels, rows),
    st.builds(Holding, labels, rows),
    st.builds(Touching, numbers, numbers, labels),
    st.builds(FindInstruction, labels, slots, rows),
    st.builds(Looking, labels, slots),
    st.builds(Adding, st.lists(slots, min_size=1, max_size=6).map(tuple), slots),
    orderings(),
    st.builds(Typing, labels, labels),
    st.builds(Typing, slots.map(lambda slot: f"{{{slot}}}"), labels),
    st.builds(Pressing, st.sampled_from(("enter", "back", "home", "recents"))),
    st.builds(WaitInstruction, labels),
    st.builds(Choosing, slots, labels, numbers, numbers),
    st.builds(GoingOn, numbers),
    st.just(Finishing()),
    st.just(GivingUp()),
)


@given(lines)
def test_what_is_said_is_understood(instruction: Instruction) -> None:
    assert parse(phrase(instruction)) == instruction


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ('Open the app "Wallet".', Opening("Wallet")),
        ('Tap "Archive" in the row "Ceramic teapot".', Tapping("Archive", "Ceramic teapot")),
        ('Find "Pickup code" and remember its value as {A}.', FindInstruction("Pickup code", "A")),
        ('Type {A} into "Answer".', Typing("{A}", "Answer")),
        ('Type "{A}; {B}" into "Answer".', Typing("{A}; {B}", "Answer")),
        ('If {A} is "Delayed", go on with line 9, otherwise with line 12.', Choosing("A", "Delayed", 9, 12)),
        ("Go back.", Pressing("back")),
        ("Say that it cannot be done.", GivingUp()),
    ],
)
def test_the_fixed_phrases(line: str, meant: Instruction) -> None:
    assert parse(line) == meant
    assert phrase(meant) == line


@pytest.mark.parametrize("line", ["", "Tap.", 'Tap "a" twice.', 'tap "a".', 'Type {a} into "b".', 'Tap "a"'])
def test_anything_else_is_refused(line: str) -> None:
    with pytest.raises(UsageError, match="not an instruction"):
        parse(line)
