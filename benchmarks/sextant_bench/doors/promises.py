"""The promises of a page of documentation, and whether the tests that it names are there."""

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Promise", "promises", "without_test"]

_ITEM = re.compile(r"^( *)- ")
_NODE = re.compile(r"`(tests/[\w/]+\.py::\w+)`")


@dataclass(frozen=True, slots=True)
class Promise:
    """An item of a list, with the tests that it names."""

    heading: str
    text: str
    tests: tuple[str, ...]


def promises(page: str) -> list[Promise]:
    """Every item of a list under a heading is a promise; what is no promise stands in a paragraph."""
    found: list[Promise] = []
    heading, item = "", list[str]()

    def end() -> None:
        if item:
            text = " ".join(line.strip() for line in item)
            found.append(Promise(heading, text.removeprefix("- "), tuple(_NODE.findall(text))))
        item.clear()

    for line in page.splitlines():
        if line.startswith("#"):
            end()
            heading = line.lstrip("# ")
        elif _ITEM.match(line):
            end()
            item.append(line)
        elif item and line.startswith("  "):
            item.append(line)
        else:
            end()
    end()
    return found


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
