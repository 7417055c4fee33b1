"""Fast Downward on generated PDDL: A* with an admissible heuristic, in its own directory and with limits.

The planner is that of the wheel `up-fast-downward` (the extra `planning`). Its translator and its search are run as
programs, one after the other, without the driver, which would be a third process.
"""

import importlib.util
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from sextant.dataclass import dataclass
from sextant.errors import MissingExtra
from sextant.utg.planning.exact import ExactPlan
from sextant.utg.planning.network import Order, PlanGoal
from sextant.utg.planning.pddl import MOST_PLAN_CHARACTERS, MalformedPlan, PddlProblem, ReadPlan, read_plan, write
from sextant.utg.planning.processes import Ended, ProcessLimits, run_within
from sextant.utg.planning.search import AnyNetwork, PlanningTimeout, Timer

HEURISTIC = "blind()"
"""Admissible, and the fastest where measured; `lmcut()` and `hmax()` are admissible as well."""
ADMISSIBLE = ("blind()", "hmax()", "lmcut()")
_MOST_COST = 2**31 - 1
"""Its costs are 32-bit integers."""
_MOST_EDGES = 100_000
"""Its translator takes some ten seconds for so many."""
_SOLVED, _TRANSLATOR_UNSOLVABLE, _SEARCH_UNSOLVABLE = 0, 10, 11
_OUT_OF_MEMORY = frozenset({20, 22})
_OUT_OF_TIME = frozenset({21, 23, 24})
_MEMORY = 2 * 1024**3


class PlannerFailed(Exception):  # noqa: N818 - it never leaves this package
    """The planner died, or its answer is no plan; the message says how."""


@dataclass(frozen=True, slots=True)
class Installation:
    """The two programs, each as the beginning of a command, and the path of the translator's modules."""

    translator: tuple[str, ...]
    search: tuple[str, ...]
    modules: str = ""


def installation() -> Installation:
    """Find the planner of the wheel without importing it.

    Raises:
        MissingExtra: The wheel is not installed.
    """
    spec = importlib.util.find_spec("up_fast_downward")
    for place in (spec.submodule_search_locations or ()) if spec is not None else ():
        programs = Path(place) / "downward" / "builds" / "release" / "bin"
        if (programs / "downward").is_file():
            translator = (sys.executable, "-S", "-P", "-m", "fast_downward.translate")
            return Installation(translator, (str(programs / "downward"),), str(programs))
    raise MissingExtra("up-fast-downward", "planning")


@dataclass(frozen=True, slots=True)
class FastDownward:
    """The planner with its programs, heuristic, and memory limit for each program."""

    programs: Installation
    heuristic: str = HEURISTIC
    memory_bytes: int = _MEMORY

    def solve(
        self, network: AnyNetwork, start: int, goals: Sequence[PlanGoal], order: Order, timer: Timer
    ) -> ExactPlan:
        """Find the cheapest walk through the goals, or through those that can be reached.

        With several goals, the plan may give some up, at a price so high that it gives up as few as possible, and of
        ordered goals rather all later ones than an earlier one.

        Raises:
            PlannerFailed: It died, or its answer is no plan.
            PlanningTimeout: The timer ran out, and it was killed.
        """
        if self.heuristic not in ADMISSIBLE:
            raise PlannerFailed(f"the heuristic {self.heuristic!r} is none of {', '.join(ADMISSIBLE)}")
        if len(network.costs) > _MOST_EDGES:
            raise PlannerFailed(f"more than {_MOST_EDGES} edges are too many for it; take the exact planner")
        dearest = max(network.costs, default=0) * max(1, len(network.nodes) - 1) * max(1, len(goals))
        prices = [(dearest + 1) << (len(goals) - 1 - place if order == "ordered" else 0) for place in range(len(goals))]
        if dearest > _MOST_COST:
            raise PlannerFailed("a plan could cost more than its 32 bits hold; the exact planner has no such limit")
        strict = len(goals) == 1 or dearest + sum(prices) > _MOST_COST
        found = self._plan(network, write(network, start, goals, order, None if strict else prices), timer)
        if found is not None:
            return ExactPlan(found.steps, found.forgone)
        if len(goals) > 1:
            raise PlannerFailed("not all goals can be reached, and telling which ones would need more than its 32 bits")
        return ExactPlan((), (0,))

    def _plan(self, network: AnyNetwork, problem: PddlProblem, timer: Timer) -> ReadPlan | None:
        """A plan, or None where the planner proved that there is none."""
        with tempfile.TemporaryDirectory(prefix="sextant-plan-", ignore_cleanup_errors=True) as name:
            return self._run(Path(name), network, problem, timer)

    def _run(self, here: Path, network: AnyNetwork, problem: PddlProblem, timer: Timer) -> ReadPlan | None:
        domain_file, problem_file, task, plan = (here / name for name in ("d.pddl", "p.pddl", "task.sas", "plan"))
        domain_file.write_text(problem.domain, encoding="ascii")
        problem_file.write_text(problem.problem, encoding="ascii")
        command = (*self.programs.translator, domain_file.name, problem_file.name, "--sas-file", task.name)
        ended = self._program("translator", command, here, timer)
        if ended.code == _TRANSLATOR_UNSOLVABLE:
            return None
        if ended.code != _SOLVED or not task.is_file():
            raise PlannerFailed(_death("translator", ended))
        command = (*self.programs.search, "--internal-plan-file", plan.name, "--search", f"astar({self.heuristic})")
        ended = self._program("search", command, here, timer, task)
        if ended.code == _SEARCH_UNSOLVABLE:
            return None
        if ended.code != _SOLVED or not plan.is_file():
            raise PlannerFailed(_death("search", ended))
        try:
            with plan.open(encoding="utf-8") as file:
                return read_plan(network, file.read(MOST_PLAN_CHARACTERS + 1))
        except (MalformedPlan, UnicodeDecodeError) as error:
            raise PlannerFailed(f"its plan cannot be read: {error}") from error

    def _program(self, name: str, command: Sequence[str], here: Path, timer: Timer, given: Path | None = None) -> Ended:
        environ = {"PATH": os.defpath, "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
        if self.programs.modules:
            environ["PYTHONPATH"] = self.programs.modules
        timer.check()
        try:
            ended = run_within(ProcessLimits(timer.left, self.memory_bytes), command, here, environ, given)
        except OSError as error:
            raise PlannerFailed(f"its {name} could not be started: {error}") from error
        if ended.timed_out or ended.code in _OUT_OF_TIME:
            raise PlanningTimeout
        return ended


def _death(name: str, ended: Ended) -> str:
    if ended.code in _OUT_OF_MEMORY:
        return f"its {name} ran out of memory"
    how = f"was killed by signal {-ended.code}" if ended.code < 0 else f"ended with status {ended.code}"
    last = next((line.strip() for line in reversed(ended.output.splitlines()) if line.strip()), "")
    return f"its {name} {how}, without a plan" + (f"; its last words: {last[:200]!r}" if last else "")
