"""A form that is filled in with one answer: one request, a step for each field, and nothing done behind the model."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget, Write
from sextant.journal import RunStore
from sextant.settings import ProgramChoices, Settings
from sextant.settings.schema import Preset
from sextant.settings.sources import settings_of
from sextant.types.decisions import THEN, Judgement
from sextant.types.tasks import Budget, Episode, Policy
from tests.support.runs import Bench, Reply, click

FIELDS = ("Name", "Street", "Town", "Country")
FORM = ScriptedApp(
    pages={
        "form": Page(
            "Form",
            (
                *(Widget(label, role="textbox", field=label) for label in FIELDS),
                Widget("Check", effects=(Write(address="/check"),), effect="checked"),
                Widget("Help", role="link", goes="help"),
                Widget("Nothing"),
                Widget("Checked {effect} times", role="text", effect="checked"),
            ),
        ),
        "help": Page("Help", (*(Widget(label, role="textbox", field=label) for label in FIELDS), Widget("Back"))),
    },
    start="form",
    name="form",
)
VALUES = {"Name": "Ada", "Street": "Elm 3", "Town": "Oslo", "Country": "Norway"}


def text(place: int) -> dict[str, Any]:
    return {"type": "input_text", "index": place, "text": VALUES[FIELDS[place]]}


def touch(place: int) -> dict[str, Any]:
    return {"type": "click", "index": place}


def listing(first: Reply, *then: Reply) -> dict[str, Any]:
    return {"action": first, "does": "fill in the form", "then": list(then)}


class Carried:
    """A run with the prompts of its model, by step."""

    def __init__(self, bench: Bench, replies: Sequence[Reply]) -> None:
        self.bench, self.run = bench, bench.run("Fill in the form", replies)

    def go(self) -> "Carried":
        self.episode: Episode = self.run.go()
        return self

    @property
    def deciders(self) -> list[str]:
        return [step.decision.actor for step in self.bench.steps]

    @property
    def read(self) -> dict[int, str]:
        with RunStore.open(self.bench.root / "runs").read(self.run.id) as record:
            return {int(note.data["step"]): str(note.data["text"]) for note in record.notes("brief")}


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path, FORM)


FILL = listing(text(0), text(1), text(2), text(3))
END = {"action": {"type": "status", "goal_status": "infeasible", "reason": "nothing saves it"}}
UNSURE = "The last action of your `then` was not carried out: what came before did not surely work."
TWO = "The last 2 actions of your `then` were not carried out: "


def test_a_form_of_four_fields_takes_one_request(bench: Bench) -> None:
    carried = Carried(bench, [FILL, END]).go()
    assert bench.device.fields == VALUES
    assert carried.episode.status == "infeasible"
    assert carried.deciders == ["model", THEN, THEN, THEN, "model"]
    assert (carried.episode.steps, carried.episode.usage.requests) == (5, 2)
    assert [step.effectiveness for step in bench.steps[:4]] == ["effective"] * 4
    assert sorted(carried.read) == [0, 4]
    history = carried.read[4]
    assert all(f"holds {value!r}" in history for value in list(VALUES.values())[1:]), history
    assert "of your `then`" not in history


@pytest.mark.parametrize("guide", ["task-state", "belief", "memory", "map"])
def test_guides_do_without_fields_in_between(guide: str, bench: Bench) -> None:
    bench.guides = (guide,)
    carried = Carried(bench, [FILL, END]).go()
    assert carried.deciders == ["model", THEN, THEN, THEN, "model"]
    assert (carried.episode.usage.requests, dict(carried.episode.counters)) == (2, {})


def test_each_action_counts_as_a_step(bench: Bench) -> None:
    bench.budget = Budget(max_steps=3)
    carried = Carried(bench, [FILL]).go()
    assert (carried.episode.status, carried.episode.steps) == ("over_budget", 3)
    assert set(bench.device.fields) == set(FIELDS[:3])


def test_what_is_predicted_of_a_further_field_is_checked_with_it(bench: Bench) -> None:
    expect = [{"type": "field_has", "index": place, "text": VALUES[FIELDS[place]]} for place in range(3)]
    first = {**listing(text(0), text(1), text(2)), "expect": expect}
    carried = Carried(bench, [first, END]).go()
    assert carried.deciders == ["model", THEN, THEN, "model"]
    assert [[verdict.outcome for verdict in step.verdicts] for step in bench.steps[:3]] == [["holds"]] * 3
    assert [step.effectiveness for step in bench.steps[:3]] == ["effective"] * 3


def test_what_leads_elsewhere_ends_the_list(bench: Bench) -> None:
    carried = Carried(bench, [listing(text(0), touch(5), text(2), text(3)), END]).go()
    assert carried.deciders == ["model", THEN, "model"]
    assert bench.device.fields == {"Name": "Ada"}
    assert f"{TWO}another screen came up." in carried.read[2]
    assert 'click "Help"' in carried.read[2]


def test_what_does_nothing_ends_the_list(bench: Bench) -> None:
    carried = Carried(bench, [listing(text(0), touch(6), text(2)), END]).go()
    assert carried.deciders == ["model", THEN, "model"]
    assert UNSURE in carried.read[2]


def test_a_refused_write_ends_the_list(bench: Bench) -> None:
    bench.device, bench.policy = ScriptedDevice(FORM, writes="deny"), Policy(writes="deny")
    carried = Carried(bench, [listing(text(0), touch(4), text(2)), END]).go()
    assert carried.deciders == ["model", THEN, "model"]
    assert bench.device.counts["checked"] == 0
    assert "POST /check was" in carried.read[2]
    assert UNSURE in carried.read[2]


def test_an_action_with_an_objection_goes_back_to_the_model(bench: Bench) -> None:
    secret = {"type": "input_text", "index": 1, "secret": "pin"}
    carried = Carried(bench, [listing(text(0), secret, text(2)), END]).go()
    assert carried.deciders == ["model", "model"]
    assert "there is no secret called 'pin'" in carried.read[1]
    assert f"{TWO}the next one was not accepted." in carried.read[1]


def test_after_a_resume_the_model_is_asked(bench: Bench) -> None:
    carried = Carried(bench, [FILL])
    bench.stop_after = 2
    assert carried.go().episode.status == "interrupted"
    assert set(bench.device.fields) == set(FIELDS[:2])
    bench.stop_after = None
    again = bench.resume(carried.run.id, [listing(text(2), text(3)), END]).go()
    assert again.status == "infeasible"
    assert bench.device.fields == VALUES
    assert carried.deciders == ["model", THEN, "model", THEN, "model"]
    assert f"{TWO}the run was broken off and resumed in between." in carried.read[2]


def test_a_malformed_member_ends_the_list_and_is_told(bench: Bench) -> None:
    end = {"type": "status", "goal_status": "complete"}
    carried = Carried(bench, [listing(text(0), text(1), end, text(3)), END]).go()
    assert carried.deciders == ["model", THEN, "model"]
    assert carried.episode.counters["dropped_fields"] == 2
    assert "Not read in your last answer, since it was not in the agreed form: then." in carried.read[2]
    assert "of your `then`" not in carried.read[2]


def test_the_journal_keeps_the_list(bench: Bench) -> None:
    carried = Carried(bench, [FILL, END]).go()
    with RunStore.open(bench.root / "runs").read(carried.run.id) as record:
        kept = [step.decision for step in record.transitions()]
    assert kept == [step.decision for step in bench.steps]
    assert [len(one.then) for one in kept] == [3, 0, 0, 0, 0]


def test_an_answer_without_a_list_is_as_before(bench: Bench) -> None:
    carried = Carried(bench, [click(6), END]).go()
    assert carried.deciders == ["model", "model"]
    assert carried.episode.usage.requests == 2


# -- under a preset, and with a program

PROGRAM = """\
step("look at the form")
step("fill in the form")
step("open the help")
"""


@dataclass
class PresetBench(Bench):
    """A bench with the models, guides and program of a preset; the author writes the program above."""

    preset: Preset = "all"

    def settings(self, replies: Sequence[object]) -> Settings:
        made, whole = super().settings(replies), settings_of(self.preset)
        author = self.root / "author.json"
        author.write_text(json.dumps({"replies": [{"json": {"program": PROGRAM}}]}))
        models = replace(whole.models, default=made.models.default, author=f"scripted:{author}")
        return replace(made, models=models, guides=whole.guides, program=whole.program, context=whole.context)


def saying(reply: Reply, branch: str, *answers: str, quote: str = "") -> Reply:
    """A decision with answers to the questions of the program, and the branch that it serves."""
    names = ("now", "now.yes")
    said = [{"question": name, "answer": answer} for name, answer in zip(names, answers, strict=False)]
    said = [one | ({"quote": quote} if one["answer"] == "yes" else {}) for one in said]
    return {**reply, "answers": said, "program": {"branch": branch}}


HELP = {"action": touch(5), "does": "open the help"}
CLAIM = {"action": {"type": "status", "goal_status": "complete"}, "shows": [{"quote": "Back"}]}
OVER = saying(CLAIM, "now.yes", "yes", quote="Back")


def test_with_everything_a_form_of_four_fields_takes_one_request(tmp_path: Path) -> None:
    bench = PresetBench(tmp_path, FORM)
    began = saying(FILL, "now.yes.no", "yes", "no", quote="Checked 0 times")
    on = saying(HELP, "now.yes.no", "yes", "no", quote="Norway")
    carried = Carried(bench, [began, on, OVER]).go()
    assert bench.device.fields == VALUES
    assert carried.episode.status == "success", carried.episode.reason
    assert carried.deciders == ["model", THEN, THEN, THEN, "model", "model"]
    assert sorted(carried.read) == [0, 4, 5], "three requests of the actor"
    assert carried.episode.usage.requests == 4, "and one of the author"
    assert [step.decision.judgements for step in bench.steps[1:4]] == [(Judgement("now", "no"),)] * 3
    assert [step.decision.fields for step in bench.steps[1:4]] == [{}] * 3
    assert "[now.no] fill in the form" in carried.read[4]
    assert "of your `then`" not in carried.read[4]


def test_without_an_answer_to_its_question_a_program_goes_on_with_the_model(tmp_path: Path) -> None:
    bench = PresetBench(tmp_path, FORM)
    carried = Carried(bench, [saying(FILL, "now.no"), saying(FILL, "now.no", "no"), END]).go()
    assert carried.deciders[:5] == ["model", "model", THEN, THEN, THEN]


def test_a_published_agent_takes_one_action_an_answer(tmp_path: Path) -> None:
    carried = Carried(PresetBench(tmp_path, FORM, preset="baseline"), [FILL, END]).go()
    assert carried.deciders == ["model", "model"]
    assert carried.bench.device.fields == {"Name": "Ada"}


@dataclass
class StepBench(Bench):
    """A bench with a program of one step, for a form of decisions without citations."""

    def settings(self, replies: Sequence[object]) -> Settings:
        made = super().settings(replies)
        models = replace(made.models, profile="action-only")
        return replace(made, models=models, program=ProgramChoices('step("Open the help")'))


def test_a_program_of_one_step_asks_for_no_citations_where_none_can_be_given(tmp_path: Path) -> None:
    done = {"type": "status", "goal_status": "complete"}
    carried = Carried(StepBench(tmp_path, FORM), [touch(5), done]).go()
    assert carried.episode.status == "success"
