"""`RouteCourse`: follows a planned route hop by hop, through one or several stops, and ends at the last one."""

from collections.abc import Sequence
from dataclasses import field
from typing import Protocol

from sextant.dataclass import dataclass
from sextant.types.codec import from_plain, to_plain
from sextant.types.decisions import Act, Blocked, Directive, Finished
from sextant.types.screens import Screen
from sextant.types.snapshots import Json
from sextant.types.tasks import Order
from sextant.types.transitions import Transition

__all__ = ["RouteCourse", "RouteHop", "RoutePlan", "Routing"]


TRIES = 3
"""Most failures of a hop; then the route is planned without it."""
ASTRAY = 2
"""Most times that a hop may lead to another screen than planned, before that."""


@dataclass(frozen=True, slots=True)
class RouteHop:
    """One step of a plan.

    Attributes:
        action: Opaque id of the action, with which `Routing` can avoid it.
        leads_to: Opaque id of the place that it leads to.
        instruction: What to do, without names of the app.
        names: The app's names for the elements in the instruction: data, not instructions.
    """

    action: str
    leads_to: str
    instruction: str
    names: str = ""


@dataclass(frozen=True, slots=True)
class RoutePlan:
    """The route through the remaining stops. Stops are numbered by their position in the requested list.

    Attributes:
        hops: The remaining hops; empty if no stop is left or reachable.
        met: Stops that the current screen is, in order.
        unreachable: Stops without a known route; the hops lead to the others.
        reason: Why they are unreachable.
        sequence: Stops in the order in which the hops reach them.
    """

    hops: tuple[RouteHop, ...] = ()
    met: tuple[int, ...] = ()
    unreachable: tuple[int, ...] = ()
    reason: str = ""
    sequence: tuple[int, ...] = ()


class Routing(Protocol):
    """Plans routes over screens; implemented with a map."""

    def place(self, screen: Screen) -> str:
        """The identity of a screen."""
        ...

    def plan(self, screen: Screen, stops: Sequence[str], order: Order, avoid: frozenset[str]) -> RoutePlan:
        """Plans the route from a screen through the stops, which are descriptions. `avoid` has ids of actions."""
        ...

    def observe(self, transition: Transition) -> None:
        """Records a step on the map."""
        ...


@dataclass(slots=True)
class _State:
    open: list[str]
    met: list[str] = field(default_factory=list[str])
    lost: dict[str, str] = field(default_factory=dict[str, str])
    """Stops that no way is known to at present, with the reason: told, and taken up again when one is found."""
    avoid: list[str] = field(default_factory=list[str])
    failed: dict[str, int] = field(default_factory=dict[str, int])
    astray: dict[str, int] = field(default_factory=dict[str, int])
    hop: RouteHop | None = None
    remark: str = ""


class RouteCourse:
    """A `Course` through stops: one directive per hop. The route is planned again on every screen.

    If a step leads elsewhere, or fails repeatedly, the route changes, but not the stops. A stop without a route is
    reported, and the others are visited. The end is verified only if every stop was reached.

    Args:
        stops: Descriptions of the screens to reach.
        routing: Plans the routes.
        order: `ordered`: in the given order. `unordered`: by the shortest total route.
    """

    def __init__(self, stops: Sequence[str], routing: Routing, order: Order = "ordered") -> None:
        if not stops:
            raise ValueError("a route has at least one stop")
        self._stops, self._routing = tuple(stops), routing
        self._order: Order = order
        self._state = _State(list(stops))

    def next(self, screen: Screen) -> Directive:
        """The next hop; the end if no reachable stop is left."""
        state = self._state
        planned = self._planned(screen)
        if not planned.hops:
            state.hop = None
            return self._end()
        state.hop = hop = planned.hops[0]
        return Act(self._instruction(hop, len(planned.hops)), remark="\n".join(filter(None, (state.remark, hop.names))))

    def observe(self, transition: Transition) -> None:
        """Records whether the hop led to the planned place."""
        state, hop = self._state, self._state.hop
        before, after = self._routing.place(transition.before), self._routing.place(transition.after)
        self._routing.observe(transition)
        if transition.interrupt or hop is None:
            return
        state.remark = ""
        if after == hop.leads_to:
            return
        if after == before:
            if transition.effectiveness != "effective":  # a scroll or a menu prepares the hop: no failure
                self._blame(state.failed, hop, TRIES)
            return
        state.remark = "The last step led to another screen than the map said; the way has been planned anew."
        self._blame(state.astray, hop, ASTRAY)

    def snapshot(self) -> Json:
        return to_plain(_State, self._state)

    def restore(self, state: Json) -> None:
        self._state = from_plain(_State, state)

    def _planned(self, screen: Screen) -> RoutePlan:
        """Marks the stops that this screen is as met, and plans the route through the others."""
        state = self._state
        while True:
            if not state.open:
                return RoutePlan()
            planned = self._routing.plan(screen, state.open, self._order, frozenset(state.avoid))
            state.lost = {state.open[number]: planned.reason for number in planned.unreachable}
            if not planned.met:
                return planned
            met = [state.open[number] for number in planned.met]
            state.met += met
            state.open = [stop for number, stop in enumerate(state.open) if number not in planned.met]

    def _blame(self, counts: dict[str, int], hop: RouteHop, limit: int) -> None:
        counts[hop.action] = counts.get(hop.action, 0) + 1
        if counts[hop.action] >= limit and hop.action not in self._state.avoid:
            self._state.avoid.append(hop.action)

    def _instruction(self, hop: RouteHop, hops: int) -> str:
        state = self._state
        ahead = next((stop for stop in state.open if stop not in state.lost), state.open[0])
        aim = f"On the way to {ahead!r}" if len(self._stops) == 1 or self._order == "ordered" else "On the route"
        left = f"{len(state.met)} of {len(self._stops)} stops reached, steps to the last one: {hops}"
        lost = "" if not state.lost else f" No way is known to: {', '.join(map(repr, state.lost))}."
        return f"{aim} ({left}). Do this one step and nothing else: {hop.instruction}{lost}"

    def _end(self) -> Directive:
        state = self._state
        reached = f"reached: {', '.join(map(repr, state.met))}" if state.met else "no stop was reached"
        if not state.open:
            return Finished(reason=reached)
        why = "; ".join(dict.fromkeys(reason for reason in state.lost.values() if reason)) or "no way is known"
        missing = f"not reached: {', '.join(map(repr, state.open))} ({why})"
        if not state.met:
            return Blocked(missing)
        return Finished(verified=False, claimed="", reason=f"{reached}; {missing}")
