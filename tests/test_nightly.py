"""A night on which one part fails runs the others all the same."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
@pytest.mark.parametrize("failing", ["scripts/apps", "pytest", "scripts/benches", "fuzz", "crash", "nothing"])
def test_every_part_of_a_night_runs_and_a_failure_is_told(tmp_path: Path, failing: str) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name, fails in (("scripts/setup", "no"), ("python", failing)):
        program = tmp_path / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(f'#!/bin/sh\necho "$*" >> ran\ncase " $* " in *" {fails} "*) exit 3;; esac\n')
        program.chmod(0o755)
    command = ["make", "nightly", "PY=./python"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=30, check=False)
    ran = (tmp_path / "ran").read_text()
    assert all(f" {part} " in ran.replace("\n", " ") for part in ("pytest", "scripts/benches", "fuzz", "crash"))
    assert (done.returncode == 0) == (failing == "nothing")
    assert ("nightly: failed:" in done.stderr) == (failing != "nothing")
