"""An independent crawl: breadth first over every touch and scroll of a page, to prove how far away a screen is.

It shares nothing with the map, the navigator or the device: Playwright drives the page, a script of its own lists what
can be touched, and a state is told by its address, the text in the window and how far things are scrolled. Requests
that could change something (anything but GET) are refused, and what such a touch led to is not a state.
"""

import hashlib
import re
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urljoin, urlsplit

from sextant.elements.refs import collapse
from sextant.errors import DeviceLost
from sextant_bench.navigate_truth import Target, address_below

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request, Route

__all__ = ["Depths", "crawl"]

WIDTH, HEIGHT = 412, 915
_SETTLE_SECONDS = 5.0
_MOST_STATES = 5000
_TRIES = 4

_SCRIPT = (Path(__file__).parent / "navigate_crawl.js").read_text(encoding="utf-8").partition("\n")[2].strip()
"""An object of functions for the page."""


@dataclass(frozen=True, slots=True)
class Act:
    """A touch at a point of the window, or a scroll of the element with that number in the document."""

    name: str
    x: float = 0.0
    y: float = 0.0
    href: str = ""
    scroll: tuple[int, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """What shows: address, text in the window, and what else tells states apart."""

    address: str
    text: str
    rest: str

    @property
    def key(self) -> str:
        """Names the state; digits aside, for clocks and ages go on."""
        plain = re.sub(r"\d+", "0", self.text)
        return hashlib.sha256(f"{self.address}\n{plain}\n{self.rest}".encode()).hexdigest()[:20]

    def is_at(self, target: Target) -> bool:
        """Whether it is the target, by the truth's address and texts."""
        if re.fullmatch(target.at, address_below(self.address)) is None:
            return False
        text = _bare(self.text)  # a text may be drawn in pieces
        return all(_bare(wanted) in text for wanted in target.shows)


@dataclass
class Depths:
    """What a crawl found.

    Attributes:
        least: Fewest steps to a target, by its id.
        ways: The names of the steps.
        level: Every way of at most so many steps was walked, or led to a state that was seen before.
        states: Different states.
        acts: Steps taken in all, replays included.
        complete: False where a limit ended it early.
    """

    least: dict[str, int] = field(default_factory=dict[str, int])
    ways: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    level: int = 0
    states: int = 0
    acts: int = 0
    complete: bool = True


def crawl(start: str, targets: Sequence[Target], report: Callable[[str], None]) -> Depths:
    """Walks every way from the start page that is shorter than the longest of the targets' paths, then their paths.

    A target that is as far as the longest path says, and not nearer, is proven by walking its own path by name.
    """
    found = Depths()
    deepest = max(target.steps for target in targets)
    with _page(found) as walker:
        frontier: list[tuple[Act, ...]] = [()]
        seen = {walker.at(start, ()).key}
        while found.level < deepest - 1 and frontier and len(seen) < _MOST_STATES:
            frontier = _level(walker, start, frontier, seen, targets, found)
            report(f"{urlsplit(start).port}: {found.level} steps, {len(seen)} states, {len(found.least)} targets")
        found.complete = found.level >= deepest - 1 or not frontier
        for target in targets:
            if target.id not in found.least and target.steps > found.level and _leads(walker, start, target):
                found.least[target.id], found.ways[target.id] = target.steps, target.path
        found.states = len(seen)
    return found


def _level(
    walker: "_Walker",
    start: str,
    frontier: Sequence[tuple[Act, ...]],
    seen: set[str],
    targets: Sequence[Target],
    found: Depths,
) -> list[tuple[Act, ...]]:
    """Every step from every state of one level; gives the ways to the new states."""
    after: list[tuple[Act, ...]] = []
    for way in frontier:
        here = walker.at(start, way)
        for act in walker.acts():
            if walker.known(act, here):
                continue
            there = walker.take(act)
            if there is not None and there.key not in seen:
                seen.add(there.key)
                after.append((*way, act))
                for target in targets:
                    if target.id not in found.least and there.is_at(target):
                        found.least[target.id] = len(way) + 1
                        found.ways[target.id] = tuple(one.name for one in (*way, act))
            if there is None or there.key != here.key:
                walker.at(start, way)
    found.level += 1
    return after


def _leads(walker: "_Walker", start: str, target: Target) -> bool:
    """Whether the target's own path leads there; where several things bear a name, one of the first few."""
    ways: list[tuple[Act, ...]] = [()]
    for name in target.path:
        longer: list[tuple[Act, ...]] = []
        for way in ways:
            walker.at(start, way)
            longer += [(*way, act) for act in _named(walker.acts(), collapse(name))]
        ways = longer[:9]
    return any(walker.at(start, way).is_at(target) for way in ways)


def _named(acts: Sequence[Act], name: str) -> list[Act]:
    """The first few of that name; where there is none, of names that begin so: links may hold ages and descriptions."""
    same = [one for one in acts if collapse(one.name) == name]
    return (same or [one for one in acts if collapse(one.name).startswith(f"{name} ")])[:3]


class _Walker:
    """A page that is taken to states: from the start page, step by step, without anything that was kept."""

    def __init__(self, page: "Page", found: Depths) -> None:
        self._page, self._found = page, found
        self._refused = self._requests = 0
        self._links: set[tuple[str, str]] = set()
        page.route("**/*", self._gate)
        page.on("dialog", lambda dialog: dialog.dismiss())

    def _gate(self, route: "Route", request: "Request") -> None:
        own = urlsplit(request.url).hostname == "127.0.0.1"
        if request.method == "GET" and own:
            self._requests += 1
            route.continue_()
        else:
            self._refused += request.method != "GET" or request.is_navigation_request()
            route.abort()

    def at(self, start: str, way: tuple[Act, ...]) -> Seen:
        """Goes to the state at the end of a way."""
        self._page.goto("about:blank")
        self._page.context.clear_cookies()
        self._load(start)
        self._settle()
        for act in way:
            self._do(act)
        return self._seen()

    def _load(self, address: str) -> None:
        """Loads a document; a connection that a busy machine dropped is made again."""
        from playwright.sync_api import Error

        for left in reversed(range(_TRIES)):
            try:
                self._page.goto(address)
            except Error as e:
                if not left:
                    raise DeviceLost(f"The page {address!r} could not be loaded for the crawl: {e}") from e
            else:
                return

    def acts(self) -> list[Act]:
        """Everything that can be done here."""
        raw = cast("list[dict[str, Any]]", self._page.evaluate(f"{_SCRIPT}.touchable()"))
        mine = [one for one in raw if not one["out"] and _inside(str(one["href"]), self._page.url)]
        taps = [Act(one["name"], one["x"], one["y"], one["href"]) for one in mine]
        scrolls = cast("list[list[Any]]", self._page.evaluate(f"{_SCRIPT}.scrollers()"))
        return [*taps, *(Act(f"(scroll {one[3]})", scroll=(one[0], one[1], one[2])) for one in scrolls)]

    def known(self, act: Act, here: Seen) -> bool:
        """Whether a link like this one was followed before: another document, or the same route with the same menus.

        A link to another document leads to the same state wherever it stands. Within a document the state of what
        is unfolded matters too.
        """
        if not act.href or act.href.endswith("#"):
            return False  # a link to nowhere does something on the page: a tab
        other = _document(act.href) != _document(here.address)
        key = (act.href, "" if other else here.rest.partition("|")[0] + ("menu" if act.x < WIDTH / 2 else ""))
        if key in self._links:
            return True
        self._links.add(key)
        return False

    def take(self, act: Act) -> Seen | None:
        """Does it; None where it asked for more than a look, or left the app."""
        refused = self._refused
        self._do(act)
        if self._refused > refused or urlsplit(self._page.url).hostname != "127.0.0.1":
            return None
        return self._seen()

    def _do(self, act: Act) -> None:
        self._found.acts += 1
        if act.scroll is not None:
            self._page.evaluate(f"place => {_SCRIPT}.scroll(place)", list(act.scroll))
        else:
            self._page.touchscreen.tap(act.x, act.y)
        self._settle()

    def _settle(self) -> None:
        """Until text and address stay the same between looks and no request has begun in between."""
        from playwright.sync_api import Error

        deadline, before = time.monotonic() + _SETTLE_SECONDS, ("", -1)
        quiet = 0
        while time.monotonic() < deadline and quiet < 3:
            self._page.wait_for_timeout(60)
            try:
                self._page.wait_for_load_state("load", timeout=3000)
                now = (self._seen().key, self._requests)
            except Error:
                continue  # between two documents
            quiet = quiet + 1 if now == before else 0
            before = now

    def _seen(self) -> Seen:
        address, text, rest = cast("list[str]", self._page.evaluate(f"{_SCRIPT}.seen()"))
        return Seen(address, text, rest)


def _bare(text: str) -> str:
    return "".join(text.split()).casefold()


def _document(address: str) -> str:
    return address.partition("#")[0]


def _inside(href: str, page: str) -> bool:
    if not href:
        return True
    parts = urlsplit(urljoin(page, href))
    return parts.scheme in ("http", "https") and parts.netloc == urlsplit(page).netloc


@contextmanager
def _page(found: Depths) -> Generator[_Walker]:
    from playwright.sync_api import sync_playwright

    from sextant.devices.browser.executable import find_executable

    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=find_executable().path, args=flags)
        try:
            context = browser.new_context(
                viewport={"width": WIDTH, "height": HEIGHT},
                is_mobile=True,
                has_touch=True,
                locale="en-US",
                accept_downloads=False,
                service_workers="block",
            )
            yield _Walker(context.new_page(), found)
        finally:
            browser.close()
