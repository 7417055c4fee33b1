"""What a person calls a screen of the map, and which screen somebody means who calls it something."""

import difflib
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from sextant.errors import UsageError
from sextant.utg.exits import Binding
from sextant.utg.graph import Edge, Graph, Node, Place
from sextant.utg.importing import PlainGraph

__all__ = ["address_of", "bound", "find_place", "find_plain", "label_of", "name_of"]

_SHOWN = 8
_LONGEST = 120


def name_of(node: Node) -> str:
    """What a person would call a screen: its heading or title; of a screen that stands for many, its address."""
    if any(node.bindings) and node.key.label:
        return node.key.label
    return node.face.name or node.key.label or node.id


def address_of(node: Node) -> str:
    """The address of a screen, with holes where it stands for many; empty where it has none."""
    return node.key.label if any(node.bindings) and node.key.label.startswith("/") else node.face.location


def bound(binding: Binding) -> str:
    """A binding in a few words: its values."""
    return ", ".join(value for _, value in binding)


def label_of(edge: Edge) -> str:
    """What is touched, or the event where nothing on the screen is."""
    return edge.trigger.element.name if edge.trigger.element is not None else edge.trigger.event


def find_place(graph: Graph, name: str) -> Place:
    """The place that a person means: an address, or the id, label, heading or title of a screen, in that order.

    An address names one instance of a screen that stands for many, any other name the screen.

    Raises:
        UsageError: There is none (the nearest names are told), or there are several (they are listed).
    """
    place = _at(graph, name)
    if place is not None:
        return place
    if name in graph.nodes:
        return Place(name)
    ways: tuple[Callable[[Node], Iterable[str]], ...] = (
        lambda node: (node.key.label,),
        lambda node: (node.face.name, name_of(node)),
        lambda node: (node.face.title, *node.face.heads),
    )
    for fold in (str, _folded):
        for names in ways:
            wanted = fold(name)
            found = [node for node in graph.nodes.values() if wanted in {fold(one) for one in names(node) if one}]
            if len(found) == 1:
                return Place(found[0].id)
            if found:
                raise _ambiguous(name, [f"{node.id} ({name_of(node)[:60]})" for node in found])
    raise _unknown(name, [text for node in graph.nodes.values() for text in (name_of(node), node.key.label, node.id)])


def find_plain(graph: PlainGraph, name: str) -> str:
    """The node of a plain graph that a person means, by id or label.

    Raises:
        UsageError: There is none, or there are several.
    """
    if any(node.id == name for node in graph.nodes):
        return name
    for fold in (str, _folded):
        wanted = fold(name)
        found = [node.id for node in graph.nodes if wanted in (fold(node.label), fold(node.id))]
        if len(found) == 1:
            return found[0]
        if found:
            raise _ambiguous(name, found)
    raise _unknown(name, [text for node in graph.nodes for text in (node.label, node.id)])


def _at(graph: Graph, name: str) -> Place | None:
    if not name.startswith(("/", "http://", "https://")):
        return None
    parts = urlsplit(name)
    local = name.removeprefix(f"{parts.scheme}://{parts.netloc}") if parts.netloc else name
    return graph.at(local) or graph.at(f"{local}/") or graph.at(local.rstrip("/") or "/")


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _ambiguous(name: str, found: list[str]) -> UsageError:
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return UsageError(
        f"{name[:_LONGEST]!r} may be any of {len(found)} screens: {'; '.join(found[:_SHOWN])}{more}.",
        "Name it by its id, or by an address.",
    )


def _unknown(name: str, known: list[str]) -> UsageError:
    names = {_folded(text): text for text in reversed(known[:50_000]) if text}
    near = difflib.get_close_matches(_folded(name), names, n=3, cutoff=0.5)
    near += [folded for folded in names if _folded(name) and _folded(name) in folded and folded not in near][:3]
    remedy = f"Did you mean {' or '.join(repr(names[one][:80]) for one in near[:4])}?" if near else ""
    return UsageError(
        f"The map has no screen {name[:_LONGEST]!r}.", remedy or "`sextant map show` lists the screens with their ids."
    )
