"""The option that writes the golden texts anew, and a folder where every command line begins alike."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.cli import toy
from tests.cli.test_commands import run
from tests.surface.golden import Goldens, Names

OPTION = "--regenerate"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(OPTION, action="store_true", help="Write tests/surface/goldens/ anew.")


@pytest.fixture
def goldens(request: pytest.FixtureRequest) -> Goldens:
    return Goldens(bool(request.config.getoption(OPTION, default=False)))


@dataclass
class Shell:
    """Runs commands in a folder that holds `app.json`, and keeps what they printed, with volatile values replaced."""

    folder: Path
    names: Names
    lines: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def script(self, name: str, replies: Sequence[toy.Reply | str], then: str = "stop") -> str:
        """A scripted model of the folder."""
        return f"scripted:{toy.script_file(self.folder, replies, then, name).name}"

    def json(self, *words: str) -> Any:
        """The object that a command prints with `--json`."""
        return self.prints(*words, "--json")

    def prints(self, *words: str) -> Any:
        """The object that a command prints."""
        ran = run(*words)
        data = json.loads(ran.out)
        told = " ".join(["sextant", *(repr(word) if " " in word else word for word in words)])
        self.lines.append({"command": self.names.text(told), "exits": ran.code, "prints": self.names.data(data)})
        return data


@pytest.fixture
def shell(tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.chdir(tmp_path)
    toy.app_file(tmp_path)
    return Shell(tmp_path, Names({str(state): "$STATE", str(tmp_path): "$HERE"}))
