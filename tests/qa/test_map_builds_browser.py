"""Two builds of a small site, each drawn in a real browser: the difference is what a person would say it is."""

from collections.abc import Generator, Mapping
from pathlib import Path

import pytest

from sextant.qa.map_drawing_run import MapRequest, begin_map
from sextant.settings import JournalSettings, Settings
from sextant.types.tasks import Budget
from sextant.utg.comparing.difference import Difference, compare
from sextant.utg.graph import Graph
from sextant.utg.names import address_of, name_of
from sextant.utg.store import MapStore
from tests.actors.toysite import Link, Page
from tests.support.served import Served

pytestmark = [pytest.mark.browser, pytest.mark.long]

HOME = Link("Home", "/")
FIRST: Mapping[str, Page] = {
    "/": Page("Club", (Link("Members", "/members"), Link("About us", "/about"), Link("Rules", "/rules")), h1="Club"),
    "/members": Page("Members", (HOME, Link("Fees", "/fees")), h1="Members", texts=("Forty people.",)),
    "/fees": Page("Fees", (HOME,), h1="Fees", texts=("Forty a year.", "Children pay half.")),
    "/about": Page("About us", (HOME, Link("Opening times", "/times")), h1="About us", texts=("By the railway.",)),
    "/times": Page("Opening times", (HOME,), h1="Opening times", texts=("Sunrise to sunset.", "Closed in frost.")),
    "/rules": Page("Rules", (HOME,), h1="Rules", texts=("Water before ten.",)),
}
SECOND: Mapping[str, Page] = {
    "/": Page("Club", (Link("Members", "/members"), Link("The club", "/about"), Link("News", "/news")), h1="Club"),
    "/members": Page("Members", (HOME, Link("Fees", "/fees")), h1="Members", texts=("Fifty people.",)),
    "/fees": Page("What it costs", (HOME,), h1="What it costs", texts=("Forty a year.", "Children pay half.")),
    "/about": Page("About us", (HOME, Link("Opening times", "/visit")), h1="About us", texts=("By the railway.",)),
    "/visit": Page("Opening times", (HOME,), h1="Opening times", texts=("Sunrise to sunset.", "Closed in frost.")),
    "/news": Page("News", (HOME,), h1="News", texts=("A new shed.",)),
}
SCREENS = {
    ("renamed", "/fees", "/fees"),
    ("moved", "/times", "/visit"),
    ("removed", "/rules", ""),
    ("added", "", "/news"),
}
TRANSITIONS = {
    ("relabelled", "About us", "The club"),
    ("removed", "Rules", ""),
    ("added", "", "News"),
}


@pytest.fixture
def site() -> Generator[Served]:
    served = Served(FIRST)
    yield served
    served.close()


def drawn(site: Served, folder: Path) -> Graph:
    settings = Settings(budget=Budget(max_steps=60), journal=JournalSettings(folder / "runs"))
    summary = begin_map(MapRequest(f"web:{site.url}"), settings).go()
    assert summary.finished == "complete", summary.reason
    with MapStore(folder / "maps.sqlite") as store:
        return store.load(summary.app)


def told(found: Difference) -> tuple[set[tuple[str, str, str]], set[tuple[str, str, str]]]:
    screens = {
        (one.change, address_of(one.old) if one.old else "", address_of(one.new) if one.new else "")
        for one in found.screens
    }
    ways = {
        (one.change, one.old.label if one.old else "", one.new.label if one.new else "") for one in found.transitions
    }
    return screens, ways


def test_what_changed_between_two_builds_that_were_drawn(site: Served, tmp_path: Path) -> None:
    before = drawn(site, tmp_path / "one")
    again = drawn(site, tmp_path / "again")
    assert not compare(before, again).changed
    site.pages = SECOND
    after = drawn(site, tmp_path / "two")
    assert told(compare(before, after)) == (SCREENS, TRANSITIONS), [name_of(node) for node in after.nodes.values()]
