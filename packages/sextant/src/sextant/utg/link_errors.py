"""Revises stored link errors after a look or a step: the link is gone, is back, or works again."""

from collections.abc import Iterator
from dataclasses import replace

from sextant.types.screens import ElementRef, Screen
from sextant.utg.edge_errors import EdgeError, labelled_error
from sextant.utg.exits import Binding, Exit
from sextant.utg.graph import Edge, Graph, Place, Revision, Trigger, identity

__all__ = ["instance_of", "mended", "seen_again"]


def instance_of(edge: Edge, met: EdgeError) -> Binding | None:
    """The instance on which an error was met; None where it was not stored and the edge does not show it."""
    if met.binding is not None:
        return met.binding
    own = identity(edge.source_binding)
    return own if not own or edge.errors[-1:] in ((), (met,)) else None


def mended(graph: Graph, place: Place, trigger: Trigger) -> Iterator[Revision]:
    """The corrections after an edge led to a page without an error."""
    for edge in graph.out(place.node):
        if edge.trigger == trigger:
            for met in _of(edge, place):
                if met.past != "works":
                    yield Revision(edge.id, met, replace(met, past="works"))


def seen_again(graph: Graph, screen: Screen, exits: tuple[Exit, ...]) -> Iterator[Revision]:
    """The corrections after a screen was seen with these exits: links with errors that are gone, or back.

    A link behind an opener, outside the viewport, or in a paged list does not count as gone.
    """
    if screen.condition != "ok" or labelled_error(screen.key):
        return
    place = Place(screen.key.id, screen.binding)
    for edge in graph.out(place.node):
        element = edge.trigger.element
        for met in () if element is None else _of(edge, place):
            there = _there(exits, element, met)
            if there and met.past == "gone":
                yield Revision(edge.id, met, replace(met, past=""))
            if not there and not met.past and _missed(graph, edge, exits):
                yield Revision(edge.id, met, replace(met, past="gone"))


def _of(edge: Edge, place: Place) -> Iterator[EdgeError]:
    wanted = identity(place.binding)
    return (met for met in edge.errors if instance_of(edge, met) == wanted)


def _there(exits: tuple[Exit, ...], element: ElementRef | None, met: EdgeError) -> bool:
    """Whether the link is among these exits, perhaps with another anchor or under another name."""
    return element is not None and any(
        (one.element.role, one.element.name) == (element.role, element.name) or (met.href and one.href == met.href)
        for one in exits
    )


def _missed(graph: Graph, edge: Edge, exits: tuple[Exit, ...]) -> bool:
    known = [one for one in graph.nodes[edge.source].exits if one.element == edge.trigger.element]
    if edge.opener is not None or any(one.opener is not None or one.scrolls for one in known):
        return False
    listed = any(one.group or one.row for one in known)
    return not (listed and any(one.kind == "paging" for one in exits))
