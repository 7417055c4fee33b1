"""How a search ends: what shows an arrival, what is said where nothing surely is the goal, who is asked to log in."""

from collections.abc import Iterable, Mapping

from sextant.actors.walk import decision, key_of
from sextant.actors.walker import NOTHING_YET, Walker
from sextant.types.actions import HandOver, NavigateHome, Status
from sextant.types.candidates import Candidate
from sextant.types.decisions import Decision
from sextant.types.evidence import Changed, Predicate, ScreenIs, TextVisible
from sextant.types.screens import Screen
from sextant.utg.errors_met import asks_for_login, wall_on
from sextant.utg.graph import Graph, Place, place_of
from sextant.utg.relevance import Led
from sextant.utg.search import KnownScreen

__all__ = ["LOGIN_SOUGHT", "ask_to_log_in", "candidates", "evidence", "give_up"]

LOGIN_SOUGHT = "to the login"
"""Noted of a walk that goes back to the start page, since that asks for a login."""
_MOST = 5
"""So many candidates are named at most."""
_LEAST = 0.05
"""From this likelihood on a screen is worth naming."""


def evidence(screen: Screen, name: str) -> tuple[Predicate, ...]:
    """What shows the arrival: that the screen is called so and, where the name stands in view, that it does."""
    called: list[Predicate] = [ScreenIs(text=name) if name else ScreenIs(key=screen.key.id)]
    if any(one.visibility == "visible" and name and one.label == name for one in screen.elements):
        called.append(TextVisible(name))
    return tuple(called)


def candidates(
    goal: str, known: Iterable[tuple[KnownScreen, float]], walker: Walker, graph: Graph, came: Mapping[str, Led]
) -> tuple[Candidate, ...]:
    """The screens that may be what was asked for, the likeliest first; states of a page that are called alike are one.

    `known` are screens with their likelihood, 0-1; `came` is what led to each in this run, by `key_of` its place.
    """
    found: dict[tuple[str, str], tuple[Place, float]] = {}
    for one, likely in sorted(known, key=lambda pair: -pair[1]):
        if likely >= _LEAST:
            found.setdefault((_name(one, graph, came), one.page[0]), (one.place, likely))
    looked = walker.walk.looked
    return tuple(
        Candidate(goal, name, round(likely, 4), address, walker.way(graph, place), looked.get(key_of(place)))
        for (name, address), (place, likely) in [*found.items()][:_MOST]
    )


def _name(one: KnownScreen, graph: Graph, came: Mapping[str, Led]) -> str:
    """What a screen is called: of an instance that the map has no face of, what led there, else its address."""
    node, address = graph.nodes.get(one.place.node), one.page[0]
    if node is None or node.face.location == address or not any(node.bindings):
        return one.name
    return came.get(key_of(one.place), Led()).label or address


def give_up(
    screen: Screen, goal: str, found: tuple[Candidate, ...], walker: Walker, graph: Graph, ended: Iterable[str] = ()
) -> Decision:
    """The end where nothing surely is the goal: unsure where there are candidates, infeasible where there is none.

    `ended` says what ended before the search did, a sentence each.
    """
    seen = len(walker.walk.seen)
    where = "the one screen that was looked at" if seen == 1 else f"the {seen} screens that were looked at"
    why = [f"Nothing that surely answers {goal!r} was found on {where}."]
    if asks_for_login(screen):
        why.append("A login is asked for here, which a person has to give.")
    if walker.bare(graph):
        why.append(NOTHING_YET)
    reason = " ".join([*why, *ended])
    if not found:
        return decision(screen, Status("infeasible", reason), "give up", reason)
    many = "one screen that it may be" if len(found) == 1 else f"{len(found)} screens that it may be"
    return decision(screen, Status("unsure", reason, found), f"name {many}", reason)


def ask_to_log_in(walker: Walker, screen: Screen, goal: str) -> Decision | None:
    """Hands over to a person, once, where the walk began before a login or has come to one."""
    walk = walker.walk
    if not asks_for_login(screen):
        if not walk.walled or not walker.once(LOGIN_SOUGHT):
            return None
        return decision(screen, NavigateHome(), "go to the start page", "It asks for a login.", (Changed(),))
    wall = (walk.walled and place_of(screen) == walk.start) or wall_on(screen) == "a login page"
    if not wall or not walker.once("login"):
        return None
    why = f"Nothing that answers {goal!r} was found without a login, which is asked for here"
    return decision(screen, HandOver(why), "ask for a login", f"{why}.")
