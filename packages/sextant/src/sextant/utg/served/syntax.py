"""Helpers for JavaScript syntax trees: declarations of a scope, parts of a call, values of literals."""

import re
from collections.abc import Iterator, Mapping

from tree_sitter import Node

from sextant.dataclass import dataclass

__all__ = [
    "CLASSES",
    "FUNCTIONS",
    "SCOPES",
    "Declaration",
    "arguments",
    "callee",
    "calls",
    "declared",
    "declares",
    "exports",
    "is_getter",
    "last",
    "part",
    "raw",
    "unescaped",
]

FUNCTIONS = frozenset({"arrow_function", "function_expression", "function_declaration", "method_definition"})
CLASSES = frozenset({"class", "class_declaration"})
SCOPES = FUNCTIONS | {"program", "statement_block"}
_DECLARED = frozenset({"function_declaration", "class_declaration", "generator_function_declaration"})
_HOLDING = ("_statement", "_declaration", "_block", "_clause", "_case", "_body")
"""Suffixes of the types of nodes that may contain declarations of the enclosing scope."""
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_BLANK = frozenset("nrtvfb\n")  # structural: letters of escape sequences


@dataclass(frozen=True, slots=True)
class Declaration:
    """The declaration of a name.

    Attributes:
        node: Its value; None where it is set later, or has none.
        key: The property of the value, or of the module, that it takes; `*` for all of a module.
        parameter: Its position as a parameter of a function; -1 for none.
        source: The module that it is imported from.
    """

    node: Node | None
    key: str = ""
    parameter: int = -1
    source: str = ""


def last(node: Node) -> Node | None:
    """The last part of a node: the value of a sequence."""
    return node.named_children[-1] if node.named_children else None


def calls(node: Node, most: int = 400) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    """The calls within an expression: callee and arguments."""
    ahead = [node]
    while ahead and most > 0:
        here = ahead.pop()
        most -= 1
        if here.type == "call_expression" and (function := callee(here)) is not None:
            yield function, arguments(here)
        ahead.extend(reversed(here.named_children))


def part(node: Node | None, name: str) -> Node | None:
    """A child of a node by the name of its field."""
    return None if node is None else node.child_by_field_name(name)


def raw(node: Node | None) -> str:
    """The source text of a node; empty for None."""
    return "" if node is None or node.text is None else node.text.decode("utf-8", "replace")


def callee(call: Node) -> Node | None:
    """The function of a call; `(0, x.y)(…)` calls `x.y`."""
    function = part(call, "function")
    while function is not None and function.type in ("parenthesized_expression", "sequence_expression"):
        function = last(function)
    return function


def arguments(call: Node) -> tuple[Node, ...]:
    """The arguments of a call."""
    given = part(call, "arguments")
    return () if given is None else tuple(one for one in given.named_children if one.type != "comment")


def is_getter(method: Node) -> bool:
    """Whether a method is a getter."""
    return any(child.type in ("get", "static get") for child in method.children)


def exports(holder: Node | None, parameters: Mapping[str, Declaration]) -> bool:
    """Whether an object or array is passed to webpack's `d` together with a parameter: the exports of a module."""
    given = None if holder is None else holder.parent
    call = None if given is None or given.type != "arguments" else given.parent
    if call is None or not raw(part(call, "function")).endswith(".d"):
        return False
    return raw(arguments(call)[0]) in parameters


def declares(declaration: Node, name: str) -> bool:
    """Whether a declaration declares a name."""
    return any(raw(part(one, "name")) == name for one in (declaration, *declaration.named_children))


def declared(scope: Node) -> dict[str, Declaration]:
    """The declarations of a scope by name: parameters of a function, else those of a block."""
    table: dict[str, Declaration] = {}
    (_declare_parameters if scope.type in FUNCTIONS else _declare)(scope, table)
    return table


def _declare_parameters(function: Node, table: dict[str, Declaration]) -> None:
    if function.type == "function_expression" and (name := part(function, "name")) is not None:
        table[raw(name)] = Declaration(function)
    single = part(function, "parameter")
    listed = part(function, "parameters")
    for index, one in enumerate([single] if single else listed.named_children if listed else []):
        pattern = part(one, "left") if one.type == "assignment_pattern" else one
        for name, key in _patterned(pattern):
            table[name] = Declaration(None, key, index)


def _declare(scope: Node, table: dict[str, Declaration]) -> None:
    """Add the declarations of a block, including those of nested blocks, but not of functions."""
    ahead = list(scope.named_children)
    while ahead:
        node = ahead.pop()
        if node.type in _DECLARED:
            table[raw(part(node, "name"))] = Declaration(node)
        elif node.type == "variable_declarator":
            for name, key in _patterned(part(node, "name")):
                value = part(node, "value")
                if value is not None or name not in table:
                    table[name] = Declaration(value, key)
        elif node.type == "import_statement":
            source = raw(part(node, "source"))[1:-1]
            for name, key in _imported(node):
                table[name] = Declaration(None, key, source=source)
        elif node.type.endswith(_HOLDING):
            ahead.extend(node.named_children)


def _patterned(pattern: Node | None) -> Iterator[tuple[str, str]]:
    """The names that a pattern binds, each with its property."""
    if pattern is None:
        return
    if pattern.type == "identifier":
        yield raw(pattern), ""
    elif pattern.type == "object_pattern":
        for one in pattern.named_children:
            if one.type == "shorthand_property_identifier_pattern":
                yield raw(one), raw(one)
            elif one.type == "pair_pattern" and (value := part(one, "value")) is not None:
                yield raw(value), raw(part(one, "key"))


def _imported(statement: Node) -> Iterator[tuple[str, str]]:
    for clause in statement.named_children:
        for one in clause.named_children if clause.type == "import_clause" else ():
            if one.type == "identifier":
                yield raw(one), "default"
            elif one.type == "namespace_import":
                yield raw(last(one)), "*"
            else:
                for spec in one.named_children:
                    name = raw(part(spec, "name"))
                    yield raw(part(spec, "alias")) or name, name


def unescaped(text: str) -> str:
    """The text of the inside of a string literal. JavaScript counts in UTF-16: half a character becomes U+FFFD."""
    read = _ESCAPE.sub(_unescaped, text)
    return read if read == text else read.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _unescaped(match: re.Match[str]) -> str:
    braced, four, two, other = match.groups()
    if other is not None:
        return " " if other in _BLANK else other
    number = int(braced or four or two, 16)
    return chr(number) if number < 0x110000 else ""
