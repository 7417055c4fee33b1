"""What can be asked of an app, from its file `data/GENRE/asks.yaml`: sections of entries in the fields of the spec.

Beside the constructs of `app_file`: `of` names the record that an entry is about, by collection, conditions and place;
its fields are slots (`<name>`), and so is what the genre's code gives (`<offer.leaves>`). A move that is a text is a
touch on that test id. `count: [[…], […]]` is how many records now meet the conditions, summed over the lists.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, cast

from pydantic import Field, TypeAdapter

from sextant.worlds.content.circle import Person
from sextant.worlds.data_files import DataError, read_yaml, validated
from sextant.worlds.genres.app_file import filled_in
from sextant.worlds.genres.kit import Book
from sextant.worlds.spec.apps import AppSpec, Record
from sextant.worlds.spec.base import Part
from sextant.worlds.spec.effects import Cond
from sextant.worlds.spec.reference import Move, TapMove
from sextant.worlds.spec.scenario import FactKind
from sextant.worlds.spec.tasks import StatePredicate

__all__ = ["Given", "ask"]

_PACKAGE = "sextant.worlds.genres"

Given: TypeAlias = "str | int | Record | Person"
"""What code knows and an entry may name: a text, a number, or a record of which it names fields."""


class _Asked(Part):
    """What chores, sinks and loops share. `words` names wordings of the genre's `words/` file, `goals` holds them."""

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


class _Each(Part):
    collection: str
    where: tuple[Cond, ...] = ()


class _Loop(_Asked):
    """With `reads`, that field of each record is read and added up; it is on `page`, found as `where` says."""

    kind: Literal["loop"]
    enter: tuple[Move | str, ...]
    each: _Each
    step: str
    reads: str = ""
    where: str = ""
    page: str = ""


class _Draw(Part):
    """One of several texts, drawn; a slot of that name from here on."""

    kind: Literal["draw"]
    id: str
    of: tuple[str, ...]


_Entry = Annotated[_Chore | _Sink | _Loop | _Draw, Field(discriminator="kind")]
_ENTRY: TypeAdapter[Any] = TypeAdapter(_Entry)


class _Of(Part):
    """The record in that place among those of a collection that meet the conditions."""

    source: str = Field(alias="from")
    where: tuple[Cond, ...] = ()
    at: int = 0


def ask(book: Book, app: AppSpec, section: str, **given: Given) -> None:
    """Adds what a section of the genre's file asks, in its order.

    Raises:
        DataError: The file is malformed, or names a record or a slot that there is not.
    """
    slots: dict[str, Any] = {"app": book.name, **_flat(given)}
    for entry in _sections(book.app)[section]:
        name = f"data/{book.app}/asks.yaml, {section}, {entry.get('id')}"
        try:
            own = _own(entry, slots, book, app)
            made = _ENTRY.validate_python(_filled(entry, own, book, app))
        except (KeyError, IndexError) as error:
            raise DataError(f"{name}: there is no {error.args[0]!r}.", "Name one that there is.") from error
        except ValueError as error:
            raise DataError(f"{name}: {error}", "Mend the field it names.") from error
        if isinstance(made, _Draw):
            slots[made.id] = book.cast.rng.choice(made.of)
        else:
            _add(book, app, made, own)


@cache
def _sections(genre: str) -> dict[str, list[dict[str, Any]]]:
    name = f"data/{genre}/asks.yaml"
    return validated(dict[str, list[dict[str, Any]]], read_yaml(_PACKAGE, name), _PACKAGE, name)


def _flat(given: Mapping[str, Given]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in given.items():
        if isinstance(value, Person):
            flat |= {f"{name}.id": value.id, f"{name}.name": value.name, f"{name}.given": value.given}
        elif isinstance(value, dict):
            flat |= {f"{name}.{field}": part for field, part in value.items()}
        else:
            flat[name] = value
    return flat


def _own(entry: dict[str, Any], slots: dict[str, Any], book: Book, app: AppSpec) -> dict[str, Any]:
    """The slots of an entry: those of its record before all others."""
    if entry["kind"] == "draw" or "of" not in entry:
        return slots
    of = _Of.model_validate(filled_in(entry["of"], slots, book))
    return {**slots, **list(_meeting(app, of.source, of.where))[of.at]}


def _filled(entry: dict[str, Any], slots: dict[str, Any], book: Book, app: AppSpec) -> dict[str, Any]:
    """The entry with its slots filled in and its counts counted."""
    rest = {key: value for key, value in entry.items() if key != "of" or entry["kind"] == "draw"}
    made = filled_in(rest, slots, book)
    for predicate in made.get("expects", ()):
        predicate["app"] = book.app
        if isinstance(count := predicate.get("count"), list):
            lists = [tuple(Cond.model_validate(cond) for cond in conds) for conds in cast("list[list[Any]]", count)]
            predicate["count"] = sum(len(list(_meeting(app, predicate["collection"], conds))) for conds in lists)
    return made


def _meeting(app: AppSpec, collection: str, where: Iterable[Cond]) -> Iterable[Record]:
    """Records that meet all conditions as the world begins."""
    for record in app.collections[collection]:
        if all((record[cond.left] == cond.right) == (cond.op == "eq") for cond in where):
            yield record


def _moves(moves: Iterable[Move | str]) -> tuple[Move, ...]:
    return tuple(TapMove(test_id=move) if isinstance(move, str) else move for move in moves)


def _add(book: Book, app: AppSpec, made: _Chore | _Sink | _Loop, slots: dict[str, Any]) -> None:
    slots = {name: str(value) for name, value in (slots | made.more).items()}
    goals = book.words(made.words, **slots) if made.words else book.placed(made.goals)
    match made:
        case _Chore():
            book.chore(
                made.id,
                goals,
                _moves(made.moves),
                made.expects,
                *made.touches,
                once=made.once,
                satisfied=made.satisfied,
                impossible=made.impossible,
            )
        case _Sink():
            book.sink(made.id, made.takes, goals, _moves(made.moves), made.expects, *made.touches, once=made.once)
        case _Loop():
            each, more = made.each, dict[str, Any]()
            if made.reads:
                values = tuple(str(record[made.reads]) for record in _meeting(app, each.collection, each.where))
                total = str(sum(int(value) for value in values))
                place = book.place(made.page)
                more = {"reads": made.reads, "total": total, "where": made.where, "place": place, "items": values}
            book.loop(
                made.id,
                goals,
                _moves(made.enter),
                each.collection,
                each.where,
                made.step,
                _moves(made.moves),
                *made.touches,
                expects=made.expects,
                **more,
            )
