"""The replay in a real browser: with and without JavaScript, by keyboard, on a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from sextant.journal import NOT_ACCEPTED, Privacy, RunStore
from sextant.journal.replay import render_replay
from tests.journal import sample
from tests.support.chromium import chromium
from tests.support.logs import stored

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    root = tmp_path_factory.mktemp("journal")
    journal = RunStore.open(root / "runs", privacy=Privacy(mask=sample.paint_over))
    with journal.read(sample.record(journal)) as record:
        (root / "replay.html").write_text(render_replay(record))
    return (root / "replay.html").as_uri()


def open_page(browser: Browser, address: str, width: int = 1280, script: bool = True) -> Page:
    context = browser.new_context(viewport={"width": width, "height": 844}, java_script_enabled=script)
    context.set_default_timeout(15_000)
    page = context.new_page()
    page.goto(address)
    return page


def current(page: Page) -> str:
    return page.locator(".list a[aria-current]").get_attribute("href") or ""


def test_it_reads_without_javascript(browser: Browser, address: str) -> None:
    page = open_page(browser, f"{address}#step-12", width=390, script=False)
    assert page.locator("#step-12 h2").is_visible()
    assert page.locator("#step-12 .before svg").is_visible()
    assert not page.locator("#search").is_visible()
    assert not page.locator("#pager").is_visible()
    # The toggle is the style sheet's.
    page.locator("#step-12 .flip label").nth(1).click()
    assert page.locator("#step-12 .after svg").is_visible()
    assert not page.locator("#step-12 .before svg").is_visible()
    page.context.close()


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_nothing_scrolls_sideways_and_nothing_is_refused(browser: Browser, address: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844})
    page = context.new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.locator("#step-14").scroll_into_view_if_needed()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert said == []
    assert [url for url in asked if not url.startswith(("data:", "file:"))] == []
    context.close()


def test_the_search_finds_why_an_answer_was_not_taken(browser: Browser, tmp_path: Path) -> None:
    journal = RunStore.open(tmp_path / "runs", privacy=Privacy(mask=sample.paint_over))
    first, second = sample.steps(pictures=False)[:2]
    with sample.begin(journal) as log:
        log.commit(first, stored())
        log.note(NOT_ACCEPTED, {"step": first.step, "place": "line 2", "reason": "the quince is missing"})
        log.commit(second, stored())
    with journal.read(log.run) as record:
        (tmp_path / "replay.html").write_text(render_replay(record))
    page = open_page(browser, (tmp_path / "replay.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("quince line")
    page.wait_for_function("document.querySelectorAll('.step:not([hidden])').length === 1")
    assert page.locator(f"#step-{first.step}").is_visible()
    assert page.locator(f"#step-{first.step}-not-accepted").is_visible()
    page.locator("#search input").fill("quincunx")
    page.wait_for_function("document.querySelectorAll('.step:not([hidden])').length === 0")
    assert not page.locator(f"#step-{first.step}-not-accepted").is_visible()
    page.context.close()


def test_the_keyboard_walks_and_searches(browser: Browser, address: str) -> None:
    page = open_page(browser, address)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("location.hash === '#step-3'")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("location.hash === '#step-2'")
    assert current(page) == "#step-2"
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("banner confirms")
    page.wait_for_function("document.querySelectorAll('.step:not([hidden])').length === 1")
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash === '#step-12'")
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--boxes')") == "hidden"
    page.context.close()


def test_a_step_has_an_address(browser: Browser, address: str) -> None:
    page = open_page(browser, f"{address}#step-9")
    page.wait_for_function(
        "Math.abs(document.getElementById('step-9').getBoundingClientRect().top - 24) < 4", timeout=10_000
    )
    assert current(page) == "#step-9"
    page.context.close()


def test_a_thumb_turns_pages_on_a_phone(browser: Browser, address: str) -> None:
    page = open_page(browser, address, width=390)
    page.locator("#next").click()
    page.locator("#next").click()
    page.wait_for_function("document.getElementById('place').textContent === 'Step 2 / 14'")
    page.keyboard.press("b")
    assert page.locator("#step-2 .after svg").is_visible()
    page.context.close()


def test_what_was_read_opens_by_sections_and_is_not_searched(browser: Browser, tmp_path: Path) -> None:
    journal = RunStore.open(tmp_path / "runs")
    prompt = {"step": 1, "text": "## Now\nfind the zeppelin\n\n## Screen\nquiet", "tokens": {"Now": 4, "Screen": 1}}
    with sample.begin(journal) as log:
        log.note("brief", prompt)
        log.commit(sample.steps(pictures=False)[0], stored())
    with journal.read(log.run) as record:
        (tmp_path / "replay.html").write_text(render_replay(record))
    page = open_page(browser, (tmp_path / "replay.html").as_uri(), width=390)
    assert not page.get_by_text("find the zeppelin").is_visible()
    page.locator(".read > summary").click()
    assert not page.get_by_text("find the zeppelin").is_visible()
    page.locator(".part > summary").first.click()
    assert page.get_by_text("find the zeppelin").is_visible()
    assert not page.get_by_text("quiet", exact=True).is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.keyboard.press("/")
    page.keyboard.type("zeppelin")
    page.wait_for_function("document.querySelectorAll('.step:not([hidden])').length === 0")
    page.context.close()
