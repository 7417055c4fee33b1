"""What a spoilt picture hid of a step is told to the actor in its very next brief, without a question or a model."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sextant.assembly import AbsentPerson, Hooks, Probes, RunRequest, build_run
from sextant.devices.faults import FaultPlan, FaultyDevice
from sextant.perception import Perceiver
from sextant.protocols import Device
from sextant.settings import JournalSettings, Settings
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.evidence import Changed
from sextant.types.tasks import Budget, Policy
from sextant.types.transitions import Transition
from sextant_bench.stage import AskedClock, KeptDevice
from sextant_bench.verify import world_of
from sextant_worlds.oracle import OracleActor
from sextant_worlds.twin.device import TwinDevice


class Reading:
    """The oracle, with every brief kept; of a step it expects no more than a change."""

    profile: Profile = "lite"

    def __init__(self, oracle: OracleActor) -> None:
        self._oracle = oracle
        self.briefs: list[str] = []

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        self.briefs.append("\n".join(f"{section.name}\n{section.text}" for section in brief.sections))
        decision = self._oracle.decide(brief, objections, rejected)
        acting = decision.action.kind not in ("status", "answer", "wait")
        return replace(decision, expectations=(Changed(),)) if acting else decision

    def observe(self, transition: Transition) -> None:
        self._oracle.observe(transition)

    def snapshot(self) -> Any:
        return self._oracle.snapshot()

    def restore(self, state: Any) -> None:
        self._oracle.restore(state)


@pytest.mark.parametrize("fault", ["black_frame", "empty_hierarchy"])
def test_a_late_verdict_stands_in_the_next_brief(fault: Any, tmp_path: Path) -> None:
    world, clock = world_of(7), AskedClock()
    device = KeptDevice(FaultyDevice(TwinDevice(world, clock), FaultPlan({fault: 0.6}, 3), clock))
    device.open()
    actor, steps = Reading(OracleActor(world, Perceiver())), list[Transition]()

    def in_place(made: Device) -> Device:
        made.close()
        return device

    hooks = Hooks(on_step=steps.append, clock=clock, probes=Probes(device=in_place, actor=lambda: actor))
    settings = Settings(
        budget=Budget(max_steps=40), policy=Policy(irreversible="allow"), journal=JournalSettings(tmp_path / "runs")
    )
    build_run(RunRequest(world.task.goal, "world:lite/0", played_by="the oracle"), settings, AbsentPerson(), hooks).go()
    own = [step for step in steps if not step.interrupt and step.attempts]
    hidden = [step.step for step in own if step.effectiveness == "uncertain" and step.cause == "delayed"]
    assert hidden, "nothing was hidden: the test shows nothing"
    told = [
        line
        for line in actor.briefs[-1].splitlines()
        if line.partition(".")[0] in map(str, hidden) and "seen later" in line
    ]
    assert told
    assert all(": worked" in line for line in told if "is new" in line or "another page" in line)
    first = next(at for at, text in enumerate(actor.briefs) if f"{hidden[0]}. " in text and "seen later" in text)
    assert "Open questions" not in actor.briefs[first]
