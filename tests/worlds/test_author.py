"""The procedural author: every template, both families and languages, dials, perturbations, splits."""

import random
import zlib

import pytest

from sextant.errors import UsageError
from sextant.worlds.actors.proving import prove
from sextant.worlds.author import Recipe, build, draft, perturb
from sextant.worlds.author.answers import anchored, ordered, pattern, stands_in
from sextant.worlds.author.dressing import Kind
from sextant.worlds.author.phrases import PHRASES
from sextant.worlds.author.recipe import Family
from sextant.worlds.author.splits import BUCKETS, SPLITS, entries, entry, world_of
from sextant.worlds.author.templates import TEMPLATES
from sextant.worlds.author.wording import Wording
from sextant.worlds.author.writing import names_of
from sextant.worlds.check import check
from sextant.worlds.content.phrasing import listed
from sextant.worlds.genres.base import Locale
from sextant.worlds.instructions import parse
from sextant.worlds.spec import dumps, loads
from sextant.worlds.spec.blocks import PictureBlock
from sextant.worlds.spec.scenario import FactKind
from sextant.worlds.spec.tasks import Dials
from sextant.worlds.spec.world import World
from sextant.worlds.truth.grade import grade

pytestmark = pytest.mark.long


@pytest.mark.parametrize("locale", ["en", "zh"])
@pytest.mark.parametrize(
    ("family", "template"), [(family, name) for family, names in TEMPLATES.items() for name in names]
)
def test_every_template_writes_tasks_that_are_admitted(family: Family, template: str, locale: Locale) -> None:
    world = build(4_000, Dials(), Recipe(template, family, locale=locale))
    task = world.task
    report = check(world)
    assert report.admitted, report.breaks
    assert report.oracle
    assert not report.nothing
    assert (task.template, world.phone.locale) == (template, locale)
    assert task.memory == bool(task.memory_items)
    assert task.oracle_steps == report.steps
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
    world = build(5_000, dials, Recipe(template))
    reached = world.task.dials
    assert reached.distance >= dials.distance
    assert reached.interference >= dials.interference
    assert reached.hops >= dials.hops
    assert reached.transience == dials.transience
    assert reached.variables >= (dials.variables if template == "report-several" else 1)
    assert sum(surprise.kind == "popup" for surprise in world.phone.surprises) == dials.popups
    assert any(page.loads == dials.delay for app in world.apps for page in app.pages)


def test_lengths_are_kept() -> None:
    world = build(6_000, Dials(), Recipe("long", shortest=60, longest=90))
    assert 60 <= world.task.oracle_steps <= 90


@pytest.mark.parametrize("kind", ["labels", "layout", "icons", "theme", "all"])
@pytest.mark.parametrize("template", ["transfer", "fork"])
def test_another_surface_leaves_the_task_as_it_is(kind: Kind, template: str) -> None:
    world = build(7_000, Dials(), Recipe(template))
    other = perturb(world, kind, 1)
    assert other.task.goal == world.task.goal
    assert other.task.grading.expects == world.task.grading.expects
    assert other.task.grading.pass_regex == world.task.grading.pass_regex
    assert other.scenario == world.scenario
    assert (other.apps, other.phone) != (world.apps, world.phone)
    one, two = prove(world), prove(other)
    assert grade(world, one.end, one.walk.status, one.start).success
    graded = grade(other, two.end, two.walk.status, two.start)
    assert graded.success
    assert graded.outcome == 1


def test_a_surface_on_which_the_oracle_does_not_succeed_is_refused() -> None:
    world = build(7_000, Dials(), Recipe("report"))
    grading = world.task.grading.model_copy(update={"gold": "?", "pass_regex": "^never$"})
    lost = world.model_copy(update={"task": world.task.model_copy(update={"grading": grading})})
    with pytest.raises(UsageError, match=f"{world.id}.*perturbation 'theme'"):
        perturb(lost, "theme", 1)


_SEEDS = range(7_000, 7_006)
_PLAIN = Dials(distance=1)


def _means(dials: Dials, template: str) -> dict[str, float]:
    """What each dial came to, on average over some seeds."""
    reached = [draft(seed * 31, dials, Recipe(template)).task.dials for seed in _SEEDS]
    names = ("variables", "distance", "interference", "hops", "transience", "depth", "popups", "delay")
    return {name: sum(getattr(each, name) for each in reached) / len(reached) for name in names}


@pytest.mark.parametrize(
    ("name", "value", "template"),
    [
        ("variables", 4, "report-several"),
        ("distance", 12, "report"),
        ("interference", 5, "report"),
        ("hops", 5, "report"),
        ("transience", 4, "report"),
        ("depth", 2, "report"),
        ("popups", 2, "report"),
        ("delay", 2, "report"),
    ],
)
def test_each_dial_moves_its_own_value(name: str, value: int, template: str) -> None:
    before = _means(_PLAIN, template)
    after = _means(_PLAIN.model_copy(update={name: value}), template)
    assert after[name] > before[name]
    asked = {"variables", "transience", "popups", "delay"} - {name}
    assert {other: after[other] for other in asked} == {other: before[other] for other in asked}


def test_depth_counts_pages_below_the_start() -> None:
    shallow, deep = build(7_000, Dials(depth=1), Recipe("report")), build(7_000, Dials(depth=2), Recipe("report"))
    assert (shallow.task.dials.depth, deep.task.dials.depth) == (1, 2)
    assert build(7_000, Dials(depth=2), Recipe("errands")).task.dials.depth == 1


def _with(kind: str, locale: Locale) -> World:
    """The first of some worlds with a surprise of that kind."""
    for seed in range(20_000, 20_400, 7):
        world = build(seed, Dials(popups=2), Recipe("report-several", longest=60, locale=locale))
        if any(surprise.kind == kind for surprise in world.phone.surprises):
            return world
    pytest.fail(f"no world has a surprise of the kind {kind!r}")


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_a_lost_draft_is_typed_again(locale: Locale) -> None:
    world = _with("draft", locale)
    proof = prove(world)
    again = [step for step in proof.walk.steps if step.why == "again"]
    assert again
    assert all(step.text and step.uses for step in again)
    assert grade(world, proof.end, proof.walk.status, proof.start).outcome == 1
    assert check(world).admitted


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_entries_that_are_still_to_come_are_waited_for(locale: Locale) -> None:
    world = _with("sync", locale)
    held = next(surprise for surprise in world.phone.surprises if surprise.kind == "sync")
    first = world.app(held.app).collections[held.collection]
    assert {record["id"] for record in first} > set(held.records)
    proof = prove(world)
    told = [any(e.test_id.endswith("-sync") for e in step.before.elements) for step in proof.walk.steps]
    assert all(
        step.why in ("wait", "popup", "session") for step, shown in zip(proof.walk.steps, told, strict=True) if shown
    )
    assert grade(world, proof.end, proof.walk.status, proof.start).outcome == 1
    assert not world.task.memory_items or check(world).admitted


def test_surprises_also_come_unasked_but_seldom() -> None:
    kinds = [
        {surprise.kind for surprise in draft(seed, Dials(), Recipe("errands")).phone.surprises}
        for seed in range(30_000, 30_096)
    ]
    assert 0 < sum("sync" in found for found in kinds) < 24
    assert not any(found & {"popup", "session", "clip"} for found in kinds)


def test_colours_are_asked_for_as_well() -> None:
    shown: list[str] = []
    for seed in range(9_000, 9_000 + 24 * 37, 37):
        world = draft(seed, Dials(), Recipe("pixels"))
        fact = next(fact for fact in world.scenario.facts if fact.medium == "pixels")
        page = next(page for page in world.app(fact.place.app).pages if page.id == fact.place.page)
        block = next(block for block in page.blocks if getattr(block, "id", "") == fact.test_id)
        shown.append(block.draw if isinstance(block, PictureBlock) else block.kind)
    assert shown.count("swatch") >= 2
    assert len(set(shown)) >= 4


def test_a_colour_decides_what_is_done() -> None:
    for seed in range(12_000, 14_400, 37):
        world = draft(seed, Dials(), Recipe("fork"))
        found = [fact for fact in world.scenario.facts if fact.kind == "condition" and fact.test_id == "lamp"]
        if found:
            assert found[0].medium == "pixels"
            assert check(world).admitted
            return
    pytest.fail("no fork asks for a colour")


@pytest.mark.parametrize(
    ("app", "name", "task", "said"),
    [
        ("messages", "Messages", "say yes to each invite in the messenger", "say yes to each invite in Messages"),
        ("calendar", "Calendar", "pick Sunday in the calendar settings", "pick Sunday in the settings of Calendar"),
        (
            "tiles",
            "Tessera",
            "in Tessera, turn on the sounds of the games",
            "in Tessera, turn on the sounds of the games",
        ),
        ("messages", "Messages", "use Messages to block Ana in the messenger", "use Messages to block Ana"),
    ],
)
def test_an_app_is_named_once(app: str, name: str, task: str, said: str) -> None:
    words = Wording(random.Random(1), "test", "en")
    assert words.placed(task, name, app) == said


def test_what_is_told_is_not_ordered() -> None:
    words = Wording(random.Random(1), "test", "en")
    assert words.ordered("archive the chat with Ana")
    for told in ("I am coming to Brunch; accept that invitation", "the chat should be pinned", "Ana owes me the sum"):
        assert not words.ordered(told)
        assert told.casefold() in words.placed(told, "Messages", "messages").casefold()


@pytest.mark.parametrize(
    ("labels", "whole"),
    [
        (["the fare of the trip to Ghent", "the fare of the trip to Oslo"], "the fare of the trips to Ghent and Oslo"),
        (
            ["what the Oak stool order cost", "what the Sun hat order cost"],
            "what the Oak stool and Sun hat orders cost",
        ),
        (['the state of the task "A b"', 'the state of the task "C"'], 'the state of the tasks "A b" and "C"'),
    ],
)
def test_groups_are_named_in_one_phrase(labels: list[str], whole: str) -> None:
    found = names_of(labels)
    assert found is not None
    assert Wording(random.Random(1), "test", "en").whole(found) == whole


def test_groups_in_chinese_keep_whole_names() -> None:
    found = names_of(["邓少杰的粉丝数", "邓少华的粉丝数"])
    assert found is not None
    assert found.names == ("邓少杰", "邓少华")
    quoted = names_of(["任务“交会费”的单号", "任务“交合同”的单号"])
    assert quoted is not None
    assert Wording(random.Random(1), "test", "zh").whole(quoted) == "任务“交会费”、“交合同”的单号"


def test_train_and_test_share_no_template_and_no_wording() -> None:
    assert not set(TEMPLATES["test"]) & set(TEMPLATES["train"])
    for locale in ("en", "zh"):
        ours, theirs = PHRASES["test", locale], PHRASES["train", locale]
        for way in ours.keys() & theirs.keys():
            assert not set(listed(ours[way])) & set(listed(theirs[way])), way


@pytest.mark.parametrize("family", ["test", "train"])
@pytest.mark.parametrize("locale", ["en", "zh"])
def test_every_way_of_saying_can_be_drawn(family: Family, locale: Locale) -> None:
    ways = {way for table in PHRASES.values() for way in table}
    words = Wording(random.Random(1), family, locale)
    assert [way for way in sorted(ways) if not words.draw(way)] == []


@pytest.mark.slow
def test_every_task_of_train_can_be_written() -> None:
    assert all(world_of(entry("train", place)).task.goal for place in range(60))


def _values(world: World) -> set[str]:
    return {fact.shown for fact in world.scenario.facts if fact.kind not in ("condition", "total", "ordering")}


def test_train_and_test_share_no_value() -> None:
    for split, half in (("lite", 0), ("train", 1)):
        for place in (5, 9):
            found = entry(split, place)  # pyright: ignore[reportArgumentType] -- a literal of the list above
            for value in _values(world_of(found)):
                assert zlib.crc32(value.encode()) % 2 == half, (split, value)


def test_lite_covers_what_it_should() -> None:
    found = list(entries("lite"))
    assert len(found) == SPLITS["lite"] == 60
    controls = [
        place for place in found if place.recipe.template in ("errands", "sweep-errand", "impossible", "satisfied")
    ]
    assert 10 <= len(controls) <= 14
    assert len({place.seed for place in found}) == 60
    assert {place.recipe.template for place in found} >= set(TEMPLATES["test"]) - {"long"}
    lows = {place.recipe.shortest for place in found}
    assert lows >= {low for low, _ in BUCKETS[:5]}


def test_splits_are_fixed() -> None:
    assert list(entries("perturbed", 10)) == list(entries("perturbed", 10))
    with pytest.raises(UsageError, match="no task 60"):
        entry("lite", 60)
    with pytest.raises(UsageError, match="no end"):
        list(entries("train"))


def test_what_nothing_fits_is_refused() -> None:
    with pytest.raises(UsageError, match="no template 'dance'"):
        draft(1, Dials(), Recipe("dance"))


@pytest.mark.parametrize(
    ("kind", "value", "shown", "good", "bad"),
    [
        (
            "price",
            "123450",
            "€1,234.50",
            ("1234.50", "EUR 1234,50", "1,234.50 €", "€ 1,234.50."),
            ("1234", "€1,234.51"),
        ),
        ("price", "2900", "$29.00", ("29", "$29", "29.00 dollars"), ("2900", "29.10")),
        (
            "date",
            "2026-03-12",
            "12 Mar 2026",
            ("2026-03-12", "12 March", "March 12, 2026", "3月12日"),
            ("13 Mar",),
        ),
        ("time", "09:05", "09:05", ("9:05", "9.05 am", "09:05"), ("19:05", "9:50")),
        ("code", "A4-1234", "A4-1234", ("a4-1234", "A41234", "A4 1234"), ("A4-1235", "A4")),
        ("number", "1250", "1,250", ("1250", "1,250"), ("125", "12500")),
        ("name", "Amara Okafor", "Amara Okafor", ("amara okafor",), ("Amara",)),
    ],
)
def test_notations(kind: FactKind, value: str, shown: str, good: tuple[str, ...], bad: tuple[str, ...]) -> None:
    import re

    compiled = re.compile(anchored(pattern(kind, value, shown)))
    assert compiled.fullmatch(shown)
    assert all(compiled.fullmatch(text) for text in good), [text for text in good if not compiled.fullmatch(text)]
    assert not any(compiled.fullmatch(text) for text in bad)


def test_orders_take_several_arrows() -> None:
    import re

    compiled = re.compile(anchored(ordered(("Oak stool", "Sun hat"))))
    assert compiled.fullmatch("oak stool → Sun hat")
    assert not compiled.fullmatch("Sun hat > Oak stool")


def test_names_are_what_labels_differ_in() -> None:
    found = names_of(["the price of the Oak stool in the list", "the price of the Sun hat in the list"])
    assert found is not None
    assert found.names == ("Oak stool", "Sun hat")
    assert names_of(["the same", "the same"]) is None


def test_a_value_stands_as_a_whole() -> None:
    assert stands_in("29", "costs 29 euros")
    assert not stands_in("29", "costs 290 euros")
    assert not stands_in("29", "costs 29.50")
