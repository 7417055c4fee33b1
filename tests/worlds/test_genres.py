"""Every genre: what it gives is valid, deterministic, stands in one place, and can be carried out in the twin."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from sextant_worlds.content import cast
from sextant_worlds.engine.values import as_text
from sextant_worlds.genres import GENRES
from sextant_worlds.genres.base import Built, Cast, Chore, Sink
from sextant_worlds.page.icons import icons
from sextant_worlds.spec.apps import AppSpec
from sextant_worlds.spec.phone import Locale
from tests.worlds.offers import Carried, Stage, filled, filled_predicate, sample

pytestmark = pytest.mark.long

OURS = ("shop", "messages", "wallet", "parcels", "calendar")
OTHERS = ("travel", "tasks", "feed", "home", "clinic", "tiles")
"""Genres whose pixels may be a colour or a board, whose values may stand in a variable too."""
LOCALES: tuple[Locale, ...] = ("en", "zh")
FEW, MANY = range(4), range(4, 20)
some = pytest.mark.parametrize("seeds", [FEW, pytest.param(MANY, marks=pytest.mark.slow)], ids=["few", "many"])
both = pytest.mark.parametrize("locale", LOCALES)
ours = pytest.mark.parametrize("genre", OURS)
others = pytest.mark.parametrize("genre", OTHERS)
every = pytest.mark.parametrize("genre", [*OURS, *OTHERS])
LATER = [pytest.param(seed, marks=pytest.mark.slow) for seed in (7, 8, 9)]
night = pytest.mark.parametrize("seed", [3, *LATER])


@cache
def made(genre: str, seed: int, locale: Locale) -> tuple[Built, Cast]:
    who = cast(seed, locale)
    return GENRES[genre](who), who


@some
@every
@both
def test_valid_and_deterministic(genre: str, locale: Locale, seeds: range) -> None:
    for seed in seeds:
        built, _ = made(genre, seed, locale)
        assert AppSpec.model_validate(json.loads(built.app.model_dump_json())) == built.app
        assert GENRES[genre](cast(seed, locale)) == built
        assert built.app.id == built.app.genre == genre
        for records in built.app.collections.values():
            idents = [record["id"] for record in records]
            assert len(idents) == len(set(idents))
        pages = [page.id for page in built.app.pages]
        assert len(set(pages)) == len(pages)
        for tab in built.app.tabs:
            assert built.app.page(tab.page).of is None
        for page in built.app.pages:
            assert page.of is None or page.of in built.app.collections
            ids = [str(name) for block in page.blocks if (name := getattr(block, "id", None))]
            assert len(set(ids)) == len(ids), (page.id, ids)
        text = built.app.model_dump_json()
        drawn = set(re.findall(r'"icon":"([^"]+)"', text)) | set(re.findall(r'"lead":"icon","seed":"([^"{]+)"', text))
        assert drawn <= set(icons()), drawn - set(icons())


@some
@every
@both
def test_offers_enough(genre: str, locale: Locale, seeds: range) -> None:
    for seed in seeds:
        built, _ = made(genre, seed, locale)
        few = genre == "tiles"
        assert 4 <= len(built.app.pages) <= 20
        assert len(built.sources) >= (4 if few else 8)
        assert any(source.medium == "pixels" for source in built.sources)
        assert any(len(source.distractors) >= 2 for source in built.sources)
        groups = Counter(source.group for source in built.sources if source.group)
        assert max(groups.values()) >= 5
        assert len(built.sinks) >= (2 if few else 4)
        assert any(sink.once for sink in built.sinks)
        assert any(len(sink.takes) > 1 for sink in built.sinks)
        assert len(built.chores) >= 8
        assert sum(chore.satisfied for chore in built.chores) >= 2
        assert sum(bool(chore.impossible) for chore in built.chores) >= 2
        assert {bool(loop.reads) for loop in built.loops} == {True, False}
        assert built.forks
        offers = (*built.sources, *built.sinks, *built.chores, *built.loops)
        names = Counter(one.id for one in offers)
        assert max(names.values()) == 1, names.most_common(3)
        assert all(len(one.id) <= 48 for one in offers)


@every
@both
def test_wordings_are_many_and_whole(genre: str, locale: Locale) -> None:
    built, _ = made(genre, 2, locale)
    least = 5 if locale == "en" else 4
    inside = {chore.id for fork in built.forks for chore in (fork.then, fork.otherwise)}
    assert inside <= {chore.id for chore in built.chores}
    for offer in (*built.sinks, *built.chores, *built.loops, *built.forks):
        assert len(set(offer.goals)) >= least, offer.id
        for goal in offer.goals:
            assert "<" not in goal, goal
            assert not goal.endswith((".", "。")), goal
    for sink in built.sinks:
        for goal in sink.goals:
            assert {int(n) for n in re.findall(r"\{(\d)\}", goal)} == set(range(len(sink.takes))), goal


@some
@ours
@both
def test_values_stand_in_one_place(genre: str, locale: Locale, seeds: range) -> None:
    for seed in seeds:
        built, _ = made(genre, seed, locale)
        values = {source.value for source in built.sources}
        assert len(values) == len(built.sources), (seed, sorted(values))
        for source in built.sources:
            held = [at for at, value in _values(built.app) if as_text(value) == source.value]
            shown = rf"(?<![0-9]){re.escape(source.shown)}(?![0-9])"
            told = [at for at, value in _values(built.app) if re.search(shown, as_text(value))]
            assert len(held) <= 1, (seed, source.id, source.value, held)
            assert len({*held, *told}) == 1, (seed, source.id, source.shown, held, told)
            assert source.shown in source.options
            assert len(source.options) >= 3
            assert not any(distractor.shown == source.shown for distractor in source.distractors)


@some
@others
@both
def test_values_are_unlike_each_other(genre: str, locale: Locale, seeds: range) -> None:
    for seed in seeds:
        built, _ = made(genre, seed, locale)
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
                quoted = f": {source.value}(?![0-9])" if source.kind == "price" else re.escape(source.value)
                assert len(re.findall(quoted, said)) == 1, (source.id, source.value)
        values = Counter((one.kind, one.value) for one in built.sources if one.kind not in ("condition", "text"))
        assert max(values.values()) == 1, values.most_common(2)


def _values(app: AppSpec) -> Iterator[tuple[str, object]]:
    for name, value in app.vars.items():
        yield f"var:{name}", value
    for collection, records in app.collections.items():
        for record in records:
            for field, value in record.items():
                yield f"{collection}.{record['id']}.{field}", value


@some
def test_apps_of_a_world_share_no_value(seeds: range) -> None:
    for seed in seeds:
        who = cast(seed, "en")
        builts = [GENRES[genre](who) for genre in OURS]
        held = [{as_text(value) for _, value in _values(built.app)} for built in builts]
        for place, built in enumerate(builts):
            mine = {source.value for source in built.sources}
            assert not any(mine & other for at, other in enumerate(held) if at != place), seed


@every
@both
@night
def test_sources_are_read_in_the_twin(genre: str, locale: Locale, seed: int) -> None:
    built, who = made(genre, seed, locale)
    stage = Stage(built, who)
    for source in built.sources:
        carried = stage.read(source)
        assert carried.walk.finished, (source.id, carried.walk.reason)
        stack = carried.twin.state["stacks"][genre][-1]
        assert stack["page"] == source.place.page, source.id
        if source.place.record:
            assert stack["rec"] == source.place.record, source.id
        if genre in OTHERS:
            end = {element.test_id for element in carried.walk.end.elements}
            assert source.medium == "text" or source.test_id in end, source.id
            for screen in carried.walk.screens[:-1] if source.medium == "text" else carried.walk.screens:
                early = [element for element in screen.elements if source.shown in (element.text, element.name)]
                assert not early or source.kind in ("condition", "text", "number"), source.id
        elif source.medium == "pixels":
            nodes = [node for layer in carried.twin.scene["layers"] for node in layer["nodes"]]
            assert any(source.shown == node["text"] for node in nodes if node["t"] == "picture"), source.id
            assert not any(source.shown in element.text for element in carried.walk.end.elements), source.id


@every
@both
@night
def test_chores_are_done_in_the_twin(genre: str, locale: Locale, seed: int) -> None:
    built, who = made(genre, seed, locale)
    stage = Stage(built, who)
    for chore in built.chores:
        _judge(chore, stage.carry(chore.moves, chore.expects, chore.touches))


def _judge(offer: Chore | Sink, carried: Carried) -> None:
    assert carried.walk.finished, (offer.id, carried.walk.reason)
    assert carried.after.side_effects == (), offer.id
    match offer:
        case Chore(satisfied=True):
            assert carried.before.success, offer.id
            assert carried.after.success, offer.id
        case Chore(impossible=why) if why and carried.before.success:
            assert not offer.expects, offer.id
        case Chore(impossible=why) if why:
            assert not carried.before.success, offer.id
            assert not carried.after.success, offer.id
        case _:
            assert not carried.before.success, offer.id
            assert carried.after.success, (offer.id, carried.after.reason)
    acts = carried.twin.state["acts"]
    if offer.id.partition("-")[0] in OTHERS:
        assert len(acts) == 1 if offer.once else not acts, offer.id


@every
@both
@night
def test_sinks_are_done_in_the_twin(genre: str, locale: Locale, seed: int) -> None:
    built, who = made(genre, seed, locale)
    stage = Stage(built, who)
    for sink in built.sinks:
        values = [sample(kind, who, place) for place, kind in enumerate(sink.takes)]
        expects = tuple(filled_predicate(predicate, values) for predicate in sink.expects)
        _judge(sink, stage.carry(filled(sink.moves, values), expects, sink.touches))
        others = tuple(filled_predicate(predicate, [f"not {value}" for value in values]) for predicate in sink.expects)
        assert not stage.carry(filled(sink.moves, values), others, sink.touches).after.success, sink.id


@every
@both
@night
def test_loops_are_done_in_the_twin(genre: str, locale: Locale, seed: int) -> None:
    built, who = made(genre, seed, locale)
    stage = Stage(built, who)
    for loop in built.loops:
        carried = stage.repeat(loop)
        assert carried.walk.finished, (loop.id, carried.walk.reason)
        assert carried.after.side_effects == (), loop.id
        if loop.reads:
            items = [note.item for _, note in carried.walk.reads if note.kind == "item"]
            assert items == list(loop.items)
            assert loop.total == str(sum(int(item) for item in items))
        else:
            assert not carried.before.success, loop.id
            assert carried.after.success, (loop.id, carried.after.reason)


@others
def test_forks_go_both_ways(genre: str) -> None:
    ways: set[bool] = set()
    for seed in (*FEW, *MANY):
        built, _ = made(genre, seed, "en")
        for fork in built.forks:
            assert fork.source in built.sources
            assert fork.source.kind == "condition"
            assert fork.then in built.chores
            assert fork.otherwise in built.chores
            assert fork.when in fork.source.options
            ways.add(fork.when == fork.source.value)
    assert ways == {True, False}
