"""One grammar: what is rendered is read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.errors import UsageError
from sextant_worlds import instructions as ins
from sextant_worlds.instructions import parse, phrase, slot_name

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
def orderings(draw: st.DrawFn) -> ins.Ordering:
    pairs = draw(st.lists(st.tuples(labels, slots), min_size=2, max_size=5))
    names, values = tuple(name for name, _ in pairs), tuple(slot for _, slot in pairs)
    return ins.Ordering(names, values, draw(st.sampled_from(("smallest", "largest"))), draw(slots))


lines: st.SearchStrategy[ins.Instruction] = st.one_of(
    st.builds(ins.Opening, labels),
    st.builds(ins.Tapping, labels, rows),
    st.builds(ins.Holding, labels, rows),
    st.builds(ins.Touching, numbers, numbers, labels),
    st.builds(ins.FindInstruction, labels, slots, rows),
    st.builds(ins.Looking, labels, slots),
    st.builds(ins.Adding, st.lists(slots, min_size=1, max_size=6).map(tuple), slots),
    orderings(),
    st.builds(ins.Typing, labels, labels),
    st.builds(ins.Typing, slots.map(lambda slot: f"{{{slot}}}"), labels),
    st.builds(ins.Pressing, st.sampled_from(("enter", "back", "home", "recents"))),
    st.builds(ins.WaitInstruction, labels),
    st.builds(ins.Choosing, slots, labels, numbers, numbers),
    st.builds(ins.GoingOn, numbers),
    st.just(ins.Finishing()),
    st.just(ins.GivingUp()),
)


@given(lines)
def test_what_is_said_is_understood(instruction: ins.Instruction) -> None:
    assert parse(phrase(instruction)) == instruction


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ('Open the app "Wallet".', ins.Opening("Wallet")),
        ('Tap "Archive" in the row "Ceramic teapot".', ins.Tapping("Archive", "Ceramic teapot")),
        ('Find "Pickup code" and remember its value as {A}.', ins.FindInstruction("Pickup code", "A")),
        ('Type {A} into "Answer".', ins.Typing("{A}", "Answer")),
        ('Type "{A}; {B}" into "Answer".', ins.Typing("{A}; {B}", "Answer")),
        ('If {A} is "Delayed", go on with line 9, otherwise with line 12.', ins.Choosing("A", "Delayed", 9, 12)),
        ("Go back.", ins.Pressing("back")),
        ("Say that it cannot be done.", ins.GivingUp()),
    ],
)
def test_the_fixed_phrases(line: str, meant: ins.Instruction) -> None:
    assert parse(line) == meant
    assert phrase(meant) == line


@pytest.mark.parametrize("line", ["", "Tap.", 'Tap "a" twice.', 'tap "a".', 'Type {a} into "b".', 'Tap "a"'])
def test_anything_else_is_refused(line: str) -> None:
    with pytest.raises(UsageError, match="not an instruction"):
        parse(line)
