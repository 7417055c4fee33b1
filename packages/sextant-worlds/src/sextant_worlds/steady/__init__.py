"""An oracle that decides from screens alone, and keeps its footing where a device fails it."""

from sextant_worlds.steady.actor import SteadyOracle
from sextant_worlds.steady.places import Places, Placing
from sextant_worlds.steady.rehearsal import rehearse
from sextant_worlds.steady.witness import shows_its_deeds

__all__ = ["Places", "Placing", "SteadyOracle", "rehearse", "shows_its_deeds"]
