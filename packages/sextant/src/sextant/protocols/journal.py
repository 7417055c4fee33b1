"""The record of a run."""

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
    """Where intentions are written down before they are carried out."""

    def intend(self, intent: Intent, before: Screen) -> None:
        """Durable when it returns. `before` is the screen it is aimed at, stored once by its digest."""
        ...


class Journal(IntentLog, Protocol):
    """The record of one run."""

    def commit(self, transition: Transition, snapshot: Snapshot, asides: Sequence[Aside] = ()) -> None:
        """A step, the events besides it, and the state after them, in one transaction; pictures are written before."""
        ...

    def permission(self, question: str, answer: bool, by: str, detail: str = "") -> None:
        """Records what somebody allowed or refused."""
        ...

    def note(self, kind: str, data: Mapping[str, object]) -> None:
        """Records anything else worth keeping."""
        ...

    def finish(self, episode: Episode) -> None: ...
