"""One normal form for texts that are compared, and whether a span stands in a text. Pure functions."""

import unicodedata

__all__ = ["bare", "folded", "stands_in"]

_TYPESET = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u0060\u02bc", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300d\u300e\u300f", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\ufe0e\ufe0f"),
    }
)
"""Forms of quotation marks and dashes, and what chooses between the two drawings of a sign."""


_STOPS = ".。।۔… "
"""Full stops of some scripts: a reader ends a sentence with one."""


def bare(quote: str) -> str:
    """A quote without what only marks that it goes on, or ends."""
    return quote.strip().strip("…").rstrip(_STOPS).strip()


def folded(text: str) -> str:
    """The text without differences that nobody reads: case, white space, Unicode form, characters that show nothing.

    Wide and narrow forms of a letter are one (NFKC), so are the forms of a quotation mark, of a dash, and of a sign
    that is drawn as text or as emoji; letters of two scripts that only look alike stay two.
    """
    if text.isascii():  # most text is, and most of what follows changes none of it
        return " ".join(text.replace("`", "'").lower().split())
    plain = unicodedata.normalize("NFKC", text).translate(_TYPESET)
    shown = "".join(sign for sign in plain if unicodedata.category(sign) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", shown.casefold()).split())


def stands_in(span: str, text: str) -> bool:
    """Whether a span stands verbatim in a text, both folded; an empty one stands nowhere.

    In scripts that part their words it begins and ends with a word: `no` does not stand in `notes`, nor `5` in `50`.
    """
    wanted, whole = folded(span), folded(text)
    if not wanted:
        return False
    place = whole.find(wanted)
    while place >= 0:
        end = place + len(wanted)
        if not (_runs_on(whole[:place], wanted) or _runs_on(wanted, whole[end:])):
            return True
        place = whole.find(wanted, place + 1)
    return False


def _runs_on(left: str, right: str) -> bool:
    """Whether a word or a number goes on over the seam between two texts."""
    if not left or not right:
        return False
    return _parts_words(left[-1]) and _parts_words(right[0])


def _parts_words(sign: str) -> bool:
    """Whether a sign belongs to a script that parts its words: a letter with a case, or a digit."""
    return sign.isdecimal() or sign.lower() != sign.upper()
