"""Scenes of `bench claims`: small apps as data, the moves on them, and a claim that is true, false or left open.

Texts come from the Unicode CLDR (names of places and languages, dates, amounts) and from words that mean nothing, made
of each language's own letters: no phrase of an app is among them, so that nothing could have been fitted to them.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Literal

from babel import Locale
from babel.dates import format_date
from babel.numbers import format_currency

from sextant.devices.scripted import Page, ScriptedApp, Widget, Write
from sextant.types.decisions import Citation, Requirement, RequirementKind
from sextant.types.effects import EffectKind, WriteMode

__all__ = ["FALSE", "LANGUAGES", "OPEN", "TRUE", "ClaimScene", "Move", "Sort", "scene_of"]

LANGUAGES = ("de", "es", "pl", "ru", "el", "tr", "ar", "he", "hi", "zh", "ja", "th")
Sort = Literal["false", "true", "open"]
Move = tuple[Literal["tap", "type", "scroll", "back"], str]
"""What is done, and the label of what it is done to; of `type` with the text after a tab."""


@dataclass(frozen=True, slots=True)
class ClaimScene:
    """A run up to its claim, and the claim.

    `shows`: what is cited for each requirement; with `by_expecting` the same quotes are named as expectations instead.
    """

    sort: Sort
    kind: str
    language: str
    app: ScriptedApp
    moves: tuple[Move, ...]
    shows: tuple[Citation, ...]
    stated: tuple[Requirement, ...] = ()
    answer: str = ""
    writes: WriteMode = "observe"
    by_expecting: bool = False


class Words:
    """Texts in one language."""

    def __init__(self, language: str, rng: random.Random) -> None:
        self._locale, self._rng = Locale.parse(language), rng
        self._names, self._letters = _stock(language)
        self._said = set[str]()

    def text(self) -> str:
        """A text that was not given before, nor is a part of one that was."""
        rng = self._rng
        while True:
            day = date(2020, 1, 1) + timedelta(days=rng.randrange(3000))
            parts = [
                rng.choice(self._names),
                "".join(rng.choice(self._letters) for _ in range(rng.randint(4, 8))),
                format_currency(rng.randrange(100, 99_999) / 100, "EUR", locale=self._locale),
                format_date(day, "long", locale=self._locale),
            ]
            said = " ".join(rng.sample(parts, rng.randint(1, 3)))
            if not any(said in other or other in said for other in self._said):
                self._said.add(said)
                return said


@cache
def _stock(language: str) -> tuple[tuple[str, ...], str]:
    locale = Locale.parse(language)
    found: list[object] = [*locale.territories.values(), *locale.languages.values()]
    names = tuple(sorted({name for name in map(str, found) if 2 < len(name) < 30}))
    letters = "".join(sorted({sign for name in names for sign in name.lower() if sign.isalpha()}))
    return names, letters


def _text(label: str) -> Widget:
    return Widget(label, role="text")


@dataclass(frozen=True, slots=True)
class _Draft:
    """What a scene needs: words, and some texts that stand on every page."""

    words: Words
    rng: random.Random
    title: str
    lines: tuple[str, ...]
    button: str

    def page(self, *widgets: Widget, at: str = "/form", title: str = "") -> Page:
        """A page with the standing lines, these widgets somewhere among them."""
        return Page(title or self.title, (*map(_text, self.lines), *widgets), at)

    def app(self, **pages: Page) -> ScriptedApp:
        return ScriptedApp(pages, "form", name="claims")


_Made = tuple[ScriptedApp, tuple[Move, ...], tuple[Citation, ...], Mapping[str, object]]


def _goal(quote: str, **more: int) -> tuple[Citation, ...]:
    return (Citation("goal", quote, **more),)


_SCROLL: Move = ("scroll", "")


def _tap(draft: _Draft) -> tuple[Move, ...]:
    return (("tap", draft.button),)


# -- false claims ------------------------------------------------------------------------------------------------


def _absent(draft: _Draft) -> _Made:
    app = draft.app(form=draft.page(Widget(draft.button, goes="after")), after=draft.page(_text(draft.words.text())))
    return app, _tap(draft), _goal(draft.words.text()), {}


def _before(draft: _Draft) -> _Made:
    app = draft.app(form=draft.page(Widget(draft.button, goes="after")), after=draft.page(_text(draft.words.text())))
    return app, _tap(draft), _goal(draft.rng.choice(draft.lines)), {}


def _nothing_done(draft: _Draft) -> _Made:
    app = draft.app(form=draft.page(Widget(draft.button)))
    return app, (_SCROLL,) * draft.rng.randint(0, 2), _goal(draft.rng.choice(draft.lines)), {}


def _without_effect(draft: _Draft) -> _Made:
    app = draft.app(form=draft.page(Widget(draft.button)))
    return app, _tap(draft), _goal(draft.rng.choice((*draft.lines, draft.button))), {}


def _draft(draft: _Draft) -> _Made:
    field, typed = draft.words.text(), draft.words.text()
    app = draft.app(form=draft.page(Widget(field, role="textbox", field="f"), Widget(draft.button)))
    return app, (("type", f"{field}\t{typed}"),), _goal(typed), {}


def _held(draft: _Draft) -> _Made:
    field, typed = draft.words.text(), draft.words.text()
    send = Widget(draft.button, goes="after", effects=(Write(),))
    app = draft.app(form=draft.page(Widget(field, role="textbox", field="f"), send), after=draft.page(_text(typed)))
    if draft.rng.random() < 0.5:
        return app, (("type", f"{field}\t{typed}"), *_tap(draft)), _goal(typed), {"writes": "deny"}
    return app, _tap(draft), _goal(draft.rng.choice(draft.lines)), {"writes": "deny"}


def _statistic(draft: _Draft) -> _Made:
    """The touch sent something that the page keeps count with, and did nothing else."""
    app = draft.app(form=draft.page(Widget(draft.button, effects=(_counting(draft),))))
    return app, _tap(draft) * draft.rng.randint(1, 2), _goal(draft.rng.choice(draft.lines)), {}


def _counting(draft: _Draft) -> Write:
    kind: EffectKind = draft.rng.choice(("beacon", "request"))
    return Write(address="/collect", status=204, kind=kind, after=draft.rng.randint(0, 1))


def _login(draft: _Draft) -> _Made:
    """What was sent is a login; after it nothing more came of what was touched."""
    idle = draft.words.text()
    app, moves, _ = _logged_in(draft, draft.page(_text(draft.words.text()), Widget(idle)))
    return app, (*moves, ("tap", idle)), _goal(draft.rng.choice(draft.lines)), {}


def _logged_in(draft: _Draft, after: Page) -> tuple[ScriptedApp, tuple[Move, ...], str]:
    field = draft.words.text()
    send = Widget(draft.button, goes="after", effects=(Write(address="/session"),))
    app = draft.app(form=draft.page(Widget(field, role="textbox", field="f"), send), after=after)
    return app, (("type", f"{field}\t{draft.words.text()}"), *_tap(draft)), field


def _clock(draft: _Draft) -> _Made:
    """A text that changes by itself, where nothing was done."""
    app, word = _with_clock(draft)
    turns = draft.rng.randint(1, 2)
    return app, (_SCROLL,) * turns, _goal(f"{word} {turns}"), {}


def _with_clock(draft: _Draft) -> tuple[ScriptedApp, str]:
    word = draft.words.text()
    return draft.app(form=draft.page(Widget(draft.button), _text(f"{word} {{clock}}"))), word


# -- true claims -------------------------------------------------------------------------------------------------


def _in_place(draft: _Draft) -> _Made:
    new = draft.words.text()
    app = draft.app(form=draft.page(Widget(draft.button, goes="after")), after=draft.page(_text(new)))
    return app, _tap(draft), _goal(new), {}


def _new_page(draft: _Draft) -> _Made:
    new = draft.words.text()
    after = draft.page(_text(new), at="/after", title=draft.words.text())
    return draft.app(form=draft.page(Widget(draft.button, goes="after")), after=after), _tap(draft), _goal(new), {}


def _counted(draft: _Draft) -> _Made:
    word = draft.words.text()
    shown = Widget(f"{word} {{effect}}", role="text", effect="n")
    app = draft.app(form=draft.page(Widget(draft.button, effect="n"), shown))
    return app, _tap(draft) * 2, _goal(f"{word} 2"), {}


def _switched(draft: _Draft) -> _Made:
    switch = Widget(draft.button, role="switch", toggles="t")
    app = draft.app(form=draft.page(switch))
    return app, _tap(draft), (Citation("goal", element=len(draft.lines)),), {}


def _sent(draft: _Draft) -> _Made:
    field, typed = draft.words.text(), draft.words.text()
    form = draft.page(Widget(field, role="textbox", field="f"), Widget(draft.button, goes="after"))
    app = draft.app(form=form, after=draft.page(_text(typed), at="/after"))
    return app, (("type", f"{field}\t{typed}"), *_tap(draft)), _goal(typed), {}


def _written(draft: _Draft) -> _Made:
    app = draft.app(form=draft.page(Widget(draft.button, effects=(Write(status=201),))))
    return app, _tap(draft), _goal(draft.button, step=0), {}


def _earlier(draft: _Draft) -> _Made:
    new = draft.words.text()
    after = draft.page(_text(new), at="/after", title=draft.words.text())
    app = draft.app(form=draft.page(Widget(draft.button, goes="after")), after=after)
    return app, (*_tap(draft), ("back", "")), _goal(new, step=1), {}


def _value(draft: _Draft) -> _Made:
    app = draft.app(form=draft.page())
    told = draft.rng.choice(draft.lines)
    return app, (), _goal(told), {"answer": told}


def _state(draft: _Draft) -> _Made:
    return draft.app(form=draft.page()), (), _goal(draft.rng.choice(draft.lines)), {"stated": "state"}


# -- claims that only their meaning tells apart --------------------------------------------------------------------


# What is cited is drawn from the whole screen: structure tells some of them all the same.


def _other_thing(draft: _Draft) -> _Made:
    """What came up, or stood there, says something else than the goal wants."""
    app, moves, (shown,), more = _in_place(draft)
    return app, moves, _goal(draft.rng.choice((*draft.lines, shown.quote))), more


def _merely_opened(draft: _Draft) -> _Made:
    """A page, or a part of one, that was only opened, and said so all along."""
    app, moves, (shown,), more = draft.rng.choice((_in_place, _new_page))(draft)
    return app, moves, _goal(draft.rng.choice((*draft.lines, shown.quote))), more


def _statistic_by_step(draft: _Draft) -> _Made:
    """The touch is cited by its step, as if what it sent were the deed."""
    app = draft.app(form=draft.page(Widget(draft.button, effects=(_counting(draft),))))
    return app, _tap(draft), _goal(draft.button, step=0), {}


def _login_by_page(draft: _Draft) -> _Made:
    """What a login led to is cited for what was to be done after it."""
    new, home = draft.words.text(), draft.rng.random() < 0.5
    after = draft.page(_text(new), at="/home", title=draft.words.text()) if home else draft.page(_text(new))
    app, moves, field = _logged_in(draft, after)
    if draft.rng.random() < 0.2:
        return app, moves, _goal(field, step=1), {}
    return app, moves, _goal(draft.rng.choice((*draft.lines, new))), {}


def _clock_after_act(draft: _Draft) -> _Made:
    """A text that changes by itself, after a touch without effect: as late as an effect could come."""
    app, word = _with_clock(draft)
    more: tuple[Move, ...] = (_SCROLL,) * draft.rng.randint(0, 1)
    return app, (*_tap(draft), *more), _goal(draft.rng.choice((f"{word} {1 + len(more)}", draft.lines[0]))), {}


_Making = Callable[[_Draft], _Made]
FALSE: Mapping[str, _Making] = {
    "absent": _absent,
    "stood there before": _before,
    "follows nothing done": _nothing_done,
    "act without effect": _without_effect,
    "unsent draft": _draft,
    "held write": _held,
    "statistic only": _statistic,
    "login only": _login,
    "clock, nothing done": _clock,
}
TRUE: Mapping[str, _Making] = {
    "in place": _in_place,
    "new page": _new_page,
    "counted": _counted,
    "switched": _switched,
    "sent": _sent,
    "written": _written,
    "earlier step": _earlier,
    "value": _value,
    "state": _state,
}
OPEN: Mapping[str, _Making] = {
    "says another thing": _other_thing,
    "merely opened": _merely_opened,
    "statistic, cited by its step": _statistic_by_step,
    "login, cited by its page": _login_by_page,
    "clock after an act": _clock_after_act,
}


def scene_of(sort: Sort, kind: str, language: str, seed: int) -> ClaimScene:
    """The scene of a seed: equal for equal seeds."""
    rng = random.Random(f"claims {sort} {kind} {language} {seed}")  # noqa: S311 - content, no secrets
    words = Words(language, rng)
    lines = tuple(words.text() for _ in range(rng.randint(2, 6)))
    draft = _Draft(words, rng, words.text(), lines, words.text())
    makers = {"false": FALSE, "true": TRUE, "open": OPEN}[sort]
    app, moves, shows, more = makers[kind](draft)
    chosen: RequirementKind = "state" if more.get("stated") else "deed"
    stated = (Requirement("goal", chosen, words.text()),) if more.get("stated") or rng.random() < 0.3 else ()
    answer = str(more.get("answer", ""))
    plain = all(one.quote and one.step is None for one in shows)
    return ClaimScene(
        sort,
        kind,
        language,
        app,
        moves,
        shows,
        () if answer else stated,
        answer,
        "deny" if more.get("writes") else "observe",
        by_expecting=plain and rng.random() < 0.4,
    )
