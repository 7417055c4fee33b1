"""Simulates the static map of an app whose true map is known: some edges missing, some infeasible.

Agent+P begins with a map from the app's code (section 4.1), which lacks transitions and has infeasible ones. A degraded
true map has known shares of both, so that corrections by observation can be measured.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sextant.dataclass import dataclass
from sextant.errors import UsageError
from sextant.types.screens import ElementRef
from sextant.utg.exits import Exit
from sextant.utg.faces import Face
from sextant.utg.graph import ANYWHERE, Edge, Graph, Node, Trigger

__all__ = ["StaticDials", "degraded"]


@dataclass(frozen=True, slots=True)
class StaticDials:
    """The errors of a static map. Shares are of the transitions that a perfect static analysis would find.

    Attributes:
        missing: Share that is left out, 0-1.
        infeasible: Share that is added and does not exist, 0-1: alternately a wrong target of a control, and a control
            that the screen does not have.
        seed: Equal seeds give equal maps.
    """

    missing: float = 0.2
    infeasible: float = 0.1
    seed: int = 0

    def __post_init__(self) -> None:
        for name, share in (("missing", self.missing), ("infeasible", self.infeasible)):
            if not 0 <= share <= 1:
                raise UsageError(
                    f"The share of {name} transitions is invalid: {share!r}.", "Give a number from 0 to 1."
                )


def degraded(truth: Graph, dials: StaticDials | None = None) -> Graph:
    """Degrade the true map of an app: same screens, edges of origin `static` that nobody walked.

    Code has screens and controls, but no data: one row of a list, and no names of the instances of a screen.
    """
    dials = dials or StaticDials()
    rng = random.Random(f"static {truth.app} {dials.seed}")  # noqa: S311 - an experiment, no secret
    known = list(_known(truth))
    gone = frozenset(rng.sample(range(len(known)), round(dials.missing * len(known))))
    found = [edge for place, edge in enumerate(known) if place not in gone]
    made = _infeasible(truth, known, round(dials.infeasible * len(known)), rng)
    graph = Graph(truth.app)
    for node in truth.nodes.values():
        graph.put(_static_node(node, [edge for edge in (*found, *made) if edge.source == node.id]))
    for edge in (*found, *made):
        graph.set(edge)
    return graph


def _known(truth: Graph) -> Iterator[Edge]:
    """Every transition that code declares: rows of a list once for each target."""
    rows: set[tuple[str, str]] = set()
    for edge in truth.edges.values():
        if edge.source in (ANYWHERE, edge.target) or edge.trigger.element is None:
            continue
        if edge.target_binding and edge.target_binding != edge.source_binding:
            if (edge.source, edge.target) in rows:
                continue
            rows.add((edge.source, edge.target))
        yield Edge(edge.source, edge.trigger, edge.target, origin="static")


def _infeasible(truth: Graph, known: Sequence[Edge], count: int, rng: random.Random) -> list[Edge]:
    """Edges that do not exist. Those with a wrong target use controls of true edges, which are safe to touch."""
    true = {(edge.source, edge.trigger, edge.target) for edge in truth.edges.values()}
    nodes = sorted(truth.nodes)
    made: dict[tuple[str, Trigger], Edge] = {}
    for number in range(40 * count):
        if len(made) == count or not known:
            break
        like, target = rng.choice(known), rng.choice(nodes)
        trigger = like.trigger if number % 2 else Trigger("tap", _invented(truth.nodes[target], like))
        key = (like.source, trigger)
        if target == like.source or key in made or (like.source, trigger, target) in true:
            continue
        made[key] = Edge(like.source, trigger, target, origin="static")
    return list(made.values())


def _invented(target: Node, like: Edge) -> ElementRef:
    """A control that the screen does not have, named after the target."""
    return ElementRef("button", target.face.name, f"static-{target.id[:8]}-{like.source[:8]}")


def _static_node(node: Node, edges: Sequence[Edge]) -> Node:
    parametric = any(node.bindings)
    face = Face(title=node.key.label) if parametric else Face(node.face.title, node.face.heads)
    exits = {edge.trigger.element: Exit(edge.trigger.element, "button") for edge in edges if edge.trigger.element}
    return replace(
        node,
        face=face,
        exits=tuple(exits.values()),
        bindings=(),
        locations=(),
        visits=0,
        last_seen=0.0,
        origin="static",
    )
