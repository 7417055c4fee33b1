"""The actions that a planner may rely on at a place, and where they lead.

A place is a node under one binding. An edge out of a parametric node carries the binding along (from the page of one
account its `Changes` tab leads to the changes of the same account), so one walked edge serves every instance.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import field
from itertools import islice

from sextant.dataclass import dataclass
from sextant.types.screens import ElementRef
from sextant.utg.exclusions import exclusion_of
from sextant.utg.exits import Binding, Exit
from sextant.utg.graph import ANYWHERE, Edge, Graph, Place, Trigger, believed, identity
from sextant.utg.plausible import oddity

DISTRUST = 0.34
"""Less reliable edges are left out: two failures against no success, say."""
_INFERRED = 0.6
_PARTICULAR = 1.5
_ELSEWHERE = 0.5
_ANYWHERE = 0.9
_ENOUGH = 4
"""So many elements with a sign of an effect can show that it comes with any touch."""

Avoid = frozenset[tuple[str, Trigger]]
"""Actions not to be used, by node and trigger."""
_Touch = tuple[str, ElementRef | None]


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One hop. `inferred`: never walked, but the link's address or name is known to lead there."""

    source: Place
    trigger: Trigger
    target: Place
    label: str
    cost: int = 1
    opener: ElementRef | None = None
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class Hop:
    """A step, its edge (None where it is inferred), and a doubt (0-1) that decides between equal costs.

    Home and the opening of an app by name are doubted more than elements of the screen: they start over.
    """

    step: PlanStep
    edge: Edge | None
    doubt: float
    odd: int = 0
    """Extra cost of an implausible static edge (`plausible`)."""


@dataclass(frozen=True, slots=True)
class _Door:
    """An exit whose target is known without a walked edge."""

    exit: Exit
    trigger: Trigger
    target: Place
    doubt: float
    cost: int


@dataclass(slots=True)
class Doors:
    """Caches the known targets of exits, for queries about many places of one map.

    Each node is read once: later changes of the map do not show.
    """

    graph: Graph
    _doors: dict[str, tuple[_Door, ...]] = field(default_factory=dict[str, tuple[_Door, ...]])
    _asking: dict[str, frozenset[ElementRef]] = field(default_factory=dict[str, frozenset[ElementRef]])
    _folded: frozenset[ElementRef] = frozenset()

    def __post_init__(self) -> None:
        every = (one for node in self.graph.nodes.values() for one in node.exits)
        self._folded = frozenset(one.element for one in every if one.opener is not None)

    def of(self, node: str) -> tuple[_Door, ...]:
        """The exits of a node whose address or name has a known target."""
        if node not in self._doors:
            self._doors[node] = tuple(_doors(self.graph, node, self._folded))
        return self._doors[node]

    def particular(self, edge: Edge) -> bool:
        """Whether a link has a query (`?version=1`) that the template of its page does not have."""
        if edge.source not in self._asking:
            source = self.graph.nodes.get(edge.source)
            exits = source.exits if source is not None else ()
            self._asking[edge.source] = frozenset(one.element for one in exits if "?" in one.href)
        element = edge.trigger.element
        return element is not None and element in self._asking[edge.source] and not _asks(self.graph, edge.target)


def hops(
    graph: Graph,
    place: Place,
    avoid: Avoid = frozenset(),
    rivals: int = 1,
    openers: frozenset[str] | None = None,
    doors: Doors | None = None,
) -> Iterator[Hop]:
    """The actions at a place; of the rival targets of one action the `rivals` most reliable.

    With `openers` (see `hubs`), implausible static edges cost more. `back` is left out, since its target depends on the
    history; so are edges less reliable than `DISTRUST`, and actions that wrote. Callers that query many places pass the
    same `doors`.
    """
    doors = doors or Doors(graph)
    used: set[Trigger] = set()
    written = written_on(graph, place.node)
    for hop in _walked(graph, place, rivals, openers, doors, used):
        if (place.node, hop.step.trigger) not in avoid and not _sends(hop.step, written):
            yield hop
    for hop in _inferred(doors, place, used, avoid):
        if not _sends(hop.step, written):
            yield hop
    everywhere = written_on(graph, ANYWHERE)
    for edge in believed(graph.out(ANYWHERE)):
        if edge.trigger not in used and (place.node, edge.trigger) not in avoid:
            used.add(edge.trigger)
            hop = Hop(_step(graph, edge, place, Place(edge.target, edge.target_binding)), edge, _ANYWHERE)
            if not _sends(hop.step, everywhere):
                yield hop


def written_on(graph: Graph, node: str) -> frozenset[Trigger | ElementRef]:
    """The elements and triggers of a screen that wrote when they were touched."""
    known = graph.nodes.get(node)
    exits = () if known is None else known.exits
    triggers = (edge.trigger for edge in graph.out(node) if edge.writes)
    touched = (trigger if trigger.element is None else trigger.element for trigger in triggers)
    return frozenset((*touched, *(one.element for one in exits if one.writes)))


def unseen_risks(graph: Graph, gated: bool = False) -> Avoid:
    """The walked actions that may have changed something without a trace of a write: no advice leads through them.

    `gated`: a write gate sees what touches send, except by the GET of a link. Where most touches have a sign of an
    effect, as in an app that sends everything by a socket, it tells nothing of any of them, and the gate sees nothing.
    """
    walks = Counter[_Touch]()
    for edge in graph.edges.values():
        if edge.trigger.element is not None:
            walks[edge.source, edge.trigger.element] += edge.successes
    signed = _mostly_signed(graph, walks)
    signs_mean_nothing = len(signed) >= _ENOUGH and 2 * len(signed) > sum(number > 0 for number in walks.values())
    unseen = _risky_exits(graph, links_only=gated and not signs_mean_nothing)
    unseen |= frozenset[_Touch]() if signs_mean_nothing else signed
    actions = ((edge.source, edge.trigger) for edge in graph.edges.values())
    return frozenset((node, trigger) for node, trigger in actions if (node, trigger.element) in unseen)


def _mostly_signed(graph: Graph, walks: Counter[_Touch]) -> frozenset[_Touch]:
    """The touched elements of which most walks had a sign of an effect that no gate holds."""
    signs = Counter[_Touch]()
    for node in graph.nodes.values():
        for one in node.exits:
            signs[node.id, one.element] += one.ungated_signs
    return frozenset(touch for touch, number in walks.items() if 2 * signs[touch] > number)


def _risky_exits(graph: Graph, links_only: bool) -> frozenset[_Touch]:
    """The exits with a label or an address of something that cannot be taken back."""
    exits = ((node.id, one) for node in graph.nodes.values() for one in node.exits if one.href or not links_only)
    return frozenset((node, one.element) for node, one in exits if one.risk and exclusion_of(one.risk) == "risky")


def openers_of(graph: Graph, step: PlanStep) -> list[ElementRef]:
    """What may have to be opened before a step, the nearest first, without what wrote when touched."""
    found = [] if step.opener is None else [step.opener]
    found += () if step.trigger.element is None else graph.openers(step.trigger.element)
    written = written_on(graph, step.source.node)
    return [one for one in dict.fromkeys(found) if one not in written]


def _sends(step: PlanStep, written: frozenset[Trigger | ElementRef]) -> bool:
    """Whether a step or its opener wrote when touched."""
    return not written.isdisjoint((step.trigger.element or step.trigger, step.opener or step.trigger))


def _walked(
    graph: Graph, place: Place, rivals: int, openers: frozenset[str] | None, doors: Doors, used: set[Trigger]
) -> Iterator[Hop]:
    """The reliable edges of a place; all tried triggers are added to `used`."""
    for trigger, group in _by_trigger(graph.out(place.node), place.binding).items():
        used.add(trigger)
        for edge, target in islice(group, rivals):
            if edge.reliability >= DISTRUST:
                odd = 0 if openers is None else oddity(graph, edge, openers)
                doubt = 1 - edge.reliability + (_PARTICULAR if doors.particular(edge) else 0.0)
                yield Hop(_step(graph, edge, place, target), edge, doubt, odd)


def _asks(graph: Graph, node: str) -> bool:
    """Whether the template of a screen has a query."""
    return node not in graph.nodes or "?" in graph.nodes[node].key.label


def _by_trigger(edges: Iterable[Edge], binding: Binding) -> dict[Trigger, list[tuple[Edge, Place]]]:
    found: dict[Trigger, list[tuple[Edge, Place]]] = {}
    for edge in believed(edge for edge in edges if edge.trigger.event != "back"):
        target = carried(edge, binding)
        if target is not None:
            found.setdefault(edge.trigger, []).append((edge, target))
    return found


def _step(graph: Graph, edge: Edge, place: Place, target: Place) -> PlanStep:
    label = edge.trigger.element.name if edge.trigger.element is not None else edge.trigger.event
    return PlanStep(place, edge.trigger, target, label, graph.cost(edge), edge.opener)


def _inferred(doors: Doors, place: Place, used: set[Trigger], avoid: Avoid) -> Iterator[Hop]:
    """Exits with a known address, a known template, or a name that always led to one place."""
    for door in doors.of(place.node):
        one, trigger = door.exit, door.trigger
        if door.target == place or not usable(one, place.binding) or trigger in used or (place.node, trigger) in avoid:
            continue
        step = PlanStep(place, trigger, door.target, one.label, door.cost, one.opener, inferred=True)
        yield Hop(step, None, door.doubt + (_ELSEWHERE if _of_others(one, place) else 0.0))


def _doors(graph: Graph, node_id: str, folded: frozenset[ElementRef]) -> Iterator[_Door]:
    """The exits of a node with known targets. Entries of a menu that was left open will need to be opened."""
    node = graph.nodes.get(node_id)
    for one in node.exits if node is not None else ():
        target = (graph.at(one.href) or graph.bare(one.href) or graph.like(one.href)) if one.href else None
        if target is None and node is not None and not one.href and one.kind in ("navigation", "tab"):
            target = graph.leads(one.element, node.key.app) or graph.named(one.label, node.key.app)
        if target is not None:
            particular = "?" in one.href and not _asks(graph, target.node)
            left_open = one.opener is None and one.element in folded
            doubt = _INFERRED + (_PARTICULAR if particular else 0.0)
            cost = 1 + one.buried + one.scrolls + int(left_open)
            yield _Door(one, Trigger("tap", one.element), target, doubt, cost)


def _of_others(one: Exit, place: Place) -> bool:
    """Whether a link in the content of a parametric screen was only seen on other instances."""
    own = bool(identity(place.binding)) and not one.binding
    return own and bool(one.href) and one.kind in ("link", "item")


def usable(one: Exit, binding: Binding) -> bool:
    """Whether an exit can be taken on that instance: reachable, harmless, seen there."""
    return not one.risk and one.reach != "hidden" and (not one.binding or one.binding == binding)


def carried(edge: Edge, binding: Binding) -> Place | None:
    """The target of an edge from an instance of its source; None where that is unknown.

    Values that source and target share are carried over; a target without parameters is the same from every instance; a
    target bound to one instance is reached from that one only.
    """
    if identity(edge.source_binding) == identity(binding) and not _shared(edge):
        return Place(edge.target, edge.target_binding)
    if edge.source_binding == binding:
        return Place(edge.target, edge.target_binding)
    if not edge.target_binding:
        return Place(edge.target)
    by_value = {value: name for name, value in edge.source_binding}
    here = dict(binding)
    carried_over: list[tuple[str, str]] = []
    for name, value in edge.target_binding:
        same = name if (name, value) in edge.source_binding else by_value.get(value)
        if same is None or same not in here:
            return None
        carried_over.append((name, here[same]))
    return Place(edge.target, tuple(carried_over))


def _shared(edge: Edge) -> bool:
    """Whether source and target share a value."""
    values = {value for _, value in edge.source_binding}
    return any(value in values for _, value in edge.target_binding)
