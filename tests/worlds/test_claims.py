"""What a demonstration's last record gives as proof: on the screen at the end, and not before the deed that counted."""

import pytest

from sextant.elements.refs import collapse
from sextant.evidence import judge_step
from sextant.evidence.evaluate import held
from sextant.perception import Perceiver
from sextant.types import actions as act
from sextant.types.evidence import Changed, Predicate, ScreenIs, TextVisible
from sextant.types.screens import Screen
from sextant_worlds.author import TaskRecipe, build
from sextant_worlds.author.splits import entry, world_of
from sextant_worlds.demonstrations import Trace, demonstrate
from sextant_worlds.spec.world import World
from sextant_worlds.truth.grade import grade
from sextant_worlds.twin.twin import Twin

pytestmark = pytest.mark.long

_FIELDS = ("textbox", "searchbox", "spinbutton")


def _trace(world: World) -> Trace:
    return demonstrate(world, judge=judge_step, perceive=Perceiver())


def _decided(world: World, trace: Trace) -> Screen | None:
    """The screen before the last step that changed what is so of the task, by playing the trace again."""
    twin, perceive = Twin(world), Perceiver()
    start = twin.snapshot()
    met, found = grade(world, start, "", start).met, None
    for taken in trace.steps[:-1]:
        transition = taken.transition
        for attempt in transition.attempts:
            assert attempt.gesture is not None
            twin.perform(attempt.gesture)
        if perceive(twin.observation()).digest != transition.after.digest:  # it was watched for a while
            twin.perform(act.Pause(1.2))
        now = grade(world, twin.state, "", start).met
        met, found = now, transition.before if now != met else found
    return found


def _claimed(trace: Trace) -> tuple[Screen, tuple[Predicate, ...], str]:
    last = trace.steps[-1].transition
    return last.before, last.decision.expectations, last.decision.thought


def _said(text: str, screen: Screen) -> bool:
    """Whether anything but a field said so, in view or not."""
    others = [element for element in screen.elements if element.role not in _FIELDS]
    return any(collapse(text) in collapse(said) for one in others for said in (one.text, one.label))


@pytest.mark.parametrize(
    "places",
    [range(1, 5), *(pytest.param(range(first, first + 10), marks=pytest.mark.slow) for first in range(0, 41, 10))],
    ids=str,
)
def test_what_proves_the_end_was_not_there_before_the_deed(places: range) -> None:
    for place in places:
        world = world_of(entry("train", place))
        trace = _trace(world)
        screen, proofs, thought = _claimed(trace)
        before = _decided(world, trace)
        assert before is not None
        assert len(proofs) <= 1
        if not proofs:
            assert world.task.grading.status == "infeasible" or thought.endswith("nothing on this screen shows it.")
        for proof in proofs:
            assert not isinstance(proof, Changed | ScreenIs)
            assert held(proof, screen).outcome == "holds", (place, proof)
            if isinstance(proof, TextVisible):
                assert not _said(proof.text, before), (place, proof)
            else:
                assert held(proof, before).outcome == "fails", (place, proof)


def test_what_is_so_already_is_shown_as_it_is() -> None:
    worlds = (build(seed, recipe=TaskRecipe("satisfied")) for seed in range(7_000, 7_120, 24))
    claims = (_claimed(_trace(world)) for world in worlds)
    screen, proofs, _ = next(claim for claim in claims if claim[1])
    assert all(held(proof, screen).outcome == "holds" for proof in proofs)
