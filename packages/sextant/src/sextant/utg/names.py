"""Names of screens for people."""

from collections import Counter
from collections.abc import Callable

from sextant.addresses.parts import parts_of
from sextant.utg.edge_errors import labelled_error
from sextant.utg.exits import Binding
from sextant.utg.faces import title_parts
from sextant.utg.graph import SOFT, Graph, Node

__all__ = [
    "address_of",
    "bound",
    "is_error",
    "name_of",
    "names_of",
    "overlaid",
    "page_of",
    "parametric",
    "route_of",
    "shared_path",
]


def parametric(node: Node) -> bool:
    """Whether a screen is parametric, such as an item page: it was never seen without a parameter.

    A varying heading or an optional filter does not count.
    """
    return bool(node.bindings) and all(any(name != SOFT for name, _ in binding) for binding in node.bindings)


def name_of(node: Node) -> str:
    """The name of a screen: its heading or title; of a parametric screen, its address."""
    if parametric(node) and node.key.label:
        return node.key.label
    return node.face.name or node.key.label or node.id


def names_of(graph: Graph) -> dict[str, str]:
    """A name for every screen; equal names are replaced by a longer part of the title, else by the label."""
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
    """The folders that most addresses of a map share, such as `/tenant/`; `/` where there are none."""
    paths = [parts_of(node.face.location).path.split("/")[:-1] for node in graph.nodes.values() if node.face.location]
    counts = Counter("/".join(path[:depth]) for path in paths for depth in range(2, len(path) + 1))
    usual = [path for path, count in counts.items() if count >= max(3, 0.8 * len(graph.nodes))]
    return max(usual, key=len, default="") + "/"


def _within(name: str, prefix: str) -> str:
    return (name.removeprefix(prefix) or name) if name.startswith("/") and len(prefix) > 1 else name


def address_of(node: Node) -> str:
    """The address of a screen, a template if it is parametric; empty where it has none."""
    return node.key.label if parametric(node) and node.key.label.startswith("/") else node.face.location


def page_of(label: str) -> str:
    """The address in a screen's label, without heading, tab or overlay; empty where there is none."""
    if not label.startswith("/"):
        return ""
    page = label.partition(" · ")[0]
    return "/" if page == "/ {}" else page


def overlaid(label: str) -> bool:
    """Whether a label is that of a page with an overlay: a menu, a dialog, a step."""
    return any(part.startswith(("dialog", "menu", "modal", "step")) for part in label.split(" · ")[1:])


def is_error(node: Node) -> bool:
    """Whether a screen is an error page: by its latest look, or by its label."""
    return node.dead or (node.origin == "observed" and bool(labelled_error(node.key)))


def route_of(node: Node) -> str:
    """The address of a screen without overlays, a template if it is parametric; empty where it has none."""
    route = node.key.label.partition(" · ")[0]
    return route if parametric(node) and route.startswith("/") else node.face.location


def bound(binding: Binding) -> str:
    """The values of a binding, without the heading."""
    return ", ".join(value for name, value in binding if name != SOFT)
