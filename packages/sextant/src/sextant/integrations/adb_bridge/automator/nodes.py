"""The views of a screen as a tree, read from the hierarchy that `uiautomator dump` writes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring

__all__ = ["Bounds", "Node", "read_nodes", "walk"]

_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")


class Bounds(NamedTuple):
    """In pixels of the phone; right and bottom are outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def centre(self) -> tuple[int, int]:
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    @property
    def area(self) -> int:
        return max(self.right - self.left, 0) * max(self.bottom - self.top, 0)

    def within(self, other: "Bounds") -> "Bounds":
        """The part inside the other; empty where they do not meet."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        return Bounds(left, top, max(left, min(self.right, other.right)), max(top, min(self.bottom, other.bottom)))


@dataclass(slots=True, eq=False)
class Node:
    """One view. `index` is its place among the children of its parent."""

    attributes: dict[str, str]
    bounds: Bounds
    index: int = 0
    parent: "Node | None" = None
    children: "list[Node]" = field(default_factory=list["Node"])

    def get(self, name: str) -> str:
        """An attribute of the dump, such as `resource-id`; empty where it is absent."""
        return self.attributes.get(name, "")

    def is_set(self, name: str) -> bool:
        return self.attributes.get(name) == "true"

    @property
    def editable(self) -> bool:
        """Whether text can be typed into it, as its class tells (the dump does not say)."""
        return self.attributes.get("class", "").endswith(("EditText", "AutoCompleteTextView"))


def read_nodes(xml: str) -> tuple[Node, ...]:
    """The roots of a dump, one per window."""
    top = fromstring(xml.encode())  # noqa: S314 - the bridge itself wrote it
    roots: list[Node] = []
    waiting: list[tuple[Element, Node | None]] = [(child, None) for child in reversed(top)]
    while waiting:
        element, parent = waiting.pop()
        attributes = element.attrib
        node = Node(attributes, _bounds(attributes.get("bounds", "")), parent=parent)
        siblings = roots if parent is None else parent.children
        node.index = len(siblings)
        siblings.append(node)
        waiting.extend((child, node) for child in reversed(element))
    return tuple(roots)


def walk(nodes: "tuple[Node, ...] | list[Node]") -> Iterator[Node]:
    """The nodes and all below them, in document order."""
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children))


def _bounds(text: str) -> Bounds:
    found = _BOUNDS.fullmatch(text)
    return Bounds(*map(int, found.groups())) if found else Bounds(0, 0, 0, 0)
