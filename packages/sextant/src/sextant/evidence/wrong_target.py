"""Detects that a step acted on something else than its target.

A touch met a neighbour of the target: its page opened, its box was ticked, its field filled. Or only a part of a text
was entered.
"""

from collections.abc import Iterator

from sextant.elements.refs import collapse, ref_of, resolve, whole_words
from sextant.types.screens import Element, ElementRef, Screen, State

_SEEN = ("visible", "clipped")
_ALIKE = 4.0
"""Pixels by which neighbours in a list, row or grid may differ in width or in height."""
_NEAREST = 12
"""At most this many neighbours are compared, the nearest first."""
_SHORTEST = 2
_TURNING = (
    *("checkbox", "switch", "radio", "tab", "option", "menuitemcheckbox", "menuitemradio", "textbox"),
)  # structural: ARIA roles
_TURNED: frozenset[State] = frozenset({"checked", "unchecked", "selected", "pressed", "mixed", "expanded"})


def touched_neighbour(before: Screen, after: Screen, aimed: ElementRef) -> Element | None:
    """The neighbour that was touched instead, on the screen before; None where no sign shows one.

    Neighbours have the same role, parent and size. One was touched if the new page is headed by its label and not by
    the target's, or if its state or value changed and the target's did not.
    """
    if before.condition != "ok" or after.condition != "ok":
        return None
    touched = resolve(before, aimed)
    if touched is None:
        return None
    alike = [item for item in before.elements if _alike(item, touched)]
    if not alike:
        return None
    neighbours = sorted(alike, key=lambda item: _apart(item, touched))[:_NEAREST]
    return _turned(before, after, touched, neighbours) or _opened(before, after, touched, neighbours)


def entered_partially(before: Screen, after: Screen, aimed: ElementRef, text: str) -> bool:
    """Whether the field that a text was typed into holds only the beginning of it.

    A different value may be the field's own format, and a field that is gone shows nothing: both are False.
    """
    found, was = resolve(after, aimed), resolve(before, aimed)
    wanted = collapse(text)
    if found is None or not wanted or after.condition != "ok" or before.location != after.location:
        return False
    if "password" in found.states or "type" not in found.affordances:
        return False
    held, held_before = collapse(found.value), "" if was is None else collapse(was.value)
    return held != wanted and (wanted.startswith(held) if held else not held_before)


def filled_password(before: Screen, after: Screen, aimed: ElementRef) -> Element | None:
    """The aimed password field, if it holds something now and its length has changed."""
    found, was = resolve(after, aimed), resolve(before, aimed)
    return found if found is not None and was is not None and found.masked and found.masked != was.masked else None


def _alike(item: Element, touched: Element) -> bool:
    if item.index == touched.index or item.role != touched.role or item.visibility not in _SEEN:
        return False
    if item.parent != touched.parent or item.landmark != touched.landmark or not item.interactable:
        return False
    wide, high = abs(item.box.width - touched.box.width), abs(item.box.height - touched.box.height)
    return min(wide, high) <= _ALIKE and bool(collapse(item.label))


def _apart(item: Element, touched: Element) -> float:
    one, other = item.box.centre, touched.box.centre
    return abs(one.x - other.x) + abs(one.y - other.y)


def _opened(before: Screen, after: Screen, touched: Element, neighbours: list[Element]) -> Element | None:
    """The neighbour whose label heads the new page."""
    own = collapse(touched.label)
    names = [name for name in _names(after) if name not in set(_names(before))]
    if not own or not names or any(_name_the_same(name, own) for name in names):
        return None
    return next((item for item in neighbours for name in names if _called(collapse(item.label), name)), None)


def _names(screen: Screen) -> Iterator[str]:
    """The title of a page, and its headings in view."""
    headings = [item.label for item in screen.elements if item.role == "heading" and item.visibility in _SEEN]
    yield from (name for text in (screen.title, *headings) if len(name := collapse(text)) >= _SHORTEST)


def _name_the_same(name: str, label: str) -> bool:
    """Whether a heading and a label name the same thing: one contains the other, or they share most words."""
    if whole_words(name).search(label) or whole_words(label).search(name):
        return True
    words, said = set(name.split()), set(label.split())
    return len(words & said) * 2 > min(len(words), len(said))


def _called(label: str, name: str) -> bool:
    found = whole_words(name).search(label)
    return found is not None and found.start() == 0


def _turned(before: Screen, after: Screen, touched: Element, neighbours: list[Element]) -> Element | None:
    """The neighbour whose state or value changed while the target's did not."""
    turns = touched.role in _TURNING or touched.states & (_TURNED | {"editable"})
    if not turns or before.location != after.location or _changed(before, after, touched) is not False:
        return None
    return next((item for item in neighbours if _changed(before, after, item)), None)


def _changed(before: Screen, after: Screen, item: Element) -> bool | None:
    """Whether its state or value changed; None where it is not found again."""
    found = resolve(after, ref_of(before, item))
    if found is None:
        return None
    states = item.states & _TURNED != found.states & _TURNED
    return states or item.value != found.value
