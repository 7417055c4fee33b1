"""Parses a text to a syntax tree. Refuses texts that are too large or too deep, and invalid constants."""

import ast
import re
import warnings

from sextant.program.language.expressions import chained
from sextant.program.language.faults import Problem, ProgramError
from sextant.program.language.limits import ProgramLimits
from sextant.program.language.values import LARGEST, whole_text

__all__ = ["tree_of", "unfenced"]

_LONGEST = 100_000
_MOST_NODES = 20_000
_DEEPEST = 40
_MOST_TERMS = 80
_SIZE = ProgramLimits().size
_NAME = re.compile(r"\{\w+\}")


_FENCE = "```"


def unfenced(source: str) -> str:
    """Removes the code fence around a program, as models write it; lines keep their numbers."""
    lines = source.split("\n")
    written = [place for place, line in enumerate(lines) if line.strip()]
    if not written or not lines[written[0]].startswith(_FENCE):
        return source
    ends = [place for place in written[1:] if lines[place].strip() == _FENCE]
    for place in (written[0], *(ends[-1:] if ends and ends[-1] == written[-1] else ())):
        lines[place] = ""
    return "\n".join(lines)


def tree_of(source: str) -> ast.Module:
    """Parses a text to a tree.

    Raises:
        ProgramError: It is not valid Python, too large or too deep, or has a constant of an unsupported type.
    """
    if len(source) > _LONGEST:
        raise ProgramError([Problem(1, 1, f"a program has at most {_LONGEST} characters, and this has {len(source)}")])
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about unusual escape sequences, which do no harm
            tree = ast.parse(source)
    except SyntaxError as error:
        fence = next((at for at, line in enumerate(source.split("\n"), 1) if line.lstrip().startswith(_FENCE)), 0)
        told = "a fence (```) stands here; give the program alone, without the text around it"
        place = Problem(error.lineno or 1, error.offset or 1, f"this is not Python: {error.msg}")
        place = Problem(fence, 1, told) if fence else place
        raise ProgramError([place]) from error
    except (ValueError, RecursionError, MemoryError) as error:
        told = str(error) if isinstance(error, ValueError) else "it is nested too deep; make it simpler"
        raise ProgramError([Problem(1, 1, f"this cannot be read as Python: {told}")]) from error
    waiting: list[tuple[ast.AST, int]] = [(tree, 0)]
    count = 0
    while waiting:
        node, depth = waiting.pop()
        count += 1
        if count > _MOST_NODES or depth > _DEEPEST:
            line = getattr(node, "lineno", 1)
            told = f"deeper than {_DEEPEST} levels" if depth > _DEEPEST else f"larger than {_MOST_NODES} parts"
            raise ProgramError([Problem(line, 1, f"the program is {told}; make it simpler")])
        if isinstance(node, ast.Expr) and _is_text(node.value):
            continue
        if isinstance(node, ast.expr) and (told := _unfit(node)):
            raise ProgramError([Problem(node.lineno, node.col_offset + 1, told)])
        if isinstance(node, ast.BinOp) and len(terms := chained(node)) > 2:
            if len(terms) > _MOST_TERMS:
                raise ProgramError(
                    [Problem(node.lineno, 1, f"a line has more than {_MOST_TERMS} terms; make it simpler")]
                )
            waiting += [(term, depth + 1) for term in terms]
            count += len(terms)
        else:
            waiting += [(child, depth + 1) for child in ast.iter_child_nodes(node)]
    return tree


def _unfit(node: ast.expr) -> str:
    """Why a constant cannot be a value of a program; empty if it can."""
    if isinstance(node, ast.Constant | ast.JoinedStr | ast.List | ast.Tuple | ast.Dict) and _weight(node) > _SIZE:
        return f"this is larger than a value may be: at most {_SIZE} characters and items"
    value: object = node.value if isinstance(node, ast.Constant) else None
    if isinstance(value, str) and whole_text(value) != value:
        return "this text has half a character (a lone surrogate), which no file can hold"
    if isinstance(value, int | float) and not -LARGEST <= value <= LARGEST:
        return "this number is too large"
    return ""


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _weight(node: ast.AST) -> int:
    """Characters and items of a literal value."""
    match node:
        case ast.Constant(value=str() as text):
            return 1 + len(_NAME.sub("", text))
        case ast.JoinedStr(values=parts):
            return 1 + sum(_weight(part) - 1 for part in parts)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return 1 + sum(map(_weight, items))
        case ast.Dict(keys=keys, values=values):
            return 1 + sum(_weight(part) for part in (*keys, *values) if part is not None)
        case _:
            return 1
