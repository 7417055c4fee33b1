"""Loops carried out by the whole loop: what was done the same way twice asks no model, and harms nothing."""

from dataclasses import replace
from pathlib import Path

import pytest

from sextant.assembly import AbsentPerson, Hooks, Probes, RunRequest, build_run, resume_run
from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.devices.wrapper import DeviceWrapper
from sextant.journal import RunStore
from sextant.protocols import Device
from sextant.settings import JournalSettings, ProgramChoices, Settings
from sextant.types.codec import to_json
from sextant.types.tasks import Budget, Policy
from sextant.types.transitions import Transition
from sextant_bench.program.clerk import Clerk
from sextant_bench.program.loops import carry_out
from sextant_bench.program.office import ITEMS, LOOPS, Loop, approved, right

pytestmark = pytest.mark.long


@pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: loop.name)
def test_a_loop_costs_calls_once_and_comes_out_the_same(loop: Loop, tmp_path: Path) -> None:
    again = carry_out(loop, True, tmp_path)
    plain = carry_out(loop, False, tmp_path)
    assert again.whole, again
    assert plain.whole, plain
    assert plain.calls == plain.steps == again.steps
    assert plain.reused == 0
    assert again.calls + again.reused == again.steps
    assert again.per_step <= 0.3


def test_what_cannot_be_taken_back_is_reviewed_and_told_like_any_other_decision(tmp_path: Path) -> None:
    steps: list[Transition] = []
    carry_out(LOOPS[0], True, tmp_path, steps)
    confirmed = [step for step in steps if step.decision.description == "click Confirm"]
    assert len(confirmed) == ITEMS
    assert all(step.irreversible for step in confirmed)
    assert sum(step.decision.actor == "reuse" for step in confirmed) == ITEMS - 2
    journal = RunStore.open(tmp_path / "runs")
    with journal.read(journal.runs()[0].run) as record:
        assert sum("Confirm" in asked.question for asked in record.permissions()) == ITEMS
        told = [step.decision.actor for step in record.transitions()]
    assert told == [step.decision.actor for step in steps]


def _silent(number: int, leads: str) -> ScriptedApp:
    """The office, where one approval happens and does not say so."""
    app = LOOPS[0].app()
    page = app.pages[f"confirm {number}"]
    widgets = tuple(replace(one, goes=leads) if one.effect else one for one in page.widgets)
    working = Page("Working", (Widget("Working on it", "heading"),), "/working")
    return replace(app, pages={**app.pages, f"confirm {number}": replace(page, widgets=widgets), "working": working})


@pytest.mark.parametrize(("leads", "told"), [("working", "uncertain"), ("", "ineffective")])
def test_an_act_that_does_not_show_is_done_by_reuse_once(leads: str, told: str, tmp_path: Path) -> None:
    loop = LOOPS[0]
    steps: list[Transition] = []
    device = ScriptedDevice(_silent(11, leads), size=loop.device().size)
    carried = carry_out(loop, True, tmp_path, steps, device)
    assert carried.status in ("needs_person", "stuck", "blocked"), carried
    sent = [step for step in steps if step.attempts and step.before.location == "/invoices/11/confirm"]
    assert [step.effectiveness for step in sent if step.decision.actor == "reuse"] == [told]
    assert sent[0].decision.actor == "reuse"
    if leads:
        assert approved(device)[11] == 1


class _Kept(DeviceWrapper):
    """A device that outlives its runs."""

    def close(self) -> None: ...

    def detach(self) -> None: ...


def _hooks(device: ScriptedDevice, clerk: Clerk, steps: list[Transition]) -> Hooks:
    def in_place(made: Device) -> Device:
        made.close()
        return _Kept(device)

    return Hooks(on_step=steps.append, probes=Probes(device=in_place, actor=lambda: clerk))


@pytest.mark.parametrize("stop", [7, 20, 40, 57])
def test_a_run_that_is_taken_up_has_its_recordings(stop: int, tmp_path: Path) -> None:
    loop = LOOPS[0]
    device = loop.device()
    file = tmp_path / "office.json"
    file.write_text(to_json(ScriptedApp, loop.app()), encoding="utf-8")
    steps: list[Transition] = []

    def settings(most: int) -> Settings:
        return Settings(
            program=ProgramChoices(loop.program),
            budget=Budget(max_steps=most),
            policy=Policy(irreversible="allow"),
            journal=JournalSettings(tmp_path / "runs"),
        )

    first, second = Clerk(), Clerk()
    goal = "write its own name into the note of every invoice, and approve every invoice"
    run = build_run(RunRequest(goal, f"scripted:{file}"), settings(stop), AbsentPerson(), _hooks(device, first, steps))
    assert run.go().status == "over_budget"
    episode = resume_run(run.id, settings(400), AbsentPerson(), _hooks(device, second, steps)).go()
    assert (episode.status, episode.answer) == ("success", str(loop.total)), episode.reason
    assert right(device) == ITEMS
    assert second.calls <= carry_out(loop, True, tmp_path).calls


def test_another_row_of_the_same_name_is_for_the_model(tmp_path: Path) -> None:
    loop = LOOPS[0]
    app = loop.app()
    twin = Widget("Invoice 9", "link", goes="list")
    listed = replace(app.pages["list"], widgets=(*app.pages["list"].widgets, twin))
    device = ScriptedDevice(replace(app, pages={**app.pages, "list": listed}), size=loop.device().size)
    steps: list[Transition] = []
    assert carry_out(loop, True, tmp_path, steps, device).whole
    opened = [step for step in steps if step.decision.description == "click Invoice 9"]
    assert [step.decision.actor for step in opened] == ["clerk (simulated)"]
