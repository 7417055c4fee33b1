"""The command as a process: exit codes, pipes, Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Generator, Sequence
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from tests.cli import toy
from tests.cli.test_commands import run
from tests.support.counting import CountingSite

pytestmark = pytest.mark.long

SEXTANT = Path(sys.executable).with_name("sextant")
SECONDS = 30.0
"""Deadline of everything that is waited for here; nothing takes that long."""


def start(*words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [SEXTANT, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


UNSEEING = ("--set", "models.vision=no")
"""The toy's model is one that nobody knows: it would be asked first whether it sees."""


@pytest.fixture
def model() -> Generator[toy.SlowModel]:
    server = toy.SlowModel(toy.TO_PRIVACY)
    yield server
    server.close()


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((SEXTANT, "doctor", "--config"), 0),
        ((SEXTANT, "runs", "show", "x"), 2),
        ((sys.executable, "-m", "sextant", "version"), 0),
    ],
)
def test_exit_codes_reach_the_shell(words: Sequence[str | Path], code: int, state: Path) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert (done.returncode, "Traceback" in done.stderr) == (code, False)


def test_a_reader_that_leaves_early_causes_no_trace(state: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [SEXTANT, "doctor", "--config"], stdout=writing, stderr=subprocess.PIPE, text=True, check=False, timeout=SECONDS
    )
    os.close(writing)
    assert done.returncode == 141
    assert done.stderr == ""


def interrupted_at_the_second_call(device: str, model: toy.SlowModel) -> "subprocess.Popen[str]":
    """A run whose first step is committed and whose second waits for the model; Ctrl-C has been pressed once."""
    process = start("run", "open the privacy policy", "--device", device, "--model", model.name, *UNSEEING)
    assert model.gates.asked.acquire(timeout=SECONDS)
    model.gates.answer.release()
    assert model.gates.asked.acquire(timeout=SECONDS)
    process.send_signal(signal.SIGINT)
    wait_for(process, "Ctrl-C again")
    return process


def wait_for(process: "subprocess.Popen[str]", words: str) -> None:
    assert process.stderr is not None
    while words not in (line := process.stderr.readline()):
        assert line, "the process ended without a word"


def test_ctrl_c_commits_and_says_how_to_resume(device: str, model: toy.SlowModel) -> None:
    process = interrupted_at_the_second_call(device, model)
    out, err = process.communicate(timeout=SECONDS)  # the model never answers, and is not waited for
    assert process.returncode == 130, out + err
    assert "interrupted: stopped on request" in out
    assert "open Settings -> " in out
    name = out.split()[1]
    assert out.splitlines()[-1] == f"next: sextant resume {name}"
    assert "Traceback" not in err
    assert "interrupted" in run("runs").out
    resumed = run("resume", name, "--model", f"scripted:{toy.script_file(Path(device[9:]).parent, toy.TO_PRIVACY)}")
    assert resumed.code == 0, resumed.out + resumed.err


def test_ctrl_c_before_anything_is_done(device: str, tmp_path: Path) -> None:
    """A secret that is a pipe holds the run where its parts are put together."""
    secret = tmp_path / "secret"
    os.mkfifo(secret)
    process = start("goto", device, "privacy policy", "--set", f"secrets.pin=file:{secret}")
    with os.fdopen(os.open(secret, os.O_WRONLY)):
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 130, out + err
    assert "no step was taken and no run is stored" in out
    assert "Traceback" not in err
    assert run("runs", "--json").json["runs"] == []


def test_ctrl_c_while_a_run_is_taken_up_again(device: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("1234")
    words = ["goto", device, "privacy policy", "--set", f"secrets.pin=file:{secret}", "--max-steps", "1", "--json"]
    name = run(*words).json["run"]
    secret.unlink()
    os.mkfifo(secret)
    process = start("resume", name, "--max-steps", "20", "--json")
    with os.fdopen(os.open(secret, os.O_WRONLY)):
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 130, out + err
    told = json.loads(out)
    assert told["status"] == "interrupted"
    assert told["next"] == f"sextant resume {name}"
    assert "stored" in told["reason"]
    assert "Traceback" not in err
    secret.unlink()
    assert run("resume", name, "--max-steps", "20").code == 0


class SlowPage(CountingSite):
    """A page with a button whose effect comes when `open` is set; `pressed` is set when it has been pressed."""

    def __init__(self) -> None:
        self.pressed, self.open = threading.Event(), threading.Event()
        super().__init__()

    def answer(self, handler: BaseHTTPRequestHandler, method: str) -> None:
        if method == "POST":
            self.pressed.set()
            self.open.wait(SECONDS)
        opens = "fetch('/act',{method:'POST'}).then(()=>this.textContent='Opened')"
        self.say(handler, f'<!doctype html><title>Desk</title><button onclick="{opens}">Open it</button>')

    def close(self) -> None:
        self.open.set()
        super().close()


@pytest.fixture
def page(state: Path) -> Generator[SlowPage]:
    served = SlowPage()
    yield served
    for device in run("devices", "--json").json["devices"]:
        run("devices", "--end", device["id"])
    served.close()


def interrupted_while_pressing(page: SlowPage, tmp_path: Path) -> "subprocess.Popen[str]":
    """A run whose first act has reached the page, which has not answered; Ctrl-C has been pressed once."""
    press = {
        "does": "open it",
        "action": {"type": "click", "index": 0},
        "expect": [{"type": "gone", "text": "Open it"}],
    }
    script = toy.script_file(tmp_path, [press, toy.DONE])
    process = start("run", "open it", "--device", f"web:{page.url}", "--model", f"scripted:{script}")
    assert page.pressed.wait(SECONDS)
    process.send_signal(signal.SIGINT)
    wait_for(process, "Ctrl-C again")
    return process


@pytest.mark.browser
def test_ctrl_c_lets_an_act_in_progress_finish(page: SlowPage, tmp_path: Path) -> None:
    process = interrupted_while_pressing(page, tmp_path)
    page.open.set()
    out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 130, out + err
    assert "open it -> " in out
    assert "  ok  " in out
    assert "next: sextant resume" in out


@pytest.mark.browser
def test_a_second_ctrl_c_stops_at_once(page: SlowPage, tmp_path: Path) -> None:
    process = interrupted_while_pressing(page, tmp_path)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 130, out + err
    assert "Traceback" not in err
    shown = run("runs", "show", "last").out
    assert "crashed" in shown
    assert "next: sextant resume" in shown
