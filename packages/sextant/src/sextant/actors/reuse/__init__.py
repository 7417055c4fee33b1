"""Reuse: a leaf of a program that was executed twice in the same way is repeated without a model."""

from sextant.actors.reuse.actor import REUSE, ReusingActor
from sextant.actors.reuse.position import ProgramFollower, ProgramPosition

__all__ = ["REUSE", "ProgramFollower", "ProgramPosition", "ReusingActor"]
