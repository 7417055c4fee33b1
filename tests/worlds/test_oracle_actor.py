"""The oracle in the loop, telling what it does: done in the world, supported by the screens, expectations come true."""

from pathlib import Path

import pytest

from sextant.assembly import Hooks, Nobody, Probes, RunRequest, build_run
from sextant.perception import Perceiver
from sextant.protocols import Device
from sextant.settings import load
from sextant.types.transitions import Transition
from sextant_worlds.demonstrations import OracleActor
from sextant_worlds.names import find_world
from sextant_worlds.truth import grade
from sextant_worlds.twin.device import TwinDevice
from sextant_worlds.twin.twin import Twin


@pytest.mark.parametrize("name", ["12", "49", "lite/1", "lite/8", "lite/20"])
def test_it_does_the_task_and_every_expectation_holds(name: str, tmp_path: Path) -> None:
    world = find_world(name)
    held: list[TwinDevice] = []
    steps: list[Transition] = []

    def keep(device: Device) -> Device:
        assert isinstance(device, TwinDevice)
        held.append(device)
        return device

    def actor() -> OracleActor:
        return OracleActor(world, lambda: held[0].twin.state, Perceiver())

    settings = load({"journal.directory": str(tmp_path)}, environ={}, directory=tmp_path)
    hooks = Hooks(on_step=steps.append, probes=Probes(device=keep, actor=actor))
    request = RunRequest(world.task.goal, f"world:{name}", "navigator", played_by="the oracle")
    episode = build_run(request, settings, Nobody(), hooks).go()
    assert grade(world, held[0].twin.snapshot(), episode.agent_claimed, Twin(world).snapshot()).success
    assert episode.agent_claimed == world.task.reference.ends
    expecting = [step for step in steps if step.decision.expectations]  # nothing is, of a page that goes on loading
    assert [verdict for step in expecting for verdict in step.verdicts if verdict.outcome == "fails"] == []
    noted = " ".join(step.decision.description + step.decision.thought for step in steps)
    facts = {fact.id: fact for fact in world.scenario.facts}
    assert all(facts[item.fact].shown in noted for item in world.task.memory_items if item.fact in facts)
