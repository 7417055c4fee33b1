"""The checker: what breaks a rule is named, and where."""

import pytest

from sextant.worlds.actors.proving import prove
from sextant.worlds.author import Recipe, build
from sextant.worlds.check import check
from sextant.worlds.check.checking import Elsewhere
from sextant.worlds.check.guessing import goal_guesses, guess, last_screen_guesses, values_in
from sextant.worlds.spec.tasks import Dials
from sextant.worlds.spec.world import World
from sextant.worlds.twin.twin import Twin


@pytest.fixture(scope="module")
def world() -> World:
    return build(9_100, Dials(), Recipe("report"))


def _with_task(world: World, **update: object) -> World:
    return world.model_copy(update={"task": world.task.model_copy(update=update)})


def _rules(world: World) -> set[str]:
    return {broken.rule for broken in check(world).breaks}


def test_a_sound_world_is_admitted(world: World) -> None:
    report = check(world)
    assert report.admitted
    assert (report.oracle, report.nothing, report.goal_only, report.last_screen_only) == (True, False, False, False)
    assert report.guesses > 0


def test_a_goal_that_tells_the_answer_is_refused(world: World) -> None:
    told = _with_task(world, goal=f"{world.task.goal} It is {world.scenario.truth.gold}.")
    assert not check(told).admitted
    assert guess(prove(told), goal_guesses(told)).success


def test_a_reference_that_leads_nowhere_is_refused(world: World) -> None:
    reference = world.task.reference
    text = next(iter(reference.steps))
    lost = reference.model_copy(update={"steps": reference.steps | {text: reference.steps[text][:1]}})
    report = check(_with_task(world, reference=lost))
    assert not report.admitted
    assert any("oracle" in broken.rule or "unread" in broken.rule for broken in report.breaks)


def test_a_task_that_is_done_already_is_refused() -> None:
    errand = build(9_200, Dials(), Recipe("errands"))
    idle = errand.task.grading.model_copy(update={"expects": ()})
    assert "nothing" in _rules(_with_task(errand, grading=idle))


def test_two_answers_are_refused(world: World) -> None:
    loose = world.task.grading.model_copy(update={"pass_regex": r"^.+$"})
    assert not check(_with_task(world, grading=loose)).admitted


def test_a_satisfied_task_earns_nothing_without_a_word() -> None:
    done = build(9_300, Dials(), Recipe("satisfied"))
    report = check(done)
    assert report.admitted
    assert not report.nothing


def test_the_last_screen_is_searched(world: World) -> None:
    proof = prove(world)
    found = last_screen_guesses(proof)
    assert found
    assert world.scenario.truth.gold not in found
    assert not guess(proof, found).success
    assert guess(proof, [world.scenario.truth.gold]).success


def test_another_device_is_walked(world: World) -> None:
    twin = Twin(world)
    report = check(world, lambda _: Elsewhere(twin, lambda: twin.state, "<html></html>"))
    assert report.elsewhere is True
    leaky = Twin(world)
    page = f"<html>{world.scenario.facts[0].shown}</html>"
    told = check(world, lambda _: Elsewhere(leaky, lambda: leaky.state, page))
    assert {broken.rule for broken in told.breaks} <= {"served"}


def test_values_are_found_in_text() -> None:
    text = 'Pay €12.90 by 12 Mar 2026 at 09:30, code A4-1234, to Amara Okafor ("Blue door").'
    found = values_in(text, ("Delayed",))
    for value in ("€12.90", "12 Mar 2026", "09:30", "A4-1234", "Amara Okafor", "Blue door"):
        assert value in found, value
    assert "Delayed" not in found
    assert "Delayed" in values_in("It is Delayed", ("Delayed",))
