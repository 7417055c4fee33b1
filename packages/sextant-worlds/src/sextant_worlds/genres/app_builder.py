"""What genres are built with: moves from short texts, values as the pages show them, and a book of what is offered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, TypeAlias

from sextant_worlds.content.mint import Mint, minting
from sextant_worlds.content.people import people
from sextant_worlds.data_files import filled, read
from sextant_worlds.engine import values
from sextant_worlds.genres.app_file import AppFile, Slots, app_file, app_head
from sextant_worlds.genres.base import Built, Cast, Chore, FactSource, Fork, Loop, Sink, WorldPerson
from sextant_worlds.spec.apps import AppSpec, Record
from sextant_worlds.spec.base import Value
from sextant_worlds.spec.effects import Cond
from sextant_worlds.spec.labels import labels
from sextant_worlds.spec.phone import Locale
from sextant_worlds.spec.reference import Move, TapMove, TypeMove
from sextant_worlds.spec.scenario import Distractor, FactKind, FactPlace
from sextant_worlds.spec.tasks import Acted, RecordsHold, StatePredicate

Words: TypeAlias = Sequence[str]
Step: TypeAlias = str | tuple[str, str]
"""A text is touched; a pair is a field and what is typed into it."""


def go(*steps: Step) -> tuple[Move, ...]:
    """Moves from short texts."""
    return tuple(
        TapMove(test_id=step) if isinstance(step, str) else TypeMove(test_id=step[0], text=step[1]) for step in steps
    )


def eq(left: str, right: Value) -> Cond:
    """Equal."""
    return Cond(left=left, op="eq", right=right)


def has(left: str, right: str) -> Cond:
    """Contains."""
    return Cond(left=left, op="has", right=right)


@dataclass(slots=True)
class AppBuilder:
    """Collects what an app offers while it is built."""

    cast: Cast
    app: str
    sources: list[FactSource] = field(default_factory=list[FactSource])
    sinks: list[Sink] = field(default_factory=list[Sink])
    chores: list[Chore] = field(default_factory=list[Chore])
    loops: list[Loop] = field(default_factory=list[Loop])
    forks: list[Fork] = field(default_factory=list[Fork])
    name: str = ""
    """What the app is called, once it is `named`."""
    _said: dict[str, str] = field(default_factory=dict[str, str])
    """What was said, and the same in the other language."""

    def named(self) -> str:
        """Chooses among the names of the genre's file."""
        names = app_head(self.app).name
        if isinstance(names["en"], str):
            self.name = self.say(names["en"], str(names["zh"]))
        else:
            self.name = self.cast.rng.choice(names[self.cast.locale])
        return self.name

    def accent(self) -> str:
        """Chooses among the colours of the genre's file."""
        first, *others = app_head(self.app).accent
        return self.cast.rng.choice((first, *others)) if others else first

    def face(self, **slots: str | Sequence[Slots]) -> AppFile:
        """Tabs and pages of the genre's file; `slots` are those that every app has, and these."""
        owner, today = self.cast.owner, self.cast.today.isoformat()
        common: Slots = {
            "app": self.name,
            "owner": owner.name,
            "given": owner.given,
            "today": self.date(today),
            "today-full": self.full(today),
            "today-iso": today,
            "some-price": self.money(self.cash(12) + 50),
        }
        return app_file(self.app, {**common, **slots}, self)

    def spec(
        self, accent: str, face: AppFile, collections: dict[str, tuple[Record, ...]], variables: dict[str, Value]
    ) -> AppSpec:
        """The app as a whole; `variables` are those whose first value depends on the scenario."""
        return AppSpec(
            id=self.app,
            name=self.name,
            genre=self.app,
            icon=face.icon,
            accent=accent,
            tabs=face.tabs,
            home=face.home,
            pages=face.pages,
            collections=collections,
            vars=face.vars | variables,
            badge=face.badge,
        )

    @property
    def locale(self) -> Locale:
        """The language of what its owner has, and of the app."""
        return self.cast.locale

    @property
    def mint(self) -> Mint:
        """Values that occur once in the world."""
        return minting(self.cast.rng)

    def say(self, en: str, zh: str) -> str:
        """The text in the language of the world."""
        one, other = (en, zh) if self.cast.locale == "en" else (zh, en)
        self._said.setdefault(one, other)
        return one

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of the genre's file, in the language of the world."""
        return app_head(self.app).texts[name][self.cast.locale]

    def placed(self, goals: Words) -> tuple[str, ...]:
        """Every wording, and some that name the app."""
        if self.cast.locale == "en":
            placed = (
                f"in {self.name}, {goals[0]}",
                f"use {self.name} to {goals[-1]}",
                f"open {self.name} and {goals[1]}",
            )
            return (*goals, *placed)
        first = f"进入“{self.name}”，{goals[0]}" if goals[0].startswith("在") else f"在“{self.name}”里{goals[0]}"
        return (*goals, first, f"打开“{self.name}”，{goals[-1]}")

    def words(self, ident: str, **slots: str) -> tuple[str, ...]:
        """Wordings from the genre's `words.yaml`, in the language of the world."""
        return self._filled(_wordings(f"data/{self.app}/words.yaml")[ident], **slots)

    def _filled(self, wordings: Mapping[Locale, Words], **slots: str) -> tuple[str, ...]:
        return tuple(filled(wording, slots) for wording in wordings[self.cast.locale])

    def some(self, count: int, en: Words, zh: Words) -> list[str]:
        """So many different ones, in the language of the world."""
        return self.cast.rng.sample(list(en if self.cast.locale == "en" else zh), count)

    def people(self, count: int) -> list[WorldPerson]:
        """Different persons of the cast."""
        return self.cast.rng.sample(list(self.cast.people), count)

    def day(self, low: int, high: int) -> str:
        """A date so many days from today that stands nowhere else."""
        return self.mint.day(self.cast.today, low, high)

    def plain_day(self, low: int, high: int) -> str:
        """A date that may occur more than once, for what nobody is asked about."""
        return self.mint.plain_day(self.cast.today, low, high)

    def cash(self, units: int) -> int:
        """Euros as the smallest unit of the world's currency, in its usual magnitude."""
        return units * 100 * (7 if self.cast.currency == "CNY" else 1)

    def price(self, low: int, high: int) -> int:
        """A price between so many euros, in the smallest unit and the magnitude of the currency."""
        return self.mint.cents(self.cash(low), self.cash(high))

    def money(self, value: int) -> str:
        """As a page shows it with `|money`."""
        return shown_money(value, self.cast)

    def shown(self, kind: FactKind, value: str) -> str:
        """A value as the pages show it."""
        if kind == "price":
            return self.money(int(value))
        return self.date(value) if kind == "date" else value

    def date(self, value: str) -> str:
        """As a page shows it with `|date`."""
        return shown_date(value, self.cast)

    def full(self, value: str) -> str:
        """As a page shows it with `|full`."""
        return full_date(value, self.cast)

    def place(self, page: str, record: str = "") -> FactPlace:
        return FactPlace(app=self.app, page=page, record=record)

    def source(
        self,
        ident: str,
        kind: FactKind,
        label: str,
        value: str,
        place: FactPlace,
        where: str,
        moves: tuple[Move, ...],
        test_id: str,
        **more: Any,
    ) -> FactSource:
        """Adds a source.

        `near`: values of the same kind beside it, each with the record it stands on; they become distractors and
        options. `others`: further options.
        """
        shown: str = more.pop("shown", value)
        near: Sequence[tuple[str, str]] = more.pop("near", ())
        others: Sequence[str] = more.pop("others", ())
        name = f"{self.app}-{ident}"
        told = [shown, *(text for text, _ in near), *others]
        made = FactSource(
            id=name,
            kind=kind,
            label=label,
            field=more.pop("field", ""),
            value=value,
            shown=shown,
            place=place,
            where=where,
            moves=moves,
            options=tuple(dict.fromkeys(told)),
            distractors=tuple(
                Distractor(
                    id=f"{name}-d{number}",
                    kind=kind,
                    shown=text,
                    place=FactPlace(app=self.app, page=place.page, record=record),
                    why="It belongs to another record.",
                )
                for number, (text, record) in enumerate(near)
                if text != shown
            ),
            test_id=test_id,
            **more,
        )
        self.sources.append(made)
        return made

    def sink(
        self,
        ident: str,
        takes: tuple[FactKind, ...],
        goals: tuple[str, ...],
        moves: tuple[Move, ...],
        expects: StatePredicate | tuple[StatePredicate, ...],
        *touches: str,
        once: bool = False,
    ) -> Sink:
        """Adds something to do with values."""
        made = Sink(
            id=f"{self.app}-{ident}",
            takes=takes,
            goals=goals,
            moves=moves,
            expects=_tuple(expects),
            touches=self.touched(touches, expects),
            once=once,
        )
        self.sinks.append(made)
        return made

    def chores_of(self, *idents: str) -> tuple[Chore, ...]:
        """Chores that were added before."""
        added = {chore.id: chore for chore in self.chores}
        return tuple(added[f"{self.app}-{ident}"] for ident in idents)

    def condition_forks(self, then: str, otherwise: str) -> None:
        """Adds a choice between two chores for each condition among the sources."""
        for source in [source for source in self.sources if source.kind == "condition"]:
            when = self.cast.rng.choice((source.shown, source.options[1]))
            chores = (plain(chore, 0, 1, 2) for chore in self.chores_of(then, otherwise))
            self.fork(f"fork-{source.place.record}", source, when, self.words("fork", when=when), *chores)

    def state_forks(self, sources: Sequence[FactSource], other: str, then: str, otherwise: str) -> None:
        """Adds a choice between two chores for each of the sources; it may hang on its value or on the other one."""
        for source in sources:
            self.fork_on(source, self.cast.rng.choice((source.value, other)), then, otherwise)

    def fork_on(self, source: FactSource, when: str, then: str, otherwise: str) -> None:
        """Adds a choice between two chores by whether the source has that value."""
        name = source.id.removeprefix(f"{self.app}-")
        goals = self._filled(_wordings("data/forks.yaml")["on"], when=when)
        self.fork(name, source, when, goals, *self.chores_of(then, otherwise))

    def fork(
        self, ident: str, source: FactSource, when: str, goals: tuple[str, ...], then: Chore, otherwise: Chore
    ) -> Fork:
        """Adds a choice by what is found."""
        made = Fork(f"{self.app}-{ident}", source, when, goals, then, otherwise)
        self.forks.append(made)
        return made

    def touched(self, names: Sequence[str], expects: StatePredicate | tuple[StatePredicate, ...]) -> tuple[str, ...]:
        """Paths of what may change, the acts that are expected among them."""
        acts = [predicate.act for predicate in _tuple(expects) if isinstance(predicate, Acted)]
        return self.paths((*names, *acts))

    def paths(self, names: Sequence[str]) -> tuple[str, ...]:
        """Names of this app's collections and variables as paths."""
        return tuple(f"{self.app}.{name}" for name in names)

    def records(self, collection: str, *where: Cond, count: int = 1) -> RecordsHold:
        """So many records meet the conditions in the end."""
        return RecordsHold(app=self.app, collection=collection, where=where, count=count)

    def built(self, app: AppSpec) -> Built:
        """Everything, with the app."""
        return Built(
            self.bilingual(app),
            tuple(self.sources),
            tuple(self.sinks),
            tuple(self.chores),
            tuple(self.loops),
            tuple(self.forks),
        )

    def bilingual(self, app: AppSpec) -> AppSpec:
        """The app with what it says of itself in the other language as well."""
        also = {text: self._said[text] for text in labels(app) if self._said.get(text, text) != text}
        return app.model_copy(update={"also": also})


def _tuple(expects: StatePredicate | tuple[StatePredicate, ...]) -> tuple[StatePredicate, ...]:
    return expects if isinstance(expects, tuple) else (expects,)


@cache
def _wordings(name: str) -> dict[str, dict[Locale, tuple[str, ...]]]:
    """How tasks are put, by what is asked and language."""
    return read(dict[str, dict[Locale, tuple[str, ...]]], "sextant_worlds.genres", name)


def plain(chore: Chore, *which: int) -> Chore:
    """The chore with those of its wordings only that can stand inside a sentence."""
    return replace(chore, goals=tuple(chore.goals[index] for index in which))


def shown_money(value: int, cast: Cast) -> str:
    """An amount of the smallest unit as pages show it: `€1,234.50`."""
    return values.money(value, cast.currency)


def shown_date(value: str, cast: Cast) -> str:
    """An ISO day as pages show it with `|date`: `Sat 14 Mar`."""
    return values.short_date(value, cast.locale)


def full_date(value: str, cast: Cast) -> str:
    """An ISO day as pages show it with `|full`: `14 March 2026`."""
    return values.full_date(value, cast.locale)


def names(cast: Cast, count: int) -> tuple[str, ...]:
    """So many names that somebody could have had: further options for guessers."""
    return tuple(person.name for person in cast.rng.sample(people(cast.locale), count))


def codes(mint: Mint, shape: str, count: int) -> tuple[str, ...]:
    """So many codes of a shape that stand nowhere: further options for guessers."""
    return tuple(mint.code(shape) for _ in range(count))
