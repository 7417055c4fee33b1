"""A world as a device without a browser, for runs and benchmarks."""

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Literal

from sextant.elements.touch_match import meant_by, meet
from sextant.errors import DeviceLost
from sextant.types.actions import Gesture, Tap
from sextant.types.devices import Injection, Lease, Opened
from sextant.types.effects import ObservedEffect
from sextant.types.geometry import Point, Size
from sextant.types.screens import Observation, Picture
from sextant.types.tasks import Episode, Graded
from sextant_worlds.spec.world import World
from sextant_worlds.truth.grade import graded
from sextant_worlds.twin.commits import Commits
from sextant_worlds.twin.twin import Twin

Paint = Callable[[Twin], Picture]
"""Draws what the twin shows."""


class TwinDevice:
    """A `Device` over a twin. It takes no real time; `paint` draws requested pictures."""

    def __init__(self, world: World, clock: Callable[[], float] = lambda: 0.0, paint: Paint | None = None) -> None:
        self.twin = Twin(world)
        self._clock, self._paint = clock, paint
        self._lock = threading.RLock()
        self._intents: dict[str, Point | None] = {}
        self._effects: list[ObservedEffect] = []
        self._state: Literal["new", "open", "closed"] = "new"

    @property
    def name(self) -> str:
        return f"world:{self.twin.world.id}"

    @property
    def size(self) -> Size:
        return self.twin.size

    @property
    def goal(self) -> str:
        """See `RunGrader`."""
        return self.twin.world.task.goal

    def grade(self, episode: Episode) -> Graded:
        """See `RunGrader`: by the state of the twin."""
        return graded(self.twin.world, self.twin.state, episode)

    def apps(self) -> tuple[str, ...]:
        """Names as the launcher shows them, then ids."""
        apps = self.twin.world.apps
        return (*(app.name for app in apps), *(app.id for app in apps))

    def open(self) -> Opened:
        with self._lock:
            if self._state == "closed":
                self.twin.reset()
                self._intents.clear()
                self._effects.clear()
            how: Literal["fresh", "reattached"] = "reattached" if self._state == "open" else "fresh"
            self._state = "open"
            return Opened(how)

    def look(self, picture: bool = True) -> Observation:
        with self._lock:
            self._require_open()
            seen = replace(self.twin.observation(), at=self._clock())
            if picture and self._paint is not None:
                return replace(seen, picture=self._paint(self.twin))
            return seen

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        with self._lock:
            self._require_open()
            met = meant_by(gesture) is not None
            found = meet(self.twin.observation(), gesture) if met else gesture
            if isinstance(found, str):
                return Injection(seconds=0.0, untouched=found)
            gesture = found
            if intent:
                self._intents[intent] = gesture.point if isinstance(gesture, Tap) else None
            commits = Commits(self.twin.state)
            self.twin.perform(gesture)
            self._effects += commits.read(self.twin.state)
            return Injection(seconds=0.0, notes=(self.twin.note,) if self.twin.note else (), met=met)

    def now(self) -> datetime:
        """See `DeviceClock`: the phone's own, which has no zone."""
        return self.twin.world.phone.now

    def injected(self, intent: str) -> bool | None:
        return intent in self._intents

    def touched(self, intent: str) -> Point | None:
        return self._intents.get(intent)

    def effects(self) -> tuple[ObservedEffect, ...]:
        with self._lock:
            seen = tuple(self._effects)
            self._effects.clear()
            return seen

    def lease(self) -> Lease | None:
        return None

    def detach(self) -> None:
        self._state = "closed"

    def close(self) -> None:
        self._state = "closed"

    def _require_open(self) -> None:
        if self._state != "open":
            raise DeviceLost(f"The device {self.name!r} is not open.", "Call open() first.")
