"""Sextant from Python: one function for each command."""

from sextant.api.maps import Bounds, Map, map, read_map  # noqa: A004 - named as the command is
from sextant.api.routes import check
from sextant.api.runs import goto, resume, run

__all__ = ["Bounds", "Map", "check", "goto", "map", "read_map", "resume", "run"]
