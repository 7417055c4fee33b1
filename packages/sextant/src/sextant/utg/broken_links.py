"""Finds the links of an app that end on an error page."""

from collections.abc import Iterable, Iterator
from urllib.parse import parse_qsl

from sextant.addresses.parts import parts_of
from sextant.dataclass import dataclass
from sextant.text.legible import worded
from sextant.types.screens import ElementRef
from sextant.utg.edge_errors import EdgeError, labelled_error
from sextant.utg.exits import Binding, Exit
from sextant.utg.graph import ANYWHERE, Edge, Graph, Trigger, identity
from sextant.utg.link_errors import instance_of
from sextant.utg.names import bound, is_error, names_of

__all__ = ["Broken", "BrokenLink", "broken_links", "errors_on"]


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """A link that ends on an error page.

    Attributes:
        label: Its label, or its role where it has no name.
        node: The id of its screen.
        screen: The name of its screen.
        instance: The instance of a parametric screen; empty for others, and where it was not stored.
        address: The address of the link, or that of the error page where it has none. Empty if neither is known.
        landed: The address of the error page.
        status: The error, as in `EdgeError`: `404`, `no answer`.
        tried: Whether it was touched; otherwise its address is known to be an error.
    """

    label: str
    node: str
    screen: str
    instance: str
    address: str
    landed: str
    status: str
    tried: bool


@dataclass(frozen=True, slots=True)
class Broken:
    """What leads to errors on a map.

    Attributes:
        links: Every link, on a screen that is no error itself, whose latest outcome was an error page.
        opened: Addresses that were an error when they were last opened directly, without a link.
    """

    links: tuple[BrokenLink, ...] = ()
    opened: tuple[str, ...] = ()


def broken_links(graph: Graph) -> tuple[BrokenLink, ...]:
    """The links of `errors_on`."""
    return errors_on(graph).links


def errors_on(graph: Graph) -> Broken:
    """Find what leads to errors; each link is judged separately, for each instance of its screen.

    All links to a known error address are broken, also untouched ones. Left out are links that worked later (this one
    or another to its address), are gone from their page, or now name another address.
    """
    outcomes = _Outcomes(graph)
    failing = [one for one in outcomes.latest() if not outcomes.works(one)]
    if not failing:
        return Broken()
    names = names_of(graph)
    current = [one for one in failing if not one.met.past and not outcomes.leads_elsewhere(one)]
    links = [
        _tried(one, outcomes.href(one), names)
        for one in current
        if one.edge.source in graph.nodes and one.edge.trigger.element is not None
    ]
    known: dict[str, EdgeError] = {}
    for one in failing:
        known |= {at: one.met for at in (outcomes.href(one), one.met.address) if at}
    tried = {(one.edge.source, one.edge.trigger): set[Binding | None]() for one in failing}
    for one in failing:
        if not outcomes.leads_elsewhere(one):
            tried[one.edge.source, one.edge.trigger].add(one.instance)
    opened = dict.fromkeys(one.met.address or one.met.status for one in current if one.edge.source == ANYWHERE)
    return Broken((*links, *_untried(graph, known, tried, names)), tuple(opened))


@dataclass(frozen=True, slots=True)
class _Met:
    """An error that an edge met, the instance of its source (None: unknown), and the time."""

    edge: Edge
    met: EdgeError
    instance: Binding | None
    at: float


class _Outcomes:
    """The latest outcomes on a map, of each link on each instance and of each linked address."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._exits: dict[tuple[str, ElementRef], list[Exit]] = {}
        for node in graph.nodes.values():
            for one in node.exits:
                self._exits.setdefault((node.id, one.element), []).append(one)
        self._fine: dict[object, float] = {}
        for edge in graph.edges.values():
            if edge.successes and edge.target in graph.nodes and not is_error(graph.nodes[edge.target]):
                own = identity(edge.source_binding)
                for name in self._names(edge, own, self._href(edge, own)):
                    self._fine[name] = max(edge.last_seen, self._fine.get(name, 0.0))

    def latest(self) -> Iterable[_Met]:
        """The latest error of each link on each instance, without `back` and links of error pages."""
        found: dict[object, _Met] = {}
        for edge in self._graph.edges.values():
            source = self._graph.nodes.get(edge.source)
            if edge.trigger.event == "back" or (source is not None and is_error(source)) or not edge.successes:
                continue
            for met in _errors(self._graph, edge):
                instance = instance_of(edge, met)
                one = _Met(edge, met, instance, met.at or edge.last_seen)
                key = (edge.source, edge.trigger, met.address if instance is None else instance)
                if key not in found or found[key].at <= one.at:
                    found[key] = one
        return found.values()

    def works(self, one: _Met) -> bool:
        """Whether it, or another link to its address, led to something else since."""
        instance = identity(one.edge.source_binding) if one.instance is None else one.instance
        names = self._names(one.edge, instance, self.href(one))
        return one.met.past == "works" or any(self._fine.get(name, -1.0) > one.at for name in names)

    def leads_elsewhere(self, one: _Met) -> bool:
        """Whether the link now names another address than the one that failed."""
        now = "" if one.instance is None else self._href(one.edge, one.instance)
        return bool(now and one.met.href) and _page(now) != _page(one.met.href)

    def href(self, one: _Met) -> str:
        """The address that the link named; empty where it named none, or it is unknown."""
        if one.met.binding is not None:
            return one.met.href
        return "" if one.instance is None else self._href(one.edge, one.instance)

    def _href(self, edge: Edge, instance: Binding) -> str:
        if edge.trigger.element is None:
            return ""
        found = self._exits.get((edge.source, edge.trigger.element), ())
        return next((one.href for one in found if identity(one.binding) in ((), instance)), "")

    def _names(self, edge: Edge, instance: Binding, href: str) -> Iterator[object]:
        yield edge.source, edge.trigger, instance
        if href:
            yield href


def _errors(graph: Graph, edge: Edge) -> tuple[EdgeError, ...]:
    """The errors that an edge met; reconstructed for edges drawn before errors were stored."""
    node = graph.nodes.get(edge.target)
    if edge.errors or node is None or edge.trigger.element is None or not is_error(node):
        return edge.errors
    at = node.locations[0] if len(node.locations) == 1 else ""
    return (EdgeError(at, labelled_error(node.key) or "error"),)


def _page(href: str) -> str:
    """An address without the values of its query, which may differ between looks."""
    parts = parts_of(href)
    names = "&".join(name for name, _ in parse_qsl(parts.query, keep_blank_values=True))
    return f"{parts.netloc}{parts.path}?{names}#{parts.fragment}"


def _tried(one: _Met, href: str, names: dict[str, str]) -> BrokenLink:
    return BrokenLink(
        label=_label(one.edge.trigger.element),
        node=one.edge.source,
        screen=names[one.edge.source],
        instance=bound(one.instance or ()),
        address=href or one.met.address,
        landed=one.met.address or href,
        status=one.met.status,
        tried=True,
    )


def _untried(
    graph: Graph,
    known: dict[str, EdgeError],
    tried_on: dict[tuple[str, Trigger], set[Binding | None]],
    names: dict[str, str],
) -> Iterator[BrokenLink]:
    """Untouched links to known error addresses, each once a screen."""
    seen: set[tuple[str, str, str, Binding]] = set()
    for node in graph.nodes.values():
        for one in () if is_error(node) else node.exits:
            met, key = known.get(one.href), (node.id, _label(one.element), one.href, one.binding)
            tried = tried_on.get((node.id, Trigger("tap", one.element)), set[Binding | None]())
            own = identity(one.binding)
            if met is None or key in seen or (tried and (not own or None in tried or own in tried)):
                continue
            seen.add(key)
            yield BrokenLink(
                label=_label(one.element),
                node=node.id,
                screen=names[node.id],
                instance=bound(one.binding),
                address=one.href,
                landed=met.address or one.href,
                status=met.status,
                tried=False,
            )


def _label(element: ElementRef | None) -> str:
    return "" if element is None else element.name or worded(element.test_id) or element.role
