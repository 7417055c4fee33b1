"""Makes a route to be saved from a walk that has arrived."""

from collections.abc import Sequence
from dataclasses import replace

from sextant.assembly.maps import map_name, open_maps
from sextant.assembly.run import Hooks
from sextant.dataclass import dataclass
from sextant.errors import SextantError, UsageError
from sextant.qa.route_check import RouteCheck, confirmed
from sextant.qa.walked_route import RouteFacts, WalkEnds, as_route, shape_of, way
from sextant.settings import Settings
from sextant.types.actions import Status
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant.utg.files.saved import Arrival, SavedRoute
from sextant.utg.graph import place_of
from sextant.utg.hops import PlanStep
from sextant.utg.recorder import trigger_of

__all__ = ["ArrivedWalk", "SavedWalk", "saved"]


@dataclass(frozen=True, slots=True)
class ArrivedWalk:
    """A walk that has arrived: its steps, including the claim of arrival, and the device's name."""

    transitions: Sequence[Transition]
    device: str


@dataclass(frozen=True, slots=True)
class SavedWalk:
    """A route to be saved; `run` is the walk that confirmed it, empty where the first walk took exactly this route."""

    route: SavedRoute
    steps: int
    """Actions of the walk itself, detours included."""
    run: str = ""


def saved(
    walked: ArrivedWalk, facts: RouteFacts, target: str, settings: "Settings", hooks: Hooks | None = None
) -> SavedWalk:
    """The shortest route on the map to where a walk arrived; it is walked once more unless the walk took it.

    `facts.target` is saved, `target` is opened here.

    Raises:
        UsageError: The walk did not arrive, or the map knows no route from its start.
        SextantError: The route could not be confirmed.
    """
    last = walked.transitions[-1] if walked.transitions else None
    if last is None or not isinstance(last.decision.action, Status):
        raise UsageError(
            "The screen was not reached, so there is no route to save.", "Save a run of goto that reaches the screen."
        )
    screens = {place_of(screen): screen for one in walked.transitions for screen in (one.before, one.after)}
    seen = WalkEnds(walked.transitions[0].before, last.before, screens)
    facts = replace(facts, arrival=Arrival.of(last.decision.expectations))
    with open_maps(settings) as store:
        graph = store.load(map_name(walked.device) or seen.start.app)
    steps = way(graph, place_of(seen.start), place_of(seen.end))
    if not steps.complete:
        raise UsageError(
            f"The map has no path from the start: {steps.reason}",
            "Run goto again without --by-address, then save it.",
        )
    taken = sum(not isinstance(one.decision.action, Status) for one in walked.transitions)
    if _just_that(walked.transitions, steps.steps):
        return SavedWalk(as_route(facts, steps.steps, graph, seen, shape_of), taken)
    return _walked_again(as_route(facts, steps.steps, graph, seen, _by_key), target, settings, hooks, taken)


def _by_key(screen: Screen) -> str:
    """The identity of a screen on the map."""
    return screen.key.id


def _just_that(transitions: Sequence[Transition], steps: Sequence[PlanStep]) -> bool:
    """Whether a walk took exactly these hops, apart from opening menus and scrolling."""
    moved = [one for one in transitions if place_of(one.before) != place_of(one.after)]
    taken = [(place_of(one.before), trigger_of(one), place_of(one.after)) for one in moved]
    if taken != [(step.source, step.trigger, step.target) for step in steps]:
        return False
    end = place_of(transitions[-1].before)
    return not any(one.attempts for one in transitions if place_of(one.before) == end and place_of(one.after) == end)


def _walked_again(draft: SavedRoute, target: str, settings: "Settings", hooks: Hooks | None, taken: int) -> SavedWalk:
    checked = RouteCheck(draft, target, settings, hooks, _by_key).walk()
    if checked.verdict == "moved" and checked.new is not None:
        checked = confirmed(checked.new, target, settings, hooks)
    if checked.verdict != "exact" or checked.new is None:
        raise SextantError(
            f"The shortest path ({draft.way}) failed when it was repeated: {checked.reason}",
            f"Read the run: sextant replay {checked.run}" if checked.run else "Try again.",
        )
    return SavedWalk(checked.new, taken, checked.run)
