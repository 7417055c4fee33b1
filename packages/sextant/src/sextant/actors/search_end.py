"""Ends a search: evidence of arrival, candidates where no screen is surely the goal, and a request to log in."""

from collections.abc import Iterable, Mapping

from sextant.actors.walk import decision, key_of
from sextant.actors.walker import NOTHING_YET, Walker
from sextant.types.actions import HandOver, NavigateHome, Status
from sextant.types.candidates import Candidate
from sextant.types.decisions import Decision
from sextant.types.evidence import Changed, Predicate, ScreenIs, TextVisible
from sextant.types.screens import Screen
from sextant.utg.edge_errors import asks_for_login, wall_on
from sextant.utg.graph import Graph, Place, place_of
from sextant.utg.relevance import Led
from sextant.utg.search import KnownScreen

__all__ = ["LOGIN_SOUGHT", "ask_to_log_in", "candidates", "evidence", "give_up"]

LOGIN_SOUGHT = "to the login"
"""Counter key: the walk returned to the start page because that has a login."""
_MOST = 5
"""Most candidates named."""
_LEAST = 0.05
"""Least likelihood of a named screen."""


def evidence(screen: Screen, name: str) -> tuple[Predicate, ...]:
    """Expectations that show the arrival: the screen's name and, where it is in view, the text."""
    called: list[Predicate] = [ScreenIs(text=name) if name else ScreenIs(key=screen.key.id)]
    if any(one.visibility == "visible" and name and one.label == name for one in screen.elements):
        called.append(TextVisible(name))
    return tuple(called)


def candidates(
    goal: str, known: Iterable[tuple[KnownScreen, float]], walker: Walker, graph: Graph, came: Mapping[str, Led]
) -> tuple[Candidate, ...]:
    """The screens that may be the goal, the likeliest first; states of a page with one name are one candidate.

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
    """The name of a screen; of an instance without a face on the map, the label that led there, or its address."""
    node, address = graph.nodes.get(one.place.node), one.page[0]
    if node is None or node.face.location == address or not any(node.bindings):
        return one.name
    return came.get(key_of(one.place), Led()).label or address


def give_up(
    screen: Screen, goal: str, found: tuple[Candidate, ...], walker: Walker, graph: Graph, ended: Iterable[str] = ()
) -> Decision:
    """End without an arrival: unsure where there are candidates, infeasible where there are none.

    `ended` are sentences on limits that were reached before.
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
    """Ask a person to log in, once, where the walk began at or came to a login."""
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
