"""Target screens by their words alone."""

from collections.abc import Mapping
from dataclasses import dataclass

from sextant.utg.faces import face_score
from sextant.utg.graph import Graph, Place
from sextant.utg.words import query_of


@dataclass(frozen=True, slots=True)
class _Choice:
    place: Place
    confidence: float
    name: str


@dataclass(frozen=True, slots=True)
class _Picked:
    choices: tuple[_Choice, ...]
    confidence: float


class Lexical:
    """Screens whose own words answer the goal, the best first; of equals the nearest."""

    def select(self, goal: str, graph: Graph, ways: Mapping[Place, int] | None = None, most: int = 5) -> _Picked:
        """The best screens for a goal."""
        query, found = query_of(goal), list[_Choice]()
        for node in graph.nodes.values():
            if not node.dead:
                place = Place(node.id, node.bindings[-1] if node.bindings else ())
                found.append(_Choice(place, face_score(query, node.face), node.face.name or node.key.label))
        far = ways or {}
        found.sort(key=lambda one: (-one.confidence, far.get(one.place, 1_000_000), one.place))
        return _Picked(tuple(found[:most]), found[0].confidence if found else 0.0)
