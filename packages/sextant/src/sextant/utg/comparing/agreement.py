"""Precision and recall of a map against the true one."""

from collections.abc import Iterable

from sextant.dataclass import dataclass
from sextant.elements.refs import collapse
from sextant.types.screens import ElementRef
from sextant.utg.graph import ANYWHERE, Edge, Graph, Trigger, believed
from sextant.utg.hops import DISTRUST

__all__ = ["Agreement", "Control", "agreement", "control_of"]

Control = tuple[str, str, str]
"""The stable identity of a control: its screen, the event, and the test id or else role and name."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Shares from 0 to 1; a map without transitions has precision 1.

    Attributes:
        precision: Share of the believed transitions that are true.
        recall: Share of the true transitions that are believed.
        pair_precision: The same for pairs of screens, with any control (the paper's edges).
        pair_recall: See there.
        believed: Number of believed transitions.
        true: Number of true transitions.
    """

    precision: float
    recall: float
    pair_precision: float
    pair_recall: float
    believed: int
    true: int


def control_of(source: str, trigger: Trigger) -> Control:
    """The identity of a trigger's control on a screen."""
    return source, trigger.event, _named(trigger.element)


def agreement(found: Graph, truth: Graph, loose: frozenset[Control] = frozenset()) -> Agreement:
    """Compare `found` with `truth`, over taps and holds that lead to another screen.

    Only what a planner would use is believed: of rivals the most reliable, above `DISTRUST`. Controls in `loose` lead
    to the previous screen, and are left out on both sides: they have no single true target.
    """
    true = {_judged(edge) for edge in _leading(truth.edges.values()) if _control(edge) not in loose}
    held = {_judged(edge) for edge in _relied(found) if _control(edge) not in loose}
    true_pairs = {(control[0], target) for control, target in true}
    pairs = {(control[0], target) for control, target in held}
    return Agreement(
        precision=_share(len(held & true), len(held)),
        recall=_share(len(held & true), len(true)),
        pair_precision=_share(len(pairs & true_pairs), len(pairs)),
        pair_recall=_share(len(pairs & true_pairs), len(true_pairs)),
        believed=len(held),
        true=len(true),
    )


def _control(edge: Edge) -> Control:
    return control_of(edge.source, edge.trigger)


def _judged(edge: Edge) -> tuple[Control, str]:
    return _control(edge), edge.target


def _relied(graph: Graph) -> Iterable[Edge]:
    for node in graph.nodes:
        best: dict[Trigger, Edge] = {}
        for edge in believed(graph.out(node)):
            best.setdefault(edge.trigger, edge)
        yield from _leading(edge for edge in best.values() if edge.reliability >= DISTRUST)


def _leading(edges: Iterable[Edge]) -> Iterable[Edge]:
    return (
        edge for edge in edges if edge.source not in (ANYWHERE, edge.target) and edge.trigger.event in ("tap", "hold")
    )


def _named(element: ElementRef | None) -> str:
    if element is None:
        return ""
    return element.test_id or f"{element.role} {collapse(element.name)}"


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0
