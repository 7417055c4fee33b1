"""What a step that failed says against the edge that promised its effect, and what it does not."""

import random
from dataclasses import replace

import pytest

from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.elements.refs import ref_of
from sextant.execution import ScreenObserver, StepExecutor
from sextant.perception.perceive import Perceiver
from sextant.types.actions import Action, ByIndex, ByPoint, Click, Tap
from sextant.types.decisions import Decision
from sextant.types.evidence import ScreenIs, TextVisible, Verdict
from sextant.types.geometry import Point
from sextant.types.screens import Condition, Screen
from sextant.types.transitions import Attempt, Cause, Effectiveness, Transition
from sextant.utg.graph import Edge, Graph
from sextant.utg.recorder import MapRecorder
from tests.execution.test_executor import Log
from tests.support.runs import NOBODY
from tests.utg.walks import ORIGIN, element, screen, step

HOME = screen("home", element(0, "Help"), element(1, "News"))
HELP = screen("help", element(0, "Back to home"))
SHOWN = replace(HOME, digest="another look")
POPUP = screen("home+popup", element(0, "Close"))
OPEN = Click(ByIndex(0))
WRONG = (Verdict(TextVisible("Help"), "fails", "'Help' is not there"),)


class Chart:
    """A map on which the first link of home leads to the help page."""

    def __init__(self) -> None:
        self.graph = Graph(ORIGIN)
        self.draughtsman = MapRecorder(self.graph)
        self.graph.apply(self.draughtsman.sighting(HOME))
        self.walk(step(HOME, 0, HELP))

    def walk(self, transition: Transition) -> None:
        self.graph.apply(self.draughtsman.transition(transition))

    @property
    def promised(self) -> Edge:
        return next(edge for edge in self.graph.out("home") if edge.target == "help")

    @property
    def counts(self) -> tuple[int, int]:
        return self.promised.successes, self.promised.failures


def tried(
    after: Screen,
    effectiveness: Effectiveness,
    cause: Cause,
    action: Action = OPEN,
    attempts: int = 1,
    verdicts: tuple[Verdict, ...] = (),
) -> Transition:
    """A step on the link to the help page."""
    help_link = ref_of(HOME, HOME.elements[0])
    made = tuple(
        Attempt(f"0.{n}", Tap(Point(9, 9)), "index", Point(9, 9), help_link, cause=cause) for n in range(attempts)
    )
    done = step(HOME, action, after, effectiveness)
    return replace(done, attempts=made, cause=cause, verdicts=verdicts)


@pytest.mark.parametrize("attempts", [1, 3, 5])
def test_a_step_in_vain_counts_once_however_often_it_was_attempted(attempts: int) -> None:
    chart = Chart()
    before = chart.promised.reliability
    chart.walk(tried(HOME, "ineffective", "missed", attempts=attempts))
    assert chart.counts == (1, 1)
    assert chart.promised.reliability < before


@pytest.mark.parametrize("cause", ["covered", "disabled"])
def test_a_target_that_could_not_be_touched_counts_against_its_edge(cause: Cause) -> None:
    chart = Chart()
    chart.walk(tried(HOME, "refused", cause, attempts=0))
    assert chart.counts == (1, 1)
    chart.walk(tried(HOME, "ineffective", cause))
    assert chart.counts == (1, 2)


@pytest.mark.parametrize("after", [SHOWN, screen("news", element(0, "Story"))], ids=["on the spot", "elsewhere"])
def test_a_target_that_did_something_else_counts_against_its_edge(after: Screen) -> None:
    chart = Chart()
    chart.walk(tried(after, "uncertain", "wrong_element", verdicts=WRONG))
    assert chart.counts == (1, 1)


def test_what_is_not_decided_counts_neither_way() -> None:
    chart = Chart()
    undecided = (replace(WRONG[0], outcome="undecided"),)
    chart.walk(tried(SHOWN, "uncertain", "wrong_element", verdicts=undecided))
    chart.walk(tried(HOME, "uncertain", "missed", verdicts=undecided))
    assert chart.counts == (1, 0)


@pytest.mark.parametrize("cause", ["popup", "delayed", "device", "stale", "absent", "refused"])
@pytest.mark.parametrize("after", [HOME, SHOWN, POPUP], ids=["unchanged", "changed", "elsewhere"])
def test_what_lies_elsewhere_is_not_held_against_the_edge(cause: Cause, after: Screen) -> None:
    chart = Chart()
    chart.walk(tried(after, "ineffective" if after is HOME else "uncertain", cause, verdicts=WRONG))
    chart.walk(tried(HOME, "refused", cause, attempts=0))
    assert chart.counts == (1, 0)


@pytest.mark.parametrize("condition", ["crashed", "app_gone"])
def test_an_app_that_is_gone_is_no_screen_and_nobodys_failure(condition: Condition) -> None:
    chart = Chart()
    gone = screen("nothing")
    gone = replace(gone, observation=replace(gone.observation, condition=condition))
    chart.walk(tried(gone, "uncertain", "device"))
    assert chart.counts == (1, 0)
    assert set(chart.graph.nodes) == {"home", "help"}


@pytest.mark.parametrize(("after", "expected"), [(HELP, (2, 0)), (HOME, (1, 1))])
def test_a_touch_at_a_point_counts_for_the_edge_of_what_lies_there(after: Screen, expected: tuple[int, int]) -> None:
    chart = Chart()
    worked = after is HELP
    touch = Click(ByPoint(500, 20))
    chart.walk(tried(after, "effective" if worked else "ineffective", "" if worked else "missed", touch, attempts=2))
    assert chart.counts == expected


def test_interrupts_and_steps_of_a_rollback_do_not_count() -> None:
    chart = Chart()
    for owner in ("popup", "relaunch", "rollback", "restart"):
        chart.walk(replace(tried(HOME, "ineffective", "missed"), interrupt=owner))
    assert chart.counts == (1, 0)


APP = ScriptedApp(
    {"home": Page("Home", (Widget("Help", goes="help"),)), "help": Page("Help", (Widget("Idle"),))}, "home"
)
STUCK = ScriptedApp({"home": Page("Home", (Widget("Help"),)), "help": Page("Help", (Widget("Idle"),))}, "home")


@pytest.mark.parametrize("target", [ByIndex(0), ByPoint(500, 20)], ids=["element", "point"])
def test_the_executors_own_steps_say_the_same(target: ByIndex | ByPoint) -> None:
    graph = Graph("scripted")
    draughtsman = MapRecorder(graph)

    def walk(app: ScriptedApp, number: int) -> Transition:
        device = ScriptedDevice(app)
        device.open()
        observer = ScreenObserver(device, Perceiver())
        executor = StepExecutor(observer, Log(device), lambda name: name, NOBODY, random.Random(1), lambda: 0.0)
        seen = observer.look()
        decision = Decision(Click(target), seen.digest, "open help", expectations=(ScreenIs(text="Help"),))
        made = executor.execute(decision, seen, number)
        graph.apply(draughtsman.transition(made))
        return made

    worked, failed = walk(APP, 0), walk(STUCK, 1)
    assert (worked.effectiveness, failed.effectiveness, failed.cause) == ("effective", "ineffective", "unanswered")
    assert len(failed.attempts) == 1
    [edge] = graph.edges.values()
    assert (edge.successes, edge.failures) == (1, 1)
