"""One normal form for texts that are compared, and whether a span stands in a text. Pure functions."""

import unicodedata

__all__ = ["folded", "stands_in"]


def folded(text: str) -> str:
    """The text without differences that nobody reads: case, white space, Unicode form, characters that show nothing.

    Wide and narrow forms of a letter are one (NFKC); letters of two scripts that only look alike stay two.
    """
    shown = "".join(sign for sign in unicodedata.normalize("NFKC", text) if unicodedata.category(sign) != "Cf")
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
