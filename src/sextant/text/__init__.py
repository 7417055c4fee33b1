"""Comparing texts in any language: by their characters alone, never by what they mean."""

from sextant.text.folding import folded, stands_in

__all__ = ["folded", "stands_in"]
