"""Finds given values that a program never reads, because it sets the variable first."""

import ast
import re

from sextant.program.language import Program
from sextant.program.language.tree import tree_of

__all__ = ["overwritten"]

_BRACED = re.compile(r"\{\s*(\w+)\s*\}")


def overwritten(program: Program, name: str) -> int | None:
    """The line that sets a variable before any statement reads it; None if a given value may be used.

    In doubt None, for example if only a branch sets it, or if a called function may read it.
    """
    body = tree_of(program.source).body
    functions = [node for node in body if isinstance(node, ast.FunctionDef)]
    reading = any(_reads(one, name) for one in functions)
    called = {one.name for one in functions} if reading else set[str]()
    main = [node for node in body if not isinstance(node, ast.FunctionDef)]
    for number, node in enumerate(main):
        first = _evaluated(node)
        if _reads(first, name) or _mentions(first, called):
            return None
        if _sets(node, name):
            after = main[number + 1 :] if isinstance(node, ast.For) else ()  # a loop without turns sets nothing
            return None if any(_reads(one, name) or _mentions(one, called) for one in after) else node.lineno
        if _reads(node, name) or _mentions(node, {name} | called):
            return None
    return None


def _sets(node: ast.stmt, name: str) -> bool:
    match node:
        case ast.Assign(targets=[ast.Name(id=target)]) | ast.For(target=ast.Name(id=target)):
            return target == name
        case _:
            return False


def _evaluated(node: ast.stmt) -> ast.AST:
    """The expressions that a statement evaluates before it sets a variable."""
    match node:
        case ast.Assign(value=first) | ast.For(iter=first):
            return first
        case _:
            return node


def _reads(node: ast.AST, name: str) -> bool:
    """Whether a name is read anywhere in the node, also inside braces in a text."""
    return any(
        (isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Load))
        or (isinstance(one, ast.AugAssign) and isinstance(one.target, ast.Name) and one.target.id == name)
        or (isinstance(one, ast.Constant) and isinstance(one.value, str) and name in _BRACED.findall(one.value))
        for one in ast.walk(node)
    )


def _mentions(node: ast.AST, names: set[str]) -> bool:
    return any(isinstance(one, ast.Name) and one.id in names for one in ast.walk(node))
