"""Explicit memory (STAMP): values kept from screens, with what they mean, where they stood and what shows it."""

from sextant.guides.memory.asking import Asker
from sextant.guides.memory.guide import MemoryGuide, MemorySettings

__all__ = ["Asker", "MemoryGuide", "MemorySettings"]
