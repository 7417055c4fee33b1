"""Whether a program may take the place of another one that is running: what was begun has to be the same in both."""

from collections.abc import Sequence

from sextant.program.language.code import MAIN, Function, Program
from sextant.program.language.faults import Problem

__all__ = ["disagreements"]


def disagreements(old: Program, new: Program, begun: Sequence[tuple[str, int]]) -> tuple[Problem, ...]:
    """Every running function in which the new program differs before the place where the old one stands.

    `begun` has the name of each running function, and how many of its instructions were begun. These are the same in
    both programs, but for where they jump to: so a place in one is the same place in the other, in the same loops.
    """
    found = [_disagreement(old.functions[name], new.functions.get(name), count, old.source) for name, count in begun]
    return tuple(dict.fromkeys(problem for problem in found if problem is not None))


def _disagreement(old: Function, new: Function | None, count: int, source: str) -> Problem | None:
    where = "the program" if old.name == MAIN else f"`{old.name}`"
    if new is None or new.parameters != old.parameters:
        return Problem(1, 1, f"{where} is running: it stays, with its values ({', '.join(old.parameters) or 'none'})")
    for place, mark in enumerate(old.marks[:count]):
        if place >= len(new.marks) or new.marks[place] != mark:
            line = old.code[place].line
            there = new.code[min(place, len(new.code) - 1)].line if new.code else new.line
            text = source.splitlines()[line - 1].strip()
            return Problem(there, 1, f"line {line} of {where} was begun already and stays word for word: {text}")
    return None
