"""Records the oracle's walk as decisions of an agent, optionally with deliberate mistakes.

Steps are judged as in the loop: the caller passes perception and judgement (`sextant.perception.Perceiver`,
`sextant.evidence.judge_step`).
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from sextant.elements.refs import ref_of, resolve
from sextant.errors import UsageError
from sextant.protocols import Perceive, Questions
from sextant.types import actions as act
from sextant.types.decisions import Act, Decision, Objection
from sextant.types.evidence import Predicate, Verdict
from sextant.types.geometry import Point
from sextant.types.screens import Element, Screen
from sextant.types.tasks import Policy, Task
from sextant.types.transitions import Attempt, Cause, Effectiveness, Transition
from sextant_worlds.demonstrations.trace import DemonstrationStep, Label, Trace
from sextant_worlds.envs.actions import middle_of
from sextant_worlds.oracle.claims import CompletionWatch, claim
from sextant_worlds.oracle.decisions import (
    MemoryEvent,
    decision_of,
    expecting,
    intending,
    memory_of,
    retrieved,
    thinking,
)
from sextant_worlds.oracle.walk import Oracle
from sextant_worlds.oracle.walker import LostError, MoveWalker, NextGesture, ReadNote, ReferenceEnd
from sextant_worlds.spec import World
from sextant_worlds.truth.grade import grade
from sextant_worlds.twin.commits import Commits
from sextant_worlds.twin.twin import Twin

_GRACE = 1.2
"""The loop watches a step that shows not what was expected for so long: in a world, one step of waiting."""
_LONGEST = 400
_KEPT = ("data", "acts", "answer", "clip", "pending")
"""Parts of the state that no mistake changes."""


class StepVerdicts(Protocol):
    """The verdicts of the next screen on a step."""

    @property
    def effectiveness(self) -> Effectiveness: ...

    @property
    def verdicts(self) -> tuple[Verdict, ...]: ...


class StepJudge(Protocol):
    """Evaluates the expectations of a step: `sextant.evidence.judge_step`."""

    def __call__(self, expectations: Sequence[Predicate], before: Screen, after: Screen, step: int) -> StepVerdicts: ...


def task_of(world: World) -> Task:
    """The task as an agent is given it. In a world nothing is irreversible but for the world itself."""
    return Task(world.task.goal, policy=Policy(irreversible="allow", writes="observe"))


def demonstrate(
    world: World,
    *,
    judge: StepJudge,
    perceive: Perceive,
    asking: Callable[[], Questions] | None = None,
) -> Trace:
    """Records the oracle's walk.

    With `asking`, the next brief asks about undecided expectations (`sextant.evidence.Hindsight`).

    Raises:
        UsageError: The task cannot be carried out as its reference says.
    """
    return _Walk(world, judge, perceive, asking).walk()


def demonstrate_recovery(
    world: World,
    rng: random.Random,
    *,
    judge: StepJudge,
    perceive: Perceive,
    slips: int = 1,
    asking: Callable[[], Questions] | None = None,
) -> Trace | None:
    """Records the oracle's walk with up to `slips` mistakes and their recovery; None if no mistake is possible.

    A mistake is a touch on a wrong element, undone by going back, or a touch for the previous screen, which is refused.
    It never changes the world's data.

    Raises:
        UsageError: The task cannot be carried out as its reference says.
    """
    plain = _Walk(world, judge, perceive, asking).walk()
    places = [place for place, taken in enumerate(plain.steps) if taken.transition.decision.action.kind == "click"]
    rng.shuffle(places)
    chosen, made = dict[int, random.Random](), plain
    for place in places:
        trying = chosen | {place: random.Random(rng.getrandbits(64))}  # noqa: S311 - which mistake, not secrecy
        walk = _Walk(world, judge, perceive, asking, {step: _copy(one) for step, one in trying.items()})
        trace = walk.walk()
        if walk.slipped == len(trying) and trace.success:
            chosen, made = trying, trace
        if len(chosen) == slips:
            break
    return made if chosen else None


def _copy(rng: random.Random) -> random.Random:
    copied = random.Random()  # noqa: S311 - it takes over a state
    copied.setstate(rng.getstate())
    return copied


@dataclass(slots=True)
class _Walk:
    world: World
    judge: StepJudge
    perceive: Perceive
    asking: Callable[[], Questions] | None = None
    slips: dict[int, random.Random] = field(default_factory=dict[int, random.Random])
    """By number of the ordinary step before which something goes wrong."""
    slipped: int = 0
    _taken: list[DemonstrationStep] = field(default_factory=list[DemonstrationStep])
    _twin: Twin = field(init=False)
    _completion: CompletionWatch = field(init=False)
    _commits: Commits = field(init=False)
    _asking: Questions | None = field(init=False, default=None)

    def walk(self) -> Trace:
        self._twin = Twin(self.world)
        start = self._twin.snapshot()
        self._asking = None if self.asking is None else self.asking()
        self._completion = CompletionWatch(self.world, start)
        self._commits = Commits(self._twin.state)
        oracle, noted = Oracle(self.world), list[ReadNote]()
        facts = {fact.id: fact for fact in self.world.scenario.facts}
        walker = oracle.walker(oracle.moves(lambda: self._twin.state), noted.append)
        screen, ordinary, notes = self._see(), 0, tuple[MemoryEvent, ...]()
        while ordinary < _LONGEST:
            wish = self._wish(walker, screen)
            notes += tuple(memory_of(note, facts, walker.total) for note in noted)
            noted.clear()
            if isinstance(wish, ReferenceEnd):
                return self._ended(screen, notes, start)
            if self._needless(wish):
                continue
            preface = ""
            if ordinary in self.slips:
                screen, preface = self._slip(wish, screen, self.slips[ordinary])
            screen = self._carry_out(wish, screen, (*notes, *retrieved(wish.uses, facts)), preface)
            ordinary, notes = ordinary + 1, ()
        raise UsageError(
            f"The oracle did not finish {self.world.id!r} within {_LONGEST} steps.",
            "Check the world: sextant world check WORLD",
        )

    def _wish(self, walker: MoveWalker, screen: Screen) -> NextGesture | ReferenceEnd:
        try:
            return walker.next(screen)
        except LostError as lost:
            raise UsageError(
                f"The oracle cannot continue in {self.world.id!r}: {lost}", "Check the world: sextant world check WORLD"
            ) from lost

    def _see(self) -> Screen:
        return self.perceive(self._twin.observation())

    # ------------------------------------------------------------------ steps

    def _needless(self, wish: NextGesture) -> bool:
        """Whether a touch would change nothing, such as opening the present tab."""
        if not isinstance(wish.gesture, act.Tap):
            return False
        before = self._twin.snapshot()
        changes = self._twin.perform(wish.gesture)
        self._twin.restore(before)
        return not changes

    def _carry_out(self, wish: NextGesture, before: Screen, notes: tuple[MemoryEvent, ...], preface: str) -> Screen:
        gesture = _aimed(wish, before)
        self._twin.perform(gesture)
        after = self._see()
        decision = expecting(decision_of(wish, before, notes, preface), wish, before, after)
        after = self._watched(decision, before, after)
        label: Label = "recovery" if preface else "ordinary"
        self._note(decision, gesture, before, after, notes, label)
        return after

    def _watched(self, decision: Decision, before: Screen, after: Screen) -> Screen:
        """Waits for a late effect of a step without its expected result, as the loop does."""
        judged = self.judge(decision.expectations, before, after, len(self._taken))
        patient = isinstance(decision.action, act.Wait | act.Scroll | act.Swipe)
        missing = any(verdict.outcome == "fails" for verdict in judged.verdicts)
        if judged.effectiveness == "effective" or patient or not missing:
            return after
        self._twin.perform(act.Pause(_GRACE))
        return self._see()

    def _note(
        self,
        decision: Decision,
        gesture: act.Gesture,
        before: Screen,
        after: Screen,
        notes: tuple[MemoryEvent, ...] = (),
        label: Label = "ordinary",
    ) -> None:
        step = len(self._taken)
        judged = self.judge(decision.expectations, before, after, step)
        cause: Cause = ""
        if judged.effectiveness != "effective" and not isinstance(gesture, act.Pause):
            still = judged.effectiveness == "ineffective" or before.digest == after.digest
            met = before.digest == after.digest and _arrived(decision, gesture, before)
            cause = "unanswered" if met else "missed" if still else ""
        said = (self._twin.note,) if self._twin.note else ()
        attempt = Attempt(f"{step}.demonstration", gesture, verdicts=judged.verdicts, cause=cause, notes=said)
        transition = Transition(
            *(step, before, decision, after, judged.effectiveness, (attempt,), judged.verdicts),
            cause=cause,
            effects=self._commits.read(self._twin.state),
        )
        transition = replace(transition, irreversible=transition.wrote)
        self._keep(transition, notes, label)
        self._completion.observe_step(before, self._twin.snapshot())

    def _keep(self, step: Transition, notes: tuple[MemoryEvent, ...] = (), label: Label = "ordinary") -> None:
        asked = () if self._asking is None else self._asking.ask(step.before)
        self._taken.append(DemonstrationStep(self._directive(), step, asked, notes, label))
        if self._asking is not None:
            self._asking.observe(step)

    def _directive(self) -> Act:
        return Act(self.world.task.goal)

    def _ended(self, screen: Screen, notes: tuple[MemoryEvent, ...], start: dict[str, object]) -> Trace:
        status = self.world.task.reference.ends
        decision = thinking(claim(status, screen, self._completion.proof(screen)), notes)
        last = Transition(len(self._taken), screen, decision, screen, "none")
        self._keep(last, notes)
        judged = grade(self.world, self._twin.state, status, start)
        if not judged.success:
            raise UsageError(
                f"The oracle failed in {self.world.id!r}: {judged.reason}.",
                "Check the world: sextant world check WORLD",
            )
        world, taken = self.world, tuple(self._taken)
        told = (world.id, world.seed, world.task.template, task_of(world))
        apps = (*(app.name for app in world.apps), *(app.id for app in world.apps))
        return Trace(*told, "oracle", taken, True, world.phone.now, apps)

    # ------------------------------------------------------------------ mistakes

    def _slip(self, wish: NextGesture, screen: Screen, rng: random.Random) -> tuple[Screen, str]:
        """One mistake, and the way back as far as the screen it was made on. The words begin the next thought."""
        if wish.why != "move" or wish.element is None or not isinstance(wish.gesture, act.Tap):
            return screen, ""
        stale = self._stale(screen)
        if stale is not None and rng.random() < 0.5:
            self.slipped += 1
            self._refused(stale, screen)
            return screen, "The screen is another one since; what is needed has to be looked for on this one."
        wrong = self._wrong(wish, screen, rng)
        if wrong is None:
            return screen, ""
        self.slipped += 1
        return self._go_wrong(wish, wrong, screen), "This is the screen from before; now the right one."

    def _stale(self, screen: Screen) -> Element | None:
        """The last touched element, if it is no longer on this screen."""
        if not self._taken or self._taken[-1].label != "ordinary":
            return None
        last = self._taken[-1].transition
        targets = act.targets_of(last.decision.action)
        if not targets or not isinstance(targets[0], act.ByIndex):
            return None
        touched = last.before.element(targets[0].index)
        if touched is None or resolve(screen, ref_of(last.before, touched)) is not None:
            return None
        return touched

    def _refused(self, touched: Element, screen: Screen) -> None:
        last = self._taken[-1].transition
        decision = replace(last.decision, thought="", description=f'tap "{touched.label}"')
        told = Objection("stale", f"{touched.label!r} was chosen on a screen that is not there any more")
        step = len(self._taken)
        refused = Transition(step, screen, decision, screen, "refused", objections=(told,), cause="refused")
        self._keep(refused, label="mistake")

    def _wrong(self, wish: NextGesture, screen: Screen, rng: random.Random) -> Element | None:
        """Something else to touch, from which going back leads to this very screen with nothing changed."""
        assert wish.element is not None
        others = [
            element
            for element in screen.elements
            if "tap" in element.affordances and element.interactable and element.visibility == "visible"
            if element.index != wish.element.index and element.label and element.label != wish.element.label
        ]
        rng.shuffle(others)
        before = self._twin.snapshot()
        for element in others:
            self._twin.perform(act.Tap(element.box.centre))
            self._twin.perform(act.Pause(_GRACE))
            away = self._see()
            self._twin.perform(act.PressKey("back"))
            back = self._see()
            clean = all(self._twin.state[part] == before[part] for part in _KEPT)
            self._twin.restore(before)
            if clean and away.key != screen.key and back.digest == screen.digest:
                return element
        return None

    def _go_wrong(self, wish: NextGesture, wrong: Element, screen: Screen) -> Screen:
        missed = replace(wish, element=wrong, gesture=act.Tap(wrong.box.centre))
        decision = intending(decision_of(missed, screen, ()), wish)
        assert wish.element is not None
        decision = replace(decision, description=f'tap "{wish.element.label or wish.element.test_id}"')
        self._twin.perform(missed.gesture)
        away = self._watched(decision, screen, self._see())
        self._note(decision, missed.gesture, screen, away, label="mistake")
        back = act.PressKey("back")
        self._twin.perform(back)
        here = self._see()
        thought = f'This is "{away.title}", not what was meant. Back to where it was.'
        way_back = Decision(act.NavigateBack(), away.digest, "go back", thought, (), actor="oracle")
        way_back = expecting(way_back, NextGesture(back), away, here)
        self._note(way_back, back, away, here, label="recovery")
        return here


def _aimed(wish: NextGesture, screen: Screen) -> act.Gesture:
    """The gesture as aimed by the executor: at the centre of the visible part of its element."""
    if wish.element is None or not isinstance(wish.gesture, act.Tap | act.Hold | act.TypeText):
        return wish.gesture
    if wish.gesture.point != wish.element.box.centre:
        return wish.gesture
    middle = middle_of(wish.element, screen)
    return wish.gesture if not isinstance(middle, Point) else replace(wish.gesture, point=middle)


def _arrived(decision: Decision, gesture: act.Gesture, before: Screen) -> bool:
    """Whether the finger was put down on the element that was meant."""
    targets = act.targets_of(decision.action)
    element = before.element(targets[0].index) if targets and targets[0].kind != "point" else None
    point = getattr(gesture, "point", None)
    return element is not None and point is not None and element.box.contains(point)
