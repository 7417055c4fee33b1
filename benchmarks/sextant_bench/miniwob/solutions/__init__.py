"""Hand-written solutions of MiniWoB++ tasks: general for their task, from goal and screen alone."""

from collections.abc import Mapping
from types import MappingProxyType

from sextant_bench.miniwob.solution import Solution
from sextant_bench.miniwob.solutions import clicks, drags, forms, lookups, text_entry, touches

__all__ = ["SOLUTIONS"]

_PARTS = (clicks, drags, forms, lookups, text_entry, touches)

SOLUTIONS: Mapping[str, Solution] = MappingProxyType(
    dict(sorted((item for part in _PARTS for item in part.SOLUTIONS.items()), key=lambda item: item[0]))
)
"""Every solved task, by name."""
