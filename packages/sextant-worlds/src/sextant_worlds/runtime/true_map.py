"""The true UI Transition Graph of a world as a map, with screens named as runs name them.

A run on the world, in the twin or in Chromium, lands on the very same nodes: they are perceived alike, and the world
itself says what is in front (`component` and `instance`).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sextant.perception.perceive import Perceiver
from sextant.utg.comparing.agreement import Control, control_of
from sextant.utg.exclusions import unguarded
from sextant.utg.graph import ANYWHERE, Edge, Graph, Place, Trigger
from sextant.utg.recorder import MapRecorder
from sextant_worlds.app_map import WorldMap, WorldScreen, WorldTransition, chart_of
from sextant_worlds.spec.world import World

__all__ = ["TrueMap", "true_map"]


@dataclass(frozen=True, slots=True)
class TrueMap:
    """The true map of a world.

    Attributes:
        graph: Its screens and transitions, each walked once in the twin. Left out is what leads back to where one came
            from, and what cannot be taken back.
        loose: Controls whose target depends on the way: what leads back, tabs and icons that resume.
        chart: What all of it was made from.
    """

    graph: Graph
    loose: frozenset[Control]
    chart: WorldMap


def true_map(world: World, chart: WorldMap | None = None) -> TrueMap:
    """The map of a world that is right, and whole up to the abstractions of `sextant_worlds.app_map`."""
    chart = chart or chart_of(world)
    graph = Graph(f"world:{world.id}")
    draughtsman = MapRecorder(graph, unguarded)
    nodes: dict[tuple[str, str], str] = {}
    for one in chart.screens:
        screen = Perceiver()(one.observation)
        nodes.setdefault((one.spot.app, one.spot.component), screen.key.id)
        graph.apply(draughtsman.sighting(screen, visits=1))
    loose: set[Control] = set()
    for passage in chart.passages:
        edge = _edge(passage, nodes)
        if edge is None:
            continue
        if passage.traits.returns or passage.traits.resumes:
            loose.add(control_of(edge.source, edge.trigger))
        if not (passage.traits.returns or passage.traits.final) and edge.id not in graph.edges:
            graph.set(edge)
    graph.set(Edge(ANYWHERE, Trigger("home"), nodes[chart.start.app, chart.start.component], successes=1))
    return TrueMap(graph, frozenset(loose), chart)


def _edge(passage: WorldTransition, nodes: Mapping[tuple[str, str], str]) -> Edge | None:
    """The transition of a passage; None where it stays on its screen, or leads to one of which nothing was seen."""
    here, there = _place(passage.source, nodes), _place(passage.target, nodes)
    if here is None or there is None or here.node == there.node:
        return None
    trigger = Trigger(passage.event, passage.element)
    return Edge(here.node, trigger, there.node, here.binding, there.binding, successes=1)


def _place(spot: WorldScreen, nodes: Mapping[tuple[str, str], str]) -> Place | None:
    node = nodes.get((spot.app, spot.component))
    return None if node is None else Place(node, (("record", spot.record),) if spot.record else ())
