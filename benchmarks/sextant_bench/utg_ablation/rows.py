"""The rows of the ablation: what each takes away, and the actor that is left."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sextant.actors.judge import Query, RankedScreens, TargetJudge, ahead
from sextant.actors.navigator import Navigator, NavigatorSettings
from sextant.actors.walk import LayoutMap
from sextant.utg.exclusions import unguarded
from sextant.utg.graph import Graph, Place
from sextant.utg.hops import Avoid
from sextant.utg.relevance import Letters, Nearness
from sextant.utg.route import MapLayout, wary
from sextant.utg.store import MapStore
from sextant_bench.utg_ablation.path_listings import BreadthFirst, DepthFirst
from sextant_bench.utg_ablation.tasks import AskedTask

__all__ = ["ROWS", "AblationRow", "Given", "Scripted"]


@dataclass(frozen=True, slots=True)
class Given:
    """What is given at the start of an episode: the map, and the name under which it is kept.

    `phone` is that name where the apps of a phone share one map; empty where a site has its own.
    """

    graph: Graph
    phone: str = ""


@dataclass(frozen=True, slots=True)
class AblationRow:
    """A row: its name, the paper's name for it, what it is here, and the actor of one task.

    The actor is made of what is given, a judge where there is one, and the store of the map.
    """

    name: str
    paper: str
    says: str
    make: Callable[[Given, TargetJudge | None, MapStore], Navigator]

    def store(self, given: Given) -> MapStore:
        """The map that the row begins with."""
        store = MapStore()
        if self.name != "no_map":
            store.take(given.graph)
        return store


def _navigator(
    given: Given,
    store: MapStore,
    judge: TargetJudge | None = None,
    lay: LayoutMap = wary,
    settings: NavigatorSettings | None = None,
    nearness: Nearness | None = None,
) -> Navigator:
    return Navigator(store, unguarded, given.phone, settings, lay, nearness=nearness, judge=judge)


class _Fixed:
    """Plans on the map as it was at the start, whatever was seen since."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def __call__(self, graph: Graph, starts: Sequence[Place], avoid: Avoid, /) -> MapLayout:
        del graph
        return wary(self._graph, starts, avoid)


ROWS: tuple[AblationRow, ...] = (
    AblationRow(
        "model",
        "Agent+P (full method)",
        "a model says at each look what is meant, vectors where it does not know; else as `full`",
        lambda given, judge, store: _navigator(given, store, judge),
    ),
    AblationRow(
        "full",
        "w/o MLLM",
        "no model: target by words and vectors, static map updated at every step, exact planner, exits of all screens "
        "within reach where there is no plan",
        lambda given, _, store: _navigator(given, store),
    ),
    AblationRow(
        "no_update",
        "w/o Dynamic Update",
        "plans on the static map as it was given; what was seen is used for exploring only",
        lambda given, _, store: _navigator(given, store, lay=_Fixed(given.graph)),
    ),
    AblationRow(
        "no_embedding",
        "w/o Embedding",
        "target by letters alone",
        lambda given, _, store: _navigator(given, store, nearness=Letters()),
    ),
    AblationRow(
        "dfs",
        "DFS",
        "the first path of a depth-first listing instead of a plan",
        lambda given, _, store: _navigator(given, store, lay=DepthFirst),
    ),
    AblationRow(
        "bfs",
        "BFS",
        "the first path of a breadth-first listing instead of a plan",
        lambda given, _, store: _navigator(given, store, lay=BreadthFirst),
    ),
    AblationRow(
        "no_khop",
        "-",
        "where there is no plan, only the exits of this screen and of those on the way back are thought of",
        lambda given, _, store: _navigator(given, store, settings=NavigatorSettings(horizon=0)),
    ),
    AblationRow(
        "no_map",
        "the explorer alone",
        "no map is given; it draws one of its own from nothing, as on any first visit",
        lambda given, _, store: _navigator(given, store),
    ),
)
"""Every row; `full` is what the others but `model` take something from."""


class Scripted:
    """Stands for a model that judges: it is told the right screen, and is right as often as it is set to be.

    It says what it is in every result; no conclusion about any model follows from its row.
    """

    def __init__(self, asked: AskedTask, right: float) -> None:
        rng = random.Random(f"scripted {asked.goal} {asked.seed}")  # noqa: S311 - a part in an experiment
        self._node = asked.node if rng.random() < right else rng.choice(sorted(asked.static.nodes))

    def weigh(self, query: Query) -> RankedScreens:
        """The screen it was told, the present instance of it first; no answer where it is not known."""
        known, here = query.known, query.here
        meant = [one for one in ([here] if here is not None else []) + [*known] if one.place.node == self._node]
        if not meant:
            return RankedScreens(known, query.found, answered=False)
        return ahead(query.goal, meant[0], known, query.found)
