"""Memory scored without a judge: what a note holds of a value, and what a run's notes are worth."""

from sextant_worlds.memory.compare import Label, compare

__all__ = ["Label", "compare"]
