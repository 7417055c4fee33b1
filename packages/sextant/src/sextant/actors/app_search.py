"""Uses the app's own search: types the goal, sends it, and looks at the results."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sextant.actors.element_lookup import search_field
from sextant.actors.search_state import SearchState
from sextant.actors.walk import Destination, decision
from sextant.actors.walker import Walker
from sextant.types.actions import ByIndex, InputText, KeyboardEnter
from sextant.types.decisions import Decision
from sextant.types.evidence import Changed
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant.utg.exits import Exit, references
from sextant.utg.graph import Place, place_of
from sextant.utg.search import SearchOption

__all__ = ["find_search", "follow_search", "send_search", "type_search", "way_to_search", "with_results"]

_RESULT = 0.5
"""Worth of the first result of the app's own search; each further one is worth a little less."""


def find_search(state: SearchState, screen: Screen) -> None:
    """Record the place of the search field, the first time one is in view."""
    field = search_field(screen)
    if field is not None and state.search_at is None:
        state.search_at = place_of(screen), references(screen)[field.index]


def follow_search(state: SearchState, transition: Transition) -> None:
    """Track a search: typed, sent, and where the results are."""
    match transition.decision.action:
        case InputText():
            state.search = "typed"
        case KeyboardEnter() if state.search == "typed":
            state.search = "sent"
            state.results = [*state.results, place_of(transition.after)]
        case _:
            return


def way_to_search(state: SearchState, distances: Mapping[Place, int], patience: int) -> Destination | None:
    """The way to a search that was not used; `patience` are the steps allowed beyond its distance on the map."""
    if state.search_at is None or state.search or state.search_at[0] not in distances:
        return None
    state.patience = distances[state.search_at[0]] + patience
    return Destination(state.search_at[0], Exit(state.search_at[1], "link"), "the app has a search of its own")


def type_search(walker: Walker, state: SearchState, screen: Screen, aim: Destination) -> Decision | None:
    """Type the goal into the search field, where that is the aim and in view."""
    if state.search_at is None or aim.exit is None or aim.exit.element != state.search_at[1]:
        return None
    if place_of(screen).node != aim.place.node:
        return None
    field = search_field(screen)
    state.aim = None
    if field is None or not walker.once("search"):
        state.search = "sent"
        return None
    return decision(
        screen,
        InputText(state.goal, ByIndex(field.index)),
        f"type {state.goal!r} into the search",
        "The app has a search of its own.",
        (Changed(),),
    )


def send_search(walker: Walker, state: SearchState, screen: Screen) -> Decision | None:
    """Send the typed search."""
    if state.search != "typed" or search_field(screen) is None or not walker.once("enter"):
        return None
    return decision(screen, KeyboardEnter(), "send the search", "It was typed.", (Changed(),))


def with_results(state: SearchState, here: Place, found: Sequence[SearchOption]) -> Sequence[SearchOption]:
    """The options, with the first results of the search raised above exits without support."""
    if here not in state.results:
        return found
    new = [one for one in found if one.place.node == here.node and one.exit.kind in ("link", "item")]
    lifted = {id(one): _RESULT - at / len(new) for at, one in enumerate(new)}
    raised = [replace(one, promise=max(one.promise, lifted.get(id(one), -math.inf))) for one in found]
    return sorted(raised, key=lambda one: -one.worth)
