"""The oracle: it finds its way by test ids, deals with what stands in the way, and says where it gets lost."""

from sextant.types.actions import TypeText
from sextant_worlds.author import TaskRecipe, build
from sextant_worlds.oracle.walk import LAUNCHER, Oracle, encoded_at, needed_at, place_of, prove
from sextant_worlds.spec.reference import TapMove
from sextant_worlds.spec.tasks import Dials
from sextant_worlds.truth.grade import grade
from sextant_worlds.twin.twin import Twin


def test_it_earns_one_and_says_what_it_did() -> None:
    world = build(9_400, Dials(), TaskRecipe("report"))
    twin = Twin(world)
    start = twin.snapshot()
    walk = Oracle(world).walk(twin, lambda: twin.state)
    assert walk.finished
    assert (walk.status, walk.answer) == ("complete", world.scenario.truth.gold)
    assert grade(world, twin.state, walk.status, start).success
    assert len(walk.screens) == len(walk.steps) + 1 == world.task.oracle_steps + 1
    assert any(step.label == "Hand in" for step in walk.steps)
    assert place_of(walk.screens[0]).app == LAUNCHER


def test_values_are_read_before_they_are_needed() -> None:
    world = build(9_500, Dials(variables=3), TaskRecipe("report-several"))
    walk = prove(world).walk
    read = encoded_at(walk)
    for fact in world.scenario.facts:
        needed = needed_at(walk, fact.id, answer=True)
        assert needed is not None
        assert read[fact.id] < needed
        assert isinstance(walk.steps[needed].gesture, TypeText)


def test_it_says_where_it_gets_lost() -> None:
    world = build(9_400, Dials(), TaskRecipe("errands"))
    reference = world.task.reference
    text = next(iter(reference.steps))
    moves = (*reference.steps[text], TapMove(test_id="no-such-thing"))
    lost = reference.model_copy(update={"steps": reference.steps | {text: moves}})
    walk = prove(world.model_copy(update={"task": world.task.model_copy(update={"reference": lost})})).walk
    assert (walk.finished, walk.status) == (False, "")
    assert "'no-such-thing'" in walk.reason
