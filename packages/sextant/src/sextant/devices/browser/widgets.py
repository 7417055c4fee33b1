"""Sets and reads back widgets that take no text: sliders, spin buttons, wheels and lists of options.

Keys and taps are real input; only a wheel is scrolled by script, to the pixel.
"""

import json
from importlib.resources import files
from typing import Any, Literal, assert_never

from sextant.devices.browser import touch
from sextant.devices.browser.collector import Frame
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.foreign_frames import reach_of
from sextant.devices.browser.frames import frame_at
from sextant.devices.browser.tabs import Tab
from sextant.devices.browser.touch_guard import TouchGuard
from sextant.text.normal_form import folded
from sextant.text.values import absent_entry, entry_meant, is_number, number_of, other_entry
from sextant.types.actions import Tap, TypeText
from sextant.types.geometry import Point

__all__ = ["set_widget"]

_SOURCE = files("sextant.devices.browser").joinpath("widgets.js").read_text(encoding="utf-8")
_ONES = 40
"""Most key presses in each direction that search for a value that is no number."""
_ROUNDS, _MOST = 8, 400
"""Bursts of keys towards a number, and most keys in one burst."""
_UNCLEAR = "this may be two numbers: write it without a separator between its thousands"
_OPENS_MS = 1500
"""Longest wait for a list that a tap opens."""
_KEYS: tuple[tuple[touch.Arrow, touch.Arrow], ...] = (("ArrowUp", "ArrowDown"), ("ArrowRight", "ArrowLeft"))

Kind = Literal["range", "steps", "options", "wheel", "opens"]


async def set_widget(driver: Driver, tab: Tab, gesture: TypeText, limit: float) -> str | None:
    """Set the widget at the gesture's point to its text; None if there is none, or it is a text field.

    The note names the value read back if it differs; empty if it is the requested one.
    """
    if gesture.point is None or not gesture.text:
        return None
    frame, local = await frame_at(tab, gesture.point)
    kind: Kind | Literal[""] = await _ask(tab, frame, f"find({local.x},{local.y})")
    shift = Point(gesture.point.x - local.x, gesture.point.y - local.y)
    match kind:
        case "":
            return None
        case "range":
            return await _range(tab, frame, gesture)
        case "steps":
            return await _steps(tab, frame, gesture.text, limit)
        case "options" | "wheel":
            return await _choose(driver, tab, frame, gesture, kind, shift, limit)
        case "opens":
            await touch.tap(tab, gesture.point, 1, limit)
            if tab.missed or not await _ask(tab, frame, f"opened({_OPENS_MS})"):
                return "nothing to choose from opened"
            return await _choose(driver, tab, frame, gesture, "options", shift, limit)
        case _:
            assert_never(kind)


async def _ask(tab: Tab, frame: Frame, call: str) -> Any:
    return await tab.ask(frame, f"(sextant.widgets ??= {_SOURCE.strip()}).{call}")


async def _range(tab: Tab, frame: Frame, gesture: TypeText) -> str:
    wanted = number_of(gesture.text)
    if wanted is None:
        return _UNCLEAR if is_number(gesture.text) else "the slider takes a number"
    done = await tab.ask(frame, f"sextant.setValue({json.dumps(f'{wanted:.15g}')})")
    return "" if done["ok"] and float(done["value"]) == wanted else f"the slider stands at {done['value']}"


async def _steps(tab: Tab, frame: Frame, text: str, limit: float) -> str:
    """Press arrow keys: for a number, as many as one press is worth; for a word, one by one."""
    dial = _Dial(tab, frame, limit)
    wanted = number_of(text)
    began = await dial.read()
    if wanted is None and dial.now is not None and is_number(text):
        return _UNCLEAR
    for more, less in _KEYS:
        if wanted is not None and dial.now is not None:
            there = await dial.count_to(wanted, more, less)
        else:
            there = await dial.look_for(text, more) or await dial.look_for(text, less)
        if there:
            return ""
        if dial.state != began:
            break
    return f"it stands at {dial.state['text'] or dial.now}; keys do not bring it to what was asked"


class _Dial:
    """A focused slider or spin button, with its state after the last key."""

    def __init__(self, tab: Tab, frame: Frame, limit: float) -> None:
        self._tab, self._frame, self._limit = tab, frame, limit
        self.state: dict[str, Any] = {"now": None, "text": ""}

    @property
    def now(self) -> float | None:
        return self.state["now"]

    async def read(self) -> dict[str, Any]:
        self.state = await _ask(self._tab, self._frame, "value()")
        return self.state

    async def press(self, key: touch.Arrow, times: int = 1) -> dict[str, Any]:
        await touch.press_arrow(self._tab, key, times, self._limit)
        return await self.read()

    async def count_to(self, wanted: float, more: touch.Arrow, less: touch.Arrow) -> bool:
        """Step to the number, by the measured worth of one key; return whether it was reached."""
        for _ in range(_ROUNDS):
            was = self.now
            if was is None or was == wanted:
                return was == wanted
            await self.press(more if wanted > was else less)
            worth, left = abs((self.now or 0.0) - was), wanted - (self.now or 0.0)
            if not worth:
                return False
            times = min(int(abs(left) / worth + 1e-6), _MOST)
            if times:
                await self.press(more if left > 0 else less, times)
        return self.now == wanted

    async def look_for(self, text: str, key: touch.Arrow) -> bool:
        """Press the key until the text is shown or nothing changes; return whether it was found."""
        for _ in range(_ONES):
            was = self.state
            if folded(was["text"]) == folded(text):
                return True
            if await self.press(key) == was:
                return False
        return False


async def _choose(
    driver: Driver,
    tab: Tab,
    frame: Frame,
    gesture: TypeText,
    kind: Literal["options", "wheel"],
    shift: Point,
    limit: float,
) -> str:
    entries = await _ask(tab, frame, "entries()")
    labels: list[str] = entries["labels"]
    place = entry_meant(labels, gesture.text, entries["values"])
    if place is None:
        return absent_entry([label for label in labels if label])
    found = await _ask(tab, frame, f"option({place})")
    if "point" not in found:
        return "that option is disabled" if "disabled" in found else "the option has gone; try again"
    if kind == "options" and not found["selected"]:
        x, y = found["point"]
        option = Point(x + shift.x, y + shift.y)
        if refused := (reach := await reach_of(driver, tab, Tap(option))).refused:
            return refused
        async with TouchGuard(driver, tab, reach) as guard:
            if not guard.refused:
                await touch.tap(tab, option, 1, limit)
        if guard.refused:
            return guard.refused
    if await _ask(tab, frame, f"chosen({place})") is False:
        return "the option was touched and is not chosen"
    return other_entry(labels[place], gesture.text)
