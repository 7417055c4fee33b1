"""`RouteCourse`: follows a planned route hop by hop, through one screen or several, and is over at the last."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from sextant.types.codec import from_plain, to_plain
from sextant.types.decisions import Act, Blocked, Directive, Finished
from sextant.types.screens import Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition

__all__ = ["Order", "RouteCourse", "RouteHop", "RoutePlan", "Routing"]

Order = Literal["ordered", "unordered"]

TRIES = 3
"""So often a hop may come to nothing before the way is planned without it."""
ASTRAY = 2
"""So often a hop may lead elsewhere before that."""


@dataclass(frozen=True, slots=True)
class RouteHop:
    """One step of a plan.

    Attributes:
        action: What tells this hop from others, for leaving it out; means something to the `Routing` alone.
        leads_to: The place it leads to, in the same way.
        instruction: What to do, without a word of the app's.
        names: What the app calls the things that the instruction points at: data.
    """

    action: str
    leads_to: str
    instruction: str
    names: str = ""


@dataclass(frozen=True, slots=True)
class RoutePlan:
    """The way through the stops that are left, by their numbers in the list that was asked about.

    Attributes:
        hops: What is left to be walked; none where nothing is, or nothing can be.
        met: Stops that the present screen meets, in their order.
        unreachable: Stops that no known way leads to; the hops serve the others.
        reason: Why that is so.
        sequence: Stops in the order in which the hops come to them.
    """

    hops: tuple[RouteHop, ...] = ()
    met: tuple[int, ...] = ()
    unreachable: tuple[int, ...] = ()
    reason: str = ""
    sequence: tuple[int, ...] = ()


class Routing(Protocol):
    """Plans ways over screens; `build` fills it with a map."""

    def place(self, screen: Screen) -> str:
        """What tells this screen from others."""
        ...

    def plan(self, screen: Screen, stops: Sequence[str], order: Order, avoid: frozenset[str]) -> RoutePlan:
        """The way from this screen through the stops, in words of whoever wants them. `avoid` holds actions."""
        ...

    def observe(self, transition: Transition) -> None:
        """Takes a step down."""
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
    """A `Course` through stops: one directive a hop, planned anew on every screen.

    A step that lands elsewhere, or comes to nothing again and again, changes the plan and not the stops. A stop that
    no way leads to is reported, and the rest is done; the end counts as verified only where every stop was met.

    Args:
        stops: Screens to be reached, in words.
        routing: Knows the ways.
        order: `ordered`: one after the other as they stand. `unordered`: as is shortest.
    """

    def __init__(self, stops: Sequence[str], routing: Routing, order: Order = "ordered") -> None:
        if not stops:
            raise ValueError("a route has at least one stop")
        self._stops, self._routing = tuple(stops), routing
        self._order: Order = order
        self._state = _State(list(stops))

    def next(self, screen: Screen) -> Directive:
        """The next hop; the end where no stop is left that a way leads to."""
        state = self._state
        planned = self._planned(screen)
        if not planned.hops:
            state.hop = None
            return self._end()
        state.hop = hop = planned.hops[0]
        return Act(self._instruction(hop, len(planned.hops)), remark="\n".join(filter(None, (state.remark, hop.names))))

    def observe(self, transition: Transition) -> None:
        """Takes note of whether the hop led where it was to lead."""
        state, hop = self._state, self._state.hop
        before, after = self._routing.place(transition.before), self._routing.place(transition.after)
        self._routing.observe(transition)
        if transition.interrupt or hop is None:
            return
        state.remark = ""
        if after == hop.leads_to:
            return
        if after == before:
            if transition.effectiveness != "effective":  # what only prepares the hop, a scroll or a menu, is no failure
                self._blame(state.failed, hop, TRIES)
            return
        state.remark = "The last step led to another screen than the map said; the way has been planned anew."
        self._blame(state.astray, hop, ASTRAY)

    def snapshot(self) -> Json:
        return to_plain(_State, self._state)

    def restore(self, state: Json) -> None:
        self._state = from_plain(_State, state)

    def _planned(self, screen: Screen) -> RoutePlan:
        """The way through the stops that are left, once those that this screen meets are ticked off."""
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
