"""What the suites of attacks share: one record of an attack, and what is told of many."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from sextant_bench.figures import Json, Listing
from sextant_bench.statistics import grouped

__all__ = ["AttackRecord", "counted", "listing"]


@dataclass(frozen=True, slots=True)
class AttackRecord:
    """What became of one attack.

    Attributes:
        kind: Of the group that it belongs to.
        name: Its own.
        tried: What is tried, in words.
        through: What came through, in words; empty where nothing did.
        skipped: Why it could not be tried on this machine.
        status: How the run ended in which it was tried.
        reason: And why.
        counts: What was counted of it, by name.
        guarded: Whether the product's guards were up.
    """

    kind: str
    name: str
    tried: str = ""
    through: Sequence[str] = ()
    skipped: str = ""
    seconds: float = 0.0
    status: str = ""
    reason: str = ""
    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    guarded: bool = True

    def told(self, *names: str) -> dict[str, Json]:
        """Those attributes, for the details of a result."""
        plain: dict[str, Any] = asdict(self)
        return {name: plain[name] for name in names}


def counted(rows: Sequence[AttackRecord], name: str) -> int:
    """What was counted under that name, over all."""
    return sum(row.counts[name] for row in rows)


def listing(rows: Sequence[AttackRecord], title: str, **columns: str) -> Listing:
    """A line a kind: its attacks, and the counts of those names; `through` counts attacks that came through."""
    lines: list[tuple[str, ...]] = []
    for kind, own in grouped(rows, lambda row: row.kind).items():
        told = [sum(bool(row.through) for row in own) if name == "through" else counted(own, name) for name in columns]
        lines.append((kind, str(len(own)), *map(str, told)))
    return Listing(title, ("kind", "n", *columns.values()), tuple(lines))
