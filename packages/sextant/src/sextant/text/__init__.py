"""Comparing texts in any language: by their characters alone, never by what they mean."""

from sextant.text.figures import figures_in, figures_stand_in
from sextant.text.normal_form import bare, folded, stands_in
from sextant.text.overlap import words_of

__all__ = ["bare", "figures_in", "figures_stand_in", "folded", "stands_in", "words_of"]
