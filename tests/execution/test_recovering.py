"""What acts ahead of the course: popups dismissed, intruders sent off, ways back that are checked step by step."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.devices.wrapper import DeviceWrapper
from sextant.evidence import evaluate
from sextant.execution import ExecutionSettings, ForeignAppHandler, HistoryRecovery, PopupHandler, PopupPolicy, Rollback
from sextant.protocols import Cleared
from sextant.types.actions import ByIndex, Click, DragPath, Gesture, NavigateBack, NavigateHome, PressKey, Wait
from sextant.types.decisions import Decision
from sextant.types.devices import Injection
from sextant.types.evidence import ScreenIs, TextVisible
from sextant.types.geometry import Box
from sextant.types.recovery import RecoveryHop, WayBack
from sextant.types.screens import Element, Observation, Screen, ScreenKey
from sextant.types.transitions import Transition
from tests.execution.stage import Stage
from tests.support.logs import event_log

APP = ScriptedApp(
    {
        "home": Page("Home", (Widget("List", goes="list"), Widget("Order", effect="ordered"))),
        "list": Page("List", (Widget("Item", goes="item"), Widget("Dead"))),
        "item": Page("Item", (Widget("Dead"), Widget("Dead too"), Widget("List", goes="list"))),
    },
    "home",
)

OFFER = (
    Element(90, Box(40, 300, 330, 260), "dialog", name="Half price", landmark="dialog: Half price"),
    Element(91, Box(60, 320, 290, 40), "text", "Only today", landmark="dialog: Half price", parent=90),
)
BUY = Element(
    92, Box(60, 400, 290, 48), "button", "Claim it", affordances=frozenset({"tap"}), landmark="dialog: Half price"
)
CROSS = replace(BUY, index=93, box=Box(330, 304, 32, 32), text="×", name="Zamknij")


class Covered(DeviceWrapper):
    """Shows a popup over the app until it is closed or touched beside."""

    def __init__(self, inner: ScriptedDevice, *controls: Element) -> None:
        super().__init__(inner)
        self.popup: tuple[Element, ...] = (*OFFER, *controls)
        self.bought = 0

    def look(self, picture: bool = True) -> Observation:
        seen = super().look(picture)
        if not self.popup:
            return seen
        under = tuple(replace(one, visibility="covered") for one in seen.elements)
        over = tuple(replace(one, index=len(under) + place) for place, one in enumerate(self.popup))
        over = (over[0], *(replace(one, parent=over[0].index) for one in over[1:]))
        return replace(seen, elements=(*under, *over))

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        if not self.popup or not hasattr(gesture, "point"):
            return super().perform(gesture, intent)
        hit = [one for one in self.popup if gesture.point is not None and one.box.contains(gesture.point)]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType]
        if any(one.text == "Claim it" for one in hit):
            self.bought += 1
        if not hit or any(one.text == "×" for one in hit):
            self.popup = ()
        return Injection(0.0)


class Hands(Stage):
    """An executor on a device, with what its interrupts took."""

    def __init__(self, device: ScriptedDevice | Covered, settings: ExecutionSettings | None = None) -> None:
        super().__init__(device, settings=settings)
        self.device = device
        self.steps: list[Transition] = []
        self.past = event_log()

    def tap(self, label: str, expect: str) -> Transition:
        element = next(one for one in self.observer.look().elements if one.label == label)
        self.steps.append(self.do(Click(ByIndex(element.index)), ScreenIs(text=expect), step=len(self.steps)))
        return self.steps[-1]


def dismissed(hands: Hands, step: int = 0, safe: Callable[[Decision, Screen], bool] = lambda _, __: True) -> Cleared:
    return PopupHandler(hands.executor, PopupPolicy(hands.past, safe)).clear(hands.observer.look(), step)


def test_a_popup_is_closed_by_its_own_close_and_its_offer_never_touched() -> None:
    device = Covered(ScriptedDevice(APP), BUY, CROSS)
    cleared = dismissed(Hands(device), 3)
    assert [(step.step, step.interrupt, step.effectiveness) for step in cleared.steps] == [(3, "popup", "effective")]
    assert [one.label for one in cleared.screen.elements] == ["List", "Order"]
    assert device.bought == 0


def test_a_popup_without_a_close_is_left_by_a_touch_beside_it() -> None:
    device = Covered(ScriptedDevice(APP), BUY)
    (step,) = dismissed(Hands(device)).steps
    assert step.decision.description == "touch beside the popup 'Half price'; it said 'Half price Only today'"
    assert (device.popup, device.bought) == ((), 0)


def test_what_is_not_safe_is_not_touched() -> None:
    hands = Hands(Covered(ScriptedDevice(APP), BUY, CROSS))
    assert dismissed(hands, safe=lambda _, __: False).steps == ()
    (step,) = dismissed(hands, safe=lambda decision, _: "beside" in decision.description).steps
    assert step.decision.description.startswith("touch beside")


class Unmoved(Covered):
    """A popup that nothing closes."""

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        popup = self.popup
        done = super().perform(gesture, intent)
        self.popup = popup
        return done


def test_what_closes_nothing_is_tried_once_and_the_popup_goes_to_the_actor() -> None:
    hands = Hands(Unmoved(ScriptedDevice(APP), BUY, CROSS))
    cleared = dismissed(hands)
    hands.past.append(*cleared.steps)
    assert [step.decision.description.split()[0] for step in cleared.steps] == ["close", "touch"]
    assert dismissed(hands, 2).steps == (), "from now on it is the actor's"


def test_a_dialog_that_the_last_touch_may_have_opened_is_the_actors() -> None:
    device = Covered(ScriptedDevice(APP), BUY, CROSS)
    hands = Hands(device)
    popup, device.popup = device.popup, ()
    before = hands.observer.look()
    device.popup = popup
    after = hands.observer.look()
    step = replace(hands.do(Click(ByIndex(0)), seen=before), before=before, after=after)
    elsewhere = replace(before, observation=replace(before.observation, elements=()))
    shown = evaluate(TextVisible("Only today"), elsewhere, after, 0)
    for last, closed in (
        (step, False),
        (replace(step, decision=replace(step.decision, action=Wait(1.0))), True),  # a wait opens nothing
        (replace(step, before=elsewhere), True),  # the touch led to the page under it
        (replace(step, before=elsewhere, verdicts=(shown,)), False),  # and it was expected there
    ):
        hands.past.append(last)
        assert (PopupPolicy(hands.past).decision(after) is not None) is closed


def rolled(hands: Hands, recovery: object = None) -> Rollback:
    hands.past = event_log()
    hands.past.append(*hands.steps)
    return Rollback(hands.executor, hands.past, recovery or HistoryRecovery(), lambda decision, screen: True)  # type: ignore[arg-type]


def lost(device: ScriptedDevice | None = None, settings: ExecutionSettings | None = None) -> Hands:
    """Three decisions without effect, two screens away from the start."""
    hands = Hands(device or ScriptedDevice(APP), settings)
    hands.tap("List", "List")
    hands.tap("Item", "Item")
    for label in ("Dead", "Dead too", "Dead"):
        assert hands.tap(label, "Elsewhere").effectiveness == "ineffective"
    return hands


def test_after_three_decisions_without_effect_it_is_gone_back() -> None:
    hands = lost()
    rollback = rolled(hands)
    cleared = rollback.clear(hands.observer.look(), 9)
    assert cleared.screen.title == "List", "the last screen from which a step worked"
    assert [step.interrupt for step in cleared.steps] == ["rollback"]
    hands.past.append(*cleared.steps)
    assert rollback.clear(cleared.screen, 10).steps == ()
    two = lost()
    two.steps.pop()
    assert rolled(two).clear(two.observer.look(), 9).steps == ()


class HardOfHearing(ScriptedDevice):
    """Does not get the back key the first few times, and says so."""

    missed: int = 0
    _lost: tuple[str, ...] = ()

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        if gesture == PressKey("back") and self.missed:
            self.missed -= 1
            self._lost = (*self._lost, intent)
            return Injection(0.0)
        return super().perform(gesture, intent)

    def injected(self, intent: str) -> bool | None:
        return False if intent in self._lost else super().injected(intent)


@pytest.mark.parametrize(("missed", "title"), [(0, "List"), (1, "List"), (2, "Item")])
def test_a_hop_that_the_app_never_got_is_taken_once_more(missed: int, title: str) -> None:
    device = HardOfHearing(APP)
    hands = lost(device, ExecutionSettings(compensate=False))
    device.missed = missed
    target = hands.steps[1].before
    back = WayBack("back", (RecoveryHop(NavigateBack(), expects=target.key),))

    class Back:
        def ways_back(self, here: Screen, target: Screen, history: Sequence[Transition]) -> Sequence[WayBack]:
            del here, target, history
            return [back]

    cleared = rolled(hands, Back()).clear(hands.observer.look(), 9)
    gone_back = [step for step in cleared.steps if step.interrupt == "rollback"]
    assert len(gone_back) == min(missed, 1) + 1
    assert gone_back[-1].after.title == title


class Lying:
    """Promises the target and leads elsewhere, by ways without end."""

    def __init__(self, home: bool = False) -> None:
        self.asked, self.home = 0, home

    def ways_back(self, here: Screen, target: Screen, history: Sequence[Transition]) -> Sequence[WayBack]:
        del here, history
        self.asked += 1
        if self.home:
            return [WayBack("other", (RecoveryHop(NavigateHome(), expects=target.key),))]
        nowhere = RecoveryHop(NavigateBack(), expects=target.key)
        wrong = RecoveryHop(NavigateBack(), expects=ScreenKey("app", "no such screen"))
        return [WayBack("other", (nowhere,) * 40), WayBack("other", (wrong, nowhere))] * 50


def test_a_recovery_that_lies_is_found_out_and_bounded() -> None:
    hands = lost()
    hands.device.perform(PressKey("home"))  # so that its back leads nowhere
    here = hands.observer.look()
    rollback = rolled(hands, Lying())
    cleared = rollback.clear(here, 9)
    assert {step.interrupt for step in cleared.steps} <= {"rollback", "restart"}
    assert len(cleared.steps) <= 13
    assert cleared.screen.title == "Home"


def test_no_way_back_crosses_an_act_that_cannot_be_taken_back() -> None:
    hands = lost()
    hands.steps[1] = replace(hands.steps[1], irreversible=True)
    rollback = rolled(hands)
    cleared = rollback.clear(hands.observer.look(), 9)
    assert [step.interrupt for step in cleared.steps] == ["restart"], "the app anew, and nothing before the act"
    assert all(
        edge.kind == "relaunch"
        for edge in HistoryRecovery().ways_back(hands.observer.look(), hands.steps[0].before, hands.steps[1:2])
    )


def test_a_run_that_nothing_helps_is_stuck_after_one_restart() -> None:
    hands = lost()
    rollback = rolled(hands)
    for _ in range(12):
        cleared = rollback.clear(hands.observer.look(), 9)
        hands.past.append(*cleared.steps)
        if cleared.stuck:
            break
        hands.past.append(replace(hands.steps[-1], before=cleared.screen, after=cleared.screen))
    stuck = rollback.clear(hands.observer.look(), 9).stuck
    assert "1 restarts" in stuck
    kept = hands.past.states()
    again = rolled(hands)
    hands.past.restore(kept)
    assert again.clear(hands.observer.look(), 9).stuck == stuck


class Elsewhere(ScriptedDevice):
    """Another app is in front until it is swiped away from the edge."""

    def look(self, picture: bool = True) -> Observation:
        swiped = any(isinstance(gesture, DragPath) and gesture.start.x < 20 for gesture in self.gestures)
        seen = super().look(picture)
        return seen if swiped else replace(seen, app="com.ads.player", title="Ad")


def test_an_app_that_nobody_called_is_swiped_away() -> None:
    device = Elsewhere(APP)
    hands = Hands(device)
    intruders = ForeignAppHandler(hands.executor, hands.past, lambda app: app == "toy")
    before = hands.observer.look()
    assert intruders.clear(before, 0).steps == (), "before any step it is where the run began"
    at_home = replace(before, observation=replace(before.observation, app="toy"))
    hands.past.append(Transition(0, at_home, Decision(Click(ByIndex(0)), at_home.digest), at_home, "effective"))
    cleared = intruders.clear(before, 1)
    assert [(step.interrupt, cleared.screen.app) for step in cleared.steps] == [("intruder", "toy")]


def test_an_app_that_a_step_led_to_is_left_to_review() -> None:
    hands = Hands(Elsewhere(APP))
    intruders = ForeignAppHandler(hands.executor, hands.past, lambda app: app == "toy")
    seen = hands.observer.look()
    hands.past.append(Transition(0, seen, Decision(Click(ByIndex(0)), seen.digest), seen, "effective"))
    assert intruders.clear(seen, 1).steps == ()
