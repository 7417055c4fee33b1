"""A world that a person plays: a page on loopback, graded by the process that serves it."""

from sextant_worlds.play.server import PlayServer

__all__ = ["PlayServer"]
