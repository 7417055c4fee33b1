"""What a page is made of: a closed union of blocks, laid out from top to bottom.

Test ids follow from ids: a button's, field's or toggle's is its own; a row's `{list}-{record}`, its action's
`{list}-{record}-{action}`, a filter's `{list}-filter-{filter}`, a sort's `{list}-sort-{sort}`, an option's
`{choice}-{option}`, a stepper's `{stepper}-minus` and `-plus`, a fact's `fact-{id}`, a tab's `tab-{id}`. The first
search field of a page is `search-input`.
"""

from typing import Annotated, Literal

from pydantic import Field

from sextant_worlds.spec.base import Id, SpecModel
from sextant_worlds.spec.effects import Cond, Effect

IconName = str
"""Name of an icon of the vendored set; `sextant_worlds.page.icons` lists them."""


class Heading(SpecModel):
    kind: Literal["heading"] = "heading"
    text: str


class Text(SpecModel):
    """A paragraph. `large` is for a number or a name that stands alone."""

    kind: Literal["text"] = "text"
    text: str
    style: Literal["body", "muted", "large", "small"] = "body"
    id: Id | None = None
    when: Cond | None = None


class FactRow(SpecModel):
    """A label and a value; the row carries the test id `fact-{id}`."""

    id: Id
    label: str
    value: str
    when: Cond | None = None


class FactsBlock(SpecModel):
    """A card of labelled values."""

    kind: Literal["facts"] = "facts"
    rows: tuple[FactRow, ...]
    title: str = ""


class Filter(SpecModel):
    """A filter button; pressed, it shows the records that meet the condition."""

    id: Id
    label: str
    where: Cond


class Sort(SpecModel):
    id: Id
    label: str
    by: str
    down: bool = False


class RowAction(SpecModel):
    """A small button in a row."""

    id: Id
    label: str
    icon: IconName = ""
    do: tuple[Effect, ...]
    when: Cond | None = None


class ListRow(SpecModel):
    """How a record is shown in a list."""

    title: str
    detail: str = ""
    """Second line."""
    aside: str = ""
    """At the right: a price, a time."""
    badge: str = ""
    """A small pill; empty text hides it."""
    lead: Literal["none", "avatar", "icon", "photo", "swatch"] = "none"
    """What stands at the left; an avatar's initials and a photo's motif come from `seed`."""
    seed: str = ""
    """Template: the name behind an avatar, the motif of a photo, the icon's name, the swatch's colour."""
    unread: Cond | None = None
    """Bold with a dot while it holds."""


class List(SpecModel):
    """A list of records: rows, cards, tiles in two columns, or chat bubbles."""

    kind: Literal["list"] = "list"
    id: Id
    source: Id
    """Name of the collection."""
    where: tuple[Cond, ...] = ()
    """Records shown, before search and filters; `right` may hold `{id}` of the page's record."""
    row: ListRow
    shape: Literal["rows", "cards", "tiles", "bubbles"] = "rows"
    mine: Cond | None = None
    """Bubbles for which it holds stand at the right."""
    search: tuple[str, ...] = ()
    """Fields that the search looks into; none: no search field."""
    search_hint: str = ""
    filters: tuple[Filter, ...] = ()
    sorts: tuple[Sort, ...] = ()
    tap: tuple[Effect, ...] = ()
    hold: tuple[Effect, ...] = ()
    """What a long press does."""
    actions: tuple[RowAction, ...] = ()
    empty: str = ""


class Button(SpecModel):
    kind: Literal["button"] = "button"
    id: Id
    label: str
    icon: IconName = ""
    style: Literal["primary", "plain", "danger", "link"] = "primary"
    do: tuple[Effect, ...]
    enabled: Cond | None = None
    when: Cond | None = None


class InputField(SpecModel):
    """A text field. What is typed belongs to the page (`{ui:id}`), and to the app (`{var:…}`) where `var` is set."""

    kind: Literal["field"] = "field"
    id: Id
    label: str
    hint: str = ""
    input: Literal["text", "number", "search", "secret", "long"] = "text"
    var: Id | None = None
    enter: tuple[Effect, ...] = ()


class ChoiceOption(SpecModel):
    id: Id
    label: str


class ChoiceBlock(SpecModel):
    """One of several: chips, a segmented control or radio rows. Kept in the variable `var`, else on the page."""

    kind: Literal["choice"] = "choice"
    id: Id
    label: str
    options: tuple[ChoiceOption, ...]
    style: Literal["chips", "segments", "radio"] = "chips"
    var: Id | None = None
    start: Id | None = None


class Switch(SpecModel):
    """A labelled switch bound to a variable."""

    kind: Literal["switch"] = "switch"
    id: Id
    label: str
    detail: str = ""
    var: Id
    icon: IconName = ""


class Stepper(SpecModel):
    """A number with minus and plus."""

    kind: Literal["stepper"] = "stepper"
    id: Id
    label: str
    var: Id
    low: int = 0
    high: int = 20
    unit: str = ""


class PictureBlock(SpecModel):
    """A drawn picture. What it shows stands in pixels only: no text, no accessible name but `alt`.

    `ticket`, `badge` and `sign` draw `text`; `swatch` a colour of that name, `photo` the motif of `seed`, `bars` and
    `ring` numbers, `map` a map with a pin, `dial` a switch that is on or off, `portrait` the initials of
    `seed`.
    """

    kind: Literal["picture"] = "picture"
    id: Id
    draw: Literal["ticket", "badge", "sign", "swatch", "photo", "bars", "ring", "map", "dial", "portrait"]
    text: str = ""
    seed: str = ""
    alt: str = ""
    tall: int = 160


class Banner(SpecModel):
    """A coloured strip. `shown` steps after the page was first opened it is gone for good; 0: it stays."""

    kind: Literal["banner"] = "banner"
    id: Id
    text: str
    style: Literal["info", "warning", "promo"] = "info"
    shown: int = 0
    when: Cond | None = None


class ComposerBlock(SpecModel):
    """A message field with a send button, fixed at the foot of the page. `{ui:id}` is the message."""

    kind: Literal["composer"] = "composer"
    id: Id
    hint: str
    send: tuple[Effect, ...]


class Board(SpecModel):
    """A board drawn on a canvas, without any hierarchy. Cells are records (`row`, `col`, `face`, `open`) of `source`.

    `turn`: a touched cell shows its face until `hides` others were turned (0: for good). `pick`: a touched cell
    becomes the value of `var`. `mark`: a touched cell's `marked` is flipped.
    """

    kind: Literal["board"] = "board"
    id: Id
    source: Id
    rows: int = Field(ge=2, le=12)
    columns: int = Field(ge=2, le=12)
    rule: Literal["turn", "pick", "mark"]
    var: Id | None = None
    hides: int = 1
    do: tuple[Effect, ...] = ()
    """Further effects of a touch; the cell is the record at hand."""


Block = Annotated[
    Heading
    | Text
    | FactsBlock
    | List
    | Button
    | InputField
    | ChoiceBlock
    | Switch
    | Stepper
    | PictureBlock
    | Banner
    | ComposerBlock
    | Board,
    Field(discriminator="kind"),
]
