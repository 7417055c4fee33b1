"""Goals that ask for one of many, whichever: `one of the rounds`, `an event`, `the ticket of an event`.

The list of all is not it, and neither is what makes a new one. It is a screen about one thing, to be told by what it is
called together with the screen that leads to it.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from sextant.utg.exits import Binding
from sextant.utg.faces import identity_words, title_parts
from sextant.utg.graph import Edge, Graph, Node, Place, identity
from sextant.utg.words import SPELT_OUT, Query, coverage, lexicon, match, matched, tokens

__all__ = [
    "LIST",
    "ROW",
    "ROW_ALONE",
    "about_one",
    "asks_for_all",
    "asks_for_any",
    "called",
    "lists_of",
    "lists_them",
    "named_alike",
    "one_of",
    "record_scores",
]

LIST = 0.7
"""What the list of all is worth at most where one of them is asked for: less than enough to be the goal."""
ROW = 0.96
"""What a row of that list is worth as the way to one of them: more than any way round that only code knows."""
ROW_ALONE = 0.8
"""What is worth something that may be one, and stands in no list."""
_RECORD = 0.94
"""What a screen about one thing is worth whose name, with that of the screen before it, says all of the goal."""
_BY_LIST = 0.98
"""And so much of that where only the list says it."""

_BEFORE = (
    r"^(?:(?:please|open|show|see|view|visit|display|bring|me|us|go|get|take|to|up)\b\s*|(?:in|on)\s[^,]{1,40},\s*)*"
)
"""What a goal begins with before it says what is wanted."""
_ASKED = re.compile(
    _BEFORE + r"(?:the\s(?:[\w-]+\s){1,5}?(?:of|about|for|on)\s)?"
    r"(?:one of|any of|some of|one|any|an?|some|somebody|someone)\b(?!\s?[-/]|\s(?:new|blank|fresh)\b)",
    re.IGNORECASE,
)
_MANY = re.compile(
    _BEFORE + r"(?:(?:the|my|our|all)\s(?:(?:[a-z]+\s)(?!of\b|for\b))?)*?([a-z]{3,}s)\b(?!\s(?:and|or)\b)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(_BEFORE + r"(?:an?)\b(?!\s?-)", re.IGNORECASE)
"""What begins a goal that may also mean the only one there is: `a privacy policy`."""
_LISTED = re.compile(r"\b(?:list|overview|table|index)\s(?:of|with)\b", re.IGNORECASE)
_OF_ONE = lexicon(
    "detail setting property option preference statistic stat analytic news info particular term condition permission "
    "change result content credit basic new"
)
"""Plurals that are a screen about one thing, and no list of such things: `details of the user`."""
_HOLE = re.compile(r"\{[^{}]*\}")
_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=4096)
def asks_for_any(goal: str) -> bool:
    """Whether a goal asks for one thing out of many and leaves open which."""
    said = " ".join(goal[:2000].split())
    return _ASKED.match(said) is not None and _LISTED.search(said) is None


def about_one(node: Node | None, binding: Binding = ()) -> bool:
    """Whether a screen is about one thing of many."""
    if identity(binding):
        return True
    return node is not None and _HOLE.search(node.key.label) is not None


def asks_for_all(goal: str) -> bool:
    """Whether a goal asks for many things at once: `the events`, `parcels that I post`."""
    found = _MANY.match(" ".join(goal[:2000].split()))
    if found is None or found[1].lower().endswith(("ss", "us", "is")):
        return False
    return not frozenset(tokens(found[1])) & _OF_ONE and not asks_for_any(goal)


def lists_of(graph: Graph, place: Place) -> Iterator[Place]:
    """The screens of the same app that lead to a screen about one thing and are about none themselves."""
    target = graph.nodes.get(place.node)
    for edge in graph.edges.values():
        source = graph.nodes.get(edge.source)
        if edge.target != place.node or source is None or target is None or source.key.app != target.key.app:
            continue
        if not about_one(source, edge.source_binding) and edge.source != edge.target:
            yield Place(edge.source, edge.source_binding)


def lists_them(graph: Graph, place: Place, query: Query | None = None) -> bool:
    """Whether a place is a list: the map knows things that it leads to, or it has rows that nobody has touched.

    With a `query`, a page that calls itself by all of it in the singular is none, unless the map knows that what it
    leads to is called so too: the rows of a `Privacy policy` are no privacy policies.
    """
    node = graph.nodes.get(place.node)
    if node is None or about_one(node, place.binding):
        return False
    known = list(one_of(graph, place))
    if query is not None and _is_called(node, query):
        return any(coverage(query, called(graph.nodes[one.node])) > 0 for one in known)
    return bool(known) or any(one.kind == "item" for one in node.exits)


def _is_called(node: Node, query: Query) -> bool:
    """Whether a screen's title or head says all that a goal with `a` or `an` asks for, in the number it is asked for.

    `Events` is what a list is called where the goal asks for `an event`.
    """
    if _ARTICLE.match(" ".join(query.text[:2000].split())) is None:
        return False
    asked = {word for word in _words(query.text[:2000]) if any(one in query.words for one in tokens(word))}
    names = (*node.face.heads, *title_parts(node.face.title))
    return any(match(query, name).score >= SPELT_OUT and asked <= _words(name) for name in names)


def _words(text: str) -> frozenset[str]:
    """The words of a text as they stand, in small letters: `events` is not `event`."""
    return frozenset(_WORD.findall(text.casefold()))


def one_of(graph: Graph, place: Place) -> Iterator[Place]:
    """The screens about one thing that a screen of the same app leads to."""
    here = graph.nodes.get(place.node)
    for edge in graph.out(place.node):
        if edge.trigger.event != "tap":
            continue
        target, there = graph.nodes.get(edge.target), Place(edge.target, edge.target_binding)
        if (
            here is not None
            and target is not None
            and target.key.app == here.key.app
            and about_one(target, there.binding)
        ):
            yield there


def named_alike(graph: Graph, place: Place) -> Iterator[Place]:
    """The screens about one thing of the same app that are called as a place is: `Cards` and `/card/{id}`."""
    here = graph.nodes.get(place.node)
    if here is None or about_one(here, place.binding):
        return
    own = called(here)
    for node in graph.nodes.values():
        words = called(node) if node.key.app == here.key.app and _HOLE.search(node.key.label) else []
        if words and len(matched(Query("", tuple(words)), own)) == len(words):
            yield Place(node.id)


def record_scores(graph: Graph, query: Query, inside: Mapping[str, Query]) -> dict[str, float]:
    """How well each screen about one thing answers a goal that asks for any, 0-1: by its name and what leads to it.

    Nothing where the goal asks for something else.
    """
    if not asks_for_any(query.text):
        return {}
    before: dict[str, list[Edge]] = {}
    for edge in graph.edges.values():
        if edge.trigger.event == "tap":  # what a long press opens is a menu about a thing, not the thing
            before.setdefault(edge.target, []).append(edge)
    found: dict[str, float] = {}
    for node in graph.nodes.values():
        if node.id in before and any(about_one(node, binding) for binding in node.bindings or ((),)):
            leading = _leading(graph, node, before.get(node.id, ()))
            found[node.id] = _score(inside.get(node.key.app, query), node, leading)
    return found


def _score(query: Query, node: Node, leading: Iterator[Node]) -> float:
    own, before = called(node), [called(one) for one in leading]
    best = max((coverage(query, [*own, *words]) for words in before), default=coverage(query, own))
    if coverage(query, own) > 0:
        return _RECORD * best
    listed = any(len(matched(query, words)) == len(query.words) for words in before)
    return _BY_LIST * _RECORD * best if listed else 0.0


def _leading(graph: Graph, node: Node, edges: "list[Edge] | tuple[()]") -> Iterator[Node]:
    """The screens of the same app that lead to a screen."""
    for source in dict.fromkeys(edge.source for edge in edges):
        one = graph.nodes.get(source)
        if one is not None and one.id != node.id and one.key.app == node.key.app:
            yield one


def called(node: Node) -> list[str]:
    """The words by which screens of a node are called, whichever thing they are about."""
    if _HOLE.search(node.key.label):
        parts = [part for part in node.key.label.split("/") if part and not _HOLE.search(part)]
        return [word for part in parts[len(parts) > 1 :] for word in tokens(part)]
    return identity_words(node.face)
