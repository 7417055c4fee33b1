"""Sets a slider by touches along its length, and reads back the number that it shows."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Final

from sextant.devices.android.open_phone import OpenPhone
from sextant.devices.android.phone_driver import Pixel
from sextant.devices.android.roles import role_of
from sextant.devices.android.screen_reader import ScreenReading
from sextant.devices.android.views import Bounds, View
from sextant.text.values import is_number, number_of
from sextant.types.screens import Element

__all__ = ["Slider", "next_place"]

_TOUCHES: Final = 12
"""Most touches that search for a value."""
_DEAF: Final = 3
"""Touches at different places without any effect after which no more is tried."""


class Slider:
    """A slider at the moment when it is to be set.

    The number is its own text, else the one number in the view around it that changed with the first touch. It is only
    touched, not dragged: Android does not tell the range, and so not where the thumb is.
    """

    def __init__(
        self, phone: OpenPhone, look: Callable[[], ScreenReading], seen: ScreenReading, control: Element
    ) -> None:
        self._phone, self._look, self._control = phone, look, control
        path = self._path(seen)
        self._first, self._source = _numbers_around(path), ""
        self._track = _track(path) or self._bounds(control)
        self._length = max(self._track.width, self._track.height) - 1
        self._at = 0
        """Where it was touched last, along its length."""
        self._was = self._now = self._read(seen)

    def set(self, text: str) -> str:
        """Touches it until it shows the number; the note says what it shows, if that is another one."""
        wanted = number_of(text)
        if wanted is None:
            return "the slider takes a number, in plain digits"
        began = number_of(self._was)
        if began == wanted:
            return ""
        shown = [self._was] if self._was else list(self._first.values())
        if shown and all(number_of(one) is None for one in shown):
            return f"the slider shows {shown[0]!r}, which may be two numbers; it was not touched"
        if not shown and not 0 <= wanted <= 100:
            return "the slider does not tell its value; it takes a share of its length, from 0 to 100"
        found = self._approach(wanted, number_of)
        stands = number_of(self._now)
        if stands == wanted:
            return ""
        if stands is None:
            return self._unread()
        if set(found.values()) == {began}:
            return f"the slider stands at {stands:.10g}; touches did not move it, a swipe may"
        nearest = min(found, key=lambda place: abs(found[place] - wanted))
        if abs(found[nearest] - wanted) < abs(stands - wanted):
            self._tap(nearest)
            stands = number_of(self._now)
        return self._unread() if stands is None else f"the slider stands at {stands:.10g}"

    def _unread(self) -> str:
        """Touches it until it shows what it showed at first, if it now shows what may be two numbers."""
        if not self._now:
            share = self._at / max(self._length, 1)
            return f"the slider does not tell its value; it was touched at {share:.0%} of its length"
        unclear, was = self._now, self._was or self._first.get(self._source, "")
        if (guess := _guess(was)) is not None:
            self._approach(guess, _guess)
        note = f"the slider shows {unclear!r}, which may be two numbers; it was"
        return f"{note} put back to {was!r}" if self._now == was else f"{note} {was!r}, and now shows {self._now!r}"

    def _approach(self, wanted: float, number: Callable[[str], float | None]) -> dict[int, float]:
        """The values read at the places that were touched, in this order, the last one with the wanted value if any.

        The first place is the one of a percentage.
        """
        found: dict[int, float] = {}
        place = round(self._length * min(max(wanted / 100, 0.0), 1.0))
        for _ in range(_TOUCHES):
            self._tap(place)
            value = number(self._now)
            if value is None:
                break
            found[place] = value
            if value == wanted or (len(found) >= _DEAF and set(found.values()) == {number(self._was)}):
                break
            place = next_place(found, wanted, self._length)
            if place in found:
                break
        return found

    def _tap(self, place: int) -> None:
        self._at = place
        self._phone.driver.tap(self._pixel(place), 1, "", "")
        self._now = self._read(self._look())

    def _pixel(self, place: int) -> Pixel:
        box = self._track
        if box.width >= box.height:
            return box.left + place, (box.top + box.bottom) // 2
        return (box.left + box.right) // 2, box.bottom - 1 - place

    def _read(self, seen: ScreenReading) -> str:
        """The number that it shows, as a text; empty if it shows none."""
        now = seen.nearest(self._control)
        if now is not None and is_number(now.value):
            return now.value
        around = _numbers_around(self._path(seen))
        changed = [name for name, text in around.items() if self._first.get(name, text) != text]
        if not self._source and len(changed) == 1:
            self._source = changed[0]
        return around.get(self._source, "")

    def _path(self, seen: ScreenReading) -> list[View]:
        """The view of the slider with those around it, the outermost first; empty on a page of a web view."""
        now, frame = seen.nearest(self._control), self._phone.reader.frame
        waiting = [[window] for window in seen.hierarchy.windows]
        while waiting and now is not None:
            path = waiting.pop()
            if role_of(path[-1]) == now.role and frame.box(path[-1].bounds) == now.box:
                return path
            waiting += [[*path, child] for child in path[-1].children]
        return []

    def _bounds(self, element: Element) -> Bounds:
        box, scale = element.box, self._phone.reader.frame.scale
        return Bounds(*(round(side / scale) for side in (box.x, box.y, box.right, box.bottom)))


def _track(path: Sequence[View]) -> Bounds | None:
    """The outermost of the sliders at the end of a path: the one of Material has a view for its thumb inside it."""
    own = None
    for view in reversed(path):
        if role_of(view) != "slider":
            break
        own = view.bounds
    return own


def _guess(text: str) -> float | None:
    """The number of a text, without its separators if it may be two: good enough to search for what was there."""
    number = number_of(text)
    return number_of(text.replace(",", "").replace(".", "")) if number is None else number


def _numbers_around(path: Sequence[View]) -> dict[str, str]:
    """The numbers in the nearest view around a slider that has any and holds no other slider, by their places."""
    own = {id(view) for view in path[-1].walk()} if path else set[int]()
    for holder in reversed(path[:-1]):
        inside = [view for view in holder.walk() if id(view) not in own]
        if any(role_of(view) == "slider" and view not in path for view in inside):
            return {}
        found = {f"{view.resource_id} {place}": view.text for place, view in enumerate(inside) if is_number(view.text)}
        if found:
            return found
    return {}


def next_place(found: Mapping[int, float], wanted: float, length: int) -> int:
    """Where to touch next, from the values at the places so far, of which none is wanted; a known place if nowhere.

    Between the two nearest places with a smaller and a larger value, else further on in proportion.
    """
    below = [place for place, value in found.items() if value < wanted]
    above = [place for place, value in found.items() if value > wanted]
    if below and above:
        start, end = min(product(below, above), key=lambda pair: abs(pair[0] - pair[1]))
        between = start + (end - start) * (wanted - found[start]) / (found[end] - found[start])
        low, high = min(start, end) + 1, max(start, end) - 1
        return min(max(round(between), low), high) if low <= high else start
    latest = list(found)[::-1]
    least, most = min(latest, key=lambda place: found[place]), max(latest, key=lambda place: found[place])
    nearest = most if below else least
    if found[least] != found[most]:
        further = nearest + (wanted - found[nearest]) * (most - least) / (found[most] - found[least])
    elif nearest and found[nearest] and wanted / found[nearest] > 0:
        further = nearest * wanted / found[nearest]  # as if the slider began with 0
    else:
        further = (nearest + length) / 2 if below else nearest / 2
    place = min(max(round(further), 0), length)
    if place in found:
        place += 1 if further >= nearest else -1
    return min(max(place, 0), length)
