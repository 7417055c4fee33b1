"""`PageBaseline`: the texts of each page of a run with the steps at which they appeared, and the acts of the run.

The screen of a step is the one that it was decided on: screen 0 is the first, and a step leads to the screen of the
next step. A text that appeared after an act of the run is new; a text that was there before is the baseline.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from itertools import chain, islice
from zlib import crc32

from sextant.dataclass import dataclass
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
    "Appearance",
    "PageAct",
    "PageBaseline",
    "PageHistory",
    "in_field",
    "in_state",
    "is_field",
    "page_of",
    "state_text",
    "texts_of",
]

_LONGEST = 600
"""The most characters that are stored of a text, as many as in a listing; a checksum replaces the rest."""
_PAGES, _TEXTS, _ACTS, _LETTERS = 60, 600, 1000, 150_000
_FIELD, _STATE, _AGAIN = "\x02", "\x03", "\x1f"
_STATES = frozenset({"checked", "expanded", "mixed", "pressed", "selected", "unchecked", "unpressed"})
_DEEP = 4
"""The most levels between a field and a text inside it."""

Matches = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class PageAct:
    """An action that reached the app, other than scrolling and waiting.

    Actions without a visible effect are included, because an effect may appear late.

    Attributes:
        step: The step of the action.
        typed: Whether it typed.
        wrote: Whether the device saw a write of it without an error. A person with the device may have written.
        answered: Whether such a write was answered.
        harmless: Whether all that were answered are harmless to repeat.
        held: Whether the device held a write of it. Beacons do not count, because no page waits for them.
        handed: Whether a person had the device, so that their actions are unknown.
        words: The typed text, folded; empty for a secret.
        spot: The page and the centre of the touched element, in pixels; without an element, no page.
    """

    step: int
    typed: bool = False
    wrote: bool = False
    answered: bool = False
    harmless: bool = False
    held: bool = False
    handed: bool = False
    words: str = ""
    spot: tuple[str, float, float] = ("", 0.0, 0.0)

    @property
    def shows_nothing(self) -> bool:
        """Whether all its writes were held."""
        return self.held and not self.wrote


@dataclass(frozen=True, slots=True)
class Appearance:
    """When a text appeared on a page as often as it is there now.

    `since`: the step whose screen first showed this. `by`: the last act before that; None if there was none, so that
    the text belongs to the baseline.
    """

    since: int
    by: PageAct | None


@dataclass(frozen=True, slots=True)
class PageHistory:
    """The history of one page.

    Attributes:
        seen: The steps whose screens showed it, in order.
        texts: By text, the alternating steps at which it appeared and disappeared.
        location: App and address.
        touched: Whether the run acted on it.
        own: The first step that showed it. Earlier data belong to the page beneath it.
    """

    seen: tuple[int, ...] = ()
    texts: Mapping[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    location: str = ""
    touched: bool = False
    own: int = 0


@dataclass(frozen=True, slots=True)
class PageBaseline:
    """The histories of the pages of a run, and its acts.

    Attributes:
        pages: By name, ordered by the last time that they were seen.
        acts: The acts in order.
        last: The page that was seen last.
        step: The step of its screen. Screens of earlier steps are ignored.
        look: The identity of its screen. The same screen is recorded once.
    """

    pages: Mapping[str, PageHistory] = field(default_factory=dict[str, PageHistory])
    acts: tuple[PageAct, ...] = ()
    last: str = ""
    step: int = 0
    look: str = ""

    def after(self, transition: Transition) -> "PageBaseline":
        """The baseline with both screens of a step, and its act."""
        step, own = transition.step, not transition.interrupt
        handed = isinstance(transition.decision.action, HandOver)
        reached = any(attempt.received is not False for attempt in transition.attempts)
        found = self.with_screen(transition.before, step)
        if own and (handed or reached):
            found = found._with_act(transition)
        found = found._with_writes(transition)
        if transition.attempts or transition.interrupt or handed:
            moved = own and isinstance(transition.decision.action, Scroll | Swipe)
            found = found.with_screen(transition.after, step + 1, moved=moved)
        return found

    def with_screen(self, screen: Screen, step: int, *, moved: bool = False) -> "PageBaseline":
        """The baseline with the screen of a step. `moved`: after scrolling, so that new texts were there before."""
        look = " ".join((screen.digest, *screen.observation.said))
        if screen.condition != "ok" or step < self.step or (step, look) == (self.step, self.look):
            return self
        name = page_of(screen)
        page = self.pages.get(name) or self._new(screen, step)
        moved = moved and self.last == name and not page.touched and bool(page.seen)
        page = _with_look(page, _texts_on(screen), step, page.seen[0] if moved else step)
        others = {other: one for other, one in self.pages.items() if other != name}
        return replace(self, pages=_bounded({**others, name: page}), last=name, step=step, look=look)

    def appearance(self, step: int, matches: Matches) -> Appearance | None:
        """When the matching texts on the screen of a step appeared on its page; None if no text matches.

        Texts are in the form of `texts_of`: contents of fields are `in_field`, states of elements `in_state`.
        """
        page = self._page_at(step)
        if page is None:
            return None
        spans = [span for text, span in page.texts.items() if matches(text.partition(_AGAIN)[0])]
        now = _count_at(spans, step)
        if not now:
            return None
        since = page.seen[0]
        for moment in sorted({moment for span in spans for moment in span if moment <= step}, reverse=True):
            since = moment
            if _count_at(spans, moment - 1) < now:
                break
        before = [act for act in self.acts if act.step < since]
        return Appearance(since, before[-1] if before else None)

    def vanished(self, step: int, text: str) -> PageAct | None:
        """The act after which a text disappeared; None if there is none.

        This is the last act before the text disappeared from the page of that step's screen, else an act with an
        answered write after which no page showed the text.
        """
        return self._gone_from_page(step, text) or self._gone_after_write(step, text)

    def _gone_after_write(self, step: int, text: str) -> PageAct | None:
        stood = next((seen for seen in range(step, -1, -1) if self.shown_at(seen, text)), step)
        return next((act for act in self.acts if act.step == stood < step and act.answered), None)

    def _gone_from_page(self, step: int, text: str) -> PageAct | None:
        page, wanted = self._page_at(step), folded(text)
        if page is None:
            return None
        plain = ((own, span) for own, span in page.texts.items() if own[:1] not in (_FIELD, _STATE))
        spans = [span for own, span in plain if _contains(own, wanted)]
        stood = any(_present(span, moment) for span in spans for moment in page.seen if page.own <= moment <= step)
        if not stood or _count_at(spans, step):
            return None
        gone = max(moment for span in spans for moment in span if moment <= step)
        before = [act for act in self.acts if act.step < gone]
        return before[-1] if before else None

    def shown_at(self, step: int, text: str) -> bool:
        """Whether a text was on the screen of that step."""
        page, wanted = self._page_at(step), folded(text)
        return page is not None and any(
            _present(span, step) and _contains(own, wanted) for own, span in page.texts.items()
        )

    def has_screen(self, step: int) -> bool:
        """Whether the screen of that step is remembered."""
        return self._page_at(step) is not None

    def _page_at(self, step: int) -> PageHistory | None:
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
        """Attributes the writes of a step to the last act, because a late write may come with a later step."""
        touched = [effect for effect in transition.effects if effect.cause == "touch"]
        if not self.acts or not touched:
            return self
        act, sent = self.acts[-1], [effect for effect in touched if effect.sent]
        act = replace(
            act,
            wrote=act.wrote or any(effect.touched and effect.kind != "beacon" for effect in touched),
            answered=act.answered or bool(sent),
            harmless=all(effect.harmless for effect in sent) and (act.harmless if act.answered else bool(sent)),
            held=act.held or any(effect.held and effect.kind != "beacon" for effect in touched),
        )
        return replace(self, acts=(*self.acts[:-1], act))

    def _new(self, screen: Screen, step: int) -> PageHistory:
        """The history of a new page. A page over another at the same address inherits that history."""
        under = self.pages.get(self.last)
        if under is None or under.location != _page_location(screen):
            return PageHistory(location=_page_location(screen), own=step)
        return replace(under, own=step)


def _fold(state: PageBaseline, event: Event) -> PageBaseline:
    return state.after(event) if isinstance(event, Transition) else state


PAGES = Fold("pages", PageBaseline, PageBaseline(), _fold)


def _with_look(page: PageHistory, texts: Sequence[str], step: int, since: int) -> PageHistory:
    """The page with the texts of one screen."""
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


def _bounded(pages: dict[str, PageHistory]) -> dict[str, PageHistory]:
    """Removes the pages that were not seen for longest, above the limits of size."""
    while len(pages) > 1 and (len(pages) > _PAGES or sum(map(_size, pages.values())) > _LETTERS):
        del pages[next(iter(pages))]
    return pages


def page_of(screen: Screen) -> str:
    """The identity of a page, independent of the contents of its lists and fields."""
    return "|".join((screen.app, screen.key.id, *(f"{name}={value}" for name, value in screen.binding)))


def _spot_of(action: Action, screen: Screen) -> tuple[str, float, float]:
    spot = next(iter(targets_of(action)), None)
    found = None if spot is None or isinstance(spot, ByPoint) else screen.element(spot.index)
    return ("", 0.0, 0.0) if found is None else (screen.key.id, found.box.centre.x, found.box.centre.y)


def is_field(element: Element) -> bool:
    """Whether an element is an editable field."""
    return "editable" in element.states or "type" in element.affordances or element.role in ("textbox", "searchbox")


def texts_of(screen: Screen, element: Element) -> tuple[str, ...]:
    """The recorded texts of an element: its labels, its content if it is a field, and its states."""
    said = dict.fromkeys(folded(text) for text in (element.text, element.name, element.value) if text)
    found = [_bounded_text(text) for text in said if text]
    if _in_field(screen, element):
        held = "" if "password" in element.states else element.value or element.text
        name = folded(element.name)
        found = [_bounded_text(name)] if name and name != folded(held) else []
        found += [f"{_FIELD}{_bounded_text(f'{element.role} {element.name}')} {_bounded_text(held)}"] if held else []
    return (*found, *(state_text(element, state) for state in sorted(_STATES & element.states)))


def state_text(element: Element, state: str) -> str:
    """The recorded text for a state of an element."""
    return f"{_STATE}{state} {_bounded_text(f'{element.role} {element.label}')}"


def in_field(text: str) -> bool:
    """Whether a recorded text is the content of a field."""
    return text.startswith(_FIELD)


def in_state(text: str) -> bool:
    """Whether a recorded text is a state of an element."""
    return text.startswith(_STATE)


def _texts_on(screen: Screen) -> list[str]:
    """All recorded texts of a screen; repeated texts are numbered."""
    found = [text for element in screen.elements for text in texts_of(screen, element)]
    message = "" if screen.modal is None else screen.modal.message
    found += [_bounded_text(text) for text in (screen.title, message, *screen.observation.said) if text]
    return list(_count_repeats(found))


def _count_repeats(texts: Iterable[str]) -> Iterable[str]:
    counts: dict[str, int] = {}
    for text in texts:
        counts[text] = counts.get(text, 0) + 1
        yield text if counts[text] == 1 else f"{text}{_AGAIN}{counts[text]}"


def _bounded_text(text: str) -> str:
    plain = folded(text)
    return plain if len(plain) <= _LONGEST else f"{plain[:_LONGEST]}…{crc32(plain.encode()):08x}"


def _contains(own: str, wanted: str) -> bool:
    """Whether a recorded text contains the words."""
    return stands_in(wanted, own.partition(_AGAIN)[0].lstrip(_FIELD + _STATE))


def _present(span: Sequence[int], step: int) -> bool:
    return sum(moment <= step for moment in span) % 2 == 1


def _count_at(spans: Sequence[Sequence[int]], step: int) -> int:
    return sum(_present(span, step) for span in spans)


def _page_location(screen: Screen) -> str:
    return f"{screen.app}|{screen.location}"


def _size(page: PageHistory) -> int:
    return sum(map(len, page.texts)) + 8 * len(page.seen)


def _in_field(screen: Screen, element: Element) -> bool:
    """Whether an element is an editable field, or inside one."""
    return any(map(is_field, islice(chain((element,), screen.around(element)), _DEEP)))
