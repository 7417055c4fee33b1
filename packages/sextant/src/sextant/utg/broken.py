"""Links of an app that end on an error page, each with the screen it stands on and the address it leads to."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl

from sextant.types.addresses import parts_of
from sextant.types.legible import worded
from sextant.types.screens import ElementRef
from sextant.utg.errors_met import ErrorMet, labelled_error
from sextant.utg.exits import Binding, Exit
from sextant.utg.graph import ANYWHERE, Edge, Graph, Trigger, identity
from sextant.utg.link_errors import instance_of
from sextant.utg.names import bound, is_error, names_of

__all__ = ["Broken", "BrokenLink", "broken_links", "errors_on"]


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """A way out of a screen that ends on an error page.

    Attributes:
        label: What it is called; its role where it has no name.
        node: The screen on which it stands, by its id.
        screen: What a person calls that screen.
        instance: Which one, of a screen that stands for many; empty for others, and where that was not kept.
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


@dataclass(frozen=True, slots=True)
class Broken:
    """What leads to errors on a map.

    Attributes:
        links: Every link, on a screen that is no error itself, whose latest outcome was an error page.
        opened: Addresses that were an error when they were last opened by themselves, without a link.
    """

    links: tuple[BrokenLink, ...] = ()
    opened: tuple[str, ...] = ()


def broken_links(graph: Graph) -> tuple[BrokenLink, ...]:
    """The links of `errors_on`."""
    return errors_on(graph).links


def errors_on(graph: Graph) -> Broken:
    """What leads to errors, each link judged for itself, on each instance of its screen.

    An address that was seen to be an error makes every link to it a broken one, also where nobody touched it. What
    works again by a later outcome, of this link or of another to its address, is left out; so is a link that is gone
    from its page, or leads elsewhere by what it says.
    """
    outcomes = _Outcomes(graph)
    failing = [one for one in outcomes.latest() if not outcomes.works(one)]
    if not failing:
        return Broken()
    names = names_of(graph)
    standing = [one for one in failing if not one.met.past and not outcomes.leads_elsewhere(one)]
    links = [
        _tried(one, outcomes.href(one), names)
        for one in standing
        if one.edge.source in graph.nodes and one.edge.trigger.element is not None
    ]
    known: dict[str, ErrorMet] = {}
    for one in failing:
        known |= {at: one.met for at in (outcomes.href(one), one.met.address) if at}
    told = {(one.edge.source, one.edge.trigger): set[Binding | None]() for one in failing}
    for one in failing:
        if not outcomes.leads_elsewhere(one):
            told[one.edge.source, one.edge.trigger].add(one.instance)
    opened = dict.fromkeys(one.met.address or one.met.status for one in standing if one.edge.source == ANYWHERE)
    return Broken((*links, *_untried(graph, known, told, names)), tuple(opened))


@dataclass(frozen=True, slots=True)
class _Met:
    """An error that an edge met, on which instance of its source (None: nobody knows), and when."""

    edge: Edge
    met: ErrorMet
    instance: Binding | None
    at: float


class _Outcomes:
    """The latest outcomes on a map: of each link on each instance, and of each address that a link names."""

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
        """Of each link on each instance the error that it met last; going back and ways out of errors apart."""
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
        """Whether the link says by now that it leads to another address than the one that was met."""
        now = "" if one.instance is None else self._href(one.edge, one.instance)
        return bool(now and one.met.href) and _page(now) != _page(one.met.href)

    def href(self, one: _Met) -> str:
        """The address that the link named; empty where it named none, or nobody knows which."""
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


def _errors(graph: Graph, edge: Edge) -> tuple[ErrorMet, ...]:
    """The errors that an edge met; what can be told of them where it was drawn before edges kept that."""
    node = graph.nodes.get(edge.target)
    if edge.errors or node is None or edge.trigger.element is None or not is_error(node):
        return edge.errors
    at = node.locations[0] if len(node.locations) == 1 else ""
    return (ErrorMet(at, labelled_error(node.key) or "error"),)


def _page(href: str) -> str:
    """An address without the values of its query, which may differ from one look to the next."""
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
    known: dict[str, ErrorMet],
    told: dict[tuple[str, Trigger], set[Binding | None]],
    names: dict[str, str],
) -> Iterator[BrokenLink]:
    """Links that nobody touched, and that name an address which is known to be an error; each once a screen."""
    seen: set[tuple[str, str, str, Binding]] = set()
    for node in graph.nodes.values():
        for one in () if is_error(node) else node.exits:
            met, key = known.get(one.href), (node.id, _label(one.element), one.href, one.binding)
            tried = told.get((node.id, Trigger("tap", one.element)), set[Binding | None]())
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
