"""An act that a goal asks for by what it carries and where to: `The front desk is waiting for the gate`."""

import re
from collections.abc import Collection

from sextant.review.clauses import wish_of
from sextant.review.keywords import SAME_WORD, keywords, kin
from sextant.review.lexicon import lexicon
from sextant.review.scope import scope_of
from sextant.review.seen import Seen
from sextant.review.wanted import clauses_of, says
from sextant.types.actions import Action
from sextant.types.refs import collapse
from sextant.types.screens import Screen

__all__ = ["asked_by_content"]

_SHORTEST = 2
_PARTS = re.compile(r"[;；、]")


def asked_by_content(goal: str, action: Action, screen: Screen, typed: Collection[str], seen: Seen) -> str:
    """The sentence of the goal that asks for something at this place; empty where none does, or the content differs.

    Only what the goal wants done counts there, and nothing that it asks to find or forbids, nor that it is only to be
    gone to. A place is named by a title or a heading that was shown in the app, but for those under which the content
    itself was shown. The goal has to name what was typed as well: by itself, or by what stood beside it where it was
    shown; what no screen has shown (a sum, a code in a picture) is for others to judge. With nothing typed the place
    suffices: that is for buttons that only open the page on which something is typed.
    """
    wanted = keywords(goal)
    parts = [part.strip() for text in typed for part in _PARTS.split(text)]
    if not all(_named(part, _plain(goal), wanted, seen) for part in parts):
        return ""
    sources = {label for part in parts for label in seen.labels(part)}.difference(scope_of(action, screen).page)
    places = [_plain(place) for place in seen.places(screen.app) if len(place) >= _SHORTEST and place not in sources]
    for sentence in clauses_of(wish_of(goal).said):
        here = [place for place in places if says(_plain(sentence), place)]
        if here and set(keywords(sentence)).difference(lexicon().going, *map(keywords, here)):
            return sentence
    return ""


def _named(text: str, goal: str, wanted: Collection[str], seen: Seen) -> bool:
    if says(goal, _plain(text)) or not seen.shown(text):
        return True
    told = {word for label in seen.labels(text) for word in keywords(label) if not word.isdigit()}
    return any(kin(word, other) >= SAME_WORD for word in told for other in wanted)


def _plain(text: str) -> str:
    """Without the points of abbreviations, which goals and screens set as they like."""
    return collapse(text).replace(".", "")
