"""Tracks the touches of a run, and the origin of each typed text: the goal, a variable, a screen, or the model."""

import re
from collections.abc import Sequence

from sextant.dataclass import dataclass
from sextant.review.authorization import AuthoritySource, Sources, control_in_words, source_of, touch_in_words
from sextant.review.hit_test import typed_into
from sextant.state import row_name
from sextant.text import stands_in
from sextant.text.legible import on_one_line, state_in_words
from sextant.types.actions import Action, InputText, Scroll, Swipe, Wait
from sextant.types.codec import from_plain, to_plain
from sextant.types.decisions import Citation
from sextant.types.screens import FIELDS, Element, Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition

__all__ = ["Provenance", "TypedText"]

_COMPOSED = "composed by the model"
_MAX_TYPED = 40
_MAX_LINES = 4000
_KEPT_LINES = 300
"""The most lines of screens in a snapshot, the latest ones: enough for texts copied just before an interruption."""
_LONGEST = 300
_MAX_TOUCHED = 12
_ROWS = 3
_SCREENS_KEPT = 12
"""The number of recent screens whose elements may be cited; they are not part of a snapshot."""
_LONGEST_CITED = 120
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_HEADS = frozenset({"heading", "rowheader"})  # structural: ARIA roles
_SHOWN_STATES = frozenset(  # structural: states
    {"checked", "selected", "expanded", "pressed", "disabled", "readonly", "unchecked", "unpressed"}
)


@dataclass(frozen=True, slots=True)
class TypedText:
    """A typed text, and its origin in words."""

    text: str
    origin: str


@dataclass(frozen=True, slots=True)
class _Stored:
    """Texts of screens (`lines`) and fields (`held`) with their first step, typed texts with origin, touches."""

    lines: tuple[tuple[str, int], ...]
    typed: tuple[tuple[str, str], ...]
    held: tuple[tuple[str, int], ...] = ()
    touched: tuple[tuple[int, str], ...] = ()


class Provenance:
    """Remembers touches, typed texts and texts of screens. It informs the authorizer and never vetoes."""

    def __init__(self, goal: str, sources: Sources = tuple) -> None:
        self._goal, self._sources = goal, sources
        self._lines: dict[str, int] = {}
        self._held: dict[str, int] = {}
        self._screens: dict[int, Screen] = {}
        self._typed: list[TypedText] = []
        self._touched: list[tuple[int, str]] = []

    def typed_with(self, action: Action, screen: Screen, step: int) -> Sequence[TypedText]:
        """The typed texts, with that of this action last."""
        self._remember_screen(screen, step)
        typed = self._typed_text(action)
        return (*self._typed, typed) if typed is not None else tuple(self._typed)

    def touched_before(self, step: int) -> tuple[str, ...]:
        """The last touches before a step, by role and label, the latest last."""
        touched = ((number, words) for number, words in self._touched if number < step)
        return tuple(f"step {number}: {words}" for number, words in touched)[-_MAX_TOUCHED:]

    def first_seen(self, quote: str) -> int | None:
        """The first step whose screen showed the quote in a text or a field; None if none did."""
        typed = [item.text for item in self._typed]
        held = ((text, step) for text, step in self._held.items() if not any(stands_in(text, one) for one in typed))
        return next((step for line, step in (*self._lines.items(), *held) if stands_in(quote, line)), None)

    def cited(self, citation: Citation, step: int, known: Sequence[str]) -> tuple[str, ...]:
        """What a citation shows, without prose of the page: a line for its quote and one for its element.

        A page can make the actor cite any text. So words are given of controls, fields and headings, and of quotes
        that occur in `known`, texts that are shown anyway; of all other text only the numbers.
        """
        at = step if citation.step is None else citation.step
        quoted = self._quote_cited(citation.quote, at, known)
        screen = self._screens.get(at)
        element = None if screen is None or citation.element is None else screen.element(citation.element)
        shown = "" if screen is None or element is None else self._element_cited(element, screen)
        return tuple(line for line in (quoted, f"{shown}: on the screen of step {at}" if shown else "") if line)

    def _quote_cited(self, quote: str, step: int, known: Sequence[str]) -> str:
        at = self._seen_at(quote, step)
        if at is None:
            return ""
        screen = self._screens.get(at)
        found = [] if screen is None else [one for one in screen.elements if _holds(one, quote)]
        named = [one for one in found if _names(one) and _holds(one, quote, _LONGEST_CITED)]
        element = next(iter((*named, *found)), None)
        worded = named or any(stands_in(quote, text) for text in known)
        told = repr(on_one_line(quote)[:_LONGEST_CITED]) if worded else _numbers(quote)
        if not told:
            return ""
        row = "" if screen is None or element is None else row_name(element, screen)
        return f"{told}{f' in row {row!r}' if row else ''}: on the screen of step {at}"

    def _seen_at(self, quote: str, step: int) -> int | None:
        """That step, if its screen showed the quote and is remembered; else as `first_seen`."""
        first, screen = self.first_seen(quote), self._screens.get(step)
        if first is None or screen is None:
            return first
        shown = stands_in(quote, screen.title) or any(_holds(one, quote) for one in screen.elements)
        return step if shown else first

    def _element_cited(self, element: Element, screen: Screen) -> str:
        told = control_in_words(element, screen) if _names(element) else _numbers(element.label)
        states = ", ".join(state_in_words(state) for state in sorted(element.states & _SHOWN_STATES))
        row = row_name(element, screen)
        told += f" ({states})" if states else ""
        return f"{told or element.role} in row {row!r}" if row else told

    def observe(self, transition: Transition) -> None:
        """Remembers the touch and the typed text of a step, and the texts of its screens."""
        self._remember_screen(transition.before, transition.step)
        typed = self._typed_text(transition.decision.action)
        if typed is not None and transition.attempts:
            self._typed = [*self._typed, typed][-_MAX_TYPED:]
        self._note_touch(transition, typed)
        self._remember_screen(transition.after, transition.step + 1)

    def snapshot(self) -> Json:
        lines, held = (tuple(kept.items())[-_KEPT_LINES:] for kept in (self._lines, self._held))
        typed = tuple((item.text, item.origin) for item in self._typed)
        return to_plain(_Stored, _Stored(lines, typed, held, tuple(self._touched)))

    def restore(self, state: Json) -> None:
        kept = from_plain(_Stored, state)
        self._lines, self._held = dict(kept.lines), dict(kept.held)
        self._typed, self._touched = [TypedText(*item) for item in kept.typed], list(kept.touched)

    def _note_touch(self, transition: Transition, typed: TypedText | None) -> None:
        action, screen = transition.decision.action, transition.before
        reached = any(attempt.received is not False for attempt in transition.attempts)
        if not reached or isinstance(action, Scroll | Swipe | Wait):
            return
        words = touch_in_words(action, screen)
        if isinstance(action, InputText) and typed is not None:
            field = typed_into(action, screen)
            into = "a field" if field is None else control_in_words(field, screen)
            words = f"typed {_origin_in_words(typed.origin)} into {into}"
        if transition.refused:
            words += " (what it sent was refused)"
        elif transition.effectiveness == "ineffective":
            words += " (no effect was seen)"
        self._touched = [*self._touched, (transition.step, words)][-_MAX_TOUCHED - 1 :]

    def _typed_text(self, action: Action) -> TypedText | None:
        if not isinstance(action, InputText):
            return None
        if action.secret:
            return TypedText("", f"the secret {action.secret}")
        return TypedText(action.text[:_LONGEST], self._origin(action.text))

    def _origin(self, text: str) -> str:
        found = source_of(text, (AuthoritySource("goal", self._goal), *self._sources()))
        if found is not None:
            return found.name
        seen = self.first_seen(text)
        if seen is None:  # what was typed before came from where it came from then
            return next((item.origin for item in self._typed if item.text == text), _COMPOSED)
        return self._row_origin(text) or f"screen of step {seen}"

    def _row_origin(self, text: str) -> str:
        """Describes the latest screen with rows that have exactly this text; empty if there is none."""
        for step, screen in reversed(self._screens.items()):
            same = (one for one in screen.elements if text in (one.text, one.name))
            rows = list(dict.fromkeys(row for one in same if (row := row_name(one, screen)) and row != text))
            if rows:
                more = " and others" if len(rows) > _ROWS else ""
                return f"screen of step {step}, in row {', '.join(map(repr, rows[:_ROWS]))}{more}"
        return ""

    def _remember_screen(self, screen: Screen, step: int) -> None:
        self._screens[step] = screen
        while len(self._screens) > _SCREENS_KEPT:
            del self._screens[next(iter(self._screens))]
        if screen.title:
            self._lines.setdefault(screen.title[:_LONGEST], step)
        for element in screen.elements:
            kept = self._held if "editable" in element.states else self._lines
            for text in (element.name, element.text, element.value):
                if text:
                    kept.setdefault(text[:_LONGEST], step)
        for kept in (self._lines, self._held):
            for line in list(kept)[: max(0, len(kept) - _MAX_LINES)]:
                del kept[line]


def _names(element: Element) -> bool:
    """Whether a person could touch or fill it, or it heads something: its words name a thing."""
    return bool(element.affordances - {"scroll"}) or element.role in FIELDS or element.role in _HEADS


def _holds(element: Element, quote: str, most: int | None = None) -> bool:
    """Whether the quote occurs in one of its texts, or within the first `most` characters of one."""
    return any(stands_in(quote, text[:most]) for text in (element.name, element.text, element.value))


def _numbers(text: str) -> str:
    """The numbers of a text as they are written, dates and amounts whole."""
    return ", ".join(_NUMBER.findall(text))[:_LONGEST_CITED]


def _origin_in_words(origin: str) -> str:
    """Describes a typed text by its origin: `a text from the goal`."""
    if origin.startswith("the secret"):
        return origin
    if origin == _COMPOSED:
        return f"a text {origin}"
    return f"a text from {'' if origin.startswith('variable') else 'the '}{origin}"
