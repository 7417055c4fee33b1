"""Entries of earlier steps are in the journal, not in the state; what is told of them is the same."""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from sextant.journal import RunStore, Start
from sextant.prompts import history_fold
from sextant.prompts.history import Steps
from sextant.types.actions import Action, Answer, ByIndex, Click, Recall
from sextant.types.decisions import Decision
from sextant.types.events import Aside, CourseRemark
from sextant.types.evidence import Changed, SettledVerdict, TextVisible, Verdict
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from tests.support.logs import Told, stored
from tests.support.screens import element, screen


class Whole:
    """All events of a run."""

    def __init__(self) -> None:
        self.steps: dict[int, Transition] = {}
        self.kept: list[Aside] = []

    def step(self, number: int) -> Transition | None:
        return self.steps.get(number)

    def asides(self) -> Iterable[Aside]:
        return self.kept


def step_of(step: int, action: Action | None = None) -> Transition:
    seen = screen(element(0, "button", "Row"))
    decision = Decision(action or Click(ByIndex(0)), seen.digest, f"open row {step}")
    return Transition(step, seen, decision, seen, "none" if isinstance(action, Answer) else "effective")


def test_the_state_is_bounded_and_tells_the_same_with_an_archive() -> None:
    archive = Whole()
    told = Told(archive=archive)
    for number in range(900):
        step = step_of(number, Answer("7") if number == 5 else None)
        archive.steps[number] = step
        told.observe(step)
        if number == 5:
            said = (
                CourseRemark(5, "it stands nowhere"),
                SettledVerdict(4, Verdict(Changed(), "holds", "it changed"), True),
            )
            archive.kept += said
            told.hear(*said)
    assert len(told.history.steps.near) <= 300
    assert len(told.history.steps) == 900
    told.observe(step_of(900, Recall((4, 5, 6, 899, 9999))))
    lines = told.recalled().splitlines()
    assert [line.split(". ")[0] for line in lines[:-1]] == ["4", "5", "6"]
    assert lines[0].endswith("— seen later: it changed")
    assert lines[1].endswith("— it stands nowhere")
    assert lines[-1] == "There was no step 9999."


def test_why_a_claim_was_not_accepted_is_on_its_line_once_its_own_section_is_gone() -> None:
    told, failing = Told(), Verdict(TextVisible("Sent"), "fails", "'Sent' is not on the screen")
    told.observe(replace(step_of(0, Answer("7")), verdicts=(failing,)))
    told.hear(CourseRemark(0, "it stands nowhere"))
    assert told.text().endswith("this end was not accepted")
    told.hear(CourseRemark(0, "your last answer was not used"))
    told.observe(step_of(1))
    assert told.text().splitlines()[0].endswith("this end was not accepted — it stands nowhere")


def test_a_run_that_is_taken_up_tells_lines_from_its_journal(tmp_path: Path) -> None:
    journal, plain = RunStore.open(tmp_path / "runs"), Told()
    with journal.begin(Task("open every row"), Start("scripted:x", "model", {})) as log:
        for number in range(400):
            plain.observe(step_of(number))
            log.commit(step_of(number), stored(), (CourseRemark(number, "so it is"),) if number == 3 else ())
        run = log.run
    states = plain.log.states()
    kept = json.loads(states["history"])
    assert len(kept["near"]) < 400
    with journal.resume(run) as log:
        again = Told(archive=log)
        again.log.restore(states)
        again.observe(step_of(400, Recall((3, 4, 399, 777))))
        plain.observe(step_of(400))
        assert again.recalled().startswith("3. open row 3")
        assert again.text() == plain.text()


def test_spans_are_told_near_and_far() -> None:
    state = history_fold().over(step_of(number) for number in range(700))
    assert isinstance(state, Steps)
    assert state.latest(((2, 4), (600, 601)), 30, 2) == [2, 3, 4, 600, 601, 698, 699]
    assert state.latest(((0, float("inf")),), 5, 2) == [695, 696, 697, 698, 699]
