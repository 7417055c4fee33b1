"""The commits between two states of a world, by name and without values."""

from collections.abc import Iterator, Sequence

from sextant.types.effects import EffectCause, ObservedEffect
from sextant_worlds.engine.data import Json

__all__ = ["Commits"]


class Commits:
    """Reads states of one world one after the other.

    A commit is an act that was noted, a collection whose records are others than before, or the answer handed in. What
    was due by itself (a delivery, a sync) is a timer's.
    """

    def __init__(self, state: Json) -> None:
        self._mark(state)

    def read(self, state: Json) -> tuple[ObservedEffect, ...]:
        """The commits since the state before, acts first, each in order."""
        due = {*self._due(state)}
        found = [(act["app"], act["act"]) for act in state["acts"][self._acts :]]
        for name, records in _collections(state):
            if (known := self._lists.get(name)) is not records and known != records:
                found.append(name)
        if self._answer != state["answer"]:
            found.append((state["front"] or "home", "answer"))
        self._mark(state)
        return tuple(_commit(app, name, "timer" if (app, name) in due else "touch") for app, name in found)

    def _mark(self, state: Json) -> None:
        self._acts, self._answer = len(state["acts"]), state["answer"]
        self._lists = dict(_collections(state))
        self._pending, self._held = tuple(state["pending"]), tuple(state["held"])

    def _due(self, state: Json) -> Iterator[tuple[str, str]]:
        """What was waiting at the last state and has come about since."""
        for entry in self._pending:
            if entry["at"] <= state["now"]:
                yield from _named(entry["do"], entry["app"], entry["collection"])
        waiting = {(entry["app"], entry["i"]) for entry in state["held"]}
        for entry in self._held:
            if (entry["app"], entry["i"]) not in waiting:
                yield entry["app"], entry["collection"]


def _collections(state: Json) -> Iterator[tuple[tuple[str, str], list[Json]]]:
    """Records by app and collection; lists are replaced, never changed."""
    for app, data in state["data"].items():
        for name, records in data["c"].items():
            yield (app, name), records


def _named(effects: Sequence[Json], app: str, collection: str) -> Iterator[tuple[str, str]]:
    """What the effects change, as a commit names it."""
    for effect in effects:
        match effect["kind"]:
            case "commit":
                yield app, effect["act"]
            case "put":
                yield app, effect["into"]
            case "empty":
                yield app, effect["collection"]
            case "patch" | "drop":
                yield app, collection
            case "when":
                yield from _named((*effect["then"], *effect["otherwise"]), app, collection)
            case _:
                pass


def _commit(app: str, name: str, cause: EffectCause) -> ObservedEffect:
    return ObservedEffect("commit", address=name, origin=f"world:{app}", cause=cause)
