"""Parses Graphviz DOT: one directed graph, bounded, without recursion.

Supported: nodes, chains of edges, attributes, nested subgraphs, quoted names, comments. Undirected graphs, groups as
ends of edges, and HTML labels are reported as errors.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import pairwise

from sextant.dataclass import dataclass
from sextant.errors import UsageError

_TOKEN = re.compile(
    r"(?P<space>\s+|//[^\n]*|/\*.*?\*/|^\#[^\n]*)"
    r'|(?P<string>"(?:[^"\\]|\\.)*")'
    r"|(?P<arrow>->|--)"
    r"|(?P<sign>[{}\[\];,=:])"
    r"|(?P<word>-?[\w$.]+)",
    re.DOTALL | re.MULTILINE,
)
_ESCAPED = re.compile(r"\\([\"\\])")
_DEEPEST = 64
_MOST_TOKENS = 12_000_000
_KEYWORDS = frozenset({"node", "edge", "graph"})


@dataclass(frozen=True, slots=True)
class DotNode:
    """A node statement, with the names of its enclosing subgraphs."""

    name: str
    attributes: Mapping[str, str]
    within: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DotEdge:
    """One edge; each pair of a chain is one."""

    source: str
    target: str
    attributes: Mapping[str, str]
    within: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    at: int


@dataclass(slots=True)
class _Reader:
    """A lazy tokenizer with one token of lookahead: a hostile text is refused before it becomes a large list."""

    text: str
    ahead: _Token = _Token("start", "", 0)
    end: int = 0
    count: int = 0
    within: list[str] = field(default_factory=list[str])

    def peek(self) -> _Token:
        return self.ahead

    def take(self) -> _Token:
        token = self.ahead
        self.ahead = self._next()
        return token

    def _next(self) -> _Token:
        self.count += 1
        if self.count > _MOST_TOKENS:
            raise UsageError(f"This DOT file has more than {_MOST_TOKENS} tokens.", "Import a part of it.")
        while self.end < len(self.text):
            at = self.end
            found = _TOKEN.match(self.text, at)
            if found is None:
                raise UsageError(
                    f"This DOT file is invalid: line {self._line(at)}: {self.text[at : at + 20]!r} is not DOT syntax.",
                    "HTML labels are not supported. Quote other names.",
                )
            self.end = found.end()
            if found.lastgroup != "space":
                return _Token(found.lastgroup or "", found.group(), at)
        return _Token("end", "the end of the text", len(self.text))

    def _line(self, at: int) -> int:
        return self.text.count("\n", 0, at) + 1

    def accept(self, text: str) -> bool:
        """Take the next token if it is this sign or keyword; a quoted name is neither."""
        token = self.peek()
        if token.kind == "string" or token.text.casefold() != text:
            return False
        self.take()
        return True

    def name(self, what: str) -> str:
        token = self.take()
        if token.kind == "string":
            return _ESCAPED.sub(r"\1", token.text[1:-1])
        if token.kind != "word":
            raise self.error(f"{what} is expected, not {token.text[:40]!r}", token)
        return token.text

    def error(self, message: str, token: _Token) -> UsageError:
        where = f"line {self._line(token.at)}"
        return UsageError(f"This DOT file is invalid: {where}: {message}.", "Check it with Graphviz.")


def read_dot(text: str) -> Iterator[DotNode | DotEdge]:
    """Yield the nodes and edges of a directed graph, in the order of the text.

    Raises:
        UsageError: It is no DOT, or not supported; the message names the line.
    """
    reader = _Reader(text)
    reader.take()
    reader.accept("strict")
    if not reader.accept("digraph"):
        raise reader.error("a directed graph (`digraph`) is expected", reader.peek())
    if reader.peek().kind in ("word", "string"):
        reader.take()
    if not reader.accept("{"):
        raise reader.error("'{' is expected", reader.peek())
    reader.within.append("")
    while reader.within:
        yield from _statement(reader)
    if reader.peek().kind != "end":
        raise reader.error("the graph has ended, but the text goes on", reader.peek())


def _statement(reader: _Reader) -> Iterator[DotNode | DotEdge]:
    if reader.accept(";") or reader.accept(","):
        return
    if reader.accept("}"):
        reader.within.pop()
        if reader.peek().kind == "arrow":
            raise reader.error("groups as ends of edges are not read", reader.peek())
        return
    if reader.accept("subgraph"):
        name = reader.name("the name of a subgraph") if reader.peek().kind in ("word", "string") else ""
        _enter(reader, name)
        return
    if reader.peek().text == "{":
        _enter(reader, "")
        return
    yield from _node_or_edges(reader)


def _enter(reader: _Reader, name: str) -> None:
    opening = reader.peek()
    if not reader.accept("{"):
        raise reader.error("'{' is expected", opening)
    if len(reader.within) >= _DEEPEST:
        raise reader.error(f"subgraphs are nested more than {_DEEPEST} deep", opening)
    reader.within.append(name)


def _node_or_edges(reader: _Reader) -> Iterator[DotNode | DotEdge]:
    first = reader.peek()
    chain = [_end(reader)]
    if first.kind == "word" and first.text.casefold() in _KEYWORDS:
        _attributes(reader)  # defaults
        return
    if reader.accept("="):
        reader.name("a value")
        return
    while reader.peek().kind == "arrow":
        arrow = reader.take()
        if arrow.text != "->":
            raise reader.error("undirected edges are not read", arrow)
        if reader.peek().text == "{" or reader.peek().text == "subgraph":
            raise reader.error("groups as ends of edges are not read", reader.peek())
        chain.append(_end(reader))
    attributes = _attributes(reader)
    within = tuple(name for name in reader.within if name)
    if len(chain) == 1:
        yield DotNode(chain[0], attributes, within)
    for source, target in pairwise(chain):
        yield DotEdge(source, target, attributes, within)


def _end(reader: _Reader) -> str:
    """The name of a node; a port is ignored."""
    name = reader.name("the name of a node")
    while reader.accept(":"):
        reader.name("a port")
    return name


def _attributes(reader: _Reader) -> dict[str, str]:
    found: dict[str, str] = {}
    while reader.accept("["):
        while not reader.accept("]"):
            if reader.accept(",") or reader.accept(";"):
                continue
            name = reader.name("the name of an attribute")
            found[name] = reader.name("a value") if reader.accept("=") else "true"
    return found
