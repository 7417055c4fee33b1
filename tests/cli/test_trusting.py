"""A sextant.toml that lies where a command is run, as a process sees it."""

import json
import os
import subprocess
import sys
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from shlex import quote

import pytest

from tests.cli import toy
from tests.cli.test_commands import run
from tests.support.counting import CountingSite

pytestmark = pytest.mark.long

SEXTANT = Path(sys.executable).with_name("sextant")


def process(project: Path, *words: str, **environ: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [SEXTANT, *words],
        cwd=project,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environ},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.fixture
def project(tmp_path: Path, state: Path) -> Path:
    (tmp_path / "project" / ".git").mkdir(parents=True)
    return tmp_path / "project"


@pytest.fixture
def ran(project: Path) -> Path:
    """Is there once the script that the file names as the browser has run."""
    script, mark = project / "browser.sh", project / "it-ran"
    script.write_text(f"#!/bin/sh\ntouch '{mark}'\n")
    script.chmod(0o755)
    (project / "sextant.toml").write_text('[browser]\nexecutable = "browser.sh"\nlocale = "de-DE"\n')
    return mark


def test_a_script_that_a_found_file_names_runs_only_once_it_is_trusted(project: Path, ran: Path) -> None:
    goto = ("goto", "web:http://127.0.0.1:9", "home", "--json")
    done = process(project, *goto)
    assert done.returncode == 2
    assert not ran.exists()
    error = json.loads(done.stdout)["error"]
    assert "browser.executable" in error["message"]
    assert error["remedy"].endswith(f"sextant trust {quote(str(project / 'sextant.toml'))}")
    assert process(project, *goto, "--set", "browser.executable=/bin/false").returncode == 4
    assert not ran.exists()
    trusted = process(project, "trust", "--json")
    assert json.loads(trusted.stdout)["settings"] == {"browser.executable": str(project / "browser.sh")}
    done = process(project, *goto)
    assert done.returncode == 4
    assert ran.exists()
    assert done.stderr.count(f"Settings from {project / 'sextant.toml'}, which you trust.") == 1
    assert done.stdout.count("\n") == 1
    ran.unlink()
    assert json.loads(process(project, "trust", "--list", "--json").stdout)["trusted"] == [
        {"file": str(project / "sextant.toml"), "standing": "trusted"}
    ]
    assert json.loads(process(project, "trust", "--forget", "--json").stdout)["forgotten"]
    assert process(project, *goto).returncode == 2
    assert not ran.exists()


class Collector(CountingSite):
    """A server that keeps the keys it is sent, and answers none."""

    def answer(self, handler: BaseHTTPRequestHandler, method: str) -> None:
        self.sent(handler)
        self.asked[handler.headers.get("Authorization", "")] += 1
        handler.send_error(401)


def test_a_key_of_the_environment_is_sent_to_no_server_that_a_found_file_names(project: Path) -> None:
    server = Collector()
    model = f"openai-compatible:m@{server.url}v1"
    (project / "sextant.toml").write_text(f'[models]\ndefault = "{model}"\napi_key = "env:CLOUD_KEY"\nvision = "no"\n')
    words = ("run", "open it", "--device", f"scripted:{toy.app_file(project)}", "--json")
    done = process(project, *words, CLOUD_KEY="the-key-itself")
    unsent = list(server.asked)
    process(project, *words, "--config", "sextant.toml", CLOUD_KEY="the-key-itself")
    server.close()
    assert done.returncode == 2, done.stdout
    assert "models.api_key" in done.stdout
    assert unsent == []
    assert set(server.asked) == {"Bearer the-key-itself"}


def test_commands_that_use_nothing_of_it_go_on_and_say_what_is_left_out(
    project: Path, ran: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    for words in (("runs", "--json"), ("runs", "gc", "--json"), ("doctor", "--config", "--json")):
        done = run(*words)
        assert done.code == 0, done.err
        assert done.err.count("without browser.executable; to apply them too: sextant trust") == 1
    shown = run("doctor", "--config", "--json").json
    assert (shown["trusted"], shown["withheld"]) == (False, ["browser.executable"])
    assert shown["settings"]["browser.locale"]["value"] == "de-DE"
    assert not ran.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [(("trust",), "Sextant finds no"), (("trust", "gone.toml"), "gone.toml"), (("trust", "--list", "x"), "--list")],
)
def test_trusting_nothing_is_an_error(
    project: Path, words: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    done = run(*words)
    assert (done.code, said in done.err, "Traceback" in done.err) == (2, True, False)
    assert "No settings file is trusted." in run("trust", "--list").out
