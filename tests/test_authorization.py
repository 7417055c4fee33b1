"""Held writes in whole runs: allowed on words of the goal, denied with a reason, left to a person."""

import socket
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from sextant.assembly import Run, RunRequest, build_run, resume_run
from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget, Write
from sextant.models import ModelSettings, open_model
from sextant.models.scripted import ScriptedModel
from sextant.protocols import Model
from sextant.types.effects import WriteMode
from tests.support.runs import NOBODY, Bench, Reply, Somebody, click, done

SHOP = ScriptedApp(
    {
        "home": Page(
            "Shop",
            (
                Widget("Заказать", goes="thanks", effects=(Write("POST", "/orders", fields={"item": "tea"}),)),
                Widget("Удалить", goes="gone", effects=(Write("DELETE", "/account"),)),
            ),
        ),
        "thanks": Page("Shop", (Widget("Tea is ordered", role="text"),)),
        "gone": Page("Shop", (Widget("Gone", role="text"),)),
    },
    "home",
    name="shop",
)
ALLOW: Reply = {"decision": "allow", "span": "order tea", "reason": "it is asked for"}
DENY: Reply = {"decision": "deny", "reason": "nobody asked for that"}
UNSURE: Reply = {"decision": "ask", "reason": "which tea?"}


@dataclass
class Stage:
    """A shop with a write gate, an actor and an authorizer that say what they are told to."""

    root: Path
    writes: WriteMode = "ask"
    models: list[Model] = field(default_factory=list[Model])

    def __post_init__(self) -> None:
        self.bench = Bench(self.root, SHOP)
        self.device = ScriptedDevice(SHOP, writes=self.writes)

    def run(self, actor: list[Any], authorizer: list[Any] | Model) -> Run:
        request = RunRequest("Please order tea.", f"scripted:{self.root / 'app.json'}")
        return build_run(request, self.bench.settings(actor), NOBODY, self._hooks(authorizer))

    def resume(self, run: str, actor: list[Any], authorizer: list[Any], person: Somebody = NOBODY) -> Run:
        return resume_run(run, self.bench.settings(actor), person, self._hooks(authorizer))

    def _hooks(self, authorizer: list[Any] | Model) -> Any:
        self.models.append(ScriptedModel(authorizer) if isinstance(authorizer, list) else authorizer)
        hooks = self.bench.hooks(self.device)
        return replace(hooks, probes=replace(hooks.probes, authorizer=lambda: self.models[-1]))


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


def test_what_is_denied_is_not_sent_and_the_run_goes_on(stage: Stage) -> None:
    run = stage.run([click(1), click(0, "Tea is ordered"), done("Tea is ordered")], [DENY, ALLOW])
    assert run.go().status == "success"
    assert [effect.held for step in stage.bench.steps for effect in step.effects] == [True, False]


def test_three_that_are_denied_in_a_row_end_the_run(stage: Stage) -> None:
    episode = stage.run([click(1)] * 6, [DENY] * 6).go()
    assert (episode.status, episode.steps) == ("stuck", 3)
    assert "held" in episode.reason


def test_where_nobody_can_tell_the_run_waits_for_a_person_and_can_be_taken_up(stage: Stage) -> None:
    run = stage.run([click(0, "Tea is ordered")] * 2, [UNSURE] * 2)
    episode = run.go()
    assert (episode.status, episode.steps) == ("needs_person", 2), "it may be shown once which tea is meant"
    assert "--allow-request 'POST /orders'" in episode.reason
    assert "which tea?" in episode.reason
    assert stage.device.counts.total() == 0
    stage.device.open()
    person = Somebody(allows=True)
    again = stage.resume(run.id, [click(0, "Tea is ordered"), done("Tea is ordered")], [UNSURE], person)
    assert again.go().status == "success"
    assert len(person.asked) == 1
    assert "POST /orders" in person.asked[0]


def test_what_was_opened_before_tells_which_one_is_meant(tmp_path: Path) -> None:
    mails = ("Invoice of May", "Invoice of June")
    home = Page("Mail", tuple(Widget(mail, role="link", goes=f"mail{at}") for at, mail in enumerate(mails)))
    opened = {
        f"mail{at}": Page("Mail", (Widget("Delete", goes="gone", effects=(Write("DELETE", f"/mail/{at}"),)),))
        for at in range(len(mails))
    }
    gone = Page("Mail", (Widget("It is gone", role="text"),))
    app = ScriptedApp({"home": home, "gone": gone} | opened, "home", name="mail")
    bench = Bench(tmp_path, app)
    device, authorizer = (
        ScriptedDevice(app, writes="ask"),
        ScriptedModel([{**ALLOW, "span": "Delete the invoice of June"}]),
    )
    hooks = bench.hooks(device)
    hooks = replace(hooks, probes=replace(hooks.probes, authorizer=lambda: authorizer))
    request = RunRequest("Delete the invoice of June.", f"scripted:{tmp_path / 'app.json'}")
    replies = [click(1, "Delete"), click(0, "It is gone"), done("It is gone")]
    assert build_run(request, bench.settings(replies), NOBODY, hooks).go().status == "success"
    (prompt,) = authorizer.prompts
    assert "│ step 0: click on link 'Invoice of June'" in prompt.text
    assert "Invoice of May" not in prompt.text


def test_an_authorizer_that_answers_garbage_lets_nothing_pass(stage: Stage) -> None:
    episode = stage.run([click(0)], ["garbage"] * 4).go()
    assert episode.status == "needs_person"
    assert "could not be read" in episode.reason


def test_what_is_held_while_the_authorizer_is_down_is_refused_once_the_retries_run_out(stage: Stage) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    model = open_model(f"openai-compatible:judge@http://127.0.0.1:{port}/v1", ModelSettings(transport_retries=1))
    episode = stage.run([click(0)], model).go()
    assert (episode.status, episode.steps) == ("needs_person", 1), "nobody asks the actor to try again"
    assert "the authorizer gave no answer" in episode.reason
    assert stage.device.counts.total() == 0


def test_an_act_called_irreversible_without_words_is_no_worse_than_silence(stage: Stage) -> None:
    declared = click(0, "Tea is ordered", irreversible=True)
    run = stage.run([declared, declared, done("Tea is ordered")], [ALLOW, ALLOW])
    assert run.go().status == "success"
    assert [item.answer for item in stage.bench.permissions(run.id)][:2] == [True, True]


def test_without_an_authorizer_nothing_is_held(tmp_path: Path) -> None:
    bench = Bench(tmp_path, SHOP)
    bench.run("Please order tea.", [click(0, "Tea is ordered"), done("Tea is ordered")]).go()
    assert [effect.held for step in bench.steps for effect in step.effects] == [False]
