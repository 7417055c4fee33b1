"""Explicit memory (STAMP): values that the actor or a model of its own noted, with the screen that showed them."""

from sextant.guides.memory.guide import Asker, MemoryGuide, MemorySettings

__all__ = ["Asker", "MemoryGuide", "MemorySettings"]
