"""Sets and reads back what takes no text: spinners, sliders and number pickers, by the structure of the hierarchy.

Each value is set by touches, as a person would, and what the control then shows decides. Android tells neither the
range of a slider nor the entries of a closed list.
"""

import time
from collections.abc import Callable, Sequence
from math import dist
from typing import Final

from sextant.devices.android.open_phone import OpenPhone
from sextant.devices.android.phone_driver import BACK, ENTER, Pixel
from sextant.devices.android.roles import is_field
from sextant.devices.android.screen_reader import ScreenReading
from sextant.devices.android.slider import Slider
from sextant.devices.android.text_entry import TextEntry
from sextant.devices.android.views import View
from sextant.text.normal_form import folded, stands_in
from sextant.text.values import absent_entry, entry_meant, number_of
from sextant.types.geometry import Point
from sextant.types.screens import Element

__all__ = ["widget_at"]

_PATIENCE: Final = 1.5
"""Longest wait for a list that a touch opens, and for what it then shows, in seconds."""
_SCREENS: Final = 40
"""Most strokes through a list in each direction."""
_NEAR: Final = 8
"""Steps of a wheel up to which it is touched; a number further away is typed, if the wheel takes text."""
_ROUNDS: Final = 8
"""Most bursts of touches towards a number."""
_BURST: Final = 60
"""Most touches of one burst."""
_ONES: Final = 40
"""Most single touches in each direction that search for a word."""
_EDGE: Final = 0.15
"""Share of a list at each end that a stroke through it leaves free."""
_SHORTEST: Final = 48.0
"""Shortest stroke through a list, in viewport pixels: a shorter one might be taken for a touch of an entry."""
_CHOICES: Final = frozenset({"checkbox", "menuitem", "menuitemradio", "option", "radio"})  # structural: ARIA roles
_PICKER: Final = "NumberPicker"  # structural: suffix of Android's class names

Look = Callable[[], ScreenReading]
"""Reads the screen once it has settled."""


def widget_at(phone: OpenPhone, seen: ScreenReading, point: Point, look: Look) -> Callable[[str], str] | None:
    """What sets the widget at a point to a text; None if there is none, or it is a text field.

    It returns a note that says what the widget shows, or takes, if that is not the text; else an empty one.
    """
    picker = _picker_at(seen, phone.pixel(point))
    if picker is not None:
        return _Wheel(phone, look, picker).turn
    found = [
        one
        for one in seen.described.elements
        if one.role in ("combobox", "slider")
        and one.visibility in ("visible", "clipped")
        and one.interactable
        and not one.states & {"editable"}
        and one.box.contains(point)
    ]
    control = min(found, key=lambda one: one.box.area, default=None)
    if control is None:
        return None
    if control.role == "slider":
        return Slider(phone, look, seen, control).set
    return _List(phone, look, seen, control).choose


# ---------------------------------------------------------------------- a list that a touch opens


class _List:
    """A control that shows one entry of a list, which a touch opens."""

    def __init__(self, phone: OpenPhone, look: Look, seen: ScreenReading, control: Element) -> None:
        self._phone, self._look, self._control = phone, look, control
        self._before = {_place(one) for one in seen.described.elements}
        self._shown = control.value or control.label

    def choose(self, text: str) -> str:
        """Touches the entry, which is scrolled to; if there is none, closes the list."""
        if folded(self._shown) == folded(text):
            return ""
        self._touch(self._control)
        opened = self._until(lambda seen: bool(self._entries(seen)))
        if not self._entries(opened):
            return "nothing to choose from opened"
        known: list[str] = []
        entry = self._find(opened, text, known)
        if entry is None and (meant := entry_meant(known, text)) is not None:
            entry = self._find(self._look(), known[meant], known)
        if entry is None or "disabled" in entry.states:
            if self._entries(self._look()):
                self._phone.driver.keys((BACK,))
            return absent_entry(known) if entry is None else "that option is disabled"
        self._touch(entry)
        return self._read_back(entry, text)

    def _read_back(self, entry: Element, text: str) -> str:
        seen = self._until(lambda seen: self._says(self._now(seen), entry.label))
        shown = self._now(seen)
        if self._says(shown, entry.label):
            return "" if folded(text) in (folded(shown), folded(entry.label)) else f"the list shows {shown!r}"
        if _place(entry) in map(_place, seen.described.elements):
            return "the option was touched, and the list is still open"
        if shown in ("", self._shown):
            return "the option was touched and is not chosen"
        return f"the option was touched; the list shows {shown!r}"

    def _now(self, seen: ScreenReading) -> str:
        """What the control shows; empty if it is not on the screen."""
        found = seen.nearest(self._control)
        return "" if found is None else found.value or found.label

    def _says(self, shown: str, label: str) -> bool:
        return folded(shown) == folded(label) or (shown != self._shown and stands_in(label, shown))

    def _entries(self, seen: ScreenReading) -> list[Element]:
        """What can be chosen: the touchable elements that were not there before."""
        new = [one for one in seen.described.elements if _place(one) not in self._before]
        able = [one for one in new if one.label and ("tap" in one.affordances or "disabled" in one.states)]
        able = [one for one in able if one.role != self._control.role and one.visibility in ("visible", "clipped")]
        return [one for one in able if one.role in _CHOICES] or able

    def _find(self, seen: ScreenReading, text: str, known: list[str]) -> Element | None:
        """Looks through the list, down and then up, for the entry of that name; adds all names to `known`."""
        for down in (True, False):
            for _ in range(_SCREENS):
                entries = self._entries(seen)
                known += [one.label for one in entries if one.label not in known]
                if (found := next((one for one in entries if folded(one.label) == folded(text)), None)) is not None:
                    return found
                moved = self._stroke(entries, down) if entries and self._scrolls(seen) else None
                if moved is None or list(map(_place, self._entries(moved))) == list(map(_place, entries)):
                    break
                seen = moved
        return None

    def _scrolls(self, seen: ScreenReading) -> bool:
        new = (one for one in seen.described.elements if _place(one) not in self._before)
        return seen.described.page is not None or any("scroll" in one.affordances for one in new)

    def _stroke(self, entries: Sequence[Element], down: bool) -> ScreenReading | None:
        """Moves the list by most of its height; None if it is too low for that."""
        top, bottom = min(one.box.y for one in entries), max(one.box.bottom for one in entries)
        bottom = min(bottom, self._phone.reader.size.height)
        x, edge = entries[0].box.centre.x, (bottom - top) * _EDGE
        start, end = Point(x, bottom - edge), Point(x, top + edge)
        if start.y - end.y < _SHORTEST:
            return None
        points = (start, end) if down else (end, start)
        self._phone.driver.swipe([self._phone.pixel(point) for point in points], 0.5, "", "")
        return self._look()

    def _touch(self, element: Element) -> None:
        self._phone.driver.tap(self._phone.pixel(element.box.centre), 1, "", "")

    def _until(self, enough: Callable[[ScreenReading], bool]) -> ScreenReading:
        deadline = time.monotonic() + _PATIENCE
        while not enough(seen := self._look()) and time.monotonic() < deadline:
            pass
        return seen


def _place(element: Element) -> tuple[str, str, str, float, float]:
    return element.role, element.label, element.value, round(element.box.x), round(element.box.y)


# ---------------------------------------------------------------------- a wheel


def _picker_at(seen: ScreenReading, at: Pixel) -> View | None:
    """The number picker at a point of the frontmost window there."""
    for window in reversed(seen.hierarchy.windows):
        if _holds(window, at):
            found = [view for view in window.walk() if view.kind.endswith(_PICKER) and _holds(view, at)]
            return min(found, key=lambda view: view.bounds.area, default=None)
    return None


def _holds(view: View, at: Pixel) -> bool:
    box = view.bounds
    return box.left <= at[0] < box.right and box.top <= at[1] < box.bottom


def _middle(view: View) -> Pixel:
    return (view.bounds.left + view.bounds.right) // 2, (view.bounds.top + view.bounds.bottom) // 2


class _Wheel:
    """A number picker: a touch below its middle brings the next value, one above it the value before."""

    def __init__(self, phone: OpenPhone, look: Look, picker: View) -> None:
        self._phone, self._look, self._picker = phone, look, picker
        self._known: list[str] = []

    @property
    def _field(self) -> View | None:
        return next((view for view in self._picker.walk() if is_field(view)), None)

    @property
    def _shown(self) -> str:
        return (self._field or self._picker).text

    @property
    def _number(self) -> float | None:
        return number_of(self._shown)

    def turn(self, text: str) -> str:
        """Brings the wheel to the value; types a number that is far away, if the wheel takes text."""
        wanted = number_of(text)
        self._known = [self._shown]
        if self._is(text):
            return ""
        if wanted is None or self._number is None:
            if self._look_for(text, 1) or self._look_for(text, -1):
                return ""
            return absent_entry(self._known)
        far = abs(wanted - self._number) > _NEAR
        if (far and self._typed(text)) or self._count_to(wanted) or (not far and self._typed(text)):
            return ""
        return f"it stands at {self._shown}; touches do not bring it to what was asked"

    def _is(self, text: str) -> bool:
        number = number_of(text)
        return folded(self._shown) == folded(text) or (number is not None and self._number == number)

    def _read(self) -> None:
        """Finds the picker again: a keyboard may have moved it."""
        views = [view for window in self._look().hierarchy.windows for view in window.walk()]
        alike = [view for view in views if view.kind == self._picker.kind]
        same = [view for view in alike if view.resource_id == self._picker.resource_id]
        was = _middle(self._picker)
        self._picker = min(same or alike, key=lambda view: dist(_middle(view), was), default=self._picker)

    def _press(self, towards: int, times: int = 1) -> None:
        box = self._picker.bounds
        y = box.bottom - box.height // 8 if towards > 0 else box.top + box.height // 8
        for _ in range(times):
            self._phone.driver.tap((_middle(self._picker)[0], y), 1, "", "")
        self._read()
        if self._shown not in self._known:
            self._known.append(self._shown)

    def _look_for(self, text: str, towards: int) -> bool:
        """Turns by single steps until the text is shown, or the wheel ends or comes round."""
        began = self._shown
        for _ in range(_ONES):
            was = self._shown
            self._press(towards)
            if self._is(text):
                return True
            if self._shown in (was, began):
                break
        return False

    def _count_to(self, wanted: float) -> bool:
        """Turns to the number, by the measured worth of one step; whether it was reached."""
        turned = set[float]()
        for _ in range(_ROUNDS):
            was = self._number
            if was is None or was == wanted or was in turned:
                break
            turned.add(was)
            towards = 1 if wanted > was else -1
            self._press(towards)
            now = self._number
            if now is None or now == was:
                break
            steps = round((wanted - now) / (now - was))
            if steps:
                self._press(towards if steps > 0 else -towards, min(abs(steps), _BURST))
        return self._number == wanted

    def _typed(self, text: str) -> bool:
        """Types into the field of the wheel, where it takes text, and leaves it: then the wheel turns."""
        field, phone = self._field, self._phone
        if field is None:
            return False
        phone.driver.tap(_middle(field), 1, "", "")
        self._read()
        focused = phone.reader.focused()
        if focused is None or self._field is None or focused.bounds != self._field.bounds:
            return False
        TextEntry(phone.adb, phone.driver, phone.options.keyboard, phone.reader.focused).enter(
            text, replace=True, secret=False
        )
        phone.driver.keys((ENTER,))
        self._read()
        if phone.reader.measure().keyboard is not None:
            phone.driver.keys((BACK,))  # closes the keyboard, which may lie over the wheel
            self._read()
        return self._is(text)
