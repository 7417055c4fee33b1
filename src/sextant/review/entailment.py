"""Whether an act has to do with the task (LongHorizonUI, equation 2). Advice, never a veto.

Not a literal subset: words count inflected, as synonyms and by meaning, weighed by how far they tell the elements of
the screen apart. Whatever only leads somewhere is entailed. What is advised against: a deed that the task does not
speak of, and one of several things where the task names another, or none of them.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log

from sextant.contracts import Embedder, View
from sextant.review.clauses import wished
from sextant.review.interface import anchor, deed_of, is_navigation, stands_for_deed
from sextant.review.irreversibility import irreversibility
from sextant.review.keywords import Meaning, keywords, language_of, quantified, scripts_of
from sextant.review.reaching import element_at
from sextant.review.vocabulary import asked_for
from sextant.types.actions import Click, DoubleTap, LongPress
from sextant.types.decisions import Decision, Objection
from sextant.types.evidence import Claim
from sextant.types.legible import on_one_line
from sextant.types.refs import collapse, whole_words
from sextant.types.screens import Element, Screen

__all__ = ["Entailment"]

_MEANT = 0.5
"""From here on a text has to do with the task: a telling word of it, or half of one, stands in what is wanted."""
_CLEARLY = 0.75
"""From here on it is what the task names."""
_CERTAINLY = 0.95
"""What only leads somewhere fits better where it is named as it is called."""
_SOME = 0.2
"""Enough for what a deed is done to, where the task speaks of the deed."""
_LIST = 4
"""So many elements of one kind are a list of things, of which one is chosen."""
_SECTION = 2
"""So many telling words at most has the name of a section; only there may meaning alone speak for it."""
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the task, its present instruction and what was noted speak of."""

    words: tuple[str, ...]
    scripts: frozenset[str]
    language: str
    several: tuple[str, ...]
    """Of what more may be meant than is named: all `results`, the cheapest `trip`."""


class Entailment:
    """Reads a decision beside the task. `claims` gives what the run has noted: values are part of what is wanted.

    Deterministic; the embedder is optional and brings words together that share no letter.
    """

    def __init__(self, embedder: Embedder | None = None, claims: Callable[[], Sequence[Claim]] = lambda: ()) -> None:
        self._meaning = Meaning(embedder)
        self._claims = claims
        self._known: dict[str, _Wanted] = {}

    def review(self, decision: Decision, view: View) -> tuple[Objection, ...]:
        """An advisory objection where the touch has clearly nothing to do with the task; it quotes what fits better."""
        action, screen = decision.action, view.screen
        if not isinstance(action, Click | DoubleTap | LongPress):
            return ()
        element = element_at(action.target, screen)
        if element is None or not keywords(element.label) or is_navigation(element, screen):
            return ()
        if _is_named_now(element, decision, view):
            return ()
        wanted = self._wanted(view)
        if not wanted.words or not _comparable(element, screen, wanted):
            return ()
        risk = irreversibility(action, screen)
        if risk.level == "irreversible" and asked_for(risk.word, element.label, view.task.goal):
            return ()
        message = _Sight(screen, wanted, self._meaning).off_task(element)
        return (Objection("entailment", message, advisory=True),) if message else ()

    def _wanted(self, view: View) -> _Wanted:
        noted = [f"{claim.subject} {claim.value}" for claim in (*view.claims, *self._claims())]
        text = "\n".join(dict.fromkeys((view.task.goal, view.directive.instruction, *noted)))
        known = self._known.get(text)
        if known is None:
            said = wished(text)
            known = _Wanted(keywords(said), scripts_of(text), language_of(text), quantified(said))
            self._known = {text: known}
        return known


def _is_named_now(element: Element, decision: Decision, view: View) -> bool:
    """Whether the touch is on what the same decision names in answer to the course: the item that a loop comes to."""
    asked = {question.id for question in view.directive.questions}
    said = (item for item in decision.judgements if item.question in asked and item.answer == "yes")
    return any(whole_words(quote).search(collapse(element.label)) for item in said if (quote := collapse(item.quote)))


class _Sight:
    """One screen, read with what is wanted in mind."""

    def __init__(self, screen: Screen, wanted: _Wanted, meaning: Meaning) -> None:
        self._screen, self._wanted, self._meaning = screen, wanted, meaning
        self._choices = [one for one in screen.elements if "tap" in one.affordances and keywords(one.label)]
        self._counts = Counter(word for element in self._choices for word in set(keywords(element.label)))
        self._near: dict[str, float] = {}

    def off_task(self, element: Element) -> str:
        """Why the touch has nothing to do with the task; empty where it may."""
        label = element.label
        deed = deed_of(label)
        if deed or stands_for_deed(element):
            return self._as_deed(element, deed)
        if self._fit(keywords(label)) >= _MEANT:
            return ""
        better = self._better(element)
        if better is not None and not (self._of_several(element) and self._cover(better) < _CLEARLY):
            return f"nothing in the task speaks of {_short(label)}; {_named(better)} fits it better"
        listed = sum(1 for other in self._choices if _alike(element, other)) >= _LIST
        if listed and not self._of_several(element) and not self._near_in_meaning(label):
            return f"{_short(label)} is one of several things here, and the task names none of them"
        return ""

    def _of_several(self, element: Element) -> bool:
        """Whether the task may mean more than it names of what is listed here: its rows, its screen, are called so."""
        if not self._wanted.several:
            return False
        heads = [other.label for other in self._screen.elements if other.role == "heading"]
        here = keywords(" ".join((self._screen.title, element.label, element.landmark, *heads)))
        return any(self._meaning.nearest(word, here) >= _MEANT for word in self._wanted.several)

    def _near_in_meaning(self, label: str) -> bool:
        """Whether a short label, as sections of an app have, is near to what the task speaks of."""
        words = keywords(label)
        near = (self._meaning.nearest(word, self._wanted.words, by_meaning=True) for word in words)
        return len(words) <= _SECTION and any(value >= _MEANT for value in near)

    def _as_deed(self, element: Element, deed: tuple[str, tuple[str, ...]] | None) -> str:
        """A deed has to be spoken of: by its verb, or by what it is done to."""
        words = keywords(element.label)
        verb = () if deed is None else keywords(deed[0])[:1]
        objects = tuple(word for word in words if word not in verb)
        asked = deed is not None and any(self._all_said(keywords(other)) for other in deed[1])
        said = bool(verb) and self._match(verb[0]) >= _CLEARLY
        spoken = max(map(self._match, objects), default=0.0)
        if spoken < (_SOME if asked and objects else _MEANT) and not said and not (asked and not objects):
            better = self._better(element)
            fits = "" if better is None else f"; {_named(better)} fits it better"
            return f"nothing in the task asks for {_short(element.label)}{fits}"
        return self._other_row(element)

    def _other_row(self, element: Element) -> str:
        """Of several equal buttons, the one in the row that the task names."""
        twins = [other for other in self._choices if other.role == element.role and _same(other, element)]
        if len(twins) < 2 or self._of_several(element):
            return ""
        mine = anchor(element, self._screen)
        if not mine or self._fit(keywords(mine)) >= _MEANT:
            return ""
        rows = [(other, anchor(other, self._screen)) for other in twins]
        named = next(((other, row) for other, row in rows if self._fit(keywords(row)) >= _CLEARLY), None)
        if named is None:
            return ""
        return (
            f"this {_short(element.label)} belongs to {_short(mine)}; that of {_short(named[1])} is [{named[0].index}]"
        )

    def _better(self, element: Element) -> Element | None:
        """What on the screen the task clearly speaks of, where there is such a thing."""
        others = [other for other in self._choices if other.index != element.index and not _same(other, element)]
        others = [other for other in others if not ({"type"} & other.affordances or {"selected"} & other.states)]
        if self._of_several(element):
            others = [other for other in others if not is_navigation(other, self._screen)]
        said = {word for word in keywords(element.label) if self._match(word) >= _MEANT}
        others = [
            other for other in others if any(self._match(word) >= _MEANT for word in {*keywords(other.label)} - said)
        ]
        best = max(others, key=self._cover, default=None)
        if best is None:
            return None
        leads = is_navigation(best, self._screen)
        return best if self._cover(best) >= (_CERTAINLY if leads else _MEANT) else None

    def _cover(self, element: Element) -> float:
        """The share of the label's telling words that the task speaks of."""
        words = keywords(element.label)
        total = sum(map(self._weight, words))
        return sum(self._weight(word) * self._match(word) for word in words) / total if total else 0.0

    def _fit(self, words: Sequence[str]) -> float:
        """How far the most telling word that the task speaks of tells this one from the others."""
        return max((self._weight(word) * self._match(word) for word in words), default=0.0)

    def _all_said(self, words: Sequence[str]) -> bool:
        return bool(words) and all(self._match(word) >= _MEANT for word in words)

    def _weight(self, word: str) -> float:
        """1 for what stands on one element alone, less the more of them say it."""
        count, all_of_them = self._counts[word], len(self._choices) + 1
        return 1.0 if count < 2 else log(all_of_them / count) / log(all_of_them)

    def _match(self, word: str) -> float:
        known = self._near.get(word)
        if known is None:
            known = self._near[word] = self._meaning.nearest(word, self._wanted.words)
        return known


def _comparable(element: Element, screen: Screen, wanted: _Wanted) -> bool:
    """Whether label and task are of one language, as far as that can be told."""
    if not scripts_of(element.label) & wanted.scripts:
        return not scripts_of(element.label)
    told = language_of(" ".join(other.label for other in screen.elements))
    return not told or not wanted.language or told == wanted.language


def _alike(one: Element, other: Element) -> bool:
    """Whether two elements are of one kind, as the rows of a list are."""
    same = one.role == other.role and one.landmark == other.landmark and one.parent == other.parent
    return same and abs(one.box.width - other.box.width) < 2 and abs(one.box.height - other.box.height) < one.box.height


def _same(one: Element, other: Element) -> bool:
    return collapse(one.label) == collapse(other.label)


def _named(element: Element) -> str:
    return f"[{element.index}] {element.role} {_short(element.label)}"


def _short(text: str) -> str:
    flat = on_one_line(text)
    return repr(flat if len(flat) <= _LONGEST else flat[: _LONGEST - 1] + "…")
