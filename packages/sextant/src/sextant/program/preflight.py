"""Checks without a device whether a program can begin, and where it may have to stop."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sextant.program.language import (
    Condition,
    End,
    Halt,
    LeafRequest,
    Machine,
    NextItem,
    Problem,
    Program,
    ProgramLimits,
    Value,
)
from sextant.program.language.code import Call, Enter, Instruction, Leaf, Leave

__all__ = ["ends_at_once", "hindrance", "idle_loops", "later_stops"]

_VISITS = 40
"""Most visits of one instruction; endless recursion ends earlier by its own limit."""
_MOST_WALKED = 300


def hindrance(
    program: Program, values: Mapping[str, Value] | None = None, limits: ProgramLimits | None = None
) -> Problem | None:
    """Why a program cannot reach its first request; None if it can.

    Raises:
        ProgramStuckError: A given value has a type or size that a program cannot store.
    """
    want = Machine(program, values, limits).want
    return Problem(want.line, 1, f"the program cannot begin: {want.reason}") if isinstance(want, Halt) else None


def ends_at_once(
    program: Program, values: Mapping[str, Value] | None = None, limits: ProgramLimits | None = None
) -> bool:
    """Whether it ends without any step or question. Raises as `hindrance`."""
    return isinstance(Machine(program, values, limits).want, End)


def later_stops(
    program: Program, values: Mapping[str, Value] | None = None, limits: ProgramLimits | None = None
) -> tuple[Problem, ...]:
    """Where it may have to stop later, each line once.

    The search assumes that each step succeeds, and that each condition is true or false at any time. It does not follow
    branches that depend on missing values, nor all turns of a loop. `idle_loops` reports loops without a step.
    Raises as `hindrance`.
    """
    idle = idle_loops(program)
    found: dict[int, Problem] = {}
    patient = replace(limits or ProgramLimits(), polls=_MOST_WALKED)  # in a real run the answer changes at some time
    for halt in _halts(Machine(program, values, patient)):
        if halt.line not in idle:
            found.setdefault(halt.line, Problem(halt.line, 1, f"the program may have to stop here: {halt.reason}"))
    return tuple(found[line] for line in sorted(found))


def _halts(machine: Machine) -> Iterator[Halt]:
    """The halts that can be reached from there, within the limits of the search."""
    ways, visits = [machine], dict[str, int]()
    for _ in range(_MOST_WALKED):
        if not ways:
            return
        at = ways.pop()
        match at.want:
            case Halt() as halt:
                yield halt
            case LeafRequest() | Condition() | NextItem() as want if visits.get(at.spot, 0) < _VISITS:
                visits[at.spot] = visits.get(at.spot, 0) + 1
                ways += [at.ahead(yes) for yes in ((True,) if isinstance(want, LeafRequest) else (False, True))]
            case _:
                pass


def idle_loops(program: Program) -> tuple[int, ...]:
    """The lines of `while` loops without a step or a function call, which may never end.

    Loops over a list always end, and are left out.
    """
    found = {line for function in program.functions.values() for line in _idle(function.code)}
    return tuple(sorted(found))


def _idle(code: tuple[Instruction, ...]) -> Iterator[int]:
    open_loops: list[tuple[Enter, int]] = []
    done = 0
    for instruction in code:
        match instruction:
            case Enter():
                open_loops.append((instruction, done))
            case Leave():
                begun, before = open_loops.pop()
                if done == before and begun.values is None and begun.text.startswith("while "):
                    yield begun.line
            case Leaf() | Call():
                done += 1
            case _:
                pass
