"""Compiles the expressions of a program to functions of a `Scope`."""

import ast
import operator
import string
from collections.abc import Callable, Collection, Mapping
from difflib import get_close_matches
from typing import Any, Protocol, TypeAlias

from sextant.program.language.faults import Problem, ProgramStuckError
from sextant.program.language.values import FUNCTIONS, as_text, bounded, effort_of, multiplied

__all__ = ["Expression", "Reader", "Scope", "chained", "template"]


class Scope(Protocol):
    """The values and answers that an expression may use."""

    size: int

    def spend(self, count: int) -> None:
        """Counts items that are computed with; raises an error if there are too many between two requests."""
        ...

    def value(self, name: str) -> Any:
        """The value of a variable; raises a request if it is missing."""
        ...

    def shown(self, name: str) -> str:
        """A variable as it appears in an instruction."""
        ...

    def spoken(self, part: "Expression", source: str) -> str:
        """An expression as it appears in an instruction: its source text if any part came from a screen."""
        ...

    def judged(self, place: str, question: "Expression") -> bool:
        """The answer to a question about the screen; raises a request if it is missing."""
        ...


Expression: TypeAlias = Callable[[Scope], Any]

_UNKNOWN: Mapping[type[ast.operator], str] = {
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}
"""Python operators that the language does not support, with their source text."""


def _rest(left: Any, right: Any, size: int) -> Any:
    del size
    if isinstance(left, str):
        raise ProgramStuckError("`%` divides numbers; write texts with `f` or with names in braces")
    return left % right


_BINARY: Mapping[type[ast.operator], Callable[[Any, Any, int], Any]] = {
    ast.Add: lambda one, other, _: one + other,
    ast.Sub: lambda one, other, _: one - other,
    ast.Mult: multiplied,
    ast.Div: lambda one, other, _: one / other,
    ast.FloorDiv: lambda one, other, _: one // other,
    ast.Mod: _rest,
}
_COMPARE: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda one, many: one in many,
    ast.NotIn: lambda one, many: one not in many,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}
_COMPREHENDED = "comprehensions are not part of the language; write a `for` loop"
_LEFT_OUT: Mapping[type[ast.expr], str] = {
    ast.ListComp: _COMPREHENDED,
    ast.SetComp: _COMPREHENDED,
    ast.DictComp: _COMPREHENDED,
    ast.GeneratorExp: _COMPREHENDED,
    ast.Attribute: "attributes are not part of the language (no `.`)",
    ast.Lambda: "`lambda` is not part of the language; write a function with `def`",
}
_ASKING = {"holds": "`holds` asks about the world; write it in a condition, or give its answer to a variable"}
_ELSEWHERE = {
    "step": "`step` is a statement of its own, or the whole right side of an assignment",
    "each": "`each` stands in `for item in each(…)` alone",
    "var": '`var` is the whole right side of an assignment: `total = var("the total on the receipt")`',
}


def chained(node: ast.BinOp) -> list[ast.expr]:
    """The terms of a chain of one operator, from left to right: `a + b + c` has three."""
    terms: list[ast.expr] = [node.right]
    left = node.left
    while isinstance(left, ast.BinOp) and type(left.op) is type(node.op):
        terms.append(left.right)
        left = left.left
    return [left, *reversed(terms)]


class Reader:
    """Compiles expressions to functions. Collects problems, and the names that are read.

    Args:
        problems: Receives the problems.
        defined: The functions that the program defines.
    """

    def __init__(self, problems: list[Problem], defined: Collection[str] = ()) -> None:
        self.problems = problems
        self._defined = defined
        self.names: dict[str, ast.AST] = {}
        self._latest: list[str] = []

    def take(self) -> tuple[str, ...]:
        """The names that were read since the last call."""
        taken, self._latest = tuple(dict.fromkeys(self._latest)), []
        return taken

    def refuse(self, node: ast.AST, message: str) -> Expression:
        """Records a problem at a place of the program."""
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1
        self.problems.append(Problem(line, column, message))
        return _nothing

    def read(self, node: ast.expr) -> Expression:
        """Compiles an expression to a function."""
        match node:
            case ast.Constant(value=str() | int() | float() | bool() | None as value):
                return _constant(value)
            case ast.Name(id=name):
                return self._name(node, name)
            case ast.List() | ast.Tuple() | ast.Dict():
                return self._collection(node)
            case ast.BoolOp():
                return self._any_or_all(node)
            case ast.UnaryOp():
                return self._unary(node)
            case ast.BinOp():
                return self._binary(node)
            case ast.Compare():
                return self._compared(node)
            case ast.IfExp():
                return self._either(node)
            case ast.Subscript():
                return self._item(node)
            case ast.JoinedStr():
                return self._joined(node)
            case ast.Call():
                return self._call(node)
            case _:
                return self.refuse(
                    node, _LEFT_OUT.get(type(node), f"{type(node).__name__} is not part of the language")
                )

    def text(self, node: ast.expr, what: str) -> Expression:
        """Compiles the text of a `step`, `holds` or `each`: a constant with names in braces, or an f-string."""
        match node:
            case ast.Constant(value=str() as written):
                return self._template(node, written, what)
            case ast.JoinedStr():
                return self._joined(node, loose=True)
            case _:
                return self.refuse(node, f"{what} takes a text in quotation marks")

    def _template(self, node: ast.expr, written: str, what: str) -> Expression:
        if not written.strip():
            return self.refuse(node, f"the text of {what} is empty")
        parts = template(written)
        if parts is None:
            return self.refuse(node, "in braces stands the name of a variable and nothing else; write {{ for a brace")
        for _, name in parts:
            if name:
                self._name(node, name)
        return lambda scope: _held(scope, "".join(text + (scope.shown(name) if name else "") for text, name in parts))

    def _name(self, node: ast.expr, name: str) -> Expression:
        if name.startswith("__"):
            return self.refuse(node, f"names with two underscores such as `{name}` are not part of the language")
        if name in FUNCTIONS or name in _ELSEWHERE or name in _ASKING:
            return self.refuse(node, f"`{name}` is a function; call it, or give the variable another name")
        self.names.setdefault(name, node)
        self._latest.append(name)
        return lambda scope: scope.value(name)

    def _either(self, node: ast.IfExp) -> Expression:
        asked, then, other = self.read(node.test), self.read(node.body), self.read(node.orelse)
        return lambda scope: then(scope) if asked(scope) else other(scope)

    def _any_or_all(self, node: ast.BoolOp) -> Expression:
        parts, stop = [self.read(part) for part in node.values], isinstance(node.op, ast.Or)
        return lambda scope: _last(parts, scope, stop)

    def _collection(self, node: ast.List | ast.Tuple | ast.Dict) -> Expression:
        if isinstance(node, ast.Dict):
            return self._table(node)
        parts = [self.read(item) for item in node.elts]
        return lambda scope: _held(scope, [part(scope) for part in parts])

    def _table(self, node: ast.Dict) -> Expression:
        if any(key is None for key in node.keys):
            return self.refuse(node, "`**` is not part of the language")
        pairs = [(self.read(key), self.read(value)) for key, value in zip(node.keys, node.values, strict=True) if key]
        return lambda scope: _held(scope, {key(scope): value(scope) for key, value in pairs})

    def _unary(self, node: ast.UnaryOp) -> Expression:
        part = self.read(node.operand)
        match node.op:
            case ast.Not():
                return lambda scope: not part(scope)
            case ast.USub():
                return _guarded(lambda scope: -part(scope))
            case ast.UAdd():
                return _guarded(lambda scope: +part(scope))
            case _:
                return self.refuse(node, "`~` is not part of the language")

    def _binary(self, node: ast.BinOp) -> Expression:
        first, *others = [self.read(term) for term in chained(node)]
        done = _BINARY.get(type(node.op))
        if done is None:
            return self.refuse(node, f"the operator `{_UNKNOWN[type(node.op)]}` is not part of the language")

        def result(scope: Scope) -> Any:
            value = first(scope)
            for other in others:
                value = _held(scope, done(value, other(scope), scope.size))
            return value

        return _guarded(result)

    def _compared(self, node: ast.Compare) -> Expression:
        parts = [self.read(part) for part in (node.left, *node.comparators)]
        signs = [_COMPARE[type(sign)] for sign in node.ops]

        def compared(scope: Scope) -> bool:
            left = parts[0](scope)
            for sign, part in zip(signs, parts[1:], strict=True):
                right = part(scope)
                scope.spend(effort_of(left, scope.size) + effort_of(right, scope.size))
                if not sign(left, right):
                    return False
                left = right
            return True

        return _guarded(compared)

    def _item(self, node: ast.Subscript) -> Expression:
        whole = self.read(node.value)
        if isinstance(node.slice, ast.Slice):
            if node.slice.step is not None:
                return self.refuse(node, "a slice has two ends and no step")
            first = None if node.slice.lower is None else self.read(node.slice.lower)
            last = None if node.slice.upper is None else self.read(node.slice.upper)
            return _guarded(lambda scope: _held(scope, whole(scope)[_end(first, scope) : _end(last, scope)]))
        index = self.read(node.slice)
        return _guarded(lambda scope: whole(scope)[index(scope)])

    def _joined(self, node: ast.JoinedStr, loose: bool = False) -> Expression:
        """Joins the parts of an f-string. With `loose`, variables without a value appear by name."""
        parts: list[Expression] = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                parts.append(self.read(part))
            elif isinstance(part, ast.FormattedValue) and part.format_spec is None and part.conversion == -1:
                inner = self.read(part.value)
                parts.append(_spoken(part.value, inner) if loose else inner)
            else:
                return self.refuse(node, "in braces stands an expression, without `!r` and without a format")
        return lambda scope: _held(scope, "".join(as_text(part(scope)) for part in parts))

    def _call(self, node: ast.Call) -> Expression:
        if not isinstance(node.func, ast.Name):
            grown = isinstance(node.func, ast.Attribute) and node.func.attr == "append"
            more = "; `names.append(name)` is a statement of its own, for one variable" if grown else ""
            return self.refuse(node, f"only functions by their name can be called{more}")
        name = node.func.id
        if name == "holds":
            return self._holds(node)
        if name in _ELSEWHERE:
            return self.refuse(node, _ELSEWHERE[name])
        called = FUNCTIONS.get(name)
        if called is None:
            return self.refuse(node, self._uncallable(name))
        if any(isinstance(part, ast.Starred) for part in node.args) or any(word.arg is None for word in node.keywords):
            return self.refuse(node, "`*` is not part of the language")
        parts = [self.read(part) for part in node.args]
        words = {word.arg: self.read(word.value) for word in node.keywords if word.arg}

        def result(scope: Scope) -> Any:
            named = {word: part(scope) for word, part in words.items()}
            given = [part(scope) for part in parts]
            scope.spend(sum(effort_of(value, scope.size) for value in (*given, *named.values())))
            return _held(scope, called(*given, **named))

        return _guarded(result)

    def _uncallable(self, name: str) -> str:
        """Why this function cannot be called in an expression."""
        if name in self._defined:
            return f"`{name}` stands inside of an expression; give its result to a variable: x = {name}(…)"
        known = (*FUNCTIONS, *_ELSEWHERE, *_ASKING, *self._defined)
        near = get_close_matches(name, known, n=1)
        return f"there is no function `{name}`{f'; did you mean `{near[0]}`?' if near else ''}"

    def _holds(self, node: ast.Call) -> Expression:
        if len(node.args) != 1 or node.keywords:
            return self.refuse(node, "`holds` takes one text: what has to be so")
        question = self.text(node.args[0], "`holds`")
        place = f"{node.lineno}:{node.col_offset}"
        return lambda scope: scope.judged(place, question)


def _held(scope: Scope, value: Any) -> Any:
    """Counts a computed value and checks its size."""
    scope.spend(effort_of(value, scope.size))
    return bounded(value, scope.size)


def template(written: str) -> list[tuple[str, str]] | None:
    """Splits a text into pairs of literal text and the name in braces after it; None if braces contain others."""
    try:
        parsed = list(string.Formatter().parse(written))
    except ValueError:
        return None
    found: list[tuple[str, str]] = []
    for text, name, spec, conversion in parsed:
        if name is not None and (not name.isidentifier() or spec or conversion):
            return None
        found.append((text, name or ""))
    return found


def _spoken(node: ast.expr, part: Expression) -> Expression:
    if isinstance(node, ast.Name):
        name = node.id
        return lambda scope: scope.shown(name)
    source = ast.unparse(node)
    return lambda scope: scope.spoken(part, source)


def _last(parts: list[Expression], scope: Scope, stop: bool) -> Any:
    value: Any = not stop
    for part in parts:
        value = part(scope)
        if bool(value) is stop:
            break
    return value


def _end(part: Expression | None, scope: Scope) -> Any:
    return None if part is None else part(scope)


def _guarded(part: Expression) -> Expression:
    """Adds clear messages to common errors; the machine handles all others."""

    def guarded(scope: Scope) -> Any:
        try:
            return part(scope)
        except (TypeError, ValueError, ZeroDivisionError, IndexError, KeyError, OverflowError) as error:
            told = f"there is no {error}" if isinstance(error, KeyError) else str(error)
            raise ProgramStuckError(told) from error

    return guarded


def _constant(value: Any) -> Expression:
    return lambda _: value


def _nothing(_: Scope) -> Any:
    raise ProgramStuckError("this line is no part of the language")
