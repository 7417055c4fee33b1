"""An oracle that decides from screens alone, and keeps its footing where a device fails it."""

from sextant.worlds.steady.actor import SteadyOracle

__all__ = ["SteadyOracle"]
