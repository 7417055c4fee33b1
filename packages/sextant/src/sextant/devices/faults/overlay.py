"""Something that lies over an app: what it lists, what it covers, what it takes touches with."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sextant.types.geometry import Box, Point, Size
from sextant.types.screens import Affordance, Element, Observation, Visibility

__all__ = ["Overlay", "Part", "laid_over"]

Act = Literal["", "close", "accept"]
Style = Literal["title", "body", "primary", "plain", "link", "cross"]

_PROBES = ((0.5, 0.5), (0.15, 0.5), (0.85, 0.5), (0.5, 0.2), (0.5, 0.8))
"""Shares of the part in view by which perception judges what is covered."""


@dataclass(frozen=True, slots=True)
class Part:
    """Something on an overlay. `act` is what a touch on it does, `style` how it is drawn."""

    box: Box
    role: str
    style: Style
    text: str = ""
    name: str = ""
    act: Act = ""


@dataclass(frozen=True, slots=True)
class Overlay:
    """A card over the app. A dialog dims all around it and takes every touch; what is none takes those on its card."""

    title: str
    card: Box
    parts: tuple[Part, ...] = ()
    dialog: bool = True
    outside: Act = ""
    """What a touch beside the card of a dialog does."""

    def takes(self, point: Point) -> bool:
        """Whether a touch there is the overlay's."""
        return self.dialog or self.card.contains(point)

    def act_at(self, point: Point) -> Act:
        """What a touch there does."""
        if not self.card.contains(point):
            return self.outside
        for part in self.parts:
            if part.act and part.box.contains(point):
                return part.act
        return ""


def laid_over(seen: Observation, overlay: Overlay) -> Observation:
    """The observation with the overlay on top: last in the list, and what it takes the touches of is `covered`."""
    below = tuple(_under(element, overlay, seen.size) for element in seen.elements)
    landmarks = (*seen.landmarks, f"dialog: {overlay.title}") if overlay.dialog else seen.landmarks
    facts = dict(seen.facts)
    if overlay.dialog and "component" in facts:
        facts["component"] += "+popup"  # belongs to the frame: a phone tells a dialog where it lists one
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
