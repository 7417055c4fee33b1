"""TRL's own trainer on worlds: two steps of GRPO with a tiny model made here, nothing loaded from anywhere."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
MISSING = [name for name in ("torch", "trl") if importlib.util.find_spec(name) is None]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}; pip install torch trl"),
]


def _ran(*words: str) -> str:
    environ = {**os.environ, "HF_HUB_OFFLINE": "1", "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environ, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_two_steps_of_grpo(tmp_path: Path) -> None:
    model = str(tmp_path / "model")
    _ran("-m", "tests.support.tiny_model", model)
    told = _ran("examples/train_trl.py", model, "2")
    steps: list[dict[str, Any]] = [json.loads(line) for line in told.splitlines() if line.startswith('{"loss"')]
    assert len(steps) == 2
    assert all(step["tools/call_frequency"] > 1 for step in steps)
    assert all(step["tools/failure_frequency"] < 0.5 for step in steps)
    assert any(step["reward_std"] > 0 for step in steps)
    assert any(step["grad_norm"] > 0 for step in steps)
