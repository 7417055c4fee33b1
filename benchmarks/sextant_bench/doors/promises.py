"""The promises of a page of documentation, and whether the tests that it names are there."""

import re
import subprocess
import sys
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
    """The promises that name no test, or one that is not collected in the repository at `root`."""
    named = {node for promise in found for node in promise.tests}
    files = sorted({node.partition("::")[0] for node in named if (root / node.partition("::")[0]).is_file()})
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *files]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=600)
    collected = {line.partition("[")[0].strip() for line in done.stdout.splitlines() if "::" in line}
    return [
        f"{promise.heading}: {promise.text[:80]}"
        for promise in found
        if not promise.tests or any(node not in collected for node in promise.tests)
    ]
