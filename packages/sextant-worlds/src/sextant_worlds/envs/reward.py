"""The reward and its components: outcome, progress, memory, format and efficiency.

All components except memory are computed from the world's state, which only the device changes. Statements of the agent
earn nothing; a false claim of completion is penalised.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import asdict, dataclass
from typing import assert_never

from sextant.types.screens import Screen
from sextant_worlds.engine.data import Json
from sextant_worlds.memory.scoring import held
from sextant_worlds.spec import World
from sextant_worlds.spec.scenario import Fact, FactPlace
from sextant_worlds.spec.tasks import Acted, RecordsHold, StatePredicate, VarHolds
from sextant_worlds.truth.grade import Claimed, Grade, answer_passes, predicate_holds

Where = tuple[str, str, str]
"""App, page and record that are shown."""

_MOST_SIDE_EFFECTS = 3
"""So many side effects cost as much as any more."""


@dataclass(frozen=True, slots=True)
class AgentNote:
    """Something the agent wrote down for itself; `step` counts the actions before it."""

    step: int
    text: str


MemoryScore = Callable[[World, Sequence[AgentNote]], float]
"""How much of what had to be remembered was, 0 to 1, judged from the agent's notes."""


@dataclass(frozen=True, slots=True)
class RewardWeights:
    """The weight of each component. The last two are penalties."""

    outcome: float = 1.0
    progress: float = 0.2
    memory: float = 0.2
    format: float = 0.05
    efficiency: float = 0.1
    side_effects: float = 0.2
    false_done: float = 0.2


@dataclass(frozen=True, slots=True)
class Reward:
    """An episode so far; every component is between 0 and 1.

    Attributes:
        outcome: 1 if the task is done, judged at the end of the episode; 0 before.
        progress: The share of facts that have been on screen, and of required predicates that hold.
        memory: See `MemoryScore`, and `sextant_worlds.envs.reward.noted`; 0 without notes.
        format: The share of valid actions so far.
        efficiency: Device actions of the oracle divided by those of the agent, at most 1; 0 if the task is not done.
        side_effects: Unrequested changes at the end, as a share of three.
        false_done: 1 if the agent falsely claimed that the task is done or infeasible.
    """

    outcome: float = 0.0
    progress: float = 0.0
    memory: float = 0.0
    format: float = 0.0
    efficiency: float = 0.0
    side_effects: float = 0.0
    false_done: float = 0.0

    def total(self, weights: RewardWeights) -> float:
        """The weighted sum, minus penalties."""
        return (
            weights.outcome * self.outcome
            + weights.progress * self.progress
            + weights.memory * self.memory
            + weights.format * self.format
            + weights.efficiency * self.efficiency
            - weights.side_effects * self.side_effects
            - weights.false_done * self.false_done
        )

    def parts(self) -> dict[str, float]:
        """The components by name, for logs and for estimators that standardise each by itself."""
        return asdict(self)


class RewardProgress:
    """The progress of a task: places of facts that were on screen, and predicates that hold.

    A place counts permanently. A predicate counts while it holds, unless it held at the start, so that doing nothing is
    no progress.
    """

    def __init__(self, world: World, start: Json) -> None:
        facts = {fact.id: fact for fact in world.scenario.facts}
        grading = world.task.grading
        self._world = world
        self._unread = {item.fact: (_where(item.encode), facts.get(item.fact)) for item in world.task.memory_items}
        self._asked = [one for one in grading.expects if not predicate_holds(world, one, start)]
        self._answer = bool(grading.pass_regex) and not answer_passes(grading, start["answer"])
        self._parts = len(self._unread) + len(self._asked) + self._answer
        self._read = 0
        self._known: dict[int, tuple[Hashable, bool]] = {}
        self.encoded: dict[str, int] = {}
        """By fact: the step at which it was first on the screen at its place."""

    def look(self, at: Where, screen: Screen, step: int) -> None:
        """Records the facts on this screen."""
        for name, (place, fact) in list(self._unread.items()):
            if place == at and (fact is None or _on(screen, fact)):
                del self._unread[name]
                self._read += 1
                self.encoded[name] = step

    def share(self, state: Json) -> float:
        """The progress between 0 and 1; 0 if the task has no facts and predicates."""
        if self._parts == 0:
            return 0.0
        met = sum(self._holds(place, one, state) for place, one in enumerate(self._asked))
        if self._answer:
            met += answer_passes(self._world.task.grading, state["answer"])
        return (self._read + met) / self._parts

    def _holds(self, place: int, predicate: StatePredicate, state: Json) -> bool:
        """Evaluated only where something it looks at has another content than the last time."""
        mark = _mark(predicate, state)
        known = self._known.get(place)
        if known is None or known[0] != mark:
            known = self._known[place] = mark, predicate_holds(self._world, predicate, state)
        return known[1]


def _mark(predicate: StatePredicate, state: Json) -> Hashable:
    """A value that is equal while the data of the predicate are the same. Lists are replaced, never changed."""
    data = state["data"][predicate.app]
    match predicate:
        case RecordsHold():
            records = data["c"].get(predicate.collection, [])
            return _Same(records), len(state["held"]), tuple(data["v"].items())
        case VarHolds():
            return data["v"].get(predicate.var)
        case Acted():
            return len(state["acts"])
        case _:
            assert_never(predicate)


class _Same:
    """Equal to itself and to another of the very same list."""

    __slots__ = ("held",)

    def __init__(self, held: object) -> None:
        self.held = held

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.held is self.held

    def __hash__(self) -> int:
        return id(self.held)


def settle(world: World, grade: Grade, claimed: Claimed, moves: int, so_far: Reward) -> Reward:
    """The reward of an episode that has ended so. `moves` are the actions meant for the device."""
    done = bool(grade.success)
    return Reward(
        outcome=1.0 if done else 0.0,
        progress=so_far.progress,
        memory=so_far.memory,
        format=so_far.format,
        efficiency=min(1.0, max(1, world.task.oracle_steps) / moves) if done and moves else float(done),
        side_effects=min(1.0, len(grade.side_effects) / _MOST_SIDE_EFFECTS),
        false_done=1.0 if claimed and not done else 0.0,
    )


def _where(place: FactPlace) -> Where:
    return place.app, place.page, place.record


def _on(screen: Screen, fact: Fact) -> bool:
    """Whether the fact is visible now. A fact in pixels is visible if its place is on screen."""
    if fact.medium == "pixels" or not fact.test_id:
        return True
    return any(
        element.test_id == fact.test_id and element.visibility in ("visible", "clipped") for element in screen.elements
    )


_WORTH = {"complete": 1.0, "partial": 0.5, "none": 0.0}
_LONGEST, _MOST = 300, 40


def noted(world: World, notes: "Sequence[AgentNote]") -> float:
    """The mean score of the task's memory items by the best single note: 1 for the whole value, a half for a part.

    Only the first 300 characters of a note and the last 40 notes count, so that copied screens earn nothing.
    """
    items = world.task.memory_items
    texts = [note.text[:_LONGEST] for note in notes[-_MOST:]]
    if not items or not texts:
        return 0.0
    return sum(max(_WORTH[held(world, item, text)] for text in texts) for item in items) / len(items)
