"""The procedural author: every template, both families and languages, dials, perturbations, splits."""

import re
import zlib

import pytest

from sextant.errors import UsageError
from sextant_worlds.author import TaskRecipe, build, first_draft, perturb
from sextant_worlds.author.answers import anchored, ordered, pattern
from sextant_worlds.author.goal_text import phrases
from sextant_worlds.author.perturbation import Kind
from sextant_worlds.author.recipe import Family
from sextant_worlds.author.splits import BUCKETS, SPLITS, entries, entry, world_of
from sextant_worlds.author.templates import TEMPLATES
from sextant_worlds.check import check
from sextant_worlds.instructions import parse
from sextant_worlds.oracle.walk import prove
from sextant_worlds.spec import dumps, loads
from sextant_worlds.spec.phone import Locale
from sextant_worlds.spec.scenario import FactKind
from sextant_worlds.spec.tasks import Dials
from sextant_worlds.truth.grade import grade

pytestmark = pytest.mark.long


@pytest.mark.parametrize("locale", ["en", "zh"])
@pytest.mark.parametrize(
    ("family", "template"), [(family, name) for family, names in TEMPLATES.items() for name in names]
)
def test_every_template_writes_tasks_that_are_admitted(family: Family, template: str, locale: Locale) -> None:
    world = build(4_000, Dials(), TaskRecipe(template, family, locale=locale))
    task, report = world.task, check(world)
    assert report.admitted, report.breaks
    assert (report.oracle, report.nothing) == (True, False)
    assert (task.template, world.phone.locale) == (template, locale)
    assert (task.memory, task.oracle_steps) == (bool(task.memory_items), report.steps)
    for line in task.instructions:
        parse(line)


def test_the_same_seed_gives_the_same_world() -> None:
    one, two = build(77, Dials(popups=1)), build(77, Dials(popups=1))
    assert dumps(one) == dumps(two)
    assert dumps(one) != dumps(build(78, Dials(popups=1)))
    assert loads(dumps(one)) == one


@pytest.mark.parametrize(
    ("dials", "template"),
    [
        (Dials(distance=14), "report"),
        (Dials(interference=3), "report"),
        (Dials(hops=4), "report"),
        (Dials(variables=4), "report-several"),
        (Dials(popups=3), "transfer"),
        (Dials(delay=2), "sweep"),
        (Dials(transience=4), "report"),
    ],
)
def test_dials_are_reached(dials: Dials, template: str) -> None:
    world = build(5_000, dials, TaskRecipe(template))
    reached = world.task.dials
    assert reached.distance >= dials.distance
    assert reached.interference >= dials.interference
    assert reached.hops >= dials.hops
    assert reached.transience == dials.transience
    assert reached.variables >= (dials.variables if template == "report-several" else 1)
    assert sum(surprise.kind == "popup" for surprise in world.phone.surprises) == dials.popups
    assert any(page.loads == dials.delay for app in world.apps for page in app.pages)


@pytest.mark.parametrize("kind", ["labels", "layout", "icons", "theme", "all"])
@pytest.mark.parametrize("template", ["transfer", "fork"])
def test_another_surface_leaves_the_task_as_it_is(kind: Kind, template: str) -> None:
    world = build(7_000, Dials(), TaskRecipe(template))
    other = perturb(world, kind, 1)
    one, two = world.task, other.task
    assert (two.goal, two.grading.expects, other.scenario) == (one.goal, one.grading.expects, world.scenario)
    assert two.grading.pass_regex == one.grading.pass_regex
    assert (other.apps, other.phone) != (world.apps, world.phone)
    for made in (world, other):
        proof = prove(made)
        graded = grade(made, proof.end, proof.walk.status, proof.start)
        assert (graded.success, graded.outcome) == (True, 1)


def test_a_surface_on_which_the_oracle_does_not_succeed_is_refused() -> None:
    world = build(7_000, Dials(), TaskRecipe("report"))
    grading = world.task.grading.model_copy(update={"gold": "?", "pass_regex": "^never$"})
    lost = world.model_copy(update={"task": world.task.model_copy(update={"grading": grading})})
    with pytest.raises(UsageError, match=f"{world.id}.*perturbation 'theme'"):
        perturb(lost, "theme", 1)


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_entries_that_are_still_to_come_are_waited_for(locale: Locale) -> None:
    recipe = TaskRecipe("report-several", longest=60, locale=locale)
    worlds = (build(seed, Dials(popups=2), recipe) for seed in range(20_000, 20_400, 7))
    pairs = ((world, held) for world in worlds for held in world.phone.surprises if held.kind == "sync")
    world, held = next(pairs)
    first = world.app(held.app).collections[held.collection]
    assert {record["id"] for record in first} > set(held.records)
    proof = prove(world)
    told = [step for step in proof.walk.steps if any(e.test_id.endswith("-sync") for e in step.before.elements)]
    assert {step.why for step in told} <= {"wait", "popup", "session"}
    assert grade(world, proof.end, proof.walk.status, proof.start).outcome == 1
    assert not world.task.memory_items or check(world).admitted


def test_surprises_also_come_unasked_but_seldom() -> None:
    kinds = [
        {surprise.kind for surprise in first_draft(seed, Dials(), TaskRecipe("errands")).world.phone.surprises}
        for seed in range(30_000, 30_096)
    ]
    assert 0 < sum("sync" in found for found in kinds) < 24
    assert not any(found & {"popup", "session", "clip"} for found in kinds)


def test_a_colour_decides_what_is_done() -> None:
    worlds = (first_draft(seed, Dials(), TaskRecipe("fork")).world for seed in range(12_000, 14_400, 37))
    pairs = ((world, fact) for world in worlds for fact in world.scenario.facts)
    world, lamp = next(pair for pair in pairs if (pair[1].kind, pair[1].test_id) == ("condition", "lamp"))
    assert lamp.medium == "pixels"
    assert check(world).admitted


def test_train_and_test_share_no_template_and_no_wording() -> None:
    assert not set(TEMPLATES["test"]) & set(TEMPLATES["train"])
    for locale in ("en", "zh"):
        ours, theirs = phrases("test", locale), phrases("train", locale)
        for way in ours.keys() & theirs.keys():
            assert not set(ours[way]) & set(theirs[way]), way


@pytest.mark.slow
def test_every_task_of_train_can_be_written() -> None:
    assert all(world_of(entry("train", place)).task.goal for place in range(60))


def test_train_and_test_share_no_value() -> None:
    for place in (5, 9):
        for found, half in ((entry("lite", place), 0), (entry("train", place), 1)):
            for fact in world_of(found).scenario.facts:
                closed = fact.kind in ("condition", "total", "ordering")
                assert closed or zlib.crc32(fact.shown.encode()) % 2 == half, fact


def test_lite_covers_what_it_should() -> None:
    found = list(entries("lite"))
    assert len(found) == SPLITS["lite"] == 60
    names = ("errands", "sweep-errand", "impossible", "satisfied")
    assert 10 <= sum(place.recipe.template in names for place in found) <= 14
    assert len({place.seed for place in found}) == 60
    assert {place.recipe.template for place in found} >= set(TEMPLATES["test"]) - {"long"}
    lows = {place.recipe.shortest for place in found}
    assert lows >= {low for low, _ in BUCKETS[:5]}


def test_splits_have_their_size() -> None:
    with pytest.raises(UsageError, match="no task 60"):
        entry("lite", 60)
    with pytest.raises(UsageError, match="no fixed size"):
        list(entries("train"))


@pytest.mark.parametrize(
    ("kind", "value", "shown", "good", "bad"),
    [
        ("price", "123450", "€1,234.50", "1234.50|EUR 1234,50|1,234.50 €|€ 1,234.50.", "1234|€1,234.51"),
        ("price", "2900", "$29.00", "29|$29|29.00 dollars", "2900|29.10"),
        ("date", "2026-03-12", "12 Mar 2026", "2026-03-12|12 March|March 12, 2026|3月12日", "13 Mar"),
        ("time", "09:05", "09:05", "9:05|9.05 am|09:05", "19:05|9:50"),
        ("code", "A4-1234", "A4-1234", "a4-1234|A41234|A4 1234", "A4-1235|A4"),
        ("number", "1250", "1,250", "1250|1,250", "125|12500"),
        ("name", "Amara Okafor", "Amara Okafor", "amara okafor", "Amara"),
    ],
)
def test_notations(kind: FactKind, value: str, shown: str, good: str, bad: str) -> None:
    compiled = re.compile(anchored(pattern(kind, value, shown)))
    assert [text for text in (shown, *good.split("|")) if not compiled.fullmatch(text)] == []
    assert [text for text in bad.split("|") if compiled.fullmatch(text)] == []


def test_orders_take_several_arrows() -> None:
    compiled = re.compile(anchored(ordered(("Oak stool", "Sun hat"))))
    assert compiled.fullmatch("oak stool → Sun hat")
    assert not compiled.fullmatch("Sun hat > Oak stool")
