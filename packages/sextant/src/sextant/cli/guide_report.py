"""Prints the preset and guides of a run, and counts their actions."""

from collections import Counter
from typing import TYPE_CHECKING

from sextant.cli.output import Json, Output, counted
from sextant.types.transitions import Transition

if TYPE_CHECKING:  # `sextant runs` lists runs without what builds them
    from sextant.assembly.run import RunGuides

__all__ = ["GuideCounts", "calls_in_words", "guides_in_words", "say_guides"]

_BELIEF = "belief: "
"""Prefix of the name of a step that the belief state took ahead of the course."""


class GuideCounts:
    """Counts reused steps, belief routines and dropped fields of a run."""

    def __init__(self) -> None:
        self.reused, self.routines = 0, 0
        self.dropped = Counter[str]()

    def observe(self, transition: "Transition") -> None:
        """Count a step."""
        decision = transition.decision
        self.reused += decision.actor == "reuse" and not transition.interrupt
        self.routines += transition.interrupt.startswith(_BELIEF)
        self.dropped.update(decision.dropped_fields)

    def in_words(self) -> str:
        """One line; empty where all counts are zero."""
        parts: list[str] = []
        if self.reused:
            parts.append(f"steps reused: {self.reused}")
        if self.routines:
            parts.append(f"steps of belief routines: {self.routines}")
        if self.dropped:
            parts.append(f"fields dropped: {self.dropped.total()} ({', '.join(sorted(self.dropped))})")
        return "; ".join(parts)

    def as_json(self) -> dict[str, Json]:
        """All counts as JSON, zeros included."""
        return {"reused": self.reused, "belief_routines": self.routines, "dropped_fields": dict(self.dropped)}


def guides_in_words(beside: "RunGuides") -> str:
    """`preset all: task state, belief`, or the guides alone; empty where there are none."""
    guides = ", ".join(name.replace("-", " ") for name in beside.guides)
    if not beside.preset:
        return f"guides: {guides}" if guides else ""
    return f"preset {beside.preset}: {guides}" if guides else f"preset {beside.preset}"


def say_guides(out: Output, beside: "RunGuides") -> None:
    """Print preset and guides, if there are any."""
    if line := guides_in_words(beside):
        out.say(line)


def calls_in_words(requests: int, calls: "Counter[str]") -> str:
    """`23 calls (12 actor, 11 updater)`; only the number where one role made them, or the roles are unknown."""
    total = counted(requests, "call")
    if len(calls) < 2 or calls.total() != requests:
        return total
    return f"{total} ({', '.join(f'{count} {role}' for role, count in calls.most_common())})"
