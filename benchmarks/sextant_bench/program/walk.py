"""The machine by itself: how quick it is, and whether a machine that was stopped anywhere goes on as it would have."""

import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sextant.program.language import Condition, End, Halt, LeafRequest, Machine, NextItem, Program, Want, parse
from sextant_bench.program.random_programs import drawn_answer, drawn_program

__all__ = ["LEAST", "MOST", "PROGRAMS", "Kind", "Outcome", "Stopped", "speed", "stopped_everywhere"]

Outcome = Literal["ended", "halted", "cut"]
Kind = Literal["loops", "branches", "calls"]

LEAST = 10
"""So many steps are walked of a random program; one that has fewer is drawn again."""
_DRAWS = 1000

MOST = 120
"""So many answers a random program is given; one that still wants something then is compared as far as it went."""
_ENDING = 40
"""From then on no condition holds and no item is left, so that programs end."""

PROGRAMS = {
    "functions": """
def handle(mail, n):
    step("open {mail}")
    amount = step("read the amount of {mail}")
    if number(amount) > 10 and holds("the sender is known"):
        step("approve it")
    return number(amount)
total = 0
for n in range(900):
    got = handle(f"Invoice {n}", n)
    total += got
    step("go back to the list")
return total
""",
    "items": """
count = 0
for mail in each("unread mail"):
    step("open {mail}")
    step("archive {mail}")
    count += 1
return count
""",
    "variables": "\n".join(
        [f'w{n} = step("read {n}")' for n in range(300)]
        + ["for turn in range(900):", '    last = step("read {turn}")', '    step("go on")']
    ),
}
"""What speed is measured on: functions within a loop, a loop whose items are told one by one, many variables."""


def speed(source: str, written: bool = False) -> float:
    """Steps a second of a whole walk with a snapshot after each; `written`: as JSON text."""
    machine = Machine(parse(source))
    keep: Callable[[Any], object] = json.dumps if written else id
    began = time.perf_counter()
    items = 0
    while not isinstance(want := machine.want, End | Halt):
        items += isinstance(want, NextItem)
        machine.give(_answer(want, items))
        keep(machine.snapshot())
    seconds = time.perf_counter() - began
    assert isinstance(want, End), want
    return machine.steps / seconds


def _answer(want: Want, items: int) -> Any:
    match want:
        case Condition():
            return True
        case NextItem():
            return f"mail {items}" if items <= 900 else None
        case LeafRequest(target=target) if target:
            return "EUR 12.50"
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Stopped:
    """One random program, stopped after every answer.

    Attributes:
        walked: What it went through: a turn of a loop, a condition that somebody had to judge, its function.
        outcome: `halted` where it cannot go on, as where calls are nested too deep; `cut` where it wants ever more.
        mismatches: What went on in another way: the number of the answer after which it was stopped.
    """

    steps: int
    restores: int
    walked: frozenset[Kind]
    outcome: Outcome
    mismatches: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Walked:
    """A walk from the beginning to the end, with what was wanted, what was answered and every state in between."""

    program: Program
    machine: Machine
    wants: Sequence[Want]
    answers: Sequence[Any]
    states: Sequence[str]

    @property
    def outcome(self) -> Outcome:
        want = self.machine.want
        return "ended" if isinstance(want, End) else "halted" if isinstance(want, Halt) else "cut"

    @property
    def kinds(self) -> frozenset[Kind]:
        found: set[Kind] = {"branches"} if any(isinstance(want, Condition) for want in self.wants) else set()
        for state in map(json.loads, self.states):
            if len(state["frames"]) > 1:
                found.add("calls")
            if any(frame["turns"] for frame in state["frames"]):
                found.add("loops")
        return frozenset(found)


def take_up(program: Program, state: str) -> Machine:
    """A machine where another one was when it was written down."""
    machine = Machine(program)
    machine.restore(json.loads(state))
    return machine


def stopped_everywhere(seed: int, again: Callable[[Program, str], Machine] = take_up) -> Stopped:
    """Walks a random program, writing it down after every answer; goes on from each and compares to the end."""
    draws = (_walked(f"{seed} {draw}") for draw in range(_DRAWS))
    found = next(one for one in draws if one.machine.steps >= LEAST)
    wrong = tuple(
        at
        for at, state in enumerate(found.states)
        if not _goes_on_alike(again(found.program, state), found.wants[at:], found.answers[at:], found.machine)
    )
    return Stopped(found.machine.steps, len(found.states), found.kinds, found.outcome, wrong)


def _walked(seed: str) -> _Walked:
    program = parse(drawn_program(random.Random(f"program {seed}")))  # noqa: S311 - problems, not secrets
    rng = random.Random(f"answers {seed}")  # noqa: S311
    machine = Machine(program)
    wants, answers, states = list[Want](), list[Any](), [json.dumps(machine.snapshot())]
    while not isinstance(machine.want, End | Halt) and len(answers) < MOST:
        wants.append(machine.want)
        answers.append(drawn_answer(rng, machine, ending=len(answers) >= _ENDING))
        machine.give(answers[-1])
        states.append(json.dumps(machine.snapshot()))
    return _Walked(program, machine, wants, answers, states)


def _goes_on_alike(machine: Machine, wants: Sequence[Want], answers: Sequence[Any], straight: Machine) -> bool:
    """Whether a machine wants the same, one after the other, as the one that was never stopped, and ends as it did."""
    for want, answer in zip(wants, answers, strict=True):
        if machine.want != want:
            return False
        machine.give(answer)
    return (
        machine.want == straight.want
        and machine.snapshot() == straight.snapshot()
        and machine.path == straight.path
        and machine.variables == straight.variables
        and machine.meanings == straight.meanings
    )
