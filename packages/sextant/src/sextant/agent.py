"""The loop, and nothing else: look, brief, decide, review, execute, observe, commit."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sextant.errors import BudgetSpent, DeviceFault, MalformedOutput, ModelFault, NeedsPerson
from sextant.protocols import (
    Actor,
    Asking,
    Clearing,
    Composing,
    Course,
    Deciding,
    Executing,
    Journal,
    Reviewing,
    Stateful,
)
from sextant.types.decisions import Act, Blocked, Finished, Objection, after_refusals
from sextant.types.screens import Screen
from sextant.types.tasks import Budget, Claimed, Episode, EpisodeStatus, Task, Usage
from sextant.types.transitions import Transition

_STOPPED: tuple[EpisodeStatus, str] = ("interrupted", "stopped on request; everything up to the last step is kept")
IN_A_ROW = 3  # so many refused or unusable decisions in a row end a run


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything the loop works with; `build.py` puts it together.

    `stateful` is what takes note of steps and is resumed, by name: history, guides, stagnation, ledger …
    """

    run: str
    task: Task
    budget: Budget
    course: Course
    actor: Actor
    composer: Composing
    asking: Asking
    reviewer: Reviewing
    deliberation: Deciding
    executor: Executing
    interrupts: Clearing
    journal: Journal
    clock: Callable[[], float]
    usage: Callable[[], Usage]
    on_step: Callable[[Transition], None]
    earlier: float = 0.0  # seconds that earlier legs took
    stateful: Mapping[str, Stateful] = field(default_factory=dict[str, Stateful])


class _Stop(Exception):  # noqa: N818 - control flow inside this module
    def __init__(self, status: EpisodeStatus, reason: str) -> None:
        super().__init__(reason)
        self.status: EpisodeStatus = status


class Agent:
    """Runs one task to its end. A bad episode is a result; only faults of the journal are raised."""

    def __init__(self, parts: Parts) -> None:
        self._p = parts
        self._step, self._bad, self._earlier = 0, 0, parts.earlier
        self._began, self._stopping = parts.clock(), False
        self._vetoes: tuple[Objection, ...] = ()
        self._claimed: Claimed = ""
        self.counters: Counter[str] = Counter()

    def request_stop(self) -> None:
        """Ends the run after the injection in progress, committed and resumable. Safe from a signal handler."""
        self._stopping = True

    def run(self, look: Callable[[], Screen]) -> Episode:
        """Walks until the course ends, a limit is reached or something fails, and records how it went."""
        try:
            episode = self._ended(self._walk(self._clear(look())))
        except (_Stop, BudgetSpent, DeviceFault, ModelFault, NeedsPerson) as error:
            stopped = self._stopping and isinstance(error, ModelFault)  # a stop ends the request under way: no fault
            episode = self._episode(*_STOPPED) if stopped else self._episode(error.status, str(error))
        self._p.journal.finish(episode)
        return episode

    def _walk(self, screen: Screen, misread: str = "") -> Finished | Blocked:
        while isinstance(directive := self._p.course.next(screen), Act):
            self._check_limits()
            directive, misread = directive.reminded(misread), ""
            try:
                transition = self.step(directive, screen)
            except MalformedOutput as error:
                misread = self._unusable(error)
                continue
            self.take_note(transition)
            screen = self._clear(transition.after)
        return directive

    def step(self, directive: Act, screen: Screen) -> Transition:
        """One step: brief, decide, review, execute."""
        started, spent = self._p.clock(), self._p.usage()
        brief = self._p.composer.compose(directive, screen, self._step, self._p.asking.ask(screen))
        decided = self._p.deliberation.decide(brief)
        self._check_stop()
        self.counters.update({"no_picture": brief.unseen, "revisions": decided.revised})
        self._vetoes = decided.vetoes
        if decided.vetoes:
            self.counters["refused"] += 1
            transition = Transition(self._step, screen, decided.decision, screen, "refused", cause="refused")
        else:
            transition = self._p.executor.execute(decided.decision, screen, self._step, decided.irreversible)
        seconds, usage = self._p.clock() - started, self._p.usage() - spent
        return replace(transition, objections=decided.objections, usage=usage, seconds=seconds)

    def take_note(self, transition: Transition) -> None:
        """Lets every part observe a step, then commits it with all snapshots."""
        self.counters["dropped_fields"] += len(transition.decision.dropped_fields)
        self.counters["reused"] += transition.decision.actor == "reuse" and not transition.interrupt
        self.counters["interrupts"] += bool(transition.interrupt)
        self.counters["retries"] += max(0, len(transition.attempts) - 1)
        self._bad = self._bad + 1 if "refused" in (transition.effectiveness, transition.cause) else 0
        action = transition.decision.action
        self._claimed = "complete" if action.kind == "answer" else getattr(action, "goal_status", self._claimed)
        for part in self._parts.values():
            part.observe(transition)
        self._step = transition.step + 1
        self._p.journal.commit(transition, self.snapshots())
        self._p.on_step(transition)

    def _clear(self, screen: Screen) -> Screen:
        cleared = self._p.interrupts.clear(screen, self._step)
        for transition in cleared.steps:
            self.take_note(transition)
        return cleared.screen

    def _check_limits(self) -> None:
        self._check_stop()
        budget = self._p.budget
        if stuck := self._p.reviewer.stuck or self._p.interrupts.stuck:
            raise _Stop("stuck", stuck)
        if person := self._p.deliberation.needs_person:
            raise _Stop("needs_person", person)
        if self._bad >= IN_A_ROW:
            status, said = after_refusals(self._p.task.policy, self._vetoes)
            raise _Stop(status, f"nothing could be carried out {self._bad} times: {said}")
        if budget.max_steps is not None and self._step >= budget.max_steps:
            most = "1 step" if budget.max_steps == 1 else f"{budget.max_steps} steps"
            raise BudgetSpent(f"The limit of {most} is reached.", "Raise it with --max-steps.")
        if budget.max_seconds is not None and self._seconds() >= budget.max_seconds:
            raise BudgetSpent(f"The limit of {budget.max_seconds:g} s is reached.", "Raise it with --max-seconds.")

    def _check_stop(self) -> None:
        if self._stopping:
            raise _Stop(*_STOPPED)

    def _unusable(self, error: MalformedOutput) -> str:
        self.counters["malformed"] += 1
        self._bad += 1
        self._p.journal.note("malformed", {"step": self._step, "message": str(error), "raw": error.raw})
        if self._bad >= IN_A_ROW:
            raise error
        return f"Your last answer was not used. {error.message}"

    def _seconds(self) -> float:
        return self._earlier + self._p.clock() - self._began

    def _ended(self, end: Finished | Blocked) -> Episode:
        self._check_stop()  # a verifier that a stop has closed is no outage
        if isinstance(end, Blocked):
            return self._episode("blocked", end.reason)
        self._claimed = end.claimed
        episode = self._episode(end.status, end.reason)
        return replace(episode, answer=end.answer, verified_by=end.by, candidates=end.candidates)

    def _episode(self, status: EpisodeStatus, reason: str) -> Episode:
        p, counters = self._p, {name: count for name, count in self.counters.items() if count}
        return Episode(
            p.run, p.task, status, self._claimed, self._step, "", reason, p.usage(), self._seconds(), counters
        )

    def snapshots(self) -> dict[str, Any]:
        """State of every part by name, JSON-able."""
        own: dict[str, Any] = {"step": self._step, "seconds": self._seconds()}
        own |= {"claimed": self._claimed, "counters": dict(self.counters)}
        return {"agent": own} | {name: part.snapshot() for name, part in self._parts.items()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Takes up where `snapshots` left off; refusals in a row are counted anew."""
        own = state["agent"]
        self._step, self._earlier = int(own["step"]), max(self._earlier, own["seconds"])
        self._claimed, self.counters = own["claimed"], Counter(own["counters"])
        for name in filter(state.__contains__, self._parts):  # a guide may have joined since
            self._parts[name].restore(state[name])

    @property
    def _parts(self) -> Mapping[str, Stateful]:
        return {"course": self._p.course, "actor": self._p.actor, "asking": self._p.asking, **self._p.stateful}
