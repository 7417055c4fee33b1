"""`PageBaseline`: what stood on each page of a run, and since when; which acts came before, and what they wrote.

A step's screen is the one that it was decided on: screen 0 is the first, and what a step led to is the screen of the
next one. What came to stand on a page after an act of the run is new there; what was found there is its baseline.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from zlib import crc32

from sextant.state.event_log import Fold
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
from sextant.types.events import Event
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition

__all__ = [
    "PAGES",
    "PageAct",
    "PageBaseline",
    "PagePast",
    "Rise",
    "in_field",
    "in_state",
    "is_field",
    "page_of",
    "state_text",
    "texts_of",
]

_LONGEST = 600
"""So much of a text is kept, as much as a listing tells of it at most; the rest is told apart by a checksum."""
_PAGES, _TEXTS, _ACTS, _LETTERS = 60, 600, 1000, 150_000
_FIELD, _STATE, _AGAIN = "\x02", "\x03", "\x1f"
_STATES = frozenset({"checked", "expanded", "mixed", "pressed", "selected", "unchecked", "unpressed"})
_DEEP = 4
"""So many levels a text may stand inside of a field."""

Matches = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class PagePast:
    """What is known of one page.

    Attributes:
        seen: Steps whose screens it was, in order.
        texts: By text: the step since when it stood there, the one when it was gone, and so on.
        location: App and address.
        touched: Whether the run did something there.
        own: The first step on which it was this page; what it knows of before is the past of the one beneath it.
    """

    seen: tuple[int, ...] = ()
    texts: Mapping[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    location: str = ""
    touched: bool = False
    own: int = 0


@dataclass(frozen=True, slots=True)
class PageBaseline:
    """What stood on the pages of a run, since when, and what the run did.

    Attributes:
        pages: By name, the one that was seen last at the end.
        acts: What the run did, in order.
        last: The page that was seen last.
        step: The step whose screen that was; what is told of earlier ones once more changes nothing.
        look: What tells that screen from another; a second look at it changes nothing either.
    """

    pages: Mapping[str, PagePast] = field(default_factory=dict[str, PagePast])
    acts: tuple[PageAct, ...] = ()
    last: str = ""
    step: int = 0
    look: str = ""

    def after(self, transition: Transition) -> "PageBaseline":
        """The baseline once a step was taken down: both its screens, and what it did."""
        step, own = transition.step, not transition.interrupt
        handed = isinstance(transition.decision.action, HandOver)
        reached = any(attempt.received is not False for attempt in transition.attempts)
        found = self.seeing(transition.before, step)
        if own and (handed or reached):
            found = found._with_act(transition)
        found = found._with_writes(transition)
        if transition.attempts or transition.interrupt or handed:
            moved = own and isinstance(transition.decision.action, Scroll | Swipe)
            found = found.seeing(transition.after, step + 1, moved=moved)
        return found

    def seeing(self, screen: Screen, step: int, *, moved: bool = False) -> "PageBaseline":
        """The baseline with the screen of a step. `moved`: by scrolling, what shows now was there all the time."""
        look = " ".join((screen.digest, *screen.observation.said))
        if screen.condition != "ok" or step < self.step or (step, look) == (self.step, self.look):
            return self
        name = page_of(screen)
        page = self.pages.get(name) or self._new(screen, step)
        moved = moved and self.last == name and not page.touched and bool(page.seen)
        page = _noted(page, _texts_on(screen), step, page.seen[0] if moved else step)
        others = {other: one for other, one in self.pages.items() if other != name}
        return replace(self, pages=_bounded({**others, name: page}), last=name, step=step, look=look)

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
        before = [act for act in self.acts if act.step < since]
        return Rise(since, before[-1] if before else None)

    def lost(self, step: int, text: str) -> PageAct | None:
        """The act after which a text was gone: the last one before it left the page of that step's screen.

        Or one that sent a write, after which it was seen no more, whatever pages came. None where nothing of that kind
        was seen.
        """
        return self._left_page(step, text) or self._left_by_write(step, text)

    def _left_by_write(self, step: int, text: str) -> PageAct | None:
        stood = next((seen for seen in range(step, -1, -1) if self.shown_at(seen, text)), step)
        return next((act for act in self.acts if act.step == stood < step and act.answered), None)

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
        before = [act for act in self.acts if act.step < gone]
        return before[-1] if before else None

    def shown_at(self, step: int, text: str) -> bool:
        """Whether a text stood on the screen of that step."""
        page, wanted = self._page_at(step), folded(text)
        return page is not None and any(_alive(span, step) and _says(own, wanted) for own, span in page.texts.items())

    def knows(self, step: int) -> bool:
        """Whether the screen of that step is remembered."""
        return self._page_at(step) is not None

    def _page_at(self, step: int) -> PagePast | None:
        return next((page for page in reversed(tuple(self.pages.values())) if step in page.seen), None)

    def _with_act(self, transition: Transition) -> "PageBaseline":
        action = transition.decision.action
        if isinstance(action, Scroll | Swipe | Wait | Status | Answer | Recall):
            return self
        if self.acts and self.acts[-1].step >= transition.step:
            return self
        name, pages = page_of(transition.before), self.pages
        if name in pages:
            pages = {other: replace(one, touched=True) if other == name else one for other, one in pages.items()}
        typed = isinstance(action, InputText) and not action.text.endswith("\n")
        handed = isinstance(action, HandOver)
        words = folded(action.text)[:_LONGEST] if isinstance(action, InputText) and not action.secret else ""
        spot = _spot_of(action, transition.before)
        act = PageAct(transition.step, typed, handed, handed, handed=handed, words=words, spot=spot)
        return replace(self, pages=pages, acts=(*self.acts, act)[-_ACTS:])

    def _with_writes(self, transition: Transition) -> "PageBaseline":
        """What the app wrote belongs to the last act: a late write comes with a later step."""
        touched = [effect for effect in transition.effects if effect.cause == "touch"]
        if not self.acts or not touched:
            return self
        act = self.acts[-1]
        act = replace(
            act,
            wrote=act.wrote or any(effect.touched and effect.kind != "beacon" for effect in touched),
            answered=act.answered or any(effect.sent for effect in touched),
            held=act.held or any(effect.held and effect.kind != "beacon" for effect in touched),
        )
        return replace(self, acts=(*self.acts[:-1], act))

    def _new(self, screen: Screen, step: int) -> PagePast:
        """A page not seen before. One that opens over another at the same address has the other one's past."""
        under = self.pages.get(self.last)
        if under is None or under.location != _where(screen):
            return PagePast(location=_where(screen), own=step)
        return replace(under, own=step)


def _fold(state: PageBaseline, event: Event) -> PageBaseline:
    return state.after(event) if isinstance(event, Transition) else state


PAGES = Fold("pages", PageBaseline, PageBaseline(), _fold)


def _noted(page: PagePast, texts: Sequence[str], step: int, since: int) -> PagePast:
    """The page with what one look at it shows."""
    now, spans = set(texts[:_TEXTS]), dict(page.texts)
    for text, span in page.texts.items():
        if len(span) % 2 and text not in now:
            spans[text] = (*span, step)
    for text in texts[:_TEXTS]:
        span = spans.get(text, ())
        if len(span) % 2 == 0:
            again = bool(span) and span[-1] == step  # two looks at one screen
            spans[text] = span[:-1] if again else (*span, step if span else since)
    gone = [text for text, span in spans.items() if len(span) % 2 == 0]
    for text in gone[: max(0, len(spans) - 2 * _TEXTS)]:
        del spans[text]
    seen = page.seen if page.seen and page.seen[-1] == step else (*page.seen, step)
    return replace(page, seen=seen, texts=spans)


def _bounded(pages: dict[str, PagePast]) -> dict[str, PagePast]:
    """Without the pages that were not seen for longest, where it is too much."""
    while len(pages) > 1 and (len(pages) > _PAGES or sum(map(_size, pages.values())) > _LETTERS):
        del pages[next(iter(pages))]
    return pages


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


def _size(page: PagePast) -> int:
    return sum(map(len, page.texts)) + 8 * len(page.seen)


def _in_field(screen: Screen, element: Element) -> bool:
    """Whether it is a field to write in, or stands inside of one."""
    return any(map(is_field, islice(chain((element,), screen.around(element)), _DEEP)))
