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
from sextant.types.transitions import Transition
from sextant.utg.exits import Exit, exits_of
from sextant.utg.faces import face_of, local
from sextant.utg.graph import (
    ANYWHERE,
    Change,
    Edge,
    EdgeCount,
    Graph,
    Node,
    Place,
    Trigger,
    place_of,
)

_NOTHING = Change("none")


def event_of(action: Action) -> str:
    """The name of the event in the map; empty for actions that are no transition of their own."""
    match action:
        case Click():
            return "tap"
        case DoubleTap():
            return "double_tap"
        case LongPress():
            return "hold"
        case Drag():
            return "drag"
        case Swipe() | Scroll():
            return f"{action.kind}:{action.direction}"
        case KeyboardEnter():
            return "enter"
        case NavigateBack():
            return "back"
        case NavigateHome():
            return "home"
        case OpenApp():
            return f"open:{action.name}"
        case CloseApp():
            return f"close:{action.name}"
        case _:
            return ""


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
class Opened:
    """What a touch revealed on a screen that stayed the same screen: a menu, a drawer, an accordion."""

    node: str
    opener: ElementRef
    before: frozenset[ElementRef]


class Draughtsman:
    """Turns what is seen into changes of one graph. It keeps nothing but what was opened on the present screen."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._opened: Opened | None = None

    def on(self, graph: Graph) -> "Draughtsman":
        """The same draughtsman over a graph that was loaded anew."""
        self._graph = graph
        return self

    def sighting(self, screen: Screen, visits: int = 0) -> Change:
        """The change that one look makes: the node, its exits, its words."""
        return Change("none", nodes=(self._node(screen, visits),))

    def transition(self, transition: Transition) -> Change:
        """The change that one step makes (Agent+P, section 4.1: update edge, add edge, add node)."""
        if transition.effectiveness in ("refused", "none") or transition.interrupt:
            self._opened = None if transition.interrupt else self._opened
            return _NOTHING
        trigger = trigger_of(transition)
        before, after = transition.before, transition.after
        here, there = place_of(before), place_of(after)
        if here == there:
            return self._stayed(transition, trigger, here)
        opened = self._opened
        self._opened = None
        if trigger is None:
            return self.sighting(after, visits=1)
        return self._moved(transition, trigger, opened)

    def _stayed(self, transition: Transition, trigger: Trigger | None, here: Place) -> Change:
        after = self.sighting(transition.after)
        if trigger is None or trigger.element is None:
            return after
        if transition.effectiveness == "effective" or transition.before.digest != transition.after.digest:
            shown = frozenset(_reachable(transition.before))
            self._opened = self._opened or Opened(here.node, trigger.element, shown)
            loop = Edge(here.node, trigger, here.node, here.binding, here.binding, seconds=transition.seconds)
            return Change("none", self.sighting(transition.after).nodes, (EdgeCount(loop, success=True),))
        if transition.effectiveness == "uncertain":
            return after
        blamed = tuple(EdgeCount(edge, success=False) for edge in self._graph.rivals(here.node, trigger)[:1])
        return Change("failed" if blamed else "none", after.nodes, blamed)

    def _moved(self, transition: Transition, trigger: Trigger, opened: Opened | None) -> Change:
        before, after = transition.before, transition.after
        everywhere = trigger.event == "home" or trigger.event.startswith("open:")
        source = ANYWHERE if everywhere else before.key.id
        edge = Edge(
            source=source,
            trigger=trigger,
            target=after.key.id,
            source_binding=() if everywhere else before.binding,
            target_binding=after.binding,
            opener=_needed(trigger, opened, before),
            seconds=transition.seconds,
            last_seen=after.observation.at,
        )
        counts = [EdgeCount(edge, success=True)]
        if trigger.event != "back":
            counts += [EdgeCount(rival, success=False) for rival in self._disproved(edge)]
        growth = self._graph.growth_of(source, trigger, after.key.id)
        nodes = (*(() if before.key.id in self._graph.nodes else (self._node(before, 1),)), self._node(after, 1))
        return Change(growth, nodes, tuple(counts))

    def _disproved(self, edge: Edge) -> Iterator[Edge]:
        for rival in self._graph.rivals(edge.source, edge.trigger):
            if rival.target != edge.target and rival.source_binding == edge.source_binding:
                yield rival
                return

    def _node(self, screen: Screen, visits: int) -> Node:
        opened = self._opened if self._opened is not None and self._opened.node == screen.key.id else None
        exits = tuple(_dressed(one, screen, opened) for one in exits_of(screen))
        status = screen.observation.facts.get("http_status", "")
        return Node(
            key=screen.key,
            face=face_of(screen),
            exits=exits,
            bindings=(screen.binding,),
            locations=(local(screen),),
            visits=visits,
            last_seen=screen.observation.at,
            dead=screen.condition in ("error_page", "crashed", "app_gone") or status[:1] in ("4", "5"),
        )


def _dressed(one: Exit, screen: Screen, opened: Opened | None) -> Exit:
    opener = None
    if opened is not None and one.reach != "hidden" and one.element not in opened.before:
        opener = opened.opener
    return replace(one, binding=screen.binding, opener=opener)


def _reachable(screen: Screen) -> Iterator[ElementRef]:
    return (one.element for one in exits_of(screen) if one.reach != "hidden")


def _needed(trigger: Trigger, opened: Opened | None, before: Screen) -> ElementRef | None:
    if opened is None or opened.node != before.key.id or trigger.element is None:
        return None
    return None if trigger.element in opened.before else opened.opener
