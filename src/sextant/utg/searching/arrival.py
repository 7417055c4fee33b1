"""Whether the present screen is the goal: it has to answer it better than any link to somewhere else does."""

from dataclasses import dataclass

from sextant.types.evidence import Predicate, ScreenIs, TextVisible
from sextant.types.refs import collapse
from sextant.types.screens import Screen
from sextant.utg.faces import Face, identity_words, location_words, title_parts
from sextant.utg.words import Query, coverage, match, matched, tokens

SURE = 0.75
"""A screen that answers the goal this well is the goal, unless something promises to answer it better."""
CERTAIN = 0.95
"""A screen that calls itself by the very words of the goal is the goal, whatever links promise."""
MARGIN = 0.02
"""A link has to promise this much more before an arrival is put off."""
SAID = 0.8
"""So much of the goal has to stand on the screen for that: a goal with a word the app never uses is not there."""
ENOUGH = 0.5
"""With nothing left to try, the best screen is the goal from here on."""
ONE_OF_MANY = 0.72
"""What a page is worth at most that is one of many alike, where the goal does not say which one: `workers` is rather
the list of all than the tab of some builder. It is good enough once a few more things were tried."""
DONE_HERE = 0.72
"""What such a label is worth where the screen stayed the same: something opened that has no name of its own."""
PROMISED = 0.88
"""What a link's label is worth on the screen it led to: the app itself said that this is the thing."""
OPENED = 0.77
"""What it is worth where a label with the goal's main word opened something on a screen that says the rest."""
_TO_THE_POINT = 0.5
"""At least so much of a label has to be about the goal."""
_TELLING_ROW = 2
"""So many words of the goal in a row say that it is the one that is meant."""
_OF_A_ROW = 0.12
"""And at least such a share of the row."""
_MENTIONED = 0.76 / PROMISED
"""What that is worth at most: a link that promises more is followed first."""
_STEPWISE = 0.95
"""What a goal is worth that is said in two steps, beside one that is said at once."""


@dataclass(frozen=True, slots=True)
class Landing:
    """How the present screen was come to: by which label, and whether it is another screen than before."""

    label: str = ""
    relevance: float = 0.0
    moved: bool = False
    worked: bool = False
    """It showed an effect, if only on the same screen."""
    row: str = ""
    """What stood beside the label in its row."""


def landing_score(landing: Landing) -> float:
    """What the label that led here says of the screen."""
    if landing.moved:
        return PROMISED * landing.relevance
    return DONE_HERE * landing.relevance if landing.worked and landing.relevance >= 0.8 else 0.0


def led_to(query: Query, label: str, before: str) -> float:
    """How well a label answers the goal together with what stood before it on the way, such as `Help`, `Formatting`.

    Each has to add to what the other says.
    """
    own, earlier = tokens(label), tokens(before)
    together = coverage(query, [*own, *earlier])
    if together <= coverage(query, earlier) or together <= coverage(query, own):
        return 0.0
    return _STEPWISE * together * (0.5 + 0.5 * match(query, label).precision)


def joined(query: Query, label: str, row: str, face: Face) -> float:
    """How well a label answers the goal together with the row it stood in and what the screen calls itself.

    `Options` leads to `Change the club`; `edit`, beside `Rowing in spring`, to `Change this trip`. The label has to
    speak of the goal, and the rest has to add to it.
    """
    own = tokens(label)
    named = match(query, label)
    heads = [word for text in face.headings[: 0 if face.heads else 1] for word in tokens(text)]
    most = 1.0
    if told(query, row):  # the row says which one it is; the screen may say the rest
        heads += [word for text in face.texts for word in tokens(text)]
        most = _MENTIONED
    together = coverage(query, [*own, *tokens(row), *identity_words(face), *heads])
    if named.precision < _TO_THE_POINT or together <= named.coverage:
        return 0.0
    return min(most, together * (0.5 + 0.5 * named.precision))


def opened(query: Query, label: str, face: Face) -> float:
    """How well what a touch opened on the spot answers the goal: the label names its head, the screen says the rest."""
    named = match(query, label)
    heads = [word for word in query.words if query.weight(word) > 1]
    if named.precision < _TO_THE_POINT or not heads or not coverage(query, tokens(label)):
        return 0.0
    covered = matched(query, tokens(label))
    return OPENED if all(word in covered for word in heads) and said(query, face, label) >= CERTAIN else 0.0


def telling(query: Query, face: Face) -> str:
    """Of all that the screen calls itself, what answers the goal best; empty where nothing does."""
    named = (*face.heads, face.title, *title_parts(face.title), *face.selected, *face.headings)
    best = max(named, key=lambda text: match(query, text).score, default="")
    return best if match(query, best).score > 0 else ""


def evidence_for(query: Query, screen: Screen, face: Face) -> tuple[Predicate, ...]:
    """Predicates that hold on the screen and say why it is the goal: the telling title, and a visible text."""
    named = telling(query, face)
    in_head = named in (*face.heads, face.title, *title_parts(face.title))
    predicates: list[Predicate] = [ScreenIs(text=named) if named and in_head else ScreenIs(key=screen.key.id)]
    shown = _shown(query, screen)
    if shown:
        predicates.append(TextVisible(shown))
    return tuple(predicates)


def _shown(query: Query, screen: Screen) -> str:
    """The visible text that answers the goal best: a heading before anything else."""
    best, best_value = "", 0.0
    for element in screen.elements:
        if element.visibility not in ("visible", "clipped") or not element.text or len(element.text) > 120:
            continue
        value = coverage(query, tokens(element.text))
        value += 0.5 if value > 0 and element.role == "heading" else 0.0
        if value > best_value:
            best, best_value = element.text, value
    return best if best_value >= ENOUGH and collapse(best) else ""


def said(query: Query, face: Face, label: str) -> float:
    """Share of the goal's words that stand on a screen or on what led to it, 0-1."""
    words = [word for text in (*face.texts, *face.headings, face.title, *face.heads, label) for word in tokens(text)]
    return coverage(query, [*words, *location_words(face.location)])


def told(query: Query, row: str) -> int:
    """How many words of the goal a row says, if they are enough, and not lost among others, to say which one it is."""
    own = tokens(row)
    found = len(matched(query, own)) if own else 0
    return found if found >= max(_TELLING_ROW, _OF_A_ROW * len(own)) else 0
