"""What screens are called where people look at a map: words before addresses, one kind of thing for an item page."""

import re
from collections import Counter
from collections.abc import Callable
from urllib.parse import parse_qsl, unquote

from sextant.utg.faces import title_parts
from sextant.utg.graph import Graph, Node
from sextant.utg.naming import parametric, shared_path
from sextant.utg.plurals import singular

__all__ = ["route_of", "titles_of"]

_STATE = " · "
_HOLE = re.compile(r"\{[^}]*\}")
_OVER = ("menu ", "dialog ", "tab ")
"""How a label tells what is open on a screen or lies over it."""
_LONGEST_LINK = 40
_FILE = re.compile(r"\.(?:html?|php|aspx?|jsp)$")


def route_of(node: Node) -> str:
    """The address of a screen without what is open on it, holes where it stands for many; empty where it has none."""
    route = node.key.label.partition(_STATE)[0]
    if parametric(node) and route.startswith("/"):
        return route
    return node.face.location


def titles_of(graph: Graph) -> dict[str, str]:
    """A name for every screen, each its own: by heading, title, the links that lead there; last by its address.

    A screen that stands for many is called by their kind (`Item` for `/items/{id}`), not by the one seen last.
    """
    names = _Names(graph)
    titles = {node.id: " ".join(names.of(node).split()) for node in graph.nodes.values()}
    further: tuple[Callable[[Node, str], str], ...] = (names.by_title, names.by_address)
    for more in further:
        counts = Counter(title.casefold() for title in titles.values())
        for node in graph.nodes.values():
            if counts[titles[node.id].casefold()] > 1:
                titles[node.id] = " ".join(more(node, titles[node.id]).split())
    return _numbered(titles)


class _Names:
    """Names of the screens of one map: what every screen says of itself tells none of them."""

    def __init__(self, graph: Graph) -> None:
        nodes = graph.nodes.values()
        self._shared = shared_path(graph)
        self._many = max(3.0, len(graph.nodes) / 2)
        self._usual = Counter(part for node in nodes for part in {*title_parts(node.face.title), *node.face.heads[:1]})
        self._links: dict[str, Counter[str]] = {}
        for edge in graph.edges.values():
            element = edge.trigger.element
            source, target = graph.nodes.get(edge.source), graph.nodes.get(edge.target)
            if source is None or target is None or element is None or not element.name:
                continue
            if _path(source) != _path(target):  # else it opens or closes what lies over one screen
                self._links.setdefault(edge.target, Counter())[element.name] += 1

    def of(self, node: Node) -> str:
        """What a screen is called, whatever others are called."""
        route, *states = node.key.label.split(_STATE)
        over = [state for state in states if state.startswith(_OVER)]
        heads = [head for head in node.face.heads if self._usual[head] < self._many]
        if any(state.startswith("dialog ") for state in over):
            return heads[0] if heads else _upper(next(one[7:] for one in over if one.startswith("dialog ")))
        headings = [state for state in states if state not in over]
        holes = parametric(node) and bool(_HOLE.search(route))
        name = self._kind(node, route, headings) if holes else self._plain(node, route, headings, heads)
        told = [state.removeprefix("tab ") for state in over if state.startswith("tab ")]
        if holes:
            told = [_once(state, name) for state in told]
        told += [state for state in over if state.startswith("menu ")][-1:]  # the one that lies on top
        return _STATE.join([name, *told])

    def _kind(self, node: Node, route: str, headings: list[str]) -> str:
        kind = _upper(headings[-1]) if headings else _noun(route)
        view = " ".join(value for _, value in parse_qsl(route.partition("?")[2]) if not _HOLE.search(value))
        named = kind or next(iter(self._distinct(node)), "") or node.face.name
        return f"{named}{_STATE}{view}" if view else named

    def _plain(self, node: Node, route: str, headings: list[str], heads: list[str]) -> str:
        if heads:
            return heads[0]
        distinct = self._distinct(node)
        if distinct:
            return distinct[0]
        if headings:
            return _upper(headings[-1])
        words = _words(route)
        if not words:
            return next(iter(title_parts(node.face.title)), "") or node.key.label or node.id
        return _upper(self._linked(node) or words[-1])

    def _linked(self, node: Node) -> str:
        """What most links call the screen that they lead to; of a dead end that tells what is missing, not what is."""
        counts = self._links.get(node.id, Counter())
        short = {name: count for name, count in counts.items() if len(name) <= _LONGEST_LINK}
        return max(short, key=short.__getitem__) if short and not node.dead else ""

    def _distinct(self, node: Node) -> list[str]:
        return [part for part in title_parts(node.face.title) if self._usual[part] < self._many]

    def by_title(self, node: Node, name: str) -> str:
        """The name with more of the title, where that is of the screen and not of one of many."""
        more = " - ".join(self._distinct(node))
        if not more or parametric(node) or more.casefold() in name.casefold():
            return name
        return more if more.casefold().startswith(name.casefold()) else f"{name}{_STATE}{more}"

    def by_address(self, node: Node, name: str) -> str:
        """The name with those words of its address that it does not hold."""
        route = _path(node).removeprefix(self._shared) if len(self._shared) > 1 else _path(node)
        held = name.casefold()
        more = [word for word in _words(route) if singular(word).casefold() not in held]
        return f"{name}{_STATE}{' '.join(more)}" if more else name


def _path(node: Node) -> str:
    return node.key.label.partition(_STATE)[0]


def _numbered(titles: dict[str, str]) -> dict[str, str]:
    """Every title once: the second of a name is `Name (2)`."""
    taken: set[str] = set()
    found: dict[str, str] = {}
    for node, title in titles.items():
        number, own = 2, title
        while own.casefold() in taken:
            own, number = f"{title} ({number})", number + 1
        taken.add(own.casefold())
        found[node] = own
    return found


def _words(route: str) -> list[str]:
    """The parts of an address that are words: of the path, then of the values in the query."""
    path, _, query = route.partition("?")
    pieces = [*path.replace("#", "/").split("/"), *(value for _, value in parse_qsl(query))]
    found = [" ".join(re.split(r"[-_+\s]+", _FILE.sub("", unquote(_HOLE.sub("", piece))))).strip() for piece in pieces]
    return [piece for piece in found if piece and not piece.isdigit()]


def _noun(route: str) -> str:
    """What an address has many of: `Item` of `/items/{id}`, `Edit` of `/{id}/edit`."""
    path = route.partition("?")[0]
    words = _words(path)
    if not words:
        return ""
    return _upper(singular(words[-1]) if path.rstrip("/").endswith("}") else words[-1])


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]


def _once(state: str, kind: str) -> str:
    """What is open on a screen, without the name of its kind written twice: `build 2` of `build build 2`."""
    said = kind.rpartition(" ")[2].casefold()
    found = state.split()
    while said and len(found) > 1 and found[0].casefold() == found[1].casefold() == said:
        del found[0]
    return " ".join(found)
