"""Loops of a program that do nothing on the screen, which somebody may not have meant."""

from collections.abc import Iterator

from sextant.program.language import Program
from sextant.program.language.code import Call, Enter, Instruction, Leaf, Leave

__all__ = ["idle_loops"]


def idle_loops(program: Program) -> tuple[int, ...]:
    """The lines of `while` loops in which no step stands and no function is called: one may go round for ever.

    Loops over a list end by themselves, and are none of them.
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
