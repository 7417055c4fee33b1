"""What a run keeps in memory, and writes at each step, has a bound a step. Objects are counted, nothing is timed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
_KEPT = 1000
"""Bytes a step in objects; what a process grows by beside them is the allocator's."""
_WRITTEN = 300
"""Bytes that the state of all parts may grow by a step: it is written whole at each."""


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_long_run_keeps_little_of_each_step() -> None:
    words = ["-m", "sextant", "bench", "long-run", "--n", "1000", "--json"]
    ran = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=True)
    told = json.loads(ran.stdout.splitlines()[-1])
    assert told["steps"] == 1000
    assert told["kept_bytes_a_step"] <= _KEPT
    early, late = (told["details"]["snapshot_bytes"][step] for step in ("500", "1000"))
    assert (late - early) / 500 <= _WRITTEN
