"""Reading a screen as a person does: by label, by kind, by what stands beside what. No access to the page."""

import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

from sextant.types.actions import ByIndex, ByPoint
from sextant.types.geometry import Point
from sextant.types.screens import Element, Screen

__all__ = [
    "QUERY_BOTTOM",
    "Lost",
    "at",
    "beside",
    "boxes_of",
    "button",
    "fields",
    "find",
    "first",
    "labelled",
    "number_in",
    "ordinal",
    "point",
    "quoted",
    "tappable",
    "task_area",
    "texts",
]

QUERY_BOTTOM = 50.0
"""Pixels: MiniWoB writes the goal in a strip of this height at the top of every task."""


FoundT = TypeVar("FoundT")


class Lost(Exception):  # noqa: N818 - it names the state of the solver
    """The screen does not show what the solution looks for: the episode is failed, the bench is not."""


def at(element: Element) -> ByIndex:
    """The target that means this element."""
    return ByIndex(element.index)


def point(place: Point, screen: Screen) -> ByPoint:
    """The target that means this place."""
    x, y = place.normalised(screen.size)
    return ByPoint(x, y)


def task_area(screen: Screen) -> list[Element]:
    """What can be seen below the strip with the goal, in document order."""
    return [
        element
        for element in screen.elements
        if element.visibility in ("visible", "clipped") and element.box.centre.y >= QUERY_BOTTOM
    ]


def find(screen: Screen, label: str, *roles: str) -> Element | None:
    """The first element of the task with exactly this label, touchable ones first; of these roles, if any are given."""
    found = [
        element
        for element in task_area(screen)
        if label in (element.label, element.text) and (not roles or element.role in roles)
    ]
    return next((element for element in found if element.interactable), found[0] if found else None)


def first(found: Iterable[FoundT], lost: str) -> FoundT:
    """The first of them.

    Raises:
        Lost: There is none; `lost` says so.
    """
    for element in found:
        return element
    raise Lost(lost)


def labelled(screen: Screen, label: str, *roles: str) -> Element:
    """As `find`.

    Raises:
        Lost: There is none.
    """
    return _found(find(screen, label, *roles), f"{label!r} ({'/'.join(roles) or 'any role'})", screen)


def button(screen: Screen, *labels: str) -> Element:
    """The first touchable element with one of these labels.

    Raises:
        Lost: There is none.
    """
    found = (find(screen, label) for label in labels)
    return _found(next((element for element in found if element is not None), None), f"one of {labels!r}", screen)


def tappable(screen: Screen, label: str) -> Element | None:
    """An element with this label that answers to a touch; plain text of the same wording does not count."""
    return next((e for e in task_area(screen) if label in (e.label, e.text) and "tap" in e.affordances), None)


def fields(screen: Screen) -> list[Element]:
    """What can be typed into, in document order."""
    return [element for element in task_area(screen) if "type" in element.affordances]


def boxes_of(screen: Screen, role: str) -> list[Element]:
    """Check boxes or radio buttons, in document order."""
    return [element for element in task_area(screen) if element.role == role]


def texts(screen: Screen) -> list[str]:
    """Everything written in the task, in document order."""
    return [text for element in task_area(screen) if (text := element.text or element.name)]


def beside(element: Element, others: Iterable[Element]) -> Element | None:
    """The nearest of the others that stands to the right of it on the same line."""
    line = [
        other
        for other in others
        if other.index != element.index
        and abs(other.box.centre.y - element.box.centre.y) < max(element.box.height, other.box.height) / 2
        and other.box.centre.x > element.box.centre.x
    ]
    return min(line, key=lambda other: other.box.x, default=None)


def quoted(goal: str) -> list[str]:
    """What the goal puts in quotation marks."""
    return re.findall(r'"([^"]*)"', goal)


def ordinal(goal: str, noun: str) -> int:
    """The place, from 0, that the goal gives a noun: `the 2nd radio button` is 1.

    Raises:
        Lost: The goal names no place.
    """
    found = re.search(rf"(\d+)(?:st|nd|rd|th)\s+(?:input\s+)?{noun}", goal)
    if found is None:
        raise Lost(f"The goal names no {noun}: {goal!r}.")
    return int(found.group(1)) - 1


def number_in(text: str) -> int:
    """The first whole number in a text.

    Raises:
        Lost: There is none.
    """
    found = re.search(r"-?\d+", text)
    if found is None:
        raise Lost(f"There is no number in {text!r}.")
    return int(found.group())


def _found(element: Element | None, what: str, screen: Screen) -> Element:
    if element is None:
        shown: Sequence[str] = [f"{e.role} {e.label!r}" for e in task_area(screen)][:30]
        raise Lost(f"The screen shows no {what}, but: {', '.join(shown)}.")
    return element
