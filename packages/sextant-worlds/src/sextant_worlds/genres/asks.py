"""What can be asked of an app, from its file `data/GENRE/asks.yaml`: sections of entries in the fields of the spec.

Beside the constructs of `app_file`: `of` names the record that an entry is about, by collection, conditions and place;
its fields are slots (`<name>`), and so is what the genre's code gives (`<offer.leaves>`) and the app's variables
(`<var:member>`); `<fee|money>` is a value as the pages show it. A move that is a text is a touch on that test id.
`count: [[…], […]]` is how many records now meet the conditions, summed over the lists.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, cast

from pydantic import Field, TypeAdapter, ValidationError

from sextant_worlds.content.people import WorldPerson
from sextant_worlds.data_files import DataError, malformed, read
from sextant_worlds.genres.app_builder import AppBuilder, codes, names
from sextant_worlds.genres.app_file import filled_in
from sextant_worlds.genres.base import Chore, FactSource, Loop
from sextant_worlds.spec.apps import AppSpec, Record
from sextant_worlds.spec.base import SpecModel, Value
from sextant_worlds.spec.effects import Cond
from sextant_worlds.spec.reference import Each, Move, TapMove
from sextant_worlds.spec.scenario import Distractor, FactKind, FactPlace
from sextant_worlds.spec.tasks import StatePredicate

__all__ = ["Given", "ask"]

_PACKAGE = "sextant_worlds.genres"

Given: TypeAlias = "str | int | Record | WorldPerson | Sequence[Record] | Sequence[str]"
"""What code knows and an entry may name: a text, a number, a record with its fields, records to choose from."""


class _Asked(SpecModel):
    """What chores, sinks and loops share. `words` names wordings of `words.yaml`, `goals` are wordings."""

    id: str
    goals: tuple[str, ...] = ()
    words: str = ""
    more: dict[str, str] = Field(default_factory=dict[str, str], alias="with")
    """Further slots of the wordings."""
    moves: tuple[Move | str, ...]
    expects: tuple[StatePredicate, ...] = ()
    touches: tuple[str, ...] = ()


class _Chore(_Asked):
    kind: Literal["chore"]
    once: bool = False
    satisfied: bool = False
    impossible: str = ""


class _Sink(_Asked):
    kind: Literal["sink"]
    takes: tuple[FactKind, ...]
    once: bool = False


class _Is(SpecModel):
    """A condition on a record as the world begins."""

    left: str
    op: Literal["eq", "ne"]
    right: Value


class _Each(SpecModel):
    collection: str
    where: tuple[_Is, ...] = ()


class _Loop(_Asked):
    """With `reads`, that field of each record is read and added up; it is on `page`, found as `where` says."""

    kind: Literal["loop"]
    enter: tuple[Move | str, ...]
    each: _Each
    step: str
    reads: str = ""
    where: str = ""
    page: str = ""


class _Draw(SpecModel):
    """One of several texts, drawn; a slot of that name from here on."""

    kind: Literal["draw"]
    id: str
    of: tuple[str, ...]


class _Of(SpecModel):
    """Records of a collection, or of those that code gives: all that meet the conditions, a range, one place."""

    source: str = Field(alias="from")
    where: tuple[_Is, ...] = ()
    range: tuple[int, int] | None = None
    at: int | None = None
    first: int | None = None
    """So many at most, once the record itself is left out."""


class _Others(SpecModel):
    """Further values for guessers: names, codes of a shape, days from today, times, numbers; how many comes last."""

    names: int = 0
    codes: tuple[str, int] = ("", 0)
    days: tuple[int, int, int] = (0, 0, 0)
    times: tuple[int, int, int] = (0, 0, 0)
    numbers: tuple[int, int, int] = (0, 0, 0)


class _Shown(SpecModel):
    """Where a value stands, and how one gets there: what sources and families share, and `spots` hold."""

    id: str
    page: str
    label: str
    where: str
    moves: tuple[Move | str, ...]
    test_id: str
    fact: FactKind
    field: str = ""
    depth: int | None = None
    medium: Literal["text", "pixels"] = "text"
    group: str = ""


class _Source(_Shown):
    """A value of each record of `of`, or of no record. Those of `near` are its distractors."""

    kind: Literal["source"]
    value: Value
    shown: Value = ""
    record: str = ""
    others: _Others = _Others()


class _Family(_Shown):
    """The field `id` of so many of the records, which are drawn; `options: own` are the values of all of them."""

    kind: Literal["family"]
    count: int = 3
    single: bool = True
    options: Literal["own"] | tuple[str, ...] = ()


_Entry = Annotated[_Chore | _Sink | _Loop | _Draw | _Source | _Family, Field(discriminator="kind")]
_ENTRY: TypeAdapter[Any] = TypeAdapter(_Entry)
_OWN = ("of", "near", "spot")
"""Fields that are read before the others are filled in."""


class _Scope(dict[str, Any]):
    """Slots and their values; `NAME|FORM` is a value as pages show it."""

    def __init__(self, book: AppBuilder, *parts: Mapping[str, Any]) -> None:
        super().__init__()
        self.book = book
        for part in parts:
            self.update(part)

    def __missing__(self, key: str) -> str:
        name, _, form = key.partition("|")
        match form:
            case "money":
                return self.book.money(int(self[name]))
            case "date":
                return self.book.date(str(self[name]))
            case "full":
                return self.book.full(str(self[name]))
            case _:
                raise KeyError(key)

    def with_record(self, more: Mapping[str, Any]) -> "_Scope":
        """With the fields of a record before all others."""
        return _Scope(self.book, self, more)


@dataclass(frozen=True, slots=True)
class _Section:
    """A section while it is read."""

    book: AppBuilder
    app: AppSpec
    pools: Mapping[str, Sequence[Record]]
    spots: Mapping[str, dict[str, Any]]

    def records(self, of: _Of) -> list[Record]:
        """Records as the world begins."""
        pool = self.pools.get(of.source)
        rows = list(_meeting(self.app.collections[of.source] if pool is None else pool, of.where))
        rows = rows[slice(*of.range)] if of.range else rows
        return rows if of.at is None else [rows[of.at]]

    def add(self, entry: dict[str, Any], scope: _Scope) -> None:
        """What an entry asks."""
        entry = self.spots.get(entry.get("spot", ""), {}) | entry
        match entry["kind"]:
            case "draw":
                scope[entry["id"]] = self.book.cast.rng.choice(self.filled(entry, scope).of)
            case "source":
                for record in self.records(_Of.model_validate(entry["of"])) if "of" in entry else [{}]:
                    self._source(entry, scope, record)
            case "family":
                self._family(entry, scope, self.records(_Of.model_validate(entry["of"])))
            case _:
                if "of" in entry:
                    of = _Of.model_validate(filled_in(entry["of"], scope, self.book))
                    scope = scope.with_record(self.records(of)[0])
                _add(self.book, self.app, self.filled(entry, scope), scope)

    def filled(self, entry: dict[str, Any], scope: _Scope) -> Any:
        """The entry with its slots filled in and its counts counted."""
        own = () if entry["kind"] == "draw" else _OWN
        made = filled_in({key: value for key, value in entry.items() if key not in own}, scope, self.book)
        for predicate in made.get("expects", ()):
            predicate["app"] = self.app.id
            if isinstance(count := predicate.get("count"), list):
                rows = self.app.collections[predicate["collection"]]
                lists = [tuple(_Is.model_validate(cond) for cond in conds) for conds in cast("list[list[Any]]", count)]
                predicate["count"] = sum(len(list(_meeting(rows, conds))) for conds in lists)
        return _ENTRY.validate_python(made)

    def _source(self, entry: dict[str, Any], scope: _Scope, record: Record) -> None:
        made: _Source = self.filled(entry, scope.with_record(record))
        near: list[tuple[str, str]] = []
        if "near" in entry:
            of = _Of.model_validate(entry["near"])
            for other in [row for row in self.records(of) if row["id"] != record["id"]][: of.first]:
                shown = filled_in(
                    [entry.get("shown", entry["value"]), entry.get("record", "")], scope.with_record(other), self.book
                )
                near.append((str(shown[0]), str(shown[1])))
        self.book.source(
            made.id,
            made.fact,
            made.label,
            str(made.value),
            self.book.place(made.page, made.record),
            made.where,
            _moves(made.moves),
            made.test_id,
            shown=str(made.shown or made.value),
            near=near,
            others=self._others(made.others, self.book.full if "|full>" in str(entry.get("shown")) else self.book.date),
            field=made.field,
            depth=1 if made.depth is None else made.depth,
            medium=made.medium,
            group=made.group,
        )

    def _others(self, others: _Others, shown: Callable[[str], str]) -> list[str]:
        book = self.book
        low, high, days = others.days
        early, late, times = others.times
        least, most, numbers = others.numbers
        return [
            *(names(book.cast, others.names) if others.names else ()),
            *codes(book.mint, *others.codes),
            *(shown(book.plain_day(low, high)) for _ in range(days)),
            *(book.mint.plain_time(early, late) for _ in range(times)),
            *(str(book.cast.rng.randint(least, most)) for _ in range(numbers)),
        ]

    def _family(self, entry: dict[str, Any], scope: _Scope, records: list[Record]) -> None:
        """Sources for the field of some of the records; those of the others are distractors."""
        made: _Family = self.filled(entry, scope.with_record(records[0]))
        all_of = made.count >= len(records)
        chosen = records if all_of else self.book.cast.rng.sample(records, made.count)
        options = [str(record[made.id]) for record in records] if made.options == "own" else made.options
        for record in chosen:
            value = str(record[made.id])
            others = [one for one in records if one["id"] != record["id"] and str(one[made.id]) not in ("", value)]
            near = self.book.cast.rng.sample(others, min(3, len(others)))
            further = options or [self.book.shown(made.fact, other) for other in self._alike(made.fact, value)]
            told: _Family = self.filled(entry, scope.with_record(record))
            self._member(made, told, record, near, further)

    def _member(
        self, made: _Family, told: _Family, record: Record, near: Sequence[Record], further: Sequence[str]
    ) -> None:
        book, key, kind = self.book, made.id, made.fact
        name, value = f"{book.app}-{key}-{record['id']}", str(record[key])

        def place(of: Record) -> FactPlace:
            return book.place(made.page, str(of["id"]) if made.single else "")

        distractors = tuple(
            Distractor(
                id=f"{name}-not-{other['id']}",
                kind=kind,
                shown=book.shown(kind, str(other[key])),
                place=place(other),
                why="It belongs to another record, which the task does not name.",
            )
            for other in near
        )
        shown = book.shown(kind, value)
        book.sources.append(
            FactSource(
                id=name,
                kind=kind,
                label=told.label,
                field=made.field if made.medium == "text" else "",
                value=value,
                shown=shown,
                place=place(record),
                where=told.where,
                moves=_moves(told.moves),
                options=tuple(dict.fromkeys((shown, *(distractor.shown for distractor in distractors), *further))),
                distractors=distractors,
                medium=made.medium,
                test_id=made.test_id.replace("{id}", str(record["id"])),
                depth=2 if made.depth is None else made.depth,
                group=made.group,
            )
        )

    def _alike(self, kind: FactKind, value: str) -> list[str]:
        """Other values of the same form. They are options only: the mint's own dates, times and numbers are few."""
        rng, mint = self.book.cast.rng, self.book.mint
        made: list[str] = []
        for step in rng.sample((-9, -7, -5, -4, -2, 2, 3, 5, 6, 8), 4):
            if kind == "date":
                made.append((date.fromisoformat(value) + timedelta(days=11 * step)).isoformat())
            elif kind == "time":
                hour, minute = int(value[:2]), int(value[3:])
                made.append(f"{(hour + step) % 24:02d}:{(minute + 5 * step) % 60:02d}")
            elif kind == "price":
                made.append(str(mint.cents(int(value) * 2 // 3, int(value) * 3 // 2)))
            elif kind == "number" and value.isdigit():
                made.append(str(abs(int(value) + 12 * step) or 17))
            elif kind in ("code", "number"):
                made.append(
                    self.book.mint.code("".join("9" if c.isdigit() else "A" if c.isupper() else c for c in value))
                )
        return made


def ask(book: AppBuilder, app: AppSpec, section: str, **given: Given) -> list[FactSource]:
    """Adds what a section of the genre's file asks, in its order. Returns the sources among it.

    Raises:
        DataError: The file is malformed, or names a record or a slot that there is not.
    """
    before, sections = len(book.sources), _sections(book.app)
    pools = {name: value for name, value in given.items() if _is_pool(value)}
    variables = {f"var:{name}": value for name, value in app.vars.items()}
    scope = _Scope(book, {"app": book.name}, variables, _flat(given))
    reading = _Section(book, app, cast("Any", pools), {spot["id"]: spot for spot in sections.get("spots", ())})
    name = f"data/{book.app}/asks.yaml"
    for place, entry in enumerate(sections[section]):
        try:
            reading.add(entry, scope)
        except (KeyError, IndexError) as error:
            told = f"{name}, {section}, {entry.get('id')}: there is no {error.args[0]!r}."
            raise DataError(told, "Use an existing one.") from error
        except ValidationError as error:
            raise malformed(error, _PACKAGE, name, (section, place)) from error
    return book.sources[before:]


@cache
def _sections(genre: str) -> dict[str, list[dict[str, Any]]]:
    return read(dict[str, list[dict[str, Any]]], _PACKAGE, f"data/{genre}/asks.yaml")


def _is_pool(value: Given) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(item, dict) for item in value)


def _flat(given: Mapping[str, Given]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in given.items():
        if isinstance(value, WorldPerson):
            flat |= {f"{name}.id": value.id, f"{name}.name": value.name, f"{name}.given": value.given}
        elif isinstance(value, dict):
            flat |= {f"{name}.{field}": part for field, part in value.items()}
        else:
            flat[name] = value
    return flat


def _meeting(records: Iterable[Record], where: Iterable[_Is]) -> Iterable[Record]:
    """Records that meet all conditions."""
    for record in records:
        if all((record[cond.left] == cond.right) == (cond.op == "eq") for cond in where):
            yield record


def _moves(moves: Iterable[Move | str]) -> tuple[Move, ...]:
    return tuple(TapMove(test_id=move) if isinstance(move, str) else move for move in moves)


def _add(book: AppBuilder, app: AppSpec, made: _Chore | _Sink | _Loop, slots: dict[str, Any]) -> None:
    slots = {name: str(value) for name, value in (slots | made.more).items()}
    goals = book.words(made.words, **slots) if made.words else book.placed(made.goals)
    match made:
        case _Chore():
            chore = Chore(
                id=f"{book.app}-{made.id}",
                goals=goals,
                moves=_moves(made.moves),
                expects=made.expects,
                touches=book.touched(made.touches, made.expects),
                once=made.once,
                satisfied=made.satisfied,
                impossible=made.impossible,
            )
            book.chores.append(chore)
        case _Sink():
            book.sink(made.id, made.takes, goals, _moves(made.moves), made.expects, *made.touches, once=made.once)
        case _Loop():
            each = made.each
            more: dict[str, Any] = {}
            if made.reads:
                values = tuple(
                    str(record[made.reads]) for record in _meeting(app.collections[each.collection], each.where)
                )
                total = str(sum(int(value) for value in values))
                place = book.place(made.page)
                more = {"reads": made.reads, "total": total, "where": made.where, "place": place, "items": values}
            where = tuple(Cond(left=cond.left, op=cond.op, right=cond.right) for cond in each.where)
            loop = Loop(
                id=f"{book.app}-{made.id}",
                goals=goals,
                enter=_moves(made.enter),
                each=Each(app=book.app, collection=each.collection, where=where),
                step=made.step,
                moves=_moves(made.moves),
                expects=made.expects,
                touches=book.paths(made.touches),
                **more,
            )
            book.loops.append(loop)
