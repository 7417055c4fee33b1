"""The network that planners and the validator take: numbered nodes, parallel edges with integer costs.

Edges are numbered in the order of their sources, so that the edges of a node are adjacent in memory. That makes a
search over a million of them fast without any package (docs/decisions/0009-planners.md).
"""

import difflib
from array import array
from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Generic, Literal, TypeVar

from sextant.dataclass import dataclass
from sextant.errors import UsageError

N = TypeVar("N", bound=Hashable)
E = TypeVar("E")

Order = Literal["ordered", "unordered"]
PlannerName = Literal["auto", "exact", "fast-downward"]
"""`auto` is the exact one: it needs no package and no other process, and is faster."""
Status = Literal["optimal", "satisficing", "unreachable", "out_of_time", "failed"]
"""`satisficing`: a valid plan that may not be the cheapest. `failed`: the planner died, or its answer was invalid."""

HIGHEST_COST = 10**9
"""The highest cost of an edge: the sum over any walk fits in 64 bits."""


@dataclass(frozen=True, slots=True)
class PlanGoal:
    """A goal: to reach any one of `nodes`."""

    nodes: frozenset[int]
    name: str = ""

    def __str__(self) -> str:
        return self.name or "one of nodes " + ", ".join(map(str, sorted(self.nodes)[:5]))


@dataclass(frozen=True, slots=True)
class PlannedEdge:
    """One edge of a plan, with its ends and cost according to the planner."""

    edge: int
    source: int
    target: int
    cost: int


S = TypeVar("S")
G = TypeVar("G")


@dataclass(frozen=True, slots=True)
class PlanOutcome(Generic[S, G]):
    """The result of planning, with steps of type `S` and goals of type `G`.

    Attributes:
        status: The claim about the steps, for the goals that they reach; `unreachable` where they can reach none.
        reason: Why the status is what it is, for people.
        steps: In order; none where the start is the goal.
        cost: Sum over the steps, in the requested unit.
        planner: The planner that made it.
        seconds: Wall time, validation included.
        unreached: The goals that no walk reaches together with the others.
    """

    status: Status
    reason: str
    steps: tuple[S, ...] = ()
    cost: int = 0
    planner: str = "exact"
    seconds: float = 0.0
    unreached: tuple[G, ...] = ()

    @property
    def found(self) -> bool:
        """Whether there is a plan, if only to some of the goals."""
        return self.status in ("optimal", "satisficing")

    @property
    def complete(self) -> bool:
        """Whether it reaches every goal."""
        return self.found and not self.unreached


class PlanResult(PlanOutcome[PlannedEdge, int]):
    """A plan on a network, or why there is none; `unreached` are positions in the list of goals."""

    __slots__ = ()


class Network(Generic[N, E]):
    """A directed multigraph with labels. Immutable; made by `network_of` or `sextant.utg.planning.maps`.

    Attributes:
        nodes: The label of each node.
        edges: The label of each edge.
        heads: The edges of node `n` are `heads[n]` to `heads[n + 1]`, exclusive.
        sources, targets, costs: By edge.
        uniform: The cost of every edge where all are equal and not 0; else 0.
        whole: False where only part of the map was laid out: then no plan is called optimal.
    """

    __slots__ = (
        "_index",
        "costs",
        "edges",
        "heads",
        "nodes",
        "sources",
        "targets",
        "uniform",
        "whole",
    )  # structural: attributes

    def __init__(
        self,
        nodes: Sequence[N],
        sources: Sequence[int],
        targets: Sequence[int],
        costs: Sequence[int],
        edges: Sequence[E],
        whole: bool = True,
    ) -> None:
        """Take edges in any order; those of one source keep theirs.

        Raises:
            UsageError: The lists differ in length, an end is no node, or a cost is negative or above `HIGHEST_COST`.
        """
        _fit(len(nodes), sources, targets, costs, len(edges))
        by_source = sorted(range(len(sources)), key=sources.__getitem__)
        self.nodes: tuple[N, ...] = tuple(nodes)
        self.edges: tuple[E, ...] = tuple(edges[edge] for edge in by_source)
        self.sources = array("q", [sources[edge] for edge in by_source])
        self.targets = array("q", [targets[edge] for edge in by_source])
        self.costs = array("q", [costs[edge] for edge in by_source])
        self.heads = _heads(len(nodes), self.sources)
        self.uniform = self.costs[0] if costs and min(costs) == max(costs) else 0
        self.whole = whole
        self._index: dict[N, int] = {label: node for node, label in reversed(list(enumerate(self.nodes)))}

    def find(self, label: N) -> int:
        """The node with that label; of several the first.

        Raises:
            UsageError: There is none; the remedy names similar labels.
        """
        node = self._index.get(label)
        if node is None:
            near = difflib.get_close_matches(str(label), map(str, self.nodes[:5000]), n=3)
            remedy = f"Did you mean {' or '.join(map(repr, near))}?" if near else "Look at the labels of its nodes."
            raise UsageError(f"The network has no node {str(label)[:200]!r}.", remedy)
        return node

    def goal(self, *labels: N, name: str = "") -> PlanGoal:
        """The goal to reach any one of the nodes with these labels.

        Raises:
            UsageError: One of them does not exist.
        """
        return PlanGoal(frozenset(map(self.find, labels)), name or " or ".join(map(str, labels)))


def network_of(edges: Iterable[tuple[N, N, int]], nodes: Collection[N] = ()) -> Network[N, int]:
    """Build a network from (source, target, cost); `nodes` come first. The label of an edge is its position.

    Raises:
        UsageError: A cost is negative, no integer, or too high.
    """
    index: dict[N, int] = {}
    for label in nodes:
        index.setdefault(label, len(index))
    sources, targets, costs = list[int](), list[int](), list[int]()
    for source, target, cost in edges:
        sources.append(index.setdefault(source, len(index)))
        targets.append(index.setdefault(target, len(index)))
        costs.append(cost)
    return Network(tuple(index), sources, targets, costs, range(len(costs)))


def _fit(count: int, sources: Sequence[int], targets: Sequence[int], costs: Sequence[int], labels: int) -> None:
    if not len(sources) == len(targets) == len(costs) == labels:
        raise UsageError(
            "The edges need equal numbers of sources, targets, costs and labels.", "Give one of each per edge."
        )
    if not sources:
        return
    if min(sources) < 0 or min(targets) < 0 or max(max(sources), max(targets)) >= count:
        raise UsageError("An edge leads to a node that does not exist.", f"Number the nodes from 0 to {count - 1}.")
    if min(costs) < 0 or max(costs) > HIGHEST_COST:
        raise UsageError(
            f"Costs of edges must be whole numbers from 0 to {HIGHEST_COST}; these range from {min(costs)} to "
            f"{max(costs)}.",
            "Scale them, as sextant.utg.planning.costs does.",
        )


def _heads(count: int, sources: Iterable[int]) -> "array[int]":
    heads = array("q", bytes(8 * (count + 1)))
    for source in sources:
        heads[source + 1] += 1
    total = 0
    for node in range(count + 1):
        total += heads[node]
        heads[node] = total
    return heads
