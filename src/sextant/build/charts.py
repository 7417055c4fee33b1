"""From the chart of a world to maps: the true UI Transition Graph, with the screens by the names that a run gives them.

A run on the world, in the twin or in Chromium, lands on the very same nodes: they are perceived alike, and the world
itself says what is in front (`component` and `instance`).
"""

from dataclasses import dataclass

from sextant.perception.perceive import Perceiver
from sextant.review import looks_risky
from sextant.types.screens import Observation, Screen
from sextant.utg.agreement import Control, control_of
from sextant.utg.drawing import Draughtsman
from sextant.utg.graph import ANYWHERE, Edge, Graph, Trigger, place_of
from sextant.worlds.charting import Chart, Passage, Spot, chart_of
from sextant.worlds.spec.world import World

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
    chart: Chart

    def node(self, spot: Spot) -> str:
        """The id of a screen of the chart on the map.

        Raises:
            KeyError: It was not looked at.
        """
        return _key(self.chart.at()[spot].observation)


def true_map(world: World, chart: Chart | None = None) -> TrueMap:
    """The map of a world that is right, and whole up to the abstractions of `sextant.worlds.charting`."""
    chart = chart or chart_of(world)
    graph = Graph(f"world:{world.id}")
    draughtsman = Draughtsman(graph, looks_risky)
    screens = {one.spot: _perceived(one.observation) for one in chart.screens}
    for screen in screens.values():
        graph.apply(draughtsman.sighting(screen, visits=1))
    loose: set[Control] = set()
    for passage in chart.passages:
        edge = _edge(passage, screens)
        if edge is None:
            continue
        if passage.nature.returns or passage.nature.resumes:
            loose.add(control_of(edge.source, edge.trigger))
        if not (passage.nature.returns or passage.nature.final) and edge.id not in graph.edges:
            graph.set(edge)
    start = screens[chart.start]
    graph.set(Edge(ANYWHERE, Trigger("home"), start.key.id, successes=1))
    return TrueMap(graph, frozenset(loose), chart)


def _edge(passage: Passage, screens: dict[Spot, Screen]) -> Edge | None:
    """The transition of a passage; None where it stays on its screen, or leads to one that was not looked at."""
    source, target = screens.get(passage.source), screens.get(passage.target)
    if source is None or target is None or source.key.id == target.key.id:
        return None
    here, there = place_of(source), place_of(target)
    trigger = Trigger(passage.event, passage.element)
    return Edge(here.node, trigger, there.node, here.binding, there.binding, successes=1)


def _perceived(seen: Observation) -> Screen:
    return Perceiver()(seen)


def _key(seen: Observation) -> str:
    return _perceived(seen).key.id
