"""`StopsCourse`: several screens to reach, one goal after the other, for an actor that searches by itself."""

from collections.abc import Sequence
from dataclasses import field, replace

from sextant.dataclass import dataclass
from sextant.program.course import ProgramCourse
from sextant.program.goal import goal_course
from sextant.program.route import Routing
from sextant.protocols import ClaimKeeper
from sextant.types.candidates import Candidate
from sextant.types.codec import field_of, from_plain, to_plain
from sextant.types.decisions import Act, Directive, Finished
from sextant.types.screens import Screen
from sextant.types.snapshots import Json
from sextant.types.tasks import Order, Task
from sextant.types.transitions import Transition

__all__ = ["StopEnd", "StopsCourse"]


@dataclass(frozen=True, slots=True)
class StopEnd:
    """The result of a stop: whether it was reached, the reason, and the step at which this was decided."""

    stop: str
    reached: bool
    reason: str
    step: int
    candidates: tuple[Candidate, ...] = ()
    """Screens that may be the stop, where that was unsure; the likeliest first."""


@dataclass(slots=True)
class _State:
    open: list[int]
    """Numbers of the stops that nothing is known of yet."""
    now: int | None = None
    ended: list[StopEnd] = field(default_factory=list[StopEnd])


class StopsCourse:
    """A `Course` through stops. Each stop is a goal of its own, and needs evidence like any other goal.

    If a stop cannot be reached, the reason is recorded, and the other stops are visited. The end is verified only if
    every stop was reached.

    Args:
        task: The whole task; each stop replaces its goal in turn.
        stops: Descriptions of the screens to reach.
        ledger: Stores the claims.
        routing: Plans routes for `unordered`: the stops are visited by the shortest route. Stops without a known route
            come last, in the given order. Steps are not reported to it, because the actor records the map itself.
        order: `ordered`: in the given order. `unordered`: by the shortest total route.
    """

    def __init__(
        self, task: Task, stops: Sequence[str], ledger: ClaimKeeper, routing: Routing, order: Order = "ordered"
    ) -> None:
        if not stops:
            raise ValueError("a walk has at least one stop")
        self._task, self._stops, self._ledger, self._routing = task, tuple(stops), ledger, routing
        self._order: Order = order
        self._state = _State(list(range(len(stops))))
        self._goal: ProgramCourse | None = None

    @property
    def ended(self) -> tuple[StopEnd, ...]:
        """The finished stops, in the order in which they ended."""
        return tuple(self._state.ended)

    def next(self, screen: Screen) -> Directive:
        """The goal of the current stop; the end if no stop is left."""
        state = self._state
        if state.now is None:
            if not state.open:
                return self._end()
            self._begin(self._first(screen))
        assert self._goal is not None
        directive = self._goal.next(screen)
        assert isinstance(directive, Act)  # the end of a goal is recorded in `observe`
        return directive

    def observe(self, transition: Transition) -> None:
        """Finishes the current stop if the step ended its goal."""
        state = self._state
        if self._goal is None or state.now is None:
            return
        self._goal.observe(transition)
        end = self._goal.next(transition.after)
        if isinstance(end, Act):
            return
        reached = isinstance(end, Finished) and end.verified and end.claimed == "complete"
        candidates = end.candidates if isinstance(end, Finished) else ()
        state.ended.append(StopEnd(self._stops[state.now], reached, end.reason, transition.step, candidates))
        state.now = self._goal = None

    def snapshot(self) -> Json:
        goal = None if self._goal is None else self._goal.snapshot()
        return {"state": to_plain(_State, self._state), "goal": goal}

    def restore(self, state: Json) -> None:
        self._state = from_plain(_State, field_of(state, "state"))
        self._goal = None
        if self._state.now is not None:
            self._goal = self._course_to(self._state.now)
            self._goal.restore(field_of(state, "goal"))

    def _first(self, screen: Screen) -> int:
        """The next one of the open stops."""
        open_ = self._state.open
        if self._order == "ordered" or len(open_) == 1:
            return open_[0]
        planned = self._routing.plan(screen, [self._stops[number] for number in open_], "unordered", frozenset())
        nearest = (*planned.met, *planned.sequence)
        return open_[nearest[0]] if nearest else open_[0]

    def _begin(self, number: int) -> None:
        self._state.open.remove(number)
        self._state.now, self._goal = number, self._course_to(number)

    def _course_to(self, number: int) -> ProgramCourse:
        task = replace(self._task, goal=self._stops[number])
        return goal_course(task, self._ledger, requirement=f"stop {number + 1}", place=True)

    def _end(self) -> Finished:
        met = [one.stop for one in self._state.ended if one.reached]
        missed = [f"{one.stop!r}: {one.reason}" for one in self._state.ended if not one.reached]
        reached = f"reached: {', '.join(map(repr, met))}" if met else "no stop was reached"
        if not missed:
            return Finished(claimed="complete", reason=reached)
        reason = f"{reached}; not reached: {'; '.join(missed)}"
        candidates = tuple(found for one in self._state.ended for found in one.candidates)
        claimed = "" if met else "unsure" if candidates else "infeasible"
        return Finished(verified=False, claimed=claimed, reason=reason, candidates=candidates)
