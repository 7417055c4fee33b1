"""The chart of a world is its true transition graph: every passage leads where it says, and no walk finds another."""

from collections import Counter
from functools import lru_cache

import pytest

from sextant_worlds.app_map import MapBounds, Passage, WorldMap, WorldScreen, chart_of, followed
from sextant_worlds.content import cast
from sextant_worlds.genres import GENRES
from sextant_worlds.genres.desk import desk
from sextant_worlds.spec.phone import PhoneSpec, PopupSurprise
from sextant_worlds.spec.tasks import nothing_asked
from sextant_worlds.spec.world import World
from sextant_worlds.twin.twin import Twin


def small(seed: int = 5, *genres: str) -> World:
    """A phone with few apps and a popup that a chart leaves out."""
    there = cast(seed, "en")
    popup = PopupSurprise(id="rate", at=1, title="Rate us", text="Please do.", close="Not now")
    return World(
        id=f"chart-{seed}",
        seed=seed,
        phone=PhoneSpec(today=there.today.isoformat(), surprises=(popup,)),
        apps=(*(GENRES[name](there).app for name in genres or ("shop", "tasks")), desk(there)),
        task=nothing_asked("chart"),
    )


def calm(world: World) -> World:
    return world.model_copy(update={"phone": world.phone.model_copy(update={"surprises": ()})})


@lru_cache
def charted() -> WorldMap:
    return chart_of(small())


def test_it_begins_on_the_launcher_knows_every_page_and_every_passage_leads_where_it_says() -> None:
    chart, world = charted(), small()
    assert chart.start == WorldScreen("world:home", "launcher/home")
    assert chart.whole
    pages = {one.spot.component for one in chart.screens}
    assert {f"{app.id}/{app.tabs[0].page if app.tabs else app.home}" for app in world.apps} <= pages
    assert "shop/checkout+sure" in pages, "a dialog is a screen of its own"
    assert not any("rate" in page for page in pages), "surprises are no part of the graph"
    assert _wrong(world, chart, every=7) == [], "replayed on a phone that was switched on anew"


def _wrong(world: World, chart: WorldMap, every: int = 1) -> list[Passage]:
    twin, wrong = Twin(calm(world)), list[Passage]()
    checked = chart.passages[::every]
    for source in dict.fromkeys(passage.source for passage in checked):
        twin.reset()
        for step in chart.way(source):
            assert followed(twin, step) == step.target
        state = twin.snapshot()
        for passage in (one for one in checked if one.source == source):
            twin.restore(state)
            if followed(twin, passage) != passage.target:
                wrong.append(passage)
    return wrong


def test_what_returns_resumes_changes_or_is_final_is_told() -> None:
    by_test_id = {(one.source.component, one.element.test_id): one.nature for one in charted().passages}
    assert by_test_id["launcher/home", "app-shop"].resumes
    back = {nature for (_, test_id), nature in by_test_id.items() if test_id == "nav-back"}
    assert back
    assert all(nature.returns for nature in back)
    assert any(nature.final for nature in by_test_id.values()), "something in a shop cannot be taken back"
    assert any(nature.changes and not nature.final for nature in by_test_id.values())


@pytest.mark.long
def test_equal_worlds_have_equal_charts_and_bounds_are_kept() -> None:
    assert chart_of(small()) == charted()
    cut = chart_of(small(), MapBounds(records=2, screens=20))
    assert (cut.whole, len(cut.screens)) == (False, 20)
    assert max(Counter(one.spot.component for one in cut.screens).values()) <= 2


@pytest.mark.long
def test_every_passage_of_all_kinds_of_apps_leads_where_it_says() -> None:
    world = small(6, *GENRES)
    chart = chart_of(world, MapBounds(records=4))
    assert _wrong(world, chart) == []
