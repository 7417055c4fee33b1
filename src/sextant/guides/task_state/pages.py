"""Which pages were seen, and what stood on them at first: what else they show, a deed has brought.

A page that is merely opened, scrolled or waited for shows nothing that was done on the way to it.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from sextant.types.actions import Action, Click, DoubleTap, Drag, InputText, KeyboardEnter, LongPress, Scroll, Swipe
from sextant.types.evidence import Evidence
from sextant.types.refs import collapse
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition

__all__ = ["Pages", "PagesState", "line_of"]

_TOUCHES = (Click, DoubleTap, LongPress, Drag, KeyboardEnter)
_SIGN, _LINES, _PAGES, _MOST = 5, 300, 24, 4800
"""Characters of a hash; lines of a page; pages; characters of all pages. The longest unseen are forgotten."""
_SEARCH = re.compile(r"search|find|filter|such|recherch|busca|搜|查找|筛选")
_DIGITS = re.compile(r"\d+")


@dataclass(slots=True)
class PagesState:
    """What is kept of pages, bounded.

    Attributes:
        known: By page, the latest seen last: hashes of the lines that stood there at first, one after the other.
        worked: Pages on which something was touched: from then on a change there is the run's own.
        typed: The page on which something was typed and nothing touched since.
        searches: Whether that was typed into a search.
        at: The page that was seen last.
    """

    known: dict[str, str] = field(default_factory=dict[str, str])
    worked: list[str] = field(default_factory=list[str])
    typed: str = ""
    searches: bool = False
    at: str = ""


class Pages:
    """Follows the screens of a run, and tells what was brought about on a page from what it held when it was opened."""

    def __init__(self, state: PagesState) -> None:
        self._state = state

    def see(self, screen: Screen) -> None:
        """A page that is new, or that still loads while nothing was done on it."""
        if screen.condition != "ok":
            return
        page, state = _page(screen), self._state
        loads = page == state.at and page not in state.worked
        self._keep(page, _lines(screen) if loads or page not in state.known else ())
        state.at = page

    def observe(self, transition: Transition) -> None:
        """An own step, the first screen of which was seen."""
        before, after, state = transition.before, transition.after, self._state
        if before.condition != "ok" or after.condition != "ok":
            return
        action, here, there = transition.decision.action, _page(before), _page(after)
        if isinstance(action, _TOUCHES):
            self._touch(here, there, transition)
        elif isinstance(action, InputText):
            state.typed, state.searches = here, _is_search(action, before)
            self._came_into_view(here, there, after, fields=False)
        elif isinstance(action, Scroll | Swipe):
            self._came_into_view(here, there, after)
        self.see(after)

    def brought(self, seen: Sequence[Evidence], screen: Screen) -> bool:
        """Whether what is cited did not stand on its page when that was opened; not so of a page that is new."""
        base = self._state.known.get(_page(screen))
        if base is None:
            return False
        stood = set(_signs(base))
        elements = (None if one.element is None else screen.element(one.element) for one in seen)
        told = [one.quote if it is None else line_of(it) for one, it in zip(seen, elements, strict=True)]
        return any(_sign(collapse(text)) not in stood for text in told)

    def _touch(self, here: str, there: str, transition: Transition) -> None:
        state = self._state
        typed = state.typed == here
        state.typed = ""
        if typed and state.searches and not transition.irreversible:
            self._came_into_view(here, there, transition.after)
            return
        state.worked = [*dict.fromkeys([*state.worked, here])][-_PAGES:]
        if there not in state.known and (typed or transition.irreversible):
            self._keep(there, _lines(transition.before))
            state.worked = [*state.worked, there][-_PAGES:]

    def _came_into_view(self, here: str, there: str, after: Screen, fields: bool = True) -> None:
        """Where the page is the same, what it shows now was there all the time."""
        if here == there:
            self._keep(here, _lines(after, fields))

    def _keep(self, page: str, lines: Iterable[str]) -> None:
        known = self._state.known
        old = known.pop(page, "")
        known[page] = "".join(islice(dict.fromkeys([*_signs(old), *map(_sign, lines)]), _LINES))
        while len(known) > _PAGES or sum(map(len, known.values())) > _MOST:
            del known[next(iter(known))]


def line_of(element: Element) -> str:
    """What an element says and holds, collapsed, bounded."""
    return collapse(f"{element.label[:400]} {element.value[:200]}")


def _page(screen: Screen) -> str:
    """What tells one page from another, whatever its lists and fields hold: two that are headed otherwise are two."""
    heading = next((item.label for item in screen.elements if item.role == "heading" and item.label), "")
    bound = [f"{name}={value}" for name, value in screen.binding]
    return _sign("|".join([screen.app, screen.key.id, *bound, _DIGITS.sub("", collapse(heading))]))


def _lines(screen: Screen, fields: bool = True) -> Iterator[str]:
    yield from (
        line_of(item)
        for item in screen.elements
        if "password" not in item.states and (fields or "type" not in item.affordances)
    )
    yield from (collapse(text) for text in (screen.title, "" if screen.modal is None else screen.modal.message))


def _signs(kept: str) -> list[str]:
    return [kept[at : at + _SIGN] for at in range(0, len(kept), _SIGN)]


def _sign(text: str) -> str:
    return hashlib.blake2s(text.encode("utf-8", "replace"), digest_size=_SIGN).hexdigest()[:_SIGN]


def _is_search(action: Action, screen: Screen) -> bool:
    target = action.target if isinstance(action, InputText) else None
    found = None if target is None or target.kind == "point" else screen.element(target.index)
    if found is None:
        return False
    return found.role == "searchbox" or _SEARCH.search(collapse(f"{found.label} {found.hint}")) is not None
