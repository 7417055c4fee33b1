"""Touches within frames that belong to somebody else wait until they are allowed."""

from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.frames import focused, frame_at
from sextant.devices.browser.tabs import Frame, Tab
from sextant.types.actions import DragPath, Gesture, Hold, PressKey, Tap, TypeText
from sextant.types.effects import WITHIN_FRAME, ObservedEffect
from sextant.types.origins import origin_of
from sextant.types.requests import address_template

__all__ = ["kept_out"]


async def kept_out(driver: Driver, tab: Tab, gesture: Gesture) -> str:
    """Why a gesture is not carried out where it would reach a stranger's frame; empty where it may be."""
    if driver.settings.leave == "allow" or not driver.borders.strangers(tab):
        return ""
    try:
        frame = await _reached(tab, gesture) if tab.contexts() else None
    except ProtocolError:  # its document is going, and the touch with it
        return ""
    if frame is None or not driver.borders.is_strange(tab, frame.url):
        return ""
    origin = origin_of(frame.url)
    effect = ObservedEffect("leave", "", address_template(frame.url), origin, 0, "touch", operation=WITHIN_FRAME)
    ruling = await driver.writes.gate.ask(tab.target, effect, frame.url)
    return "" if ruling.allowed else f"nothing was touched: this part of the page belongs to {origin}; {ruling.reason}"


async def _reached(tab: Tab, gesture: Gesture) -> Frame | None:
    match gesture:
        case Tap(point=point) | Hold(point=point) | DragPath(start=point):
            return (await frame_at(tab, point))[0]
        case TypeText(point=point) if point is not None:
            return (await frame_at(tab, point))[0]
        case TypeText() | PressKey(key="enter"):
            return (await focused(tab))[0]
        case _:
            return None
