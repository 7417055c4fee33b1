"""Asks before a gesture reaches a frame of a foreign origin."""

import contextlib
from typing import assert_never

from sextant.addresses.origins import origin_of
from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.frames import focused, frame_at
from sextant.devices.browser.tabs import Tab
from sextant.types.actions import (
    DragPath,
    Gesture,
    Hold,
    LaunchApp,
    Pause,
    PressKey,
    ScrollBy,
    Tap,
    TerminateApp,
    TypeText,
)
from sextant.types.effects import WITHIN_FRAME, ObservedEffect
from sextant.types.requests import address_template

__all__ = ["refusal_of"]


async def refusal_of(driver: Driver, tab: Tab, gesture: Gesture) -> str:
    """Return why a gesture that would reach a foreign frame is not carried out; empty if it may be."""
    if driver.settings.leave == "allow" or not driver.scope.has_foreign_frames(tab):
        return ""
    entered: list[str] = []
    with contextlib.suppress(ProtocolError):  # a document is being replaced: use the innermost frame found
        if tab.contexts():
            await _reach(tab, gesture, entered)
    if not entered or entered[-1] == tab.main:
        return ""
    frame = tab.frames.get(entered[-1])
    if frame is not None and not driver.scope.is_foreign(tab, frame):
        return ""
    address = None if frame is None else driver.scope.address_of(tab, frame)
    if address is None:
        return "nothing was touched: the origin of this part of the page is unknown; look again"
    origin = origin_of(address)
    effect = ObservedEffect("leave", "", address_template(address), origin, 0, "touch", operation=WITHIN_FRAME)
    ruling = await driver.writes.gate.ask(tab.target, effect, address)
    return "" if ruling.allowed else f"nothing was touched: this part of the page belongs to {origin}; {ruling.reason}"


async def _reach(tab: Tab, gesture: Gesture, entered: list[str]) -> None:
    match gesture:
        case Tap(point=point) | Hold(point=point) | DragPath(start=point):
            await frame_at(tab, point, entered)
        case TypeText(point=point) if point is not None:
            await frame_at(tab, point, entered)
        case TypeText() | PressKey(key="enter"):
            await focused(tab, entered)
        case PressKey() | ScrollBy() | LaunchApp() | TerminateApp() | Pause():
            return
        case _:
            assert_never(gesture)
