"""Checks a world: the rules, the oracle, the baselines that do nothing or guess, and leaks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sextant.types.actions import Gesture
from sextant.types.screens import Screen
from sextant_worlds.check.guessers import (
    Guessed,
    goal_guesses,
    goal_matches,
    guess,
    last_screen_guesses,
    last_screen_matches,
)
from sextant_worlds.check.leaks import early_leaks, served_breaks, truth_breaks
from sextant_worlds.engine.data import Json
from sextant_worlds.oracle.walk import Oracle, Proof, Stage, encoded_at, needed_at, place_of, prove
from sextant_worlds.rules import Break, breaks, unfit
from sextant_worlds.rules.base import DERIVED
from sextant_worlds.spec.scenario import FactPlace
from sextant_worlds.spec.world import World
from sextant_worlds.truth.grade import answer_passes, grade
from sextant_worlds.truth.patterns import pattern_fault
from sextant_worlds.twin.shared import shared
from sextant_worlds.twin.twin import Twin

__all__ = ["OtherDevice", "Report", "agreement_breaks", "check"]


@dataclass(frozen=True, slots=True)
class OtherDevice:
    """The same world on another device. `state` reads its state when the walk is over."""

    stage: Stage
    state: Callable[[], Json]
    page: str = ""
    """The text of the page as it is served."""


@dataclass(frozen=True, slots=True)
class Report:
    """Whether a world may be released, and the success of each simulated actor; None if not measured.

    Actors are also measured if a rule is broken, as far as the world can be walked. The guessers play only memory tasks
    whose reference can be executed.
    """

    world: str
    breaks: tuple[Break, ...] = ()
    oracle: bool | None = None
    nothing: bool | None = None
    goal_only: bool | None = None
    last_screen_only: bool | None = None
    steps: int = 0
    elsewhere: bool | None = None
    """Whether the oracle earned 1 on the other device; None where there was none."""
    guesses: int = 0

    @property
    def admitted(self) -> bool:
        """Whether no rule is broken."""
        return not self.breaks


def check(
    world: World,
    elsewhere: Callable[[World], OtherDevice] | None = None,
    proof: Proof | None = None,
    page: Callable[[World], str] | None = None,
) -> Report:
    """Checks all rules of a world, and runs the simulated actors.

    Args:
        world: A finished world.
        elsewhere: Opens the world on another device, in its start state.
        proof: The oracle's walk through this world, if it exists already.
        page: Makes the served page, to search it for leaks; its packed data are always searched.
    """
    found = list(breaks(world))
    walked = proof is not None and proof.world is world
    if found and ((not walked and unfit(world)) or pattern_fault(world.task.grading.pass_regex)):
        return Report(world.id, tuple(found))
    if proof is None or not walked:
        proof = prove(world)
    oracle = _oracle(world, proof, found)
    nothing = _nothing(world, proof.start)
    if nothing:
        found.append(Break("nothing", "task.grading", "doing nothing earns 1"))
    goal = screen = None
    if proof.walk.finished and world.task.memory:
        found += _unread(world, proof)
        found += early_leaks(world, proof.walk.screens, encoded_at(proof.walk))
        goal, screen = _guessed(world, proof, found)
    if proof.walk.finished:
        found += agreement_breaks(world, proof)
    found += _unique(world)
    found += truth_breaks(world)
    if page is not None and not found:
        found += served_breaks(world, page(world))
    there = None
    if elsewhere is not None and not found:
        there = _on_other_device(world, proof, elsewhere(world), found)
    return Report(
        world.id,
        tuple(found),
        oracle,
        nothing,
        None if goal is None else goal.success,
        None if screen is None else screen.success,
        len(proof.walk.steps),
        there,
        sum(told.tried for told in (goal, screen) if told is not None),
    )


def _oracle(world: World, proof: Proof, found: list[Break]) -> bool:
    """Whether the walk earns 1; it may change nothing that the task gave no leave to change."""
    walk = proof.walk
    if not walk.finished:
        found.append(Break("oracle", "task.reference", walk.reason))
        return False
    graded = grade(world, proof.end, walk.status, proof.start)
    if not graded.success:
        found.append(Break("oracle", "task.grading", f"the oracle's walk earns nothing: {graded.reason}"))
    found += [
        Break("side_effect", "task.grading.touches", f"the oracle's walk changes what it may not: {line}")
        for line in graded.side_effects
    ]
    return graded.success


def _guessed(world: World, proof: Proof, found: list[Break]) -> tuple[Guessed, Guessed]:
    """The success of the guessers that know only the goal, or only the last screen."""
    goal = guess(proof, goal_guesses(world), goal_matches(world))
    screen = guess(proof, last_screen_guesses(proof), last_screen_matches(proof))
    if goal.success:
        found.append(Break("goal_only", "task.goal", f"the goal holds the answer: {goal.value!r}"))
    if screen.success:
        message = f"the last screen before it is needed holds the answer: {screen.value!r}"
        found.append(Break("last_screen_only", "scenario.facts", message))
    return goal, screen


def _nothing(world: World, start: Json) -> bool:
    """Whether doing nothing succeeds with any claim; if the goal holds already, without a claim."""
    claims = ("",) if world.task.category != "ordinary" else ("", "complete", "infeasible")
    return any(grade(world, start, claim, start).success for claim in claims)


def _unique(world: World) -> Iterator[Break]:
    """No value that merely looks like the answer passes."""
    grading = world.task.grading
    if not grading.pass_regex:
        return
    if not answer_passes(grading, grading.gold):
        yield Break("unique", "task.grading.pass_regex", f"it does not accept the gold {grading.gold!r}")
    facts = {fact.shown for fact in world.scenario.facts}
    for distractor in world.scenario.distractors:
        if answer_passes(grading, distractor.shown):
            where = f"scenario.distractors[{distractor.id}]"
            yield Break("unique", where, f"{distractor.shown!r} passes as the answer, too")
    single = len(world.scenario.truth.facts) == 1
    for fact in world.scenario.truth.facts if single else ():
        for option in world.scenario.options.get(fact, ()):
            if option not in facts and answer_passes(grading, option) and not _is_gold(world, fact, option):
                yield Break("unique", f"scenario.options.{fact}", f"{option!r} passes as the answer, too")


def _is_gold(world: World, fact: str, option: str) -> bool:
    found = next(item for item in world.scenario.facts if item.id == fact)
    return option in (found.value, found.shown)


def _unread(world: World, proof: Proof) -> Iterator[Break]:
    """Every fact that the task rests on is on the screen, and read, before it is needed."""
    read = encoded_at(proof.walk)
    answers = world.task.final_action.kind == "submit"
    for fact in world.scenario.facts:
        if fact.kind in DERIVED:
            continue
        needed = needed_at(proof.walk, fact.id, answers and fact.id in world.scenario.truth.facts)
        if needed is not None and read.get(fact.id, needed + 1) > needed:
            where = f"scenario.facts[{fact.id}]"
            yield Break("unread", where, f"it is needed at step {needed}, and was not read before")


def _on_other_device(world: World, proof: Proof, there: OtherDevice, found: list[Break]) -> bool:
    """Runs the oracle on the other device; a parallel twin decides lists and conditions."""
    if there.page:
        found += served_breaks(world, there.page)
    along = _StageWithTwin(there.stage, Twin(world))
    walk = Oracle(world, shared(world).world).walk(along, lambda: along.twin.state)
    if not walk.finished:
        found.append(Break("oracle_elsewhere", "task.reference", walk.reason))
        return False
    if world.task.memory:
        found += early_leaks(world, walk.screens, encoded_at(walk), along.places)
    graded = grade(world, there.state(), walk.status, proof.start)
    if not graded.success:
        found.append(Break("oracle_elsewhere", "task.grading", graded.reason))
    return graded.success


@dataclass(slots=True)
class _StageWithTwin:
    """A stage with a parallel twin, which reports the place of each screen."""

    stage: Stage
    twin: Twin
    places: list[FactPlace] = field(default_factory=list[FactPlace])

    def screen(self) -> Screen:
        self.places.append(place_of(self.twin.screen()))
        return self.stage.screen()

    def perform(self, gesture: Gesture) -> bool:
        self.twin.perform(gesture)
        return self.stage.perform(gesture)


# -- whether what a world says of its own memory is what the oracle's walk shows


def agreement_breaks(world: World, proof: Proof) -> Iterator[Break]:
    """Steps, values and places of the memory items, and the length of the walk, as they were measured.

    Scores and step budgets are computed from these fields; a world whose fields were edited would be scored wrongly.
    """
    task, walk = world.task, proof.walk
    if task.oracle_steps != len(walk.steps):
        told = f"says {task.oracle_steps}; the oracle takes {len(walk.steps)}"
        yield Break("measured", "task.oracle_steps", told)
    read = encoded_at(walk)
    facts = {fact.id: fact for fact in world.scenario.facts}
    for place, item in enumerate(task.memory_items):
        where = f"task.memory_items.{place}"
        fact = facts.get(item.fact)
        if fact is None:
            yield Break("measured", f"{where}.fact", f"names {item.fact!r}, which is not a fact of the scenario")
            continue
        if item.value != fact.value:
            yield Break("measured", f"{where}.value", f"is {item.value!r}; the fact {fact.id!r} is {fact.value!r}")
        if item.encode != fact.place:
            yield Break("measured", f"{where}.encode", f"is not where the fact {fact.id!r} stands")
        if fact.id in read and item.encode_step != read[fact.id]:
            told = f"is {item.encode_step}; the oracle reads it at step {read[fact.id]}"
            yield Break("measured", f"{where}.encode_step", told)
        if not item.encode_step <= item.retrieve_step <= len(walk.steps):
            yield Break("measured", f"{where}.retrieve_step", "does not lie between the reading and the walk's end")
