"""Scrolls a page, by script where that moves something, else by a finger."""

from dataclasses import replace

from sextant.devices.browser import touch
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.foreign_frames import reach_of
from sextant.devices.browser.frames import frame_at
from sextant.devices.browser.tabs import Tab
from sextant.devices.browser.touch_guard import TouchGuard
from sextant.types.actions import VECTORS, DragPath, ScrollBy, Tap
from sextant.types.geometry import Point

__all__ = ["scroll"]

_FINGER_REACH = 0.45
"""Longest drag used in place of a scroll, in viewports; it often starts in the middle."""
_STROKE = 0.8
"""Longest drag of a pan, in viewports."""


async def scroll(driver: Driver, tab: Tab, gesture: ScrollBy, limit: float) -> str:
    """Scroll by script, or by a finger where only that moves something; return a note on what came of it.

    A script's scroll is no input to the page. Before a finger is put down on a frame of a foreign origin, that is asked
    about; the whole drag is that frame's, wherever it ends.
    """
    dx, dy = VECTORS[gesture.direction]
    size = driver.settings.phone.viewport
    middle = gesture.point or Point(size.width / 2, size.height / 2)
    frame, local = await frame_at(tab, middle)
    frames = [frame]
    while (parent := tab.frames.get(frames[-1].parent)) is not None and parent.contexts and parent not in frames:
        frames.append(parent)
    if gesture.point is None:
        frames = [frames[-1], *frames[:-1]]
    for place, candidate in enumerate(frames):
        at = "null,null" if gesture.point is None else f"{local.x},{local.y}"
        if gesture.point is not None and place > 0:
            at = f"{middle.x},{middle.y}"  # an outer scroller under the same finger
        done = await tab.ask(candidate, f"sextant.scroll({dx},{dy},{at},{gesture.extent})")
        panned = await _pan(driver, tab, replace(gesture, extent=done["pan"]), limit) if done["pan"] else None
        if done["moved"] or panned is not None:
            return panned or ""
    if gesture.point is None:
        return f"nothing more can be scrolled {gesture.direction}"
    # No scrollable element: a map, a canvas or a script may still follow a drag.
    share = min(_FINGER_REACH, gesture.extent)
    reach = share * (size.height if dy else size.width)
    end = Point(
        min(max(1.0, middle.x - dx * reach), size.width - 1), min(max(1.0, middle.y - dy * reach), size.height - 1)
    )
    if refused := (reach := await reach_of(driver, tab, Tap(middle))).refused:
        return refused
    async with TouchGuard(driver, tab, reach) as guard:
        if not guard.refused:
            await touch.drag_finger(tab, middle, end, 0.0, limit)
    return guard.refused or f"no scroller there; a finger was drawn over {share:.2g} of the screen instead"


async def _pan(driver: Driver, tab: Tab, gesture: ScrollBy, limit: float) -> str | None:
    """Pan a page that is laid out wider or higher than the screen; None if it did not move, else a note.

    Scripts cannot move the visual viewport. The pan takes as many drags as the extent needs.
    """
    dx, dy = VECTORS[gesture.direction]
    size = driver.settings.phone.viewport
    offset = "[visualViewport.offsetLeft, visualViewport.offsetTop]"
    whole = size.width if dx else size.height
    left, middle = gesture.extent * whole, gesture.point or Point(size.width / 2, size.height / 2)
    frame = tab.frames[tab.main]
    began = before = await tab.ask(frame, offset)
    while left > 1:
        half = min(left, _STROKE * whole) / 2
        at = (size.width / 2, middle.y) if dx else (middle.x, size.height / 2)
        start, end = Point(at[0] + dx * half, at[1] + dy * half), Point(at[0] - dx * half, at[1] - dy * half)
        if refused := (reach := await reach_of(driver, tab, Tap(start))).refused:
            return refused
        inner, local = await frame_at(tab, start)
        if await touch.drag_kind(tab, inner, local) != "scroll":
            break
        async with TouchGuard(driver, tab, reach) as guard:
            if not guard.refused:
                await touch.scroll_finger(tab, DragPath(start, end, whole=True), limit)
        if guard.refused:
            return guard.refused
        left, after = left - 2 * half, await tab.ask(frame, offset)
        if after == before:
            break
        before = after
    return None if before == began else ""
