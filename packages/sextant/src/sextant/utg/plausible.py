"""Rates how plausible a static edge is that nobody has walked.

A static analysis confuses controls and reports transitions that do not exist. Three things speak against an edge:
elsewhere in the app the control of that name leads to another screen; it was seen to lead to another one there; or it
crosses to another app although the phone has a screen for that, or its opener is said to open another app as well.
"""

from collections import Counter

from sextant.utg.graph import Edge, Graph, Trigger

__all__ = ["ODD", "hubs", "oddity"]

ODD = 4
"""Extra cost of an implausible edge, in actions: a detour of that length is preferred."""
_APPS_OF_A_HUB = 2


def hubs(graph: Graph) -> frozenset[str]:
    """The screens from which apps are opened: most of their edges lead to other apps, of several."""
    apps: dict[str, set[str]] = {}
    balance: Counter[str] = Counter()
    for edge in graph.edges.values():
        source, target = graph.nodes.get(edge.source), graph.nodes.get(edge.target)
        if source is None or target is None or source is target:
            continue
        crosses = source.key.app != target.key.app
        balance[edge.source] += 1 if crosses else -1
        if crosses:
            apps.setdefault(edge.source, set()).add(target.key.app)
    return frozenset(node for node, found in apps.items() if len(found) >= _APPS_OF_A_HUB and balance[node] > 0)


def oddity(graph: Graph, edge: Edge, openers: frozenset[str]) -> int:
    """The extra cost of an edge, in actions; 0 where it was observed or is plausible.

    `openers` are the screens from which apps are opened.
    """
    source, target, element = graph.nodes.get(edge.source), graph.nodes.get(edge.target), edge.trigger.element
    if edge.successes or edge.origin != "static" or source is None or target is None or element is None:
        return 0
    if source.key.app != target.key.app and (edge.source not in openers or _contested(graph, edge, target.key.app)):
        return ODD
    if graph.agreed(element):
        led = {
            node for node in graph.led(element) if node in graph.nodes and graph.nodes[node].key.app == source.key.app
        }
        return ODD if led and edge.target not in led else 0
    said = graph.said(element, source.key.app)
    others = max((len(by) for node, by in said.items() if node != edge.target), default=0)
    return ODD if others >= 2 * max(1, len(said.get(edge.target, ()))) else 0


def _contested(graph: Graph, edge: Edge, app: str) -> bool:
    """Whether an opener of an app is said to open another one as well, and the app has an opener of its own."""
    opened: dict[Trigger, set[str]] = {}
    for one in graph.out(edge.source):
        if one.target in graph.nodes:
            opened.setdefault(one.trigger, set()).add(graph.nodes[one.target].key.app)
    return len(opened[edge.trigger]) > 1 and {app} in opened.values()
