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
def orderings(draw: st.DrawFn) -> ins.OrderInstruction:
    pairs = draw(st.lists(st.tuples(labels, slots), min_size=2, max_size=5))
    names, values = tuple(name for name, _ in pairs), tuple(slot for _, slot in pairs)
    return ins.OrderInstruction(names, values, draw(st.sampled_from(("smallest", "largest"))), draw(slots))


lines: st.SearchStrategy[ins.Instruction] = st.one_of(
    st.builds(ins.OpenInstruction, labels),
    st.builds(ins.TapInstruction, labels, rows),
    st.builds(ins.HoldInstruction, labels, rows),
    st.builds(ins.TouchCellInstruction, numbers, numbers, labels),
    st.builds(ins.FindInstruction, labels, slots, rows),
    st.builds(ins.LookInstruction, labels, slots),
    st.builds(ins.AddInstruction, st.lists(slots, min_size=1, max_size=6).map(tuple), slots),
    orderings(),
    st.builds(ins.TypeInstruction, labels, labels),
    st.builds(ins.TypeInstruction, slots.map(lambda slot: f"{{{slot}}}"), labels),
    st.builds(ins.PressInstruction, st.sampled_from(("enter", "back", "home", "recents"))),
    st.builds(ins.WaitInstruction, labels),
    st.builds(ins.ChooseInstruction, slots, labels, numbers, numbers),
    st.builds(ins.GotoInstruction, numbers),
    st.just(ins.FinishInstruction()),
    st.just(ins.GiveUpInstruction()),
)


@given(lines)
def test_what_is_said_is_understood(instruction: ins.Instruction) -> None:
    assert parse(phrase(instruction)) == instruction


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ('Open the app "Wallet".', ins.OpenInstruction("Wallet")),
        ('Tap "Archive" in the row "Ceramic teapot".', ins.TapInstruction("Archive", "Ceramic teapot")),
        ('Find "Pickup code" and remember its value as {A}.', ins.FindInstruction("Pickup code", "A")),
        ('Type {A} into "Answer".', ins.TypeInstruction("{A}", "Answer")),
        ('Type "{A}; {B}" into "Answer".', ins.TypeInstruction("{A}; {B}", "Answer")),
        (
            'If {A} is "Delayed", go on with line 9, otherwise with line 12.',
            ins.ChooseInstruction("A", "Delayed", 9, 12),
        ),
        ("Go back.", ins.PressInstruction("back")),
        ("Say that it cannot be done.", ins.GiveUpInstruction()),
    ],
)
def test_the_fixed_phrases(line: str, meant: ins.Instruction) -> None:
    assert parse(line) == meant
    assert phrase(meant) == line


@pytest.mark.parametrize("line", ["", "Tap.", 'Tap "a" twice.', 'tap "a".', 'Type {a} into "b".', 'Tap "a"'])
def test_anything_else_is_refused(line: str) -> None:
    with pytest.raises(UsageError, match="not an instruction"):
        parse(line)
