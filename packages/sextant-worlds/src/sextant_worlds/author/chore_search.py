"""Chooses chores between reading and use, until the requested steps and changes of app lie between."""

from collections.abc import Callable, Sequence
from typing import Protocol

from sextant_worlds.genres.base import Chore

__all__ = ["ChoreWriter", "fill_with_chores"]

_LEAST = 3
"""Steps that a chore takes at least."""
_CHANGE = 5
"""Steps that a chore in another app takes, about."""
_STAY = 8
"""Steps to be spent in each app before another one is opened, about."""
_TRIED = 10
"""Chores that are tried for the next place."""
_MOST = 40
"""Chores in a row."""


class ChoreWriter(Protocol):
    """The part of a writer that the search for chores uses."""

    def short(self, tail: int) -> int: ...
    def room(self) -> int | None: ...
    def near(self) -> bool: ...
    def alternating(self) -> list[tuple[str, Chore]]: ...
    def chore(self, app: str, chore: Chore, way: str = "then", limit: int = 10_000) -> bool: ...
    def attempt(self, piece: Callable[[], bool]) -> bool: ...
    @property
    def last(self) -> str: ...
    @property
    def now(self) -> int: ...


def fill_with_chores(w: ChoreWriter, tail: int, limit: int) -> None:
    """Adds chores until enough steps lie between; each chore leaves either no gap or room for another one."""
    for _ in range(_MOST):
        short, room = w.short(tail), w.room()
        if (short <= 0 and (room is None or room <= 0)) or not _next(w, short, room, limit):
            return


def _next(w: ChoreWriter, short: int, room: int | None, limit: int) -> bool:
    over: list[tuple[int, str, Chore]] = []
    for app, chore in _chosen(w, short, room)[:_TRIED]:
        before = w.now
        cost: list[int] = []

        def piece(app: str = app, chore: Chore = chore, before: int = before, cost: list[int] = cost) -> bool:
            if not w.chore(app, chore, limit=limit):
                return False
            cost.append(w.now - before)
            return w.near() and _leaves(short - cost[0], w.room())

        if w.attempt(piece):
            return True
        if cost:
            over.append((cost[0], app, chore))
    # Nothing fits: the least that is too much, so that no more than a few steps are added to what was asked for.
    for _, app, chore in sorted(over, key=lambda found: (found[0] < short, abs(found[0] - short))):
        if w.attempt(lambda app=app, chore=chore: w.chore(app, chore, limit=limit) and w.near()):
            return True
    # Rather another change of app, or a value seen, than a task that is too short.
    return any(w.attempt(lambda app=app, chore=chore: w.chore(app, chore, limit=limit)) for _, app, chore in over)


def _chosen(w: ChoreWriter, short: int, room: int | None) -> Sequence[tuple[str, Chore]]:
    """Chores of other apps while changes of app are missing, then those of the open app."""
    found = w.alternating()
    if room is None:
        return found
    if room > 0 and short < _CHANGE * (room + 1):
        return [pair for pair in found if pair[0] != w.last]
    if room > 0:
        stay = short > _STAY * (room + 1)  # an app has few chores: some are done in each, not all in the last one
        return sorted(found, key=lambda pair: (pair[0] == w.last) != stay)
    return [pair for pair in found if pair[0] == w.last] or found


def _leaves(left: int, room: int | None) -> bool:
    """Whether the remaining gap can be filled: it is empty, or has room for a chore per missing change of app."""
    if room is not None and room > 0:
        return left >= _CHANGE * room
    return left == 0 or left >= _LEAST
