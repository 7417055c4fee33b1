"""`Doing`: what was done for the present leaf of a program, and whether the words that are quoted show it."""

import re
from collections.abc import Sequence
from typing import Any, cast

from sextant.evidence.goals import sends_something
from sextant.program.asked import only_looks, speaks_of, words_of
from sextant.program.confirming import confirms, ended_otherwise
from sextant.program.deeds import did_something, drafts, orders_deed
from sextant.program.figures import disagrees
from sextant.program.language import Step, Want
from sextant.program.pages import LONGEST, is_field, page_of, texts_on
from sextant.program.saying import is_denied, is_done_form, is_order
from sextant.types.refs import collapse, whole_words
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition

__all__ = ["Doing"]

_MOST = 160
_PLACE = re.compile(r"^\s*in [^,]{1,40},\s*", re.IGNORECASE)
"""The app that a step names first: its own heading says nothing of the step."""
_PRESSED = ("button", "link", "menuitem", "tab")


class Doing:
    """Follows one leaf at a time.

    A leaf is shown where something was done for it that had an effect, or where the words speak of it; to read and to
    look change nothing. A leaf that changes data needs more. Something has to be done for it, or the words have to say
    that it is done (`Paid`). And they may not be such as stood there when it was begun, unless they speak of it, or
    apps confirm with them, or something else has gone from that page since, as a row does that is deleted. What is only
    there to be pressed, and what says that it failed, shows nothing.
    """

    def __init__(self) -> None:
        self._acted = False
        self._page = ""
        self._stood: list[str] | None = None
        """What stood on that page when the leaf was begun, if it changes data; None until a screen was seen."""

    def begin(self, want: Want, screen: Screen) -> None:
        """Another leaf is under way from this screen on."""
        changes = isinstance(want, Step) and orders_deed(want.told)
        self._stood = list(dict.fromkeys(texts_on(screen)))[:_MOST] if changes else []
        self._page = page_of(screen)

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

    def against(self, want: Step, quote: str, seen: Element, screen: Screen) -> str:
        """Why words on the screen do not show that the leaf is done; empty where they do."""
        told = _PLACE.sub("", want.told) or want.told
        speaks = speaks_of(quote, told) and not (is_field(seen) and sends_something(told))
        if not orders_deed(told):
            return "" if speaks or self._acted or self._reads(want) else _nothing_done(quote, False)
        wanted = words_of([told])
        if ended_otherwise(quote, wanted) or is_denied(quote, wanted) or disagrees(quote, told):
            return f"{quote[:80]!r} says that it was not done, or not so; see what is left to be done"
        if not self._acted:
            done = is_done_form(quote, wanted) or (speaks and confirms(quote))
            return "" if done else _nothing_done(quote, speaks)
        stood = self._stood_before(quote)
        pressed = seen.role in _PRESSED and collapse(seen.label) == collapse(quote)
        if pressed and (stood or is_order(quote, told, ())):
            return f"{quote[:80]!r} is something to press; quote what shows that it is done"
        if speaks or not stood or confirms(quote) or self._has_lost(screen):
            return ""
        return f"{quote[:80]!r} stood there before and does not speak of it; quote what shows that it is done"

    def _reads(self, want: Step) -> bool:
        return not orders_deed(want.told) if want.target else only_looks(want.told)

    def _stood_before(self, quote: str) -> bool:
        says = whole_words(collapse(quote)[:LONGEST])
        return any(says.search(text) for text in self._stood or ())

    def _has_lost(self, screen: Screen) -> bool:
        """Whether something has gone from the page that the leaf was begun on."""
        return page_of(screen) == self._page and not set(self._stood or ()) <= set(texts_on(screen))

    def snapshot(self) -> Any:
        return {"acted": self._acted, "stood": self._stood, "page": self._page}

    def restore(self, state: Any) -> None:
        self._acted, self._page = bool(state["acted"]), str(state.get("page", ""))
        stood = cast("Sequence[object] | None", state["stood"])
        self._stood = None if stood is None else [str(text) for text in stood]


def _nothing_done(quote: str, speaks: bool) -> str:
    said = "does not say that it is done" if speaks else "does not speak of it"
    return f"nothing was done for it yet, and {quote[:80]!r} {said}"
