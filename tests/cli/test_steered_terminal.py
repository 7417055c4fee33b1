"""What is printed on a terminal does not steer it, whatever an app or a map says."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cli import toy
from tests.cli.test_commands import run

STEERING = "\x1b]0;owned\x07\x9b31m\u202e"


def on_terminal(*words: str) -> str:
    """What a command prints on a terminal, as both of its outputs."""
    above, terminal = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TERM": "dumb"}
    command = [sys.executable, "-m", "sextant", *words]
    process = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment)
    os.close(terminal)
    shown = bytearray()
    try:
        while chunk := os.read(above, 65536):
            shown += chunk
    except OSError:  # so Linux reports that the other end has closed
        pass
    os.close(above)
    assert process.wait(60) == 0, shown
    return shown.decode()


def steers(text: str) -> bool:
    return any(sign in text for sign in ("\x1b]", "\x07", "\x9b", "\u202e"))


@pytest.fixture
def target(tmp_path: Path, state: Path) -> str:
    """A device whose app tries to steer the terminal."""
    pages: Mapping[str, Any] = toy.APP["pages"]
    about = {"title": f"About{STEERING}", "widgets": [{"label": f"About{STEERING}", "role": "heading"}]}
    file = tmp_path / "steering.json"
    file.write_text(json.dumps({**toy.APP, "pages": {**pages, "about": about}}), encoding="utf-8")
    return f"scripted:{file}"


def test_a_map_does_not_steer_the_terminal_on_which_it_is_printed(target: str) -> None:
    assert run("map", target).code == 0
    (one,) = run("map", "list", "--json").json["maps"]
    whole = run("map", "export", one["app"])
    assert not steers(whole.out)
    assert steers(json.dumps(whole.json, ensure_ascii=False)), "the JSON means it word for word"
    shown = on_terminal("map", "export", one["app"])
    assert not steers(shown)
    assert json.loads(shown) == whole.json
    assert not steers(on_terminal("map", "export", one["app"], "--format", "dot"))


def test_a_screen_does_not_steer_the_terminal_on_which_its_map_is_drawn(target: str) -> None:
    shown = on_terminal("map", target)
    assert "About" in shown
    assert not steers(shown)
