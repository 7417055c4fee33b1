"""Reuse: leaves of a program that were carried out the same way twice are done again without a model."""

from sextant.actors.reuse.actor import REUSE, ReusingActor
from sextant.actors.reuse.position import ProgramFollower, ProgramPosition

__all__ = ["REUSE", "ProgramFollower", "ProgramPosition", "ReusingActor"]
