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
from sextant_worlds.check.checker import Elsewhere
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
    told = check(world, lambda _: Elsewhere(twin, lambda: twin.state, page))
    return {broken.rule for broken in told.breaks}


def test_a_page_that_holds_a_fact_unpacked_is_refused(world: World) -> None:
    page = page_html(world).replace("<title>", f"<title>{world.scenario.facts[0].shown}")
    assert _elsewhere_rules(world, page) == {"served"}


def test_a_page_without_a_world_is_refused(world: World) -> None:
    assert _elsewhere_rules(world, "<html></html>") == {"served"}


def _repacked(page: str, change: Callable[[dict[str, Any]], object]) -> str:
    text = served_text(page)
    known = json.loads(text)
    change(known)
    old, new = (base64.b64encode(zlib.compress(part.encode(), 9)).decode() for part in (text, json.dumps(known)))
    assert old in page
    return page.replace(old, new)


@pytest.mark.parametrize("truth", ["guideline", "pattern", "id", "label", "task"])
def test_truth_in_the_packed_world_is_found(world: World, truth: str) -> None:
    fact = world.scenario.facts[0]
    told = {
        "guideline": world.task.guideline,
        "pattern": world.task.grading.pass_regex,
        "id": fact.id,
        "label": fact.label,
    }
    if truth == "task":
        page = _repacked(page_html(world), lambda known: known.update(task={}))
    else:
        page = _repacked(page_html(world), lambda known: known["phone"].update(note=f"psst: {told[truth]}"))
    assert _elsewhere_rules(world, page) == {"served"}


@pytest.mark.parametrize("truth", ["guideline", "pattern", "gold"])
def test_truth_in_an_app_is_found_without_any_page(truth: str) -> None:
    ranked = build(9_500, Dials(), TaskRecipe("rank"))
    told = {
        "guideline": ranked.task.guideline.splitlines()[0],
        "pattern": ranked.task.grading.pass_regex,
        "gold": ranked.scenario.truth.gold,
    }
    app = ranked.apps[0]
    telling = app.model_copy(update={"name": told[truth]})
    report = check(ranked.model_copy(update={"apps": (telling, *ranked.apps[1:])}))
    assert "served" in {broken.rule for broken in report.breaks}
    assert "served" not in _rules(ranked)


def test_the_page_is_looked_into_where_one_is_made(world: World) -> None:
    assert check(world, page=page_html).admitted
    told = check(world, page=lambda w: page_html(w).replace("<title>", f"<title>{w.scenario.facts[0].shown}"))
    assert {broken.rule for broken in told.breaks} == {"served"}


def test_another_device_may_show_nothing_early(world: World) -> None:
    fact = world.scenario.facts[0]
    assert fact.medium == "text"
    twin = Twin(world)
    told = check(world, lambda _: Elsewhere(_Loose(twin, fact.shown), lambda: twin.state, ""))
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


@pytest.fixture(scope="module")
def several() -> World:
    return build(9_400, Dials(variables=3), TaskRecipe("report-several"))


def test_several_values_in_the_goal_are_put_together(several: World) -> None:
    facts = several.scenario.facts
    assert len(facts) == 3
    assert check(several).goal_only is False
    for order in (facts, facts[::-1]):
        goal = f"{several.task.goal} Not that {' and '.join(fact.shown for fact in order)} would do."
        told = _with_task(several, goal=goal)
        report = check(told)
        assert report.goal_only is True
        assert report.last_screen_only is False
        assert "goal_only" in {broken.rule for broken in report.breaks}
    part = _with_task(several, goal=f"{several.task.goal} {facts[0].shown}, {facts[1].shown}.")
    assert check(part).goal_only is False


def test_a_draft_that_breaks_a_rule_is_measured_all_the_same(world: World) -> None:
    told = check(_with_task(world, goal=f"{world.task.goal} It is {world.scenario.truth.gold}."))
    assert (told.oracle, told.nothing, told.goal_only, told.last_screen_only) == (True, False, True, False)
    lost = check(_with_task(world, grading=world.task.grading.model_copy(update={"pass_regex": "^(x$"})))
    assert (lost.oracle, lost.nothing, lost.goal_only, lost.last_screen_only) == (None, None, None, None)


def test_a_walk_that_changes_what_it_may_not_is_refused() -> None:
    errand = build(9_248, Dials(), TaskRecipe("errands"))
    assert errand.task.grading.touches == ("shop.cart",)
    bare = _with_task(errand, grading=errand.task.grading.model_copy(update={"touches": ()}))
    assert "side_effect" in _rules(bare)
    assert finish(bare)[0].task.grading.touches == ()


def test_opening_a_row_marks_it_and_is_let_off() -> None:
    marking = build(9_200, Dials(), TaskRecipe("errands"))
    bare = _with_task(marking, grading=marking.task.grading.model_copy(update={"touches": ()}))
    assert finish(bare)[0].task.grading.touches == ("messages.chats",)


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("task.memory_items.0.value", {"value": "11111"}),
        ("task.memory_items.0.encode_step", {"encode_step": 0}),
        ("task.memory_items.0.retrieve_step", {"retrieve_step": 400}),
    ],
)
def test_what_a_world_says_of_its_memory_is_measured(path: str, change: dict[str, object]) -> None:
    world = build(49)
    item = world.task.memory_items[0].model_copy(update=change)
    items = (item, *world.task.memory_items[1:])
    edited = world.model_copy(update={"task": world.task.model_copy(update={"memory_items": items})})
    assert path in {found.where for found in check(edited).breaks if found.rule == "measured"}
