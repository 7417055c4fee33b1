"""Screens that somebody else describes: an agent with a device of its own says what it sees, and gets a `Screen`.

What it says is bounded and believed no further than any app: it is data.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from sextant.perception.perceive import Perceiver
from sextant.protocols import Perceive
from sextant.types.geometry import Box, Size
from sextant.types.screens import Affordance, Element, Observation, Screen, ScrollExtent

__all__ = ["MOST_ELEMENTS", "ToldElement", "ToldScreen", "screen_of"]

MOST_ELEMENTS = 1000
"""So many elements of a screen are taken in; whatever follows is left out."""
LONGEST_TEXT = 500
_PASSIVE = frozenset(
    {"text", "heading", "image", "paragraph", "list", "table", "separator", "status", "label"}  # structural: ARIA roles
)
_SIZE = Size(412, 915)


@dataclass(frozen=True, slots=True)
class ToldElement:
    """One thing on a screen.

    Attributes:
        text: What it says, or is called.
        role: What it is: `button`, `link`, `textbox`, `heading`, `text` …
        clickable: Whether a touch does something; None: what its role says.
        box: x, y, width and height in pixels of the viewport; None where nobody knows.
        in_view: Whether it can be seen now, or only after scrolling.
        href: Its address, of a link.
        test_id: A name that the app's makers gave it.
        region: Where it stands: `navigation`, `main`, `dialog: Delete note` …
        index: The number by which advice names it; None: its place in the list, from 0.
    """

    text: str = ""
    role: str = "button"
    clickable: bool | None = None
    box: tuple[float, float, float, float] | None = None
    in_view: bool = True
    href: str = ""
    test_id: str = ""
    region: str = ""
    index: int | None = None


@dataclass(frozen=True, slots=True)
class ToldScreen:
    """A screen in somebody else's words.

    Attributes:
        app: The origin of a page or the package of an app; empty: the origin of the address.
        address: URL, activity or route: what tells screens apart best.
        title: The title of page or window.
        elements: What stands on it, in the order in which it is read.
        dialog: The name of a dialog that lies over it.
        size: Width and height of the viewport in pixels.
        more_below: Whether there is more to scroll to.
    """

    app: str = ""
    address: str = ""
    title: str = ""
    elements: tuple[ToldElement, ...] = ()
    dialog: str = ""
    size: tuple[float, float] = (_SIZE.width, _SIZE.height)
    more_below: bool = True


def screen_of(told: ToldScreen, perceive: Perceive | None = None) -> Screen:
    """The screen that is told of, with the identity that it has on every map."""
    address, app = told.address[:2000], told.app[:200]
    if not app:
        parts = urlsplit(address)
        app = f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
    size = Size(max(1.0, told.size[0]), max(1.0, told.size[1]))
    elements = tuple(_element(index, one, size) for index, one in enumerate(told.elements[:MOST_ELEMENTS]))
    observation = Observation(
        app=app,
        location=address,
        title=told.title[:LONGEST_TEXT],
        size=size,
        elements=elements,
        landmarks=tuple(_landmarks(told, elements)),
        scroll=ScrollExtent(below=size.height if told.more_below else 0.0),
        facts={"chrome": "\n".join(one.name for one in elements if one.landmark.startswith("navigation"))},
    )
    return (perceive or Perceiver())(observation)


def _element(index: int, told: ToldElement, size: Size) -> Element:
    role = told.role.strip().casefold()[:40] or "text"
    touched = told.clickable if told.clickable is not None else role not in _PASSIVE
    affordances: set[Affordance] = {"tap"} if touched else set()
    if role in ("textbox", "searchbox", "combobox") and touched:
        affordances.add("type")
    box = Box(*told.box) if told.box is not None else Box(0, 0, 0, 0)
    if not told.in_view and told.box is None:
        box = Box(0, size.height + 1, size.width, 1)  # below, as far as anybody knows
    text = told.text[:LONGEST_TEXT]
    return Element(
        index=index if told.index is None else told.index,
        box=box,
        role=role,
        text="" if role == "textbox" else text,
        name=text,
        test_id=told.test_id[:200],
        href=told.href[:2000],
        affordances=frozenset(affordances),
        visibility="visible" if told.in_view else "offscreen",
        landmark=told.region[:100],
    )


def _landmarks(told: ToldScreen, elements: Iterable[Element]) -> Iterable[str]:
    if told.dialog:
        yield f"dialog: {told.dialog[:80]}"
    heading = next((one.name for one in elements if one.role == "heading" and one.name), "")
    if heading:
        yield f"heading: {heading[:160]}"
