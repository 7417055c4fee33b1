"""The oracle that keeps its footing: done in the world from screens alone, and nothing done twice."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from sextant.assembly import AbsentPerson, Hooks, Probes, RunRequest, build_run
from sextant.devices.wrapper import DeviceWrapper
from sextant.perception import Perceiver
from sextant.protocols import Device
from sextant.settings import load
from sextant.types.actions import Gesture, PressKey, Tap, TerminateApp, TypeText
from sextant.types.devices import Injection
from sextant.types.tasks import Episode
from sextant.types.transitions import Transition
from sextant_worlds.names import find_world
from sextant_worlds.oracle import OracleActor
from sextant_worlds.oracle.rehearsal import rehearse
from sextant_worlds.spec.world import World
from sextant_worlds.truth import grade
from sextant_worlds.truth.grade import Grade
from sextant_worlds.twin.device import TwinDevice
from sextant_worlds.twin.twin import Twin


class Losing(DeviceWrapper):
    """Loses injections by number, or ends the app in front after them."""

    def __init__(self, inner: TwinDevice, dropped: frozenset[int], killed: frozenset[int]) -> None:
        super().__init__(inner)
        self.twin = inner.twin
        self._dropped, self._killed, self._count = dropped, killed, 0

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        if intent:
            self._count += 1
        if intent and self._count in self._dropped and isinstance(gesture, Tap | TypeText):
            return Injection(seconds=0.0)
        done = super().perform(gesture, intent)
        if intent and self._count in self._killed:
            super().perform(TerminateApp(self.look().app.removeprefix("world:")))
            super().perform(PressKey("home"))
        return done


Played = tuple[Episode, Grade, list[Transition]]


def play(world: World, path: Path, *losses: int, device: Losing | None = None) -> Played:
    """A run of the oracle on a device that loses injections (`-n` ends the app after the n-th), or on this one."""
    steps: list[Transition] = []
    dropped, killed = ({abs(loss) for loss in losses if (loss > 0) is kind} for kind in (True, False))
    losing = device or Losing(TwinDevice(world), frozenset(dropped), frozenset(killed))

    def keep(opened: Device) -> Device:
        opened.close()
        return losing

    settings = load({"journal.directory": str(path), "budget.max_steps": "200"}, environ={}, directory=path)
    hooks = Hooks(on_step=steps.append, probes=Probes(device=keep, actor=lambda: OracleActor(world, Perceiver())))
    request = RunRequest(world.task.goal, "world:lite/0", played_by="the oracle")
    episode = build_run(request, settings, AbsentPerson(), hooks).go()
    return episode, grade(world, losing.twin.snapshot(), episode.agent_claimed, Twin(world).snapshot()), steps


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Played]:
    @cache
    def once(name: str) -> Played:
        return play(find_world(name), tmp_path_factory.mktemp("played"))

    return once


@pytest.mark.parametrize("name", ["12", "49", *(f"lite/{index}" for index in (3, 6, 11, 12, 18, 43, 55))])
def test_it_does_the_task_from_what_it_sees(name: str, played: Callable[[str], Played]) -> None:
    world, (episode, graded, steps) = find_world(name), played(name)
    assert graded.success, graded.reason
    assert graded.side_effects == ()
    ends = world.task.reference.ends
    assert episode.agent_claimed == ends
    assert episode.status in (("success", "unverified") if ends == "complete" else ("infeasible",))
    assert [verdict.outcome for verdict in steps[-1].verdicts] == ["holds"] * (ends == "complete")
    assert len(steps) <= 2 * world.task.oracle_steps + 10


@pytest.mark.parametrize("name", ["12", "49", "lite/0", "lite/8", "lite/20"])
def test_it_tells_what_it_expects_and_remembers(name: str, played: Callable[[str], Played]) -> None:
    world, (_, _, steps) = find_world(name), played(name)
    assert [verdict for step in steps for verdict in step.verdicts if verdict.outcome == "fails"] == []
    told = " ".join(step.decision.description + step.decision.thought for step in steps)
    facts = {fact.id: fact for fact in world.scenario.facts}
    assert all(facts[item.fact].shown in told for item in world.task.memory_items if item.fact in facts)


@pytest.mark.parametrize("number", range(2, 14))
def test_whatever_is_lost_on_the_way_is_done_once(number: int, tmp_path: Path) -> None:
    world = find_world("lite/7")  # an order is placed
    for loss in (number, -number):
        graded = play(world, tmp_path / str(loss), loss)[1]
        assert graded.success, (loss, graded.reason)


def test_it_knows_which_parts_may_be_done_again() -> None:
    parts = {part.test_id: part for part in rehearse(find_world("lite/24"), Perceiver()).parts}
    assert not parts["send-comment"].repeatable
    assert not parts["send-comment"].undoable
    assert parts["dialog-delete"].final
    assert parts["title"].kind == "set"
    switched = {part.test_id: part for part in rehearse(find_world("lite/5"), Perceiver()).parts}["paper"]
    assert switched.undoable
    assert not switched.repeatable


class Astray(Losing):
    """Does one thing more, by accident, before the injection of that number."""

    def __init__(self, inner: TwinDevice, before: int, test_id: str) -> None:
        super().__init__(inner, frozenset(), frozenset())
        self._before, self._test_id = before, test_id

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        found = next((item for item in self.look().elements if item.test_id == self._test_id), None)
        if intent and self._count + 1 >= self._before and found is not None and found.visibility == "visible":
            self._before = 1_000
            self.twin.perform(Tap(found.box.centre))
        return super().perform(gesture, intent)


@pytest.mark.parametrize(("name", "test_id"), [("lite/5", "paper"), ("319506", "payments-t16-check")])
def test_what_an_accident_has_done_already_stays_done(name: str, test_id: str, tmp_path: Path) -> None:
    world = find_world(name)
    _, graded, steps = play(world, tmp_path, device=Astray(TwinDevice(world), 1, test_id))
    assert graded.success, graded.reason
    assert len(steps) <= 60
