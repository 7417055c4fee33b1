"""The reference program of a task: restricted Python over steps in words, each bound to moves that carry it out.

`program` is written as a Semantic Task Program: `step("…")`, `for item in each("…"):`, `if holds("…"):`. The mappings
say what each text means in this world, so that the program can be proven by carrying it out.
"""

from typing import Annotated, Literal

from pydantic import Field

from sextant_worlds.spec.base import Id, SpecModel
from sextant_worlds.spec.effects import Cond


class OpenMove(SpecModel):
    """Brings an app to the front, by the launcher."""

    kind: Literal["open"] = "open"
    app: Id


class TapMove(SpecModel):
    """Touches the element of a test id, scrolling to it where needed."""

    kind: Literal["tap"] = "tap"
    test_id: str
    """`{item.id}` inside an iteration."""


class HoldMove(SpecModel):
    kind: Literal["hold"] = "hold"
    test_id: str


class CellMove(SpecModel):
    """Touches a cell of a board."""

    kind: Literal["cell"] = "cell"
    board: str
    row: int
    column: int


class TypeMove(SpecModel):
    """Types into a field. The text may hold `{fact:ID}`, `{item.FIELD}`, `{answer}` and `{total}`."""

    kind: Literal["type"] = "type"
    test_id: str
    text: str


class EnterMove(SpecModel):
    kind: Literal["enter"] = "enter"


class PressMove(SpecModel):
    kind: Literal["press"] = "press"
    key: Literal["back", "home", "recents"]


class ReadMove(SpecModel):
    """The facts stand on the screen now and have to be remembered: the encoding step."""

    kind: Literal["read"] = "read"
    facts: tuple[Id, ...]
    item: str = ""
    """Inside an iteration: the field of the item that is read and added to `{total}`."""


class WaitMove(SpecModel):
    """Waits until the element is there."""

    kind: Literal["wait"] = "wait"
    test_id: str


Move = Annotated[
    OpenMove | TapMove | HoldMove | CellMove | TypeMove | EnterMove | PressMove | ReadMove | WaitMove,
    Field(discriminator="kind"),
]


class Each(SpecModel):
    """The records an iteration runs over, in the order in which the app lists them."""

    app: Id
    collection: Id
    where: tuple[Cond, ...] = ()


class Holds(SpecModel):
    """What a condition asks: of the world's state, or of a fact that was read."""

    app: Id | None = None
    cond: Cond | None = None
    """Over the app's variables and collections, or the item (`item.FIELD`)."""
    fact: Id | None = None
    equals: str = ""


class Reference(SpecModel):
    """A program and what its words mean here."""

    program: str
    steps: dict[str, tuple[Move, ...]]
    loops: dict[str, Each] = {}
    conditions: dict[str, Holds] = {}
    ends: Literal["complete", "infeasible"] = "complete"
