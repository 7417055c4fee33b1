"""Rows of a list to be ticked off: what they are called names a record, and orders nothing."""

import re
from collections.abc import Iterator
from functools import lru_cache

from sextant.review.vocabulary import names_a_strict_deed, risky_word
from sextant.types.legible import legible
from sextant.types.refs import collapse
from sextant.types.screens import Element, Screen

__all__ = ["is_a_record"]

_ROWS = 3
"""So many rows alike are a list."""
_WORDS, _JOINED_LETTERS = 3, 5
"""A title is longer than what a button says: `Buy now`. So many letters where words are not parted."""
_LONGEST = 200
_NEAR, _BEYOND = 30, 10
"""Rows are looked for among so many elements on each side, and what ticks them off among some more."""
_NO_ROWS = frozenset({"menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "checkbox", "switch", "tab"})
_MENUS = ("dialog", "alertdialog", "menu", "toolbar", "navigation")
_JOINED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_DONE = r"(?:done|complete|completed|finished|open|undone|not done|incomplete|read|unread)"
_MARKS = re.compile(
    rf"mark (?:.+ )?(?:as )?{_DONE}|(?:set|check|tick) (?:.+ )?(?:as |off as ){_DONE}|(?:tick|check) off(?: .+)?"
    r"|(?:.+ )?als (?:erledigt|offen|unerledigt|gelesen|ungelesen)(?: (?:markieren|kennzeichnen))?|(?:un)?erledigt"
    r"|marquer (?:.+ )?comme (?:terminée?|faite?|lue?|non .+)"
    r"|marcar (?:.+ )?como (?:hech|completad|terminad|leíd|pendiente)\w*"
    r"|(?:标记?为|设为)(?:已|未)?(?:完成|读|办)|(?:已|未)完成|完了にする|未完了にする"
)
"""What ticks a record off, or takes that back."""


def is_a_record(element: Element, screen: Screen) -> bool:
    """Whether a row only says what a record is called: `Buy the exercise book`, beside a `Mark as done` of its own.

    It stands in a column of rows alike, each of which has on its line a control that ticks it off. Rows that run what
    they name (shortcuts, menus, settings with a switch) have no such control. A label of two words might be an order
    all the same, and so might one that names what deletes, ends or leaves.
    """
    if element.role in _NO_ROWS or element.input_type or screen.modal is not None:
        return False
    if element.landmark.startswith(_MENUS) or not _is_title(element.label):
        return False
    at = next((at for at, other in enumerate(screen.elements) if other is element), 0)
    around = screen.elements[max(0, at - _NEAR - _BEYOND) : at + _NEAR + _BEYOND + 1]
    marks = [other for other in around if "tap" in other.affordances and _marks(other)]
    rows = [other for other in screen.elements[max(0, at - _NEAR) : at + _NEAR + 1] if _alike(other, element)]
    ticked = all(any(_on_its_line(mark, row) for mark in marks) for row in rows)
    return ticked and len({row.label for row in rows}) >= _ROWS


@lru_cache(maxsize=4096)
def _is_title(label: str) -> bool:
    if len(label) > _LONGEST:
        return False
    said = collapse(legible(label))
    long = len(said.split()) >= _WORDS or len(_JOINED.findall(said)) >= _JOINED_LETTERS
    return long and not any(names_a_strict_deed(risky_word(rest)) for rest in _ends(said))


def _ends(said: str) -> Iterator[str]:
    """A text from each of its words on; from each letter where words are not parted."""
    starts = range(len(said)) if _JOINED.search(said) else [0, *(found.end() for found in re.finditer(" ", said))]
    return (said[start:] for start in starts)


def _alike(other: Element, row: Element) -> bool:
    """Whether it stands in one column with the row, is as wide, and is of one kind with it."""
    same = (other.role, other.landmark, other.frame, other.box.x, other.box.width)
    mine = (row.role, row.landmark, row.frame, row.box.x, row.box.width)
    return bool(other.affordances) and same == mine and not _marks(other)


def _marks(element: Element) -> bool:
    return element.role != "switch" and len(element.label) <= _LONGEST and _ticks_off(element.label)


@lru_cache(maxsize=4096)
def _ticks_off(label: str) -> bool:
    return _MARKS.fullmatch(collapse(legible(label))) is not None


def _on_its_line(mark: Element, row: Element) -> bool:
    """Whether it stands beside the row, or in it."""
    middle = mark.box.y + mark.box.height / 2
    beside = mark.box.x >= row.box.right or mark.box.right <= row.box.x or mark.parent == row.index
    return beside and row.box.y <= middle < row.box.bottom
