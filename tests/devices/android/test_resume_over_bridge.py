"""A run on a phone that was killed goes on by serial number and the component in front, over the real adb."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from sextant.assembly import Harness, Hooks, Probes, RunRequest, build_run, open_journal, resume_run
from sextant.integrations.adb_bridge import bridge_to
from sextant.journal import RunLog
from sextant.settings import JournalSettings, Settings
from sextant.settings.groups import AndroidSettings
from sextant.types.actions import Gesture, PressKey, Status
from sextant.types.decisions import Brief, Decision, Objection
from sextant.types.tasks import Budget, Policy
from sextant_bench.stage import Bystander
from sextant_worlds.names import find_world
from sextant_worlds.oracle.walk import OracleStep, prove
from sextant_worlds.twin.device import TwinDevice
from tests.devices.android.test_same_run import FollowingActor
from tests.support.adb import Adb

pytestmark = pytest.mark.long


class _PowerCut(BaseException):
    """Ends the process's work without any tidying up."""


class DyingActor(FollowingActor):
    """Takes one step, and the power is cut."""

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        if self.done:
            raise _PowerCut
        return super().decide(brief, objections, rejected)


class SeeingActor(FollowingActor):
    """Remembers what it was told of the first screen."""

    def __init__(self, steps: Sequence[OracleStep], told: list[str]) -> None:
        super().__init__(steps)
        self._told = told

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        del objections, rejected
        self._told.extend(brief.screen.observation.notes)
        return Decision(Status("complete"), brief.screen.digest, "done")


@pytest.mark.parametrize("meanwhile", [None, PressKey("home")])
def test_a_resumed_run_is_told_which_app_was_in_front_and_which_is_now(
    meanwhile: Gesture | None, adb: Adb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = find_world("lite/5")
    opening = next(step for step in prove(world).walk.steps if step.test_id)
    settings = Settings(
        android=AndroidSettings(driver="plain"),
        budget=Budget(max_steps=5),
        policy=Policy(irreversible="allow"),
        journal=JournalSettings(tmp_path / "runs"),
    )
    twin = TwinDevice(world)
    twin.open()
    with bridge_to(twin, everyone=True) as bridge:
        request = RunRequest(world.task.goal, f"android:{bridge.address}", harness=Harness(judge=twin.grade))
        hooks = Hooks(probes=Probes(actor=lambda: DyingActor([opening])))
        run = build_run(request, settings, Bystander(), hooks)
        with monkeypatch.context() as patched:
            patched.setattr(RunLog, "finish", _cut)
            with pytest.raises(_PowerCut):
                run.go()
        with open_journal(settings).read(run.id) as record:
            last, lease = record.last(), record.leased
        assert last is not None
        assert lease is not None
        left = last.after.observation.facts["component"]
        assert (lease.data["serial"], lease.data["front"] == left) == (bridge.address, False)
        if meanwhile is not None:
            twin.perform(meanwhile)
        notes, told = list[str](), list[str]()
        after = Hooks(on_note=notes.append, probes=Probes(actor=lambda: SeeingActor([], told)))
        resume_run(run.id, settings, Bystander(), after).go()
    assert "The device was reattached." in notes
    expected = [] if meanwhile is None else [f"{left} was in front when the run was left"]
    for heard in (notes, told):
        assert list(dict.fromkeys(one.partition(";")[0] for one in heard if "was in front" in one)) == expected


def _cut(*_: object) -> None:
    raise _PowerCut
