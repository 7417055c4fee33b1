"""A selection that a map may not hold the answer to: how sure it is goes no further than what the screens say.

Which screen of a map answers a goal best is one question, whether any does is another: on a map that has just been
begun the best of three screens may have nothing to do with it. Here the second bounds the first.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from sextant.types.screens import Picture
from sextant.utg.graph import Graph, Place
from sextant.utg.selection import Choice, Selecting, Selection

__all__ = ["Supported"]

BASE, SLOPE = 0.1, 1.6
"""A text that names the goal with a likeness of 0.06, as any does, supports 0.2; one of 0.56 supports all."""
_MOST_LABELS = 40

Likeness = Callable[[str, Sequence[str]], Sequence[float]]
"""How likely each text names what the goal asks for, 0-1, whatever else there is."""


class Supported:
    """Selects as `inner` does, with the confidence that the words on each screen and of what leads to it support.

    What a model decided stays as it is: it was asked whether any screen answers the goal.
    """

    def __init__(self, inner: Selecting, likeness: Likeness) -> None:
        self._inner, self._likeness = inner, likeness

    def select(
        self,
        goal: str,
        graph: Graph,
        ways: Mapping[Place, int] | None = None,
        most: int = 5,
        picture: Picture | None = None,
    ) -> Selection:
        """As the inner selection, best first; screens that nothing speaks for come last."""
        found = self._inner.select(goal, graph, ways, most, picture)
        if found.method == "model" or not found.choices:
            return found
        bounded = [self._bounded(goal, graph, choice) for choice in found.choices]
        bounded.sort(key=lambda choice: -choice.confidence)  # stable: of equals the better ranked
        return replace(found, choices=tuple(bounded), confidence=bounded[0].confidence)

    def _bounded(self, goal: str, graph: Graph, choice: Choice) -> Choice:
        likeness = max(self._likeness(goal, _said(graph, choice)), default=0.0)
        return replace(choice, confidence=min(choice.confidence, BASE + SLOPE * likeness))


def _said(graph: Graph, choice: Choice) -> tuple[str, ...]:
    """What a screen is called: by itself and by what leads to it. Running text may mention anything."""
    node = graph.nodes.get(choice.place.node)
    if node is None:
        return (choice.name,)
    face = node.face
    labels = [
        edge.trigger.element.name
        for edge in graph.edges.values()
        if edge.target == node.id and edge.source != node.id and edge.trigger.element is not None
    ]
    own = (choice.name, node.key.label, face.title, *face.heads, *face.selected, *face.headings)
    bound = (value for _, value in choice.place.binding)
    told = (*own, *bound, *labels[:_MOST_LABELS])
    return tuple(dict.fromkeys(text for text in told if text))
