"""Taking runs up again: what is kept where that fails, what a setting lifts, and no write that is lost."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

from sextant.assembly import open_journal, resume_run
from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget, Write
from sextant.devices.wrapper import DeviceWrapper
from sextant.errors import DeviceUnreachable, NeedsPerson
from sextant.journal import RunLog
from sextant.types.actions import Gesture, LaunchApp, Tap
from sextant.types.devices import Injection, Opened
from sextant.types.tasks import Episode, Policy
from tests.support.runs import NOBODY, Bench, Reply, Somebody, click, done
from tests.test_agent import OPEN, Faulty


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


class _Unplugged(Faulty):
    """A device that cannot be opened."""

    def open(self) -> Opened:
        raise DeviceUnreachable("The cable is not plugged in.", "Plug it in.")


def test_a_resume_that_fails_leaves_why_the_run_stopped(bench: Bench) -> None:
    ask = {"action": {"type": "hand_over", "reason": "log in, please"}}
    run = bench.run("open settings", [OPEN, ask])
    assert run.go().status == "needs_person"
    settings = bench.settings([])
    with pytest.raises(DeviceUnreachable):
        resume_run(run.id, settings, NOBODY, bench.hooks(_Unplugged(bench.device, 0)))
    kept = open_journal(settings).show(run.id)
    assert (kept.status, kept.resumable) == ("needs_person", True)
    assert "log in, please" in kept.reason
    assert bench.resume(run.id, [ask, done("Name")], Somebody(takes_over=True)).go().status == "success"
    assert open_journal(settings).show(run.id).status == "success"


class _Ending(Faulty):
    """Remembers how it was let go."""

    ended = ""

    def close(self) -> None:
        self.ended = "closed"
        super().close()

    def detach(self) -> None:
        self.ended = "left"
        super().detach()


def test_a_run_that_did_nothing_leaves_no_device_behind_and_begins_anew(bench: Bench) -> None:
    device = _Ending(bench.device, 0)
    run = bench.run("open settings", [{"unreachable": "the network is down"}] * 9, device=device)
    assert (run.go().status, device.ended) == ("model_fault", "closed")
    assert bench.resume(run.id, [OPEN, done("Name")]).go().status == "success"


def test_a_run_that_did_something_leaves_its_device(bench: Bench) -> None:
    device = _Ending(bench.device, 0)
    run = bench.run("open settings", [OPEN, *[{"unreachable": "the network is down"}] * 9], device=device)
    assert (run.go().status, device.ended) == ("model_fault", "left")


class _PowerCut(BaseException):
    """Ends the process's work without any tidying up."""


class _Leased(_Ending):
    """A device that is gone once it waits for no resume."""

    def release(self) -> None:
        self.ended = "released"


def test_a_run_that_was_killed_at_its_end_ends_without_its_device(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(_: RunLog, __: Episode) -> None:
        raise _PowerCut

    device = _Leased(bench.device, 0)
    run = bench.run("open settings", [OPEN, done("Name")], device=device)
    with monkeypatch.context() as patched:
        patched.setattr(RunLog, "finish", cut)
        with pytest.raises(_PowerCut):
            run.go()
    assert open_journal(bench.settings([])).show(run.id).resumable
    touched = len(bench.device.gestures)
    episode = bench.resume(run.id, []).go()
    assert (episode.status, episode.steps) == ("success", 2)
    assert len(bench.device.gestures) == touched
    assert open_journal(bench.settings([])).show(run.id).status == "success"


How = Literal["fresh", "reattached", "restored"]


class _Reloading(DeviceWrapper):
    """A device whose power is cut after the first touch, and that comes up as it is told."""

    def __init__(self, inner: ScriptedDevice, how: How) -> None:
        super().__init__(inner)
        self._how: How = how

    def open(self) -> Opened:
        super().open()
        return Opened(self._how)

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        injection = super().perform(gesture, intent)
        if intent and self._how == "fresh":
            raise _PowerCut
        return injection

    def injected(self, intent: str) -> bool | None:
        return True


def test_a_page_that_an_earlier_leg_loaded_anew_settles_nothing_by_what_is_gone(bench: Bench) -> None:
    bench.policy = Policy(irreversible="allow")
    expected = [{"type": "gone", "text": "Sent 0 times"}]
    expecting = {"action": {"type": "click", "index": 1}, "expect": expected, "irreversible": True}
    run = bench.run("send it", [expecting], device=_Reloading(bench.device, "fresh"))
    with pytest.raises(_PowerCut):
        run.go()
    bench.device.open()
    bench.device.perform(LaunchApp("Settings"))  # what is loaded anew is another page
    legs: tuple[How, ...] = ("restored", "reattached")
    for how in legs:
        settings = bench.settings([])
        with pytest.raises(NeedsPerson, match="does not show whether this action happened"):
            resume_run(run.id, settings, NOBODY, bench.hooks(_Reloading(bench.device, how)))


SHOP = ScriptedApp(
    {
        "home": Page("Shop", (Widget("Bestellen", goes="thanks", effects=(Write("POST", "/orders"),)),)),
        "thanks": Page("Shop", (Widget("Tee ist bestellt", role="text"),)),
    },
    "home",
    name="shop",
)
ALLOWED = Policy(irreversible="allow", writes="observe")
ORDER: Reply = {**click(0, "Tee ist bestellt"), "irreversible": True}


@pytest.mark.parametrize(
    ("begun", "setting"),
    [
        (replace(ALLOWED, irreversible="deny"), "policy.irreversible=ask"),
        (replace(ALLOWED, writes="deny"), "policy.writes=ask"),
        (replace(ALLOWED, irreversible="ask"), ""),  # unattended, and no words of the goal: a person may allow it
    ],
)
def test_what_lifts_a_refusal_takes_effect(tmp_path: Path, begun: Policy, setting: str) -> None:
    bench = Bench(tmp_path, SHOP, policy=begun)
    bench.device = ScriptedDevice(SHOP, writes=begun.writes)
    tries: list[Any] = [ORDER] * 8
    run = bench.run("order tea", tries)
    episode = run.go()
    assert (episode.status, sent(bench)) == ("needs_person", 0)
    assert setting in episode.reason
    bench.policy, bench.device = ALLOWED, ScriptedDevice(SHOP, writes="observe")
    bench.device.open()
    assert bench.resume(run.id, [ORDER, done("Tee ist bestellt")]).go().status == "success"
    assert sent(bench) == 1


def test_without_the_setting_the_refusal_stands(tmp_path: Path) -> None:
    bench = Bench(tmp_path, SHOP, policy=replace(ALLOWED, irreversible="deny"))
    run = bench.run("order tea", [ORDER] * 8)
    assert run.go().status == "needs_person"
    bench.device.open()
    assert bench.resume(run.id, [ORDER] * 8).go().status == "needs_person"
    assert sent(bench) == 0


def sent(bench: Bench) -> int:
    """So many requests left."""
    return sum(not effect.held for step in bench.steps for effect in step.effects)


APP = ScriptedApp(
    {
        "home": Page("Home", (Widget("Next", goes="next"),), effects=(Write("POST", "/visits", 204),)),
        "next": Page("Next", (Widget("Last", goes="last"), Widget("Beat", effects=(Write("POST", "/beats"),)))),
        "last": Page("Last", (Widget("Arrived", role="text"),)),
    },
    "home",
)


def test_no_write_is_lost_between_two_legs(tmp_path: Path) -> None:
    bench = Bench(tmp_path, APP)
    bench.stop_after = 1
    run = bench.run("open the last page", [click(0, "Last"), click(0, "Arrived"), done("Arrived")])
    assert run.go().status == "interrupted"
    assert [effect.address for effect in bench.steps[0].effects] == ["/visits"]
    bench.device.open()
    bench.device.perform(Tap(bench.device.look().elements[1].box.centre))
    bench.stop_after = None
    episode = bench.resume(run.id, [click(0, "Arrived"), done("Arrived")]).go()
    assert episode.steps >= 2
    assert [effect.address for effect in bench.steps[1].effects] == ["/beats"]
    assert sum(len(step.effects) for step in bench.steps) == 2
