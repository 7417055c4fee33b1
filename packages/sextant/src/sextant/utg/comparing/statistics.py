"""Statistics of a map: size, shape, reliability, and what is unexplored."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from sextant.dataclass import dataclass
from sextant.utg.connections import Connection, connections, depths
from sextant.utg.counts import app_screens, tally
from sextant.utg.graph import Edge, Graph, Place
from sextant.utg.hops import DISTRUST
from sextant.utg.names import parametric
from sextant.utg.route import reachable
from sextant.utg.survey import Bounds, Survey, survey

__all__ = ["BANDS", "Statistics", "components", "start_of", "statistics"]

BANDS: tuple[tuple[str, float], ...] = (("distrusted", DISTRUST), ("doubtful", 0.6), ("fair", 0.8), ("good", 1.01))
"""Bands of edge reliability, each with its upper bound. Two successes and no failure are 0.75."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of one map. Screens are those of the app, as counted by `sextant.utg.counts`.

    Attributes:
        error_pages, other_sites: Nodes that do not count as screens.
        observed_screens, observed_transitions: Those that were observed; the others are static.
        rivals: Transitions that share source and trigger with another one.
        parametric: Parametric screens, such as an item page.
        dead_ends: Screens without untried exits that can only be left by going back or starting over.
        degree: Mean number of transitions out of a screen.
        depth: Number of screens by the fewest transitions from the start.
        unreachable: Screens without a known route from the start.
        explored, untried: Different exits that were taken or whose address is known, and those still to try.
        left: Different exits that are never touched, by reason.
        reliability: Transitions by band, see `BANDS`.
        components: Sizes of the strongly connected components, largest first: within one, every screen reaches
            every other without going back or starting over.
        last_seen: Unix seconds of the latest look; 0 where there was none.
    """

    app: str
    start: str
    screens: int
    transitions: int
    observed_screens: int
    observed_transitions: int
    rivals: int
    parametric: int
    error_pages: int
    other_sites: int
    dead_ends: tuple[str, ...]
    degree: float
    depth: Mapping[int, int]
    unreachable: tuple[str, ...]
    explored: int
    untried: int
    left: Mapping[str, int]
    reliability: Mapping[str, int]
    components: tuple[int, ...]
    pictures: int
    visits: int
    last_seen: float


def start_of(graph: Graph) -> str:
    """The first screen that was drawn or read. Empty for an empty map."""
    return next(iter(graph.nodes), "")


def statistics(graph: Graph, start: str = "", pictures: int = 0, origins: tuple[str, ...] = ()) -> Statistics:
    """Compute the statistics of a map from `start`; by default from its first screen.

    `origins` are further origins of the app.
    """
    start = start or start_of(graph)
    known = connections(graph)
    deep = depths(known, start)
    nodes, edges, bounds = graph.nodes.values(), graph.edges.values(), Bounds(origins=origins)
    own = {node.id: node for node in app_screens(graph, origins)}
    count, found = tally(graph, origins), _survey(graph, start, bounds)
    onward = {node: [connection for connection in leaving if _onward(connection)] for node, leaving in known.items()}
    joined = [sum(node in own for node in one) for one in components(onward)]
    trying = {option.place.node for option in found.options}
    actions = Counter((edge.source, edge.trigger) for edge in edges)
    return Statistics(
        app=graph.app,
        start=start,
        screens=count.screens,
        transitions=count.transitions,
        observed_screens=sum(node.origin == "observed" for node in own.values()),
        observed_transitions=sum(edge.origin == "observed" for edge in edges),
        rivals=sum(actions[edge.source, edge.trigger] > 1 for edge in edges),
        parametric=sum(map(parametric, own.values())),
        error_pages=count.error_pages,
        other_sites=count.other_sites,
        dead_ends=tuple(
            node for node, screen in own.items() if screen.visits and not onward[node] and node not in trying
        ),
        degree=sum(edge.source in own for edge in edges) / len(own) if own else 0.0,
        depth=dict(sorted(Counter(steps for node, steps in deep.items() if node in own).items())),
        unreachable=tuple(node for node in own if node not in deep),
        explored=found.explored,
        untried=found.untried,
        left=dict(sorted(found.reasons().items(), key=lambda pair: -pair[1])),
        reliability=_bands(edge for edge in edges if edge.origin == "observed"),
        components=tuple(sorted(filter(None, joined), reverse=True)),
        pictures=pictures,
        visits=sum(node.visits for node in nodes),
        last_seen=max((one.last_seen for group in (nodes, edges) for one in group), default=0.0),
    )


def _onward(connection: Connection) -> bool:
    """Whether a connection leads on: neither back nor to the start, which every screen has."""
    event = connection.trigger.event
    return event not in ("back", "home") and not event.startswith("open:")


def _survey(graph: Graph, start: str, bounds: Bounds) -> Survey:
    """The survey of a drawing that continues from the start."""
    if not any(node.exits for node in graph.nodes.values()):
        return Survey()
    node = graph.nodes[start]
    distances = reachable(graph, Place(start, node.bindings[0] if node.bindings else ()))
    return survey(graph, distances, distances, bounds)


def _bands(edges: Iterable[Edge]) -> dict[str, int]:
    counts = Counter(next(name for name, below in BANDS if edge.reliability < below) for edge in edges)
    return {name: counts[name] for name, _ in BANDS}


def components(known: Mapping[str, Iterable[Connection]]) -> list[tuple[str, ...]]:
    """The strongly connected components, by Kosaraju's algorithm without recursion; a single screen is one too."""
    ahead = {
        node: [connection.target for connection in found if connection.target in known] for node, found in known.items()
    }
    back: dict[str, list[str]] = {node: [] for node in ahead}
    for node, targets in ahead.items():
        for target in targets:
            back[target].append(node)
    left, found = set(ahead), list[tuple[str, ...]]()
    every = [node for root in ahead for node in _walked(root, ahead, left)]
    left = set(ahead)
    for root in reversed(every):
        if one := _walked(root, back, left):
            found.append(tuple(one))
    return found


def _walked(root: str, ahead: Mapping[str, Sequence[str]], left: set[str]) -> list[str]:
    """Take what a root reaches out of `left`, in postorder."""
    if root not in left:
        return []
    left.remove(root)
    found, work = list[str](), [(root, iter(ahead[root]))]
    while work:
        target = next((one for one in work[-1][1] if one in left), None)
        if target is None:
            found.append(work.pop()[0])
        else:
            left.remove(target)
            work.append((target, iter(ahead[target])))
    return found
