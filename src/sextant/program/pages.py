"""What pages and their elements are called when one is told from another, and what stands around an element."""

from sextant.types.refs import anchor_of, collapse
from sextant.types.screens import Element, Screen

__all__ = [
    "LONGEST",
    "beside",
    "control_mark",
    "headlines",
    "is_field",
    "on_line",
    "page_of",
    "state_mark",
    "texts_on",
]

LONGEST = 60
"""So much of a text is kept and compared."""
_DEEP = 4
"""So many levels a text may stand inside of a field."""
_STATES = frozenset({"checked", "unchecked", "selected", "pressed", "expanded", "mixed"})
_AROUND = frozenset({"main", "dialog", "list", "region", "group", "form"})
"""Roles of what holds other things: it has no line of its own."""


def control_mark(element: Element) -> str:
    """Role and label: what tells a control from others of its page."""
    return f"{element.role} {collapse(element.label)}"[:LONGEST]


def page_of(screen: Screen) -> str:
    """What tells one page from another, whatever its lists and fields hold."""
    return "|".join((screen.app, screen.key.id, *(f"{name}={value}" for name, value in screen.binding)))


def state_mark(element: Element, state: str) -> str:
    """How a baseline keeps that an element is in a state."""
    return f"§{state} {collapse(element.label)[:40]}"


def headlines(screen: Screen) -> list[str]:
    """What the screen is headed by, collapsed: title, headings, the tab that is open, a dialog's words."""
    found = [screen.title, *(element.label for element in screen.elements if element.role == "heading")]
    found += [item.label for item in screen.elements if item.role == "tab" and "selected" in item.states]
    found += [] if screen.modal is None else [screen.modal.message]
    return [collapse(text) for text in found if text]


def beside(screen: Screen, element: Element) -> list[str]:
    """An element's own words and those of its row, collapsed: what stands on its line, before it and around it."""
    found = [element.text, element.name, element.value, anchor_of(screen, element)]
    previous = screen.element(element.index - 1)
    found += [] if previous is None or previous.affordances else [previous.label]
    found += [other.label for other in screen.elements if other is not element and on_line(element, other)]
    return [collapse(text) for text in found if text]


def on_line(element: Element, other: Element) -> bool:
    """Whether the other one stands on the line of the first, and is no frame around it."""
    if other.visibility == "covered" or other.role == "tab" or {element.role, other.role} & _AROUND:
        return False
    middle = other.box.y + other.box.height / 2
    alike = other.box.height <= 3 * max(element.box.height, 1)
    return alike and element.box.y <= middle <= element.box.y + element.box.height


def texts_on(screen: Screen) -> list[str]:
    """Everything a page says that its own fields do not hold, and how its controls are set."""
    found: list[str] = []
    for element in screen.elements:
        if not _in_field(screen, element):
            found += [collapse(text)[:LONGEST] for text in (element.text, element.name, element.value) if text]
        if element.role != "tab":
            found += [state_mark(element, state) for state in sorted(_STATES & element.states)]
    return [*found, *(text[:LONGEST] for text in headlines(screen))]


def _in_field(screen: Screen, element: Element) -> bool:
    """Whether it is a field to write in, or stands inside of one."""
    at: Element | None = element
    for _ in range(_DEEP):
        if at is None or at.role in _AROUND:
            return False
        if is_field(at):
            return True
        at = None if at.parent is None else screen.element(at.parent)
    return False


def is_field(element: Element) -> bool:
    """Whether it is to be written in."""
    return "editable" in element.states or "type" in element.affordances or element.role in ("textbox", "searchbox")
