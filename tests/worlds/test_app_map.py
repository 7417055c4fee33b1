"""The chart of a world is its true transition graph, and the map that comes of it: no walk finds another transition."""

import random
from collections import Counter
from functools import lru_cache

import pytest

from sextant.assembly import open_device
from sextant.elements.refs import ref_of
from sextant.perception.perceive import Perceiver
from sextant.settings import Settings
from sextant.types.actions import LaunchApp, PressKey
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition
from sextant.utg.comparing.agreement import agreement, control_of
from sextant.utg.comparing.static import degraded
from sextant.utg.graph import Trigger
from sextant.utg.recorder import trigger_of
from sextant.utg.store import MapStore
from sextant_bench.random_walks import wander
from sextant_worlds.app_map import MapBounds, WorldMap, WorldScreen, WorldTransition, chart_of, followed
from sextant_worlds.content import cast
from sextant_worlds.genres import GENRES
from sextant_worlds.genres.desk import desk
from sextant_worlds.names import find_world
from sextant_worlds.runtime.true_map import TrueMap, true_map
from sextant_worlds.spec.phone import PhoneSpec, PopupSurprise
from sextant_worlds.spec.tasks import nothing_asked
from sextant_worlds.spec.world import World
from sextant_worlds.twin.twin import Twin


def small(seed: int = 5, *genres: str) -> World:
    """A phone with few apps and a popup that a chart leaves out."""
    there = cast(seed, "en")
    popup = PopupSurprise(id="rate", at=1, title="Rate us", text="Please do.", close="Not now")
    return World(
        id=f"chart-{seed}",
        seed=seed,
        phone=PhoneSpec(today=there.today.isoformat(), surprises=(popup,)),
        apps=(*(GENRES[name](there).app for name in genres or ("shop", "tasks")), desk(there)),
        task=nothing_asked("chart"),
    )


def calm(world: World) -> World:
    return world.model_copy(update={"phone": world.phone.model_copy(update={"surprises": ()})})


@lru_cache
def charted() -> WorldMap:
    return chart_of(small())


def test_it_begins_on_the_launcher_knows_every_page_and_every_passage_leads_where_it_says() -> None:
    chart, world = charted(), small()
    assert chart.start == WorldScreen("world:home", "launcher/home")
    assert chart.whole
    pages = {one.spot.component for one in chart.screens}
    assert {f"{app.id}/{app.tabs[0].page if app.tabs else app.home}" for app in world.apps} <= pages
    assert "shop/checkout+sure" in pages, "a dialog is a screen of its own"
    assert not any("rate" in page for page in pages), "surprises are no part of the graph"
    assert _wrong(world, chart, every=7) == [], "replayed on a phone that was switched on anew"


def _wrong(world: World, chart: WorldMap, every: int = 1) -> list[WorldTransition]:
    twin, wrong = Twin(calm(world)), list[WorldTransition]()
    checked = chart.passages[::every]
    for source in dict.fromkeys(passage.source for passage in checked):
        twin.reset()
        for step in chart.way(source):
            assert followed(twin, step) == step.target
        state = twin.snapshot()
        for passage in (one for one in checked if one.source == source):
            twin.restore(state)
            if followed(twin, passage) != passage.target:
                wrong.append(passage)
    return wrong


def test_what_returns_resumes_changes_or_is_final_is_told() -> None:
    by_test_id = {(one.source.component, one.element.test_id): one.traits for one in charted().passages}
    assert by_test_id["launcher/home", "app-shop"].resumes
    back = {traits for (_, test_id), traits in by_test_id.items() if test_id == "nav-back"}
    assert back
    assert all(traits.returns for traits in back)
    assert any(traits.final for traits in by_test_id.values()), "something in a shop cannot be taken back"
    assert any(traits.changes and not traits.final for traits in by_test_id.values())


@pytest.mark.long
def test_equal_worlds_have_equal_charts_and_bounds_are_kept() -> None:
    assert chart_of(small()) == charted()
    cut = chart_of(small(), MapBounds(records=2, screens=20))
    assert (cut.whole, len(cut.screens)) == (False, 20)
    assert max(Counter(one.spot.component for one in cut.screens).values()) <= 2


@pytest.mark.long
def test_every_passage_of_all_kinds_of_apps_leads_where_it_says() -> None:
    world = small(6, *GENRES)
    chart = chart_of(world, MapBounds(records=4))
    assert _wrong(world, chart) == []


WORLD = calm(small(9, "tasks", "wallet"))


@pytest.fixture(scope="module")
def true() -> TrueMap:
    return true_map(WORLD)


@pytest.fixture(scope="module")
def steps(true: TrueMap) -> list[Transition]:
    """A walk at random that changes no data."""
    nodes = {(one.spot.app, one.spot.component): Perceiver()(one.observation).key.id for one in true.chart.screens}
    stirring = {
        control_of(nodes[one.source.app, one.source.component], Trigger(one.event, one.element))
        for one in true.chart.passages
        if one.traits.changes or one.traits.final
    }

    def harmless(element: Element, screen: Screen) -> bool:
        return control_of(screen.key.id, Trigger("tap", ref_of(screen, element))) not in stirring

    return list(wander(WORLD, random.Random(4), 600, harmless))


def test_walks_that_change_no_data_find_no_transition_that_is_not_in_the_graph(
    true: TrueMap, steps: list[Transition]
) -> None:
    edges = {(control_of(edge.source, edge.trigger), edge.target) for edge in true.graph.edges.values()}
    walked = 0
    for step in steps:
        trigger = trigger_of(step)
        assert step.before.key.id in true.graph.nodes
        if trigger is None or trigger.element is None or step.before.key.id == step.after.key.id:
            continue
        control = control_of(step.before.key.id, trigger)
        walked += 1
        assert control in true.loose or (control, step.after.key.id) in edges, (step.before.key.label, trigger)
    assert walked > 300


def test_observation_mends_a_static_map(true: TrueMap, steps: list[Transition]) -> None:
    store = MapStore()
    static = degraded(true.graph)
    store.take(static)
    chart = store.map(static.app)
    before = agreement(chart.graph, true.graph, true.loose)
    for step in steps:
        chart.observe(step)
    after = agreement(chart.graph, true.graph, true.loose)
    assert before.precision < 1 > before.pair_recall
    assert after.precision > before.precision
    assert after.recall > before.recall
    assert after.pair_recall > before.pair_recall


def test_screens_of_one_kind_are_one_node_and_nothing_final_or_that_only_goes_back_is_on_the_map(true: TrueMap) -> None:
    cut = true_map(WORLD, chart_of(WORLD, MapBounds(records=1)))
    missing = true.graph.nodes.keys() - cut.graph.nodes.keys()
    assert cut.graph.nodes.keys() <= true.graph.nodes.keys()
    assert len(missing) <= 1, "a dialog that the first record does not have"
    assert not cut.chart.whole
    named = {edge.trigger.element.test_id for edge in true.graph.edges.values() if edge.trigger.element is not None}
    assert "nav-back" not in named
    assert "app-wallet" in named


@pytest.mark.browser
def test_in_chromium_a_run_lands_on_the_same_nodes() -> None:
    page = open_device("world:12+chromium", Settings())
    page.open()
    try:
        world = find_world("12")
        found = true_map(world, chart_of(world, MapBounds(records=1)))
        for app in (*(app.id for app in world.apps), ""):
            page.perform(LaunchApp(app) if app else PressKey("home"))
            assert Perceiver()(page.look(picture=False)).key.id in found.graph.nodes
    finally:
        page.close()
