"""Finds paths back on a map, including ones that the run did not take."""

from collections.abc import Callable, Iterable, Sequence

from sextant.types.actions import ByIndex, Click, DeviceAction, NavigateBack, NavigateHome, OpenApp
from sextant.types.recovery import RecoveryHop, WayBack
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant.utg.graph import Graph, Trigger, place_of
from sextant.utg.hops import PlanStep
from sextant.utg.route import Aimed, route

__all__ = ["MapRecovery"]

_LONGEST = 8
"""The most hops of a proposed path."""
_DEADLINE_SECONDS = 2.0


class MapRecovery:
    """A `Recovery` from a map: its shortest route from one screen to the other.

    `known` returns the map of a screen's app; None where there is none. A map may be outdated: the caller checks each
    hop.
    """

    def __init__(self, known: Callable[[Screen], Graph | None]) -> None:
        self._known = known

    def ways_back(self, here: Screen, target: Screen, history: Sequence[Transition]) -> Sequence[WayBack]:
        """At most one way: to the instance of the target that was seen."""
        del history
        graph, start = self._known(here), place_of(here)
        if graph is None or start.node not in graph.nodes or target.key.id not in graph.nodes:
            return ()
        aimed = Aimed(target.key.id, target.binding or None)
        found = route(graph, start, [aimed], deadline_seconds=_DEADLINE_SECONDS)
        hops = _hops(found.steps, graph) if found.found else ()
        return (WayBack("route", hops),) if 0 < len(hops) <= _LONGEST else ()


def _hops(steps: Iterable[PlanStep], graph: Graph) -> tuple[RecoveryHop, ...]:
    """The steps as hops, with their openers; none where a step is no plain touch or key."""
    hops: list[RecoveryHop] = []
    for step in steps:
        action = _action(step.trigger)
        if action is None:
            return ()
        if step.opener is not None:
            hops.append(RecoveryHop(_TOUCH, step.opener, graph.nodes[step.source.node].key))
        hops.append(RecoveryHop(action, step.trigger.element, graph.nodes[step.target.node].key))
    return tuple(hops)


_TOUCH = Click(ByIndex(0))
"""The caller finds the element by its reference."""


def _action(trigger: Trigger) -> DeviceAction | None:
    event, _, name = trigger.event.partition(":")
    match event:
        case "tap" if trigger.element is not None:
            return _TOUCH
        case "back":
            return NavigateBack()
        case "home":
            return NavigateHome()
        case "open" if name:
            return OpenApp(name)
        case _:
            return None
