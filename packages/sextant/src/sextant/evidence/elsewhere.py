"""Signs that a step did not do what it was aimed at, whatever else changed.

A touch met a neighbour of its target: that one's page opened, its box was ticked, its field filled. Or only a part of a
text arrived.
"""

from collections.abc import Iterator

from sextant.types.refs import collapse, ref_of, resolve, whole_words
from sextant.types.screens import Element, ElementRef, Screen, State

_SEEN = ("visible", "clipped")
_ALIKE = 4.0
"""Pixels by which neighbours of one list, row or grid may differ in width or in height."""
_NEAREST = 12
"""So many neighbours are looked at: a finger that misses does not miss by much."""
_SHORTEST = 2
_TURNING = (
    *("checkbox", "switch", "radio", "tab", "option", "menuitemcheckbox", "menuitemradio", "textbox"),
)  # structural: ARIA roles
_TURNED: frozenset[State] = frozenset({"checked", "unchecked", "selected", "pressed", "mixed", "expanded"})


def landed_elsewhere(before: Screen, after: Screen, aimed: ElementRef) -> Element | None:
    """The neighbour that was met instead, on the screen before; None where nothing tells of one.

    Neighbours are of one role and one size, as the rows of a list are. One of them was met where the page that came up
    is headed as it is called and not as what was aimed at, or where it has turned or filled and the other has not.
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


def entered_in_part(before: Screen, after: Screen, aimed: ElementRef, text: str) -> bool:
    """Whether the field that a text was typed into, in place of what it held, shows no more than its beginning.

    A field that shows something else may have put it into a form of its own; one that is not there any more tells
    nothing.
    """
    found, was = resolve(after, aimed), resolve(before, aimed)
    wanted = collapse(text)
    if found is None or not wanted or after.condition != "ok" or before.location != after.location:
        return False
    if "password" in found.states or "type" not in found.affordances:
        return False
    held, held_before = collapse(found.value), "" if was is None else collapse(was.value)
    return held != wanted and (wanted.startswith(held) if held else not held_before)


def filled_unseen(before: Screen, after: Screen, aimed: ElementRef) -> Element | None:
    """The password field that was aimed at, where it holds something, and not so much as before."""
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
    """The neighbour that the new page is headed by."""
    own = collapse(touched.label)
    names = [name for name in _names(after) if name not in set(_names(before))]
    if not own or not names or any(_speak_of_one(name, own) for name in names):
        return None
    return next((item for item in neighbours for name in names if _called(collapse(item.label), name)), None)


def _names(screen: Screen) -> Iterator[str]:
    """What a page is headed by: its title, and the headings in view."""
    headings = [item.label for item in screen.elements if item.role == "heading" and item.visibility in _SEEN]
    yield from (name for text in (screen.title, *headings) if len(name := collapse(text)) >= _SHORTEST)


def _speak_of_one(name: str, label: str) -> bool:
    """Whether a heading and a label are of one thing: one has the other in it, or they share most of their words."""
    if whole_words(name).search(label) or whole_words(label).search(name):
        return True
    words, said = set(name.split()), set(label.split())
    return len(words & said) * 2 > min(len(words), len(said))


def _called(label: str, name: str) -> bool:
    found = whole_words(name).search(label)
    return found is not None and found.start() == 0


def _turned(before: Screen, after: Screen, touched: Element, neighbours: list[Element]) -> Element | None:
    """The neighbour that is in another state, or holds something else, while what was aimed at is as it was."""
    turns = touched.role in _TURNING or touched.states & (_TURNED | {"editable"})
    if not turns or before.location != after.location or _changed(before, after, touched) is not False:
        return None
    return next((item for item in neighbours if _changed(before, after, item)), None)


def _changed(before: Screen, after: Screen, item: Element) -> bool | None:
    """Whether its state or value is another; None where it is not found again, or has neither."""
    found = resolve(after, ref_of(before, item))
    if found is None:
        return None
    states = item.states & _TURNED != found.states & _TURNED
    return states or item.value != found.value
