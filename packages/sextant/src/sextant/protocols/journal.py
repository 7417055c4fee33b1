"""Interfaces of the journal of a run."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from sextant.types.devices import Intent
from sextant.types.events import Aside
from sextant.types.screens import Screen
from sextant.types.snapshots import Snapshot
from sextant.types.tasks import Episode
from sextant.types.transitions import Transition

__all__ = ["IntentLog", "Journal"]


class IntentLog(Protocol):
    """Stores intentions before their execution."""

    def intend(self, intent: Intent, before: Screen) -> None:
        """Stores an intention durably, with the screen of its gesture, which is stored once by digest."""
        ...


class Journal(IntentLog, Protocol):
    """The record of one run."""

    def commit(self, transition: Transition, snapshot: Snapshot, asides: Sequence[Aside] = ()) -> None:
        """Stores a step, other events, and the state after them in one transaction; pictures are stored before."""
        ...

    def permission(self, question: str, answer: bool, by: str, detail: str = "") -> None:
        """Records a permission that was given or refused."""
        ...

    def note(self, kind: str, data: Mapping[str, object]) -> None:
        """Records any other information."""
        ...

    def finish(self, episode: Episode) -> None: ...
