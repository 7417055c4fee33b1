"""Finds the target element of a touch at the moment of touching: the page may have moved since the last look.

The target is a node of the last look. If the page has replaced it, the page is described again and the element is found
by its reference. The page itself then waits until the element rests, tests what lies under the finger, and suppresses
the touch on anything else (`agent.js`, `meet`).
"""

import asyncio
import time
from typing import cast

from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.driver import Described, Driver
from sextant.devices.browser.observer import describe, look
from sextant.devices.browser.settlement import blocked, unless_blocked
from sextant.devices.browser.sheets import Sheet
from sextant.devices.browser.tabs import Tab
from sextant.elements.refs import resolve
from sextant.elements.touch_match import followed, meet, put_on
from sextant.types.actions import Gesture, Hold, Tap, TypeText
from sextant.types.devices import Untouched
from sextant.types.geometry import Point
from sextant.types.screens import Element, Observation

__all__ = ["find"]

REST_MS = 800
"""Longest wait for a moving element; then it is touched where it is."""
_LOOKS = 3
"""Attempts on a page that keeps changing; the last one takes the element as it is."""
_TIMEOUT = 3.0


async def find(driver: Driver, tab: Tab, sheet: Sheet | None, gesture: Gesture, deadline: float) -> Gesture | Untouched:
    """Return the touch at its target's present point, or why nothing is touched: target gone or not free."""
    if sheet is not None:
        return meet(await look(driver, False, deadline), gesture)
    if not isinstance(gesture, Tap | Hold | TypeText) or gesture.meant is None or gesture.point is None:
        return gesture
    described, fresh = driver.front.described, False
    for left in reversed(range(_LOOKS)):
        try:
            if described is None:
                described, fresh = await describe(driver, tab, min(deadline, time.monotonic() + _TIMEOUT)), True
            element = resolve(_listed(described), gesture.meant.element)
            if element is None and fresh:
                return "absent"
            answer = None if element is None else await _asked(driver, tab, described, element, gesture, left == 0)
        except (ProtocolError, TimeoutError):
            await asyncio.sleep(0.05)  # between two documents
            answer = None
        if answer is not None:
            return answer
        if blocked(driver, tab):
            return "covered"
        described = None
    return "delayed"


def _listed(described: Described) -> Observation:
    return Observation("", "", "", described.assembled.size, described.assembled.elements)


async def _asked(
    driver: Driver, tab: Tab, described: Described, element: Element, gesture: Tap | Hold | TypeText, lax: bool
) -> Gesture | Untouched | None:
    """Return the page's answer; None if it has replaced the node."""
    assert gesture.meant is not None
    assert gesture.point is not None
    place = described.assembled.places[element.index]
    local = followed(gesture.point, gesture.meant.box, place.box)
    asked = f"sextant.meet({place.node},{local.x},{local.y},{REST_MS},{'true' if lax else 'false'})"
    limit = REST_MS / 1000 + _TIMEOUT
    answer = (await unless_blocked(driver, tab, [tab.ask(described.frames[place.frame], asked, limit)]))[0]
    if answer is None or "again" in answer:
        return None
    if "untouched" in answer:
        return cast("Untouched", answer["untouched"])
    x, y = answer["point"]
    return put_on(gesture, followed(Point(x, y), place.box, element.box), element.box)
