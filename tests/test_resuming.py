"""Taking runs up again: what is kept of them when that fails, and what is said when they were damaged."""

from pathlib import Path

import pytest

from sextant.build import open_journal, resume_run
from sextant.errors import DeviceUnreachable
from sextant.types.devices import Opened
from tests.support.runs import NOBODY, Bench, Somebody, done
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
