"""Evaluates served scripts statically, on their syntax trees: names, texts of expressions. Nothing is run.

Names are resolved by scope, through the modules of bundlers (webpack, and the output of Rollup, Rolldown and esbuild)
and through calls of small functions. What is only known at run time is a `HOLE` in a text.
"""

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import field
from urllib.parse import urljoin

from tree_sitter import Language, Node, Parser
from tree_sitter_javascript import language

from sextant.dataclass import dataclass
from sextant.utg.served.syntax import (
    CLASSES,
    FUNCTIONS,
    SCOPES,
    Declaration,
    arguments,
    callee,
    declared,
    declares,
    exports,
    is_getter,
    last,
    part,
    raw,
    unescaped,
)

__all__ = ["HOLE", "CallSite", "Code", "ParsingTimeout", "ScriptSource"]

HOLE = "\0"
_LOST = f"{HOLE} {HOLE}"
"""The text of an expression that is nested too deeply: unknown on both ends."""
_LARGEST = 8_000_000
"""Most bytes of a script that is parsed: the tree takes some sixty times as much."""
_DEEPEST = 60
_MOST_HITS = 400
_REQUIRE = 2
"""The position of the parameter of webpack's modules that loads others."""
_PIECE = 4_096


class ParsingTimeout(Exception):  # noqa: N818 - it never leaves this package
    """The deadline has passed."""


@dataclass(slots=True, eq=False)
class ScriptSource:
    """One script."""

    address: str
    data: bytes
    root: Node | None = None
    tables: dict[int, dict[str, Declaration]] = field(default_factory=dict[int, dict[str, Declaration]])


@dataclass(frozen=True, slots=True)
class CallSite:
    """An expression, with the arguments of the enclosing calls."""

    source: ScriptSource
    node: Node
    env: Mapping[int, tuple["CallSite", ...]] = field(default_factory=dict[int, tuple["CallSite", ...]])

    def at(self, node: Node | None) -> "CallSite | None":
        """Another expression with the same arguments."""
        return None if node is None else CallSite(self.source, node, self.env)

    @property
    def raw(self) -> str:
        return raw(self.node)


class Code:
    """The scripts of one app.

    Args:
        texts: By address.
        seconds: Raises `ParsingTimeout` after this time.
    """

    def __init__(self, texts: Mapping[str, str], seconds: float) -> None:
        self.sources = {
            address: ScriptSource(address, text.encode("utf-8", "replace")) for address, text in texts.items()
        }
        self._parser = Parser(Language(language()))
        self._end = time.monotonic() + seconds
        self._depth = 0
        self._modules: dict[str, CallSite | None] = {}

    # -- parsing ------------------------------------------------------------------------------------------------

    def root(self, source: ScriptSource) -> Node | None:
        """The tree of a script; None where it is too large. Syntax errors are nodes of it."""
        if source.root is None and len(source.data) <= _LARGEST:
            data = source.data
            try:
                tree = self._parser.parse(
                    lambda offset, _: data[offset : offset + _PIECE],
                    progress_callback=lambda _offset, _error: time.monotonic() > self._end,
                )
            except ValueError as error:
                self._parser.reset()
                raise ParsingTimeout from error
            source.root = tree.root_node
        return source.root

    def hits(self, source: ScriptSource, pattern: bytes, within: Node | None = None) -> Iterator[Node]:
        """The smallest nodes where bytes of a script match: the bytes find the place, the tree gives its meaning."""
        root = within or self.root(source)
        if root is None:
            return
        for number, match in enumerate(re.compile(pattern).finditer(source.data, root.start_byte, root.end_byte)):
            if number >= _MOST_HITS:
                return
            self._tick()
            start, end = match.span(match.lastindex or 0)
            node = root.descendant_for_byte_range(start, end)
            if node is not None:
                yield node

    def _tick(self) -> None:
        if time.monotonic() > self._end:
            raise ParsingTimeout

    # # -- values -------------------------------------------------------------------------------------------------

    def seen(self, at: CallSite | None) -> CallSite | None:
        """The literal, function, class or operation that an expression evaluates to; None where unknown.

        A module is its function or program; so is an enumeration that a function fills.
        """
        if at is None or self._depth > _DEEPEST:
            return None
        self._tick()
        self._depth += 1
        try:
            return self._seen(at)
        finally:
            self._depth -= 1

    def _seen(self, at: CallSite) -> CallSite | None:
        node = at.node
        match node.type:
            case "parenthesized_expression" | "sequence_expression" | "await_expression":
                return self.seen(at.at(last(node)))
            case "identifier" | "shorthand_property_identifier":
                return self._named(at)
            case "member_expression":
                return self.member(self.seen(at.at(part(node, "object"))), raw(part(node, "property")))
            case "subscript_expression":
                key = part(node, "index")
                return self.member(self.seen(at.at(part(node, "object"))), self.text(at.at(key)))
            case "assignment_expression":
                return self.seen(at.at(part(node, "right")))
            case "call_expression":
                return self._called(at)
            case "undefined" | "this" | "super":
                return None
            case _:
                return at

    def member(self, of: CallSite | None, key: str) -> CallSite | None:
        """The value of a property."""
        if of is None or not key or HOLE in key:
            return None
        if of.node.type == "object":
            return self.seen(self.pairs(of).get(key))
        if of.node.type == "array":
            values = of.node.named_children
            return self.seen(of.at(values[int(key)])) if key.isdecimal() and int(key) < len(values) else None
        if of.node.type in CLASSES:
            return self._of_class(of, key)
        if of.node.type == "program":
            return self._exported(of, key)
        return self._filled(of, key) if of.node.type in FUNCTIONS else None

    def pairs(self, of: CallSite) -> dict[str, CallSite]:
        """The properties of an object literal; getters as the values they return."""
        found: dict[str, CallSite] = {}
        for child in of.node.named_children:
            self._tick()
            key = raw(part(child, "key") or part(child, "name")).strip("\"'")
            if child.type == "pair":
                value = of.at(part(child, "value"))
            elif child.type == "shorthand_property_identifier":
                key, value = raw(child), of.at(child)
            elif child.type == "method_definition":
                method = CallSite(of.source, child, of.env)
                value = self.applied(method) if is_getter(child) else method
            else:
                continue
            if value is not None:
                found[key] = value
        return found

    def applied(self, function: CallSite, given: tuple[CallSite, ...] = ()) -> CallSite | None:
        """The value that a small function returns."""
        body = part(function.node, "body")
        if body is None:
            return None
        inside = CallSite(function.source, body, {**function.env, function.node.id: given})
        end: Node | None = body
        if body.type == "statement_block":
            returns = [child for child in body.named_children if child.type == "return_statement"]
            end = last(returns[-1]) if returns else None
        value = inside.at(end)
        while end is not None and end.type in ("parenthesized_expression", "sequence_expression"):
            end = last(end)
        names = self._table(function.source, function.node)
        if end is not None and end.type == "identifier" and names.get(raw(end), Declaration(None)).parameter == 0:
            first = self.seen(given[0]) if given else None
            if first is not None and first.node.type in ("object", "binary_expression") and not _has_pairs(first.node):
                return CallSite(function.source, function.node, inside.env)  # `(e => (e.KEY = …, e))(E || {})`
        return self.seen(value)

    # -- calls --------------------------------------------------------------------------------------------------

    def _called(self, at: CallSite) -> CallSite | None:
        function = callee(at.node)
        given = tuple(CallSite(at.source, one, at.env) for one in arguments(at.node))
        if function is None:
            return None
        name = raw(part(function, "property"))
        if function.type == "import":
            return self._module_at(at.source, self.text(given[0])) if given else None
        if name == "then" and given:
            handler, value = self._function(given[0]), self.seen(at.at(part(function, "object")))
            return self.applied(handler, (value,)) if handler is not None and value is not None else None
        if name == "freeze" and given:
            return self.seen(given[0])
        if function.type == "identifier" and len(given) == 1 and given[0].node.type in ("number", "string"):
            binding = self._binding(CallSite(at.source, function, at.env))
            if binding is not None and (binding[0].parameter == _REQUIRE or ".exports" in raw(binding[0].node)):
                return self._module(given[0])
        called = self._function(CallSite(at.source, function, at.env))
        return None if called is None else self.applied(called, given)

    def _function(self, at: CallSite | None) -> CallSite | None:
        found = self.seen(at)
        return found if found is not None and found.node.type in FUNCTIONS else None

    def _module(self, number: CallSite) -> CallSite | None:
        """The webpack module of a number: a function among the properties of an object."""
        name = number.raw.strip("\"'")
        if name not in self._modules:
            pattern = rf"[{{,\s]['\"]?({re.escape(name)})['\"]?[(:]".encode()
            holding = (one for one in self.sources.values() if re.search(pattern, one.data))
            found = (CallSite(one, node) for one in holding for node in map(_keyed, self.hits(one, pattern)) if node)
            self._modules[name] = next(found, None)
        return self._modules[name]

    def _module_at(self, source: ScriptSource, name: str) -> CallSite | None:
        other = self.sources.get(urljoin(source.address, name))
        root = None if other is None else self.root(other)
        return None if other is None or root is None else CallSite(other, root)

    # -- names --------------------------------------------------------------------------------------------------

    def _named(self, at: CallSite) -> CallSite | None:
        found = self._binding(at)
        if found is None:
            return None
        binding, scope = found
        if binding.parameter >= 0:
            given = at.env.get(scope.id, ())
            value = given[binding.parameter] if binding.parameter < len(given) else None
            return self.member(self.seen(value), binding.key) if binding.key else self.seen(value)
        if binding.source:
            module = self._module_at(at.source, binding.source)
            return module if binding.key == "*" else self.member(module, binding.key)
        if binding.node is None:
            return self._assigned(at, scope)
        value = self.seen(at.at(binding.node))
        return self.member(value, binding.key) if binding.key else value

    def _binding(self, at: CallSite) -> tuple[Declaration, Node] | None:
        name, node = at.raw, at.node.parent
        while node is not None:
            self._tick()  # `parent` takes as long as the node is deep
            if node.type in SCOPES:
                found = self._table(at.source, node).get(name)
                if found is not None:
                    return found, node
            node = node.parent
        return None

    def _assigned(self, at: CallSite, scope: Node) -> CallSite | None:
        """The value of a variable declared without one, if it is assigned once."""
        found: list[Node] = []
        for node in self.hits(at.source, rb"(?<![\w$.])(" + re.escape(at.raw).encode() + rb")\s*=(?![=>])", scope):
            above = node.parent
            if above is None or above.type != "assignment_expression" or part(above, "left") != node:
                continue
            binding = self._binding(CallSite(at.source, node))
            if binding is not None and binding[1] == scope:
                found.append(above)
        if len(found) != 1:
            return None
        value, above = part(found[0], "right"), found[0].parent
        while above is not None and above.type in ("parenthesized_expression", "binary_expression"):
            above = above.parent
        if value is not None and value.type == "object" and above is not None and above.type == "arguments":
            call = above.parent  # `(function (e) { e.KEY = … })(name || (name = {}))`
            return self._function(at.at(None if call is None else callee(call)))
        return self.seen(at.at(value))

    def _table(self, source: ScriptSource, scope: Node) -> dict[str, Declaration]:
        table = source.tables.get(scope.id)
        if table is None:
            table = source.tables[scope.id] = declared(scope)
        return table

    # -- members ------------------------------------------------------------------------------------------------

    def _of_class(self, of: CallSite, key: str) -> CallSite | None:
        for child in (part(of.node, "body") or of.node).named_children:
            self._tick()
            if raw(part(child, "name") or part(child, "property")) != key:
                continue
            if child.type == "method_definition":
                method = CallSite(of.source, child, of.env)
                return self.applied(method) if is_getter(child) else method
            return self.seen(of.at(part(child, "value")))
        return None

    def _exported(self, of: CallSite, key: str) -> CallSite | None:
        names = self._table(of.source, of.node)
        for child in of.node.named_children:
            if child.type != "export_statement":
                continue
            if key == "default" and (value := part(child, "value")) is not None:
                return self.seen(of.at(value))
            stated = part(child, "declaration")
            if stated is not None and key in names and declares(stated, key):
                return self.seen(of.at(names[key].node))
            for one in (spec for clause in child.named_children for spec in clause.named_children):
                if one.type == "export_specifier" and raw(part(one, "alias") or part(one, "name")) == key:
                    return self.seen(of.at(part(one, "name")))
        return None

    def _filled(self, of: CallSite, key: str) -> CallSite | None:
        """The value that a function sets on its parameter: `e.KEY = …`, or webpack's `n.d(t, {KEY: () => …})`."""
        parameters = self._table(of.source, of.node)
        for node in self.hits(of.source, rb"(?<![\w$])(" + re.escape(key).encode() + rb")(?![\w$])", of.node):
            above = node.parent
            if above is None:
                continue
            if above.type == "member_expression":
                sets = above.parent
                owner = parameters.get(raw(part(above, "object")))
                if owner and sets and sets.type == "assignment_expression" and part(sets, "left") == above:
                    return self.seen(of.at(part(sets, "right")))
            elif above.type == "pair" and part(above, "key") == node and exports(above.parent, parameters):
                getter = self._function(of.at(part(above, "value")))
                return None if getter is None else self.applied(getter)
            elif above.type == "string" and exports(above.parent, parameters):
                beside = above.next_named_sibling  # `["KEY", 0, value, "OTHER", () => …]`
                if beside is not None and beside.type == "number":
                    return self.seen(of.at(beside.next_named_sibling))
                getter = self._function(of.at(beside))
                return None if getter is None else self.applied(getter)
        return None

    # -- texts and lists ----------------------------------------------------------------------------------------

    def text(self, at: CallSite | None) -> str:
        """The text of an expression, with a `HOLE` for what is unknown."""
        if at is None or self._depth > _DEEPEST:
            return _LOST
        self._depth += 1
        try:
            return self._text(at)
        finally:
            self._depth -= 1

    def _text(self, at: CallSite) -> str:
        node = at.node
        if node.type == "string":
            return unescaped(raw(node)[1:-1])
        if node.type == "number":
            return raw(node)
        if node.type == "template_string":
            return "".join(
                unescaped(raw(one))
                if one.type in ("string_fragment", "escape_sequence")
                else self.text(at.at(last(one)))
                for one in node.named_children
            )
        if node.type == "binary_expression" and raw(part(node, "operator")) == "+":
            return self.text(at.at(part(node, "left"))) + self.text(at.at(part(node, "right")))
        function = callee(node) if node.type == "call_expression" else None
        if function is not None and raw(part(function, "property")) == "concat":
            parts = (part(function, "object"), *arguments(node))
            return "".join(self.text(at.at(one)) for one in parts)
        value = self.seen(at)
        return HOLE if value is None or value == at else self.text(value)

    def items(self, at: CallSite | None) -> Iterator[CallSite]:
        """The objects that an expression lists: in arrays, spread, conditional, or as arguments of calls (`jsx`)."""
        if at is None or self._depth > _DEEPEST:
            return
        self._depth += 1
        try:
            yield from self._items(at)
        finally:
            self._depth -= 1

    def _items(self, at: CallSite) -> Iterator[CallSite]:
        self._tick()
        node = at.node
        match node.type:
            case "object":
                yield at
            case "array" | "spread_element" | "ternary_expression" | "binary_expression" | "parenthesized_expression":
                for child in node.named_children:
                    yield from self.items(at.at(child))
            case "call_expression" if arguments(node):
                function = callee(node)
                if function is not None and function.type == "member_expression" and raw(function).endswith(".concat"):
                    yield from self.items(at.at(part(function, "object")))
                for child in arguments(node):
                    one = at.at(child)
                    if child.type in ("identifier", "member_expression"):
                        one = self.seen(one)
                        one = one if one is not None and one.node.type == "array" else None
                    yield from self.items(one)
            case _ if node.type in FUNCTIONS:
                yield from self.items(self.applied(at))
            case _:
                value = self.seen(at)
                if value is not None and value != at:
                    yield from self.items(value)


def _has_pairs(node: Node) -> bool:
    """Whether an object, or the fallback in `E || {}`, has properties."""
    value = last(node) if node.type == "binary_expression" else node
    return value is None or value.type != "object" or bool(value.named_children)


def _keyed(node: Node) -> Node | None:
    """The function whose key is a number."""
    holder = node.parent if node.parent is not None and node.type == "string_fragment" else node
    pair = holder.parent
    value = pair if pair is None or pair.type == "method_definition" else part(pair, "value")
    return value if value is not None and value.type in FUNCTIONS else None
