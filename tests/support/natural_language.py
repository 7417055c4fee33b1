"""Finds natural language spelled in source code: patterns with spelled alternatives, collections of spelled words.

A definition whose lines hold a comment `# structural: REASON` is a format's own vocabulary (ARIA roles, HTTP methods).
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Finding", "findings", "in_file"]

_CALLS = frozenset({"compile", "search", "match", "sub", "subn", "fullmatch", "findall", "finditer", "split"})
_WORD = re.compile(r"[^\W\d_]{3,}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_ESCAPE = re.compile(r"\\[a-zA-Z]|\(\?[a-zA-Z<!=:]+|\{[\d,]+\}")
_FOREIGN = re.compile(r"[\u00c0-\u024f\u0370-\u04ff\u0590-\u06ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,}")
_TOKEN = re.compile(r"[^\W\d_A-Z]{3,}")
_REASON = re.compile(r"# structural: (.+)")
_PROMPT_SPACES = 12
"""A text of several lines with more spaces is a prompt or a template."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One definition that spells words; `reason` is why it may, or empty."""

    line: int
    words: tuple[str, ...]
    reason: str


def findings(source: str) -> Iterator[Finding]:
    """Every place of a module that spells natural language, in no particular order."""
    lines, tree, seen = source.split("\n"), ast.parse(source), set[int]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            words = _pattern_words(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            words = _constant_words(node)
        else:
            continue
        if not words or node.lineno in seen:
            continue
        seen.add(node.lineno)
        block = "\n".join(lines[max(0, node.lineno - 2) : (node.end_lineno or node.lineno) + 1])
        reason = _REASON.search(block)
        yield Finding(node.lineno, tuple(words), "" if reason is None else reason[1])


def _strings(node: ast.AST) -> list[str]:
    return [item.value for item in ast.walk(node) if isinstance(item, ast.Constant) and isinstance(item.value, str)]


def _is_pattern(node: ast.AST) -> bool:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    owner = node.func.value
    return isinstance(owner, ast.Name) and owner.id in ("re", "regex") and node.func.attr in _CALLS


def _pattern_words(node: ast.Call) -> list[str]:
    if not _is_pattern(node):
        return []
    pieces = re.split(r"[|()]", _ESCAPE.sub(" ", "".join(_strings(node))))
    words = [piece for piece in pieces if _WORD.search(piece)]
    enough = 3 if _FOREIGN.search("".join(words)) else 5
    return words if len(words) >= enough else []


def _constant_words(node: ast.Assign | ast.AnnAssign) -> list[str]:
    if node.value is None or any(_is_pattern(item) for item in ast.walk(node.value)):
        return []
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    texts = _strings(node.value)
    named_all = any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets)
    if named_all or any("\n" in text and text.count(" ") > _PROMPT_SPACES for text in texts):
        return []
    tokens, foreign = _collection(node.value), [text for text in texts if _FOREIGN.search(text)]
    return (tokens or foreign) if len(tokens) >= 8 or len(foreign) >= 3 else []


def _collection(value: ast.expr) -> list[str]:
    """Lower-case words of a set, tuple or list, or of one string that is split; keys and sentences are none."""
    match value:
        case ast.Call(func=ast.Name(id="frozenset" | "set" | "tuple" | "list")):
            return _collection(value.args[0]) if value.args else []
        case ast.Call(func=ast.Attribute(attr="split", value=owner)):
            return [word for text in _strings(owner) for word in text.split() if _TOKEN.fullmatch(word)]
        case ast.Call():
            return [word for argument in value.args for word in _collection(argument)]
        case ast.Set() | ast.Tuple() | ast.List():
            texts = [word for text in _strings(value) for word in (text.split() if len(text) > 40 else [text])]
            return [text for text in texts if _TOKEN.fullmatch(text)]
        case ast.BinOp():
            return _collection(value.left) + _collection(value.right)
        case _:
            return []


def in_file(path: Path) -> list[Finding]:
    """The findings of one file, in the order of its lines."""
    return sorted(findings(path.read_text(encoding="utf-8")), key=lambda found: found.line)
