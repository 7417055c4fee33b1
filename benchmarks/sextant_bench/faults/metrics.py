"""Figures from rows: success by fault and setup, what was done twice, what it took to recover."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sextant.devices.faults import FAULTS
from sextant_bench.faults.setups import EXPECTED, LADDER, LADDER_FAULTS, ROLLBACK, SILENT
from sextant_bench.figures import Figure, Json
from sextant_bench.recovery import Ended, rollback_table
from sextant_bench.statistics import grouped, interval_of, mean_or_nan

__all__ = ["FaultRow", "as_expected", "details", "figures"]

_NAN = float("nan")
_MAIN = ("with", "without", "with_many", *SILENT)


@dataclass(frozen=True, slots=True)
class FaultRow:
    """What one episode came to. `fault` is empty where nothing failed; `duplicated` is the world's own count.

    `unseen`: no listing shows a deed of the task that must not be done twice.
    """

    task: str
    drawn: bool
    kind: str
    fault: str
    setup: str
    solved: bool
    claimed: str
    status: str
    reason: str
    steps: int
    fired: int
    accepted: int
    duplicated: int
    rollbacks: int
    restarts: int
    legs: int
    retried: int
    compensated: int
    rungs: Mapping[str, int] = field(default_factory=dict[str, int])
    side_effects: int = 0
    unseen: bool = False

    @property
    def asked(self) -> bool:
        """Whether it ended with a question to a person."""
        return self.status == "needs_person"

    @property
    def gave_up(self) -> bool:
        """Whether it ended with neither a claim nor a question."""
        return not self.claimed and not self.asked

    @property
    def key(self) -> tuple[str, str, str]:
        """Each episode is played once."""
        return (self.task, self.fault, self.setup)


def as_expected(row: FaultRow) -> bool:
    """Whether a fault with a result of its own ended in it: see `EXPECTED`."""
    if row.duplicated or row.accepted or (row.claimed and not row.solved):
        return False
    if row.fault == "disconnect":
        return row.solved or row.status == "needs_person"
    return row.solved or not row.claimed


def figures(rows: Sequence[FaultRow]) -> tuple[Figure, ...]:
    """Those with targets first, then success by fault and setup."""
    mended, bare, many = (_of(rows, setup) for setup in ("with", "without", "with_many"))
    counted, alone = [*mended, *many], _of(rows, ROLLBACK.name)
    table = rollback_table(_ended(mended))
    after = rollback_table(_ended([*counted, *alone])).succeeded_after.value
    found = [
        Figure("min_success_with", _least(mended), 0.95),
        Figure("min_success_without", _least(bare)),
        Figure("min_success_with_many", _least(many)),
        Figure("episodes_per_fault", _fewest(mended), 100, "episodes"),
        Figure("duplicated_irreversible", sum(row.duplicated for row in (*counted, *alone)), 0, "acts", "low"),
        Figure("duplicated_without", sum(row.duplicated for row in bare), None, "acts", "low"),
        Figure("accepted_offers", sum(row.accepted for row in rows if row.setup != "without"), 0, "offers", "low"),
        Figure("restart_rate", table.restarted.value, 0.01, "", "low"),
        Figure("rollback_rate", table.triggered.value, None, "", "low"),
        Figure("success_after_rollback", after, 0.9),
        Figure("success_faultless", _success(_of(rows, "faultless"))),
    ]
    found += _ends("with", mended)
    for name in SILENT:
        found += _silent(name, _of(rows, name))
    for fault in _faults(rows):
        for name in _MAIN:
            found.append(Figure(f"{name}_{fault}", _success([row for row in _of(rows, name) if row.fault == fault])))
    if alone:
        found.append(Figure("success_rollback_alone", _success(alone)))
    for fault in EXPECTED:
        own = [row for row in mended if row.fault == fault]
        if own:
            found.append(Figure(f"expected_{fault}", sum(map(as_expected, own)) / len(own)))
    for row in LADDER:
        told = _ladder(rows, row.name)
        if told and any(one.setup == "index" for one in rows):
            found.append(Figure(f"ladder_{row.name}", _success(told)))
            found.append(
                Figure(f"ladder_{row.name}_steps", mean_or_nan([one.steps for one in told]), None, "steps", "low")
            )
    return tuple(found)


def _silent(name: str, rows: Sequence[FaultRow]) -> list[Figure]:
    """The figures of a setup on a device that tells less."""
    return [
        Figure(f"min_success_{name}", _least(rows)),
        Figure(f"duplicated_{name}", sum(row.duplicated for row in rows), 0, "acts", "low"),
        *_ends(name, rows),
    ]


def _ends(name: str, rows: Sequence[FaultRow]) -> list[Figure]:
    """How often nobody claimed anything in the end."""
    return [
        Figure(f"asked_rate_{name}", mean_or_nan(row.asked for row in rows), None, "", "low"),
        Figure(f"gave_up_rate_{name}", mean_or_nan(row.gave_up for row in rows), None, "", "low"),
    ]


def _ended(rows: Iterable[FaultRow]) -> list[Ended]:
    return [Ended(row.rollbacks, row.restarts, row.solved) for row in rows]


def _faults(rows: Sequence[FaultRow]) -> list[str]:
    there = {row.fault for row in rows}
    return [fault for fault in FAULTS if fault in there]


def _of(rows: Sequence[FaultRow], setup: str) -> list[FaultRow]:
    return [row for row in rows if row.setup == setup]


def _ladder(rows: Sequence[FaultRow], name: str) -> list[FaultRow]:
    """The episodes of a rung of the ablation; the whole ladder is what `with` played."""
    setup = "with" if name == "history" else name
    return [row for row in rows if row.setup == setup and row.fault in LADDER_FAULTS]


def _least(rows: Sequence[FaultRow]) -> float:
    """The lowest success of a fault, but for those with a result of their own."""
    found = [_success([row for row in rows if row.fault == fault]) for fault in _faults(rows) if fault not in EXPECTED]
    return min(found, default=_NAN)


def _fewest(rows: Sequence[FaultRow]) -> float:
    return min((sum(row.fault == fault for row in rows) for fault in _faults(rows)), default=0)


def _success(rows: Sequence[FaultRow]) -> float:
    return mean_or_nan(row.solved for row in rows)


# -- everything behind them ------------------------------------------------------------------------------------


def details(rows: Sequence[FaultRow]) -> dict[str, Json]:
    """By fault and setup with intervals, the ladder, by kind of task, drawn seeds alone, every failure."""
    by_fault: dict[str, Json] = {
        fault: {setup: _told([row for row in _of(rows, setup) if row.fault == fault]) for setup in _MAIN}
        for fault in _faults(rows)
    }
    ladder: dict[str, Json] = {row.name: {"is": row.says, **_told(_ladder(rows, row.name))} for row in LADDER}
    mended = [row for row in _of(rows, "with") if row.fault]
    return {
        "by_fault": by_fault,
        "ladder": ladder if any(row.setup == "index" for row in rows) else {},
        "by_kind": _grouped(mended, lambda row: row.kind),
        "deeds_that_no_listing_shows": _told([row for row in mended if row.unseen]),
        "drawn_seeds": _told([row for row in mended if row.drawn]),
        "recovery": rollback_table(_ended(mended)).details(),
        "recovery_many": rollback_table(_ended(_of(rows, "with_many"))).details(),
        "recovery_rollback": {
            "is": ROLLBACK.says,
            **rollback_table(_ended(_of(rows, ROLLBACK.name))).details(),
            "by_fault": _grouped(_of(rows, ROLLBACK.name), lambda row: row.fault),
        },
        "own_expected_results": {str(fault): told for fault, told in EXPECTED.items()},
        "failures": [_failure(row) for row in rows if not row.solved or row.duplicated or row.accepted],
    }


def _told(rows: Sequence[FaultRow]) -> dict[str, Json]:
    if not rows:
        return {"n": 0}
    counted = ("fired", "duplicated", "accepted", "rollbacks", "restarts", "retried", "compensated")
    sums = {name: sum(getattr(row, name) for row in rows) for name in counted}
    rungs: Counter[str] = Counter()
    for row in rows:
        rungs.update(row.rungs)
    return {
        "n": len(rows),
        "success": _success(rows),
        "confidence_95": interval_of(sum(row.solved for row in rows), len(rows)),
        "steps": mean_or_nan(row.steps for row in rows),
        "ended": dict(sorted(Counter(row.status for row in rows).items())),
        "accepted_offers": sums.pop("accepted"),
        "worked_by": rungs,
        **sums,
    }


def _grouped(rows: Sequence[FaultRow], key: Callable[[FaultRow], str]) -> dict[str, Json]:
    return {name: _told(group) for name, group in sorted(grouped(rows, key).items())}


def _failure(row: FaultRow) -> Json:
    told = ("task", "fault", "setup", "status", "reason", "duplicated", "accepted", "rollbacks")
    return {name: getattr(row, name) for name in told}
