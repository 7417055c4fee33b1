"""Maps of worlds: a run lands on their nodes, no harmless walk finds another transition, observation mends them."""

import random

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
from sextant_worlds.app_map import MapBounds, chart_of
from sextant_worlds.names import find_world
from sextant_worlds.runtime.true_map import TrueMap, true_map
from tests.worlds.test_app_map import calm, small

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
        if one.nature.changes or one.nature.final
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
