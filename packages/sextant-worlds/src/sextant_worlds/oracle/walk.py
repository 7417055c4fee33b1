"""Executes a task's reference program on a twin or a device, which proves that the task can be solved.

It knows the whole world with its truth, and is labelled so; it is no agent.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, Protocol

from sextant.protocols import Device, Perceive
from sextant.types.actions import Gesture
from sextant.types.screens import Screen
from sextant_worlds.engine.prepare import served
from sextant_worlds.engine.values import context, holds
from sextant_worlds.oracle.walker import LostError, MoveWalker, NextGesture, ReadNote, ReferenceEnd, Why, boards_of
from sextant_worlds.reference import Bound, Item, TakenBranch, moves_of
from sextant_worlds.spec.reference import Each, Holds, Move
from sextant_worlds.spec.scenario import Fact, FactPlace
from sextant_worlds.spec.world import World
from sextant_worlds.twin.shared import shared
from sextant_worlds.twin.twin import Twin

__all__ = [
    "LAUNCHER",
    "LostError",
    "OnDevice",
    "Oracle",
    "OracleStep",
    "OracleWalk",
    "Proof",
    "Stage",
    "WorldFacts",
    "encoded_at",
    "needed_at",
    "place_of",
    "prove",
]

Json = dict[str, Any]
_LONGEST = 600
LAUNCHER = "launcher"


class Stage(Protocol):
    """A world to be observed and touched: the twin, or a device wrapped in `OnDevice`."""

    def screen(self) -> Screen: ...

    def perform(self, gesture: Gesture) -> bool:
        """Injects a gesture; returns whether anything changed."""
        ...


@dataclass(frozen=True, slots=True)
class OnDevice:
    """A device as a stage."""

    device: Device
    perceive: Perceive

    def screen(self) -> Screen:
        return self.perceive(self.device.look(picture=False))

    def perform(self, gesture: Gesture) -> bool:
        self.device.perform(gesture)
        return True


@dataclass(frozen=True, slots=True)
class OracleStep:
    """One gesture of the oracle, with its purpose, screen, element, and the notes made just before it."""

    gesture: Gesture
    before: Screen
    why: Why
    step: str = ""
    """Text of the program's step."""
    move: Move | None = None
    test_id: str = ""
    label: str = ""
    text: str = ""
    """What was typed."""
    uses: tuple[str, ...] = ()
    """Values in it: `fact:ID`, `answer`, `total`."""
    notes: tuple[ReadNote, ...] = ()
    """What was read or decided on `before`, in order."""


@dataclass(frozen=True)
class OracleWalk:
    """A whole walk. `end` is the last screen, and `notes` are its notes."""

    steps: tuple[OracleStep, ...]
    status: Literal["complete", "infeasible", ""]
    answer: str
    reason: str
    end: Screen
    notes: tuple[ReadNote, ...] = ()

    @property
    def finished(self) -> bool:
        """Whether the reference was executed to its end."""
        return not self.reason

    @cached_property
    def screens(self) -> tuple[Screen, ...]:
        """All screens in order; one more than there are steps."""
        return (*(step.before for step in self.steps), self.end)

    @cached_property
    def reads(self) -> tuple[tuple[int, ReadNote], ...]:
        """All notes, each with the index of its screen."""
        found = [(index, note) for index, step in enumerate(self.steps) for note in step.notes]
        return (*found, *((len(self.steps), note) for note in self.notes))


@dataclass(slots=True)
class WorldFacts:
    """Evaluates iterations and conditions on the state of a world."""

    served: Json
    state: Callable[[], Json]
    facts: Mapping[str, Fact]
    forced: Mapping[str, bool] = field(default_factory=dict[str, bool])
    """Conditions decided beforehand, by fact id."""

    def items(self, each: Each) -> Sequence[Item]:
        """The records of an iteration, in the order of the collection."""
        records: list[Json] = self.state()["data"][each.app]["c"][each.collection]
        conds = [cond.model_dump(mode="json") for cond in each.where]
        return [record for record in records if all(self._holds(each.app, record, cond) for cond in conds)]

    def holds(self, holds: Holds, item: Item | None) -> bool:
        """Whether the condition holds now."""
        if holds.fact is not None:
            if holds.fact in self.forced:
                return self.forced[holds.fact]
            fact = self.facts[holds.fact]
            return holds.equals in (fact.value, fact.shown)
        assert holds.cond is not None
        record: Json = {} if item is None else {f"item.{key}": value for key, value in item.items()} | dict(item)
        return self._holds(holds.app or "", record, holds.cond.model_dump(mode="json"))

    def _holds(self, app: str, record: Json, cond: Json) -> bool:
        return holds(context(self.served, self.state(), app, record, {}), cond)


class Oracle:
    """Executes the reference of a world's task.

    Args:
        world: With its truth.
        served: What the engine knows of it, where that is at hand already.
    """

    name = "oracle"

    def __init__(self, world: World, served_world: Json | None = None) -> None:
        self._world = world
        self._served = served_world if served_world is not None else served(world)
        self._facts = {fact.id: fact for fact in world.scenario.facts}
        self._boards = boards_of(world)

    def moves(
        self, state: Callable[[], Json], forced: Mapping[str, bool] | None = None
    ) -> Iterator[Bound | TakenBranch]:
        """The moves; lists and conditions are evaluated when they are reached."""
        return moves_of(self._world.task.reference, WorldFacts(self._served, state, self._facts, forced or {}))

    def walker(
        self,
        moves: Iterator[Bound | TakenBranch],
        note: Callable[[ReadNote], None],
        values: Mapping[str, str] | None = None,
    ) -> MoveWalker:
        """The walker for moves; `values` are typed instead of the values that were read."""
        known = {"answer": self._world.scenario.truth.gold} | dict(values or {})
        return MoveWalker(moves, self._facts, note, known, strict=values is None, boards=self._boards)

    def walk(
        self,
        stage: Stage,
        state: Callable[[], Json],
        values: Mapping[str, str] | None = None,
    ) -> OracleWalk:
        """Walks to the end, or until it gets lost; `reason` then says why.

        Args:
            stage: Where to walk; it is in the world's start state.
            state: The world's state, for lists and conditions (of a twin that goes along, where the stage has none).
            values: Typed in place of the true ones: `fact:ID`, `answer`, `total`.
        """
        return self.carry_out(self.moves(state), stage, values)

    def carry_out(
        self,
        moves: Iterator[Bound | TakenBranch],
        stage: Stage,
        values: Mapping[str, str] | None = None,
        before: Callable[[int, NextGesture], None] | None = None,
    ) -> OracleWalk:
        """Like `walk`, with given moves."""
        noted: list[ReadNote] = []
        walker = self.walker(moves, noted.append, values)
        steps: list[OracleStep] = []
        screen = stage.screen()
        try:
            while len(steps) < _LONGEST:
                wish = walker.next(screen)
                if isinstance(wish, ReferenceEnd):
                    return self._ended(steps, screen, noted)
                if before is not None:
                    before(len(steps), wish)
                element, bound = wish.element, wish.bound
                steps.append(
                    OracleStep(
                        gesture=wish.gesture,
                        before=screen,
                        why=wish.why,
                        step=bound.step if bound is not None else "",
                        move=bound.move if bound is not None else None,
                        test_id=element.test_id if element is not None else "",
                        label=element.label if element is not None else "",
                        text=wish.text,
                        uses=wish.uses,
                        notes=tuple(noted),
                    )
                )
                noted.clear()
                stage.perform(wish.gesture)
                screen = stage.screen()
        except LostError as lost:
            return OracleWalk(tuple(steps), "", "", lost.message, screen, tuple(noted))
        return OracleWalk(tuple(steps), "", "", f"It is not at its end after {_LONGEST} steps.", screen, tuple(noted))

    def _ended(self, steps: list[OracleStep], screen: Screen, noted: list[ReadNote]) -> OracleWalk:
        answer = next((step.text for step in reversed(steps) if "answer" in step.uses), "")
        status = self._world.task.reference.ends
        return OracleWalk(tuple(steps), status, answer, "", screen, tuple(noted))


def nothing(stage: Stage) -> OracleWalk:
    """A walk without any gesture."""
    return OracleWalk((), "", "", "", stage.screen())


# -- proving that a task can be done


@dataclass(frozen=True)
class Proof:
    """The oracle's walk through a world, with the states at its start and end.

    `tail` has the state just before the first value is used, and the moves from there on; None if no value is used.
    `twin` may be used again after a state is restored.
    """

    world: World
    walk: OracleWalk
    start: Json
    end: Json
    tail: tuple[Json, tuple[Bound | TakenBranch, ...]] | None
    twin: Twin


def prove(world: World, twin: Twin | None = None) -> Proof:
    """Walks the reference in a twin: a new one, or a given one of a world with the same apps and phone."""
    if twin is None:
        twin = Twin(world)
    else:
        twin.reset()
    start = twin.snapshot()
    oracle = Oracle(world, shared(twin.world).world)
    moves: list[Bound | TakenBranch] = []
    kept: list[tuple[Json, int]] = []

    def before(step: int, wish: NextGesture) -> None:
        if wish.uses and not kept:
            kept.append((twin.snapshot(), len(moves) - 1))
        del step

    def recorded() -> Iterator[Bound | TakenBranch]:
        for move in oracle.moves(lambda: twin.state):
            moves.append(move)
            yield move

    walk = oracle.carry_out(recorded(), twin, before=before)
    tail = (kept[0][0], tuple(moves[kept[0][1] :])) if kept else None
    return Proof(world, walk, start, twin.snapshot(), tail, twin)


def place_of(screen: Screen) -> FactPlace:
    """The app, page and record of a twin's screen; launcher and recents are pages of `launcher`."""
    app, page = screen.app.removeprefix("world:"), screen.key.id.partition("+")[0].lstrip("*") or "home"
    if app in ("", "home") and page in ("home", "recents"):
        return FactPlace(app=LAUNCHER, page=page)
    return FactPlace(app=app, page=page, record=dict(screen.binding).get("record", ""))


def encoded_at(walk: OracleWalk) -> dict[str, int]:
    """The index of the screen on which each fact was read; the empty name stands for the last item of iterations."""
    found: dict[str, int] = {}
    for index, note in walk.reads:
        if note.kind == "read":
            found.setdefault(note.fact, index)
        elif note.kind == "item":
            found[""] = index
    return found


def needed_at(walk: OracleWalk, fact: str, answer: bool) -> int | None:
    """The index of the step at which a fact is first needed again."""
    for index, step in enumerate(walk.steps):
        if f"fact:{fact}" in step.uses or (answer and "answer" in step.uses):
            return index
        if any(note.kind == "branch" and note.fact == fact for note in step.notes):
            return index
    return None
