"""Screens as SVG: the picture or a wireframe, elements with index tags, touches, evidence.

Coordinates are the viewport's pixels. Every picture, wireframe and layer of elements stands once in the page and is
used by name, so a screen that ends one step and begins the next costs nothing twice.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sextant.journal.record import RunRecord
from sextant.journal.replay.markup import text
from sextant.journal.replay.pictures import Embedded
from sextant.journal.replay.words import Tone
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
    """A place on a screen that a verdict points at; `number` is the verdict's in the list beside it."""

    box: Box
    number: int
    tone: Tone


class FrameSheet:
    """Collects what the page's frames share, and draws the frames."""

    def __init__(self, record: RunRecord, pictures: Mapping[str, Embedded]) -> None:
        self._record = record
        self._embedded = pictures
        self._screens: dict[str, Screen] = {}
        self._defined: dict[str, str] = {}
        self._tags: dict[str, dict[int, Box]] = {}

    def screen(self, identity: str) -> Screen:
        """A stored screen, without its picture. Decoded once while it is at hand."""
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
    ) -> str:
        """One drawing of a screen, with what was done to it and what was seen on it."""
        screen = self.screen(identity)
        width, height = max(screen.size.width, 1), max(screen.size.height, 1)
        layers = [f'<use href="#{self._ground(identity, screen)}"/>']
        if elements:
            layers.append(f'<use class="boxes" href="#{self._boxes(identity, screen)}"/>')
        chosen = None if target is None else screen.element(target)
        if chosen is not None:
            layers.append(_target(chosen, self._tags.get(identity, {}).get(chosen.index)))
        layers += [_outline(outline) for outline in outlines]
        layers += [_touch(gesture, screen, place, len(gestures)) for place, gesture in enumerate(gestures, 1)]
        kind = "screen" if self.has_picture(identity) else "screen wire"
        return (
            f'<svg class="{kind}" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{text(label, 300)}">'
            f"{''.join(layers)}</svg>"
        )

    def definitions(self) -> str:
        """Everything that frames use by name."""
        return f'<svg class="defs" aria-hidden="true"><defs>{"".join(self._defined.values())}</defs></svg>'

    def _ground(self, identity: str, screen: Screen) -> str:
        row = self._record.stored_screen(identity)
        picture = None if row is None else self._embedded.get(row.picture)
        if row is None or picture is None:
            name = f"w-{identity}"
            if name not in self._defined:
                self._defined[name] = f'<g id="{name}">{_wireframe(screen)}</g>'
            return name
        name = f"p-{row.picture[:24]}"
        if name not in self._defined:
            self._defined[name] = (
                f'<image id="{name}" width="{screen.size.width:g}" height="{screen.size.height:g}" '
                f'preserveAspectRatio="none" href="{picture.uri}"/>'
            )
        return name

    def _boxes(self, identity: str, screen: Screen) -> str:
        name = f"b-{identity}"
        if name not in self._defined:
            self._tags[identity] = tags = _tag_places(screen)
            self._defined[name] = f'<g id="{name}">{_element_layer(screen, tags)}</g>'
        return name


def _shown(screen: Screen) -> list[Element]:
    seen = [element for element in screen.elements if element.visibility in ("visible", "clipped")]
    return [element for element in seen if _is_drawable(element.box)][:_MAX_ELEMENTS]


def _is_drawable(box: Box) -> bool:
    return box.area > 0 and max(abs(box.x), abs(box.y), box.width, box.height) < _FAR


def _tag_places(screen: Screen) -> dict[int, Box]:
    """Where the index tags stand, by index: as far as may be on nobody's words and on no other tag."""
    shown = _shown(screen)
    words = [_words_of(element) for element in shown if element.text or element.name or element.value]
    bounds = Box(0, 0, screen.size.width, screen.size.height)
    places: dict[int, Box] = {}
    for element in shown:
        if element.affordances:
            places[element.index] = _tag_place(element, words, tuple(places.values()), bounds)
    return places


def _element_layer(screen: Screen, tags: Mapping[int, Box]) -> str:
    """Outlines and tags of what can be touched; passwords painted over once more."""
    touchable = [element for element in _shown(screen) if element.index in tags]
    hidden = [_rectangle(element.box, "hidden", 6) for element in touchable if "password" in element.states]
    outlines = [_rectangle(element.box, "element", 5) for element in touchable]
    labels = [_tag(tags[element.index], str(element.index), "tag") for element in touchable]
    return "".join((*hidden, *outlines, *labels))


def _words_of(element: Element) -> Box:
    """Where the element's words stand, as far as its box and role tell."""
    box = element.box
    length = min(len(element.text or element.value or element.name) * _LETTER, box.width)
    height = min(box.height, 22.0) if box.height < 60 else box.height * 0.7
    top = box.y + (box.height - height) / 2
    if element.role in _CENTRED:
        return Box(box.x + (box.width - length) / 2, top, length, height)
    return Box(box.x, top, min(length + 44, box.width), height)


def _tag_place(element: Element, words: Sequence[Box], placed: Sequence[Box], bounds: Box) -> Box:
    """The place for an index tag that hides the least: around the box, else in its corners."""
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


def _target(element: Element, place: Box | None) -> str:
    box = element.box
    tag = place or Box(box.right - 14, box.y, 14, _TAG_HEIGHT)
    return _rectangle(box, "target", 5) + _tag(tag, str(element.index), "tag chosen")


def _outline(outline: Outline) -> str:
    box = outline.box
    grown = Box(box.x - 3, box.y - 3, box.width + 6, box.height + 6)
    width = 10 + _TAG_DIGIT * len(str(outline.number))
    top = grown.y - 18 if grown.y >= 24 else grown.bottom
    badge = Box(grown.x, top, width, 18)
    drawn = _rectangle(grown, "seen", 6) + _tag(badge, str(outline.number), "badge")
    return f'<g class="evidence {outline.tone}">{drawn}</g>'


def _touch(gesture: Gesture, screen: Screen, place: int, of: int) -> str:
    number = str(place) if of > 1 else ""
    match gesture:
        case Tap():
            return _ring(gesture.point, number, double=gesture.count == 2)
        case Hold():
            return _ring(gesture.point, number, held=True)
        case TypeText() if gesture.point is not None:
            return _ring(gesture.point, number)
        case DragPath():
            return _arrow(gesture.start, gesture.end) + _ring(gesture.start, number)
        case ScrollBy():
            start = gesture.point or Point(screen.size.width / 2, screen.size.height / 2)
            x, y = VECTORS[gesture.direction]
            end = Point(start.x + 140 * x, start.y + 140 * y)
            return _arrow(start, end, "scroll")
        case _:
            return ""


def _ring(point: Point, number: str, double: bool = False, held: bool = False) -> str:
    at = f'cx="{point.x:.1f}" cy="{point.y:.1f}"'
    rings = [f'<circle class="halo" {at} r="20"/>', f'<circle class="ring" {at} r="20"/>']
    if double:
        rings.append(f'<circle class="ring" {at} r="12"/>')
    if held:
        rings.append(f'<circle class="ring held" {at} r="28"/>')
    rings.append(f'<circle class="dot" {at} r="3"/>')
    if number:
        side = 14 if int(number) % 2 == 0 else -32
        rings.append(_tag(Box(point.x + side, point.y - 28, 18, 18), number, "count"))
    return f'<g class="touch">{"".join(rings)}</g>'


def _arrow(start: Point, end: Point, kind: str = "drag") -> str:
    length = max(((end.x - start.x) ** 2 + (end.y - start.y) ** 2) ** 0.5, 1.0)
    x, y = (end.x - start.x) / length, (end.y - start.y) / length
    head = " ".join(
        f"{end.x + a * x + b * -y:.1f},{end.y + a * y + b * x:.1f}"
        for a, b in ((0.0, 0.0), (-20.0, 10.0), (-20.0, -10.0))
    )
    ends = f'x1="{start.x:.1f}" y1="{start.y:.1f}" x2="{end.x - 16 * x:.1f}" y2="{end.y - 16 * y:.1f}"'
    return (
        f'<g class="touch {kind}"><line class="halo" {ends}/><line class="ring" {ends}/>'
        f'<polygon class="head" points="{head}"/></g>'
    )


def _wireframe(screen: Screen) -> str:
    """The screen as its elements tell it: boxes and words, nothing that was not described."""
    drawn = [f'<rect class="paper" width="{screen.size.width:g}" height="{screen.size.height:g}"/>']
    shown = _shown(screen)
    behind = [element for element in screen.elements[:_MAX_ELEMENTS] if element.visibility == "covered"]
    drawn += [_label(element, "behind ") for element in behind if _is_drawable(element.box)]
    for element in shown:
        if element.affordances:
            drawn.append(_rectangle(element.box, "control", 6))
        drawn.append(_label(element))
    if not shown:
        middle = f'x="{screen.size.width / 2:g}" y="{screen.size.height / 2:g}"'
        drawn.append(f'<text class="nothing" {middle}>nothing is described here</text>')
    return "".join(drawn)


def _label(element: Element, prefix: str = "") -> str:
    words = (
        "••••••••" if "password" in element.states and element.value else element.text or element.value or element.label
    )
    box = element.box
    room = int((box.width - 12) / _LETTER)
    if not words or room < 2 or box.height < 8:
        return ""
    size = min(15.0, max(box.height * 0.6, 8.0))
    middle = box.y + box.height / 2 + size / 3
    kind = prefix + ("heading" if element.role == "heading" else "words")
    if element.role in _CENTRED:
        return (
            f'<text class="{kind} centred" x="{box.x + box.width / 2:.1f}" y="{middle:.1f}">{text(words, room)}</text>'
        )
    inset = 10 if element.affordances else 2
    return f'<text class="{kind}" x="{box.x + inset:.1f}" y="{middle:.1f}">{text(words, room)}</text>'


def _rectangle(box: Box, kind: str, radius: float) -> str:
    return (
        f'<rect class="{kind}" x="{box.x:.1f}" y="{box.y:.1f}" width="{max(box.width, 0):.1f}" '
        f'height="{max(box.height, 0):.1f}" rx="{radius:g}"/>'
    )


def _tag(box: Box, words: str, kind: str) -> str:
    x, y = box.x + box.width / 2, box.y + box.height / 2 + 4.2
    return f'<g class="{kind}">{_rectangle(box, "plate", 4)}<text x="{x:.1f}" y="{y:.1f}">{words}</text></g>'
