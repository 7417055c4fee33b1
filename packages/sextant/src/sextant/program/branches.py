"""The possible continuations of a program, two questions ahead: the questions, and a branch for each set of answers."""

from collections.abc import Iterator, Mapping
from typing import Literal

from sextant.dataclass import dataclass
from sextant.program.language import Condition, End, Halt, LeafRequest, Machine, Missing, NextItem, Want
from sextant.program.language.code import HIDDEN
from sextant.types.decisions import Judgement, Question

__all__ = [
    "ANSWERS",
    "OVER",
    "ROOT",
    "Branch",
    "branches_of",
    "leads_on",
    "named",
    "question_of",
    "questions_of",
    "target_of",
    "value_in",
]

Answer = Literal["yes", "no"]
Given = tuple[tuple[str, tuple[str, ...]], ...]
ANSWERS: tuple[Answer, ...] = ("yes", "no")
LEVELS = 2
"""Number of questions that one decision can answer in a row."""
ROOT = "now"
OVER: Mapping[bool, str] = {
    True: (
        "the program is over: claim it with status complete, or give with `answer` what was asked for, and cite in "
        "`shows` what shows it. Do first what is still missing. If the goal cannot be reached, end with status "
        "infeasible"
    ),
    False: (
        "the program is over: end the run, or give with `answer` what was asked for. Do first what is still missing. "
        "If the goal cannot be reached, end the run and say so"
    ),
}
"""What to do at the end of the program, by whether decisions have a field for citations."""
_FIRST = "what comes next depends on that answer and is told in the next turn: `wait` for 0 seconds"


@dataclass(frozen=True, slots=True)
class Branch:
    """One possible continuation.

    Attributes:
        id: Its id, for actions that name it.
        given: Pairs of a question and the answers to it that lead here.
        text: The instruction there.
    """

    id: str
    given: Given
    text: str

    def fits(self, judgements: tuple[Judgement, ...]) -> bool:
        """Whether the answers of a decision lead here; a missing answer counts as unknown."""
        said = {item.question: item.answer for item in judgements}
        return all(said.get(question, "unknown") in answers for question, answers in self.given)

    def against(self, judgements: tuple[Judgement, ...]) -> tuple[str, ...]:
        """The questions whose answers lead to another branch; `unknown` answers do not count."""
        said = {item.question: item.answer for item in judgements}
        open_ = [(name, answers) for name, answers in self.given if said.get(name) != "unknown"]
        return tuple(name for name, answers in open_ if said.get(name, "unknown") not in answers)


def questions_of(machine: Machine) -> tuple[Question, ...]:
    """The questions that can be answered now: about the current request, and about those that would follow."""
    return tuple(_questions(machine, ROOT, LEVELS, machine.steps))


def branches_of(machine: Machine, cites: bool) -> tuple[Branch, ...]:
    """The possible continuations, the current one first. `cites`: see `OVER`."""
    return tuple(_branches(machine, ROOT, (), LEVELS, cites))


def question_of(want: Want) -> str:
    """The question about a request of the program; empty if there is none."""
    match want:
        case LeafRequest(text=text, target=target):
            value = "the value" if target == HIDDEN else f"the value of {{{target}}}"
            return f"is this done: {text}?{f' If so, quote {value} as it stands.' if target else ''}"
        case Condition(text=text):
            return f"is it so: {text}?"
        case NextItem(text=text, before=before):
            beside = f" besides the {len(before)} that were there before" if before else ""
            return f"is there another one of: {text}{beside}? If so, quote its name."
        case Missing(name=name, meaning=meaning):
            return f"do you see the value of {{{name}}}{f' ({meaning})' if meaning else ''}? If so, quote it."
        case _:
            return ""


def _questions(machine: Machine, name: str, levels: int, steps: int) -> Iterator[Question]:
    want = machine.want
    text = question_of(want)
    if not text or _hidden(machine):
        return
    leaf = f"{machine.spot} {steps}" if isinstance(want, LeafRequest) else ""
    yield Question(name, text, leaf)
    for answer in ANSWERS if levels > 1 else ():
        if leads_on(want, answer):
            yield from _questions(machine.ahead(answer == "yes"), f"{name}.{answer}", levels - 1, steps + bool(leaf))


def _branches(machine: Machine, name: str, given: Given, levels: int, cites: bool) -> Iterator[Branch]:
    want = machine.want
    if isinstance(want, End | Halt) or not levels or _hidden(machine):
        yield Branch(name, given, _beyond(want, machine, cites))
        return
    match want:
        case LeafRequest(text=text):
            yield Branch(f"{name}.no", (*given, (name, ("no", "unknown"))), text)
        case Missing(name=variable, meaning=meaning):
            told = f"find the value of {{{variable}}}{f': {meaning}' if meaning else ''}"
            yield Branch(f"{name}.no", (*given, (name, ("no", "unknown"))), told)
            yield Branch(f"{name}.yes", (*given, (name, ("yes",))), _FIRST)
        case _:
            yield Branch(f"{name}.unknown", (*given, (name, ("unknown",))), f"find out: {question_of(want)}")
    for answer in ANSWERS:
        if leads_on(want, answer):
            onwards: Given = (*given, (name, (answer,)))
            yield from _branches(machine.ahead(answer == "yes"), f"{name}.{answer}", onwards, levels - 1, cites)


def _beyond(want: Want, machine: Machine, cites: bool) -> str:
    """The instruction at the last level, where no further question is asked in advance."""
    if isinstance(want, LeafRequest) and not _hidden(machine):
        return want.text
    if isinstance(want, End):
        return OVER[cites]
    asked = "" if isinstance(want, Halt) or _hidden(machine) else question_of(want)
    return (
        f"the next turn asks: {asked} If this screen tells it, `wait` for 0 seconds; else find out" if asked else _FIRST
    )


def _hidden(machine: Machine) -> bool:
    """Whether the continuation depends on a value that the answer itself will give."""
    want = machine.want
    return isinstance(want, Missing) and machine.awaits(want.name)


def leads_on(want: Want, answer: Answer) -> bool:
    """Whether the continuation after this answer is known: not if a step is not done, or a value is missing."""
    return isinstance(want, Condition | NextItem) or (isinstance(want, LeafRequest) and answer == "yes")


def target_of(want: Want) -> str:
    """The variable that the answer to a request sets; empty if none."""
    match want:
        case Missing(name=name):
            return name
        case NextItem(target=target) | LeafRequest(target=target):
            return target
        case _:
            return ""


def value_in(want: Want, quote: str, yes: bool) -> str | bool | None:
    """The value of an answer for `Machine.give`: True or False for conditions, the quote for values and items."""
    match want:
        case Condition():
            return yes
        case NextItem():
            return quote if yes else None
        case LeafRequest(target=target):
            return quote if target else None
        case _:
            return quote


def named(want: Want) -> str:
    """A request of the program, as a phrase for messages."""
    match want:
        case Missing(name=name):
            return f"the value of {name}"
        case End() | Halt():
            return "the end"
        case _:
            return repr(want.told[:120])
