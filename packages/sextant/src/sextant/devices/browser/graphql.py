"""Classifies GraphQL requests by the operation in their body (GraphQL specification, sec. 2). Pure."""

import re
from collections.abc import Mapping
from typing import Literal, cast
from urllib.parse import unquote_plus

from sextant.addresses.parts import parts_of
from sextant.dataclass import dataclass

__all__ = ["GraphQLOperation", "is_asked_by", "operation_of"]

_KEYS = frozenset({"query", "operationName", "variables", "extensions"})  # structural: GraphQL over HTTP, sec. 5.1
_SKIPPED = re.compile(
    r'''"""(?:\\"""|(?!""").)*+(?:"""|(?P<endless>))|"(?:\\.|[^"\\\n])*+(?:"|(?P<open>))|#[^\n]*''', re.DOTALL
)
"""Strings, also unterminated ones, and comments. Never steps back: a page may send any document."""
_NAME_OR_BRACE = re.compile(r"[_A-Za-z][_0-9A-Za-z]*|[{}]")
_MAX_DOCUMENT = 200_000

Kind = Literal["query", "mutation", "subscription"]


@dataclass(frozen=True, slots=True)
class GraphQLOperation:
    """The operation that a body requests from a GraphQL server. Of several, the one that writes."""

    kind: Kind
    name: str = ""

    @property
    def writes(self) -> bool:
        """Whether it may change something."""
        return self.kind == "mutation"

    def __str__(self) -> str:
        return f"{self.kind} {self.name}".strip()


def operation_of(body: object) -> GraphQLOperation | None:
    """Return the operation in a JSON body; None if the body is no GraphQL request that names one. Accepts any body."""
    parts = [_operation(part) for part in (cast("list[object]", body) if isinstance(body, list) else [body])]
    known = [part for part in parts if part is not None]
    if not known or len(known) < len(parts):
        return None
    return next((part for part in known if part.writes), known[0])


def is_asked_by(address: str) -> bool:
    """Whether an address may carry an operation itself: then the body does not say what is requested."""
    pairs = parts_of(address).query.replace(";", "&").split("&")
    return any(unquote_plus(pair.partition("=")[0]).partition("[")[0].strip() in _KEYS for pair in pairs)


def _operation(body: object) -> GraphQLOperation | None:
    if not isinstance(body, dict):
        return None
    fields = cast("Mapping[str, object]", body)
    document, name = fields.get("query"), fields.get("operationName")
    if not isinstance(document, str) or not set(fields) <= _KEYS or len(document) > _MAX_DOCUMENT:
        return None
    found = _operations(document)
    if writing := [operation for operation in found if operation.writes]:
        return writing[0]  # servers differ in which of several operations they run
    if isinstance(name, str) and name:
        found = [operation for operation in found if operation.name == name]
    elif len(found) > 1:
        return None  # servers refuse these as ambiguous
    return found[0] if found else None


def _operations(document: str) -> list[GraphQLOperation]:
    """Return the operations of a document in order; none if it is malformed."""
    if any(skipped.lastgroup for skipped in _SKIPPED.finditer(document)):
        return []
    text = _SKIPPED.sub(" ", document)
    found: list[GraphQLOperation] = []
    depth, head = 0, list[str]()
    for part in _NAME_OR_BRACE.findall(_without_arguments(text)):
        if part == "}":
            depth -= 1
            if depth < 0:
                return []
        elif part == "{":
            if depth == 0:
                if (kind := _kind_of(head)) is None:
                    return []
                if kind != "fragment":
                    found.append(GraphQLOperation(kind, "".join(head[1:2])))
                head = []
            depth += 1
        elif depth == 0:
            head.append(part)
    return found if depth == 0 and not head else []


def _kind_of(head: list[str]) -> Kind | Literal["fragment"] | None:
    if not head:
        return "query"
    match head[0]:
        case "query" | "mutation" | "subscription" | "fragment":
            return head[0]
        case _:
            return None


def _without_arguments(text: str) -> str:
    """Remove the text in parentheses: defaults of variables may contain braces."""
    found: list[str] = []
    depth = 0
    for character in text:
        if character == "(":
            depth += 1
        elif character == ")":
            depth = max(0, depth - 1)
        elif depth == 0:
            found.append(character)
    return "".join(found)
