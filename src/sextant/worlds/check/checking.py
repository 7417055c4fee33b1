"""Checks a world: every rule, the oracle, those who do nothing, those who guess, and what leaks too early."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from sextant.types.actions import Gesture
from sextant.types.screens import Screen
from sextant.worlds.actors.oracle import Oracle, Stage
from sextant.worlds.actors.proving import Proof, encoded_at, needed_at, place_of, prove
from sextant.worlds.check.guessing import goal_guesses, guess, last_screen_guesses
from sextant.worlds.engine.data import Json
from sextant.worlds.rules import Break, breaks
from sextant.worlds.rules.base import DERIVED, OPEN, stands_in
from sextant.worlds.spec.scenario import Fact
from sextant.worlds.spec.world import World
from sextant.worlds.truth.grade import answer_passes, grade
from sextant.worlds.twin.shared import shared
from sextant.worlds.twin.twin import Twin

__all__ = ["Elsewhere", "Report", "check"]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The same world on another device. `state` reads its state when the walk is over."""

    stage: Stage
    state: Callable[[], Json]
    page: str = ""
    """The text of the page as it is served."""


@dataclass(frozen=True, slots=True)
class Report:
    """Whether a world may be released, and what each of the simulated actors earned."""

    world: str
    breaks: tuple[Break, ...] = ()
    oracle: bool = False
    nothing: bool = False
    goal_only: bool = False
    last_screen_only: bool = False
    steps: int = 0
    elsewhere: bool | None = None
    """Whether the oracle earned 1 on the other device; None where there was none."""
    guesses: int = 0
    proof: Proof | None = field(default=None, repr=False, compare=False)

    @property
    def admitted(self) -> bool:
        """Whether no rule is broken."""
        return not self.breaks


def check(
    world: World,
    elsewhere: Callable[[World], Elsewhere] | None = None,
    proof: Proof | None = None,
) -> Report:
    """Carries everything out that can be, and says which rules are broken and where.

    Args:
        world: Finished.
        elsewhere: Opens the world on another device, in its start state.
        proof: The oracle's walk through this very world, where it was taken already.
    """
    found = list(breaks(world))
    if found:
        return Report(world.id, tuple(found))
    if proof is None or proof.world is not world:
        proof = prove(world)
    walk = proof.walk
    oracle = False
    if not walk.finished:
        found.append(Break("oracle", "task.reference", walk.reason))
    else:
        graded = grade(world, proof.end, walk.status, proof.start)
        oracle = graded.success
        if not graded.success:
            found.append(Break("oracle", "task.grading", f"the oracle's walk earns nothing: {graded.reason}"))
    nothing = _nothing(world, proof.start)
    if nothing:
        found.append(Break("nothing", "task.grading", "doing nothing earns 1"))
    goal_only = last_only = False
    guesses = 0
    if walk.finished and world.task.memory:
        found += _unread(world, proof)
        found += _early(world, proof)
        by_goal, by_screen = goal_guesses(world), last_screen_guesses(proof)
        first, second = guess(proof, by_goal), guess(proof, by_screen)
        goal_only, last_only, guesses = first.success, second.success, first.tried + second.tried
        if goal_only:
            found.append(Break("goal_only", "task.goal", f"the goal holds the answer: {first.value!r}"))
        if last_only:
            message = f"the last screen before it is needed holds the answer: {second.value!r}"
            found.append(Break("last_screen_only", "scenario.facts", message))
    found += _unique(world)
    there = None
    if elsewhere is not None and not found:
        there = _elsewhere(world, proof, elsewhere(world), found)
    return Report(
        world.id,
        tuple(found),
        oracle,
        nothing,
        goal_only,
        last_only,
        len(walk.steps),
        there,
        guesses,
        proof,
    )


def _nothing(world: World, start: Json) -> bool:
    """Whether doing nothing earns 1, with any claim; where all is so already, without a claim."""
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


def _early(world: World, proof: Proof) -> Iterator[Break]:
    """No screen shows a value, other than where it belongs, before it is read."""
    read = encoded_at(proof.walk)
    texts: dict[str, str] = {}
    for fact in world.scenario.facts:
        if fact.kind in DERIVED or fact.kind in OPEN or fact.id not in read:
            continue
        for index, screen in enumerate(proof.walk.screens[: read[fact.id]]):
            if _shows(screen, fact, texts) and not _belongs(screen, fact):
                where = f"scenario.facts[{fact.id}]"
                place = screen.key.label or screen.key.id
                yield Break("early", where, f"{fact.shown!r} is on the screen {place!r} at step {index}, unread")
                break


def _shows(screen: Screen, fact: Fact, texts: dict[str, str]) -> bool:
    text = texts.get(screen.digest)
    if text is None:
        said = [part for element in screen.elements for part in (element.text, element.value, element.name) if part]
        text = texts[screen.digest] = "\n".join(said)
    return fact.shown in text and stands_in(fact.shown, text)


def _belongs(screen: Screen, fact: Fact) -> bool:
    at = place_of(screen)
    return (at.app, at.page) == (fact.place.app, fact.place.page) and at.record in ("", fact.place.record)


def _elsewhere(world: World, proof: Proof, there: Elsewhere, found: list[Break]) -> bool:
    """The oracle on the other device; a twin that goes along decides lists and conditions."""
    found += [
        Break("served", f"scenario.facts[{fact.id}]", f"the served page holds {fact.shown!r}")
        for fact in _secrets(world)
        if fact.shown in there.page
    ]
    along = _Along(there.stage, Twin(world))
    walk = Oracle(world, shared(world).world).walk(along, lambda: along.twin.state)
    if not walk.finished:
        found.append(Break("oracle_elsewhere", "task.reference", walk.reason))
        return False
    graded = grade(world, there.state(), walk.status, proof.start)
    if not graded.success:
        found.append(Break("oracle_elsewhere", "task.grading", graded.reason))
    return graded.success


def _secrets(world: World) -> Sequence[Fact]:
    return [fact for fact in world.scenario.facts if fact.kind not in DERIVED | OPEN and len(fact.shown) > 3]


@dataclass(slots=True)
class _Along:
    """A stage with a twin that does the same."""

    stage: Stage
    twin: Twin

    def screen(self) -> Screen:
        return self.stage.screen()

    def perform(self, gesture: Gesture) -> bool:
        self.twin.perform(gesture)
        return self.stage.perform(gesture)
