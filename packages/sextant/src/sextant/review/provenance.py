"""What a run touched, and where each text that it typed came from: the goal, a variable, a screen, or the model."""

from collections.abc import Sequence
from dataclasses import dataclass

from sextant.review.authorization import AuthoritySource, Sources, control_in_words, source_of, touch_in_words
from sextant.review.hit_test import typed_into
from sextant.state import row_of
from sextant.text import stands_in
from sextant.text.legible import state_in_words
from sextant.types.actions import Action, InputText, Scroll, Swipe, Wait
from sextant.types.codec import from_plain, to_plain
from sextant.types.screens import Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition

__all__ = ["Provenance", "TypedText"]

_COMPOSED = "composed by the model"
_MAX_TYPED = 40
_MAX_LINES = 4000
_KEPT_LINES = 300
"""Lines of screens that a snapshot holds, the latest: enough for what was copied just before a run was broken off."""
_LONGEST = 300
_MAX_TOUCHED = 6
_ROWS = 3
_SCREENS_KEPT = 12
"""Of these, elements may be cited; they are not part of a snapshot."""
_TOLD = frozenset(  # structural: states
    {"checked", "selected", "expanded", "pressed", "disabled", "readonly", "unchecked", "unpressed"}
)


@dataclass(frozen=True, slots=True)
class TypedText:
    """A text that was typed, and where it came from, in words."""

    text: str
    origin: str


@dataclass(frozen=True, slots=True)
class _Stored:
    """Texts of screens and of fields with their first step, typed texts with their origin, touches by step."""

    lines: tuple[tuple[str, int], ...]
    typed: tuple[tuple[str, str], ...]
    held: tuple[tuple[str, int], ...] = ()
    touched: tuple[tuple[int, str], ...] = ()


class Provenance:
    """Keeps what was touched, what was typed and what screens said. It informs and never vetoes."""

    def __init__(self, goal: str, sources: Sources = tuple) -> None:
        self._goal, self._sources = goal, sources
        self._lines: dict[str, int] = {}
        self._held: dict[str, int] = {}
        self._screens: dict[int, Screen] = {}
        self._typed: list[TypedText] = []
        self._touched: list[tuple[int, str]] = []

    def with_action(self, action: Action, screen: Screen, step: int) -> Sequence[TypedText]:
        """What was typed so far and what this action types, the latest last."""
        self._see(screen, step)
        typed = self._of(action)
        return (*self._typed, typed) if typed is not None else tuple(self._typed)

    def touched_before(self, step: int) -> tuple[str, ...]:
        """What the last touches before a step were on, by role and label, the latest last."""
        touched = ((number, words) for number, words in self._touched if number < step)
        return tuple(f"step {number}: {words}" for number, words in touched)[-_MAX_TOUCHED:]

    def read_at(self, quote: str) -> int | None:
        """The first step on whose screen those words stood, in a text or a field; None where they never did."""
        typed = [item.text for item in self._typed]
        held = ((text, step) for text, step in self._held.items() if not any(stands_in(text, one) for one in typed))
        return next((step for line, step in (*self._lines.items(), *held) if stands_in(quote, line)), None)

    def element_at(self, index: int, step: int) -> str:
        """An element of a recent screen with its states and its row; empty where there is none."""
        screen = self._screens.get(step)
        found = None if screen is None else screen.element(index)
        if screen is None or found is None:
            return ""
        states = [state_in_words(state) for state in sorted(found.states & _TOLD)]
        words = control_in_words(found, screen) + (f" ({', '.join(states)})" if states else "")
        row = row_of(found, screen)
        return f"{words} in row {row!r}" if row else words

    def observe(self, transition: Transition) -> None:
        """Keeps what a step touched, the text of one that typed, and the lines of its screens."""
        self._see(transition.before, transition.step)
        typed = self._of(transition.decision.action)
        if typed is not None and transition.attempts:
            self._typed = [*self._typed, typed][-_MAX_TYPED:]
        self._note_touch(transition, typed)
        self._see(transition.after, transition.step + 1)

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
            words = f"typed {_in_words(typed.origin)} into {into}"
        if transition.refused:
            words += " (what it sent was refused)"
        elif transition.effectiveness == "ineffective":
            words += " (no effect was seen)"
        self._touched = [*self._touched, (transition.step, words)][-_MAX_TOUCHED - 1 :]

    def _of(self, action: Action) -> TypedText | None:
        if not isinstance(action, InputText):
            return None
        if action.secret:
            return TypedText("", f"the secret {action.secret}")
        return TypedText(action.text[:_LONGEST], self._origin(action.text))

    def _origin(self, text: str) -> str:
        found = source_of(text, (AuthoritySource("goal", self._goal), *self._sources()))
        if found is not None:
            return found.name
        seen = self.read_at(text)
        return _COMPOSED if seen is None else self._stood(text) or f"screen of step {seen}"

    def _stood(self, text: str) -> str:
        """The latest screen on which a row has exactly that text, and which rows; empty where none is remembered."""
        for step, screen in reversed(self._screens.items()):
            same = (one for one in screen.elements if text in (one.text, one.name))
            rows = list(dict.fromkeys(row for one in same if (row := row_of(one, screen)) and row != text))
            if rows:
                more = " and others" if len(rows) > _ROWS else ""
                return f"screen of step {step}, in row {', '.join(map(repr, rows[:_ROWS]))}{more}"
        return ""

    def _see(self, screen: Screen, step: int) -> None:
        self._screens[step] = screen
        while len(self._screens) > _SCREENS_KEPT:
            del self._screens[next(iter(self._screens))]
        for element in screen.elements:
            kept = self._held if "editable" in element.states else self._lines
            for text in (element.name, element.text, element.value):
                if text:
                    kept.setdefault(text[:_LONGEST], step)
        for kept in (self._lines, self._held):
            for line in list(kept)[: max(0, len(kept) - _MAX_LINES)]:
                del kept[line]


def _in_words(origin: str) -> str:
    """`a text from the goal`: what was typed, by where it came from."""
    if origin.startswith("the secret"):
        return origin
    if origin == _COMPOSED:
        return f"a text {origin}"
    return f"a text from {'' if origin.startswith('variable') else 'the '}{origin}"
