"""The bench of programs: it counts what it says it counts, and a machine that forgets is found out."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from sextant.evidence import ClaimLedger
from sextant.program.course import ProgramCourse
from sextant.program.items import ITEMS
from sextant.program.language import Machine, Program, parse
from sextant.types.decisions import Act, Brief, Judgement, Section
from sextant.types.tasks import Task
from sextant_bench.figures import BenchOptions
from sextant_bench.program import run
from sextant_bench.program.clerk import Clerk
from sextant_bench.program.loops import carry_out
from sextant_bench.program.office import LOOPS
from sextant_bench.program.walk import LEAST, stopped_everywhere, take_up
from tests.support.screens import element, screen

FOUND = cache(lambda: [stopped_everywhere(seed) for seed in range(60)])


def test_random_programs_are_stopped_everywhere_up_to_the_limit_and_speed_is_measured() -> None:
    result = run(BenchOptions(n=8, limit=5, seed=3))
    figures = {figure.name: figure for figure in result.figures}
    assert figures["trace_mismatches"].value == 0
    assert figures["restores"].value > 8
    assert figures["steps_per_s"].value > 0
    assert (result.n, result.excluded, result.ok) == (5, 3 + 4, False), "the first cases are kept"
    assert not figures["programs"].met
    assert not figures["loop_calls_per_step"].met
    told: Any = result.details
    assert told["steps_median"] >= told["steps_least"] >= LEAST
    assert told["ended"] + told["halted"] + told["cut"] == result.n
    assert all(0 <= part <= 1 for part in told["walked"].values())


def test_random_programs_are_long_enough_and_drawn_the_same_from_the_same_seed() -> None:
    found = FOUND()[:12]
    assert found == [stopped_everywhere(seed) for seed in range(12)]
    assert min(one.steps for one in found) >= LEAST
    assert {kind for one in found for kind in one.walked} == {"loops", "branches", "calls"}
    outcomes = [one.outcome for one in FOUND()]
    assert outcomes.count("ended") > 30
    assert "halted" in outcomes, "a program that cannot go on has not ended"


def _without_variables(program: Program, state: str) -> Machine:
    forgotten = json.loads(state)
    for frame in forgotten["frames"]:
        frame["values"] = {}
    return take_up(program, json.dumps(forgotten))


def test_a_machine_that_forgets_is_found_out() -> None:
    assert not any(one.mismatches for one in FOUND()[:20])
    assert any(stopped_everywhere(seed, _without_variables).mismatches for seed in range(20))


def _asked_for_another(*sections: Section) -> Judgement:
    course = ProgramCourse(Task("approve"), parse('for x in each("invoice"):\n    step("open {x}")'), ClaimLedger())
    shown = screen(element(0, "heading", "Invoices"), element(1, "link", "Invoice 1"), element(2, "link", "Invoice 2"))
    directive = course.next(shown)
    assert isinstance(directive, Act)
    return Clerk().decide(Brief(Task("approve"), directive, shown, "", sections)).judgements[0]


def test_the_clerk_knows_what_there_was_before_from_the_brief_alone() -> None:
    assert _asked_for_another().quote == "Invoice 1"
    assert _asked_for_another(Section(ITEMS, "Invoice 1")).quote == "Invoice 2"
    assert _asked_for_another(Section(ITEMS, "Invoice 1, Invoice 2")).answer == "no"
    assert _asked_for_another(Section("Variables", "Invoice 1")).quote == "Invoice 1"


def test_a_loop_whose_items_somebody_tells_is_carried_out_by_who_keeps_nothing(tmp_path: Path) -> None:
    judged = next(loop for loop in LOOPS if loop.judged)
    carried = carry_out(judged, True, tmp_path)
    assert carried.whole
    assert carried.per_step <= 0.3
