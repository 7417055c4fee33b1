"""Comparing texts in any language: by their characters alone, never by what they mean."""

from sextant.text.figures import figures_in, figures_stand_in
from sextant.text.folding import folded, stands_in

__all__ = ["figures_in", "figures_stand_in", "folded", "stands_in"]
