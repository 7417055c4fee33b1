"""`Doing`: what was done for the present leaf of a program, and whether the words that are quoted show it."""

from collections.abc import Sequence
from typing import Any, cast

from sextant.evidence.goals import sends_something
from sextant.program.asked import only_looks, speaks_of
from sextant.program.confirming import confirms
from sextant.program.deeds import did_something, drafts, orders_deed
from sextant.program.language import Step, Want
from sextant.program.pages import LONGEST, is_field, texts_on
from sextant.types.refs import collapse, whole_words
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition

__all__ = ["Doing"]

_MOST = 160


class Doing:
    """Follows one leaf at a time.

    A leaf is shown where something was done for it that had an effect, or where the words speak of it; to read and to
    look change nothing. Of a leaf that changes data the words have to speak as well, to be new, or to be such as apps
    confirm with, which may still stand there from the last time: whatever else stood there shows nothing.
    """

    def __init__(self) -> None:
        self._acted = False
        self._stood: list[str] | None = None
        """What stood there when the leaf was begun, if it changes data; None until a screen was seen."""

    def begin(self, want: Want, screen: Screen) -> None:
        """Another leaf is under way from this screen on."""
        changes = isinstance(want, Step) and orders_deed(want.told)
        self._stood = list(dict.fromkeys(texts_on(screen)))[:_MOST] if changes else []

    @property
    def begun(self) -> bool:
        return self._stood is not None

    def observe(self, transition: Transition, told: str) -> bool:
        """Takes a step down that was made for the leaf; whether it may be what is told."""
        acted = did_something(transition, told)
        self._acted = (self._acted or acted) and not drafts(transition, told)
        return acted

    def over(self) -> None:
        """The leaf is done, or another program goes on in its place."""
        self._acted = False

    def against(self, want: Step, quote: str, seen: Element | None) -> str:
        """Why words on the screen do not show that the leaf is done; empty where they do."""
        draft = seen is not None and is_field(seen) and sends_something(want.told)
        if speaks_of(quote, want.told) and not draft:
            return ""
        if not (self._acted or self._reads(want)):
            return f"nothing was done for it yet, and {quote[:80]!r} does not speak of it"
        if self._acted and orders_deed(want.told) and self._stood_before(quote) and not confirms(quote):
            return f"{quote[:80]!r} stood there before and does not speak of it; quote what shows that it is done"
        return ""

    def _reads(self, want: Step) -> bool:
        return not orders_deed(want.told) if want.target else only_looks(want.told)

    def _stood_before(self, quote: str) -> bool:
        says = whole_words(collapse(quote)[:LONGEST])
        return any(says.search(text) for text in self._stood or ())

    def snapshot(self) -> Any:
        return {"acted": self._acted, "stood": self._stood}

    def restore(self, state: Any) -> None:
        self._acted = bool(state["acted"])
        stood = cast("Sequence[object] | None", state["stood"])
        self._stood = None if stood is None else [str(text) for text in stood]
