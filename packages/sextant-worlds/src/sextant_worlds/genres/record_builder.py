"""Makes what an app has many alike of: values, wordings, and the sources on the pages of a collection's records."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from sextant_worlds.genres.app_builder import AppBuilder, Words, shown_date, shown_money
from sextant_worlds.genres.base import FactSource, WorldPerson
from sextant_worlds.spec.apps import Record
from sextant_worlds.spec.reference import Move
from sextant_worlds.spec.scenario import Distractor, FactKind, FactPlace


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """Where one field of a collection's records stands, and how to get there."""

    page: str
    field: str
    label: Callable[[Record], str]
    where: Callable[[Record], str]
    moves: Callable[[Record], tuple[Move, ...]]
    test_id: str
    """May hold `{id}`, of the record."""
    depth: int = 2
    medium: Literal["text", "pixels"] = "text"
    single: bool = True
    """Whether the page shows one record alone."""


@dataclass(slots=True)
class RecordBuilder(AppBuilder):
    """A book whose wordings may name the app."""

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

    def price(self, low: int, high: int) -> int:
        """A price between so many euros, in the smallest unit and the magnitude of the currency."""
        return self.mint.cents(self.cash(low), self.cash(high))

    def goals(self, en: Words, zh: Words) -> tuple[str, ...]:
        """Every wording, and some that name the app."""
        return self.placed(en if self.cast.locale == "en" else zh)

    def state_forks(self, sources: Sequence[FactSource], other: str, then: str, otherwise: str) -> None:
        """Adds a choice between two chores for each of the sources; it may hang on its value or on the other one."""
        for source in sources:
            self.fork_on(source, self.cast.rng.choice((source.value, other)), then, otherwise)

    def fork_on(self, source: FactSource, when: str, then: str, otherwise: str) -> None:
        """Adds a choice between two chores by whether the source has that value."""
        name = source.id.removeprefix(f"{self.app}-")
        self.fork(name, source, when, self.either(when), *self.chores_of(then, otherwise))

    def either(self, when: str) -> tuple[str, ...]:
        """Wordings of a fork: `{0}` is what decides, `{then}` and `{otherwise}` what to do."""
        if self.cast.locale == "en":
            return (
                f'if {{0}} is "{when}", {{then}}; otherwise {{otherwise}}',
                f'check {{0}}: should it say "{when}", {{then}}, and if not, {{otherwise}}',
                f'depending on {{0}}, either {{then}} (for "{when}") or {{otherwise}} (for anything else)',
                f'look up {{0}}, then {{then}} in case it reads "{when}" and {{otherwise}} in any other case',
                f'{{then}}, but only if {{0}} is "{when}"; {{otherwise}} instead if it is anything else',
            )
        return (
            f"如果{{0}}是“{when}”，就{{then}}；否则{{otherwise}}",
            f"查看{{0}}：显示“{when}”时{{then}}，不是的话{{otherwise}}",
            f"根据{{0}}决定：是“{when}”则{{then}}，其他情况则{{otherwise}}",
            f"先看{{0}}，若为“{when}”，请{{then}}，若不是，请{{otherwise}}",
        )

    def shown(self, kind: FactKind, value: str) -> str:
        """A value as the pages show it."""
        if kind == "price":
            return shown_money(int(value), self.cast)
        return shown_date(value, self.cast) if kind == "date" else value

    def family(
        self,
        kind: FactKind,
        key: str,
        records: Sequence[Record],
        spot: FieldPlace,
        *,
        count: int = 3,
        group: str = "",
        options: Sequence[str] = (),
    ) -> list[FactSource]:
        """Adds sources for the field of some of the records; those of the others are distractors."""
        chosen = list(records) if count >= len(records) else self.cast.rng.sample(list(records), count)
        made = [self._member(kind, key, record, records, spot, group, options) for record in chosen]
        self.sources.extend(made)
        return made

    def _member(
        self,
        kind: FactKind,
        key: str,
        record: Record,
        records: Sequence[Record],
        spot: FieldPlace,
        group: str,
        options: Sequence[str],
    ) -> FactSource:
        value, name = str(record[key]), f"{self.app}-{key}-{record['id']}"
        others = [r for r in records if r["id"] != record["id"] and str(r[key]) not in ("", value)]
        near = self.cast.rng.sample(others, min(3, len(others)))
        further = [self.shown(kind, made) for made in self._alike(kind, value)] if not options else list(options)
        distractors = tuple(
            Distractor(
                id=f"{name}-not-{other['id']}",
                kind=kind,
                shown=self.shown(kind, str(other[key])),
                place=self._place(spot, other),
                why="It belongs to another record, which the task does not name.",
            )
            for other in near
        )
        shown = self.shown(kind, value)
        return FactSource(
            id=name,
            kind=kind,
            label=spot.label(record),
            field=spot.field if spot.medium == "text" else "",
            value=value,
            shown=shown,
            place=self._place(spot, record),
            where=spot.where(record),
            moves=spot.moves(record),
            options=tuple(dict.fromkeys((shown, *(distractor.shown for distractor in distractors), *further))),
            distractors=distractors,
            medium=spot.medium,
            test_id=spot.test_id.replace("{id}", str(record["id"])),
            depth=spot.depth,
            group=group,
        )

    def _place(self, spot: FieldPlace, record: Record) -> FactPlace:
        return self.place(spot.page, str(record["id"]) if spot.single else "")

    def _alike(self, kind: FactKind, value: str) -> list[str]:
        """Other values of the same form. They are options only: the mint's own dates, times and numbers are few."""
        rng = self.cast.rng
        made: list[str] = []
        for step in rng.sample((-9, -7, -5, -4, -2, 2, 3, 5, 6, 8), 4):
            if kind == "date":
                made.append((date.fromisoformat(value) + timedelta(days=11 * step)).isoformat())
            elif kind == "time":
                hour, minute = int(value[:2]), int(value[3:])
                made.append(f"{(hour + step) % 24:02d}:{(minute + 5 * step) % 60:02d}")
            elif kind == "price":
                made.append(str(self.mint.cents(int(value) * 2 // 3, int(value) * 3 // 2)))
            elif kind == "number" and value.isdigit():
                made.append(str(abs(int(value) + 12 * step) or 17))
            elif kind in ("code", "number"):
                made.append(self.mint.code("".join("9" if c.isdigit() else "A" if c.isupper() else c for c in value)))
        return made
