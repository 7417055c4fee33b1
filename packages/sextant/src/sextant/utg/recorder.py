"""Drawing the map while walking: from screens and transitions to changes of the graph."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sextant.types.actions import (
    Action,
    ByPoint,
    Click,
    CloseApp,
    DoubleTap,
    Drag,
    KeyboardEnter,
    LongPress,
    NavigateBack,
    NavigateHome,
    OpenApp,
    Scroll,
    Swipe,
    targets_of,
)
from sextant.types.refs import ref_of
from sextant.types.screens import ElementRef, Screen
from sextant.types.transitions import Cause, Transition
from sextant.utg.errors_met import ErrorMet, fails, met_on
from sextant.utg.exits import Exit, Risky, exits_of
from sextant.utg.faces import face_of, local
from sextant.utg.graph import (
    ANYWHERE,
    Edge,
    EdgeCount,
    Graph,
    GraphChange,
    Node,
    Place,
    Trigger,
    identity,
    place_of,
)
from sextant.utg.link_errors import mended, seen_again

_NOTHING = GraphChange("none")

_NO_FAULT_OF_THE_EDGE: frozenset[Cause] = frozenset(
    {"popup", "moved", "delayed", "device", "stale", "absent", "refused"}
)
"""Causes that lie elsewhere: something came in between, the page or the app was not up to it, nothing was touched."""

_HINDERED: frozenset[Cause] = frozenset({"covered", "disabled"})
"""Causes for which nothing is touched though the target is there: the edge does not hold what it promises."""

_EVENTS: dict[type[Action], str] = {
    Click: "tap",
    DoubleTap: "double_tap",
    LongPress: "hold",
    Drag: "drag",
    KeyboardEnter: "enter",
    NavigateBack: "back",
    NavigateHome: "home",
}


def event_of(action: Action) -> str:
    """The name of the event in the map; empty for actions that are no transition of their own."""
    match action:
        case Swipe() | Scroll():
            return f"{action.kind}:{action.direction}"
        case OpenApp():
            return "" if "://" in action.name else f"open:{action.name}"  # an address is no way of the app's own
        case CloseApp():
            return f"close:{action.name}"
        case _:
            return _EVENTS.get(type(action), "")


def trigger_of(transition: Transition) -> Trigger | None:
    """What set a transition off, or None where it was no action on the map."""
    event = event_of(transition.decision.action)
    if not event:
        return None
    element = next((attempt.element for attempt in reversed(transition.attempts) if attempt.element is not None), None)
    if element is None:
        element = _aimed_at(transition)
    if element is None and event in ("tap", "double_tap", "hold"):
        return None
    return Trigger(event, element)


def _aimed_at(transition: Transition) -> ElementRef | None:
    for target in targets_of(transition.decision.action):
        if not isinstance(target, ByPoint):
            element = transition.before.element(target.index)
            return None if element is None else ref_of(transition.before, element)
    return None


@dataclass(frozen=True, slots=True)
class Revealed:
    """What a touch revealed on a screen that stayed the same screen: a menu, a drawer, an accordion."""

    node: str
    opener: ElementRef
    before: frozenset[ElementRef]


class MapRecorder:
    """Turns what is seen into changes of one graph. It keeps nothing but what is open on the present screen.

    With `risky`, the exits which that warns of are marked as such on the map.
    """

    def __init__(self, graph: Graph, risky: Risky | None = None) -> None:
        self._graph, self._risky = graph, risky
        self._open: list[Revealed] = []

    def on(self, graph: Graph) -> "MapRecorder":
        """The same draughtsman over a graph that was loaded anew."""
        self._graph = graph
        return self

    def sighting(self, screen: Screen, visits: int = 0) -> GraphChange:
        """The change that one look makes: the node, its exits, its words."""
        node = self._node(screen, visits)
        return GraphChange("none", nodes=(node,), revisions=tuple(seen_again(self._graph, screen, node.exits)))

    def transition(self, transition: Transition) -> GraphChange:
        """The change that one step makes (Agent+P, section 4.1: update edge, add edge, add node).

        A step counts once, however often it was attempted, and against an edge only where the cause lies with it.
        """
        if transition.interrupt or transition.after.condition in ("crashed", "app_gone"):
            self._open = []
            return _NOTHING
        trigger = trigger_of(transition)
        if transition.effectiveness == "refused" and transition.cause in _HINDERED:
            return GraphChange("failed", (), self._blamed(trigger, transition.before.key.id))
        if transition.effectiveness in ("refused", "none"):
            return _NOTHING
        here, there = place_of(transition.before), place_of(transition.after)
        if here == there:
            held = any(one.held and one.cause == "touch" for one in transition.effects)
            drawn = self.sighting(transition.after) if held else self._stayed(transition, trigger, here)
        else:
            opened, self._open = self._open, []
            if trigger is None:
                return self.sighting(transition.after, visits=1)
            drawn = self._moved(transition, trigger, opened)
        marked = self._writing(transition, trigger)
        return drawn if marked is None else replace(drawn, nodes=(*drawn.nodes, marked))

    def _writing(self, transition: Transition, trigger: Trigger | None) -> Node | None:
        """The screen before with the mark of what was written, on the exit that was touched; None where nothing was."""
        wrote = written_by(transition)
        if not wrote or trigger is None or trigger.element is None:
            return None
        node = self._node(transition.before, 0)
        exits = tuple(replace(one, writes=wrote[0]) for one in node.exits if one.element == trigger.element)
        return replace(node, exits=exits, locations=(), last_seen=0.0) if exits else None

    def _stayed(self, transition: Transition, trigger: Trigger | None, here: Place) -> GraphChange:
        if trigger is None or trigger.element is None:
            return self.sighting(transition.after)
        if transition.effectiveness == "effective" or transition.before.digest != transition.after.digest:
            self._toggle(transition, trigger.element, here)
            if _denied(transition):
                return self._fell_short(transition, trigger, here, but=here.node)
            loop = Edge(here.node, trigger, here.node, here.binding, here.binding, seconds=transition.seconds)
            seen = self.sighting(transition.after)
            works = () if met_on(transition.after, "") else tuple(mended(self._graph, here, trigger))
            return replace(seen, counts=(EdgeCount(loop, success=True),), revisions=(*seen.revisions, *works))
        if transition.effectiveness == "uncertain" or transition.cause in _NO_FAULT_OF_THE_EDGE:
            return self.sighting(transition.after)
        return self._fell_short(transition, trigger, here)

    def _fell_short(self, transition: Transition, trigger: Trigger, here: Place, but: str = "") -> GraphChange:
        """A touch that stayed where it was and did not do what was expected: against the edge that promised more.

        No way from the screen to itself is counted for it: what changed there need not have come of the touch.
        """
        seen, touched = self.sighting(transition.after), trigger.element
        blamed = self._blamed(trigger, here.node, but)
        if blamed or touched is None:
            return replace(seen, growth="failed", counts=blamed)
        return replace(seen, nodes=tuple(_in_vain(node, touched) for node in seen.nodes))

    def _blamed(self, trigger: Trigger | None, source: str, but: str = "") -> tuple[EdgeCount, ...]:
        """One failure for the edge that promised the effect: the most believed, other than one that leads to `but`."""
        rivals = () if trigger is None else self._graph.rivals(source, trigger)
        return tuple(EdgeCount(edge, success=False) for edge in rivals if edge.target != but)[:1]

    def _toggle(self, transition: Transition, opener: ElementRef, here: Place) -> None:
        """Takes note of what opened or, touched a second time, closed again with all that was opened in it."""
        self._open = [one for one in self._open if one.node == here.node]
        again = next((place for place, one in enumerate(self._open) if one.opener == opener), None)
        if again is not None:
            self._open = self._open[:again]
        elif transition.decision.action.kind == "click":
            self._open.append(Revealed(here.node, opener, frozenset(_reachable(transition.before))))

    def _moved(self, transition: Transition, trigger: Trigger, opened: list[Revealed]) -> GraphChange:
        before, after = transition.before, transition.after
        everywhere = trigger.event == "home" or trigger.event.startswith("open:")
        source = ANYWHERE if everywhere else before.key.id
        needed = _revealed_by(trigger.element, before.key.id, opened)
        met = _met(before, trigger.element, after, everywhere)
        edge = Edge(
            source=source,
            trigger=trigger,
            target=after.key.id,
            source_binding=() if everywhere else before.binding,
            target_binding=after.binding,
            opener=None if needed is None else opened[needed].opener,
            seconds=transition.seconds,
            last_seen=after.observation.at,
            errors=() if met is None else (met,),
            writes=next(iter(written_by(transition)), ""),
        )
        counts = [EdgeCount(edge, success=True)]
        if trigger.event != "back" and transition.cause not in _NO_FAULT_OF_THE_EDGE:
            counts += [EdgeCount(rival, success=False) for rival in self._disproved(edge)]
        growth = self._graph.growth_of(source, trigger, after.key.id)
        seen = self.sighting(after, visits=1)
        nodes = (*(() if before.key.id in self._graph.nodes else (self._node(before, 1),)), *seen.nodes)
        works = () if met is not None else mended(self._graph, Place(source, edge.source_binding), trigger)
        return GraphChange(growth, nodes, tuple(counts), (*seen.revisions, *works))

    def _disproved(self, edge: Edge) -> Iterator[Edge]:
        """The most believed of those that said otherwise of this instance; what code says, it says of every one."""
        for rival in self._graph.rivals(edge.source, edge.trigger):
            everywhere = rival.origin == "static" and not rival.source_binding
            if rival.target != edge.target and (everywhere or rival.source_binding == edge.source_binding):
                yield rival
                return

    def _node(self, screen: Screen, visits: int) -> Node:
        return Node(
            key=screen.key,
            face=face_of(screen),
            exits=tuple(self._dressed(one, screen) for one in exits_of(screen, self._risky)),
            bindings=(screen.binding,),
            locations=(local(screen),),
            visits=visits,
            last_seen=screen.observation.at,
            dead=fails(screen),
        )

    def _dressed(self, one: Exit, screen: Screen) -> Exit:
        place = None if one.reach == "hidden" else _revealed_by(one.element, screen.key.id, self._open)
        if place is None:
            return replace(one, binding=screen.binding)
        return replace(one, binding=screen.binding, opener=self._open[place].opener, buried=place + 1)


def written_by(transition: Transition) -> tuple[str, ...]:
    """What the touch of a step made the app write, or try to write, beyond the device: `POST /orders`.

    Beacons and frames of sockets are left out: telemetry and heartbeats go along with any touch.
    """
    sent = ("request", "navigation", "commit")
    effects = (one for one in transition.effects if one.cause == "touch" and one.kind in sent)
    return tuple(dict.fromkeys(f"{one.method or one.kind} {one.address}" for one in effects))


def _denied(transition: Transition) -> bool:
    """Whether something came of the step, and nothing of what was expected."""
    failing = [verdict.outcome == "fails" for verdict in transition.verdicts]
    return transition.cause in ("", "wrong_element") and bool(failing) and all(failing)


def _met(before: Screen, touched: ElementRef | None, after: Screen, everywhere: bool) -> ErrorMet | None:
    """The error that a way from one screen to another met, with what tells it from others of that way."""
    met = met_on(after, before.app)
    if met is None:
        return None
    said = () if touched is None else (one.href for one in exits_of(before) if one.element == touched)
    return replace(met, binding=() if everywhere else identity(before.binding), href=next(iter(said), ""))


def _in_vain(node: Node, touched: ElementRef) -> Node:
    """The node with one more mark on an exit that was touched and led nowhere."""
    marked = (replace(one, vain=one.vain + 1) if one.element == touched else one for one in node.exits)
    return replace(node, exits=tuple(marked))


def missing(node: Node, one: Exit) -> GraphChange:
    """The change that it makes when an exit is not found where the map has it: a mark in vain, and nothing else."""
    marked = replace(node, exits=(replace(one, vain=1),), bindings=(), locations=(), visits=0, last_seen=0.0)
    return GraphChange("failed", (marked,))


def _reachable(screen: Screen) -> Iterator[ElementRef]:
    return (one.element for one in exits_of(screen) if one.reach != "hidden")


def _revealed_by(element: ElementRef | None, node: str, opened: list[Revealed]) -> int | None:
    """Which of the things opened so far revealed the element: the last one before which it was not there."""
    found = [place for place, one in enumerate(opened) if one.node == node and element not in one.before]
    return found[-1] if found and element is not None else None
