"""Edits the text of the focused field by keys. It tracks cursor and selection, which the device does not report."""

import threading

from sextant.integrations.adb_bridge.phone import BridgedPhone, PhoneView
from sextant.types.screens import Element, State

__all__ = ["Keyboard"]


class Keyboard:
    """Types, deletes, moves the cursor and uses the clipboard in the focused field. Thread-safe.

    The cursor starts at the end of a field. Of a password, only the characters typed here are known: if it has others,
    a deletion empties the whole field.
    """

    def __init__(self, phone: BridgedPhone) -> None:
        self.phone = phone
        self._field = ""
        self._text: str = ""
        self._states: frozenset[State] = frozenset()
        self._cursor = 0
        self._selected = False
        self._lock = threading.RLock()

    def type(self, text: str) -> bool:
        """Inserts text at the cursor, or instead of the selection. False without a focused field."""
        with self._lock:
            held = self._focus()
            if held is None:
                return False
            if not text:
                return True
            if self._selected:
                self._set(text, len(text))
            elif self._cursor >= len(held):
                self.phone.type_text(text)
                self._settle(held + text)
            else:
                self._set(held[: self._cursor] + text + held[self._cursor :], self._cursor + len(text))
            return True

    def replace(self, text: str) -> bool:
        """Replaces the whole text of the field."""
        with self._lock:
            if self._focus() is None:
                return False
            self._set(text, len(text))
            return True

    def delete(self, *, forward: bool = False, count: int = 1) -> None:
        """Deletes the selection, else characters before or after the cursor."""
        with self._lock:
            held = self._focus()
            if held is None:
                return
            start, end = (0, len(held)) if self._selected else self._span(held, count if forward else -count)
            if start < end or self._selected:
                self._set(held[:start] + held[end:], start)

    def move(self, by: int) -> None:
        """Moves the cursor by a number of characters."""
        with self._lock:
            held = self._focus()
            if held is not None:
                at = (0 if by < 0 else len(held)) if self._selected else self._cursor + by
                self._cursor, self._selected = min(max(at, 0), len(held)), False

    def select_all(self) -> None:
        with self._lock:
            self._selected = bool(self._focus())

    def copy(self, *, cut: bool = False) -> None:
        """Copies the selected text to the clipboard, but never a password."""
        with self._lock:
            held = self._focus()
            if held and self._selected and "password" not in self._states:
                self.phone.settings.clipboard = held
                if cut:
                    self._set("", 0)

    def paste(self) -> None:
        self.type(self.phone.settings.clipboard)

    def _span(self, held: str, by: int) -> tuple[int, int]:
        other = min(max(self._cursor + by, 0), len(held))
        return min(self._cursor, other), max(self._cursor, other)

    def _focus(self) -> str | None:
        """The text of the focused field; clamps the cursor to it."""
        view = self.phone.view()
        element = view.focused
        if element is None or not element.states & {"editable"}:
            self._field, self._selected = "", False
            return None
        self._states = element.states
        field = _field(view, element)
        if "password" in element.states:
            known = field == self._field and element.masked in (None, len(self._text))
            held = self._text if known else "\0" * (element.masked or 0)
        else:
            known = field == self._field and self._text.split() == element.value.split()
            held = self._text if known else element.value  # a device may show white space collapsed
        if field != self._field or held != self._text:
            self._field, self._text = field, held
            self._cursor, self._selected = len(held), False
        return held

    def _set(self, text: str, cursor: int) -> None:
        self.phone.type_text("" if "\0" in text else text, replace_all=True)
        self._settle("" if "\0" in text else text)
        self._cursor = min(cursor, len(self._text))

    def _settle(self, text: str) -> None:
        self._text, self._cursor, self._selected = text, len(text), False


def _field(view: PhoneView, element: Element) -> str:
    """The identity of a field."""
    return f"{view.component} {element.test_id or element.name} {element.parent} {round(element.box.x)}"
