"""Parses a text to a program: restricted Python, read with `ast` and never executed (AgentProg)."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

from sextant.dataclass import dataclass
from sextant.program.language.code import (
    HIDDEN,
    MAIN,
    Call,
    Declare,
    EachItem,
    EachValue,
    Enter,
    Function,
    Instruction,
    Jump,
    Leaf,
    Leave,
    Program,
    Return,
    Set,
    Test,
    Turn,
)
from sextant.program.language.expressions import Expression, Reader
from sextant.program.language.faults import Problem, ProgramError
from sextant.program.language.tree import tree_of, unfenced
from sextant.program.language.values import FUNCTIONS

__all__ = ["parse"]

_MOST_VARIABLES = 400
_NUMERIC = frozenset({"float", "int", "number"})
_WORDS = frozenset({"step", "each", "holds", "var", *FUNCTIONS})
_IMPORT = "`import` is not part of the language: a program says what to do on the screen, and computes with what it saw"
_LEFT_OUT: Mapping[type[ast.stmt], str] = {
    ast.Import: _IMPORT,
    ast.ImportFrom: _IMPORT,
    ast.ClassDef: "`class` is not part of the language",
    ast.AsyncFunctionDef: "`async` is not part of the language; write `def`",
    ast.AsyncFor: "`async` is not part of the language; write `for`",
    ast.AsyncWith: "`with` is not part of the language",
    ast.With: "`with` is not part of the language",
    ast.Try: "`try` is not part of the language: what goes wrong is seen on the screen; ask for it with `holds`",
    ast.Raise: "`raise` is not part of the language; write `return`, with what was found",
    ast.Global: "`global` is not part of the language; give the value back with `return`",
    ast.Nonlocal: "`nonlocal` is not part of the language; give the value back with `return`",
    ast.Delete: "`del` is not part of the language",
    ast.Assert: "`assert` is not part of the language; ask for it with `if holds(…)`",
    ast.Match: "`match` is not part of the language; write `if` and `elif`",
}


def parse(source: str) -> Program:
    """Parses a program. A byte order mark before it, and a code fence around it, are ignored.

    Raises:
        ProgramError: It is not valid; the error has all problems, with line and column.
    """
    source = unfenced(source.removeprefix("\ufeff"))
    tree = tree_of(source)
    try:
        return _Author(source).program(tree)
    except RecursionError as error:
        raise ProgramError([Problem(1, 1, "the program is nested too deep; make it simpler")]) from error


@dataclass(slots=True)
class _Loop:
    """The target of `continue`, and the jumps of `break` that still need their target."""

    start: int
    breaks: list[int] = field(default_factory=list[int])


class _Author:
    """Compiles one text to instructions."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._problems: list[Problem] = []
        self._parameters: dict[str, tuple[str, ...]] = {}
        self._reader = Reader(self._problems, self._parameters)
        self._code: list[Instruction] = []
        self._marks: list[str] = []
        self._reads: list[tuple[str, ...]] = []
        self._head = ""
        self._loops: list[_Loop] = []
        self._set: set[str] = set()

    def program(self, tree: ast.Module) -> Program:
        defined = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        for node in defined:
            self._declare(node)
        functions = {MAIN: self._function(MAIN, (), [node for node in tree.body if node not in defined], 1)}
        for node in defined:
            functions[node.name] = self._function(
                node.name, self._parameters.get(node.name, ()), node.body, node.lineno
            )
        if not any(functions[MAIN].code):
            self._problems.append(Problem(1, 1, 'the program does nothing; say what to do: step("…")'))
        variables = len(self._set | set(self._reader.names))
        if variables > _MOST_VARIABLES:
            said = f"a program has at most {_MOST_VARIABLES} variables, and this has {variables}"
            self._problems.append(Problem(1, 1, said))
        if self._problems:
            raise ProgramError(sorted(set(self._problems), key=lambda one: (one.line, one.column, one.message)))
        names = {name: getattr(node, "lineno", 1) for name, node in self._reader.names.items()}
        undeclared = {name: line for name, line in names.items() if name not in self._set}
        return Program(self._source, functions, undeclared, frozenset(_numbers(tree)))

    # -- functions --------------------------------------------------------------------------------------------

    def _declare(self, node: ast.FunctionDef) -> None:
        given = node.args
        plain = not (given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg or given.defaults)
        if not plain or node.decorator_list or node.returns or any(one.annotation for one in given.args):
            self._refuse(node, f"`{node.name}` takes plain names: no defaults, no `*`, no annotations, no decorators")
        if node.name in _WORDS or node.name in self._parameters or node.name.startswith("__"):
            self._refuse(node, f"the function needs another name: `{node.name}` is taken")
        self._parameters[node.name] = tuple(one.arg for one in given.args)
        for one in given.args:
            self._target(one, one.arg)

    def _function(self, name: str, parameters: tuple[str, ...], body: Sequence[ast.stmt], line: int) -> Function:
        self._code, self._marks, self._reads, self._loops = [], [], [], []
        self._block(body)
        return Function(name, parameters, tuple(self._code), line, tuple(self._marks), tuple(self._reads))

    # -- statements -------------------------------------------------------------------------------------------

    def _block(self, body: Sequence[ast.stmt]) -> None:
        for node in body:
            self._statement(node)

    def _statement(self, node: ast.stmt) -> None:
        self._head = _head(node)
        match node:
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                return
            case ast.Expr(value=value):
                self._result(node, value, "")
            case ast.Assign(targets=[ast.Name() as target], value=value):
                self._target(target, target.id)
                self._result(node, value, target.id)
            case ast.AugAssign(target=ast.Name() as target, op=op, value=value):
                self._onto(node, target, op, value)
            case ast.If(test=test, body=body, orelse=other):
                self._if(node, test, body, other)
            case ast.While():
                self._while(node)
            case ast.For():
                self._for(node)
            case ast.Break() | ast.Continue():
                self._out(node)
            case ast.Return(value=value):
                self._return(node, value)
            case ast.FunctionDef():
                self._refuse(node, "functions are defined at the left margin, not inside of something")
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                self._refuse(node, "on the left of `=` stands one name")
            case _:
                told = _LEFT_OUT.get(type(node), f"{type(node).__name__} is not part of the language")
                self._refuse(node, told)

    def _onto(self, node: ast.stmt, target: ast.Name, op: ast.operator, value: ast.expr) -> None:
        """Compiles an augmented assignment: `name += value` and the like."""
        self._target(target, target.id)
        read = ast.copy_location(ast.Name(target.id, ast.Load()), node)
        whole = ast.copy_location(ast.BinOp(read, op, value), node)
        self._put(Set(node.lineno, self._reader.read(whole), target.id))

    def _result(self, node: ast.stmt, value: ast.expr, target: str) -> None:
        """Compiles an expression statement, or the right side of an assignment."""
        match value:
            case ast.Call(func=ast.Attribute(ast.Name() as grown, "append"), args=[one], keywords=[]) if not target:
                # `list.append` of Python
                self._onto(node, grown, ast.Add(), ast.copy_location(ast.List([one], ast.Load()), value))
                return
            case _:
                pass
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            match value.func.id:
                case "step":
                    self._put(Leaf(node.lineno, self._one_text(value, "`step`"), target))
                    return
                case "var":
                    if not target:
                        self._refuse(
                            value, '`var` gives a variable its meaning: total = var("the total on the receipt")'
                        )
                    self._put(Declare(node.lineno, target, self._one_text(value, "`var`")))
                    return
                case name if name in self._parameters:
                    self._put(Call(node.lineno, name, self._arguments(value, name), target))
                    return
                case _:
                    pass
        if not target and not isinstance(value, ast.Call):
            self._refuse(value, "this computes something and does nothing with it")
        self._put(Set(node.lineno, self._reader.read(value), target))

    def _return(self, node: ast.Return, value: ast.expr | None) -> None:
        named = value.func.id if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) else ""
        if value is not None and (named == "step" or named in self._parameters):
            self._result(node, value, HIDDEN)
            self._put(Return(node.lineno, lambda scope: scope.value(HIDDEN)))
        else:
            self._put(Return(node.lineno, None if value is None else self._reader.read(value)))

    def _one_text(self, call: ast.Call, what: str) -> Expression:
        if len(call.args) != 1 or call.keywords:
            return self._reader.refuse(call, f"{what} takes one text")
        return self._reader.text(call.args[0], what)

    def _arguments(self, call: ast.Call, name: str) -> dict[str, Expression]:
        wanted = self._parameters[name]
        given = dict(zip(wanted, call.args, strict=False))
        if any(isinstance(part, ast.Starred) for part in call.args) or len(call.args) > len(wanted):
            self._refuse(call, f"`{name}` takes {len(wanted)} values: {', '.join(wanted) or 'none'}")
        for word in call.keywords:
            if word.arg not in wanted or word.arg in given:
                self._refuse(call, f"`{name}` takes {', '.join(wanted) or 'no values'}, and no `{word.arg}` here")
            else:
                given[word.arg] = word.value
        missing = [one for one in wanted if one not in given]
        if missing:
            self._refuse(call, f"`{name}` needs {', '.join(missing)}")
        return {one: self._reader.read(part) for one, part in given.items()}

    def _if(self, node: ast.If, test: ast.expr, body: Sequence[ast.stmt], other: Sequence[ast.stmt]) -> None:
        asked = self._put(Test(node.lineno, self._reader.read(test)))
        self._block(body)
        if other:
            end = self._put(Jump(node.lineno))
            self._point(asked)
            self._block(other)
            self._point(end)
        else:
            self._point(asked)

    def _while(self, node: ast.While) -> None:
        self._plain(node, node.orelse)
        self._put(Enter(node.lineno, f"while {_short(node.test)}"))
        loop = self._loop()
        asked = self._put(Test(node.lineno, self._reader.read(node.test)))
        self._turns(node, loop, asked)

    def _for(self, node: ast.For) -> None:
        self._plain(node, node.orelse)
        if not isinstance(node.target, ast.Name):
            self._refuse(node, "a `for` goes through its items by one name")
            return
        name = node.target.id
        self._target(node.target, name)
        text = f"for {name} in {_short(node.iter)}"
        if isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and node.iter.func.id == "each":
            described = self._one_text(node.iter, "`each`")
            self._put(Enter(node.lineno, text))
            loop = self._loop()
            asked = self._put(EachItem(node.lineno, described, name))
        else:
            self._put(Enter(node.lineno, text, self._reader.read(node.iter)))
            loop = self._loop()
            asked = self._put(EachValue(node.lineno, name))
        self._turns(node, loop, asked)

    def _loop(self) -> _Loop:
        self._loops.append(_Loop(len(self._code)))
        return self._loops[-1]

    def _turns(self, node: ast.For | ast.While, loop: _Loop, asked: int) -> None:
        self._put(Turn(node.lineno))
        self._block(node.body)
        self._put(Jump(node.lineno, loop.start))
        self._loops.pop()
        for place in (asked, *loop.breaks):
            self._point(place)
        self._put(Leave(node.lineno))

    def _out(self, node: ast.Break | ast.Continue) -> None:
        word = "break" if isinstance(node, ast.Break) else "continue"
        if not self._loops:
            self._refuse(node, f"`{word}` stands in a loop alone")
        elif word == "break":
            self._loops[-1].breaks.append(self._put(Jump(node.lineno)))
        else:
            self._put(Jump(node.lineno, self._loops[-1].start))

    def _plain(self, node: ast.stmt, other: Sequence[ast.stmt]) -> None:
        if other:
            self._refuse(node, "a loop has no `else`")

    # -- instructions -----------------------------------------------------------------------------------------

    def _put(self, instruction: Instruction) -> int:
        self._code.append(instruction)
        self._marks.append(self._mark(instruction))
        read = self._reader.take()  # what is only computed with, nobody has to read
        self._reads.append(() if isinstance(instruction, Set | Return) else read)
        return len(self._code) - 1

    def _mark(self, instruction: Instruction) -> str:
        """The mark of an instruction (see `Function`); loops that ask for items or conditions have one mark."""
        kind = type(instruction).__name__
        match instruction:
            case Jump() | Turn() | Leave():
                return kind
            case Enter(text=text, values=None):
                return f"{kind} {text.split()[0]}"
            case _:
                return f"{kind} {self._head}"

    def _point(self, place: int) -> None:
        """Sets the jump target of an instruction to the current position."""
        found, here = self._code[place], len(self._code)
        if isinstance(found, Jump):
            self._code[place] = replace(found, to=here)
        elif isinstance(found, Test | EachItem | EachValue):
            self._code[place] = replace(found, other=here)

    def _target(self, node: ast.AST, name: str) -> None:
        if name in _WORDS or name in self._parameters or name.startswith("__"):
            self._refuse(node, f"a variable needs another name than `{name}`")
        self._set.add(name)

    def _refuse(self, node: ast.AST, message: str) -> None:
        self._reader.refuse(node, message)


def _numbers(tree: ast.Module) -> Iterator[str]:
    """The variables that are read as numbers anywhere."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=read), *_]) if name in _NUMERIC:
                yield read
            case _:
                pass


def _head(node: ast.stmt) -> str:
    """A compound statement without its body."""
    match node:
        case ast.If(test=test) | ast.While(test=test):
            return ast.unparse(test)
        case ast.For(target=target, iter=items):
            return f"{ast.unparse(target)} in {ast.unparse(items)}"
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Try() | ast.With() | ast.Match():
            return ""
        case _:
            return ast.unparse(node)


def _short(node: ast.expr) -> str:
    """An expression as a short text for the history."""
    written = ast.unparse(node)
    return written if len(written) <= 120 else written[:119] + "…"
