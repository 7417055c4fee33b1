"""Text comparison in any language."""

from sextant.text.normal_form import bare, folded, quote_pattern, stands_in
from sextant.text.overlap import words_of
from sextant.text.tokens import figures_in, figures_stand_in

__all__ = ["bare", "figures_in", "figures_stand_in", "folded", "quote_pattern", "stands_in", "words_of"]
