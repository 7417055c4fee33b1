"""What a map has to say to somebody who stands on a screen and wants somewhere: facts, not yet words.

`guide` looks at the map, a route and (where there is one) the present screen. `sextant.utg.guidance.narration` puts
what it finds into words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from sextant.types.actions import Direction, Scroll
from sextant.types.legible import worded
from sextant.types.refs import resolve
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
"""Steps of a route that are told one by one; the rest is counted."""
MOST_TARGETS = 3
MOST_OPTIONS = 8
"""Of the places within reach so many are told, the nearest first."""
_ROLE = re.compile(r"[a-z]{2,24}")


class Target(Protocol):
    """A screen that a goal may mean: what a selection's choice is."""

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
    """Read out of the app's code; nobody has seen it yet."""


@dataclass(frozen=True, slots=True)
class Trust:
    """What speaks for a hop: how often it led there, how often not, and whether anybody ever took it."""

    basis: Literal["walked", "inferred", "static"]
    successes: int = 0
    failures: int = 0

    @property
    def sound(self) -> bool:
        """Whether it has worked, and more often than not."""
        return self.basis == "walked" and self.successes > self.failures


@dataclass(frozen=True, slots=True)
class Pointer:
    """An element, so that it can be found. `name` and `landmark` are the app's own words, the rest is not.

    Attributes:
        role: An ARIA role, or `element`.
        index: Its number on the present screen; None where it was not found there.
        spot: Where on the screen, such as `top left`; empty where it is not in sight.
    """

    role: str
    name: str
    landmark: str = ""
    index: int | None = None
    spot: str = ""


@dataclass(frozen=True, slots=True)
class Preparation:
    """What has to be done before the element of the next hop can be touched."""

    kind: Literal["scroll", "open", "uncover", "search"]
    direction: Direction = "down"
    pointer: Pointer | None = None
    """What to scroll or to touch first; None for the page itself, or where it is not known."""


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
    """A place within reach: how to set out for it, and how many actions it takes in all."""

    name: str
    first: RouteLeg
    actions: int
    hops: int


@dataclass(frozen=True, slots=True)
class Divergence:
    """The last step was to lead to one screen and led to another. Both are the app's own words."""

    meant: str
    landed: str


@dataclass(frozen=True, slots=True)
class TargetCandidate:
    """A target by name, with how sure it is that the goal means it, and whether a known way leads there."""

    name: str
    confidence: float
    state: Literal["ahead", "here", "unreachable", "spare", "later"] = "ahead"


@dataclass(frozen=True, slots=True)
class Guidance:
    """All that the map has to say. Bounded: `steps_left` counts what `legs` does not hold."""

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
    """The guidance at a place.

    Args:
        graph: The map.
        here: Where one is.
        targets: What the goal may mean, the best first; the route leads to the first that is not `unreachable`.
        route: The way there; None where no target is known.
        screen: The present screen, so that elements are named by index and place; it has to be the one at `here`.
        hops: How far around the options reach that are given where there is no route.
        avoid: Actions that are not to be recommended.
        unreachable: Targets that no known way leads to.
        diverged: Where the last step landed instead.
        together: The targets are stops of one route; else they are what one goal may mean.
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
    """The way to the best target that there is a way to, and the targets before it that there is none to."""

    route: Route | None
    unreachable: frozenset[Place] = frozenset()


def best_way(layout: MapLayout, here: Place, targets: Sequence[Target]) -> GuidedRoute:
    """The way to the first of the targets that can be reached, unless it is far less likely than the first of all."""
    lost: list[Place] = []
    found: Route | None = None
    for one in targets:
        if lost and one.confidence < targets[0].confidence / 2:
            break  # so much less likely that leading there would mislead
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
    """What so many hops lead to, the nearest first: what is left to say where there is no path (section 4.3).

    Of a screen that stands for many, such as an item page, the nearest instance alone.
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
    return Pointer(role, name, clean(element.landmark, 40), element.index, _spot(element, screen))


def _spot(element: Element, screen: Screen) -> str:
    """Where on the screen, in thirds; empty where it is not in sight, or nobody said where it is."""
    if element.visibility not in ("visible", "clipped") or element.box.area <= 0:
        return ""
    centre = element.box.centre
    down = min(2, max(0, int(3 * centre.y / max(1.0, screen.size.height))))
    across = min(2, max(0, int(3 * centre.x / max(1.0, screen.size.width))))
    row, column = ("top", "middle", "bottom")[down], ("left", "", "right")[across]
    return f"{row} {column}".strip()


def _prepare(graph: Graph, step: PlanStep, screen: Screen | None) -> Preparation | None:
    """What stands between the next hop and a finger; None where it can be touched at once, or nobody can tell."""
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
