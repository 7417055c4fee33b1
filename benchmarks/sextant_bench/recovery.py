"""Rollbacks over many episodes: the three columns of LongHorizonUI's table 5."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sextant_bench.figures import Figure, Json
from sextant_bench.statistics import interval_of, share

__all__ = ["Ended", "RollbackTable", "Share", "rollback_table"]


@dataclass(frozen=True, slots=True)
class Ended:
    """What one episode adds to the table. `solved` is external truth where there is any."""

    rollbacks: int
    restarts: int
    solved: bool


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    part: int
    n: int

    @property
    def value(self) -> float:
        """The share; no number (NaN) of nothing."""
        return share(self.part, self.n)

    def told(self) -> Json:
        """The share with its size and its 95 % Wilson interval, both ends null of nothing."""
        told = interval_of(self.part, self.n) or [None, None]
        return {"n": self.n, "share": self.value if self.n else None, "confidence_95": told}


@dataclass(frozen=True, slots=True)
class RollbackTable:
    """Rollback triggered, success after it, restart required: shares of episodes."""

    triggered: Share
    succeeded_after: Share
    """Of those with a rollback."""
    restarted: Share

    def figures(self) -> tuple[Figure, ...]:
        """The columns as figures."""
        return (
            Figure("rollback_rate", self.triggered.value, None, "", "low"),
            Figure("success_after_rollback", self.succeeded_after.value),
            Figure("restart_rate", self.restarted.value, None, "", "low"),
        )

    def details(self) -> dict[str, Json]:
        """The columns with the episodes they are shares of, and their intervals."""
        return {
            "rollback_triggered": self.triggered.told(),
            "success_after_rollback": self.succeeded_after.told(),
            "restart_required": self.restarted.told(),
        }


def rollback_table(episodes: Iterable[Ended]) -> RollbackTable:
    """The table over episodes."""
    every: Sequence[Ended] = tuple(episodes)
    back = [one for one in every if one.rollbacks]
    return RollbackTable(
        Share(len(back), len(every)),
        Share(sum(one.solved for one in back), len(back)),
        Share(sum(one.restarts > 0 for one in every), len(every)),
    )
