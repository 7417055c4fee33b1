"""The map's guidance for a place and its targets: facts, to be rendered by `sextant.utg.guidance.narration`."""

import re
from collections.abc import Sequence
from typing import Literal, Protocol

from sextant.dataclass import dataclass
from sextant.elements.refs import resolve
from sextant.text.legible import worded
from sextant.types.actions import Direction, Scroll
from sextant.types.screens import Element, ElementRef, Screen
from sextant.utg.graph import ANYWHERE, Edge, EdgeId, Graph, Place, place_of
from sextant.utg.guidance.quotation import UNNAMED, Names, clean
from sextant.utg.hops import Avoid, PlanStep, openers_of, written_on
from sextant.utg.moves import move
from sextant.utg.route import Aimed, MapLayout, Reach, Route, neighbourhood

__all__ = [
    "Divergence",
    "Guidance",
    "GuidedRoute",
    "NamedScreen",
    "PlaceOption",
    "Pointer",
    "Preparation",
    "RouteLeg",
    "Target",
    "Trust",
    "best_way",
    "guide",
    "near",
]

MOST_STEPS = 6
"""Most steps of a route that are listed; the rest is counted."""
MOST_TARGETS = 3
MOST_OPTIONS = 8
"""Most listed places within reach, the nearest first."""
_ROLE = re.compile(r"[a-z]{2,24}")


class Target(Protocol):
    """A screen that a goal may mean, as chosen by a selection."""

    @property
    def place(self) -> Place: ...

    @property
    def confidence(self) -> float: ...

    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class NamedScreen:
    """A screen, and how well the map knows it. `name` is the app's own word."""

    name: str
    known: bool = True
    visits: int = 0
    static: bool = False
    """Read from the app's code, not observed."""


@dataclass(frozen=True, slots=True)
class Trust:
    """The reliability of a hop: its counts, and whether it was ever walked."""

    basis: Literal["walked", "inferred", "static"]
    successes: int = 0
    failures: int = 0

    @property
    def sound(self) -> bool:
        """Whether it has worked, and more often than not."""
        return self.basis == "walked" and self.successes > self.failures


@dataclass(frozen=True, slots=True)
class Pointer:
    """A reference to an element. `name` and `landmark` are the app's own words, the rest is not.

    Attributes:
        role: An ARIA role, or `element`.
        index: Its number on the current screen; None where it was not found.
        spot: Its position on the screen, such as `top left`; empty where it is not in view.
    """

    role: str
    name: str
    landmark: str = ""
    index: int | None = None
    spot: str = ""


@dataclass(frozen=True, slots=True)
class Preparation:
    """What must be done before the element of the next hop can be touched."""

    kind: Literal["scroll", "open", "uncover", "search"]
    direction: Direction = "down"
    pointer: Pointer | None = None
    """What to scroll or to touch first; None for the page itself, or where it is unknown."""


@dataclass(frozen=True, slots=True)
class RouteLeg:
    """One hop of a route. `event` is the map's: `tap`, `hold`, `home`, `open:NAME` and the like."""

    event: str
    pointer: Pointer | None
    leads_to: str
    trust: Trust
    actions: int = 1


@dataclass(frozen=True, slots=True)
class PlaceOption:
    """A place within reach: the first step towards it, and the number of actions in all."""

    name: str
    first: RouteLeg
    actions: int
    hops: int


@dataclass(frozen=True, slots=True)
class Divergence:
    """The last step led to another screen than planned. Both are the app's own words."""

    meant: str
    landed: str


@dataclass(frozen=True, slots=True)
class TargetCandidate:
    """A target by name, with its confidence and whether a known route leads there."""

    name: str
    confidence: float
    state: Literal["ahead", "here", "unreachable", "spare", "later"] = "ahead"


@dataclass(frozen=True, slots=True)
class Guidance:
    """All guidance for a place. Bounded: `steps_left` also counts steps beyond `legs`."""

    here: NamedScreen
    aims: tuple[TargetCandidate, ...] = ()
    legs: tuple[RouteLeg, ...] = ()
    preparation: Preparation | None = None
    steps_left: int = 0
    actions_left: int = 0
    shortest: bool = True
    arrived: bool = False
    options: tuple[PlaceOption, ...] = ()
    diverged: Divergence | None = None
    reason: str = ""
    """Why there is no route, in the planner's words."""

    @property
    def next(self) -> RouteLeg | None:
        return self.legs[0] if self.legs else None


def guide(
    graph: Graph,
    here: Place,
    targets: Sequence[Target],
    route: Route | None = None,
    screen: Screen | None = None,
    hops: int = 2,
    avoid: Avoid = frozenset(),
    unreachable: frozenset[Place] = frozenset(),
    diverged: Divergence | None = None,
    together: bool = False,
) -> Guidance:
    """Collect the guidance at a place.

    Args:
        graph: The map.
        here: The current place.
        targets: What the goal may mean, the best first; the route leads to the first that is not `unreachable`.
        route: The route there; None where no target is known.
        screen: The current screen, for indices and positions of elements; must be the one at `here`.
        hops: How far the options reach, where there is no route.
        avoid: Actions that are not recommended.
        unreachable: Targets without a known route.
        diverged: Where the last step led instead.
        together: The targets are stops of one route; else they are alternatives for one goal.
    """
    shown = screen if screen is not None and place_of(screen) == here else None
    names = Names(graph)
    steps = route.steps if route is not None and route.found else ()
    chosen = next((one.place for one in targets if one.place not in unreachable), None)
    arrived = route is not None and route.found and not steps
    other: Literal["later", "spare"] = "later" if together else "spare"
    aims = tuple(_aim(one, names, here, unreachable, chosen, arrived, other) for one in targets[:MOST_TARGETS])
    legs = tuple(
        _leg(graph, names, step, shown if number == 0 else None) for number, step in enumerate(steps[:MOST_STEPS])
    )
    return Guidance(
        here=_named(graph, names, here, screen),
        aims=aims,
        legs=legs,
        preparation=_prepare(graph, steps[0], shown) if steps else None,
        steps_left=len(steps),
        actions_left=sum(step.cost for step in steps),
        shortest=route is None or route.status == "optimal",
        arrived=arrived,
        options=() if steps or arrived else near(graph, here, hops, avoid, shown, names),
        diverged=diverged,
        reason="" if route is None or route.found else route.reason,
    )


@dataclass(frozen=True, slots=True)
class GuidedRoute:
    """The route to the best reachable target, and the better targets that are unreachable."""

    route: Route | None
    unreachable: frozenset[Place] = frozenset()


def best_way(layout: MapLayout, here: Place, targets: Sequence[Target]) -> GuidedRoute:
    """Plan a route to the first reachable target, unless it is far less likely than the first of all."""
    lost: list[Place] = []
    found: Route | None = None
    for one in targets:
        if lost and one.confidence < targets[0].confidence / 2:
            break  # too unlikely: leading there would mislead
        found = layout.route(here, [Aimed(one.place.node, one.place.binding or None)])
        if found.found:
            break
        lost.append(one.place)
    return GuidedRoute(found, frozenset(lost))


def near(
    graph: Graph,
    here: Place,
    hops: int = 2,
    avoid: Avoid = frozenset(),
    screen: Screen | None = None,
    names: Names | None = None,
) -> tuple[PlaceOption, ...]:
    """The places within so many hops, the nearest first, where there is no route (section 4.3).

    Of a parametric screen only the nearest instance.
    """
    called = names or Names(graph)
    nearest: dict[str, Reach] = {}
    for reach in neighbourhood(graph, here, hops, avoid):
        if reach.steps and reach.place.node != here.node and not _dead(graph, reach):
            nearest.setdefault(reach.place.node, reach)
    return tuple(
        PlaceOption(
            called.of(reach.place),
            _leg(graph, called, reach.steps[0], screen),
            sum(step.cost for step in reach.steps),
            len(reach.steps),
        )
        for reach in list(nearest.values())[:MOST_OPTIONS]
    )


def _dead(graph: Graph, reach: Reach) -> bool:
    node = graph.nodes.get(reach.place.node)
    return node is None or node.dead


def _aim(
    target: Target,
    names: Names,
    here: Place,
    unreachable: frozenset[Place],
    chosen: Place | None,
    arrived: bool,
    other: Literal["later", "spare"],
) -> TargetCandidate:
    name = names.of(target.place)
    if target.place in unreachable:
        return TargetCandidate(name, target.confidence, "unreachable")
    if target.place == chosen:
        return TargetCandidate(name, target.confidence, "here" if arrived or target.place == here else "ahead")
    return TargetCandidate(name, target.confidence, other)


def _named(graph: Graph, names: Names, here: Place, screen: Screen | None) -> NamedScreen:
    node = graph.nodes.get(here.node)
    if node is not None:
        return NamedScreen(names.of(here), True, node.visits, node.origin == "static")
    shown = "" if screen is None else clean(screen.title or screen.key.label)
    return NamedScreen(shown or UNNAMED, known=False)


def _leg(graph: Graph, names: Names, step: PlanStep, screen: Screen | None) -> RouteLeg:
    ref = step.trigger.element
    pointer = None if ref is None else _pointer(ref, screen, _landmark(graph, step))
    return RouteLeg(step.trigger.event, pointer, names.of(step.target), _trust(graph, step), step.cost)


def _trust(graph: Graph, step: PlanStep) -> Trust:
    edge = _edge(graph, step)
    if edge is None or step.inferred:
        return Trust("inferred")
    if edge.origin == "static" and not edge.successes:
        return Trust("static", 0, edge.failures)
    return Trust("walked", edge.successes, edge.failures)


def _edge(graph: Graph, step: PlanStep) -> Edge | None:
    sources = (step.source.node, ANYWHERE)
    return next(
        (edge for one in sources if (edge := graph.edges.get(EdgeId(one, step.trigger, step.target.node)))), None
    )


def _landmark(graph: Graph, step: PlanStep) -> str:
    node = graph.nodes.get(step.source.node)
    exits = () if node is None else node.exits
    return next((one.landmark for one in exits if one.element == step.trigger.element), "")


def _pointer(ref: ElementRef, screen: Screen | None, landmark: str = "") -> Pointer:
    role = ref.role if _ROLE.fullmatch(ref.role) else "element"
    element = None if screen is None else resolve(screen, ref)
    name = clean(ref.name or worded(ref.test_id))
    if element is None or screen is None:
        return Pointer(role, name, clean(landmark, 40))
    index = None if element.visibility == "covered" else element.index  # the listing gives no index then
    return Pointer(role, name, clean(element.landmark, 40), index, _spot(element, screen))


def _spot(element: Element, screen: Screen) -> str:
    """The position on the screen, in thirds; empty where it is not in view, or unknown."""
    if element.visibility not in ("visible", "clipped") or element.box.area <= 0:
        return ""
    centre = element.box.centre
    down = min(2, max(0, int(3 * centre.y / max(1.0, screen.size.height))))
    across = min(2, max(0, int(3 * centre.x / max(1.0, screen.size.width))))
    row, column = ("top", "middle", "bottom")[down], ("left", "", "right")[across]
    return f"{row} {column}".strip()


def _prepare(graph: Graph, step: PlanStep, screen: Screen | None) -> Preparation | None:
    """The preparation of the next hop; None where it can be touched at once, or that is unknown."""
    ref = step.trigger.element
    if screen is None:
        return None if step.opener is None else Preparation("open", pointer=_pointer(step.opener, None))
    openers, written = openers_of(graph, step), written_on(graph, step.source.node)
    done = move(screen, step.trigger, openers, [one for one in graph.toggles() if one not in written])
    if done is None:
        return None if ref is None else Preparation("search", pointer=_pointer(openers[0], screen) if openers else None)
    holder = None if done.element is None else _of(done.element, screen)
    match done.part:
        case "hop":
            return None
        case "scroll":
            direction: Direction = done.action.direction if isinstance(done.action, Scroll) else "down"
            scroller = _scroller(done.action, screen)
            return Preparation("scroll", direction, scroller)
        case "open":
            return Preparation("open", pointer=holder)
        case "uncover":
            return Preparation("uncover", pointer=holder)


def _scroller(action: object, screen: Screen) -> Pointer | None:
    target = action.target if isinstance(action, Scroll) else None
    index = getattr(target, "index", None)
    element = screen.element(index) if isinstance(index, int) else None
    return None if element is None else _of(element, screen)


def _of(element: Element, screen: Screen) -> Pointer:
    role = element.role if _ROLE.fullmatch(element.role) else "element"
    return Pointer(role, clean(element.label), clean(element.landmark, 40), element.index, _spot(element, screen))
