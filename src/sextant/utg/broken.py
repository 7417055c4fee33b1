"""Links of an app that end on an error page, each with the screen it stands on and the address it leads to."""

from collections.abc import Iterator
from dataclasses import dataclass

from sextant.types.screens import ElementRef
from sextant.utg.errors_met import ErrorMet, labelled_error
from sextant.utg.exits import Binding, Exit
from sextant.utg.graph import Edge, Graph, Trigger, identity
from sextant.utg.naming import bound, names_of

__all__ = ["BrokenLink", "broken_links", "is_error"]


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """A way out of a screen that ends on an error page.

    Attributes:
        label: What it is called; its role where it has no name.
        node: The screen on which it stands, by its id.
        screen: What a person calls that screen.
        instance: Which one, of a screen that stands for many; empty for others.
        address: Where it leads, as it says itself; where the error stood if it says nothing. Empty if neither is known.
        landed: Where the error stood.
        status: What was wrong, as `ErrorMet` has it: `404`, `no answer`.
        tried: Whether it was touched; others lead to an address that was seen to be an error.
    """

    label: str
    node: str
    screen: str
    instance: str
    address: str
    landed: str
    status: str
    tried: bool


def broken_links(graph: Graph) -> tuple[BrokenLink, ...]:
    """Every link, on a screen that is no error itself, whose latest outcome was an error page.

    An address that was seen to be an error makes every link to it a broken one, also where nobody touched it. What
    works again by a later outcome, of this link or of another to its address, is left out.
    """
    found = _Links(graph)
    failing = tuple(found.failing())
    if not failing:
        return ()
    names = names_of(graph)
    tried = tuple(_tried(edge, found.href(edge), met, names) for edge in failing for met in _met(graph, edge))
    known = {link.address: link for link in reversed(tried)} | {link.landed: link for link in reversed(tried)}
    return (*tried, *_untried(graph, known, {(edge.source, edge.trigger) for edge in failing}, names))


def is_error(graph: Graph, node: str) -> bool:
    """Whether a screen of the map stands for error pages: by what was seen last, or by what it says of itself."""
    found = graph.nodes.get(node)
    return found is not None and (found.dead or (found.origin == "observed" and bool(labelled_error(found.key))))


class _Links:
    """The latest outcomes on a map: of each link, and of each address that a link names."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._exits: dict[tuple[str, ElementRef], list[Exit]] = {}
        for node in graph.nodes.values():
            for one in node.exits:
                self._exits.setdefault((node.id, one.element), []).append(one)
        self._fine: dict[object, float] = {}
        for edge in graph.edges.values():
            if edge.successes and not is_error(graph, edge.target):
                for name in self._names(edge):
                    self._fine[name] = max(edge.last_seen, self._fine.get(name, 0.0))

    def failing(self) -> Iterator[Edge]:
        """The edges of links that led to an error when they, or others to their address, were last taken."""
        for edge in self._graph.edges.values():
            if is_error(self._graph, edge.source) or not is_error(self._graph, edge.target):
                continue
            if not edge.successes or edge.trigger.element is None or edge.source not in self._graph.nodes:
                continue
            if all(self._fine.get(name, -1.0) <= edge.last_seen for name in self._names(edge)):
                yield edge

    def href(self, edge: Edge) -> str:
        """The address that the link of an edge names; empty where it names none, or several."""
        known = self._exit(edge)
        return known.href if known is not None and len(edge.errors) <= 1 else ""

    def _exit(self, edge: Edge) -> Exit | None:
        if edge.trigger.element is None:
            return None
        wanted = (), identity(edge.source_binding)
        found = self._exits.get((edge.source, edge.trigger.element), ())
        return next((one for one in found if identity(one.binding) in wanted), None)

    def _names(self, edge: Edge) -> Iterator[object]:
        yield edge.source, edge.trigger, edge.source_binding
        known = self._exit(edge)
        if known is not None and known.href:
            yield known.href


def _met(graph: Graph, edge: Edge) -> tuple[ErrorMet, ...]:
    """The errors that an edge led to; what can be told of them where it was drawn before edges kept that."""
    if edge.errors:
        return edge.errors
    node = graph.nodes[edge.target]
    at = node.locations[0] if len(node.locations) == 1 else ""
    return (ErrorMet(at, labelled_error(node.key) or "error"),)


def _tried(edge: Edge, href: str, met: ErrorMet, names: dict[str, str]) -> BrokenLink:
    return BrokenLink(
        label=_label(edge.trigger.element),
        node=edge.source,
        screen=names[edge.source],
        instance=bound(edge.source_binding),
        address=href or met.address,
        landed=met.address or href,
        status=met.status,
        tried=True,
    )


def _untried(
    graph: Graph, known: dict[str, BrokenLink], tried: set[tuple[str, Trigger]], names: dict[str, str]
) -> Iterator[BrokenLink]:
    """Links that nobody touched, and that name an address which is known to be an error; each once a screen."""
    told: set[tuple[str, str, str, Binding]] = set()
    for node in graph.nodes.values():
        for one in () if is_error(graph, node.id) else node.exits:
            link, key = known.get(one.href), (node.id, _label(one.element), one.href, one.binding)
            if not one.href or link is None or key in told or (node.id, Trigger("tap", one.element)) in tried:
                continue
            told.add(key)
            yield BrokenLink(
                label=_label(one.element),
                node=node.id,
                screen=names[node.id],
                instance=bound(one.binding),
                address=one.href,
                landed=link.landed,
                status=link.status,
                tried=False,
            )


def _label(element: ElementRef | None) -> str:
    return "" if element is None else element.name or element.test_id or element.role
