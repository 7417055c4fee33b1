"""An act that a goal asks for by what it carries and where to: `The front desk is waiting for the gate`."""

import re
from collections.abc import Collection

from sextant.review.clauses import wish_of
from sextant.review.interface import deed_of
from sextant.review.keywords import SAME_WORD, keywords, kin
from sextant.review.lexicon import lexicon
from sextant.review.scope import scope_of
from sextant.review.seen import Seen
from sextant.review.vocabulary import names_a_sending, risky_word
from sextant.review.wanted import clauses_of, says
from sextant.types.actions import Action
from sextant.types.refs import collapse
from sextant.types.screens import Screen

__all__ = ["asked_by_content"]

_SHORTEST = 2
_PARTS = re.compile(r"[;；、,，>→|]")
_TELLING = frozenset({"report", "share", "comment", "tell", "answer", "teilen", "melden", "partager", "compartir"})
"""Deeds that are a way to send."""
_NEAR, _NEAR_JOINED = 6, 12
"""So many words, or signs, from the head of a sentence stands what its order is given to."""
_LONGEST_CODE = 16
_FIGURE = re.compile(r"(?=\S*\d)\S{1,16}")
"""A sum that was worked out, or a code that stood in a picture."""


def asked_by_content(goal: str, action: Action, screen: Screen, typed: Collection[str], seen: Seen) -> str:
    """The sentence of the goal that asks for something at this place; empty where none does, or the content differs.

    Only what the goal wants done counts there, and nothing that it asks to find or forbids, nor that it is only to be
    gone to. A place is named by a title or a heading that was shown in the app, but for those under which the content
    itself was shown. The goal has to name what was typed as well: by itself, or by what stood beside it where it was
    shown; what no screen has shown (a sum, a code in a picture) is for others to judge. With nothing typed the place
    suffices: that is for buttons that only open the page on which something is typed.
    """
    wanted = keywords(goal)
    parts = [part.strip() for text in typed for part in _PARTS.split(text) if part.strip()]
    if not all(_named(part, _plain(goal), wanted, seen) for part in parts):
        return ""
    sources = {label for part in parts for label in seen.labels(part)}.difference(scope_of(action, screen).page)
    places = [_plain(place) for place in seen.places(screen.app) if len(place) >= _SHORTEST and place not in sources]
    for sentence in clauses_of(wish_of(goal).said):
        here = [place for place in places if says(_plain(sentence), place)]
        asks = set(keywords(sentence)).difference(lexicon().going, *map(keywords, here))
        if here and asks and not any(_done_to(place, sentence) for place in here):
            return sentence
    return ""


def _done_to(place: str, sentence: str) -> bool:
    """Whether a sentence begins with something to be done to the place itself: `Mute the chat with Ann`."""
    word = risky_word(sentence)
    deed = deed_of(sentence)
    told = deed[0] if deed is not None else word if sentence.startswith(word) else ""
    if not told or names_a_sending(told) or told in _TELLING:
        return False
    near = " ".join(_plain(sentence).split()[:_NEAR]) if " " in sentence else sentence[:_NEAR_JOINED]
    return says(near, place)


def _named(text: str, goal: str, wanted: Collection[str], seen: Seen) -> bool:
    if says(goal, _plain(text)):
        return True
    if not seen.shown(text):
        if seen.pictured and " " not in text and len(text) <= _LONGEST_CODE:
            return True
        return all(_FIGURE.fullmatch(word) or says(goal, word) or seen.shown(word) for word in text.split())
    told = {word for label in seen.labels(text) for word in keywords(label) if not word.isdigit()}
    return any(kin(word, other) >= SAME_WORD for word in told for other in wanted)


def _plain(text: str) -> str:
    """Without the points of abbreviations, which goals and screens set as they like."""
    return collapse(text).replace(".", "")
