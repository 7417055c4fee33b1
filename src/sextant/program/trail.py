"""What a run has looked at and touched, so far as its goal is concerned, and what has changed on the pages it knows.

A page's baseline is what stood there before the run touched anything on it. What it shows beyond that, when it is seen
again, its own touches have brought about; what merely came into view by opening a page, scrolling or waiting has not.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sextant.program.asked import Asked, named_in, words_of
from sextant.program.confirming import commits
from sextant.program.pages import LONGEST, beside, control_mark, headlines, is_field, page_of, texts_on
from sextant.types.actions import (
    Click,
    DoubleTap,
    Drag,
    HandOver,
    InputText,
    KeyboardEnter,
    LongPress,
    OpenApp,
    Scroll,
    Swipe,
    Wait,
    targets_of,
)
from sextant.types.codec import from_json, to_json
from sextant.types.refs import collapse, whole_words
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition

__all__ = ["Trail"]

_TOUCHES = (Click, DoubleTap, LongPress, Drag, KeyboardEnter)
_SHOWS = (InputText, Scroll, Swipe)
"""Steps that bring things into view, on a page that was touched too; a wait there may show what a touch has done."""
_PAGES, _TEXTS, _TYPED, _AIMS = 40, 160, 12, 600
_ELSEWHERE = frozenset({"link", "tab", "treeitem"})
"""Roles of what leads to another page and sends nothing."""
_SEARCH = re.compile(
    r"^searchbox\b|\b(?:search|find|filter|look up|suche\w*|recherche\w*|buscar|cerca)\b|搜索|搜尋|查找|検索|검색"
)
_SECRET = re.compile(
    r"\b(?:password|passcode|pin|kennwort|passwort|mot de passe|contraseña)\b|密码|密碼", re.IGNORECASE
)


@dataclass(slots=True)
class _State:
    known: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """By page: its baseline."""
    touched: list[str] = field(default_factory=list[str])
    """Names of the goal that were touched, typed, or headed a page on which something was touched."""
    seen: list[str] = field(default_factory=list[str])
    """Names of the goal that stood on a screen."""
    offered: list[str] = field(default_factory=list[str])
    """Names that the first screen's controls are called by."""
    words: list[str] = field(default_factory=list[str])
    """What the last touch was aimed at, in words."""
    prior: list[str] = field(default_factory=list[str])
    """What stood on the page that was touched last, before each touch on it in a row; the page comes first."""
    typed: list[str] = field(default_factory=list[str])
    """What was typed last."""
    control: str = ""
    """Role and label of what was touched last, where several stood there alike: one of a list."""
    pending: str = ""
    """The page on which something was typed and nothing was touched since."""
    worked: list[str] = field(default_factory=list[str])
    """Pages touched since they were opened: from then on a change there is the run's own."""
    moved: bool = False
    """Whether a step of its own led to another page."""
    cause: list[str] = field(default_factory=list[str])
    """The page of the last step if it was a touch, with role and label of what was touched; a wait leaves it so."""
    reached: list[str] = field(default_factory=list[str])
    """The page that a touch has led to and that was not known before, with role and label of what was touched."""
    earlier: list[str] = field(default_factory=list[str])
    """What stood on the page that this touch was made on."""
    drafts: list[list[str]] = field(default_factory=list[list[str]])
    """Text, page and field of what was typed and no touch on that page may have sent since."""
    handed_in: bool = False
    """Whether a text was typed that the goal does not name, and may have been sent; no search, and no way in."""
    aims: list[str] = field(default_factory=list[str])
    """Stems of all that touches were aimed at, and of what was typed."""
    did: bool = False
    """Whether a touch has changed something where it was made, or was on what does deeds."""


class Trail:
    """Follows the steps of a run. Everything it keeps is bounded, and is restored from a snapshot."""

    def __init__(self, asked: Asked) -> None:
        self._asked, self._state = asked, _State()

    @property
    def moved(self) -> bool:
        """Whether the run has gone anywhere from where it began."""
        return self._state.moved

    @property
    def aim(self) -> tuple[str, ...]:
        """What the last touch was aimed at, in words."""
        return tuple(self._state.words)

    def begin(self, screen: Screen) -> None:
        """The first screen, before any step; told again it changes nothing."""
        state = self._state
        if state.known or screen.condition != "ok":
            return
        controls = [collapse(element.label) for element in screen.elements if element.affordances]
        goal = " ".join(part.text for part in self._asked.parts)
        state.offered = [label for label in dict.fromkeys(controls) if len(label) > 1 and named_in(label, [goal])]
        self._learn(screen, texts_on(screen))
        self._note(screen)

    def observe(self, transition: Transition) -> None:
        """Takes a step down, one of an interrupt as something that happened by itself."""
        before, after, action = transition.before, transition.after, transition.decision.action
        own = not transition.interrupt and bool(transition.attempts)
        self.begin(before)
        self._state.did = self._state.did or isinstance(action, HandOver)  # a person has done something
        if own:
            self._touched(transition)
            self._caused(transition)
        if after.condition != "ok":
            return
        self._lose(after)
        here, there = page_of(before), page_of(after)
        touch = own and isinstance(action, _TOUCHES)
        self._state.moved = self._state.moved or (own and here != there)
        if there not in self._state.known:
            sends = transition.irreversible or self._state.pending == here
            sent = touch and sends and not self._asks_for_more(after)
            led = self._led_to(there, transition)
            self._learn(after, texts_on(before if sent else after))
            self._state.worked += [there] * sent
            self._state.reached = led or self._state.reached
        elif (here == there and (transition.interrupt or isinstance(action, _SHOWS))) or (
            here == there and isinstance(action, Wait) and there not in self._state.worked
        ):
            self._came_into_view(before, after)
        self._note(after)
        if touch:
            earlier = self._state.prior[1:] if self._state.prior[:1] == [here] else []
            self._state.prior = [here, *list(dict.fromkeys((*texts_on(before), *earlier)))[: 2 * _TEXTS]]
            self._state.worked = [*dict.fromkeys([*self._state.worked, here])][-_PAGES:]
            self._state.pending = ""
        elif own and isinstance(action, InputText):
            self._state.pending = here

    def arrived(self, screen: Screen) -> tuple[str, str] | None:
        """Role and label of what was touched, where that touch was the first to lead to this page; else None."""
        reached = self._state.reached
        return (reached[1], reached[2]) if reached[:1] == [page_of(screen)] else None

    def fresh(self, screen: Screen, text: str) -> bool:
        """Whether a text of a page that was just reached stood on none of those known before."""
        says, here = whole_words(collapse(text)[:LONGEST]), page_of(screen)
        others = (item for page, texts in self._state.known.items() if page != here for item in texts)
        return not any(says.search(item) for item in (*others, *self._state.earlier))

    def dealt_with(self, name: str) -> bool:
        return name in self._state.touched

    def is_entrance(self, name: str) -> bool:
        """Whether the first screen offered it, as it does apps and sections: a place rather than a thing."""
        return any(named_in(name, [label]) for label in self._state.offered)

    def has_seen(self, name: str) -> bool:
        return name in self._state.seen or name in self._state.touched

    @property
    def handed_in(self) -> bool:
        """Whether a text was typed that the goal does not name, and may have been sent; no search, and no way in."""
        return self._state.handed_in

    @property
    def aims(self) -> frozenset[str]:
        """Stems of all that was touched and typed, and of what headed those pages."""
        return frozenset(self._state.aims)

    @property
    def did_something(self) -> bool:
        """Whether any touch did more than lead somewhere: it changed its own page, or was on what does deeds."""
        return self._state.did

    def typed(self, text: str) -> bool:
        """Whether a text says what the run itself has typed."""
        return any(whole_words(typed).search(collapse(text)) for typed in self._state.typed)

    def unopened(self) -> tuple[str, ...]:
        """Names of the goal that the first screen offers, and that were never touched."""
        return tuple(name for name in self._state.offered if not named_in(name, self._state.touched))

    def passed_by(self) -> tuple[str, ...]:
        """Of these the ones that are surely names: the goal writes them as such, or its script has no spaces."""
        return tuple(name for name in self.unopened() if name in self._asked.names or not name.isascii())

    def offers_again(self, screen: Screen) -> bool:
        """Whether what was touched last is still to be touched somewhere on the screen: of a list, the next one."""
        return any(element.interactable and control_mark(element) == self._state.control for element in screen.elements)

    def unsent(self, screen: Screen) -> bool:
        """Whether the last thing done on this page was to type."""
        return self._state.pending == page_of(screen)

    def is_draft(self, screen: Screen, element: Element) -> bool:
        """Whether a field holds what the run has typed, and nothing that it touched since may have sent it."""
        place = [page_of(screen), control_mark(element)]
        return is_field(element) and any(draft[1:] == place for draft in self._state.drafts)

    def stood(self, screen: Screen, text: str) -> bool | None:
        """Whether a text or a mark stood on this page before the run touched it; None for an unknown page."""
        if page_of(screen) not in self._state.known:
            return None
        wanted = collapse(text)[:LONGEST]
        return not wanted or any(whole_words(wanted).search(item) for item in self._at(screen))

    def _at(self, screen: Screen) -> list[str]:
        return self._state.known.get(page_of(screen), [])

    def was_here(self, screen: Screen, text: str) -> bool:
        """Whether a text stood on this page at first, or before one of the last touches on it."""
        wanted, prior = collapse(text)[:LONGEST], self._state.prior
        before = prior[1:] if prior[:1] == [page_of(screen)] else []
        return bool(wanted) and any(whole_words(wanted).search(item) for item in (*self._at(screen), *before))

    def snapshot(self) -> Any:
        return to_json(_State, self._state)

    def restore(self, state: Any) -> None:
        self._state = from_json(_State, state)

    def _asks_for_more(self, screen: Screen) -> bool:
        """Whether a page is a form that nothing was written in yet, and shows nothing of what was typed before it."""
        empty = any(is_field(element) and not element.value for element in screen.elements)
        return empty and not any(self.typed(text) for text in texts_on(screen))

    def _touched(self, transition: Transition) -> None:
        action, before, state = transition.decision.action, transition.before, self._state
        told: list[str] = []
        self._may_send(transition)
        if isinstance(action, InputText):
            told = [collapse(action.text)]
            fresh = [text[:LONGEST] for text in told if len(text) > 1]
            state.typed = [*state.typed, *fresh][-_TYPED:]
            target = action.target
            written = None if target is None or target.kind == "point" else before.element(target.index)
            if written is not None:
                place = [page_of(before), control_mark(written)]
                others = [draft for draft in state.drafts if draft[1:] != place]
                state.drafts = [*others, *([text, *place] for text in fresh)][-_TYPED:]
        elif isinstance(action, OpenApp):
            told = [collapse(action.name)]
        for target in targets_of(action):
            element = None if target.kind == "point" else before.element(target.index)
            if element is not None:
                told += beside(before, element)
                same = [other for other in before.elements if control_mark(other) == control_mark(element)]
                state.control = control_mark(element) if len(same) > 1 else ""
        if isinstance(action, (*_TOUCHES, InputText)):
            told += headlines(before)
            state.words = [text[:LONGEST] for text in told[:12]]
            state.aims = [*dict.fromkeys((*state.aims, *sorted(words_of(told))))][-_AIMS:]
        names = (*self._asked.names, *state.offered)
        state.touched += [name for name in names if name not in state.touched and named_in(name, told)]

    def _may_send(self, transition: Transition) -> None:
        """A touch may have sent what stands in the fields of its page.

        One that leads elsewhere has not, nor one after which it stands there still; one that is called so has.
        """
        action, before, after = transition.decision.action, transition.before, transition.after
        if not isinstance(action, _TOUCHES):
            return
        hit = [before.element(target.index) for target in targets_of(action) if target.kind != "point"]
        goal = " ".join(part.text for part in self._asked.parts)
        sends = any(one is not None and commits(collapse(one.label), goal) for one in hit)
        leads = bool(hit) and all(one is not None and one.role in _ELSEWHERE for one in hit)
        page = page_of(before)
        here = page_of(after) == page and not leads
        acts = transition.irreversible or sends or here
        self._state.did = self._state.did or (acts and transition.effectiveness == "effective")
        full = (
            {control_mark(one) for one in after.elements if is_field(one) and one.value}
            if page_of(after) == page
            else ()
        )
        kept = [
            draft for draft in self._state.drafts if draft[1] != page or (not sends and (leads or draft[2] in full))
        ]
        gone = [draft for draft in self._state.drafts if draft not in kept]
        secret = any(
            "password" in one.states or _SECRET.search(f"{one.input_type} {one.label}") for one in before.elements
        )
        new = (draft for draft in gone if not _SEARCH.search(draft[2]) and not named_in(draft[0], [goal]))
        self._state.handed_in = self._state.handed_in or (not secret and any(new))
        self._state.drafts = kept

    def _lose(self, screen: Screen) -> None:
        """What was typed and never sent, and is not in its field any more, was not dealt with."""
        state, page = self._state, page_of(screen)
        empty = {control_mark(element) for element in screen.elements if is_field(element) and not element.value}
        lost = [draft for draft in state.drafts if draft[1] == page and draft[2] in empty]
        for text, *_ in lost:
            state.typed = [typed for typed in state.typed if typed != text]
            state.touched = [name for name in state.touched if not named_in(name, [text])]
        state.drafts = [draft for draft in state.drafts if draft not in lost]

    def _caused(self, transition: Transition) -> None:
        """Keeps what may lead to the next new page. A wait goes on with it; any other step ends it."""
        action, before, state = transition.decision.action, transition.before, self._state
        if isinstance(action, Wait):
            return
        state.cause = []
        if isinstance(action, _TOUCHES):
            found = [before.element(target.index) for target in targets_of(action) if target.kind != "point"]
            hit = next((element for element in found if element is not None), None)
            state.cause = [page_of(before), "" if hit is None else hit.role, "" if hit is None else collapse(hit.label)]
            state.earlier = list(dict.fromkeys(texts_on(before)))[: 2 * _TEXTS]

    def _led_to(self, page: str, transition: Transition) -> list[str]:
        """The page with what was touched last, where that has led to it, at once or after a while."""
        cause, action = self._state.cause, transition.decision.action
        late = transition.interrupt or isinstance(action, Wait)
        return [page, *cause[1:]] if cause and (late or isinstance(action, _TOUCHES)) else []

    def _learn(self, screen: Screen, texts: Iterable[str]) -> None:
        known = self._state.known
        known[page_of(screen)] = list(dict.fromkeys(texts))[:_TEXTS]
        while len(known) > _PAGES:
            del known[next(iter(known))]

    def _came_into_view(self, before: Screen, after: Screen) -> None:
        """What a scroll has shown was there all the time."""
        known, stood = self._state.known[page_of(after)], set(texts_on(before))
        fresh = [text for text in texts_on(after) if text not in stood and text not in known]
        known += fresh[: max(0, _TEXTS - len(known))]

    def _note(self, screen: Screen) -> None:
        missing = [name for name in self._asked.names if name not in self._state.seen]
        if missing:
            texts = [collapse(text) for element in screen.elements for text in (element.text, element.name)]
            texts = [text for text in (*texts, *headlines(screen)) if text]
            self._state.seen += [name for name in missing if named_in(name, texts)]
