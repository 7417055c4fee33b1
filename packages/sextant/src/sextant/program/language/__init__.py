"""The language of Semantic Task Programs: restricted Python that is read and walked, and never executed."""

from sextant.program.language.code import Program, one_step
from sextant.program.language.faults import Problem, ProgramError, ProgramStuckError
from sextant.program.language.frames import Done, Place
from sextant.program.language.limits import Limits
from sextant.program.language.machine import Machine
from sextant.program.language.parse import parse
from sextant.program.language.values import Value
from sextant.program.language.wants import Condition, End, Halt, Item, Missing, Step, Want

__all__ = [
    "Condition",
    "Done",
    "End",
    "Halt",
    "Item",
    "Limits",
    "Machine",
    "Missing",
    "Place",
    "Problem",
    "Program",
    "ProgramError",
    "ProgramStuckError",
    "Step",
    "Value",
    "Want",
    "one_step",
    "parse",
]
