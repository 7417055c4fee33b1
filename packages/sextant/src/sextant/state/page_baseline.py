"""`PageBaseline`: what stood on each page of a run, and since when; which acts came before, and what they wrote.

A step's screen is the one that it was decided on: screen 0 is the first, and what a step led to is the screen of the
next one. What came to stand on a page after an act of the run is new there; what was found there is its baseline.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any
from zlib import crc32

from sextant.text import folded, stands_in
from sextant.types.actions import (
    Action,
    Answer,
    ByPoint,
    HandOver,
    InputText,
    Recall,
    Scroll,
    Status,
    Swipe,
    Wait,
    targets_of,
)
from sextant.types.codec import from_json, to_json
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition

__all__ = ["PageAct", "PageBaseline", "Rise", "in_field", "in_state", "is_field", "page_of", "state_text", "texts_of"]

_LONGEST = 600
"""So much of a text is kept, as much as a listing tells of it at most; the rest is told apart by a checksum."""
_PAGES, _TEXTS, _ACTS, _LETTERS = 60, 600, 1000, 150_000
_FIELD, _STATE, _AGAIN = "\x02", "\x03", "\x1f"
_STATES = frozenset({"checked", "expanded", "mixed", "pressed", "selected", "unchecked", "unpressed"})
_DEEP = 4
"""So many levels a text may stand inside of a field."""

Matches = Callable[[str], bool]


@dataclass(slots=True)
class PageAct:
    """Something that the run did to the app; scrolling, waiting and what never reached the app are none.

    One that showed no effect at once is among them: it may show late. Whether it showed any is told by `Rise`.

    Attributes:
        step: The step that did it.
        typed: Whether it was typing.
        wrote: Whether the device saw a write of it leave, and no error come back; what a person did while they had the
            device may have written.
        answered: Whether such a write was answered.
        held: Whether the device held a write of it. A beacon is none: no page waits for what becomes of it.
        handed: Whether a person had the device: what they did, nobody can tell.
        words: What it typed, folded; of a secret nothing.
        spot: What it touched: the page and the centre of the element, in pixels; no page where it touched none.
    """

    step: int
    typed: bool = False
    wrote: bool = False
    answered: bool = False
    held: bool = False
    handed: bool = False
    words: str = ""
    spot: tuple[str, float, float] = ("", 0.0, 0.0)

    @property
    def shows_nothing(self) -> bool:
        """Whether everything that it would have written was held."""
        return self.held and not self.wrote


@dataclass(frozen=True, slots=True)
class Rise:
    """Since when something stands on a page as often as it does now.

    `since`: the step on whose screen it was first seen so. `by`: the last act before that; None where nothing was done
    before, so that it was found there.
    """

    since: int
    by: PageAct | None


@dataclass(slots=True)
class _Page:
    seen: list[int] = field(default_factory=list[int])
    """Steps whose screens it was, in order."""
    texts: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    """By text: the step since when it stood there, the one when it was gone, and so on."""
    location: str = ""
    touched: bool = False
    own: int = 0
    """The first step on which it was this page; what it knows of before is the past of the one beneath it."""


@dataclass(slots=True)
class _State:
    pages: dict[str, _Page] = field(default_factory=dict[str, _Page])
    acts: list[PageAct] = field(default_factory=list[PageAct])
    last: str = ""
    """The page that was seen last."""
    step: int = 0
    """The step whose screen that was; what is told of earlier ones once more changes nothing."""


class PageBaseline:
    """A fold over transitions. Taking the same step twice changes nothing, so several parts may share one."""

    def __init__(self) -> None:
        self._state = _State()
        self._read: list[tuple[Screen, list[str]]] = []
        """The texts of the latest screens: most are seen after one step and before the next, and by several parts."""

    @property
    def acts(self) -> Sequence[PageAct]:
        """What the run did, in order."""
        return self._state.acts

    def observe(self, transition: Transition) -> None:
        """Takes a step down: both its screens, and what it did."""
        action, step = transition.decision.action, transition.step
        self.see(transition.before, step)
        own = not transition.interrupt
        handed = isinstance(action, HandOver)
        reached = any(attempt.received is not False for attempt in transition.attempts)
        if own and (handed or reached):
            self._act(transition, page_of(transition.before))
        self._wrote(transition)
        if transition.attempts or transition.interrupt or handed:
            moved = own and isinstance(action, Scroll | Swipe)
            self.see(transition.after, step + 1, moved=moved)

    def see(self, screen: Screen, step: int, *, moved: bool = False) -> None:
        """Takes down what the screen of a step shows. `moved`: by scrolling, what shows now was there all the time."""
        if screen.condition != "ok" or step < self._state.step:
            return
        state, name = self._state, page_of(screen)
        state.step = step
        page = state.pages.pop(name, None) or self._new(screen, step)
        moved = moved and state.last == name and not page.touched and bool(page.seen)
        self._note(page, self._texts_on(screen), step, page.seen[0] if moved else step)
        state.pages[name] = page  # the latest is the last to be forgotten
        state.last = name
        self._forget()

    def rise(self, step: int, matches: Matches) -> Rise | None:
        """Since when texts that match stand on the page of that step's screen as often as there; None where none does.

        Texts are folded (`texts_of`): one that a field holds is `in_field`, how an element is set is `in_state`.
        """
        page = self._page_at(step)
        if page is None:
            return None
        spans = [span for text, span in page.texts.items() if matches(text.partition(_AGAIN)[0])]
        now = _standing(spans, step)
        if not now:
            return None
        since = page.seen[0]
        for moment in sorted({moment for span in spans for moment in span if moment <= step}, reverse=True):
            since = moment
            if _standing(spans, moment - 1) < now:
                break
        before = [act for act in self._state.acts if act.step < since]
        return Rise(since, before[-1] if before else None)

    def lost(self, step: int, text: str) -> PageAct | None:
        """The act after which a text was gone: the last one before it left the page of that step's screen.

        Or one that sent a write, after which it was seen no more, whatever pages came. None where nothing of that kind
        was seen.
        """
        return self._left_page(step, text) or self._left_by_write(step, text)

    def _left_by_write(self, step: int, text: str) -> PageAct | None:
        stood = next((seen for seen in range(step, -1, -1) if self.shown_at(seen, text)), step)
        return next((act for act in self._state.acts if act.step == stood < step and act.answered), None)

    def _left_page(self, step: int, text: str) -> PageAct | None:
        page, wanted = self._page_at(step), folded(text)
        if page is None:
            return None
        plain = ((own, span) for own, span in page.texts.items() if own[:1] not in (_FIELD, _STATE))
        spans = [span for own, span in plain if _says(own, wanted)]
        stood = any(_alive(span, moment) for span in spans for moment in page.seen if page.own <= moment <= step)
        if not stood or _standing(spans, step):
            return None
        gone = max(moment for span in spans for moment in span if moment <= step)
        before = [act for act in self._state.acts if act.step < gone]
        return before[-1] if before else None

    def shown_at(self, step: int, text: str) -> bool:
        """Whether a text stood on the screen of that step."""
        page, wanted = self._page_at(step), folded(text)
        return page is not None and any(_alive(span, step) and _says(own, wanted) for own, span in page.texts.items())

    def knows(self, step: int) -> bool:
        """Whether the screen of that step is remembered."""
        return self._page_at(step) is not None

    def _page_at(self, step: int) -> _Page | None:
        return next((page for page in reversed(self._state.pages.values()) if step in page.seen), None)

    def snapshot(self) -> Any:
        """JSON-able; bounded."""
        return to_json(_State, self._state)

    def restore(self, state: Any) -> None:
        """Takes up a snapshot; that of an earlier version is begun anew."""
        self._state = from_json(_State, state) if isinstance(state, str) else _State()

    def _act(self, transition: Transition, name: str) -> None:
        acts, action = self._state.acts, transition.decision.action
        if isinstance(action, Scroll | Swipe | Wait | Status | Answer | Recall):
            return
        if acts and acts[-1].step >= transition.step:
            return
        if name in self._state.pages:
            self._state.pages[name].touched = True
        typed = isinstance(action, InputText) and not action.text.endswith("\n")
        handed = isinstance(action, HandOver)
        words = folded(action.text)[:_LONGEST] if isinstance(action, InputText) and not action.secret else ""
        spot = _spot_of(action, transition.before)
        acts.append(PageAct(transition.step, typed, handed, handed, handed=handed, words=words, spot=spot))
        del acts[:-_ACTS]

    def _wrote(self, transition: Transition) -> None:
        """What the app wrote belongs to the last act: a late write comes with a later step."""
        touched = [effect for effect in transition.effects if effect.cause == "touch"]
        if self._state.acts and touched:
            act = self._state.acts[-1]
            act.wrote = act.wrote or any(effect.touched and effect.kind != "beacon" for effect in touched)
            act.answered = act.answered or any(effect.sent for effect in touched)
            act.held = act.held or any(effect.held and effect.kind != "beacon" for effect in touched)

    def _new(self, screen: Screen, step: int) -> _Page:
        """A page not seen before. One that opens over another at the same address has the other one's past."""
        under = self._state.pages.get(self._state.last)
        if under is None or under.location != _where(screen):
            return _Page(location=_where(screen), own=step)
        past = {text: list(span) for text, span in under.texts.items()}
        return _Page(list(under.seen), past, under.location, under.touched, step)

    def _texts_on(self, screen: Screen) -> list[str]:
        found = next((texts for read, texts in self._read if read is screen), None)
        if found is None:
            found = _texts_on(screen)
            self._read = [*self._read[-1:], (screen, found)]
        return found

    def _note(self, page: _Page, texts: Sequence[str], step: int, since: int) -> None:
        now = set(texts[:_TEXTS])
        for text, span in page.texts.items():
            if len(span) % 2 and text not in now:
                span.append(step)
        for text in texts[:_TEXTS]:
            span = page.texts.setdefault(text, [])
            if len(span) % 2 == 0:
                if span and span[-1] == step:
                    span.pop()  # two looks at one screen
                else:
                    span.append(step if span else since)
        if not page.seen or page.seen[-1] != step:
            page.seen.append(step)

    def _forget(self) -> None:
        """Forgets pages that were not seen for longest, and texts that are gone, where it is too much."""
        pages = self._state.pages
        for page in pages.values():
            gone = [text for text, span in page.texts.items() if len(span) % 2 == 0]
            for text in gone[: max(0, len(page.texts) - 2 * _TEXTS)]:
                del page.texts[text]
        while len(pages) > 1 and (len(pages) > _PAGES or sum(map(_size, pages.values())) > _LETTERS):
            del pages[next(iter(pages))]


def page_of(screen: Screen) -> str:
    """What tells one page from another, whatever its lists and fields hold."""
    return "|".join((screen.app, screen.key.id, *(f"{name}={value}" for name, value in screen.binding)))


def _spot_of(action: Action, screen: Screen) -> tuple[str, float, float]:
    spot = next(iter(targets_of(action)), None)
    found = None if spot is None or isinstance(spot, ByPoint) else screen.element(spot.index)
    return ("", 0.0, 0.0) if found is None else (screen.key.id, found.box.centre.x, found.box.centre.y)


def is_field(element: Element) -> bool:
    """Whether it is to be written in."""
    return "editable" in element.states or "type" in element.affordances or element.role in ("textbox", "searchbox")


def texts_of(screen: Screen, element: Element) -> tuple[str, ...]:
    """What is taken down of an element, as `rise` matches it: its texts, what its field holds, how it is set."""
    said = dict.fromkeys(folded(text) for text in (element.text, element.name, element.value) if text)
    found = [_kept(text) for text in said if text]
    if _in_field(screen, element):
        held = "" if "password" in element.states else element.value or element.text
        name = folded(element.name)
        found = [_kept(name)] if name and name != folded(held) else []
        found += [f"{_FIELD}{_kept(f'{element.role} {element.name}')} {_kept(held)}"] if held else []
    return (*found, *(state_text(element, state) for state in sorted(_STATES & element.states)))


def state_text(element: Element, state: str) -> str:
    """How it is taken down that an element is in a state."""
    return f"{_STATE}{state} {_kept(f'{element.role} {element.label}')}"


def in_field(text: str) -> bool:
    """Whether a text that was taken down is what a field holds."""
    return text.startswith(_FIELD)


def in_state(text: str) -> bool:
    """Whether it is how an element is set."""
    return text.startswith(_STATE)


def _texts_on(screen: Screen) -> list[str]:
    """Everything a screen shows, each text as often as it stands there."""
    found = [text for element in screen.elements for text in texts_of(screen, element)]
    message = "" if screen.modal is None else screen.modal.message
    found += [_kept(text) for text in (screen.title, message, *screen.observation.said) if text]
    return list(_numbered(found))


def _numbered(texts: Iterable[str]) -> Iterable[str]:
    counts: dict[str, int] = {}
    for text in texts:
        counts[text] = counts.get(text, 0) + 1
        yield text if counts[text] == 1 else f"{text}{_AGAIN}{counts[text]}"


def _kept(text: str) -> str:
    plain = folded(text)
    return plain if len(plain) <= _LONGEST else f"{plain[:_LONGEST]}…{crc32(plain.encode()):08x}"


def _says(own: str, wanted: str) -> bool:
    """Whether a text that was taken down says the words; of a field, what it holds."""
    return stands_in(wanted, own.partition(_AGAIN)[0].lstrip(_FIELD + _STATE))


def _alive(span: Sequence[int], step: int) -> bool:
    return sum(moment <= step for moment in span) % 2 == 1


def _standing(spans: Sequence[Sequence[int]], step: int) -> int:
    return sum(_alive(span, step) for span in spans)


def _where(screen: Screen) -> str:
    return f"{screen.app}|{screen.location}"


def _size(page: _Page) -> int:
    return sum(map(len, page.texts)) + 8 * len(page.seen)


def _in_field(screen: Screen, element: Element) -> bool:
    """Whether it is a field to write in, or stands inside of one."""
    return any(map(is_field, islice(chain((element,), screen.around(element)), _DEEP)))
