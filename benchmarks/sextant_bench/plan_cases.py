"""Planning problems to be measured on, real and drawn, and a third opinion on what they cost."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import permutations
from pathlib import Path
from typing import Any

from sextant.utg.files.imported import read_graph
from sextant.utg.planning.maps import network_of_plain
from sextant.utg.planning.network import Network, Order, PlanGoal, network_of
from sextant.utg.planning.search import AnyNetwork

REAL = (
    "markor_CTG",
    "markor_CTGwithFragment",
    "osmand_CTG",
    "osmand_CTGwithFragment",
    "simple_calendar_pro_CTG",
    "simple_calendar_pro_CTGwithFragment",
    "tasks_CTG",
    "tasks_CTGwithFragment",
    "vlc_CTG",
    "vlc_CTGwithFragment",
)
"""Transition graphs of the five apps of Agent+P's Table 3, as ICCBot printed them, with and without fragments."""
ORDERS: tuple[Order, ...] = ("ordered", "unordered")
UNREACHABLE = 0.2
"""Share of the problems with a goal that no way leads to."""


@dataclass(frozen=True, slots=True)
class PlanCase:
    """One question to a planner; every goal is a single node."""

    name: str
    network: AnyNetwork
    start: int
    goals: tuple[int, ...]
    order: Order

    @property
    def asked(self) -> list[PlanGoal]:
        """The goals as planners take them."""
        return [PlanGoal(frozenset({node})) for node in self.goals]


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a planner says: how many goals cannot be met beside the others, and the cost of meeting the rest."""

    unmet: int
    cost: int


def real_networks(folder: Path) -> dict[str, tuple[Network[str, Any], int]]:
    """The real graphs that are in the folder, each with the node where the app starts."""
    found: dict[str, tuple[Network[str, Any], int]] = {}
    for name in REAL:
        path = folder / f"{name}.dot"
        if path.is_file():
            graph = read_graph(path)
            network = network_of_plain(graph)
            found[name] = (network, network.find(graph.entry) if graph.entry else 0)
    return found


def real_cases(name: str, network: AnyNetwork, start: int, rng: random.Random, times: int) -> list[PlanCase]:
    """One to three goals in either order, a fifth of them with one that cannot be reached."""
    near, far = _reach(network, start)
    cases: list[PlanCase] = []
    for number in range(times):
        for count in (1, 2, 3):
            for order in ORDERS:
                goals = [rng.choice(near) for _ in range(count)]
                if far and rng.random() < UNREACHABLE:
                    goals[rng.randrange(count)] = rng.choice(far)
                cases.append(PlanCase(f"{name} {count} {order} {number}", network, start, tuple(goals), order))
    return cases


def drawn_case(seed: int) -> PlanCase:
    """A random weighted graph and one to three goals; a fifth of the seeds has a goal that cannot be reached."""
    rng = random.Random(seed)  # noqa: S311 - problems, not secrets
    order, blocked = ORDERS[rng.randrange(2)], rng.random() < UNREACHABLE
    while True:
        size = rng.randrange(6, 40)
        count = rng.randrange(size, 4 * size)
        edges = [(rng.randrange(size), rng.randrange(size), rng.randrange(0, 30)) for _ in range(count)]
        network = network_of(edges, range(size))
        start = rng.randrange(size)
        near, far = _reach(network, start)
        goals = [rng.choice(near) for _ in range(rng.randrange(1, 4))]
        if blocked and far:
            goals[rng.randrange(len(goals))] = rng.choice(far)
        if len(near) > 2 and blocked <= bool(far):
            return PlanCase(f"seed {seed}", network, start, tuple(goals), order)


def large_network(nodes: int, edges: int, highest: int, seed: int) -> Network[int, int]:
    """A random graph; costs from 1 to `highest`, so that 1 is uniform."""
    rng = random.Random(seed)  # noqa: S311 - problems, not secrets
    ends = [rng.randrange(nodes) for _ in range(2 * edges)]
    costs = [rng.randint(1, highest) for _ in range(edges)] if highest > 1 else [1] * edges
    return Network(range(nodes), ends[:edges], ends[edges:], costs, range(edges))


def _reach(network: AnyNetwork, start: int) -> tuple[list[int], list[int]]:
    """The nodes that ways lead to, and those that none leads to; written apart from the planners."""
    out: dict[int, list[int]] = {}
    for source, target in zip(network.sources, network.targets, strict=True):
        out.setdefault(source, []).append(target)
    seen, waiting = {start}, [start]
    while waiting:
        for target in out.get(waiting.pop(), ()):
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return sorted(seen), [node for node in range(len(network.nodes)) if node not in seen]


class Baseline:
    """Distances by rustworkx, orders by trying them all: the third opinion. Parallel edges and loops are kept."""

    def __init__(self) -> None:
        self._library: Any = import_module("rustworkx")

    @staticmethod
    def installed() -> bool:
        """Whether there is such a library here."""
        return find_spec("rustworkx") is not None

    def graph(self, network: AnyNetwork) -> Any:
        """The library's own graph of a network."""
        graph = self._library.PyDiGraph(multigraph=True)
        graph.add_nodes_from(range(len(network.nodes)))
        graph.add_edges_from(list(zip(network.sources, network.targets, map(float, network.costs), strict=True)))
        return graph

    def distances(self, graph: Any, source: int) -> Mapping[int, float]:
        """What the cheapest ways from a node cost; nodes without a way are missing."""
        return {**self._library.dijkstra_shortest_path_lengths(graph, source, float), source: 0.0}

    def opinion(self, case: PlanCase) -> Opinion:
        """What a case costs: goals in their order are skipped where they cannot be reached any more."""
        graph = self.graph(case.network)
        table = {node: self.distances(graph, node) for node in {case.start, *case.goals}}
        if case.order == "ordered":
            return _walked(table, case.start, case.goals)
        met = [_walked(table, case.start, goals) for goals in permutations(case.goals)]
        return min(met, key=lambda opinion: (opinion.unmet, opinion.cost))


def _walked(table: Mapping[int, Mapping[int, float]], start: int, goals: Sequence[int]) -> Opinion:
    here, cost, unmet = start, 0.0, 0
    for goal in goals:
        if goal in table[here]:
            cost += table[here][goal]
            here = goal
        else:
            unmet += 1
    return Opinion(unmet, round(cost))
