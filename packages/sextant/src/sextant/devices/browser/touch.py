"""Touch and key input, dispatched at the page, so that it reaches the frame under the point.

Each function injects once. Whether a drag is a finger, a mouse or a drag-and-drop is decided from the page's listeners
before anything is injected.
"""

import asyncio
import contextlib
import time
from collections.abc import Sequence
from typing import Any, Literal

from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.collector import Frame
from sextant.devices.browser.tabs import Tab
from sextant.elements.drags import scrolling_points
from sextant.types.actions import DragPath
from sextant.types.geometry import Point

Command = tuple[str, dict[str, Any]]
DRAG_STEPS = 10
MAX_KEYS = 300
"""Longer texts are inserted at once, as if pasted."""


class InputIgnored(TimeoutError):  # noqa: N818 - named by what went wrong, as in errors.py
    """The page did not process an input in time."""


async def deliver(tab: Tab, commands: Sequence[Command], timeout: float) -> None:
    """Send input in one write and wait until the page has processed it, or has opened something that blocks it.

    Raises:
        InputIgnored: The page did not process the input in time; it may still do so.
    """
    futures = tab.session.post(commands)
    deadline = time.monotonic() + timeout
    waiting = set(futures)
    while waiting:
        if tab.dialog is not None or tab.crashed or tab.closed:
            return
        deadline += await tab.writes.gate.released()  # a held request may block the whole page
        done, waiting = await asyncio.wait(waiting, timeout=0.05)
        for future in done:
            error = future.exception()
            if error is not None and not isinstance(error, ProtocolError):
                raise error
            if error is not None and not tab.closed and "gone" not in str(error):
                raise error
        if time.monotonic() > deadline:
            raise InputIgnored(f"the page took no input for {timeout:g} s")


def _finger(
    kind: Literal["touchStart", "touchMove", "touchEnd"], point: Point | None = None, at: float | None = None
) -> Command:
    """Return a touch command. `at`: the event's timestamp in seconds since 1970; None: when it is sent."""
    points = [] if point is None else [{"x": point.x, "y": point.y, "radiusX": 6, "radiusY": 6, "force": 0.5, "id": 0}]
    moment = {} if at is None else {"timestamp": at}
    return ("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, **moment})


async def tap(tab: Tab, point: Point, count: int, timeout: float) -> None:
    """Put a finger down and up, `count` times, in one write, so that a kill leaves no finger down."""
    await deliver(tab, [_finger("touchStart", point), _finger("touchEnd")] * count, timeout)


LONG_PRESS = 0.5
"""Seconds after which a resting finger is a long press, as on Android."""


async def hold(tab: Tab, place: tuple[Frame, Point], point: Point, seconds: float, timeout: float) -> None:
    """Hold a finger down. After half a second the page gets `contextmenu`, and the end is no click any more.

    `place` is the frame under the point, with the point in its own pixels.
    """
    await deliver(tab, [_finger("touchStart", point)], timeout)
    await _stay(tab, min(seconds, LONG_PRESS))
    if seconds >= LONG_PRESS and tab.dialog is None and not tab.crashed and not tab.missed:
        frame, local = place
        with contextlib.suppress(ProtocolError, TimeoutError):  # its document may have gone meanwhile
            await tab.ask(frame, f"sextant.longPress({local.x},{local.y})", 1.0)
        await _stay(tab, seconds - LONG_PRESS)
    await deliver(tab, [_finger("touchEnd")], timeout)


async def _stay(tab: Tab, seconds: float) -> None:
    """Wait while the finger is down; a dialog or crash cuts it short."""
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        if tab.dialog is not None or tab.crashed:
            return
        await asyncio.sleep(min(left, 0.05))


def _path(start: Point, end: Point) -> tuple[Point, ...]:
    """Return evenly spaced points on a straight line."""
    return tuple(
        Point(start.x + (end.x - start.x) * step / DRAG_STEPS, start.y + (end.y - start.y) * step / DRAG_STEPS)
        for step in range(1, DRAG_STEPS + 1)
    )


_BETWEEN = 0.05
"""Seconds between the timestamps of two moves: slow enough that the browser neither extrapolates the finger (it does
below 20 ms) nor flings the content when the finger is lifted (it does below 40 ms)."""


async def scroll_finger(tab: Tab, drag: DragPath, timeout: float) -> None:
    """Drag where the browser scrolls: the content follows to the pixel, less the slop or wholly.

    `sextant.elements.drags` computes the points. A finger that does not leave the slop taps where it began.
    """
    await _drawn(tab, drag.start, scrolling_points(drag), drag.hold_seconds, timeout)


async def drag_finger(tab: Tab, start: Point, end: Point, hold_seconds: float, timeout: float) -> None:
    """Drag straight to the end, for a page that handles it; lifted at rest, to avoid a fling."""
    await _drawn(tab, start, _path(start, end), hold_seconds, timeout, rest=0.06)


async def _drawn(
    tab: Tab, start: Point, points: Sequence[Point], hold_seconds: float, timeout: float, rest: float = 0.0
) -> None:
    """Put a finger down, move it along the points, and lift it. All timestamps are past and end about now."""
    moment = time.time() - _BETWEEN * (len(points) + 2)
    await deliver(tab, [_finger("touchStart", start, moment)], timeout)
    await _stay(tab, hold_seconds)
    moment += hold_seconds
    for point in points:
        moment += _BETWEEN
        await deliver(tab, [_finger("touchMove", point, moment)], timeout)
    moment += _BETWEEN
    last = [_finger("touchEnd", None, moment)]
    if rest and points:
        await _stay(tab, rest)
        last = [_finger("touchMove", points[-1], moment), _finger("touchEnd", None, moment + _BETWEEN)]
    await deliver(tab, last, timeout)


def _mouse(kind: str, point: Point, pressed: bool = True) -> Command:
    button = "left" if pressed or kind != "mouseMoved" else "none"
    return (
        "Input.dispatchMouseEvent",
        {
            "type": kind,
            "x": point.x,
            "y": point.y,
            "button": button,
            "buttons": 1 if pressed else 0,
            "clickCount": 0 if kind == "mouseMoved" else 1,
        },
    )


async def drag_mouse(tab: Tab, start: Point, end: Point, timeout: float) -> None:
    """Drag with the mouse, for pages that handle nothing else; continues as drag-and-drop if the page starts one."""
    carried: list[dict[str, Any]] = []
    tab.session.on("Input.dragIntercepted", lambda event: carried.append(event["data"]))
    await tab.session.send("Input.setInterceptDrags", {"enabled": True})
    try:
        await deliver(tab, [_mouse("mouseMoved", start, pressed=False), _mouse("mousePressed", start)], timeout)
        for point in _path(start, end):
            await deliver(tab, [_mouse("mouseMoved", point)], timeout)
            if carried:
                break
        if carried:
            for kind in ("dragEnter", "dragOver", "dragOver", "drop"):
                event = {"type": kind, "x": end.x, "y": end.y, "data": carried[0]}
                await deliver(tab, [("Input.dispatchDragEvent", event)], timeout)
        await deliver(tab, [_mouse("mouseReleased", end, pressed=False)], timeout)
    finally:
        if not tab.closed and not tab.crashed:
            tab.session.post([("Input.setInterceptDrags", {"enabled": False})])


DragKind = Literal["scroll", "finger", "mouse"]
"""`scroll`: a drag that the browser handles; `finger`: one that the page handles."""
_TOUCH = frozenset({"touchstart", "touchmove"})
_POINTER = frozenset({"pointerdown", "pointermove"})
_MOUSE = frozenset({"mousedown"})


async def drag_kind(tab: Tab, frame: Frame, point: Point) -> DragKind:
    """Return how a drag from this point of the frame must be made, by the page's listeners.

    The nearest listener decides: a draggable element or a mouse listener below any touch listener takes the mouse;
    everything else a finger. The page handles it if it may prevent scrolling, or has switched it off.
    """
    at = f"{point.x},{point.y}"
    drag: Literal["native", "draggable", "still", ""] = await tab.ask(frame, f"sextant.drag({at})")
    if drag == "native":
        return "finger"
    if drag == "draggable":
        return "mouse"
    finger: DragKind = "finger" if drag == "still" else "scroll"
    chain = await tab.handle(frame, f"sextant.chain({at})")
    members = await frame.session.send("Runtime.getProperties", {"objectId": chain, "ownProperties": True})
    objects = [
        entry["value"]["objectId"]
        for entry in members["result"]
        if entry["name"].isdigit() and "objectId" in entry.get("value", {})
    ]
    # The window comes last and is no node; listeners on it are the farthest, so it is left out.
    nodes = await _of_the_page(frame, objects[:-1][:60])
    replies = await frame.session.send_all([("DOMDebugger.getEventListeners", {"objectId": o}) for o in nodes])
    frame.session.post([("Runtime.releaseObject", {"objectId": o}) for o in [chain, *objects, *nodes]])
    for reply in replies:
        kinds = {listener["type"] for listener in reply["listeners"]}
        if any(listener["type"] in _TOUCH and not listener["passive"] for listener in reply["listeners"]):
            return "finger"
        if kinds & (_TOUCH | _POINTER):
            return finger
        if kinds & _MOUSE:
            return "mouse"
    return finger


async def _of_the_page(frame: Frame, objects: list[str]) -> list[str]:
    """Return the nodes in the page's world: for those of our world, the browser lists only our listeners."""
    described = await frame.session.send_all([("DOM.describeNode", {"objectId": o}) for o in objects])
    nodes = [reply["node"]["backendNodeId"] for reply in described]
    resolved = await frame.session.send_all([("DOM.resolveNode", {"backendNodeId": node}) for node in nodes])
    return [reply["object"]["objectId"] for reply in resolved]


# ---------------------------------------------------------------------- keys

_ENTER: tuple[Command, ...] = tuple(
    (
        "Input.dispatchKeyEvent",
        {
            "type": kind,
            "key": "Enter",
            "code": "Enter",
            "windowsVirtualKeyCode": 13,
            "nativeVirtualKeyCode": 13,
            **({"text": "\r", "unmodifiedText": "\r"} if kind == "keyDown" else {}),
        },
    )
    for kind in ("keyDown", "keyUp")
)


async def press_escape(tab: Tab, timeout: float) -> None:
    """Press Escape, which closes a dialog or popover as a phone's back key does."""
    await deliver(tab, _named_key("Escape", 27), timeout)


async def press_enter(tab: Tab, timeout: float) -> None:
    """Press Enter."""
    await deliver(tab, _ENTER, timeout)


def _named_key(key: str, code: int) -> list[Command]:
    base = {"key": key, "code": key, "windowsVirtualKeyCode": code, "nativeVirtualKeyCode": code}
    return [
        ("Input.dispatchKeyEvent", {"type": "rawKeyDown", **base}),
        ("Input.dispatchKeyEvent", {"type": "keyUp", **base}),
    ]


Arrow = Literal["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]
_ARROWS: dict[Arrow, int] = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}


async def press_arrow(tab: Tab, key: Arrow, times: int, timeout: float) -> None:
    """Press an arrow key `times` times."""
    await deliver(tab, _named_key(key, _ARROWS[key]) * times, timeout)


async def delete_selection(tab: Tab, timeout: float) -> None:
    """Press Backspace."""
    await deliver(tab, _named_key("Backspace", 8), timeout)


async def type_text(tab: Tab, text: str, single_line: bool, timeout: float) -> None:
    """Type the text with a key down and up for every character, so that frameworks and games see them.

    Line breaks become spaces in single-line fields; elsewhere they are inserted without the enter key, which in many
    pages would send the message.
    """
    if single_line:
        text = " ".join(text.splitlines()) if "\n" in text or "\r" in text else text
    if len(text) > MAX_KEYS:
        await deliver(tab, [("Input.insertText", {"text": text}), *_named_key("Unidentified", 229)], timeout)
        return
    commands: list[Command] = []
    for character in text.replace("\r\n", "\n"):
        commands += _character(character)
    if commands:
        await deliver(tab, commands, timeout)


def _character(character: str) -> list[Command]:
    if character in "\n\r\t" or ord(character) > 0xFFFF or not character.isprintable():
        return [("Input.insertText", {"text": "\n" if character == "\r" else character})]
    code = ord(character.upper()) if character.isascii() and character.isalnum() else 0
    name = f"Key{character.upper()}" if character.isascii() and character.isalpha() else ""
    if character.isascii() and character.isdigit():
        name = f"Digit{character}"
    if character == " ":
        name, code = "Space", 32
    base = {"key": character, "code": name, "windowsVirtualKeyCode": code, "nativeVirtualKeyCode": code}
    return [
        ("Input.dispatchKeyEvent", {"type": "keyDown", "text": character, "unmodifiedText": character, **base}),
        ("Input.dispatchKeyEvent", {"type": "keyUp", **base}),
    ]
