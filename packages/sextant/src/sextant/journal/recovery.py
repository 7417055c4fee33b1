"""How a run helped itself: attempts and rungs, causes, interrupts, ways back (LongHorizonUI, figure 5b and table 5).

A pure function of the trace, so that every report tells the same.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sextant.types.transitions import Transition

__all__ = ["Recoveries", "RecoveryStatistics", "recovery_of", "recovery_words"]

_RUNGS = ("index", "relative", "absolute", "history", "none")


@dataclass(frozen=True, slots=True)
class RecoveryStatistics:
    """What was tried, what it took, and what had to be cleared or gone back over.

    Attributes:
        steps: Steps of the course; those of interrupts are counted in `interrupts` alone.
        attempts: Injections of these steps.
        settled: Steps that worked, by the encoding of the attempt that did it; `none` is what aims at no point.
        retried: Steps that were attempted more than once.
        compensated: Those of them that worked in the end.
        retries: Causes for which a step was attempted again.
        causes: Why steps did not work, or are not known to have worked.
        interrupts: Steps that were taken ahead of the course, by what took them.
        rollbacks: How often nothing led on and it was to be gone back, whether or not there was a way.
        walked: How often that took an injection.
        arrived: How often that led to the screen it was meant to lead to.
        restarts: How often the app was to be begun anew because nothing else led on.
        restarted: How often that took an injection: where the run began it is new already.
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
        """Whether there is anything to tell: a step that failed, was tried again, or was taken ahead of the course."""
        return bool(self.retried or self.causes or self.interrupts)


class Recoveries:
    """Counts while a run goes on. Of the steps it keeps nothing but from which screens one worked."""

    def __init__(self) -> None:
        self._steps = self._attempts = self._retried = self._compensated = 0
        self._settled, self._retries = Counter[str](), Counter[str]()
        self._causes, self._interrupts = Counter[str](), Counter[str]()
        self._rollbacks = self._walked = self._arrived = self._restarted = 0
        self._led_on: dict[str, None] = {}
        self._back = _WayBack()

    def observe(self, step: Transition) -> None:
        """Takes note of a step, in the order in which they were taken."""
        if step.interrupt:
            self._interrupts[step.interrupt] += 1
            self._restarted += step.interrupt == "restart" and bool(step.attempts)
        else:
            self._count(step)
        self._follow(step)
        self._remember(step)

    @property
    def statistics(self) -> RecoveryStatistics:
        """What was counted so far."""
        return RecoveryStatistics(
            steps=self._steps,
            attempts=self._attempts,
            settled=_by_rung(self._settled),
            retried=self._retried,
            compensated=self._compensated,
            retries=_most_first(self._retries),
            causes=_most_first(self._causes),
            interrupts=_most_first(self._interrupts),
            rollbacks=self._rollbacks + self._back.under_way,
            walked=self._walked + self._back.walked,
            arrived=self._arrived + self._back.arrived,
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
        """Steps of a rollback in a row are one: it arrived where its last ends on the screen that was meant."""
        if step.interrupt != "rollback":
            self._rollbacks += self._back.under_way
            self._walked += self._back.walked
            self._arrived += self._back.arrived
            self._back = _WayBack()
            return
        target = self._back.target if self._back.under_way else self._target(step.before.key.id)
        arrived = step.after.condition == "ok" and step.after.key.id == target
        self._back = _WayBack(True, target, self._back.walked or bool(step.attempts), arrived)

    def _remember(self, step: Transition) -> None:
        """Keeps the screens it can be gone back to, the latest last: none before an act that stays done."""
        if step.irreversible and step.attempts:
            self._led_on.clear()
        elif not step.interrupt and step.effectiveness == "effective" and step.before.condition == "ok":
            self._led_on.pop(step.before.key.id, None)
            self._led_on[step.before.key.id] = None

    def _target(self, here: str) -> str | None:
        """The last screen from which a step worked, other than the one at hand."""
        return next((key for key in reversed(self._led_on) if key != here), None)


@dataclass(frozen=True, slots=True)
class _WayBack:
    """A rollback that may have further steps."""

    under_way: bool = False
    target: str | None = None
    walked: bool = False
    arrived: bool = False


def recovery_of(steps: Iterable[Transition]) -> RecoveryStatistics:
    """The statistics of one run, from its steps in order."""
    counting = Recoveries()
    for step in steps:
        counting.observe(step)
    return counting.statistics


def recovery_words(told: RecoveryStatistics) -> tuple[tuple[str, str], ...]:
    """What there is to tell, for people: a name and its words each; nothing of a run in which nothing went wrong."""
    if not told.eventful:
        return ()
    lines: list[tuple[str, str]] = []
    if told.retried:
        lines.append(("tried again", f"{told.retried} of {_steps(told.steps)}, {told.compensated} worked in the end"))
        aimed = {name: count for name, count in told.settled.items() if name != "none"}
        if aimed:
            lines.append(("worked by", _listed(aimed)))
    if told.causes:
        lines.append(("did not work", _listed(told.causes)))
    cleared = {name: count for name, count in told.interrupts.items() if name not in ("rollback", "restart")}
    if cleared:
        lines.append(("cleared", _listed(cleared)))
    if told.rollbacks:
        no_way = told.rollbacks - told.walked
        missing = f", {no_way} without a way" if no_way else ""
        lines.append(("went back", f"{told.rollbacks}, of which {told.arrived} arrived{missing}"))
    if told.restarts:
        there = told.restarts - told.restarted
        lines.append(("began anew", f"{told.restarts}, of which {there} at the start" if there else str(told.restarts)))
    return tuple(lines)


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in counts.items())


def _steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"


def _by_rung(counts: Mapping[str, int]) -> dict[str, int]:
    return {name: counts[name] for name in _RUNGS if counts.get(name)}


def _most_first(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
