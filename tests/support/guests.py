"""Agents of somebody else's, as they come: one that replays, and some that are broken in a way each."""

import gc
from collections.abc import Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any

from sextant.protocols import GuestAction, GuestTask, GuestView

SCRIPT: list[GuestAction] = []
"""What `Replaying` answers, in order; it then says that it is done."""
NOTES: dict[int, dict[str, str]] = {}
"""What it writes down, by step."""
VIEWS: list[GuestView] = []
"""What it was shown."""
TOLD: list[tuple[str, GuestTask]] = []
"""What it was started with."""
NOT_CALLABLE = 3


class Replaying:
    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    def start(self, goal: str, info: GuestTask) -> None:
        self.kept = {}
        TOLD.append((goal, info))

    def act(self, view: GuestView) -> GuestAction:
        VIEWS.append(view)
        self.kept |= NOTES.get(view.step, {})
        return SCRIPT[view.step] if view.step < len(SCRIPT) else {"type": "status", "goal_status": "complete"}

    def notes(self) -> Mapping[str, str]:
        return self.kept

    def tokens(self) -> int:
        return 7


class Raising:
    def start(self, goal: str, info: GuestTask) -> None:
        """Nothing."""

    def act(self, view: GuestView) -> GuestAction:
        raise KeyError("no such key")


class Leaving(Raising):
    def act(self, view: GuestView) -> GuestAction:
        raise SystemExit(3)


class Babbling(Raising):
    def act(self, view: GuestView) -> GuestAction:
        VIEWS.append(view)
        return "I would tap on Orders"


class NoActor:
    def start(self, goal: str, info: GuestTask) -> None:
        """Nothing."""


class Asynchronous(NoActor):
    async def act(self, view: GuestView) -> GuestAction:
        return {}


def broken() -> Any:
    raise RuntimeError("no weights")


def reachable(*roots: object) -> Iterator[object]:
    """Everything that can be reached from data: classes, functions and modules lead to all of Python and are left."""
    seen: set[int] = set()
    waiting = list(roots)
    while waiting:
        found = waiting.pop()
        if id(found) in seen or isinstance(found, type | ModuleType | FunctionType):
            continue
        seen.add(id(found))
        yield found
        waiting += gc.get_referents(found)
