"""What a touch does: a closed union of effects on the state of a world, and the conditions they may hang on.

Texts are templates. `{name}` is a field of the record at hand (the row that was touched, else the record of the
page); `{var:x}` a variable of the app, `{ui:x}` what a field or choice of the page holds, `{count:things}` and
`{sum:things.price}` are computed from a collection. A format may follow: `{price|money}`, `{day|date}`, `{at|time}`.
"""

from typing import Annotated, Literal, get_args

from pydantic import Field

from sextant_worlds.spec.base import Id, SpecModel, Value


class Cond(SpecModel):
    """A comparison. `left` is an expression as inside the braces of a template: `stock`, `var:unit`, `count:cart`."""

    left: str
    op: Literal["eq", "ne", "lt", "le", "gt", "ge", "has"]
    right: Value
    """A template where it is a string."""


class Go(SpecModel):
    """Opens a page on top of the present one, with the record at hand."""

    kind: Literal["go"] = "go"
    page: Id
    record: str = ""
    """Template of the id of the record to open it with; empty: the record at hand."""


class Back(SpecModel):
    """Leaves the page as the back key does."""

    kind: Literal["back"] = "back"


class Launch(SpecModel):
    """Brings another app to the front, at a page of it."""

    kind: Literal["launch"] = "launch"
    app: Id
    page: Id | None = None
    record: str = ""


class SetVar(SpecModel):
    """Sets a variable of the app."""

    kind: Literal["set"] = "set"
    var: Id
    value: Value
    """A template where it is a string."""


class Toggle(SpecModel):
    """Flips a true-or-false variable."""

    kind: Literal["toggle"] = "toggle"
    var: Id


class Add(SpecModel):
    """Adds to a number, within bounds."""

    kind: Literal["add"] = "add"
    var: Id
    by: int = 1
    low: int = 0
    high: int = 99


class Put(SpecModel):
    """Appends a record to a collection; its id is `new-N`. A record whose `key` fields are equal is raised instead.

    `count`: the field that is raised by one where an equal record is there already (a cart's quantity).
    """

    kind: Literal["put"] = "put"
    into: Id
    fields: dict[str, Value]
    key: tuple[str, ...] = ()
    count: str = ""


class Patch(SpecModel):
    """Changes a field of the record at hand."""

    kind: Literal["patch"] = "patch"
    field: str
    value: Value
    by: int | None = None
    """Adds so much instead of setting."""


class Drop(SpecModel):
    """Removes the record at hand."""

    kind: Literal["drop"] = "drop"


class Empty(SpecModel):
    """Removes every record of a collection."""

    kind: Literal["empty"] = "empty"
    collection: Id


class ClearField(SpecModel):
    """Empties a field of the page."""

    kind: Literal["clear"] = "clear"
    field: Id


class FillField(SpecModel):
    """Puts a text into a field of the page: `{clip}` pastes."""

    kind: Literal["fill"] = "fill"
    field: Id
    text: str


class Say(SpecModel):
    """Shows a toast for a few steps."""

    kind: Literal["say"] = "say"
    text: str


class Copy(SpecModel):
    """Puts a text on the clipboard."""

    kind: Literal["copy"] = "copy"
    text: str


class Ask(SpecModel):
    """Opens a dialog of the page."""

    kind: Literal["ask"] = "ask"
    dialog: Id


class Commit(SpecModel):
    """Notes an act that cannot be taken back: an order, a payment, a message. Grading counts these."""

    kind: Literal["commit"] = "commit"
    act: Id
    fields: dict[str, Value] = {}


class Later(SpecModel):
    """Does something after so many steps: a delivery, a sync, a reply."""

    kind: Literal["later"] = "later"
    steps: int = Field(ge=1, le=50)
    do: tuple["Effect", ...]


class When(SpecModel):
    """Does one thing or another."""

    kind: Literal["when"] = "when"
    cond: Cond
    then: tuple["Effect", ...] = ()
    otherwise: tuple["Effect", ...] = ()


class Submit(SpecModel):
    """Hands in what the field holds as the answer of the task. It counts once."""

    kind: Literal["submit"] = "submit"
    field: Id


class Play(SpecModel):
    """A touch on a board: the game's own rule decides (see `Board`)."""

    kind: Literal["play"] = "play"


Effect = Annotated[
    Go
    | Back
    | Launch
    | SetVar
    | Toggle
    | Add
    | Put
    | Patch
    | Drop
    | Empty
    | ClearField
    | FillField
    | Say
    | Copy
    | Ask
    | Commit
    | Later
    | When
    | Submit
    | Play,
    Field(discriminator="kind"),
]
Later.model_rebuild()
When.model_rebuild()

EFFECTS: tuple[type[SpecModel], ...] = get_args(get_args(Effect)[0])
"""The models of the union."""
