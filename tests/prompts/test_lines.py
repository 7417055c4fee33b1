"""Lines of earlier steps are in the journal, not in memory; what is told of them is the same."""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from sextant.journal import RunStore, Start
from sextant.prompts.history import History
from sextant.prompts.lines import Lines
from sextant.types.actions import Action, ByIndex, Click, Recall
from sextant.types.decisions import Decision
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from tests.support.screens import element, screen


@dataclass(frozen=True, slots=True)
class _Note:
    kind: str
    data: Mapping[str, Any]


@dataclass
class _Notebook:
    kept: list[_Note] = field(default_factory=list[_Note])

    def note(self, kind: str, data: Mapping[str, object]) -> None:
        self.kept.append(_Note(kind, data))

    def notes(self, kind: str = "") -> Sequence[_Note]:
        return [one for one in self.kept if one.kind == kind]


@pytest.mark.parametrize("seed", range(5))
def test_with_a_notebook_the_same_is_told(seed: int) -> None:
    rng = random.Random(seed)
    notebook = _Notebook()
    noting, plain = Lines(), Lines()
    noting.notebook = notebook
    step = 0
    for turn in range(900):
        step += 1 if rng.random() < 0.98 else 3  # what was observed on resume may leave a gap
        at = step if rng.random() < 0.9 else rng.randrange(step + 1)
        for lines in (noting, plain):
            said = lines.get(at)
            lines[step] = f"{step}. a step"
            if said is not None:
                lines[at] = f"{said} - amended in turn {turn}"
        if turn % 150 == 149:
            again = Lines()
            again.notebook = notebook
            again.restore(noting.snapshot())
            noting = again
        spans = [(rng.randrange(step + 1), float(rng.randrange(step + 1))) for _ in range(3)]
        spans = [*spans, (rng.randrange(step + 1), float("inf"))] if rng.random() < 0.5 else spans
        assert noting.latest(spans, 30, 2) == plain.latest(spans, 30, 2)
        asked = [rng.randrange(step + 20) for _ in range(20)]
        assert noting.of(asked) == plain.of(asked)
        assert [one in noting for one in asked] == [one in plain for one in asked]
        assert len(noting) == len(plain)
    assert noting.all() == plain.all()
    assert noting.of(noting.all()) == plain.of(plain.all())
    assert len(noting.snapshot()["lines"]) <= 300 < len(plain.snapshot()["lines"])


def test_a_snapshot_of_an_earlier_version_is_taken_up() -> None:
    lines = Lines()
    lines.restore({"lines": {"1": "1. a step", "2": "2. another"}})
    assert lines.of([2, 1, 3]) == ["2. another", "1. a step"]


def test_lines_that_were_noted_and_are_lost_are_left_out() -> None:
    lines = Lines()
    lines.notebook = _Notebook()
    for step in range(400):
        lines[step] = f"{step}. a step"
    lines.notebook.kept.clear()
    assert lines.of([0, 399]) == ["399. a step"]


def test_a_run_that_is_taken_up_tells_lines_from_its_journal(tmp_path: Path) -> None:
    journal = RunStore.open(tmp_path / "runs")
    with journal.begin(Task("open every row"), Start("scripted:x", "model", {})) as log:
        history = History()
        history.note_in(log)
        for step in range(400):
            history.observe(step_of(step))
        state = json.loads(json.dumps(history.snapshot()))
        run = log.run
    plain = History()
    for step in range(400):
        plain.observe(step_of(step))
    assert len(state["lines"]) < 400
    with journal.resume(run) as log:
        again = History()
        again.note_in(log)
        again.restore(state)
        for one in (again, plain):
            one.observe(step_of(400, Recall((3, 4, 399, 777))))
        assert again.recalled() == plain.recalled()
        assert again.recalled().startswith("3. open row 3")
        assert again.text() == plain.text()


def step_of(step: int, action: Action | None = None) -> Transition:
    seen = screen(element(0, "button", "Row"))
    decision = Decision(action or Click(ByIndex(0)), seen.digest, f"open row {step}")
    return Transition(step, seen, decision, seen, "effective")
