"""Fast Downward: the real one where it is installed, and planners that die, hang, lie or talk nonsense."""

import importlib.util
import os
import random
import select
import sys
from pathlib import Path

import pytest

from sextant.errors import MissingExtra
from sextant.utg.planning.fast_downward import FastDownward, Installation, installation
from sextant.utg.planning.network import PlanGoal, PlanResult, network_of
from sextant.utg.planning.planners import plan
from tests.utg.planning.networks import ORDERS, network

real = pytest.mark.skipif(importlib.util.find_spec("up_fast_downward") is None, reason="up-fast-downward is missing")

WRITES_TASK = "import sys; open('task.sas', 'w').write('begin'); "
GOALS = [PlanGoal(frozenset({2}))]
LINE = network([(0, 1, 1), (1, 2, 1)])


def with_planner(translator: str = WRITES_TASK, search: str = "", seconds: float = 20.0) -> PlanResult:
    """What comes of a planner whose two programs are pieces of Python."""
    programs = Installation((sys.executable, "-S", "-c", translator), (sys.executable, "-S", "-c", search))
    return plan(LINE, 0, GOALS, planner=FastDownward(programs), deadline_seconds=seconds)


def writes(text: str) -> str:
    return f"open('plan', 'w').write({text!r})"


@pytest.mark.parametrize(
    ("search", "words"),
    [
        ("import sys; print('out of luck'); sys.exit(37)", "status 37, without a plan; its last words: 'out of luck'"),
        ("import os; os.kill(os.getpid(), 11)", "signal 11"),
        ("import sys; sys.exit(22)", "out of memory"),
        ("pass", "status 0, without a plan"),
        (writes("Segmentation fault"), "cannot be read: line 1"),
        ("open('plan', 'wb').write(bytes([255, 254]))", "cannot be read"),
        (writes("(navigate e1 n1 n2)"), "does not hold: Step 1"),
        (writes("(navigate e0 n0 n1)"), "does not hold"),
        ("import time\nfor _ in range(200): bytearray(4 * 1024**3); time.sleep(0.02)", "MemoryError"),
    ],
)
def test_a_planner_that_fails_is_told_apart(search: str, words: str) -> None:
    result = with_planner(search=search)
    assert (result.status, result.steps) == ("failed", ())
    assert words in result.reason


def test_a_good_answer_is_taken() -> None:
    result = with_planner(search=writes("(navigate e0 n0 n1)\n(NAVIGATE E1 N1 N2)\n(achieve begun g0 n2)\n; cost = 2"))
    assert (result.status, result.cost, result.planner) == ("optimal", 2, "fast-downward")


def test_a_proof_that_there_is_no_plan_is_no_failure() -> None:
    assert with_planner(search="import sys; sys.exit(11)").status == "unreachable"
    assert with_planner("import sys; sys.exit(10)").status == "unreachable"


def test_a_program_that_is_not_there() -> None:
    nowhere = FastDownward(Installation(("/nowhere/at/all",), ("/nowhere",)))
    result = plan(LINE, 0, GOALS, planner=nowhere)
    assert (result.status, "could not be started" in result.reason) == ("failed", True)


def test_a_planner_that_hangs_is_killed_with_its_children(tmp_path: Path) -> None:
    noted = tmp_path / "child"
    search = (
        "import subprocess, sys, time; child = subprocess.Popen([sys.executable, '-S', '-c', 'import time; "
        f"time.sleep(60)']); open({str(noted)!r}, 'w').write(str(child.pid)); time.sleep(60)"
    )
    result = with_planner(search=search, seconds=1.5)
    assert result.status == "out_of_time"
    assert result.seconds < 15
    child = int(noted.read_text())
    assert _over(child, seconds=10)


def _over(pid: int, seconds: float) -> bool:
    """Whether a process that is not ours to wait for ends in time."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        return bool(poll.poll(seconds * 1000))
    finally:
        os.close(handle)


def test_nothing_is_left_in_the_working_directory(tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir())
    here = Path.cwd()
    os.chdir(tmp_path)
    try:
        with_planner(search=writes(""))
    finally:
        os.chdir(here)
    assert sorted(tmp_path.iterdir()) == before


def test_only_admissible_heuristics_and_costs_of_32_bits() -> None:
    programs = Installation((sys.executable, "-c", ""), (sys.executable, "-c", ""))
    assert "heuristic" in plan(LINE, 0, GOALS, planner=FastDownward(programs, "ff()")).reason
    many = network_of((0, 1, 1) for _ in range(100_001))
    assert "too many" in plan(many, 0, GOALS[:0], planner=FastDownward(programs)).reason
    dear = network_of((node, node + 1, 10**9) for node in range(3))
    assert "32 bits" in plan(dear, 0, GOALS, planner=FastDownward(programs)).reason


@pytest.mark.skipif(importlib.util.find_spec("up_fast_downward") is not None, reason="up-fast-downward is installed")
def test_the_missing_wheel_names_its_extra() -> None:
    with pytest.raises(MissingExtra, match="planning"):
        installation()


@real
def test_the_real_one_on_hostile_labels() -> None:
    labels = ["A b-é", "日本", "(define", "a-b-é", "", "at"]
    made = network_of([*zip(labels, labels[1:], [2, 5, 0, 1, 7], strict=False), ("A b-é", "日本", 1)])
    result = plan(made, 0, [made.goal("at")], planner="fast-downward")
    assert (result.status, result.cost, len(result.steps)) == ("optimal", 14, 5)


@real
@pytest.mark.long
@pytest.mark.parametrize("heuristic", ["blind()", "hmax()", "lmcut()"])
def test_the_real_one_agrees_with_the_exact_planner(heuristic: str) -> None:
    rng = random.Random(7)
    planner = FastDownward(installation(), heuristic)
    for _ in range(4):
        size = rng.randrange(4, 12)
        edges = [(rng.randrange(size), rng.randrange(size), rng.randrange(9)) for _ in range(2 * size)]
        made = network(edges, size)
        goals = [PlanGoal(frozenset(rng.sample(range(size), rng.randrange(1, 3)))) for _ in range(3)]
        for order in ORDERS:
            one, other = plan(made, 0, goals, order), plan(made, 0, goals, order, planner, 60)
            assert (one.status, one.cost, len(one.unreached)) == (other.status, other.cost, len(other.unreached))


def test_a_translator_that_dies() -> None:
    assert "translator ended with status 30" in with_planner("import sys; sys.exit(30)").reason
