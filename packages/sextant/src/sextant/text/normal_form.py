"""The normal form of compared texts, and whether a span occurs in a text. Pure functions."""

import re
import unicodedata

from sextant.elements.refs import whole_words
from sextant.text.legible import LINE_BREAK

__all__ = ["bare", "folded", "quote_pattern", "stands_in"]

_TYPESET = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u0060\u02bc", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300d\u300e\u300f", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\ufe0e\ufe0f"),
        LINE_BREAK: " ",
    }
)
"""Variants of quotation marks and dashes, and the variation selectors."""


_STOPS = ".。।۔… "
"""Full stops of some scripts: a reader ends a sentence with one."""
_CUT = "..."
"""How a label ends that was cut, in folded form."""
_SHOWN = 12
"""The least signs of a cut label that tell which one it is."""


def bare(quote: str) -> str:
    """Strip marks of omission and full stops from a quote."""
    return quote.strip().strip("…").rstrip(_STOPS).strip()


def folded(text: str) -> str:
    """Normalise what readers ignore: case, white space, Unicode form, invisible characters.

    Wide and narrow letters are equal (NFKC), as are variants of a quotation mark, of a dash, and of a sign drawn as
    text or as emoji; lookalike letters of two scripts stay different.
    """
    if text.isascii():  # fast path: most text is ASCII
        return " ".join(text.replace("`", "'").lower().split())
    plain = unicodedata.normalize("NFKC", text).translate(_TYPESET)
    shown = "".join(sign for sign in plain if unicodedata.category(sign) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", shown.casefold()).split())


def stands_in(span: str, text: str) -> bool:
    """Whether a span occurs verbatim in a text, both folded; an empty one does not.

    In scripts that separate words it must begin and end at a word boundary: `no` is not in `notes`, nor `5` in `50`.
    """
    wanted, whole = folded(span), folded(text)
    if not wanted:
        return False
    place = whole.find(wanted)
    while place >= 0:
        end = place + len(wanted)
        if not (_continues(whole[:place], wanted) or _continues(wanted, whole[end:])):
            return True
        place = whole.find(wanted, place + 1)
    return False


def _continues(left: str, right: str) -> bool:
    """Whether a word or a number continues across the boundary of two texts."""
    if not left or not right:
        return False
    return _separates_words(left[-1]) and _separates_words(right[0])


def _separates_words(sign: str) -> bool:
    """Whether a character belongs to a script that separates words: a cased letter, a digit, or a fraction's stroke."""
    return sign.isdecimal() or sign == "\u2044" or sign.lower() != sign.upper()


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
