"""Draws screens as SVG: picture or wireframe, elements with index tags, touches, evidence.

Coordinates are pixels of the viewport. Each picture, wireframe and layer of elements is in the page once and is used by
name, so a screen that ends one step and begins the next costs nothing twice.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from sextant.dataclass import dataclass
from sextant.html_templates import Markup
from sextant.journal.replay.markup import drawn
from sextant.journal.replay.pictures import Embedded
from sextant.journal.replay.words import Tone
from sextant.journal.run_reader import RunRecord
from sextant.types.actions import VECTORS, DragPath, Gesture, Hold, ScrollBy, Tap, TypeText
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, Screen

_TAG_HEIGHT = 15.0
_TAG_DIGIT = 8.5
_LETTER = 7.2
"""Estimated width of a letter in the wireframe and on buttons, in pixels."""

_MAX_ELEMENTS = 400
"""More than a person could tell apart; keeps a hostile page's replay small."""

_FAR = 1e6
"""Pixels: no screen reaches so far, and no drawing needs to."""

_CENTRED = frozenset({"button", "tab", "menuitem"})


@dataclass(frozen=True, slots=True)
class Outline:
    """A box that a verdict refers to; `number` is the verdict's number in the list beside the screen."""

    box: Box
    number: int
    tone: Tone

    @property
    def frame(self) -> Box:
        """The box with a margin."""
        return Box(self.box.x - 3, self.box.y - 3, self.box.width + 6, self.box.height + 6)

    @property
    def badge(self) -> Box:
        """The position of the number: above, or below if there is no room above."""
        frame = self.frame
        top = frame.y - 18 if frame.y >= 24 else frame.bottom
        return Box(frame.x, top, 10 + _TAG_DIGIT * len(str(self.number)), 18)


@dataclass(frozen=True, slots=True)
class Ring:
    """A touch; `number` is its position among several, 0 for the only one."""

    point: Point
    number: int
    double: bool = False
    held: bool = False
    kind: Literal["ring"] = "ring"

    @property
    def plate(self) -> Box:
        """The position of the number."""
        return Box(self.point.x + (14 if self.number % 2 == 0 else -32), self.point.y - 28, 18, 18)


@dataclass(frozen=True, slots=True)
class Arrow:
    """A movement."""

    start: Point
    end: Point
    kind: Literal["drag", "scroll"] = "drag"

    @property
    def neck(self) -> Point:
        """Where the line ends and the head covers it."""
        return self._at(-16.0, 0.0)

    @property
    def head(self) -> tuple[Point, Point, Point]:
        """The corners of the arrow's head, its tip first."""
        return self._at(0.0, 0.0), self._at(-20.0, 10.0), self._at(-20.0, -10.0)

    def _at(self, along: float, across: float) -> Point:
        """A point by its distance from the tip."""
        start, end = self.start, self.end
        length = max(((end.x - start.x) ** 2 + (end.y - start.y) ** 2) ** 0.5, 1.0)
        x, y = (end.x - start.x) / length, (end.y - start.y) / length
        return Point(end.x + along * x + across * -y, end.y + along * y + across * x)


@dataclass(frozen=True, slots=True)
class WireLabel:
    """The text of an element on a wireframe, at its baseline; `room` is the number of letters that fit."""

    kind: str
    x: float
    y: float
    words: str
    room: int


class FrameSheet:
    """Collects the parts that the frames of the page share, and draws the frames."""

    def __init__(self, record: RunRecord, pictures: Mapping[str, Embedded]) -> None:
        self._record = record
        self._embedded = pictures
        self._screens: dict[str, Screen] = {}
        self._defined: dict[str, Markup] = {}
        self._tags: dict[str, dict[int, Box]] = {}

    def screen(self, identity: str) -> Screen:
        """A stored screen, without its picture; the decoded screen is cached."""
        if identity not in self._screens:
            if len(self._screens) > 8:
                self._screens.pop(next(iter(self._screens)))
            self._screens[identity] = self._record.screen(identity)
        return self._screens[identity]

    def has_picture(self, identity: str) -> bool:
        """Whether the frame shows a picture; else it is a wireframe drawn from the elements."""
        row = self._record.stored_screen(identity)
        return row is not None and row.picture in self._embedded

    def frame(
        self,
        identity: str,
        label: str,
        elements: bool,
        gestures: Sequence[Gesture] = (),
        target: int | None = None,
        outlines: Sequence[Outline] = (),
    ) -> Markup:
        """Draws a screen with its gestures and evidence."""
        screen = self.screen(identity)
        ground, boxes = self._ground(identity, screen), self._boxes(identity, screen) if elements else ""
        chosen = None if target is None else screen.element(target)
        touches = [_touch(gesture, screen, place, len(gestures)) for place, gesture in enumerate(gestures, 1)]
        return drawn(
            "frame",
            screen=screen,
            label=label,
            pictured=self.has_picture(identity),
            ground=ground,
            boxes=boxes,
            target=chosen,
            tag_place=chosen and (self._tags.get(identity, {}).get(chosen.index) or _corner(chosen)),
            outlines=outlines,
            touches=[one for found in touches for one in found],
        )

    def definitions(self) -> Sequence[Markup]:
        """All parts that frames use by name."""
        return tuple(self._defined.values())

    def _ground(self, identity: str, screen: Screen) -> str:
        row = self._record.stored_screen(identity)
        picture = None if row is None else self._embedded.get(row.picture)
        if row is None or picture is None:
            name = f"w-{identity}"
            if name not in self._defined:
                covered = [one for one in screen.elements[:_MAX_ELEMENTS] if one.visibility == "covered"]
                behind = [_label(one, "behind ") for one in covered if _is_drawable(one.box)]
                shown = [(one, _label(one)) for one in _shown(screen)]
                self._defined[name] = drawn("wireframe", name=name, screen=screen, behind=behind, shown=shown)
            return name
        name = f"p-{row.picture[:24]}"
        if name not in self._defined:
            self._defined[name] = drawn("image", name=name, screen=screen, uri=picture.uri)
        return name

    def _boxes(self, identity: str, screen: Screen) -> str:
        name = f"b-{identity}"
        if name not in self._defined:
            self._tags[identity] = tags = _tag_places(screen)
            touchable = [one for one in _shown(screen) if one.index in tags]
            self._defined[name] = drawn("layer", name=name, elements=touchable, tags=tags)
        return name


def _shown(screen: Screen) -> list[Element]:
    seen = [element for element in screen.elements if element.visibility in ("visible", "clipped")]
    return [element for element in seen if _is_drawable(element.box)][:_MAX_ELEMENTS]


def _is_drawable(box: Box) -> bool:
    return box.area > 0 and max(abs(box.x), abs(box.y), box.width, box.height) < _FAR


def _tag_places(screen: Screen) -> dict[int, Box]:
    """The positions of the index tags, by index: if possible not over text or another tag."""
    shown = _shown(screen)
    words = [_words_of(element) for element in shown if element.text or element.name or element.value]
    bounds = Box(0, 0, screen.size.width, screen.size.height)
    places: dict[int, Box] = {}
    for element in shown:
        if element.affordances:
            places[element.index] = _tag_place(element, words, tuple(places.values()), bounds)
    return places


def _words_of(element: Element) -> Box:
    """The area of the element's text, estimated from its box and role."""
    box = element.box
    length = min(len(element.text or element.value or element.name) * _LETTER, box.width)
    height = min(box.height, 22.0) if box.height < 60 else box.height * 0.7
    top = box.y + (box.height - height) / 2
    if element.role in _CENTRED:
        return Box(box.x + (box.width - length) / 2, top, length, height)
    return Box(box.x, top, min(length + 44, box.width), height)


def _tag_place(element: Element, words: Sequence[Box], placed: Sequence[Box], bounds: Box) -> Box:
    """The position of an index tag that hides the least: around the box, else in its corners."""
    box = element.box
    width, height = 5 + _TAG_DIGIT * len(str(element.index)), _TAG_HEIGHT
    right, low = box.right - width, box.bottom - height
    candidates = (
        Box(right, box.y - height / 2, width, height),
        Box(right, box.y, width, height),
        Box(right, box.y - height, width, height),
        Box(box.x, box.y - height, width, height),
        Box(box.right, box.y, width, height),
        Box(right, low, width, height),
        Box(box.x - width, box.y, width, height),
        Box(box.x, box.bottom, width, height),
    )
    near = [other for other in (*words, *placed) if _near(other, box)]
    return min(candidates, key=lambda place: _hidden(place, near, bounds))


def _near(other: Box, box: Box) -> bool:
    return not (
        other.x > box.right + 40 or other.right < box.x - 40 or other.y > box.bottom + 20 or other.bottom < box.y - 20
    )


def _hidden(place: Box, near: Sequence[Box], bounds: Box) -> float:
    inside = place.intersection(bounds)
    outside = place.area - (inside.area if inside else 0.0)
    return outside * 4 + sum(common.area for other in near if (common := place.intersection(other)) is not None)


def _corner(element: Element) -> Box:
    """The upper right corner of an element that has no tag."""
    return Box(element.box.right - 14, element.box.y, 14, _TAG_HEIGHT)


def _touch(gesture: Gesture, screen: Screen, place: int, of: int) -> Sequence[Ring | Arrow]:
    number = place if of > 1 else 0
    match gesture:
        case Tap():
            return (Ring(gesture.point, number, double=gesture.count == 2),)
        case Hold():
            return (Ring(gesture.point, number, held=True),)
        case TypeText() if gesture.point is not None:
            return (Ring(gesture.point, number),)
        case DragPath():
            return Arrow(gesture.start, gesture.end), Ring(gesture.start, number)
        case ScrollBy():
            start = gesture.point or Point(screen.size.width / 2, screen.size.height / 2)
            x, y = VECTORS[gesture.direction]
            return (Arrow(start, Point(start.x + 140 * x, start.y + 140 * y), "scroll"),)
        case _:
            return ()


def _label(element: Element, prefix: str = "") -> WireLabel | None:
    words = (
        "••••••••" if "password" in element.states and element.value else element.text or element.value or element.label
    )
    box = element.box
    room = int((box.width - 12) / _LETTER)
    if not words or room < 2 or box.height < 8:
        return None
    size = min(15.0, max(box.height * 0.6, 8.0))
    middle = box.y + box.height / 2 + size / 3
    kind = prefix + ("heading" if element.role == "heading" else "words")
    if element.role in _CENTRED:
        return WireLabel(f"{kind} centred", box.x + box.width / 2, middle, words, room)
    return WireLabel(kind, box.x + (10 if element.affordances else 2), middle, words, room)
