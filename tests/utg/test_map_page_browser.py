"""The map page in a real browser: choosing, searching, ways, keys, a phone; no network, no error, labels inert."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page

from sextant.utg.graph import ANYWHERE, Edge, Graph, Trigger
from sextant.utg.page import map_page
from sextant.utg.page.words import anchor_id
from tests.support.chromium import chromium
from tests.utg.builds import build_one, node, walk
from tests.utg.test_map_page import NASTY, PNG, hostile

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


class Opened:
    """A page of a map with everything that went wrong on it."""

    def __init__(self, browser: Browser, folder: Path, graph: Graph, width: int = 1280, fragment: str = "") -> None:
        path = folder / "map.html"
        path.write_text(map_page(graph, {"home": PNG}), encoding="utf-8")
        self.context = browser.new_context(viewport={"width": width, "height": 800})
        self.context.set_default_timeout(15_000)
        self.page: Page = self.context.new_page()
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("dialog", self._said)
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(f"{path.as_uri()}{fragment}")

    def _said(self, dialog: Dialog) -> None:
        self.wrong.append(dialog.message)
        dialog.dismiss()

    def heading(self) -> str:
        return self.page.locator("article.shown h2").inner_text()


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    found = Opened(browser, tmp_path, build_one())
    yield found
    assert found.wrong == []
    assert [url for url in found.asked if not url.startswith(("file:", "data:"))] == []
    found.context.close()


def card(opened: Opened, node: str) -> str:
    return f'#chart a.card[href="#{anchor_id(node)}"]'


def test_a_click_opens_a_screen_and_marks_what_is_next_to_it(opened: Opened) -> None:
    opened.page.click(card(opened, "help-1"))
    assert opened.heading() == "Help"
    assert opened.page.url.endswith(anchor_id("help-1"))
    near = opened.page.locator("#chart a.card.near").count()
    assert near == 2  # home leads there, contact leads on to about
    opened.page.click("article.shown >> text=About")
    assert opened.heading() == "About"
    opened.page.keyboard.press("Escape")
    assert opened.page.locator("article.shown").count() == 0


def test_search_finds_what_stands_on_a_screen(opened: Opened) -> None:
    opened.page.keyboard.press("/")
    opened.page.keyboard.type("time zone")
    assert "1 screen" in opened.page.locator("#search output").inner_text()
    opened.page.keyboard.press("Enter")
    assert opened.heading() == "Settings"


def test_a_way_is_found_drawn_and_told(opened: Opened) -> None:
    opened.page.fill("#from", "Home")
    opened.page.fill("#to", "Privacy")
    opened.page.click("text=Show the way")
    assert opened.page.locator("#way li .by").all_inner_texts() == ["tap ‘Settings’", "tap ‘Privacy’"]
    assert opened.page.locator("#chart .mark.path").count() == 2
    assert f"#way:{anchor_id('home')}:{anchor_id('privacy')}" in opened.page.url
    opened.page.click("text=Turn round")
    assert "No known way" in opened.page.locator("#way").inner_text()
    opened.page.fill("#to", "Nowhere at all")
    opened.page.click("text=Show the way")
    assert "no screen" in opened.page.locator("#way").inner_text()


def test_the_keyboard_alone_is_enough(opened: Opened) -> None:
    opened.page.focus(card(opened, "home"))
    opened.page.keyboard.press("ArrowRight")
    focused = opened.page.evaluate("document.activeElement.getAttribute('href')")
    assert focused != f"#{anchor_id('home')}"
    opened.page.keyboard.press("Enter")
    assert opened.page.locator("article.shown").get_attribute("id") == focused[1:]
    opened.page.keyboard.press("t")
    assert opened.page.locator("#way li").count() == 1
    opened.page.keyboard.press("?")
    assert opened.page.locator("#help").get_attribute("open") is not None


def test_dragging_moves_and_is_no_click(opened: Opened) -> None:
    before = opened.page.evaluate("document.querySelector('#world').style.transform")
    box = opened.page.locator(card(opened, "notes")).bounding_box()
    assert box is not None
    opened.page.mouse.move(box["x"] + 20, box["y"] + 20)
    opened.page.mouse.down()
    opened.page.mouse.move(box["x"] + 120, box["y"] + 60, steps=4)
    opened.page.mouse.up()
    opened.page.wait_for_function("before => document.querySelector('#world').style.transform !== before", arg=before)
    assert opened.page.locator("article.shown").count() == 0
    opened.page.mouse.wheel(0, -300)
    opened.page.click("#whole")


def test_the_screen_under_the_pointer_shows_its_ways_and_leaves_no_trace(opened: Opened) -> None:
    opened.page.hover(card(opened, "help-1"))
    assert opened.page.locator("#chart.choosing .mark.in").count() == 1
    assert opened.page.locator("#chart .mark:not(.in)").count() == 1
    opened.page.hover("#side h2")
    assert opened.page.locator("#chart.choosing, #chart .mark, #chart a.card.near").count() == 0
    opened.page.click(card(opened, "help-1"))
    opened.page.hover(card(opened, "home"))
    assert opened.page.locator("#chart a.card.chosen").count() == 1  # what was chosen stays


SMALLEST = """() => [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility()
    && [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim()) && !one.closest('svg, script'))
    .map((one) => parseFloat(getComputedStyle(one).fontSize)
        * (one.closest('#world') ? new DOMMatrix(document.querySelector('#world').style.transform).a : 1))
    .reduce((least, size) => Math.min(least, size), 99)"""


ALL_IN_SIGHT = """() => {
    const frame = document.querySelector('#frame').getBoundingClientRect();
    return [...document.querySelectorAll('#chart .card')].map((card) => card.getBoundingClientRect()).every((box) =>
        box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.bottom <= frame.bottom + 1);
}"""


@pytest.mark.parametrize("width", [1440, 1280, 800, 412])
def test_no_letters_are_too_small_to_read(width: int, browser: Browser, tmp_path: Path) -> None:
    graph = build_one()
    for number in range(40):
        graph.put(node(f"more-{number}", f"Further screen {number}", f"/more/{number}", ()))
        walk(graph, "home" if number < 12 else f"more-{number - 12}", f"Further screen {number}", f"more-{number}")
    found = Opened(browser, tmp_path, graph, width=width)
    assert found.page.evaluate(SMALLEST) >= 12
    found.page.click("#whole")
    found.page.wait_for_function(ALL_IN_SIGHT)
    assert found.page.evaluate(SMALLEST) >= 12
    assert found.wrong == []
    found.context.close()


def test_on_a_phone_nothing_scrolls_sideways(browser: Browser, tmp_path: Path) -> None:
    found = Opened(browser, tmp_path, build_one(), width=390, fragment=f"#{anchor_id('notes')}")
    assert found.heading() == "Notes"
    assert found.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert found.wrong == []
    found.context.close()


@pytest.mark.parametrize("nasty", NASTY[:6])
def test_hostile_labels_do_nothing(nasty: str, browser: Browser, tmp_path: Path) -> None:
    graph = hostile(nasty)
    found = Opened(browser, tmp_path, graph, fragment=f"#{anchor_id(nasty)}")
    found.page.fill("#search input", nasty[:5])
    found.page.keyboard.press("Enter")
    found.page.keyboard.press("Escape")
    names = found.page.locator("#names option").evaluate_all("all => all.map(one => one.value)")
    found.page.fill("#from", names[0])
    found.page.fill("#to", names[1])
    found.page.click("text=Show the way")
    assert found.wrong == []
    assert found.page.locator("#chart a.card").count() == 2
    assert [url for url in found.asked if not url.startswith(("file:", "data:"))] == []
    found.context.close()


def test_a_step_that_works_everywhere_is_drawn_through_the_gaps(browser: Browser, tmp_path: Path) -> None:
    graph = build_one()
    graph.set(Edge(ANYWHERE, Trigger("home"), "home", successes=5))
    found = Opened(browser, tmp_path, graph, fragment=f"#way:{anchor_id('privacy')}:{anchor_id('home')}")
    assert found.page.locator("#way li").count() == 1
    line = found.page.locator("#chart .mark.path").get_attribute("d") or ""
    assert "L" not in line
    assert found.page.evaluate(BEHIND) == []
    assert found.wrong == []
    found.context.close()


BEHIND = """() => {
    const path = document.querySelector('#chart .mark.path'), cards = [...document.querySelectorAll('#chart .card')];
    const boxes = cards.map((card) => [card.offsetLeft - 32, card.offsetTop - 32, card.offsetWidth, card.offsetHeight]);
    const behind = [];
    for (let at = 0; at < path.getTotalLength(); at += 1) {
        const { x, y } = path.getPointAtLength(at);
        if (boxes.some(([left, top, w, h]) => x > left + 2 && x < left + w - 2 && y > top + 2 && y < top + h - 2))
            behind.push([x, y]);
    }
    return behind;
}"""
