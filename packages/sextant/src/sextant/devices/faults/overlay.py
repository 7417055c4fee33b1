"""An overlay over an app: the elements it adds, what it covers, and the touches it takes."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from sextant.dataclass import dataclass
from sextant.types.geometry import Box, Point, Size
from sextant.types.screens import Affordance, Element, Observation, Visibility

__all__ = ["Overlay", "Part", "with_overlay"]

Act = Literal["", "close", "accept"]
Style = Literal["title", "body", "primary", "plain", "link", "cross"]

_PROBES = ((0.5, 0.5), (0.15, 0.5), (0.85, 0.5), (0.5, 0.2), (0.5, 0.8))
"""Points of the visible part, as shares, by which perception judges whether it is covered."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an overlay. `act`: the effect of a touch on it; `style`: how it is drawn."""

    box: Box
    role: str
    style: Style
    text: str = ""
    name: str = ""
    act: Act = ""


@dataclass(frozen=True, slots=True)
class Overlay:
    """A card over the app. A dialog dims its surroundings and takes every touch; others take those on the card."""

    title: str
    card: Box
    parts: tuple[Part, ...] = ()
    dialog: bool = True
    outside: Act = ""
    """The effect of a touch outside the card of a dialog."""

    def takes(self, point: Point) -> bool:
        """Whether the overlay takes a touch there."""
        return self.dialog or self.card.contains(point)

    def act_at(self, point: Point) -> Act:
        """Return the effect of a touch there."""
        if not self.card.contains(point):
            return self.outside
        for part in self.parts:
            if part.act and part.box.contains(point):
                return part.act
        return ""


def with_overlay(seen: Observation, overlay: Overlay) -> Observation:
    """Add the overlay to the observation: its elements come last, and those below it become `covered`."""
    below = tuple(_under(element, overlay, seen.size) for element in seen.elements)
    landmarks = (*seen.landmarks, f"dialog: {overlay.title}") if overlay.dialog else seen.landmarks
    facts = dict(seen.facts)
    if overlay.dialog and "component" in facts:
        facts["component"] += "+popup"  # part of the frame: a phone reports a dialog when it lists one
    return replace(seen, elements=(*below, *_elements(overlay, len(below))), landmarks=landmarks, facts=facts)


def _under(element: Element, overlay: Overlay, size: Size) -> Element:
    hidden = _hidden(element.box, element.visibility, overlay, size)
    return replace(element, visibility="covered") if hidden else element


def _hidden(box: Box, visibility: Visibility, overlay: Overlay, size: Size) -> bool:
    part = box.intersection(Box(0, 0, size.width, size.height))
    if part is None or visibility == "offscreen":
        return False
    return all(overlay.takes(part.at(x, y)) for x, y in _PROBES)


def _elements(overlay: Overlay, first: int) -> Sequence[Element]:
    taps: frozenset[Affordance] = frozenset({"tap"})
    if not overlay.dialog:
        return [Element(first, overlay.card, "status", text=overlay.title, name=overlay.title, affordances=taps)]
    landmark = f"dialog: {overlay.title}"
    found = [Element(first, overlay.card, "dialog", name=overlay.title, landmark=landmark)]
    for part in overlay.parts:
        found.append(
            Element(
                first + len(found),
                part.box,
                part.role,
                text=part.text,
                name=part.name or part.text,
                affordances=taps if part.act else frozenset(),
                parent=first,
                landmark=landmark,
            )
        )
    return found
