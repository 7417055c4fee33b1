"""Draws the map while walking: turns screens and transitions into changes of the graph."""

from collections.abc import Iterator
from dataclasses import replace

from sextant.dataclass import dataclass
from sextant.elements.refs import ref_of
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
from sextant.types.screens import ElementRef, Screen
from sextant.types.transitions import Cause, Transition
from sextant.utg.edge_errors import EdgeError, error_on, fails
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
"""Causes outside the edge: something interfered, the page or the app was not ready, or nothing was touched."""

_HINDERED: frozenset[Cause] = frozenset({"covered", "disabled"})
"""Causes for which nothing is touched though the target is there: they count against the edge."""

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
    """The name of an action's event on the map; empty for actions without an edge."""
    match action:
        case Swipe() | Scroll():
            return f"{action.kind}:{action.direction}"
        case OpenApp():
            return "" if "://" in action.name else f"open:{action.name}"  # an address is no exit of the app
        case CloseApp():
            return f"close:{action.name}"
        case _:
            return _EVENTS.get(type(action), "")


def trigger_of(transition: Transition) -> Trigger | None:
    """The trigger of a transition; None where its action is not on the map."""
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
    """What a touch revealed without leaving the screen: a menu, a drawer, an accordion."""

    node: str
    opener: ElementRef
    before: frozenset[ElementRef]


class MapRecorder:
    """Turns observations into changes of one graph. Its only state is what is open on the current screen.

    Exits for which `risky` is True are marked on the map.
    """

    def __init__(self, graph: Graph, risky: Risky | None = None) -> None:
        self._graph, self._risky = graph, risky
        self._open: list[Revealed] = []

    def on(self, graph: Graph) -> "MapRecorder":
        """Continue with a reloaded graph."""
        self._graph = graph
        return self

    def sighting(self, screen: Screen, visits: int = 0) -> GraphChange:
        """The change by one look: the node, its exits, its words."""
        node = self._node(screen, visits)
        return GraphChange("none", nodes=(node,), revisions=tuple(seen_again(self._graph, screen, node.exits)))

    def transition(self, transition: Transition) -> GraphChange:
        """The change by one step (Agent+P, section 4.1: update edge, add edge, add node).

        A step counts once, however many attempts it had, and against an edge only where the edge is the cause.
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
            change = self.sighting(transition.after) if held else self._stayed(transition, trigger, here)
        else:
            opened, self._open = self._open, []
            if trigger is None:
                return self.sighting(transition.after, visits=1)
            change = self._moved(transition, trigger, opened)
        marked = self._marked(transition, trigger)
        return change if marked is None else replace(change, nodes=(*change.nodes, marked))

    def _marked(self, transition: Transition, trigger: Trigger | None) -> Node | None:
        """The screen before, with what the touch of an exit wrote marked on it; None where there is no sign of that."""
        wrote = next(iter(written_by(transition)), "")
        acted, told = transition.at_most_once or _sent_frames(transition), _has_message(transition)
        if trigger is None or trigger.element is None or not (wrote or acted or told):
            return None
        node = self._node(transition.before, 0)
        exits = tuple(
            replace(one, writes=wrote, ungated_signs=int(acted or (told and _redirected(one, transition.after))))
            for one in node.exits
            if one.element == trigger.element
        )
        seen = any(one.writes or one.ungated_signs for one in exits)
        return replace(node, exits=exits, locations=(), last_seen=0.0) if seen else None

    def _stayed(self, transition: Transition, trigger: Trigger | None, here: Place) -> GraphChange:
        if trigger is None or trigger.element is None:
            return self.sighting(transition.after)
        if transition.effectiveness == "effective" or transition.before.digest != transition.after.digest:
            self._toggle(transition, trigger.element, here)
            if _denied(transition):
                return self._fell_short(transition, trigger, here, but=here.node)
            loop = Edge(here.node, trigger, here.node, here.binding, here.binding, seconds=transition.seconds)
            seen = self.sighting(transition.after)
            works = () if error_on(transition.after, "") else tuple(mended(self._graph, here, trigger))
            return replace(seen, counts=(EdgeCount(loop, success=True),), revisions=(*seen.revisions, *works))
        if transition.effectiveness == "uncertain" or transition.cause in _NO_FAULT_OF_THE_EDGE:
            return self.sighting(transition.after)
        return self._fell_short(transition, trigger, here)

    def _fell_short(self, transition: Transition, trigger: Trigger, here: Place, but: str = "") -> GraphChange:
        """The change by a touch that did not lead where its edge leads: a failure of that edge.

        No edge from the screen to itself is added: what changed there need not come from the touch.
        """
        seen, touched = self.sighting(transition.after), trigger.element
        blamed = self._blamed(trigger, here.node, but)
        if blamed or touched is None:
            return replace(seen, growth="failed", counts=blamed)
        return replace(seen, nodes=tuple(_in_vain(node, touched) for node in seen.nodes))

    def _blamed(self, trigger: Trigger | None, source: str, but: str = "") -> tuple[EdgeCount, ...]:
        """One failure for the most reliable edge of the trigger, except those to `but`."""
        rivals = () if trigger is None else self._graph.rivals(source, trigger)
        return tuple(EdgeCount(edge, success=False) for edge in rivals if edge.target != but)[:1]

    def _toggle(self, transition: Transition, opener: ElementRef, here: Place) -> None:
        """Track what a touch opened or, on the second touch, closed with all that was opened in it."""
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
        """The most reliable rival that this outcome refutes; a static edge claims every instance."""
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
    """The writes that a touch caused or attempted, beyond the device: `POST /orders`.

    Beacons and socket frames are left out: telemetry and heartbeats accompany any touch.
    """
    sent = ("request", "navigation", "commit")
    effects = (one for one in transition.effects if one.cause == "touch" and one.kind in sent)
    return tuple(dict.fromkeys(f"{one.method or one.kind} {one.address}" for one in effects))


def _sent_frames(transition: Transition) -> bool:
    """Whether a touch sent something by a socket, which no gate holds."""
    return any(one.kind == "socket" and one.touched for one in transition.effects)


def _has_message(transition: Transition) -> bool:
    """Whether the page has a message that it had not before, unless it asks for a password: then that is the reason."""
    before, after = transition.before, transition.after
    if any("password" in element.states for element in after.elements):
        return False
    return bool(_messages(after) - _messages(before) - {after.title})  # a title is only announced


def _messages(screen: Screen) -> set[str]:
    """The alerts, and what was said in passing; an element `status` that stays may count the results of a list."""
    shown = (one.text or one.name for one in screen.elements if one.role == "alert")
    return {text for text in (*shown, *screen.observation.said) if text}


def _redirected(link: Exit, after: Screen) -> bool:
    """Whether a link led elsewhere than its address says: the server did something instead of showing a page."""
    return bool(link.href) and link.href.rstrip("/") != local(after).rstrip("/")


def _denied(transition: Transition) -> bool:
    """Whether the step had an effect, and none of the expected ones."""
    failing = [verdict.outcome == "fails" for verdict in transition.verdicts]
    return transition.cause in ("", "wrong_element") and bool(failing) and all(failing)


def _met(before: Screen, touched: ElementRef | None, after: Screen, everywhere: bool) -> EdgeError | None:
    """The error that a step led to, with its link's instance and address."""
    met = error_on(after, before.app)
    if met is None:
        return None
    said = () if touched is None else (one.href for one in exits_of(before) if one.element == touched)
    return replace(met, binding=() if everywhere else identity(before.binding), href=next(iter(said), ""))


def _in_vain(node: Node, touched: ElementRef) -> Node:
    """The node with one more touch without effect on an exit."""
    marked = (replace(one, vain=one.vain + 1) if one.element == touched else one for one in node.exits)
    return replace(node, exits=tuple(marked))


def missing(node: Node, one: Exit) -> GraphChange:
    """The change where an exit was not found: one more mark, nothing else."""
    marked = replace(node, exits=(replace(one, vain=1),), bindings=(), locations=(), visits=0, last_seen=0.0)
    return GraphChange("failed", (marked,))


def _reachable(screen: Screen) -> Iterator[ElementRef]:
    return (one.element for one in exits_of(screen) if one.reach != "hidden")


def _revealed_by(element: ElementRef | None, node: str, opened: list[Revealed]) -> int | None:
    """The position of the last opener before which the element was not there."""
    found = [place for place, one in enumerate(opened) if one.node == node and element not in one.before]
    return found[-1] if found and element is not None else None
