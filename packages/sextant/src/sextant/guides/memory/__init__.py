"""Explicit memory (STAMP): values noted by the actor, or by a separate model, with the screen that showed them."""

from sextant.guides.memory.guide import Asker, MemoryGuide

__all__ = ["Asker", "MemoryGuide"]
