"""An agent of one's own by name: found where it is, refused with a sentence where it is not."""

import sys
from collections.abc import Generator
from contextlib import chdir
from pathlib import Path

import pytest

from sextant.assembly.guests import find_guest
from sextant.errors import UsageError


@pytest.fixture
def folder(tmp_path: Path) -> Generator[Path]:
    """A folder one works in; what is imported from it is forgotten afterwards."""
    before, known = list(sys.path), set(sys.modules)
    with chdir(tmp_path):
        yield tmp_path
    sys.path[:] = before
    for name in set(sys.modules) - known:
        del sys.modules[name]


def test_a_module_of_the_present_folder_is_found(folder: Path) -> None:
    methods = (
        "    def make():\n        return Shop()\n    def start(self, goal, info): ...\n    def act(self, view): ...\n"
    )
    text = f"class Shop:\n{methods}"
    (folder / "my_own_agent.py").write_text(text, encoding="utf-8")
    assert type(find_guest("python:my_own_agent:Shop.make")).__name__ == "Shop"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("python:", "is not an agent"),
        ("python:agent", "is not an agent"),
        ("python:a b:c", "is not an agent"),
        ("python:../agent:make", "is not an agent"),
        ("python:no_such_module_here:make", "module 'no_such_module_here' is neither"),
        ("python:tests.support.no_such:make", "module 'tests.support.no_such' is neither"),
        ("python:tests.support.guests:no_such", "has no 'no_such'"),
        ("python:tests.support.guests:NOT_CALLABLE", "cannot be called"),
        ("python:tests.support.guests:broken", r"failed to create .*: RuntimeError: no weights \(guests.py:\d+\)"),
        ("python:tests.support.guests:NoActor", "has no method 'act'"),
        ("python:tests.support.guests:Asynchronous", "is asynchronous"),
        ("http://", "is not an address"),
        ("http://127.0.0.1:x/", "is not an address"),
        ("http://127.0.0.1:9/", "No agent answers"),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_sentence(name: str, told: str) -> None:
    with pytest.raises(UsageError, match=told) as error:
        find_guest(name)
    assert error.value.remedy


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("import no_such_package_here\n", "needs 'no_such_package_here', which is not installed"),
        ("def make(:\n", "cannot be imported: SyntaxError"),
        ("1 / 0\n", r"cannot be imported: ZeroDivisionError: division by zero \(broken_agent.py:1\)"),
        ("import sys\nsys.exit(4)\n", "cannot be imported: SystemExit: 4"),
    ],
)
def test_a_module_that_cannot_be_imported_says_why(folder: Path, text: str, told: str) -> None:
    (folder / "broken_agent.py").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=told):
        find_guest("python:broken_agent:make")
