"""Ways back that outlive a run's leg, and ways that a map knows."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.devices.wrapper import DeviceWrapper
from sextant.execution import CombinedRecovery, HistoryRecovery, Rollback
from sextant.state import EventLog
from sextant.types.actions import Gesture, PressKey
from sextant.types.decisions import Decision
from sextant.types.devices import Injection
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant.utg.graph import Graph
from sextant.utg.map_recovery import MapRecovery
from sextant.utg.recorder import MapRecorder
from sextant.utg.store import open_store
from tests.execution.test_recovering import APP, Hands, lost, rolled
from tests.support.logs import event_log
from tests.support.runs import Bench, click, done

DEAD = [click(index, "Elsewhere", does=f"press {index}") for index in (0, 1)]
WALK = [click(0, "Item"), click(0, "Dead too"), *DEAD]


class NoKeys(DeviceWrapper):
    """Neither back nor home do anything."""

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        return Injection(0.0) if isinstance(gesture, PressKey) else super().perform(gesture, intent)


class Warns(ScriptedDevice):
    """Says first what home would lose, and goes home at the second time."""

    said = False

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        if gesture == PressKey("home") and not self.said:
            self.said = True
            return Injection(0.0, notes=("not gone home: what the page holds would be lost",))
        return super().perform(gesture, intent)

    def injected(self, intent: str) -> bool | None:
        return True


def failing(began: str, *steps: Transition, rollbacks: int = 0) -> EventLog:
    """A log after three decisions that led nowhere."""
    log = event_log()
    log.restore({"progress": json.dumps({"failed": 3, "rollbacks": rollbacks, "began": began})}, steps)
    return log


def test_a_restart_goes_on_where_the_device_only_says_what_it_would_lose() -> None:
    hands = Hands(Warns(APP))
    hands.tap("List", "List")
    rollback = Rollback(hands.executor, failing("another screen", rollbacks=2), HistoryRecovery(), _never)
    taken = rollback.clear(hands.observer.look(), 9).steps
    assert [(step.interrupt, step.after.title) for step in taken] == [("restart", "List"), ("restart", "Home")]


def test_a_resumed_run_goes_back_over_steps_of_its_earlier_leg(tmp_path: Path) -> None:
    bench = Bench(tmp_path, APP, stop_after=4)
    run = bench.run("find it", WALK)
    assert run.go().status == "interrupted"
    assert [step.after.title for step in bench.steps] == ["List", "Item", "Item", "Item"]
    bench.stop_after = None
    last = [click(0, "Elsewhere", does="press it again"), done("Item")]
    assert bench.resume(run.id, last).go().status == "success"
    back = [step for step in bench.steps if step.interrupt]
    assert [(step.interrupt, step.after.title) for step in back] == [("rollback", "List")]


def test_an_act_that_may_be_under_way_is_left_alone_after_a_resume_too() -> None:
    hands = lost()
    hands.steps[1] = replace(hands.steps[1], irreversible=True, effectiveness="uncertain")
    rolled(hands)
    for steps, taken in ((hands.steps, []), ([], ["restart"])):
        log = event_log()
        log.restore(hands.past.states(), steps)
        resumed = Rollback(hands.executor, log, HistoryRecovery(), lambda decision, screen: True)
        assert [step.interrupt for step in resumed.clear(hands.observer.look(), 9).steps] == taken


def test_an_act_that_may_be_under_way_is_left_alone_until_another_page_has_come() -> None:
    hands = lost()
    began, first, *_ = hands.steps
    act = replace(first, irreversible=True, effectiveness="uncertain")
    opened = replace(act, irreversible=False, effectiveness="effective", after=act.before)
    moved = replace(opened, after=began.before)
    assert moved.before.key.id != moved.after.key.id
    for later, taken in ((opened, []), (moved, ["restart"])):
        log = failing("another screen", act, later, rollbacks=2)
        rollback = Rollback(hands.executor, log, HistoryRecovery(), _never)
        assert [step.interrupt for step in rollback.clear(hands.observer.look(), 9).steps] == taken


def drawn(steps: Sequence[Transition]) -> Graph:
    graph = Graph("toy")
    draughtsman = MapRecorder(graph)
    for step in steps:
        graph.apply(draughtsman.transition(step))
    return graph


def mapped() -> Graph:
    """A map by somebody who has been everywhere, and back."""
    hands = Hands(ScriptedDevice(APP))
    hands.tap("List", "List")
    hands.tap("Item", "Item")
    hands.tap("List", "List")
    return drawn(hands.steps)


def stranded() -> tuple[Hands, list[Transition]]:
    """On the item, with no key that leads anywhere."""
    hands = lost()
    keyless = NoKeys(hands.device)
    hands.observer.device = keyless
    return hands, hands.steps


def test_a_map_knows_a_way_that_the_run_never_walked() -> None:
    hands, steps = stranded()
    graph = mapped()
    here, target = steps[-1].after, steps[1].before
    assert [way.kind for way in HistoryRecovery().ways_back(here, target, steps)] == ["back", "relaunch"]
    [way] = MapRecovery(lambda screen: graph).ways_back(here, target, steps)
    assert [hop.element.name for hop in way.hops if hop.element] == ["List"]
    log = event_log()
    log.append(*steps)
    rollback = Rollback(
        hands.executor, log, CombinedRecovery(HistoryRecovery(), MapRecovery(lambda screen: graph)), _always
    )
    cleared = rollback.clear(hands.observer.look(), 9)
    assert cleared.screen.title == "List"
    assert {step.interrupt for step in cleared.steps} == {"rollback"}


def _always(decision: Decision, screen: Screen) -> bool:
    del decision, screen
    return True


def _never(decision: Decision, screen: Screen) -> bool:
    return not _always(decision, screen)


def test_a_way_of_a_map_that_is_old_or_unsafe_is_not_walked_on() -> None:
    wrong = ScriptedApp({**APP.pages, "item": Page("Item", (Widget("List", goes="home"), Widget("Dead")))}, "home")
    hands = Hands(ScriptedDevice(wrong))
    hands.tap("List", "List")
    hands.tap("Item", "Item")
    graph = mapped()
    for safe in (True, False):
        log = failing("", *hands.steps)
        rollback = Rollback(hands.executor, log, MapRecovery(lambda screen: graph), _always if safe else _never)
        taken = rollback.clear(hands.observer.look(), 9).steps
        assert [(step.interrupt, len(step.attempts)) for step in taken] == [("rollback", int(safe)), ("restart", 1)]
        hands.device.perform(PressKey("home"))
        hands.tap("List", "List")
        hands.tap("Item", "Item")


def test_a_run_goes_back_by_the_map_that_is_kept(tmp_path: Path) -> None:
    bench = Bench(tmp_path, APP)
    with open_store(tmp_path / "maps.sqlite") as store:
        store.take(replace(mapped(), app=lost().steps[0].before.app))
    replies = [*WALK, click(0, "Elsewhere", does="press it again"), done("Item")]
    keyless = NoKeys(bench.device)
    assert bench.run("find it", replies, device=keyless).go().status == "success"
    back = [step for step in bench.steps if step.interrupt]
    assert back[-1].after.title == "List"
    assert {step.interrupt for step in back} == {"rollback"}
