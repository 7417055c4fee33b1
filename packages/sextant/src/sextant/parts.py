"""The parts of a run that the loop in `agent.py` uses."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field

from sextant.dataclass import dataclass
from sextant.protocols import (
    Actor,
    Composer,
    Course,
    Executor,
    Guide,
    GuideCounts,
    InterruptHandler,
    Journal,
    Questions,
    Review,
    Stateful,
)
from sextant.state import EventLog
from sextant.types.actions import Answer, Status
from sextant.types.decisions import EXPLORERS
from sextant.types.tasks import Budget, Claimed, Task, Usage
from sextant.types.transitions import Transition

__all__ = ["Parts", "RunSetting", "RunTally", "counts_of"]


@dataclass(frozen=True, slots=True)
class RunSetting:
    """What a run is for, and what it may take. `earlier`: seconds that earlier legs took."""

    run: str
    task: Task
    budget: Budget
    clock: Callable[[], float]
    usage: Callable[[], Usage]
    earlier: float = 0.0


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a run. Assembly chooses them; `agent.py` fixes their order."""

    setting: RunSetting
    log: EventLog
    interrupts: Sequence[InterruptHandler]
    course: Course
    questions: Questions
    composer: Composer
    actor: Actor
    review: Review
    executor: Executor
    guides: Sequence[Guide]
    journal: Journal
    watch: Callable[[Transition], None]

    @property
    def stateful(self) -> Mapping[str, Stateful]:
        """Those with a state of their own, by its name in a snapshot, in the order in which they observe a step."""
        guides = {f"guide {guide.name}": guide for guide in self.guides}
        return {"course": self.course, "actor": self.actor, "review": self.review, **guides}


@dataclass(slots=True)
class RunTally:
    """What a run counts.

    Attributes:
        bad: Decisions in a row that were refused or unusable.
        most_bad: So many of them end the run.
        claimed: The actor's last claim.
    """

    bad: int = 0
    most_bad: int = 3
    claimed: Claimed = ""
    counters: Counter[str] = field(default_factory=Counter[str])

    def count(self, transition: Transition) -> None:
        """Counts a step."""
        decision, action, counters = transition.decision, transition.decision.action, self.counters
        counters["dropped_fields"] += len(decision.dropped_fields)
        counters["reused"] += decision.actor == "reuse" and not transition.interrupt
        counters["interrupts"] += bool(transition.interrupt)
        counters["retries"] += max(0, len(transition.attempts) - 1)
        self.most_bad = 30 if decision.actor in EXPLORERS else 3
        self.bad = self.bad + 1 if "refused" in (transition.effectiveness, transition.cause) else 0
        if isinstance(action, Answer | Status):
            self.claimed = action.goal_status if isinstance(action, Status) else "complete"

    def counted(self, guides: Iterable[Guide]) -> Mapping[str, int]:
        """Everything that happened at all, with what the guides count."""
        return {name: count for name, count in {**self.counters, **counts_of(guides)}.items() if count}


def counts_of(guides: Iterable[Guide]) -> Mapping[str, int]:
    """What guides count, as counters of a run: `guide_no_answer`, `guide_refused` and the like."""
    found: Counter[str] = Counter()
    for guide in guides:
        if isinstance(guide, GuideCounts):
            found.update({f"guide_{name}": count for name, count in guide.counts.items()})
    return found
