"""Answers that are not as agreed: the model or the user is told in a sentence, it is counted, and the run goes on."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from sextant.actors.model_actor import ModelActor
from sextant.assembly import RunRequest, build_run
from sextant.errors import MalformedOutput
from sextant.models import ModelPoint, ScriptedModel, to_normalised
from sextant.models.backends.scripted import ScriptedReply
from sextant.models.vision_probe import word_picture
from sextant.perception.marks import mark
from sextant.prompts import BriefComposer, Mark
from sextant.types.actions import ByIndex, Click
from sextant.types.decisions import Act, Brief
from sextant.types.geometry import Size
from sextant.types.screens import Picture, Screen
from sextant.types.tasks import Episode, Task
from tests.support.runs import NOBODY, Bench, click, done
from tests.support.screens import element, screen


def in_pixels(x: float, y: float, seen: Screen) -> tuple[float, float]:
    """As runs convert points: what lies outside the frame is no point."""
    del seen
    try:
        point = to_normalised(ModelPoint(x, y, "pixels"), Size(412, 915))
    except ValueError as error:
        raise MalformedOutput(f"The point cannot be used: {error}.") from error
    return point.x, point.y


@dataclass
class Heard:
    """A run with all that its model was told: prompts, and what was said of answers that could not be used."""

    model: ScriptedModel
    episode: Episode
    bench: Bench

    @property
    def complaints(self) -> list[str]:
        return [item.complaint for one in self.model.script.exchanges for item in one.corrections]

    @property
    def outcomes(self) -> list[str]:
        return [entry.outcome for entry in self.model.ledger.entries]

    def told(self, words: str) -> bool:
        """Whether a prompt has a line with these words."""
        return any(words in line for prompt in self.model.prompts for line in prompt.text.splitlines())


def heard(
    root: Path,
    replies: Sequence[ScriptedReply],
) -> Heard:
    bench = Bench(root)
    model = ScriptedModel(replies)
    actor = ModelActor(model, "full", in_pixels)
    request = RunRequest("open the settings", f"scripted:{bench.root / 'app.json'}")
    run = build_run(request, bench.settings([]), NOBODY, bench.hooks(actor=lambda: actor))
    return Heard(model, run.go(), bench)


OPEN, END = click(0, "Name"), done("Name")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("Ich tippe jetzt auf die Einstellungen.", "it holds no JSON object"),
        ("我现在点击设置。", "it holds no JSON object"),
        ("**Action:** click the link *Settings*", "it holds no JSON object"),
        ('{"aktion": {"typ": "klick", "index": 0}}', "action: Field required"),
        ('{"action": {"type": "teleport", "index": 0}}', "there is no 'teleport'; choose one of 'click'"),
        ('{"name": "browser_click", "arguments": {"ref": "e3"}}', "there is no 'browser_click'"),
    ],
    ids=["german", "chinese", "markdown", "keys", "action", "tool"],
)
def test_what_cannot_be_used_goes_back_with_one_sentence(tmp_path: Path, answer: str, said: str) -> None:
    run = heard(tmp_path, [answer, OPEN, END])
    assert said in run.complaints[0]
    assert run.outcomes[:2] == ["malformed", "ok"]
    assert run.episode.steps == 2
    assert run.bench.steps[0].effectiveness == "effective"


@pytest.mark.parametrize(
    "answer",
    [
        '```json\n{"action": {"type": "click", "index": 0}}\n```',
        'Ich öffne die Einstellungen:\n\n{"thought": "Der Link führt hin.", "action": {"type": "click", "index": 0}}',
        '{"action": {"type": "click", "index": 0}, "thought": "the link",}',
        "{'action': {'type': 'click', 'index': 0}, 'irreversible': False}",
        '{"action": {"type": "click", "index": 0}',
        '{"type": "click", "index": 0}',
        '{"action": "click", "index": 0, "thought": "the link"}',
        '{"action": {"click": {"index": "[0]"}}}',
        '{"name": "click", "arguments": {"index": 0}}',
        '<tool_call>{"name": "answer", "arguments": {"action": {"type": "click", "index": 0}}}</tool_call>',
        '{"decision": {"action": {"action_type": "Click", "index": 0}, "expect": null}}',
        '{"action": {"type": "click", "index": 0}, "expect": "Name", "answers": "yes"}',
    ],
)
def test_common_slips_are_read(tmp_path: Path, answer: str) -> None:
    run = heard(tmp_path, [answer, END])
    assert run.outcomes == ["ok"] * len(run.outcomes)
    assert run.bench.steps[0].after.title == "Settings"


def test_of_two_answers_the_first_is_taken(tmp_path: Path) -> None:
    answer = '{"action": {"type": "click", "index": 0}}\n{"action": {"type": "click", "index": 1}}'
    run = heard(tmp_path, [answer, END])
    assert run.bench.steps[0].after.title == "Settings"
    assert run.bench.device.counts["sent"] == 0
    assert run.told("You gave 2 actions. Only the first was read.")
    assert run.episode.counters["dropped_fields"] == 1


@pytest.mark.parametrize("field", ["action", "actions"])
def test_of_two_actions_the_second_waits_for_the_first(tmp_path: Path, field: str) -> None:
    run = heard(tmp_path, [json.dumps({field: [{"type": "click", "index": 0}, {"name": "click", "index": 1}]}), END])
    assert run.bench.steps[0].decision.then == (Click(ByIndex(1, run.bench.steps[0].before.digest)),)
    assert run.bench.steps[0].after.title == "Settings"
    assert run.bench.device.counts["sent"] == 0
    assert run.told("The last action of your `then` was not carried out:")


def test_an_index_of_yesterdays_screen_names_what_there_is(tmp_path: Path) -> None:
    run = heard(tmp_path, [click(40), OPEN, END])
    assert run.told("there is no element 40 on this screen; choose one of 0 to 4")
    assert run.episode.counters["revisions"] == 1
    assert run.bench.steps[0].effectiveness == "effective"


def test_a_point_in_another_frame_is_told_in_the_next_prompt(tmp_path: Path) -> None:
    outside = {"action": {"type": "click", "index": None, "point": [1500, 24]}}
    run = heard(tmp_path, [outside, OPEN, END])
    assert run.told("Your last answer was not used. The point cannot be used: x = 1500 lies outside 0-412")
    assert run.episode.counters["malformed"] == 1
    assert run.bench.steps[0].effectiveness == "effective"


def test_what_was_left_out_is_told(tmp_path: Path) -> None:
    answers: list[dict[str, Any]] = [{"question": "q", "answer": "ja"}]
    run = heard(tmp_path, [{**OPEN, "answers": answers}, END])
    assert run.told("Not read in your last answer, since it was not in the agreed form: answers.")
    assert run.episode.counters["dropped_fields"] == 1


DRAWN = word_picture("RED", "dot").data


@pytest.mark.parametrize("marks", [None, mark])
@pytest.mark.parametrize("data", [b"", None, b"no picture"])
def test_what_is_no_picture_is_left_out_and_said(data: bytes | None, marks: Mark | None) -> None:
    brief = _brief_with(data, marks)
    assert (brief.pictures, brief.unseen) == ((), True)
    assert [one.text for one in brief.sections if one.name == "Pictures"] == [
        "There is no picture of this screen. Use the list of elements."
    ]


def test_a_picture_that_ends_early_cannot_be_marked() -> None:
    assert len(_brief_with(DRAWN, mark).pictures) == 1
    broken = _brief_with(DRAWN[: len(DRAWN) // 2], mark)
    assert (broken.pictures, broken.unseen) == ((), True)


def _brief_with(data: bytes | None, marks: Mark | None) -> Brief:
    page = screen(element(0, "button", "Save"))
    picture = None if data is None else Picture(data, "image/png", 1.0)
    seen = replace(page, observation=replace(page.observation, picture=picture))
    return BriefComposer(Task("save it"), "full", vision=True, mark=marks).compose(Act("save it"), seen, 0)
