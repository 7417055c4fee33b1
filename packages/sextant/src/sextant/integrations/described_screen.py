"""Makes screens of descriptions by agents with a device of their own.

A description is bounded, and untrusted data like any app's.
"""

from collections.abc import Iterable
from urllib.parse import urlsplit

from sextant.dataclass import dataclass
from sextant.perception.perceive import Perceiver
from sextant.protocols import Perceive
from sextant.types.geometry import Box, Size
from sextant.types.screens import Affordance, Element, Observation, Screen, ScrollExtent

__all__ = ["MOST_ELEMENTS", "DescribedElement", "DescribedScreen", "screen_of"]

MOST_ELEMENTS = 1000
"""Most elements of a screen; further ones are left out."""
LONGEST_TEXT = 500
_PASSIVE = frozenset(
    {"text", "heading", "image", "paragraph", "list", "table", "separator", "status", "label"}  # structural: ARIA roles
)
_SIZE = Size(412, 915)


@dataclass(frozen=True, slots=True)
class DescribedElement:
    """The description of an element.

    Attributes:
        text: Its text or name.
        role: `button`, `link`, `textbox`, `heading`, `text` …
        clickable: Whether a touch does something; None: by its role.
        box: x, y, width and height in pixels of the viewport; None where unknown.
        in_view: Whether it is visible without scrolling.
        href: The address of a link.
        test_id: The developers' id for it.
        region: Its landmark: `navigation`, `main`, `dialog: Delete note` …
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
class DescribedScreen:
    """The description of a screen.

    Attributes:
        app: The origin of a page or the package of an app; empty: the origin of the address.
        address: URL, activity or route: the best identification of a screen.
        title: The title of page or window.
        elements: Its elements, in reading order.
        dialog: The name of a dialog that lies over it.
        size: Width and height of the viewport in pixels.
        more_below: Whether there is more to scroll to.
    """

    app: str = ""
    address: str = ""
    title: str = ""
    elements: tuple[DescribedElement, ...] = ()
    dialog: str = ""
    size: tuple[float, float] = (_SIZE.width, _SIZE.height)
    more_below: bool = True


def screen_of(described: DescribedScreen, perceive: Perceive | None = None) -> Screen:
    """Convert a description to a screen, with the identity that it has on every map."""
    address, app = described.address[:2000], described.app[:200]
    if not app:
        parts = urlsplit(address)
        app = f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
    size = Size(max(1.0, described.size[0]), max(1.0, described.size[1]))
    elements = tuple(_element(index, one, size) for index, one in enumerate(described.elements[:MOST_ELEMENTS]))
    observation = Observation(
        app=app,
        location=address,
        title=described.title[:LONGEST_TEXT],
        size=size,
        elements=elements,
        landmarks=tuple(_landmarks(described, elements)),
        scroll=ScrollExtent(below=size.height if described.more_below else 0.0),
        facts={"chrome": "\n".join(one.name for one in elements if one.landmark.startswith("navigation"))},
    )
    return (perceive or Perceiver())(observation)


def _element(index: int, described: DescribedElement, size: Size) -> Element:
    role = described.role.strip().casefold()[:40] or "text"
    touched = described.clickable if described.clickable is not None else role not in _PASSIVE
    affordances: set[Affordance] = {"tap"} if touched else set()
    if role in ("textbox", "searchbox", "combobox") and touched:
        affordances.add("type")
    box = Box(*described.box) if described.box is not None else Box(0, 0, 0, 0)
    if not described.in_view and described.box is None:
        box = Box(0, size.height + 1, size.width, 1)  # below the viewport; where exactly is unknown
    text = described.text[:LONGEST_TEXT]
    return Element(
        index=index if described.index is None else described.index,
        box=box,
        role=role,
        text="" if role == "textbox" else text,
        name=text,
        test_id=described.test_id[:200],
        href=described.href[:2000],
        affordances=frozenset(affordances),
        visibility="visible" if described.in_view else "offscreen",
        landmark=described.region[:100],
    )


def _landmarks(described: DescribedScreen, elements: Iterable[Element]) -> Iterable[str]:
    if described.dialog:
        yield f"dialog: {described.dialog[:80]}"
    heading = next((one.name for one in elements if one.role == "heading" and one.name), "")
    if heading:
        yield f"heading: {heading[:160]}"
