"""Travel, tasks, feed, home, clinic and tiles: sound apps, and everything they offer can be carried out."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from sextant.worlds.actors.oracle import Oracle, Walk
from sextant.worlds.content import cast
from sextant.worlds.engine.data import Json
from sextant.worlds.genres import GENRES
from sextant.worlds.genres.base import Built, Chore, Fork, Locale, Loop, Sink, Source
from sextant.worlds.spec.apps import AppSpec
from sextant.worlds.spec.phone import Phone
from sextant.worlds.spec.reference import Move, OpenMove, ReadMove, Reference, TypeMove
from sextant.worlds.spec.scenario import Fact, FactKind, Scenario
from sextant.worlds.spec.tasks import FinalAction, Grading, StatePredicate, TaskSpec
from sextant.worlds.spec.world import World
from sextant.worlds.truth.grade import predicate_holds, side_effects
from sextant.worlds.twin.twin import Twin

pytestmark = pytest.mark.long

_NAMES = ("travel", "tasks", "feed", "home", "clinic", "tiles")
_LOCALES: tuple[Locale, ...] = ("en", "zh")
_SEEDS = range(20)
_SOME = pytest.mark.parametrize(
    "seeds", [_SEEDS[:4], pytest.param(_SEEDS[4:], marks=pytest.mark.slow)], ids=["few", "many"]
)
_STAND_INS: dict[FactKind, str] = {
    "code": "QQ-77-QQ",
    "price": "€77.77",
    "date": "Sun 7 Nov",
    "time": "07:07",
    "name": "Quilla Quent",
    "number": "7777",
}


def _built(name: str, seed: int, locale: Locale) -> Built:
    return GENRES[name](cast(seed, locale))


def _world(app: AppSpec, seed: int, locale: Locale, moves: Sequence[Move] = (), **more: object) -> World:
    given = cast(seed, locale)
    facts: tuple[Fact, ...] = more.get("facts", ())  # type: ignore[assignment]
    touches: tuple[str, ...] = more.get("touches", ())  # type: ignore[assignment]
    expects: tuple[StatePredicate, ...] = more.get("expects", ())  # type: ignore[assignment]
    reference = more.get("reference") or Reference(program='step("do")', steps={"do": tuple(moves)})
    assert isinstance(reference, Reference)
    task = TaskSpec(
        id="try",
        template="try",
        kind="state",
        memory=False,
        goal="-",
        guideline="-",
        instructions=(),
        reference=reference,
        final_action=FinalAction(kind="nothing"),
        grading=Grading(touches=touches, expects=expects),
    )
    phone = Phone(locale=locale, currency=given.currency, today=given.today.isoformat(), start=app.id)
    return World(id="try", seed=seed, phone=phone, apps=(app,), scenario=Scenario(facts=facts), task=task)


def _walk(world: World) -> tuple[Twin, Json, Walk]:
    twin = Twin(world)
    begin = twin.snapshot()
    walk = Oracle(world).walk(twin, lambda: twin.state)
    assert walk.finished, walk.reason
    return twin, begin, walk


def _opened(app: str, moves: Sequence[Move]) -> tuple[Move, ...]:
    return (OpenMove(app=app), *moves)


def _filled(sink: Sink) -> tuple[tuple[Move, ...], tuple[StatePredicate, ...]]:
    """Moves and predicates with a stand-in of each kind in the places of the values."""

    def fill(text: str) -> str:
        for number, kind in enumerate(sink.takes):
            text = text.replace(f"{{{number}}}", _STAND_INS[kind])
        return text

    moves = tuple(
        move.model_copy(update={"text": fill(move.text)}) if isinstance(move, TypeMove) else move for move in sink.moves
    )
    expects = tuple(type(one).model_validate_json(fill(one.model_dump_json())) for one in sink.expects)
    return moves, expects


def _fact(source: Source) -> Fact:
    return Fact(
        id=source.id,
        kind=source.kind,
        label=source.label,
        value=source.value,
        shown=source.shown,
        place=source.place,
        where=source.where,
        medium=source.medium,
        test_id=source.test_id,
    )


@pytest.mark.parametrize("locale", _LOCALES)
@pytest.mark.parametrize("name", _NAMES)
@_SOME
def test_is_sound_and_the_same_for_equal_casts(name: str, locale: Locale, seeds: range) -> None:
    for seed in seeds:
        built = _built(name, seed, locale)
        assert built == _built(name, seed, locale)
        assert AppSpec.model_validate_json(built.app.model_dump_json()) == built.app
        assert built.app.id == built.app.genre == name
        _ids_are_unique(built)
        _sources_are_unlike(built)
        _enough(built, tiles=name == "tiles")


def _ids_are_unique(built: Built) -> None:
    app = built.app
    for collection, records in app.collections.items():
        assert len({record["id"] for record in records}) == len(records), collection
    pages = [page.id for page in app.pages]
    assert len(set(pages)) == len(pages)
    for tab in app.tabs:
        assert app.page(tab.page).of is None
    for page in app.pages:
        assert page.of is None or page.of in app.collections
        ids = [str(name) for block in page.blocks if (name := getattr(block, "id", None))]
        assert len(set(ids)) == len(ids), (page.id, ids)
    offered = [*built.sources, *built.sinks, *built.chores, *built.loops, *built.forks]
    names = Counter(one.id for one in offered if not isinstance(one, Fork))
    assert max(names.values()) == 1, names.most_common(3)
    for one in (*built.sinks, *built.chores, *built.loops, *built.forks):
        least = 5 if all(ord(c) < 0x2E80 for c in one.goals[0].replace(app.name, "")) else 4
        assert len(set(one.goals)) >= least, one.id


def _sources_are_unlike(built: Built) -> None:
    said = json.dumps(built.app.model_dump(mode="json"), ensure_ascii=False)
    for source in built.sources:
        page = built.app.page(source.place.page)
        assert (page.of is not None) == bool(source.place.record)
        if page.of is not None:
            assert any(record["id"] == source.place.record for record in built.app.collections[page.of])
        assert source.shown in source.options
        assert len(source.options) >= 4, source.id
        assert all(distractor.shown != source.shown for distractor in source.distractors)
        if source.kind in ("code", "date", "time", "price"):
            edge = r"(?![0-9])"
            quoted = f": {source.value}{edge}" if source.kind == "price" else re.escape(source.value)
            assert len(re.findall(quoted, said)) == 1, (source.id, source.value)
    values = Counter((one.kind, one.value) for one in built.sources if one.kind not in ("condition", "text"))
    assert max(values.values()) == 1, values.most_common(2)


def _enough(built: Built, tiles: bool) -> None:
    assert 4 <= len(built.app.pages) <= 14
    assert len(built.sources) >= (4 if tiles else 8)
    assert any(source.medium == "pixels" for source in built.sources)
    assert any(len(source.distractors) >= 2 for source in built.sources)
    groups = Counter(source.group for source in built.sources if source.group)
    assert max(groups.values()) >= 5
    assert len(built.sinks) >= (2 if tiles else 4)
    assert any(sink.once for sink in built.sinks)
    assert any(len(sink.takes) > 1 for sink in built.sinks)
    assert len(built.chores) >= 8
    assert sum(chore.satisfied for chore in built.chores) >= 2
    assert sum(bool(chore.impossible) for chore in built.chores) >= 2
    assert any(loop.reads for loop in built.loops)
    assert any(not loop.reads for loop in built.loops)
    assert built.forks


def _every(seeds: Sequence[int]) -> list[Any]:
    """Each genre in both languages; seeds after the first are for the night."""
    slow: dict[bool, tuple[pytest.MarkDecorator, ...]] = {True: (), False: (pytest.mark.slow,)}
    return [
        pytest.param(name, locale, seed, marks=slow[seed == seeds[0]])
        for name in _NAMES
        for locale in _LOCALES
        for seed in seeds
    ]


@pytest.mark.parametrize(("name", "locale", "seed"), _every((0, 7)))
def test_every_source_can_be_read_where_it_stands(name: str, locale: Locale, seed: int) -> None:
    built = _built(name, seed, locale)
    for source in built.sources:
        fact = _fact(source)
        world = _world(
            built.app, seed, locale, _opened(name, (*source.moves, ReadMove(facts=(fact.id,)))), facts=(fact,)
        )
        _, _, walk = _walk(world)
        if source.medium == "pixels":
            assert source.test_id in {element.test_id for element in walk.end.elements}, source.id
        for screen in walk.screens[:-1] if source.medium == "text" else walk.screens:
            shown = [element for element in screen.elements if source.shown in (element.text, element.name)]
            assert not shown or source.kind in ("condition", "text", "number"), source.id


@pytest.mark.parametrize(("name", "locale", "seed"), _every((1, 8)))
def test_every_sink_and_chore_works(name: str, locale: Locale, seed: int) -> None:
    built = _built(name, seed, locale)
    for sink in built.sinks:
        _works(built, seed, locale, *_filled(sink), sink)
    for chore in built.chores:
        _works(built, seed, locale, chore.moves, chore.expects, chore)


def _works(
    built: Built,
    seed: int,
    locale: Locale,
    moves: Sequence[Move],
    expects: tuple[StatePredicate, ...],
    what: Sink | Chore,
) -> None:
    world = _world(built.app, seed, locale, _opened(built.app.id, moves), touches=what.touches, expects=expects)
    twin, begin, _ = _walk(world)
    before = all(predicate_holds(world, one, begin) for one in expects)
    after = all(predicate_holds(world, one, twin.state) for one in expects)
    if isinstance(what, Chore) and what.impossible:
        assert not expects
        return
    assert after, (what.id, expects)
    assert before == (isinstance(what, Chore) and what.satisfied), what.id
    assert side_effects(world, twin.state, begin) == (), what.id
    acts = twin.state["acts"]
    assert len(acts) == 1 if what.once else not acts, what.id


@pytest.mark.parametrize(("name", "locale", "seed"), _every((2, 9, 10)))
def test_every_loop_works(name: str, locale: Locale, seed: int) -> None:
    built = _built(name, seed, locale)
    for loop in built.loops:
        program = 'step("enter")\nfor item in each("all"):\n    step("one")'
        steps = {"enter": _opened(name, loop.enter), "one": loop.moves}
        reference = Reference(program=program, steps=steps, loops={"all": loop.each})
        world = _world(built.app, seed, locale, reference=reference, touches=loop.touches, expects=loop.expects)
        twin, begin, walk = _walk(world)
        assert side_effects(world, twin.state, begin) == (), loop.id
        _looped(loop, world, twin, begin, [note.item for _, note in walk.reads if note.kind == "item"])


def _looped(loop: Loop, world: World, twin: Twin, begin: Json, read: Sequence[str]) -> None:
    if loop.reads:
        assert len(loop.items) >= 2, loop.id
        assert sorted(read) == sorted(loop.items), loop.id
        assert sum(int(value) for value in read) == int(loop.total)
        return
    assert not all(predicate_holds(world, one, begin) for one in loop.expects), loop.id
    assert all(predicate_holds(world, one, twin.state) for one in loop.expects), loop.id


@pytest.mark.parametrize("name", _NAMES)
def test_forks_go_both_ways(name: str) -> None:
    ways: set[bool] = set()
    for seed in _SEEDS:
        built = _built(name, seed, "en")
        for fork in built.forks:
            assert fork.source in built.sources
            assert fork.source.kind == "condition"
            assert fork.then in built.chores
            assert fork.otherwise in built.chores
            assert fork.when in fork.source.options
            ways.add(fork.when == fork.source.value)
    assert ways == {True, False}
