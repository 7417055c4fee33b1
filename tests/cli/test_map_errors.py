"""What is wrong with an app is told by every command about its map alike: which link, where, to which address."""

from collections.abc import Generator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from sextant.cli.link_errors import broken_lines, error_counts
from sextant.cli.options import settings_of
from sextant.qa.map_reader import Map
from sextant.qa.stored_maps import find_map
from sextant.types.screens import ScreenKey
from sextant.utg.broken_links import BrokenLink
from sextant.utg.counts import ORIGINS
from sextant.utg.files.exported import map_json
from tests.cli.test_commands import run
from tests.support.counting import CountingSite
from tests.utg.builds import node
from tests.utg.test_broken import broken_shop

NAV = '<nav><a href="/">Home</a> <a href="/notes">Notes</a></nav>'
PAGES = {
    "/": f'<title>Home</title>{NAV}<main><h1>Home</h1><a href="/old">Old catalogue</a> <a href="/leaf">Leaf</a></main>',
    "/notes": f'<title>Notes</title>{NAV}<main><h1>Notes</h1><a href="/terms">Terms</a></main>',
    "/leaf": "<title>Leaf</title><main><h1>Leaf</h1><p>Nothing leads on from here.</p></main>",
}
BROKEN = {("Old catalogue", "Home", "/old", "404"), ("Terms", "Notes", "/terms", "404")}


class Shop(CountingSite):
    def answer(self, handler: BaseHTTPRequestHandler, method: str) -> None:
        if handler.path in PAGES:
            self.say(handler, f"<!doctype html>{PAGES[handler.path]}")
        else:
            handler.send_error(404)


@pytest.fixture
def shop() -> Generator[str]:
    served = Shop()
    yield served.url.rstrip("/")
    served.close()


@pytest.mark.browser
@pytest.mark.long
def test_two_broken_links_are_told_alike_by_every_command(shop: str, state: Path, tmp_path: Path) -> None:
    drawn = run("map", f"web:{shop}", "--json")
    assert drawn.code == 0, drawn.err
    lines = [line.split() for line in drawn.err.splitlines() if line.endswith("to try")]
    assert [line[0] for line in lines if line[0] != "!"] == ["1", "2", "3"], "the first screen is listed"
    assert lines[0][1] == "Home"
    assert {tuple(line[1:3]) for line in lines if line[0] == "!"} == {("404", "/old"), ("404", "/terms")}
    for line in ("'Old catalogue' on Home -> /old (404)", "'Terms' on Notes -> /terms (404)"):
        assert line in drawn.err
    page = str(tmp_path / "map.html")
    told = [drawn.json, run("map", "stats", shop, "--json").json, run("map", "show", shop, "-o", page, "--json").json]
    told += run("map", "list", "--json").json["maps"]
    for one in told:
        assert (one["screens"], one["error_pages"], one["transitions"]) == (3, 2, told[0]["transitions"])
        found = {(link["label"], link["screen"], link["address"], link["status"]) for link in one["broken_links"]}
        assert found == BROKEN
    assert [one["name"] for one in told[1]["dead_ends"]] == ["Leaf"]
    stats = run("map", "stats", shop).out
    assert "2 of 3 lead to each other without going back" in stats
    assert "'Terms' on Notes -> /terms (404)" in stats
    again = run("map", f"web:{shop}", "--json")
    assert "3  already on the map" in again.err
    assert (again.json["screens"], again.json["new_screens"], len(again.json["broken_links"])) == (3, 0, 2)


def test_a_map_in_a_file_tells_its_broken_links(tmp_path: Path, state: Path) -> None:
    path = tmp_path / "shop.json"
    path.write_text(map_json(broken_shop()), encoding="utf-8")
    shown = run("map", "show", str(path), "-o", str(tmp_path / "map.html"))
    assert "(2 screens, 2 error pages, 3 transitions" in shown.out
    assert "'Moved' on Home -> /moved (410 at /gone)" in shown.out
    assert "'The old one' on Help -> /old (404); known by its address, not tried" in shown.out
    page = (tmp_path / "map.html").read_text(encoding="utf-8")
    assert "<dt>screens</dt><dd>2</dd>" in page
    taken = run("map", "import", str(path), "--json").json
    assert (taken["screens"], taken["transitions"]) == (2, 3)
    listed = run("map", "list").out.splitlines()
    assert listed[1].split()[1:5] == ["2", "3", "2", "3"], "screens, transitions, error pages, broken links"


def test_the_page_counts_the_origins_that_a_drawing_noted(tmp_path: Path, state: Path) -> None:
    graph = broken_shop()
    graph.put(replace(node("till", "Till", "/till", ()), key=ScreenKey("http://pay.test", "till", "/till")))
    path, out = tmp_path / "shop.json", tmp_path / "map.html"
    path.write_text(map_json(graph, {ORIGINS: "http://pay.test"}), encoding="utf-8")
    assert run("map", "show", str(path), "-o", str(out), "--json").json["screens"] == 3
    assert "<dt>screens</dt><dd>3</dd>" in out.read_text(encoding="utf-8")
    written = Map(find_map(str(path), settings_of(None))).write(tmp_path / "written.html")
    assert "<dt>screens</dt><dd>3</dd>" in written.read_text(encoding="utf-8")


def test_a_link_on_many_screens_is_one_line_and_many_lines_are_cut() -> None:
    def link(label: str, screen: str, instance: str = "") -> BrokenLink:
        return BrokenLink(label, screen, screen, instance, f"/{label}", f"/{label}", "404", tried=True)

    assert broken_lines([link("terms", screen) for screen in ("A", "B", "C", "D", "E")]) == [
        "'terms' on A, B, C and 2 more -> /terms (404)"
    ]
    assert broken_lines([link("terms", "Item", "7")]) == ["'terms' on Item [7] -> /terms (404)"]
    lines = broken_lines([link(str(number), "A") for number in range(20)])
    assert (len(lines), lines[-1]) == (13, "and 8 more (--json)")
    assert error_counts(0) == []
    assert error_counts(1, 1) == ["1 error page", "1 page of another site"]
    assert error_counts(2, 3) == ["2 error pages", "3 pages of other sites"]
