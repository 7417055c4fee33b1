"""The promises of a page of documentation, and whether the tests that it names are there."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["Promise", "promises", "without_test"]

_ITEM = re.compile(r"^( *)- ")
_NODE = re.compile(r"`(tests/[\w/]+\.py::\w+)`")
_UNPROMISED: Final = "Not promised"
_NO_TEXT = re.compile(r"^(\||<!--|$)")


@dataclass(frozen=True, slots=True)
class Promise:
    """An item of a list or a paragraph, with the tests that it names."""

    heading: str
    text: str
    tests: tuple[str, ...]


def promises(page: str) -> list[Promise]:
    """Every item of a list, and every paragraph, but for three kinds of paragraph.

    No promise is what stands before the first section, what introduces something with a colon, and what stands from
    "Not promised" on in a section.
    """
    found: list[Promise] = []
    heading, level, unpromised = "", 0, False
    for block in _blocks(page):
        text = " ".join(line.strip() for line in block)
        if text.startswith("#"):
            heading, level, unpromised = text.lstrip("# "), len(text) - len(text.lstrip("#")), False
            continue
        item = _ITEM.match(block[0]) is not None
        unpromised = unpromised or (not item and text.startswith(_UNPROMISED))
        if item or not (level < 2 or unpromised or text.endswith(":")):
            found.append(Promise(heading, text.removeprefix("- "), tuple(_NODE.findall(text))))
    return found


def _blocks(page: str) -> Iterator[list[str]]:
    """The lines of each heading, item and paragraph; code and tables are left out."""
    block, code = list[str](), False
    for line in [*page.splitlines(), ""]:
        fence = line.startswith("```")
        begins = fence or code or line.startswith("#") or _NO_TEXT.match(line) or _ITEM.match(line)
        apart = bool(block) and _ITEM.match(block[0]) is not None and not line.startswith("  ")
        if block and (begins or apart or block[0].startswith("#")):
            yield block
            block = []
        code ^= fence
        if not (fence or code or _NO_TEXT.match(line)):
            block.append(line)


def without_test(found: list[Promise], root: Path) -> list[str]:
    """The promises that name no test, or one that no file of tests of the repository at `root` defines."""
    files = {node.partition("::")[0] for promise in found for node in promise.tests}
    there = {node for file in files for node in _defined(root, file)}
    return [
        f"{promise.heading}: {promise.text[:80]}"
        for promise in found
        if not promise.tests or any(node not in there for node in promise.tests)
    ]


def _defined(root: Path, file: str) -> Iterator[str]:
    """The tests of a file that pytest collects."""
    path = root / file
    if path.name.startswith("test_") and path.is_file():
        for part in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) and part.name.startswith("test_"):
                yield f"{file}::{part.name}"
