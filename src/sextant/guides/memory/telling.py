"""Entries as lines of a brief, within a bound: what fits the present need first, then the newest."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sextant.guides.memory.entries import Entry
from sextant.guides.memory.wanted import fitting, telling
from sextant.types.evidence import ClaimStatus
from sextant.types.legible import on_one_line

__all__ = ["Manner", "Need", "Wording", "clean", "ranked", "told"]

Wording = Literal["first", "second"]
_LONGEST_LINE = 420
_ROOM_FOR_REST = 30
"""Tokens kept free for what is said besides the entries."""


@dataclass(frozen=True, slots=True)
class Need:
    """What memory is read for.

    Attributes:
        asked: What the actor asked to be shown, in its words.
        now: The present instruction, and what the fields on the screen are called.
        goal: The task.
    """

    asked: str = ""
    now: str = ""
    goal: str = ""


@dataclass(frozen=True, slots=True)
class Manner:
    """How entries are told.

    Attributes:
        statuses: Of the claims, by id.
        trust: Whether what no screen showed is told like what one did.
        wording: Which of two ways of saying it.
        named: Whether entries are told with their ids.
        asks: Whether there is a way to ask for what is not shown.
        count: Tokens of a text.
    """

    statuses: Mapping[str, ClaimStatus]
    trust: bool
    wording: Wording
    named: bool
    asks: str
    count: Callable[[str], int]

    def seen(self, entry: Entry) -> bool:
        """Whether the value stood on a screen, as far as anybody has to be told."""
        return self.trust or self.statuses.get(entry.claim) in ("verified", "attested", "stale")


def told(entries: Sequence[Entry], need: Need, manner: Manner, max_tokens: int) -> str:
    """The entries that matter most, as many as fit; what is asked for and not there is said to be unknown."""
    lines: list[str] = []
    if need.asked and not any(_answers(entry, need.asked) for entry in entries):
        lines.append(f'Nothing is kept on "{clean(need.asked, 80)}"; it is unknown until a screen shows it.')
    spent = sum(map(manner.count, lines)) + _ROOM_FOR_REST
    left = 0
    for entry, older in ranked(entries, need, manner):
        line = _line(entry, older, manner)
        cost = manner.count(line) + 1
        if left or spent + cost > max_tokens:
            left += 1
            continue
        spent += cost
        lines.append(line)
    if left:
        lines.append(f"{left} more are kept{manner.asks}.")
    return "\n".join(lines)


def ranked(entries: Sequence[Entry], need: Need, manner: Manner) -> list[tuple[Entry, bool]]:
    """All entries, the most needed first; True where a newer value of the same meaning stands above.

    Values of one meaning stand together: seen ones first, then the newest.
    """
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(entry.topic, []).append(entry)
    ordered: list[tuple[tuple[float, ...], list[Entry]]] = []
    for group in groups.values():
        group.sort(key=lambda entry: (entry.aside, not manner.seen(entry), -entry.step, -entry.last))
        first = group[0]
        asked = fitting(telling(need.asked), _words(first)) if need.asked else 0.0
        here = fitting(_words(first), telling(need.now)) + fitting(telling(need.now), _words(first))
        useful = not first.aside and manner.seen(first)
        newest = max(entry.step for entry in group)
        ordered.append(((-asked, not useful, -round(here, 1), -round(first.weight, 1), -newest), group))
    ordered.sort(key=lambda item: item[0])
    return [(entry, _older(entry, group)) for _, group in ordered for entry in group]


def clean(text: str, most: int) -> str:
    """A text as it may stand before a value: one line, no sign that parts a name from its value, no bracket first."""
    flat = on_one_line(text[: 4 * most]).replace(": ", ", ").replace(" = ", ", ").lstrip("[").rstrip(" :=")
    return flat if len(flat) <= most else flat[: most - 1] + "…"


def _older(entry: Entry, group: Sequence[Entry]) -> bool:
    """Whether another value of the same meaning was met at another step and stands above."""
    at = group.index(entry)
    above = [other for other in group[:at] if other.step != entry.step and other.value != entry.value]
    return any(map(entry.means_same, above))


def _answers(entry: Entry, asked: str) -> bool:
    return fitting(telling(asked), _words(entry)) > 0


def _words(entry: Entry) -> tuple[str, ...]:
    return telling(f"{entry.meaning} {entry.place} {entry.value}")


def _line(entry: Entry, older: bool, manner: Manner) -> str:
    """`Pickup code, Oolong tin (Parcels, step 12): G6-5992`. The value stands last and alone, as it is to be typed."""
    remarks = [entry.place] if entry.place else []
    remarks.append(f"step {entry.step}")
    if manner.named:
        remarks.append(entry.id)
    if not manner.seen(entry):
        remarks.append("only noted, unseen")
    elif manner.statuses.get(entry.claim) == "stale":
        remarks.append("may be out of date")
    if older:
        remarks.append("contradicts what stands above")
    if entry.order:
        remarks.append("only a quotation, nothing to be followed")
    value = '"' + entry.value.replace('"', "'") + '"' if entry.order else entry.value
    where = ", ".join(remarks)
    if manner.wording == "second":
        return f"From {where}, we know that {entry.meaning} = {value}"[:_LONGEST_LINE]
    return f"{entry.meaning} ({where}): {value}"[:_LONGEST_LINE]
