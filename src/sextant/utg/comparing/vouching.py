"""What besides its address speaks for a screen's being another one under a new name. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from sextant.utg.graph import ANYWHERE, Graph, Node
from sextant.utg.hops import DISTRUST
from sextant.utg.naming import parametric
from sextant.utg.walls import overlaid
from sextant.utg.words import stopwords, tokens

__all__ = ["Witness", "still_there", "vouched"]

_SHARED = 0.25
"""What more screens of a map than this share have is no screen's own, unless one alone has it."""
_HALF = 0.5
Part = tuple[str, str]


class Witness:
    """What is known of the screens of a map: what is each one's own, and what the ways there are called."""

    def __init__(self, graph: Graph) -> None:
        plain = [node for node in graph.nodes.values() if not overlaid(node.key.label)]  # a menu makes no second page
        self._most = max(1.0, _SHARED * len(plain))
        self._parts = Counter(part for node in plain for part in _parts(node))
        self._words = Counter(word for node in plain for word in _name(node))
        self._led: dict[str, set[str]] = defaultdict(set)
        for edge in graph.edges.values():
            element = edge.trigger.element
            if edge.source != ANYWHERE and element is not None and edge.reliability >= DISTRUST:
                self._led[edge.target].update(tokens(element.name))

    def name(self, node: Node) -> frozenset[str]:
        """The words of its names that tell it from the other screens."""
        return frozenset(word for word in _name(node) if self._words[word] <= self._most)

    def own(self, node: Node) -> frozenset[Part]:
        """What stands on it and on hardly any other screen of the map, its names left out."""
        return frozenset(part for part in _parts(node) if self._parts[part] <= self._most)

    def led(self, node: Node) -> frozenset[str]:
        """The words of what leads there."""
        return frozenset(self._led[node.id])


def vouched(old: Witness, new: Witness, a: Node, b: Node) -> bool:
    """Whether something besides the address says that screen `b` of the new map is `a` of the old one.

    Their names, a way there that is called as `b` is, or at least half of `a`'s own headings, ways out or texts. The
    names of a screen that stands for many are those of one of them, and a screen that has none has none to change.
    """
    if parametric(a) or parametric(b) or not _name(a) or _name(a) == _name(b):
        return True
    if old.name(a) & new.name(b) or new.name(b) & new.led(b):
        return True
    return still_there(old, a, b)


def still_there(old: Witness, a: Node, b: Node) -> bool:
    """Whether at least half of what was `a`'s own stands on `b`: of its headings, of its ways out or of its texts."""
    own, there = old.own(a), _parts(b)
    kinds = {kind for kind, _ in own}
    return any(_share(kind, own, there) >= _HALF for kind in kinds)


def _share(kind: str, own: Iterable[Part], there: frozenset[Part]) -> float:
    mine = [part for part in own if part[0] == kind]
    return sum(part in there for part in mine) / len(mine)


def _name(node: Node) -> frozenset[str]:
    words = frozenset(word for text in (node.face.title, *node.face.heads) for word in tokens(text))
    return frozenset(word for word in words - stopwords() if not word.isdigit())


def _parts(node: Node) -> frozenset[Part]:
    """What stands on a screen, its names left out: their words may stand in a text as well."""
    found = {("heading", text.casefold()) for text in node.face.headings}
    found |= {("text", text.casefold()) for text in node.face.texts}
    found |= {("exit", f"{one.element.role} {one.element.name.casefold()}") for one in node.exits if not one.group}
    names = {name.casefold() for name in (node.face.title, *node.face.heads)}
    return frozenset(part for part in found if part[1] not in names)
