"""Reference programs: what is read, what is refused, and the moves that come out."""

from collections.abc import Sequence

import pytest

from sextant_worlds.reference import Bound, Item, ReferenceProgramError, TakenBranch, moves_of, parse
from sextant_worlds.spec.effects import Cond
from sextant_worlds.spec.reference import Each, Holds, OpenMove, Reference, TapMove, TypeMove

PROGRAM = """
step("Open the shop")
for item in each("every order"):
    step("Archive {item}")
if holds("the parcel is delayed"):
    step("Tell Amara")
else:
    step("Tell Ben")
"""


class Given:
    """A world in which there are two orders and the parcel is late or not."""

    def __init__(self, late: bool) -> None:
        self.late = late

    def items(self, each: Each) -> Sequence[Item]:
        return [{"id": "o1", "item": "o1", "name": "Teapot"}, {"id": "o2", "name": "Cup"}]

    def holds(self, holds: Holds, item: Item | None) -> bool:
        return self.late


REFERENCE = Reference(
    program=PROGRAM,
    steps={
        "Open the shop": (OpenMove(app="shop"),),
        "Archive {item}": (TapMove(test_id="orders-{item.id}-archive"),),
        "Tell Amara": (TypeMove(test_id="to", text="{fact:code} {item.name}"),),
        "Tell Ben": (TapMove(test_id="ben"),),
    },
    loops={"every order": Each(app="shop", collection="orders")},
    conditions={"the parcel is delayed": Holds(cond=Cond(left="var:late", op="eq", right=True), app="shop")},
)


@pytest.mark.parametrize(("late", "last"), [(True, "to"), (False, "ben")])
def test_moves_follow_lists_and_conditions(late: bool, last: str) -> None:
    found = list(moves_of(REFERENCE, Given(late)))
    branches = [part.taken for part in found if isinstance(part, TakenBranch)]
    moves = [part.move for part in found if isinstance(part, Bound)]
    assert branches == [late]
    assert moves[1:3] == [TapMove(test_id="orders-o1-archive"), TapMove(test_id="orders-o2-archive")]
    assert isinstance(moves[-1], (TapMove, TypeMove))
    assert moves[-1].test_id == last


@pytest.mark.parametrize(
    ("program", "line", "column"),
    [
        ("", 1, 1),
        ("import os", 1, 1),
        ('step("a")\nx = 1', 2, 1),
        ('step("a", "b")', 1, 1),
        ("step(1)", 1, 6),
        ('while holds("a"):\n    step("b")', 1, 1),
        ('for item in each("a"):\n    print("b")', 2, 5),
        ('for item in range("a"):\n    step("b")', 1, 13),
        ("if 1:\n    step('b')", 1, 1),
        ('step("a"', 1, 5),
        ('step("a").x()', 1, 1),
    ],
)
def test_anything_else_is_refused_with_its_place(program: str, line: int, column: int) -> None:
    with pytest.raises(ReferenceProgramError) as refused:
        parse(program)
    assert (refused.value.line, refused.value.column) == (line, column)
    with pytest.raises(ReferenceProgramError, match="no meaning"):
        list(moves_of(REFERENCE.model_copy(update={"program": 'step("Dance")'}), Given(True)))
