"""What is remembered: entries within a bound, contradictions kept side by side."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sextant.guides.memory.wanted import telling
from sextant.types.refs import collapse

__all__ = ["Entries", "Entry", "Refusal"]

MOST = 200
"""Entries held at a time."""
MOST_EVER = 1500
"""Entries ever made in a run: each leaves a claim in the ledger."""
MOST_ALIKE = 3
"""Values kept for one meaning: the first that a screen showed, and the newest, of each screen one before a second."""

Refusal = Literal["empty", "long", "secret", "full"]
"""Why something was not kept."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One value.

    Attributes:
        id: As it is called when it is corrected or forgotten: `m7`.
        meaning: What it is, in words of the screen, or of who noted it.
        place: The app and what its screen is called.
        step: Of the screen on which it stood, or on which it was noted.
        claim: Of kind `memory`, in the ledger.
        origin: Read off a screen, noted by the actor, or by a call of its own.
        weight: How well it answers the task.
        aside: Somebody said that it is no longer needed.
        order: It reads like an order.
        last: Step at which it was met last.
        page: Key of its screen.
        record: Where that screen was: two records on pages of one kind are two things.
        shown: Whether a screen showed the value when it was kept: then it goes last where something has to go.
    """

    id: str
    meaning: str
    value: str
    place: str
    step: int
    claim: str
    origin: Literal["screen", "note", "update"] = "screen"
    weight: float = 0.0
    aside: bool = False
    order: bool = False
    last: int = 0
    page: str = ""
    record: str = ""
    shown: bool = False

    @property
    def topic(self) -> str:
        """What entries with one meaning share: its telling words, however they are joined."""
        return " ".join(telling(self.meaning))

    def means_same(self, other: "Entry") -> bool:
        """Whether both are of one thing: called so alike, and not read off two records of one kind."""
        read = self.origin == "screen" == other.origin
        apart = read and self.page == other.page and self.record != other.record
        return self.topic == other.topic and not apart


class Entries:
    """Entries by id, in the order in which they came."""

    def __init__(self, entries: Sequence[Entry] = (), made: int = 0) -> None:
        self._entries = {entry.id: entry for entry in entries}
        self.made = made

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def all(self) -> tuple[Entry, ...]:
        return tuple(self._entries.values())

    @property
    def full(self) -> bool:
        """Whether nothing new is taken any more in this run."""
        return self.made >= MOST_EVER

    def next_id(self) -> str:
        return f"m{self.made + 1}"

    def known(self, entry: Entry) -> Entry | None:
        """The entry that says this already."""
        same = [one for one in self.of_value(entry.value) if one.means_same(entry)]
        return same[-1] if same else None

    def of_value(self, value: str) -> tuple[Entry, ...]:
        """Entries with that value, whatever they mean."""
        wanted = collapse(value)
        return tuple(entry for entry in self.all if collapse(entry.value) == wanted)

    def put(self, entry: Entry) -> None:
        """Takes an entry in, or anew; what is too much goes: of one meaning all but a few, then what counts least.

        What no screen showed goes before what one did.
        """
        self.made += entry.id not in self._entries
        self._entries.pop(entry.id, None)
        self._entries[entry.id] = entry
        alike = [one for one in self.all if one.means_same(entry)]
        for one in _too_many(alike):
            del self._entries[one.id]
        while len(self._entries) > MOST:
            least = min(self.all, key=lambda one: (not one.aside, one.shown, one.weight, one.last))
            del self._entries[least.id]

    def set_aside(self, entry_id: str) -> None:
        """What is said to be needed no more is told last; nothing that stood on a screen is thrown away for it."""
        entry = self._entries.get(entry_id)
        if entry is not None:
            self._entries[entry_id] = replace(entry, aside=True)

    def get(self, entry_id: str) -> Entry | None:
        return self._entries.get(entry_id)


def _too_many(alike: Sequence[Entry]) -> list[Entry]:
    """What goes of entries that mean the same. A page that shows many values pushes out none of another page."""
    if len(alike) <= MOST_ALIKE:
        return []
    newest = sorted(alike, key=lambda one: (one.shown, one.last), reverse=True)
    first = min((one for one in alike if one.shown), key=lambda one: (one.step, int(one.id[1:])), default=None)
    kept = [] if first is None else [first]
    for second in (False, True):
        for one in newest:
            known = any((one.page, one.record) == (other.page, other.record) for other in kept)
            if len(kept) < MOST_ALIKE and one not in kept and (second or not known):
                kept.append(one)
    return [one for one in alike if one not in kept]
