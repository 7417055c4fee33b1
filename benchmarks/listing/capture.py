"""Freezes screens of apps that are served: `capture.py NAME ADDRESS`; the screens of NAME stand in `screens.toml`."""

import gzip
import shutil
import sys
import tomllib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page, Route, sync_playwright

HERE = Path(__file__).parent


def main(app: str, address: str) -> None:
    """Writes a page and its picture for each screen, and says how far the frozen page's picture is from the app's."""
    screens = tomllib.loads((HERE / "screens.toml").read_text())["screen"]
    freeze = (HERE / "freeze.js").read_text().split("\n", 2)[2]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        pages: dict[tuple[int, int], Page] = {}
        for screen in (one for one in screens if one["app"] == app):
            wide, high = size = tuple(screen.get("size", (412, 915)))
            if size not in pages:
                pages[size] = page = window(browser, wide, high)
                for deed in screen.get("first", []):
                    do(page, address, deed)
            page = pages[size]
            try:
                for deed in screen["do"]:
                    do(page, address, deed)
                page.wait_for_timeout(800)
                picture = page.screenshot()
                text = page.evaluate(freeze)
            except Exception as error:  # noqa: BLE001 - reported, and the next screen is tried
                print(screen["id"], "FAILED", str(error)[:300], flush=True)
                continue
            packed = gzip.compress(text.encode(), mtime=0)
            (HERE / "screens" / f"{screen['id']}.html.gz").write_bytes(packed)
            live = Image.open(BytesIO(picture)).convert("RGB")
            again = window(browser, wide, high)
            again.route("**/*", answer(text))
            again.goto(address + "/frozen" + screen.get("fragment", ""))
            again.wait_for_timeout(1500)
            frozen = Image.open(BytesIO(again.screenshot())).convert("RGB")
            again.context.close()
            frozen.quantize(64).save(HERE / "pictures" / f"{screen['id']}.png", optimize=True)
            differ = ImageChops.difference(live, frozen).convert("L").point(lambda v: 255 * (v > 40)).histogram()[255]
            print(screen["id"], len(packed), f"{differ / (live.width * live.height):.3%}", flush=True)
        browser.close()


def window(browser: Browser, wide: int, high: int) -> Page:
    """A page in a context of its own, without the app's workers."""
    context = browser.new_context(
        viewport={"width": wide, "height": high}, has_touch=True, is_mobile=wide < 600, locale="en-US"
    )
    page = context.new_page()
    page.set_default_timeout(20000)
    return page


def answer(text: str) -> Callable[[Route], None]:
    """Answers every request with one page."""
    return lambda route: route.fulfill(body=text, content_type="text/html; charset=utf-8")


def do(page: Page, address: str, deed: dict[str, str]) -> None:
    """One deed: `open` a path, `tap` a selector or a text, `fill` a selector with `text`, `wait` for a text."""
    if "open" in deed:
        page.goto(address + deed["open"], wait_until="load")
    elif "tap" in deed:
        page.locator(deed["tap"]).first.click()
    elif "fill" in deed:
        page.locator(deed["fill"]).first.fill(deed["text"])
    elif "wait" in deed:
        page.get_by_text(deed["wait"]).first.wait_for()
    elif "scroll" in deed:
        page.mouse.wheel(0, int(deed["scroll"]))


if __name__ == "__main__":
    main(*sys.argv[1:3])
