"""The object of an action: the row or dialog that contains its control, and the fields beside it."""

from collections.abc import Iterable

from sextant.elements.refs import collapse
from sextant.text.legible import legible
from sextant.types.screens import Element, Screen

__all__ = ["container_text", "in_dialog", "value_fields"]

_LONGEST_LABEL = 80
_WHOLE_PAGES = frozenset({"main", "document", "application"})
"""Roles of containers of the whole page, which are no rows."""


def container_text(control: Element | None, screen: Screen) -> tuple[str, ...]:
    """The text of the row or dialog that contains a control; empty if there is none.

    It is the same before and after a scroll to the control: what is out of view counts, too.
    """
    return _distinct(_container_texts(control, [one for one in screen.elements if _is_drawn(one)], screen))


def in_dialog(control: Element | None, screen: Screen) -> bool:
    """Whether a control is in a dialog, or nothing else can be touched."""
    return screen.modal is not None or (control is not None and control.landmark.startswith(("dialog", "alertdialog")))


def _is_drawn(element: Element) -> bool:
    """Whether an element is larger than one pixel, and nothing covers it."""
    return element.visibility != "covered" and element.box.width > 1 and element.box.height > 1


def value_fields(screen: Screen) -> tuple[Element, ...]:
    """The fields whose content an act may submit, without search fields."""
    return tuple(
        element
        for element in screen.elements
        if "type" in element.affordances and element.role != "searchbox" and element.input_type != "search"
    )


def _container_texts(control: Element | None, seen: list[Element], screen: Screen) -> list[str]:
    if screen.modal is not None:
        return [screen.modal.message]
    if control is None or not in_dialog(control, screen):
        return [] if control is None else _row(control, seen, screen)
    inside = [element for element in seen if element.landmark == control.landmark and not element.affordances]
    return [control.landmark.partition(":")[2], *map(_longer_text, inside)]


def _row(control: Element, seen: Iterable[Element], screen: Screen) -> list[str]:
    """The labels of its containers, and the texts beside it on one line that are not fields."""
    said: list[str] = []
    for holder in screen.around(control):
        whole = holder.role in _WHOLE_PAGES
        if not whole and (holder.name or (holder.text and len(holder.text) <= _LONGEST_LABEL)):
            said.append(_longer_text(holder))
    middle = control.box.y + control.box.height / 2
    for other in seen:
        beside = other.box.y <= middle <= other.box.bottom and other.box.height <= 2.5 * control.box.height
        if beside and other.index != control.index and "type" not in other.affordances and other.role != "heading":
            said.append(_longer_text(other))
    return said


def _longer_text(element: Element) -> str:
    return element.label if len(element.label) >= len(element.text) else element.text


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in (collapse(legible(text)) for text in texts) if text))
