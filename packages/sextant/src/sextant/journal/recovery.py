"""Counts retries, causes, interrupts and rollbacks of a run (LongHorizonUI, figure 5b and table 5).

The counts are a pure function of the trace, so all reports agree.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field

from sextant.dataclass import dataclass
from sextant.types.transitions import Transition

__all__ = ["RecoveryCounter", "RecoveryStatistics", "recovery_of", "recovery_words"]

_RUNGS = ("index", "relative", "absolute", "history", "none")


@dataclass(frozen=True, slots=True)
class RecoveryStatistics:
    """What was tried again, cleared and rolled back in a run.

    Attributes:
        steps: Steps of the course, without those of interrupts.
        attempts: Injections of these steps.
        settled: Steps that worked, by the encoding of the successful attempt; `none` has no target.
        retried: Steps with more than one attempt.
        compensated: Retried steps that worked in the end.
        retries: Causes of repeated attempts.
        causes: Causes of steps that did not work, or are not known to have worked.
        interrupts: Steps of interrupts, by interrupt.
        rollbacks: Rollbacks, including those without a path.
        walked: Rollbacks with an injection.
        arrived: Rollbacks that reached their target.
        restarts: Restarts after rollbacks failed.
        restarted: Restarts with an injection; at the start screen none is needed.
    """

    steps: int = 0
    attempts: int = 0
    settled: Mapping[str, int] = field(default_factory=dict[str, int])
    retried: int = 0
    compensated: int = 0
    retries: Mapping[str, int] = field(default_factory=dict[str, int])
    causes: Mapping[str, int] = field(default_factory=dict[str, int])
    interrupts: Mapping[str, int] = field(default_factory=dict[str, int])
    rollbacks: int = 0
    walked: int = 0
    arrived: int = 0
    restarts: int = 0
    restarted: int = 0

    @property
    def eventful(self) -> bool:
        """Whether a step failed or was tried again, or an interrupt occurred."""
        return bool(self.retried or self.causes or self.interrupts)


class RecoveryCounter:
    """Counts during a run. Of the steps it stores only the screens from which one worked."""

    def __init__(self) -> None:
        self._steps = self._attempts = self._retried = self._compensated = 0
        self._settled, self._retries = Counter[str](), Counter[str]()
        self._causes, self._interrupts = Counter[str](), Counter[str]()
        self._rollbacks = self._walked = self._arrived = self._restarted = 0
        self._productive_screens: dict[str, None] = {}
        self._open_rollback = _OpenRollback()

    def observe(self, step: Transition) -> None:
        """Counts a step; call it for each step in order."""
        if step.interrupt:
            self._interrupts[step.interrupt] += 1
            self._restarted += step.interrupt == "restart" and bool(step.attempts)
        else:
            self._count(step)
        self._follow(step)
        self._remember(step)

    @property
    def statistics(self) -> RecoveryStatistics:
        """The counts so far."""
        return RecoveryStatistics(
            steps=self._steps,
            attempts=self._attempts,
            settled=_by_rung(self._settled),
            retried=self._retried,
            compensated=self._compensated,
            retries=_most_first(self._retries),
            causes=_most_first(self._causes),
            interrupts=_most_first(self._interrupts),
            rollbacks=self._rollbacks + self._open_rollback.under_way,
            walked=self._walked + self._open_rollback.walked,
            arrived=self._arrived + self._open_rollback.arrived,
            restarts=self._interrupts["restart"],
            restarted=self._restarted,
        )

    def _count(self, step: Transition) -> None:
        worked, tried = step.effectiveness == "effective", len(step.attempts)
        self._steps += 1
        self._attempts += tried
        if worked and tried:
            self._settled[step.attempts[-1].encoding] += 1
        if tried > 1:
            self._retried += 1
            self._compensated += worked
            self._retries.update(attempt.cause or "unknown" for attempt in step.attempts[:-1])
        if step.cause and not worked:
            self._causes[step.cause] += 1

    def _follow(self, step: Transition) -> None:
        """Counts consecutive steps of a rollback as one; it arrived if the last ends on the target."""
        if step.interrupt != "rollback":
            self._rollbacks += self._open_rollback.under_way
            self._walked += self._open_rollback.walked
            self._arrived += self._open_rollback.arrived
            self._open_rollback = _OpenRollback()
            return
        target = self._open_rollback.target if self._open_rollback.under_way else self._target(step.before.key.id)
        arrived = step.after.condition == "ok" and step.after.key.id == target
        self._open_rollback = _OpenRollback(True, target, self._open_rollback.walked or bool(step.attempts), arrived)

    def _remember(self, step: Transition) -> None:
        """Stores the possible targets of a rollback, the latest last; none is before an irreversible act."""
        if step.irreversible and step.attempts:
            self._productive_screens.clear()
        elif not step.interrupt and step.effectiveness == "effective" and step.before.condition == "ok":
            self._productive_screens.pop(step.before.key.id, None)
            self._productive_screens[step.before.key.id] = None

    def _target(self, here: str) -> str | None:
        """The last other screen from which a step worked."""
        return next((key for key in reversed(self._productive_screens) if key != here), None)


@dataclass(frozen=True, slots=True)
class _OpenRollback:
    """A rollback that may have further steps."""

    under_way: bool = False
    target: str | None = None
    walked: bool = False
    arrived: bool = False


def recovery_of(steps: Iterable[Transition]) -> RecoveryStatistics:
    """The statistics of one run, from its steps in order."""
    counting = RecoveryCounter()
    for step in steps:
        counting.observe(step)
    return counting.statistics


def recovery_words(found: RecoveryStatistics) -> tuple[tuple[str, str], ...]:
    """The counts for people, as names and texts; empty for a run without failures and interrupts."""
    if not found.eventful:
        return ()
    lines: list[tuple[str, str]] = []
    if found.retried:
        lines.append(
            ("tried again", f"{found.retried} of {_steps(found.steps)}, {found.compensated} worked in the end")
        )
        aimed = {name: count for name, count in found.settled.items() if name != "none"}
        if aimed:
            lines.append(("worked by", _listed(aimed)))
    if found.causes:
        lines.append(("did not work", _listed(found.causes)))
    cleared = {name: count for name, count in found.interrupts.items() if name not in ("rollback", "restart")}
    if cleared:
        lines.append(("cleared", _listed(cleared)))
    if found.rollbacks:
        no_way = found.rollbacks - found.walked
        missing = f", {no_way} without a way" if no_way else ""
        lines.append(("went back", f"{found.rollbacks}, of which {found.arrived} arrived{missing}"))
    if found.restarts:
        there = found.restarts - found.restarted
        lines.append(
            ("began anew", f"{found.restarts}, of which {there} at the start" if there else str(found.restarts))
        )
    return tuple(lines)


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in counts.items())


def _steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"


def _by_rung(counts: Mapping[str, int]) -> dict[str, int]:
    return {name: counts[name] for name in _RUNGS if counts.get(name)}


def _most_first(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
