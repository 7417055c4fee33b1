"""Finds a screen of a map by address, id, name, label or title."""

import difflib
from collections.abc import Callable, Iterable, Mapping

from sextant.addresses.parts import parts_of
from sextant.errors import UsageError
from sextant.utg.files.imported import PlainGraph
from sextant.utg.graph import Graph, Node, Place
from sextant.utg.names import address_of, name_of, names_of

__all__ = ["find_place", "find_plain"]

_SHOWN = 8
_LONGEST = 120
_NEAR = 0.6
"""Similarity from which on a name may be a misspelling."""

_Names = Callable[[Node], Iterable[str]]


def find_place(graph: Graph, name: str) -> Place:
    """Find a place by an address, or by id, name, label or title of a screen, in that order.

    An address names one instance of a parametric screen, any other name the screen.

    Raises:
        UsageError: There is none (the message names the nearest), or there are several (it lists them).
    """
    place = _at(graph, name)
    if place is not None:
        return place
    if name in graph.nodes:
        return Place(name)
    names = names_of(graph)
    name_kinds: tuple[_Names, ...] = (
        lambda node: (names[node.id],),
        lambda node: (node.key.label,),
        lambda node: (node.face.name, name_of(node)),
        lambda node: (node.face.title, *node.face.heads),
    )
    found = _called(graph, name, name_kinds, names)
    if found is None:
        known = [text for node in graph.nodes.values() for text in (names[node.id], node.key.label, node.id)]
        raise _unknown(name, known, names.values())
    return Place(found)


def _called(graph: Graph, name: str, name_kinds: Iterable[_Names], names_by_node: Mapping[str, str]) -> str | None:
    """The id of the only screen of that name: exactly, else ignoring case and spaces.

    Raises:
        UsageError: There are several.
    """
    name_kinds = tuple(name_kinds)
    for fold in (str, _folded):
        wanted = fold(name)
        for names in name_kinds:
            found = [node for node in graph.nodes.values() if wanted in {fold(one) for one in names(node) if one}]
            if len(found) == 1:
                return found[0].id
            if found:
                raise _ambiguous(name, [_listed(node, names_by_node[node.id]) for node in found])
    return None


def _listed(node: Node, name: str) -> str:
    """A screen in a list of ambiguous ones: its id, name and address."""
    address = address_of(node)
    return f"{node.id} ({', '.join(dict.fromkeys(one[:60] for one in (name, address) if one))})"


def find_plain(graph: PlainGraph, name: str) -> str:
    """Find a node of an imported graph by id or label.

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
    known = [text for node in graph.nodes for text in (node.label, node.id)]
    raise _unknown(name, known, (node.name for node in graph.nodes))


def _at(graph: Graph, name: str) -> Place | None:
    if not name.startswith(("/", "http://", "https://")):
        return None
    parts = parts_of(name)
    local = name.removeprefix(f"{parts.scheme}://{parts.netloc}") if parts.netloc else name
    return graph.at(local) or graph.at(f"{local}/") or graph.at(local.rstrip("/") or "/")


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _ambiguous(name: str, found: list[str]) -> UsageError:
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return UsageError(
        f"{name[:_LONGEST]!r} matches {len(found)} screens: {'; '.join(found[:_SHOWN])}{more}.",
        "Use its id or its address.",
    )


def _unknown(name: str, known: list[str], screens: Iterable[str]) -> UsageError:
    """The error for an unknown name, with the nearest names and some screens. `screens` has one name of each."""
    names = {_folded(text): text for text in reversed(known[:50_000]) if text}
    near = difflib.get_close_matches(_folded(name), names, n=3, cutoff=_NEAR)
    near += [folded for folded in names if _folded(name) and _folded(name) in folded and folded not in near][:3]
    nearest = f"Nearest: {', '.join(repr(names[one][:80]) for one in near[:4])}. " if near else ""
    all_names = list(screens)
    more = f" and {len(all_names) - _SHOWN} more" if len(all_names) > _SHOWN else ""
    there = ", ".join(repr(one[:80]) for one in all_names[:_SHOWN])
    has = f"It has {there}{more}; " if there else "It has no screen at all; "
    return UsageError(
        f"The map has no screen {name[:_LONGEST]!r}.",
        f"{nearest}{has}`sextant map show MAP` writes a page that lists all screens with their ids.",
    )
