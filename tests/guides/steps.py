"""Steps made by hand, judged as the loop judges them: from what was expected and the two screens."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from sextant.evidence import ClaimLedger, judge_step
from sextant.guides.task_state import TaskState
from sextant.protocols import GuideView
from sextant.state import PAGES, EventLog
from sextant.types.actions import Action, ByIndex, Click, Tap
from sextant.types.decisions import Act, Decision, Judgement, Requirement, Section
from sextant.types.effects import ObservedEffect
from sextant.types.evidence import Predicate, TextVisible
from sextant.types.geometry import Point
from sextant.types.screens import Element, Picture, Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Attempt, Transition
from sextant.verification import Exhibits
from sextant.verification.citations import Screens
from tests.support.screens import element, screen


def page(title: str, *labels: str, app: str = "http://app.test") -> Screen:
    """A page with a heading and a button of each label; a label in parentheses is plain text."""
    made: list[Element] = [element(0, "heading", title)]
    for at, label in enumerate(labels, 1):
        text = label.startswith("(")
        made.append(element(at, "text" if text else "button", label.strip("()")))
    return screen(*made, title=title, app=app, location=f"{app}/{title}", landmarks=(f"heading: {title}",))


def tap(
    number: int,
    before: Screen,
    label: str,
    after: Screen,
    says: str = "",
    expect: str | Sequence[Predicate] = (),
    fields: Mapping[str, Any] | None = None,
    judged: Sequence[Judgement] = (),
    interrupt: str = "",
    action: Action | None = None,
    requirements: Sequence[Requirement] = (),
    effects: Sequence[ObservedEffect] = (),
) -> Transition:
    """A touch on what has that label, with what became of it."""
    found = next((item for item in before.elements if item.label == label), None)
    act = action or Click(ByIndex(0 if found is None else found.index, before.digest))
    wanted = () if not expect else (TextVisible(expect),) if isinstance(expect, str) else tuple(expect)
    judged_step = judge_step(wanted, before, after, number)
    decision = Decision(
        act,
        before.digest,
        says or f'tap "{label}"',
        expectations=wanted,
        judgements=tuple(judged),
        fields=fields or {},
        requirements=tuple(requirements),
    )
    attempts = (Attempt("i", Tap(Point(1, 1))),) if isinstance(act, Click) else ()
    return Transition(
        *(number, before, decision, after, judged_step.effectiveness, attempts, judged_step.verdicts),
        interrupt=interrupt,
        effects=tuple(effects),
    )


def view(look: Screen, step: int = 0) -> GuideView:
    return GuideView(Task(""), Act(""), look, (), step)


def told(guide: TaskState, look: Screen, step: int = 0) -> str:
    return texts(guide.sections(view(look, step)))


def texts(sections: Sequence[Section]) -> str:
    return "\n".join(section.text for section in sections)


class Followed(TaskState):
    """A guide with a log, which takes each step before it."""

    def __init__(self, task: Task, ledger: ClaimLedger, screens: Screens = lambda step: None, **more: Any) -> None:
        self.log = EventLog((PAGES,))
        super().__init__(task, ledger, Exhibits(self.log, screens), **more)

    def observe(self, transition: Transition) -> None:
        self.log.append(transition)
        super().observe(transition)


def made(goal: str, **more: Any) -> tuple[TaskState, ClaimLedger]:
    """A guide that tells all its views, with the ledger that it enters milestones into."""
    ledger = ClaimLedger()
    settings: Any = {"always": True, **more}
    return Followed(Task(goal), ledger, **settings), ledger


class Answering:
    """Gives one answer after the other, and keeps what it was asked; a fault is raised."""

    def __init__(self, *answers: object) -> None:
        self.answers, self.instructions = list(answers), list[str]()
        self.asked: list[dict[str, Section]] = []

    def update(
        self, instructions: str, sections: Sequence[Section], form: type[BaseModel], pictures: Sequence[Picture] = ()
    ) -> BaseModel | None:
        del pictures
        self.instructions.append(instructions)
        self.asked.append({section.name: section for section in sections})
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return None if answer is None else form.model_validate(answer)


def statuses(ledger: ClaimLedger) -> dict[str, str]:
    return {claim.id.removeprefix("milestone:"): claim.status for claim in ledger.claims if claim.kind == "milestone"}
