"""The checker: what breaks a rule is named, and where."""

import base64
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from sextant.types.actions import Gesture
from sextant.types.screens import Screen
from sextant_worlds.author import TaskRecipe, build
from sextant_worlds.author.measurement import finish
from sextant_worlds.check import check
from sextant_worlds.check.checker import OtherDevice
from sextant_worlds.check.guessers import goal_guesses, guess, last_screen_guesses
from sextant_worlds.oracle.walk import prove
from sextant_worlds.page.html import page_html, served_text
from sextant_worlds.spec.tasks import Dials
from sextant_worlds.spec.world import World
from sextant_worlds.twin.twin import Twin


@pytest.fixture(scope="module")
def world() -> World:
    tried = (build(seed, Dials(), TaskRecipe("report")) for seed in range(9_100, 9_120))
    return next(world for world in tried if world.scenario.facts[0].medium == "text")


def _with_task(world: World, **update: object) -> World:
    return world.model_copy(update={"task": world.task.model_copy(update=update)})


def _rules(world: World) -> set[str]:
    return {broken.rule for broken in check(world).breaks}


def test_a_sound_world_is_admitted(world: World) -> None:
    report = check(world)
    assert report.admitted
    assert (report.oracle, report.nothing, report.goal_only, report.last_screen_only) == (True, False, False, False)
    assert report.guesses > 0


def test_a_reference_that_leads_nowhere_is_refused(world: World) -> None:
    reference = world.task.reference
    text = next(iter(reference.steps))
    lost = reference.model_copy(update={"steps": reference.steps | {text: reference.steps[text][:1]}})
    report = check(_with_task(world, reference=lost))
    assert not report.admitted
    assert any("oracle" in broken.rule or "unread" in broken.rule for broken in report.breaks)


def test_a_task_that_is_done_already_is_refused() -> None:
    errand = build(9_200, Dials(), TaskRecipe("errands"))
    idle = errand.task.grading.model_copy(update={"expects": ()})
    assert "nothing" in _rules(_with_task(errand, grading=idle))


def test_two_answers_are_refused(world: World) -> None:
    loose = world.task.grading.model_copy(update={"pass_regex": r"^.+$"})
    assert not check(_with_task(world, grading=loose)).admitted


def test_a_satisfied_task_earns_nothing_without_a_word() -> None:
    done = build(9_300, Dials(), TaskRecipe("satisfied"))
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


def _elsewhere_rules(world: World, page: str) -> set[str]:
    twin = Twin(world)
    told = check(world, lambda _: OtherDevice(twin, lambda: twin.state, page))
    return {broken.rule for broken in told.breaks}


def _repacked(page: str, change: Callable[[dict[str, Any]], object]) -> str:
    text = served_text(page)
    known = json.loads(text)
    change(known)
    old, new = (base64.b64encode(zlib.compress(part.encode(), 9)).decode() for part in (text, json.dumps(known)))
    assert old in page
    return page.replace(old, new)


def test_a_page_that_tells_of_the_truth_or_holds_no_world_is_refused(world: World) -> None:
    fact, page = world.scenario.facts[0], page_html(world)
    truths = (world.task.guideline, world.task.grading.pass_regex, fact.id, fact.label)
    pages = [
        _repacked(page, lambda known, truth=truth: known["phone"].update(note=f"psst: {truth}")) for truth in truths
    ]
    pages += ["<html></html>", _repacked(page, lambda known: known.update(task={}))]
    for told in pages:
        assert _elsewhere_rules(world, told) == {"served"}


def test_truth_in_an_app_is_found_without_any_page() -> None:
    ranked = build(9_500, Dials(), TaskRecipe("rank"))
    assert "served" not in _rules(ranked)
    task = ranked.task
    for truth in (task.guideline.splitlines()[0], task.grading.pass_regex, ranked.scenario.truth.gold):
        telling = ranked.apps[0].model_copy(update={"name": truth})
        assert "served" in _rules(ranked.model_copy(update={"apps": (telling, *ranked.apps[1:])}))


def test_the_page_is_looked_into_where_one_is_made(world: World) -> None:
    assert check(world, page=page_html).admitted
    told = check(world, page=lambda w: page_html(w).replace("<title>", f"<title>{w.scenario.facts[0].shown}"))
    assert {broken.rule for broken in told.breaks} == {"served"}


def test_another_device_may_show_nothing_early(world: World) -> None:
    fact = world.scenario.facts[0]
    assert fact.medium == "text"
    twin = Twin(world)
    told = check(world, lambda _: OtherDevice(_Loose(twin, fact.shown), lambda: twin.state, ""))
    assert {broken.rule for broken in told.breaks} == {"early"}


@dataclass
class _Loose:
    """A device that shows a value on its first screen."""

    twin: Twin
    value: str
    first: bool = True

    def screen(self) -> Screen:
        found = self.twin.screen()
        if not self.first:
            return found
        self.first = False
        one, *others = found.observation.elements
        elements = (replace(one, text=f"{one.text} {self.value}"), *others)
        return replace(found, observation=replace(found.observation, elements=elements))

    def perform(self, gesture: Gesture) -> bool:
        return self.twin.perform(gesture)


def test_several_values_in_the_goal_are_put_together() -> None:
    several = build(9_400, Dials(variables=3), TaskRecipe("report-several"))
    facts = several.scenario.facts
    assert len(facts) == 3
    assert check(several).goal_only is False
    for order in (facts, facts[::-1]):
        goal = f"{several.task.goal} Not that {' and '.join(fact.shown for fact in order)} would do."
        report = check(_with_task(several, goal=goal))
        assert (report.goal_only, report.last_screen_only) == (True, False)
        assert "goal_only" in {broken.rule for broken in report.breaks}
    part = _with_task(several, goal=f"{several.task.goal} {facts[0].shown}, {facts[1].shown}.")
    assert check(part).goal_only is False


def test_a_draft_that_breaks_a_rule_is_measured_all_the_same(world: World) -> None:
    leaking = _with_task(world, goal=f"{world.task.goal} It is {world.scenario.truth.gold}.")
    assert guess(prove(leaking), goal_guesses(leaking)).success
    told = check(leaking)
    assert not told.admitted
    assert (told.oracle, told.nothing, told.goal_only, told.last_screen_only) == (True, False, True, False)
    lost = check(_with_task(world, grading=world.task.grading.model_copy(update={"pass_regex": "^(x$"})))
    assert (lost.oracle, lost.nothing, lost.goal_only, lost.last_screen_only) == (None, None, None, None)


def test_a_walk_that_changes_what_it_may_not_is_refused() -> None:
    errand = build(9_248, Dials(), TaskRecipe("errands"))
    assert errand.task.grading.touches == ("shop.cart",)
    bare = _with_task(errand, grading=errand.task.grading.model_copy(update={"touches": ()}))
    assert "side_effect" in _rules(bare)
    assert finish(bare)[0].task.grading.touches == ()
    marking = build(9_200, Dials(), TaskRecipe("errands"))
    bare = _with_task(marking, grading=marking.task.grading.model_copy(update={"touches": ()}))
    assert finish(bare)[0].task.grading.touches == ("messages.chats",), "opening a row marks it and is let off"


def test_what_a_world_says_of_its_memory_is_measured() -> None:
    world = build(49)
    first, *others = world.task.memory_items
    for name, value in (("value", "11111"), ("encode_step", 0), ("retrieve_step", 400)):
        edited = _with_task(world, memory_items=(first.model_copy(update={name: value}), *others))
        found = {found.where for found in check(edited).breaks if found.rule == "measured"}
        assert f"task.memory_items.0.{name}" in found
