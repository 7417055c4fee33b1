"""Every example runs, as its reader would run it."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(name: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name)], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_run_without_browser_or_network(state: Path) -> None:
    del state
    assert run("add_milk.py").splitlines()[-1].startswith("success because")


def test_an_agent_of_ones_own_is_led_the_second_time() -> None:
    first, second, *_, last = run("guide_your_agent.py").splitlines()
    assert first.startswith("13 steps")
    assert second == "3 steps: Home > Account > Legal > Privacy policy"
    assert last.startswith("│ step 3")


@pytest.mark.browser
def test_a_screen_is_found_then_reached_by_the_map(state: Path) -> None:
    del state
    first, second = run("find_imprint.py").splitlines()
    assert first.startswith("first visit: success")
    assert second == "second visit: success in 3 steps"
    assert 3 <= int(first.split()[-2]) <= 12  # three are the fewest


def test_a_world_is_written_and_walked_by_its_oracle() -> None:
    goal, *steps, last = run("play_world.py").splitlines()
    assert goal
    assert any("reads" in step for step in steps)
    assert last == "solved"


def test_a_random_policy_earns_nothing_but_form() -> None:
    pytest.importorskip("gymnasium")
    told = [line for line in run("train_env.py").splitlines() if line.startswith("  ")]
    assert len(told) == 3
    assert all("outcome" not in line for line in told)


def test_browsergyms_interface_is_spoken_both_ways() -> None:
    pytest.importorskip("gymnasium")
    *actions, last = run("browsergym_both_ways.py").splitlines()
    assert actions == ["click('0')", "fill('0', 'milk')", "click('1')", "send_msg_to_user('Done.')"]
    assert last == "notes: claimed complete, judged True, 4 steps, 4 requests"


def test_an_agent_of_ones_own_is_measured(state: Path) -> None:
    del state
    words = shlex.split("sextant bench memory-world --actor python:own_agent:Agent --limit 2 -o baselines=0 --json")
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=EXAMPLES, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert (told["n"], told["errors"]) == (2, 0)
    assert told["memory_tokens"] > 0
    assert told["trigger_precision"] is not None


def test_every_example_is_run() -> None:
    """Here, but for the one that needs another project's package: `scripts/mobilerun` runs that in its environment."""
    found = {path.name for path in EXAMPLES.glob("*.py")}
    used = Path(__file__).read_text(encoding="utf-8")
    assert {name for name in found if f'run("{name}")' not in used} == {
        "guide_mobilerun.py",
        "own_agent.py",
        "train_trl.py",
    }
    assert "examples/guide_mobilerun.py" in (EXAMPLES.parent / "scripts" / "mobilerun").read_text(encoding="utf-8")
