"""Screens: an `Observation` as the device returns it, and a `Screen` after perception."""

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Annotated, Any, ClassVar, Literal

from sextant.dataclass import dataclass
from sextant.types.geometry import Box, Size

Affordance = Literal["tap", "type", "select", "scroll", "upload"]
"""What a touch on an element can do."""

State = Literal[
    "checked",
    "disabled",
    "editable",
    "expanded",
    "focused",
    "invalid",
    "mixed",
    "password",
    "pressed",
    "readonly",
    "required",
    "selected",
    "unchecked",
    "unpressed",
]
"""`unchecked`, `unpressed`: it can be checked or pressed in, and is not."""

Visibility = Literal["visible", "clipped", "covered", "offscreen"]
"""`clipped`: partly outside the viewport or its scroller; `covered`: something else would receive the touch."""

Condition = Literal["ok", "empty_hierarchy", "stale_hierarchy", "blank", "error_page", "crashed", "app_gone"]
"""`empty_hierarchy`: something is drawn, but nothing is described (a canvas, a game). `stale_hierarchy`: what describes
the screen is about an earlier one; only the elements that the picture confirms are listed. Neither is a success."""

FIELDS = frozenset(  # structural: ARIA roles
    {"combobox", "listbox", "searchbox", "slider", "spinbutton", "textbox"}
)
"""Roles of what holds a value that a person sets."""


class _InOrder:
    """Writes a set as a sorted list: its order differs between processes, and equal screens need equal texts."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema  # pydantic is loaded only to write screens

        schema = handler(source)
        schema["serialization"] = core_schema.plain_serializer_function_ser_schema(sorted, when_used="json")
        return schema


ModalKind = Literal["alert", "confirm", "prompt", "beforeunload", "select", "file_chooser", "permission", "auth"]


@dataclass(frozen=True, slots=True)
class Element:
    """One visible control or piece of text.

    `index` is valid on its own screen only; what outlives a step is an `ElementRef`. The value of a password field
    is never present.
    """

    index: int
    box: Box
    role: str
    """ARIA role in lower case: `button`, `link`, `textbox`, `checkbox`, `heading`, `text`, `image` …"""
    text: str = ""
    """Visible text, white space collapsed."""
    name: str = ""
    """Accessible name (W3C accname), which may differ from the text."""
    test_id: str = ""
    value: str = ""
    hint: str = ""
    """Placeholder or description."""
    href: str = ""
    input_type: str = ""
    """`email`, `date`, `password`, `submit` … for form controls."""
    states: Annotated[frozenset[State], _InOrder()] = frozenset()
    affordances: Annotated[frozenset[Affordance], _InOrder()] = frozenset()
    visibility: Visibility = "visible"
    parent: int | None = None
    """Index of the nearest enclosing element that is itself listed."""
    landmark: str = ""
    """Its region: `navigation`, `main`, `dialog: Delete note` …"""
    frame: str = ""
    """Empty in the main document, else the frame's origin and position."""
    source: Literal["hierarchy", "ocr", "icon", "modal"] = "hierarchy"
    drawn: str = ""
    """What its drawing tells and no attribute says: `looks selected`, `on the right`."""
    enter: int | None = None
    """Index of the button that Enter presses in this field, where the device knows that it presses one."""
    masked: int | None = None
    """Characters that a password field holds, as its dots tell a person; None where the device cannot tell."""

    @property
    def label(self) -> str:
        """The name of the element for people; never the content of a field."""
        holds = self.role in FIELDS or self.affordances
        return self.name or self.text or self.hint or ("" if holds else self.value)

    @property
    def interactable(self) -> bool:
        return bool(self.affordances) and "disabled" not in self.states

    @property
    def markable(self) -> bool:
        """Whether a touch may target it, such as a point on a canvas."""
        return self.interactable or self.role == "canvas"


@dataclass(frozen=True, slots=True)
class ElementRef:
    """A description of an element that survives the step: test id, or role + name + anchor.

    `anchor` is the label of the nearest landmark, row or heading that tells equal names apart; `ordinal` counts
    among elements that are equal in all the rest, in document order.
    """

    role: str
    name: str
    test_id: str = ""
    anchor: str = ""
    ordinal: int = 0


@dataclass(frozen=True, slots=True)
class ScreenKey:
    """The coarse identity of a screen, independent of the contents of its lists and fields.

    `id` is stable across processes and machines; `label` is for people.
    """

    app: str
    id: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded picture of the viewport; `scale` is picture pixels per viewport pixel.

    A model reads `label`, where there is one, right before the picture.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = {"ser_json_bytes": "base64", "val_json_bytes": "base64"}

    data: bytes = field(repr=False)
    media_type: Literal["image/png", "image/jpeg", "image/webp"]
    scale: float
    label: str = ""


@dataclass(frozen=True, slots=True)
class Modal:
    """A native dialog, chooser or permission prompt that blocks the page; its widgets are the screen's elements."""

    kind: ModalKind
    message: str
    origin: str = ""


@dataclass(frozen=True, slots=True)
class ScrollExtent:
    """How far the page can still be scrolled, in pixels."""

    above: float = 0.0
    below: float = 0.0
    left: float = 0.0
    right: float = 0.0


@dataclass(frozen=True, slots=True)
class Observation:
    """The raw data of a device at one moment, before perception. Made by `Device.look`."""

    app: str
    """Foreground component: the origin of a page, an Android package."""
    location: str
    """URL or activity; secrets in it are the device's to remove."""
    title: str
    size: Size
    elements: tuple[Element, ...]
    landmarks: tuple[str, ...] = ()
    """Structural landmarks, headings of level one and dialogs, in document order: the skeleton of the screen."""
    modal: Modal | None = None
    condition: Condition = "ok"
    picture: Picture | None = None
    scroll: ScrollExtent = ScrollExtent()
    keyboard_height: float = 0.0
    """Pixels covered by the virtual keyboard."""
    settled: bool = True
    """False when the page was still changing when the deadline passed."""
    at: float = 0.0
    """Unix seconds, from the device's clock."""
    notes: tuple[str, ...] = ()
    """What happened since the last look and is not to be seen: `opened a new tab`, `downloaded report.pdf`."""
    said: tuple[str, ...] = ()
    """What the page said in passing (a toast, a live region) since the last act, and does not show any more."""
    unlisted: tuple[Element, ...] = ()
    """What the picture shows and `elements` does not, or only cut: it is searched for private values and then dropped.
    A text that ends in `…` has more."""
    facts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Further named facts for identity: `route`, `http_status` … A phone that knows what is in front names it:
    `component` (`shop/item`, `shop/cart+sure` with a dialog over it) and, where it shows one thing of many, `instance`.
    """

    def element(self, index: int) -> Element | None:
        """The element with that index, or None."""
        if 0 <= index < len(self.elements) and self.elements[index].index == index:
            return self.elements[index]
        return next((element for element in self.elements if element.index == index), None)


@dataclass(frozen=True, slots=True)
class Screen:
    """A perceived screen: what the rest of the system reasons about.

    `key` is the coarse identity, `binding` the parameters that its template bound (an item page is one node with a
    binding), `digest` the fine identity that tells stagnation and late effects.
    """

    key: ScreenKey
    digest: str
    observation: Observation
    binding: tuple[tuple[str, str], ...] = ()
    look: int = 0
    """Counts the looks of one run; two screens of one look are one screen."""

    @property
    def elements(self) -> tuple[Element, ...]:
        return self.observation.elements

    @property
    def app(self) -> str:
        return self.observation.app

    @property
    def location(self) -> str:
        return self.observation.location

    @property
    def title(self) -> str:
        return self.observation.title

    @property
    def size(self) -> Size:
        return self.observation.size

    @property
    def modal(self) -> Modal | None:
        return self.observation.modal

    @property
    def condition(self) -> Condition:
        return self.observation.condition

    @property
    def picture(self) -> Picture | None:
        return self.observation.picture

    def element(self, index: int) -> Element | None:
        """The element with that index, or None."""
        return self.observation.element(index)

    def around(self, element: Element) -> Iterator[Element]:
        """The elements that contain an element, the nearest first."""
        parent, met = element.parent, set[int]()
        while parent is not None and parent not in met and (holder := self.element(parent)) is not None:
            met.add(parent)
            yield holder
            parent = holder.parent
