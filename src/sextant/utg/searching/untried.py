"""The ways out of a screen that nobody has taken, each with the reason why it was left alone."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from sextant.utg.exits import Exit
from sextant.utg.graph import Graph, Node, Place

__all__ = ["REASONS", "Reason", "Untried", "groups_tried", "untried"]

Reason = Literal["known", "risky", "changes", "sampled", "hidden", "within", "vain", "open"]
"""`known`: its address is on the map already. `risky`: it might do something, or leaves the app. `changes`: it was
seen to write, or answers a question. `sampled`: one more of a list of which others were taken. `hidden`: something else
has to open first. `within`: it leads to a part of its own page. `vain`: it was touched and nothing happened. `open`:
nobody has come to it yet."""

REASONS: Mapping[Reason, str] = {
    "open": "not tried yet",
    "known": "its address is on the map already",
    "sampled": "one more of a list of which others were tried",
    "changes": "it was seen to write something, or answers a question",
    "risky": "it might do something, or leaves the app",
    "hidden": "something else has to open first",
    "within": "it leads to a part of its own page",
    "vain": "it was touched, and nothing happened",
}
"""In words, in the order in which they are worth knowing."""


@dataclass(frozen=True, slots=True)
class Untried:
    """An exit that no edge stands for; `detail` is what is known beyond the reason, `leads` where it goes."""

    exit: Exit
    reason: Reason
    detail: str = ""
    leads: Place | None = None


def groups_tried(graph: Graph) -> Counter[str]:
    """How many exits of each list or template were taken, over the whole map."""
    tried: Counter[str] = Counter()
    for node in graph.nodes.values():
        taken = {edge.trigger.element for edge in graph.out(node.id)}
        tried.update(one.group for one in node.exits if one.group and one.element in taken)
    return tried


def untried(graph: Graph, node: Node, tried: Mapping[str, int]) -> Iterator[Untried]:
    """The exits of a node that were not taken, in document order; `tried` is what `groups_tried` gives."""
    taken = {edge.trigger.element for edge in graph.out(node.id)}
    for one in node.exits:
        if one.element not in taken:
            yield _reasoned(graph, one, tried)


def _reasoned(graph: Graph, one: Exit, tried: Mapping[str, int]) -> Untried:
    if one.risk:
        return Untried(one, "risky", one.risk)
    if one.alters:
        return Untried(one, "changes", one.alters)
    leads = graph.at(one.href) if one.href else None
    if leads is not None:
        return Untried(one, "known", one.href, leads)
    if one.group and tried.get(one.group):
        return Untried(one, "sampled", one.group)
    if one.reach == "hidden":
        return Untried(one, "hidden")
    if one.vain:
        return Untried(one, "vain")
    return Untried(one, "within" if one.within or one.here else "open")
