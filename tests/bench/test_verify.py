"""The bench that measures whether verdicts are true: its truth, its counting, and a small run of all of it."""

import json
import random
from dataclasses import replace

import pytest

from sextant.devices.faults import FaultId, FaultPlan, FaultyDevice
from sextant.elements.refs import ref_of
from sextant.elements.sight import free_point
from sextant.evidence import evaluate, judge_step
from sextant.perception import Perceiver
from sextant.types.actions import ByIndex, Click, Gesture, InputText, PressKey, Tap, TypeText, Wait
from sextant.types.decisions import Act, Brief, Decision
from sextant.types.evidence import Changed, FieldHas, TextVisible
from sextant.types.screens import Element, Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Attempt, Transition
from sextant_bench.figures import BenchOptions
from sextant_bench.registry import load
from sextant_bench.verify import world_of
from sextant_bench.verify.episode import JudgedStep
from sextant_bench.verify.expectations import STYLES, Foresight, Now, Stated, Style, stating_of, to_hedge, to_say
from sextant_bench.verify.metrics import baselines_of, confusion, tally
from sextant_bench.verify.mistakes import to_mistake
from sextant_bench.verify.truth import StepTruth, Truths, Watched
from sextant_worlds.oracle import OracleActor
from sextant_worlds.twin.device import TwinDevice
from tests.support.screens import element, screen
from tests.worlds.sample import sample


class Stage:
    """A failing twin that is touched step by step, and what is true of each step."""

    def __init__(self, *faults: FaultId) -> None:
        world, twin = sample(), TwinDevice(sample())
        self.device = Watched(FaultyDevice(twin, FaultPlan(dict.fromkeys(faults, 1.0)), lambda: 0.0), twin)
        self.device.open()
        self.perceive, self.truths, self.number = Perceiver(), Truths(world, Perceiver()), 0
        self.last: Transition | None = None

    def look(self) -> Screen:
        return self.perceive(self.device.look(picture=False))

    def step(self, gesture: Gesture, target: Element | None, astray: Gesture | None = None) -> StepTruth:
        """Carries one step out, or another gesture in its place, and gives its truth."""
        before, expected = self.look(), (Changed(),)
        self.number += 1
        ref = None if target is None else ref_of(before, target)
        attempt = Attempt(f"{self.number}.0", gesture, point=getattr(gesture, "point", None), element=ref)
        self.device.perform(astray or gesture, attempt.intent)
        after = self.look()
        decision = Decision(Click(ByIndex(0)), before.digest, expectations=expected)
        judged = judge_step(expected, before, after, self.number)
        self.last = Transition(self.number, before, decision, after, judged.effectiveness, (attempt,))
        truth = self.truths.of(self.last, [self.device.moments[attempt.intent]], self.device.now())
        assert truth is not None
        return truth

    def tap(self, label: str, met: str = "") -> StepTruth:
        """A touch of what has that label, which meets what has the other."""
        shown = self.look()
        target, other = (next(item for item in shown.elements if item.label == name) for name in (label, met or label))
        return self.step(Tap(free_point(shown, target)), target, Tap(free_point(shown, other)))


def test_a_touch_that_arrives_has_worked_and_one_that_is_dropped_or_meets_another_thing_has_not() -> None:
    truth = Stage().tap("Market")
    assert (truth.worked, truth.at_first, truth.by) == (True, True, "state")
    assert truth.before.location != truth.after.location
    stage = Stage("dropped_tap")
    truth = stage.tap("Market")
    assert (truth.worked, truth.by) == (False, "state")
    assert stage.last is not None
    assert stage.device.failed(stage.last) == ("dropped_tap",)
    stage = Stage()
    assert stage.tap("Talk").worked
    stage.device.perform(PressKey("home"))
    assert not stage.tap("Market", met="Talk").worked


def test_what_means_nothing_is_told_from_the_true_screens_and_a_wait_is_judged_by_nobody() -> None:
    stage = Stage()
    home = stage.step(PressKey("home"), None)
    assert (home.worked, home.by) == (False, "screen")
    shown = stage.look()
    decision = Decision(Wait(1.0), shown.digest)
    waited = Transition(1, shown, decision, shown, "uncertain", (Attempt("1.0", PressKey("enter")),))
    assert stage.truths.of(waited, (stage.device.now(),), stage.device.now()) is None


STEP = JudgedStep(1, "click", "", (), "effective", None, True, True, "state", True, ())
STEPS = [
    STEP,
    replace(STEP, verdicts=(("changed", "holds", "holds"), ("text_visible", "fails", "holds"))),
    replace(STEP, worked=False, at_first=False),
    replace(STEP, said="ineffective", worked=False, at_first=False, changed=False),
    replace(STEP, said="ineffective"),
    replace(STEP, said="uncertain", later="effective", at_first=False),
    replace(STEP, said="uncertain", worked=False, at_first=False, verdicts=(("effect", "undecided", "undecided"),)),
    replace(STEP, at_first=False),
]


def test_steps_are_counted_and_baselines_take_everything_or_any_change_for_success() -> None:
    counted = tally(STEPS)
    assert (counted.steps, counted.decided, counted.right) == (8, 6, 4)
    assert (counted.false_successes, counted.false_failures) == (1, 1)
    assert (counted.expectations, counted.expectations_right) == (2, 1)
    assert (counted.accuracy, counted.false_success, counted.undecided) == (4 / 6, 1 / 8, 2 / 8)
    kinds = ("effective", "ineffective", "uncertain")
    worked, did_not = dict(zip(kinds, (3, 1, 1), strict=True)), dict.fromkeys(kinds, 1)
    assert confusion(STEPS) == {"worked": worked, "did_not": did_not}
    figures = {figure.name: figure.value for figure in baselines_of(STEPS)}
    assert figures["api_believed_false_success"] == 5 / 8, "by what the first injection did"
    assert figures["screen_changed_false_success"] == 2 / 8
    assert figures["api_believed_undecided_rate"] == 0


def _walk(style: Style) -> list[tuple[Decision, Decision]]:
    """Decisions of the oracle with what is said of them instead, over a walk of one world."""
    world = world_of(7)
    twin = TwinDevice(world)
    device = Watched(FaultyDevice(twin, FaultPlan(), lambda: 0.0), twin)
    device.open()
    plain, oracle = OracleActor(world, Perceiver()), OracleActor(world, Perceiver())
    actor, now = Stated(oracle, style, random.Random(3)), Now()
    now.moment = device.now
    actor.foresee = Foresight(Truths(world, Perceiver()), now)
    found: list[tuple[Decision, Decision]] = []
    perceive = Perceiver()
    for number in range(8):
        screen = perceive(device.look(picture=False))
        brief = Brief(Task(world.task.goal), Act(world.task.goal), screen, "", ())
        one, other = plain.decide(brief), actor.decide(brief)
        found.append((one, other))
        if isinstance(one.action, Click | InputText) and isinstance(one.action.target, ByIndex):
            element = screen.element(one.action.target.index)
            assert element is not None
            point = free_point(screen, element)
            text = getattr(one.action, "text", "")
            device.perform(TypeText(text, point) if text else Tap(point), f"{number}.0")
        after = perceive(device.look(picture=False))
        for part, decision in ((plain, one), (actor, other)):
            part.observe(Transition(number, screen, decision, after, "effective"))
    return found


def test_only_the_expectations_are_put_in_other_words() -> None:
    mixed, wrong, generic = (_walk(style) for style in STYLES)
    spoken = [*mixed, *wrong, *generic]
    plain = [tuple(replace(made, expectations=(), fields={}) for made in pair) for pair in spoken]
    assert all(one == other for one, other in plain)
    assert any(one.expectations != other.expectations for one, other in mixed)
    assert any(one.expectations == other.expectations for one, other in mixed)
    assert {stating_of(other) for _, other in wrong} >= {"wrong"}
    assert {stating_of(one) for one, _ in spoken} <= {"right", "vague"}
    acting = [other for _, other in generic if other.action.kind in ("click", "input_text")]
    assert acting
    assert all(other.expectations == (Changed(),) for other in acting)


def test_what_is_typed_is_expected_to_stand_there() -> None:
    page = screen(element(0, "textbox", "Search", states=("editable",)))
    said = list(to_say(Decision(InputText("tea", ByIndex(0)), page.digest), page, page))
    assert isinstance(said[0], FieldHas)


def test_what_is_wrong_does_not_come_true_and_what_is_vague_says_nothing() -> None:
    stage = Stage()
    before = stage.look()
    assert stage.tap("Market").worked
    after = stage.look()
    decision = Decision(Click(ByIndex(0)), before.digest)
    right = [*to_say(decision, before, after)]
    numbered = TextVisible("Order 1999")
    mistakes = [*to_mistake(decision, before, after, [*right, numbered], [TextVisible("No such words"), Changed()])]
    assert TextVisible("No such words") in mistakes, "of another step"
    beside = {item.text for item in before.elements if item.affordances and item.label != "Market"}
    assert any(isinstance(one, TextVisible) and one.text in beside for one in mistakes), "of another record"
    assert TextVisible("Order 2000") in mistakes, "off by one"
    assert not set(mistakes) & set(right)
    assert {evaluate(one, before, after, 0).outcome for one in mistakes} == {"fails"}
    assert all(evaluate(one, before, after, 0).outcome == "holds" for one in right)
    for hedge in to_hedge(before, after):
        said = evaluate(hedge, before, after, 0)
        assert isinstance(hedge, Changed) or said.outcome == "undecided" or said.vacuous


@pytest.mark.slow
def test_a_small_run_measures_everything() -> None:
    options = BenchOptions(n=1, seed=5, extra={"faults": "dropped_tap", "workers": "1"})
    result = load("verify")(options)
    told = json.loads(result.to_json())
    assert (told["errors"], told["excluded"]) == (0, 13)
    assert not result.ok, "what was left out might have told otherwise"
    assert told["duplicated_irreversible"] == told["duplicated_blind"] == 0
    assert told["wrong_steps"] > 0
    assert told["n"] == sum(row["steps"] for row in told["details"]["faults"].values()) > 0
    assert set(told["details"]["faults"]) == {"dropped_tap", "mixed"}
    assert told["verdict_accuracy"] >= 0.9
    assert {"api_believed_false_success", "screen_changed_false_success"} <= set(told["baselines"])
    assert len(told["seeds"]["drawn"]) == 1
