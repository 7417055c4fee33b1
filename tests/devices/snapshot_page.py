"""A Chromium for tests of the in-page pass: HTML in, `Assembled` out, through isolated worlds as a driver does it."""

import json
import os
import shutil
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, cast

from playwright.sync_api import Page, Route, sync_playwright

from sextant.devices.browser.snapshot import PAGE_JS, Assembled, FrameSnapshot, assemble
from sextant.types.geometry import Size
from sextant.types.screens import Element

EXECUTABLE = os.environ.get("SEXTANT_BROWSER_EXECUTABLE") or shutil.which("chromium") or shutil.which("google-chrome")
SIZE = Size(390, 844)
ORIGIN = "http://app.test/"
HEAD = '<!doctype html><meta charset=utf-8><meta name=viewport content="width=device-width"><title>Page</title>'
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]


class Looker:
    """Shows HTML at a phone's size and looks at it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._served: dict[str, str] = {}
        self._cdp = cast("Any", page.context.new_cdp_session(page))  # its stubs are not typed
        page.route("**/*", self._answer)

    def _answer(self, route: Route) -> None:
        body = self._served.get(route.request.url)
        route.fulfill(status=200 if body is not None else 404, content_type="text/html", body=body or "")

    def show(self, body: str, path: str = "", **frames: str) -> None:
        """Serves the body at `path` (and frames at their names) and goes there."""
        self._served = {f"{ORIGIN}{name}": HEAD + html for name, html in frames.items()}
        url = ORIGIN + path
        self._served[url.partition("#")[0]] = HEAD + body
        self.page.goto("about:blank")
        self.page.goto(url, wait_until="load")

    def look(self) -> Assembled:
        return assemble(self.frames(), SIZE)

    def see(self, body: str, path: str = "", **frames: str) -> Assembled:
        self.show(body, path, **frames)
        return self.look()

    def frames(self) -> list[FrameSnapshot]:
        found: list[FrameSnapshot] = []
        self._gather(self._command("Page.getFrameTree")["frameTree"], None, found)
        return found

    def raw(self) -> dict[str, Any]:
        """The main frame's answer, parsed."""
        return cast("dict[str, Any]", json.loads(self.frames()[0].raw))

    def _gather(self, tree: dict[str, Any], parent: int | None, found: list[FrameSnapshot]) -> None:
        frame, place = tree["frame"], len(found)
        raw = self.evaluate(f"({PAGE_JS})({{}})", frame["id"])
        found.append(FrameSnapshot(str(raw), str(frame["url"]), str(frame.get("name", "")), parent))
        for child in tree.get("childFrames", ()):
            self._gather(child, place, found)

    def evaluate(self, expression: str, frame: str = "") -> object:
        """The value of an expression in an isolated world of that frame, the main one if it is not named."""
        frame = frame or self._command("Page.getFrameTree")["frameTree"]["frame"]["id"]
        world = self._command("Page.createIsolatedWorld", {"frameId": frame, "worldName": "t"})
        answer = self._command(
            "Runtime.evaluate",
            {"expression": expression, "contextId": world["executionContextId"], "returnByValue": True},
        )
        return answer["result"].get("value")

    def cpu_ms(self) -> float:
        """Processor time of the page's thread for one pass."""
        before = self._ticks()
        self.evaluate(f"({PAGE_JS})({{}})")
        return self._ticks() - before

    def _ticks(self) -> float:
        self._command("Performance.enable", {"timeDomain": "threadTicks"})
        found = self._command("Performance.getMetrics")["metrics"]
        return next(float(metric["value"]) for metric in found if metric["name"] == "TaskDuration") * 1000

    def _command(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        return self._cdp.send(method, params)


@contextmanager
def looking() -> Generator[Looker]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=EXECUTABLE, args=FLAGS)
        context = browser.new_context(
            viewport={"width": int(SIZE.width), "height": int(SIZE.height)}, has_touch=True, is_mobile=True
        )
        yield Looker(context.new_page())
        browser.close()


def only(seen: Assembled, pick: Callable[[Element], bool]) -> Element:
    """The one element that `pick` accepts."""
    found = [element for element in seen.elements if pick(element)]
    assert len(found) == 1, [(e.role, e.text, e.name) for e in seen.elements]
    return found[0]


def role(seen: Assembled, name: str) -> Element:
    """The one element of that role."""
    return only(seen, lambda element: element.role == name)


def text(seen: Assembled, words: str) -> Element:
    """The one element whose text is exactly that."""
    return only(seen, lambda element: element.text == words)


def texts(seen: Assembled) -> list[str]:
    return [element.text for element in seen.elements if element.text]
