"""Costs of edges, as the integers that every planner takes."""

import math
from typing import Literal

from sextant.utg.planning.network import HIGHEST_COST

Costs = Literal["uniform", "measured", "reliability"]
"""`uniform`: the number of actions of an edge (Agent+P, section 3). `measured`: the measured time.

`reliability`: −log of the chance that it works, so that the cheapest plan is the most likely one to work throughout.
"""

PER_SECOND = 1000
"""Measured costs are milliseconds."""
PER_NAT = 1000
"""A cost of 1 is a chance of success of 0.999."""
UNMEASURED_SECONDS = 1.0
"""Assumed seconds of an action that was never measured."""


def uniform(actions: int) -> int:
    """The cost of an edge with so many actions."""
    return _whole(actions)


def measured(seconds: float, actions: int = 1) -> int:
    """The cost of an edge in milliseconds, at least 1; `seconds` 0 means that it was never measured."""
    return _whole((seconds or UNMEASURED_SECONDS * actions) * PER_SECOND)


def reliable(chance: float) -> int:
    """The cost of an edge that works with that chance (above 0, at most 1): thousandths of a nat, at least 1."""
    return _whole(-math.log(max(chance, 1e-9)) * PER_NAT)


def _whole(value: float) -> int:
    """Round a cost to at least 1, so that no plan has cycles; a not-a-number becomes the highest."""
    return max(1, round(value)) if value < HIGHEST_COST else HIGHEST_COST
