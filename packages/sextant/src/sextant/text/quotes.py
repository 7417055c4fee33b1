"""The words of a quote, as they are looked for in the texts of a screen."""

import re

from sextant.elements.refs import whole_words
from sextant.text.normal_form import bare, folded

__all__ = ["quote_pattern"]

_CUT = "..."
"""How a label ends that was cut, in folded form."""
_SHOWN = 12
"""The least signs of a cut label that tell which one it is."""


def quote_pattern(quote: str) -> re.Pattern[str] | None:
    """Finds the words of a quote in a folded text; None if it has none.

    Of a label that was cut, also within a word, the shown part is the beginning of a text.
    """
    wanted = folded(bare(quote))
    if not wanted:
        return None
    says = whole_words(wanted)
    cut = len(wanted) >= _SHOWN and folded(quote).endswith(_CUT)
    return re.compile(rf"{says.pattern}|\A{re.escape(wanted)}") if cut else says
