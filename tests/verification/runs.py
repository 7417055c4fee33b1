"""A run made by hand, up to its claims."""

from dataclasses import dataclass, field, replace
from typing import Literal, Self

from sextant.evidence import ClaimLedger, held
from sextant.program import goal_course
from sextant.program.course import ProgramCourse
from sextant.state import CLAIMS, PAGES, REQUIREMENTS, EventLog
from sextant.types.actions import Action, Answer, ByIndex, Click, InputText, Scroll, Status, Tap
from sextant.types.decisions import Act, Citation, Decision, Directive, Finished, Requirement
from sextant.types.effects import ObservedEffect
from sextant.types.evidence import TextVisible
from sextant.types.geometry import Point
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Attempt, Transition
from sextant.verification import ClaimJudgeParts
from tests.support.screens import element, screen

TAP = (Attempt("i", Tap(Point(1, 1))),)
SENT = ObservedEffect("request", "POST", "/orders", "http://app.test", 201)
HELD = replace(SENT, status=0, held=True)


def page(*texts: str, at: str = "form", fields: tuple[tuple[str, str], ...] = ()) -> Screen:
    """A page of texts and fields (label and value)."""
    listed = [element(place, "text", text) for place, text in enumerate(texts)]
    listed += [element(len(texts) + place, "textbox", name, value=value) for place, (name, value) in enumerate(fields)]
    return screen(*listed, location=f"http://app.test/{at}", title=at)


@dataclass
class Story:
    """Steps on made screens, each beginning where the last one ended; then claims."""

    here: Screen
    goal: str = "do it"
    judging: ClaimJudgeParts = field(default_factory=ClaimJudgeParts)
    step: int = 0
    course: ProgramCourse = field(init=False)

    def __post_init__(self) -> None:
        self.log = EventLog((PAGES, CLAIMS, REQUIREMENTS))
        self.ledger = ClaimLedger(self.log)
        self.course = goal_course(Task(self.goal), self.ledger, judging=replace(self.judging, log=self.log))

    def take(self, transition: Transition) -> None:
        """A step, as the loop takes it."""
        self.log.append(transition)
        self.course.observe(transition)

    def does(self, after: Screen, *effects: ObservedEffect, action: Action | None = None) -> Self:
        """A touch, or another act, that leads to a screen."""
        decision = Decision(action or Click(ByIndex(0)), self.here.digest)
        changed = "effective" if after.digest != self.here.digest else "ineffective"
        self.take(Transition(self.step, self.here, decision, after, changed, TAP, effects=effects))
        self.step, self.here = self.step + 1, after
        return self

    def types(self, after: Screen, *effects: ObservedEffect) -> Self:
        return self.does(after, *effects, action=InputText("x", ByIndex(0)))

    def scrolls(self, after: Screen) -> Self:
        return self.does(after, action=Scroll("down"))

    def claims(
        self, *shows: Citation | str, stated: tuple[Requirement, ...] = (), answer: str = "", expects: str = ""
    ) -> Directive:
        """A claim that cites these, and expects a text; words alone are cited for the goal, on the present screen."""
        cited = tuple(Citation("goal", one) if isinstance(one, str) else one for one in shows)
        action: Action = Answer(answer) if answer else Status("complete")
        expected = (TextVisible(expects),) if expects else ()
        decision = Decision(action, self.here.digest, expectations=expected, requirements=stated, shows=cited)
        verdicts = tuple(held(one, self.here, self.step) for one in expected)
        self.take(Transition(self.step, self.here, decision, self.here, "none", verdicts=verdicts))
        self.step += 1
        return self.course.next(self.here)

    def verdict(
        self, *shows: Citation | str, stated: tuple[Requirement, ...] = (), answer: str = "", expects: str = ""
    ) -> str:
        """`by verifier` or `by evidence` where a claim ends the run as a success; else why it is refused."""
        end = self.claims(*shows, stated=stated, answer=answer, expects=expects)
        if isinstance(end, Finished):
            return f"by {end.by}" if end.verified else end.reason
        assert isinstance(end, Act)
        return end.remark


def wanted(kind: Literal["deed", "value", "state"], name: str = "goal") -> tuple[Requirement, ...]:
    """One requirement of that kind."""
    return (Requirement(name, kind, "what is wanted"),)
