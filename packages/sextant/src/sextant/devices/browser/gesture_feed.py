"""What a person does in the browser, from the trusted input that reaches its pages."""

import contextlib
import json
from collections.abc import Mapping
from queue import Empty, SimpleQueue
from typing import Any, Final, Literal

from sextant.devices.browser.cdp import Session
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.emulation import person_command
from sextant.devices.finger_tracker import FingerTracker
from sextant.errors import DeviceLost
from sextant.text.spellings import placeholder
from sextant.types.actions import Direction, PressKey, ScrollBy, TypeText
from sextant.types.geometry import Point
from sextant.types.person_gestures import PersonGesture

__all__ = ["BrowserGestureFeed"]

_NAVIGATION_SECONDS: Final = 1.5
"""Seconds after a touch in which going back is taken for an effect of the touch."""
_MOST: Final = 20_000
"""Characters of text that are recorded."""


class BrowserGestureFeed:
    """The gestures in all tabs: a `GestureFeed`. Frames of other origins report nothing."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._gestures: SimpleQueue[PersonGesture] = SimpleQueue()
        self._fingers = FingerTracker()
        self._touched = 0.0
        self._ended = False
        self._watched: set[str] = set()

    async def begin(self) -> None:
        """Starts to listen, also to tabs that open later. On the device's loop."""
        connection = self._driver.connection
        if connection is not None:
            connection.browser.on("Target.attachedToTarget", self._opened)
        self._listen()

    async def end(self) -> None:
        """Stops listening."""
        self._ended = True

    def next(self, seconds: float) -> PersonGesture | None:
        """See `GestureFeed`."""
        with contextlib.suppress(Empty):
            return self._gestures.get(timeout=seconds) if seconds > 0 else self._gestures.get_nowait()
        connection = self._driver.connection
        if connection is None or connection.closed:
            raise DeviceLost("The browser was closed.", "Record again.")
        return None

    def _opened(self, event: Mapping[str, Any]) -> None:
        del event
        self._listen()

    def _listen(self) -> None:
        if self._ended:
            return
        for tab in self._driver.tabs.values():
            if tab.target not in self._watched:
                self._watched.add(tab.target)
                self._subscribe(tab.session)

    def _subscribe(self, session: Session) -> None:
        session.on("Runtime.bindingCalled", lambda event: self._on_report(str(event.get("payload", ""))))
        session.post([person_command()])

    def _on_report(self, payload: str) -> None:
        kind, _, rest = payload.partition(" ")
        if kind == "?person" and not self._ended:
            with contextlib.suppress(ValueError, KeyError, TypeError):
                self._record(json.loads(rest))

    def _record(self, report: Mapping[str, Any]) -> None:
        at, fingers = float(report["at"]), self._fingers
        point = Point(float(report["x"]), float(report["y"])) if "x" in report else None
        done: PersonGesture | None = None
        match report["kind"]:
            case "down" if point is not None:
                fingers.down(at, point)
            case "move" if point is not None:
                fingers.move(at, point)
            case "several":
                fingers.several()
            case "drop":
                fingers.drop()
            case "up":
                done, self._touched = fingers.up(at, point), at
            case "wheel" if point is not None:
                scroll = ScrollBy(*_wheel(float(report["across"]), float(report["down"]), point, self._driver))
                done = PersonGesture(scroll, float(report["began"]), at)
            case "text" if point is not None:
                text = placeholder("password field") if report["text"] is None else str(report["text"])[:_MOST]
                done = PersonGesture(TypeText(text, point), float(report["began"]), at)
            case "key":
                key: Literal["enter", "back"] = "enter" if report["key"] == "enter" else "back"
                if key == "enter" or at - self._touched > _NAVIGATION_SECONDS:
                    done = PersonGesture(PressKey(key), at, at)
            case _:
                pass
        if done is not None:
            self._gestures.put(done)


def _wheel(across: float, down: float, point: Point, driver: Driver) -> tuple[Direction, Point, float]:
    """Return the direction of a scroll, its point, and its distance in screens."""
    view = driver.settings.phone.viewport
    if abs(across) > abs(down):
        return ("right" if across > 0 else "left"), point, abs(across) / view.width
    return ("down" if down > 0 else "up"), point, abs(down) / view.height
