"""The explorer on toy sites: it sees everything harmless, ends by itself, and is not lured into endless places."""

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from sextant.actors.explorer import Explorer, ExplorerSettings
from sextant.types.screens import Screen
from sextant.utg.exclusions import unguarded
from sextant.utg.graph import Graph
from sextant.utg.store import MapStore
from sextant.utg.survey import Bounds
from tests.actors.test_navigator import office
from tests.actors.toysite import ORIGIN, Link, Page, Site, Walk, brief_of, walk

OFFICE = {
    "/", "/help", "/help/legal", "/help/privacy", "/notes", "/notes/{}", "/settings", "/settings/password",
    "/settings/profile", "/settings/security",
}  # fmt: skip


def explorer(
    store: MapStore | None = None, bounds: Bounds | None = None, max_screens: int | None = None, fresh: bool = False
) -> Explorer:
    settings = ExplorerSettings(bounds or Bounds(), max_screens, fresh)
    return Explorer(store or MapStore(), unguarded, settings=settings)


def explore(site: Site, store: MapStore, limit: int = 400, bounds: Bounds | None = None) -> Walk:
    return walk(explorer(store, bounds), site, "draw the map", limit)


def screens(store: MapStore) -> set[str]:
    return {node.id for node in store.load(ORIGIN).nodes.values() if not node.dead}


def test_it_sees_every_screen_and_does_nothing() -> None:
    site, store = Site(office()), MapStore()
    found = explorer(store)
    walked = walk(found, site, "draw the map")
    assert walked.claimed == "complete", walked.story
    assert screens(store) == OFFICE
    assert walked.steps <= 20, walked.story
    assert not site.counts
    assert not {"Log out", "Delete account", "Delete", "Save", "Write to us", "Blog"} & set(site.touched)
    assert found.survey.untried == 0
    reasons = found.survey.reasons()
    assert reasons["other site"] == 2
    assert reasons["form control"] == 1
    assert reasons["risky"] >= 2
    assert reasons["sampled"] >= 20


def test_a_second_exploration_finds_nothing_to_do() -> None:
    store = MapStore()
    explore(Site(office()), store)
    before = store.load(ORIGIN)
    again = explore(Site(office()), store)
    assert again.claimed == "complete"
    assert again.steps == 0, again.story
    assert store.load(ORIGIN).edges == before.edges


def test_it_opens_menus_and_follows_what_they_hide() -> None:
    menu = Link("Menu", role="button", opens="menu", landmark="banner")
    hidden = tuple(Link(name, f"/{name}", menu="menu", landmark="navigation") for name in ("reports", "people"))
    pages = {"/": Page("Home", (menu, *hidden))}
    pages |= {f"/{name}": Page(name, (menu, *hidden)) for name in ("reports", "people")}
    store = MapStore()
    assert explore(Site(pages), store).claimed == "complete"
    assert screens(store) == {"/", "/reports", "/people"}


class Endless(Mapping[str, Page]):
    """A site without end: items lead to items, months to months, and every load has other links."""

    def __init__(self, **more: Page) -> None:
        self.loads = 0
        self.own = {f"/{name}": page for name, page in more.items()}

    def __getitem__(self, path: str) -> Page:
        kind, _, rest = path.strip("/").partition("/")
        match kind:
            case "":
                links = (Link("Items", "/items"), Link("Calendar", "/month/jan"), Link("Today", "/random/start"))
                return Page("Endless", (*links, *(Link(name.strip("/"), name) for name in self.own)))
            case "items":
                return Page("Items", tuple(Link(f"Thing {n}", f"/item/{n}") for n in range(60)))
            case "item":
                number = int(rest)
                links = (Link("Next", f"/item/{number + 1}"), Link("Related", f"/item/{number * 7 + 1}"))
                bad = (Link("Delete", f"/item/{number}/delete"), Link("Log out", "/logout"))
                return Page(f"Thing {number}", (*links, *bad))
            case "month":
                return Page(f"Month {rest}", (Link("Next month", f"/month/{_after(rest)}"), Link("Home", "/")))
            case "random":
                self.loads += 1
                rng = random.Random(self.loads)
                names = ["".join(rng.choices("bcdfghklm", k=6)) for _ in range(4)]
                return Page(f"Random {rest}", tuple(Link(name, f"/random/{name}") for name in names))
            case _:
                return self.own[path]

    def __iter__(self) -> Iterator[str]:
        return iter(("/", *self.own))

    def __len__(self) -> int:
        return 1 + len(self.own)


def _after(name: str) -> str:
    """The next of endlessly many words that look like no parameter."""
    return name + "a" if len(name) % 2 else name + "b"


def test_endless_places_are_left_after_a_few_samples() -> None:
    site, store = (
        Site(Endless(about=Page("About", (Link("Imprint", "/imprint"),)), imprint=Page("Imprint"))),
        MapStore(),
    )
    walked = explore(site, store, 400)
    assert walked.claimed == "complete", walked.story[-2000:]
    assert walked.steps <= 150
    assert {"/about", "/imprint", "/items", "/item/{}"} <= screens(store)
    items = [one.after.location for one in walked.transitions if "/item/" in one.after.location]
    assert len(set(items)) <= 6
    assert len([node for node in screens(store) if node.startswith("/random")]) <= 60
    assert not {"Delete", "Log out"} & set(site.touched)


def test_depth_and_screens_bound_a_walk() -> None:
    chain = {f"/{'x' * n}": Page(f"Page {n}", (Link(f"On {n}", f"/{'x' * (n + 1)}"),)) for n in range(40)}
    store = MapStore()
    assert explore(Site(chain), store, bounds=Bounds(depth=5)).claimed == "complete"
    assert len(screens(store)) <= 7
    store = MapStore()
    found = explorer(store, max_screens=4)
    walked = walk(found, Site(chain), "draw the map")
    assert walked.claimed == "complete"
    assert found.full
    assert len(screens(store)) == 4


def test_what_is_named_is_left_alone() -> None:
    site, store = Site(office()), MapStore()
    explore(site, store, bounds=Bounds(keep_out=("settings",)))
    assert not {node for node in screens(store) if node.startswith("/settings")}
    assert "Settings" not in site.touched


def test_pages_of_errors_lead_nowhere() -> None:
    pages = {
        "/": Page("Home", (Link("Broken", "/broken"), Link("Help", "/help"))),
        "/broken": Page("Server error", (Link("Deeper", "/deeper"),), status="500"),
        "/deeper": Page("Deeper"),
        "/help": Page("Help"),
    }
    store = MapStore()
    walked = explore(Site(pages), store)
    assert walked.claimed == "complete"
    assert screens(store) == {"/", "/help"}
    assert store.load(ORIGIN).nodes["/broken"].dead


def test_a_start_page_that_is_an_error_is_no_map() -> None:
    walked = explore(Site({"/": Page("Error response", status="404")}), MapStore())
    assert walked.claimed == "infeasible"


@pytest.mark.parametrize("stop", [1, 4, 9])
def test_it_goes_on_from_the_map_after_a_crash(stop: int, tmp_path: Path) -> None:
    with MapStore(tmp_path / "whole.sqlite") as store:
        explore(Site(office()), store)
        whole = store.load(ORIGIN)
    with MapStore(tmp_path / "map.sqlite") as store:
        first = explore(Site(office()), store, stop)
        assert first.claimed == ""
        seen = _counts(store.load(ORIGIN))
    with MapStore(tmp_path / "map.sqlite") as store:
        assert explore(Site(office()), store).claimed == "complete"
        graph = store.load(ORIGIN)
    assert set(graph.nodes) == set(whole.nodes)
    assert {edge.target for edge in graph.edges.values()} == {edge.target for edge in whole.edges.values()}
    now = _counts(graph)
    assert all(now[edge] >= count for edge, count in seen.items()), "nothing that was counted is lost"


def _counts(graph: Graph) -> dict[object, int]:
    return {edge_id: edge.successes for edge_id, edge in graph.edges.items()}


def test_fresh_forgets_the_map_first() -> None:
    store = MapStore()
    explore(Site(office()), store)
    store.note(ORIGIN, "label", "old")
    found = explorer(store, fresh=True)
    walked = walk(found, Site(office()), "draw the map")
    assert walked.steps > 10
    assert found.began.screens == 0
    assert store.notes(ORIGIN) == {}


def test_a_picture_of_each_screen_is_kept_once() -> None:
    taken: list[str] = []

    def picture(screen: Screen) -> bytes:
        taken.append(screen.key.id)
        return screen.key.id.encode()

    store = MapStore()
    walk(Explorer(store, unguarded, picture=picture), Site(office()), "draw the map")
    assert sorted(taken) == sorted(OFFICE)
    assert store.pictures(ORIGIN)["/help"] == b"/help"


def test_a_snapshot_goes_on_where_it_was_taken() -> None:
    site, store = Site(office()), MapStore()
    one = explorer(store)
    transitions = walk(one, site, "draw the map", 5).transitions
    state = json.loads(json.dumps(one.snapshot()))
    other = explorer(store)
    other.restore(state)
    walked = walk(other, site, "draw the map", 100, transitions)
    assert walked.claimed == "complete"
    assert screens(store) == OFFICE
    assert walked.steps <= 20


def test_a_picture_with_something_over_the_screen_gives_way_to_one_without() -> None:
    taken: list[str] = []
    site = Site(office())
    bare = site.screen()
    covered = tuple(replace(one, visibility="covered") for one in bare.elements)
    veiled = replace(bare, observation=replace(bare.observation, elements=covered))

    def picture(screen: Screen) -> bytes:
        taken.append("veiled" if screen is veiled else "bare")
        return b"picture"

    found = Explorer(MapStore(), unguarded, picture=picture)
    for step, shown in enumerate((veiled, veiled, bare, veiled, bare)):
        found.decide(brief_of("draw the map", shown, step))
    assert taken == ["veiled", "bare"]
