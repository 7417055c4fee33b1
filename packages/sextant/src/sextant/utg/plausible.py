"""How far to believe what only code says: a transition that nobody has walked, beside what else is known of its like.

A static analysis takes controls for others and sees ways between screens that there are none between. Three things
speak against a transition before it is tried: everywhere else in the app the control of that name leads to another
screen, it was seen to lead to another one there, and it crosses from one app to another where the phone has a screen
for that, or what is said there to open that app is said to open another as well.
"""

from collections import Counter

from sextant.utg.graph import Edge, Graph, Trigger

__all__ = ["ODD", "hubs", "oddity"]

ODD = 4
"""What a transition that is out of the ordinary costs beyond its touch, in actions: so long a detour is as good."""
_APPS_OF_A_HUB = 2


def hubs(graph: Graph) -> frozenset[str]:
    """The screens from which apps are opened: most of what leads on from them leads to other apps, of several."""
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
    """What a transition costs beyond its touch because it is hard to believe, in actions; 0 where it was seen.

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
    """Whether what opens an app is said to open another one as well, and the app has an opener of its own."""
    opened: dict[Trigger, set[str]] = {}
    for one in graph.out(edge.source):
        if one.target in graph.nodes:
            opened.setdefault(one.trigger, set()).add(graph.nodes[one.target].key.app)
    return len(opened[edge.trigger]) > 1 and {app} in opened.values()
