"""Taking runs up again: what is kept of them when that fails, and what is said when they were damaged."""

from pathlib import Path
from typing import Literal

import pytest

from sextant.assembly import open_journal, resume_run
from sextant.devices.scripted import ScriptedDevice
from sextant.devices.wrapper import DeviceWrapper
from sextant.errors import DeviceUnreachable, NeedsPerson
from sextant.types.actions import Gesture, LaunchApp
from sextant.types.devices import Injection, Opened
from sextant.types.tasks import Policy
from tests.support.runs import NOBODY, Bench, Somebody, click, done
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


@pytest.mark.parametrize("lifted", [Policy(irreversible="allow"), Policy(allowed_acts=("Send",))])
def test_a_setting_that_lifts_a_refusal_takes_effect_on_resume(tmp_path: Path, lifted: Policy) -> None:
    bench = Bench(tmp_path)
    send = {**click(1, "Sent 1 times"), "irreversible": True}
    run = bench.run("open the settings", [send] * 12)
    assert run.go().status == "needs_person"
    assert bench.device.counts["sent"] == 0
    bench.policy = lifted
    ended = bench.resume(run.id, [send, done("Sent 1 times"), done("Sent 1 times"), done("Sent 1 times")]).go()
    assert bench.device.counts["sent"] == 1
    assert ended.status != "needs_person"
