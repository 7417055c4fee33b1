"""The loop and the step: clear, ask the course, brief, decide, review, execute, fold, commit."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from sextant.errors import BudgetSpent, DeviceFault, MalformedOutput, ModelFault, NeedsPerson
from sextant.parts import Parts, RunTally
from sextant.protocols import CourseStatus, Reviewed
from sextant.types.codec import json_text
from sextant.types.decisions import Act, Blocked, Brief, Finished, Objection, after_refusals
from sextant.types.events import NOT_ACCEPTED, CourseRemark
from sextant.types.screens import Screen
from sextant.types.snapshots import Json, Snapshot
from sextant.types.tasks import Episode, EpisodeStatus
from sextant.types.transitions import Transition

_STOPPED: tuple[EpisodeStatus, str] = ("interrupted", "stopped on request; all committed steps are stored")
MOST_IN_A_ROW = 3  # so many unusable answers in a row end a run, and so many interrupts go to the course


class _Stop(Exception):  # noqa: N818 - control flow inside this module
    def __init__(self, status: EpisodeStatus, reason: str) -> None:
        super().__init__(reason)
        self.status: EpisodeStatus = status


class Agent:
    """Runs one task to its end. A failed episode is a result; only faults of the journal are raised."""

    def __init__(self, parts: Parts) -> None:
        self._p, self._setting = parts, parts.setting
        self._step, self._tally, self._earlier = 0, RunTally(), parts.setting.earlier
        self._began, self._stopping, self._stuck = parts.setting.clock(), False, ""
        self._vetoes: tuple[Objection, ...] = ()

    def request_stop(self) -> None:
        """Ends the run after the injection in progress, committed and resumable. Safe from a signal handler."""
        self._stopping = True

    def run(self, look: Callable[[], Screen], ends: Callable[[Episode], None]) -> Episode:
        """Runs steps until the course ends, a limit is reached or something fails, and records the episode.

        `ends` gets the episode right before it is recorded.
        """
        try:
            episode = self._end_episode(self._walk(self._clear(look())))
        except (_Stop, BudgetSpent, DeviceFault, ModelFault, NeedsPerson) as error:
            stopped = self._stopping and isinstance(error, ModelFault)  # a stop ends the request under way: no fault
            episode = self._episode(*_STOPPED) if stopped else self._episode(error.status, str(error))
        ends(episode)
        self._p.journal.finish(episode)
        return episode

    def _walk(self, screen: Screen, problem: str = "") -> Finished | Blocked:
        while isinstance(directive := self._p.course.next(screen), Act):
            self._check_limits()
            directive, problem = directive.reminded(problem), ""
            try:
                transition = self.step(directive, screen)
            except MalformedOutput as error:
                problem = self._note_malformed(error)
                continue
            self.record_step(transition)
            screen = self._clear(transition.after)
        return directive

    def _clear(self, screen: Screen) -> Screen:
        """Lets interrupts act until none has to, and returns the screen. After each one, the first is asked again."""
        for _ in range(MOST_IN_A_ROW):
            for interrupt in self._p.interrupts:
                cleared = interrupt.clear(screen, self._step)
                screen, self._stuck = cleared.screen, self._stuck or cleared.stuck
                for transition in cleared.steps:
                    self.record_step(transition)
                if cleared.steps:
                    break
            else:
                break
        return screen

    def step(self, directive: Act, screen: Screen) -> Transition:
        """Executes one step on a screen, and returns its transition."""
        p, started, spent = self._p, self._setting.clock(), self._setting.usage()
        if directive.remark and p.log.last is not None:
            p.log.append(CourseRemark(p.log.last.step, directive.remark))
        brief = p.composer.compose(directive, screen, self._step, p.questions.ask(screen))
        decided = self._decide(brief)
        self._check_stop()
        self._tally.counters.update({"no_picture": brief.unseen, "revisions": decided.revised})
        self._vetoes = decided.vetoes
        if decided.vetoes:
            self._tally.counters["refused"] += 1
            transition = Transition(self._step, screen, decided.decision, screen, "refused", cause="refused")
        else:
            transition = p.executor.execute(decided.decision, screen, self._step, decided.irreversible)
            self._vetoes = transition.objections
        seconds, usage = self._setting.clock() - started, self._setting.usage() - spent
        objections = (*decided.objections, *transition.objections)
        return replace(transition, objections=objections, usage=usage, seconds=seconds)

    def _decide(self, brief: Brief) -> Reviewed:
        """Asks for a decision, reviews it, lets the actor revise it once after objections, and has it authorised."""
        actor, review = self._p.actor, self._p.review
        reviewed = review.check(actor.decide(brief), brief)
        if reviewed.objections:
            revision = actor.decide(brief, reviewed.objections, reviewed.decision)
            reviewed = review.check(revision, brief, rejected=reviewed.decision)
        return review.authorise(reviewed, brief)

    def record_step(self, transition: Transition) -> None:
        """Folds a step into the log, lets every part observe it, and commits it with the state that follows."""
        p = self._p
        self._tally.count(transition)
        p.log.append(*p.questions.answered(transition), transition)
        for part in p.stateful.values():
            part.observe(transition)
        self._step = transition.step + 1
        p.journal.commit(transition, self.snapshot(), p.log.take_asides())
        if isinstance(p.course, CourseStatus) and not transition.interrupt and (why := p.course.refused()):
            p.journal.note(NOT_ACCEPTED, {"step": transition.step, "place": p.course.where(), "reason": why})
        p.watch(transition)

    def _check_limits(self) -> None:
        self._check_stop()
        budget = self._setting.budget
        if stuck := self._p.review.stuck or self._stuck:
            raise _Stop("stuck", stuck)
        if person := self._p.review.needs_person:
            raise _Stop("needs_person", person)
        if self._tally.bad >= self._tally.most_bad:
            status, said = after_refusals(self._setting.task.policy, self._vetoes)
            raise _Stop(status, f"nothing could be carried out {self._tally.bad} times: {said}")
        if budget.max_steps is not None and self._step >= budget.max_steps:
            most = "1 step" if budget.max_steps == 1 else f"{budget.max_steps} steps"
            raise BudgetSpent(f"The limit of {most} is reached.", "Raise it with --max-steps.")
        if budget.max_seconds is not None and self._seconds() >= budget.max_seconds:
            raise BudgetSpent(f"The limit of {budget.max_seconds:g} s is reached.", "Raise it with --max-seconds.")

    def _check_stop(self) -> None:
        if self._stopping:
            raise _Stop(*_STOPPED)

    def _note_malformed(self, error: MalformedOutput) -> str:
        self._tally.counters["malformed"] += 1
        self._tally.bad += 1
        self._p.journal.note("malformed", {"step": self._step, "message": str(error), "raw": error.raw})
        if self._tally.bad >= MOST_IN_A_ROW:
            raise error
        return f"Your last answer was not used. {error.message}"

    def _seconds(self) -> float:
        return self._earlier + self._setting.clock() - self._began

    def _end_episode(self, end: Finished | Blocked) -> Episode:
        self._check_stop()  # a verifier that a stop has closed is no outage
        if isinstance(end, Blocked):
            return self._episode("blocked", end.reason)
        self._tally.claimed = end.claimed
        episode = self._episode(end.status, end.reason)
        return replace(episode, answer=end.answer, verified_by=end.by, candidates=end.candidates)

    def _episode(self, status: EpisodeStatus, reason: str) -> Episode:
        s, tally = self._setting, self._tally
        counters, seconds = tally.counted(self._p.guides), self._seconds()
        return Episode(s.run, s.task, status, tally.claimed, self._step, "", reason, s.usage(), seconds, counters)

    def snapshot(self) -> Snapshot:
        """The state of the run: the folds of its log, and the states of its parts."""
        own: Json = {"step": self._step, "seconds": self._seconds()}
        own |= {"claimed": self._tally.claimed, "counters": dict[str, Json](self._tally.counters)}
        parts = {"agent": own} | {name: part.snapshot() for name, part in self._p.stateful.items()}
        return Snapshot({**self._p.log.states(), **{name: json_text(state) for name, state in parts.items()}})

    def restore(self, snapshot: Snapshot, recent: Iterable[Transition]) -> None:
        """Restores a snapshot with the latest steps; the count of refusals in a row starts again."""
        states = snapshot.states
        own = json.loads(states["agent"])
        self._step, self._earlier = int(own["step"]), max(self._earlier, own["seconds"])
        self._tally.claimed, self._tally.counters = own["claimed"], Counter(own["counters"])
        self._p.log.restore(states, recent)
        for name, part in self._p.stateful.items():
            if name in states:  # a guide may have joined since
                part.restore(json.loads(states[name]))
