"""The command as a process: exit codes, pipes, Ctrl-C."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest

from tests.cli import toy

SEXTANT = Path(sys.executable).with_name("sextant")
SECONDS = 30.0
"""Deadline of everything that is waited for here; nothing takes that long."""


def start(*words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [SEXTANT, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [SEXTANT, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=SECONDS
    )


@pytest.fixture
def device(tmp_path: Path, state: Path) -> str:
    return f"scripted:{toy.app_file(tmp_path)}"


@pytest.fixture
def model() -> Generator[toy.SlowModel]:
    server = toy.SlowModel(toy.TO_PRIVACY)
    yield server
    server.close()


@pytest.mark.parametrize(
    ("words", "code"), [(["version"], 0), (["runs", "show", "x"], 2), (["frobnicate"], 2), (["doctor", "--config"], 0)]
)
def test_exit_codes_reach_the_shell(words: Sequence[str], code: int, state: Path) -> None:
    done = run(*words)
    assert done.returncode == code
    assert "Traceback" not in done.stderr


def test_a_reader_that_leaves_early_causes_no_trace(state: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [SEXTANT, "doctor", "--config"], stdout=writing, stderr=subprocess.PIPE, text=True, check=False, timeout=SECONDS
    )
    os.close(writing)
    assert done.returncode == 141
    assert done.stderr == ""


def test_python_minus_m_is_the_same_command(state: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sextant", "version"], capture_output=True, text=True, check=False, timeout=SECONDS
    )
    assert done.stdout.startswith("sextant ")


def interrupted_at_the_second_call(device: str, model: toy.SlowModel) -> "subprocess.Popen[str]":
    """A run whose first step is committed and whose second waits for the model; Ctrl-C has been pressed once."""
    process = start("run", "open the privacy policy", "--device", device, "--model", model.name)
    assert model.gates.asked.acquire(timeout=SECONDS)
    model.gates.answer.release()
    assert model.gates.asked.acquire(timeout=SECONDS)
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    while "Ctrl-C again" not in (line := process.stderr.readline()):
        assert line, "the process ended without a word"
    return process


def test_ctrl_c_commits_and_says_how_to_resume(device: str, model: toy.SlowModel) -> None:
    process = interrupted_at_the_second_call(device, model)
    model.gates.answer.release()
    out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 130, out + err
    assert "open Settings -> " in out
    name = out.split()[1]
    assert out.splitlines()[-1] == f"next: sextant resume {name}"
    assert "Traceback" not in err
    assert "interrupted" in run("runs").stdout
    for _ in range(4):
        model.gates.answer.release()
    resumed = run("resume", name, "--model", f"scripted:{toy.script_file(Path(device[9:]).parent, toy.TO_PRIVACY)}")
    assert resumed.returncode == 0, resumed.stdout + resumed.stderr


def test_a_second_ctrl_c_stops_at_once(device: str, model: toy.SlowModel) -> None:
    process = interrupted_at_the_second_call(device, model)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 130
    assert "Traceback" not in err
    shown = run("runs", "show", "last")
    assert "crashed" in shown.stdout
    assert "open Settings -> " in shown.stdout
    assert "next: sextant resume" in shown.stdout
