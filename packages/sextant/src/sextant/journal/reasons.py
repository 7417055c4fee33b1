"""Rewrites recorded reasons for people: they were addressed to a model."""

import re

__all__ = ["in_plain_words"]

_LONGEST = 1000
_QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
_REFUSED = re.compile(rf"(?:^|(?<=; ))(?P<what>{_QUOTED}|the end|the value of \w+) was not taken: ", re.DOTALL)
_NOWHERE = re.compile(rf"\byour quote (?P<quote>{_QUOTED}) stands nowhere on the screen", re.DOTALL)
_TITLE = re.compile(rf"(?P<quote>{_QUOTED}) is what the screen is called; quote words that stand on it", re.DOTALL)
_SAID = re.compile(rf"(?<!\w)(?P<quote>{_QUOTED})(?!\w)", re.DOTALL)
_ESCAPED = re.compile(r"\\(['\"\\])")


def in_plain_words(reason: str) -> str:
    """The reason for a rejection, with the model in the third person; unknown texts stay unchanged."""
    text = _REFUSED.sub(lambda found: f"{_bare(found['what'])}: ", reason[:_LONGEST])
    text = _NOWHERE.sub(lambda found: f"the quoted {_cited(found['quote'])} is nowhere on the screen", text)
    text = _TITLE.sub(lambda found: f"the quoted {_cited(found['quote'])} is only what the screen is called", text)
    return _SAID.sub(lambda found: _cited(found["quote"]), text)


def _bare(words: str) -> str:
    return _ESCAPED.sub(r"\1", words[1:-1]) if words[0] in "'\"" else words


def _cited(words: str) -> str:
    return f"“{_bare(words)}”"
