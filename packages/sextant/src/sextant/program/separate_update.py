"""A course in which a separate model call answers the program's questions after each step (AgentProg's second call).

The actor then gets only the current statement and answers no questions. So models without room for answers can also
execute programs.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from sextant.dataclass import dataclass
from sextant.program.author_prompt import UPDATING
from sextant.program.course import ProgramCourse
from sextant.program.language import LeafRequest
from sextant.program.program_text import WINDOW, numbered, path_in_words, variables_in_words
from sextant.protocols import UpdateCall
from sextant.types.actions import Wait
from sextant.types.codec import field_of, from_plain, to_fields
from sextant.types.decisions import Act, Decision, Directive, Judgement, Section
from sextant.types.screens import Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["Recalling", "SeparateUpdateCourse"]

ROUNDS = 3
"""Most calls in a row about one screen. One call answers two levels of questions and is usually enough."""
_LONGEST_QUOTE = 4000


class Recalling(Protocol):
    """Answers questions from an earlier run, if the run goes the same way."""

    def answers(self, screen: Screen) -> Sequence[Judgement]:
        """The known answers; empty if the model has to be asked."""
        ...

    def record_answers(self, transition: Transition) -> None:
        """Records the final answers; called after each `answers`."""
        ...


Report = Callable[[int, str, str], None]
"""Receives the step, the position in the program, and why an answer was refused."""


def _no_report(step: int, place: str, why: str) -> None:
    """The default report: does nothing."""
    del step, place, why


@dataclass(slots=True)
class _PendingUpdate:
    """Whether answers are needed, about which step, and the result of this step."""

    due: bool = True
    step: int = 0
    did: str = ""


class SeparateUpdateCourse:
    """Follows a program like `ProgramCourse`, but asks about the result of each step in a separate call.

    Args:
        course: The program. It accepts or refuses answers by its own rules.
        asking: Calls the model that answers.
        listing: Converts a screen to text.
        report: Called for each refused answer.
        recalling: Answers from an earlier run, which are tried before the model.
    """

    def __init__(
        self,
        course: ProgramCourse,
        asking: UpdateCall,
        listing: Callable[[Screen], str],
        report: Report = _no_report,
        recalling: Recalling | None = None,
    ) -> None:
        self._course, self._asking, self._listing, self._report = course, asking, listing, report
        self._count = _PendingUpdate()
        self._recalling = recalling

    def next(self, screen: Screen) -> Directive:
        """The current statement, after the result of the last one was asked.

        Raises:
            ModelFault, BudgetSpent: The model gave no answer; the next call asks again.
        """
        directive = self._course.next(screen)
        remark = directive.remark if isinstance(directive, Act) else ""
        nothing_yet = not self._count.did and isinstance(self._course.machine.want, LeafRequest)
        for _ in range(0 if nothing_yet or not self._count.due else ROUNDS):
            if not isinstance(directive, Act) or not directive.questions:
                break
            steps, want = self._course.machine.steps, self._course.machine.want
            self._answer(directive, screen)
            directive = self._course.next(screen)
            machine = self._course.machine
            if (machine.steps, machine.want) == (steps, want) or isinstance(machine.want, LeafRequest):
                break
        self._count.due = False
        if isinstance(directive, Act):
            return Act(self._course.branches[0].text, (), directive.remark or remark, directive.leaf)
        return directive

    def observe(self, transition: Transition) -> None:
        self._course.observe(transition)
        if not transition.interrupt:
            said = transition.decision.description or transition.decision.action.kind
            self._count.did = f"{said}: {transition.effectiveness}"[:300]
        self._count.due, self._count.step = True, transition.step + 1

    def where(self) -> str:
        return self._course.where()

    def refused(self) -> str:
        return self._course.refused()

    def snapshot(self) -> Json:
        return {**to_fields(_PendingUpdate, self._count), "course": self._course.snapshot()}

    def restore(self, state: Json) -> None:
        self._count = from_plain(_PendingUpdate, state)
        self._course.restore(field_of(state, "course"))

    def _answer(self, directive: Act, screen: Screen) -> None:
        known = () if self._recalling is None else tuple(self._recalling.answers(screen))
        told = _answers_transition(known or self._answers(directive, screen), screen, self._count.step)
        self._course.observe(told)
        if why := self._course.refused():
            self._report(max(self._count.step - 1, 0), self._course.where(), why)
        if self._recalling is not None:
            self._recalling.record_answers(told)

    def _answers(self, directive: Act, screen: Screen) -> tuple[Judgement, ...]:
        machine = self._course.machine
        questions = "\n".join(f"{question.id}: {question.text}" for question in directive.questions)
        program = numbered(machine.program.source, machine.line, WINDOW)
        told = [
            Section("The program, with the line that it stands at", program, 70, 2000),
            Section("Program so far", path_in_words(machine.path), 60, 600, untrusted=True, keep="tail"),
            Section("Variables", variables_in_words(machine, 2800), 75, 1000, untrusted=True),
            *self._course.items(screen),
            Section("What was done last", self._count.did, 65, 100, untrusted=True),
            Section("Screen", self._listing(screen), 90, 2000, untrusted=True),
            Section("Questions", questions, 95, untrusted=True),
        ]
        picture = () if screen.picture is None else (screen.picture,)
        answer = self._asking.update(UPDATING, told, _form(), picture)
        return () if answer is None else _judgements(getattr(answer, "answers", ()))


def _answers_transition(answers: tuple[Judgement, ...], screen: Screen, step: int) -> Transition:
    """Wraps answers in a transition without an action."""
    return Transition(step, screen, Decision(Wait(0), screen.digest, judgements=answers), screen, "none")


def _form() -> "type[BaseModel]":
    from pydantic import ConfigDict, Field, create_model

    told = "To each question that you can answer."
    form = create_model(
        "ProgramAnswer",
        __config__=ConfigDict(json_schema_extra={"required": ["question", "answer"]}),  # optional when parsed
        question=(str, Field(default="", description="Its id")),
        answer=(str, Field(default="", description="yes, no or unknown")),
        quote=(str, Field(default="", description="The words on the screen that show it")),
    )
    answers = (list[form], Field(default_factory=list, description=told))  # pyright: ignore[reportInvalidTypeForm]
    return create_model("ProgramAnswers", answers=answers)


def _judgements(said: Any) -> tuple[Judgement, ...]:
    """The usable answers: the first one to each question."""
    found: dict[str, Judgement] = {}
    for one in said[:20]:
        question, answer = one.question[:80], one.answer.strip().lower()
        if question and (answer == "yes" or answer == "no"):
            found.setdefault(question, Judgement(question, answer, one.quote[:_LONGEST_QUOTE]))
    return tuple(found.values())
