"""The language of Semantic Task Programs: restricted Python that is interpreted, and never executed as Python."""

from sextant.program.language.code import Program, one_step
from sextant.program.language.faults import Problem, ProgramError, ProgramStuckError
from sextant.program.language.frames import PathLevel
from sextant.program.language.limits import ProgramLimits
from sextant.program.language.machine import Machine
from sextant.program.language.parse import parse
from sextant.program.language.record import DoneStatement
from sextant.program.language.requests import Condition, End, Halt, LeafRequest, Missing, NextItem, Want
from sextant.program.language.values import Value

__all__ = [
    "Condition",
    "DoneStatement",
    "End",
    "Halt",
    "LeafRequest",
    "Machine",
    "Missing",
    "NextItem",
    "PathLevel",
    "Problem",
    "Program",
    "ProgramError",
    "ProgramLimits",
    "ProgramStuckError",
    "Value",
    "Want",
    "one_step",
    "parse",
]
