"""What a person calls a screen of the map, and which screen somebody means who calls it something."""

import difflib
from collections import Counter
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from sextant.errors import UsageError
from sextant.utg.exits import Binding
from sextant.utg.faces import title_parts
from sextant.utg.files.importing import PlainGraph
from sextant.utg.graph import SOFT, Graph, Node, Place

__all__ = [
    "address_of",
    "bound",
    "find_place",
    "find_plain",
    "name_of",
    "names_of",
    "parametric",
    "shared_path",
]

_SHOWN = 8
_LONGEST = 120
_NEAR = 0.6
"""A name so like another may be it, misspelt."""


def parametric(node: Node) -> bool:
    """Whether a screen stands for many, such as an item page: it was never seen without a parameter.

    A heading that greets or counts makes none, nor does a filter that may be set or not.
    """
    return bool(node.bindings) and all(any(name != SOFT for name, _ in binding) for binding in node.bindings)


def name_of(node: Node) -> str:
    """What a person would call a screen: its heading or title; of a screen that stands for many, its address."""
    if parametric(node) and node.key.label:
        return node.key.label
    return node.face.name or node.key.label or node.id


def names_of(graph: Graph) -> dict[str, str]:
    """A name for every screen: of those that share one, each is told by more of its title, else by its address."""
    usual = Counter(part for node in graph.nodes.values() for part in set(title_parts(node.face.title)))
    many = max(2, len(graph.nodes) / 2)

    def title(node: Node) -> str:
        return " - ".join(part for part in title_parts(node.face.title) if usual[part] < many)

    prefix = shared_path(graph)
    names = {node.id: _within(name_of(node), prefix) for node in graph.nodes.values()}
    further: tuple[Callable[[Node], str], ...] = (
        title,
        lambda node: _within(node.key.label, prefix),
        lambda node: node.id,
    )
    for more in further:
        counts = Counter(name.casefold() for name in names.values())
        for node in graph.nodes.values():
            if counts[names[node.id].casefold()] > 1 and more(node):
                names[node.id] = more(node)
    return names


def shared_path(graph: Graph) -> str:
    """The folders that most addresses of a map begin with, such as `/tenant/`; `/` where there are none."""
    paths = [urlsplit(node.face.location).path.split("/")[:-1] for node in graph.nodes.values() if node.face.location]
    counts = Counter("/".join(path[:depth]) for path in paths for depth in range(2, len(path) + 1))
    usual = [path for path, count in counts.items() if count >= max(3, 0.8 * len(graph.nodes))]
    return max(usual, key=len, default="") + "/"


def _within(name: str, prefix: str) -> str:
    return (name.removeprefix(prefix) or name) if name.startswith("/") and len(prefix) > 1 else name


def address_of(node: Node) -> str:
    """The address of a screen, with holes where it stands for many; empty where it has none."""
    return node.key.label if parametric(node) and node.key.label.startswith("/") else node.face.location


def bound(binding: Binding) -> str:
    """A binding in a few words: its values, without the heading."""
    return ", ".join(value for name, value in binding if name != SOFT)


def find_place(graph: Graph, name: str) -> Place:
    """The place that a person means: an address, or the id, name, label or title of a screen, in that order.

    An address names one instance of a screen that stands for many, any other name the screen.

    Raises:
        UsageError: There is none (the nearest names are told), or there are several (they are listed).
    """
    place = _at(graph, name)
    if place is not None:
        return place
    if name in graph.nodes:
        return Place(name)
    told = names_of(graph)
    ways: tuple[Callable[[Node], Iterable[str]], ...] = (
        lambda node: (told[node.id],),
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
                raise _ambiguous(name, [f"{node.id} ({told[node.id][:60]})" for node in found])
    known = [text for node in graph.nodes.values() for text in (told[node.id], node.key.label, node.id)]
    raise _unknown(name, known, told.values())


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
    known = [text for node in graph.nodes for text in (node.label, node.id)]
    raise _unknown(name, known, (node.name for node in graph.nodes))


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


def _unknown(name: str, known: list[str], screens: Iterable[str]) -> UsageError:
    """Nothing is called so: the nearest names, and what there is. `screens` has one name of each."""
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
        f"{nearest}{has}`sextant map show MAP` writes a page that lists all of them, with their ids.",
    )
