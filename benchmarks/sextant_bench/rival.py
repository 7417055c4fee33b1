"""What the navigator has to beat: breadth first over links, words in common, no browser.

It reads the pages of an app once, and answers each goal with the page whose title, headings and links into it have most
of the goal's words; of equals the one it met first.
"""

import time
import urllib.error
import urllib.request
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.client import HTTPException
from http.cookiejar import CookieJar
from urllib.parse import urldefrag, urljoin

from sextant.addresses.origins import origin_of
from sextant.text import folded
from sextant_bench.navigate_truth import Target, address_below, same_place

__all__ = ["Page", "Reading", "answer", "read", "read_page"]

_MOST_PAGES = 400
_SECONDS = 20.0
_MOST_BYTES = 4_000_000
_LEAST_PAGES = 2
_HEADINGS = ("title", "h1", "h2", "h3")
_UNSEEN = ("script", "style", "template", "noscript")


@dataclass(slots=True)
class Page:
    """A page as its HTML has it.

    Attributes:
        named: Title and headings.
        links: Address and label of each link, in order.
        texts: Everything that stands on it.
        called: Labels of links that lead to it.
    """

    address: str
    named: list[str] = field(default_factory=list[str])
    links: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    texts: list[str] = field(default_factory=list[str])
    called: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class Reading:
    """The pages of an app in the order they were read, and how long that took."""

    pages: tuple[Page, ...]
    seconds: float

    @property
    def possible(self) -> bool:
        """Whether there was anything to read: an app that is built by scripts has one page without links."""
        return len(self.pages) >= _LEAST_PAGES


class _Parser(HTMLParser):
    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page, self._in, self._href, self._parts = page, "", "", list[str]()
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in _UNSEEN
        href = dict(attrs).get("href") if tag == "a" else None
        if tag in _HEADINGS or href:
            self._in, self._href, self._parts = tag, href or "", []

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in _UNSEEN and self._hidden > 0
        if tag != self._in:
            return
        text = " ".join(" ".join(self._parts).split())
        if tag == "a":
            self.page.links.append((urldefrag(urljoin(self.page.address, self._href)).url, text))
        else:
            self.page.named.append(text)
        self._in = ""

    def handle_data(self, data: str) -> None:
        if not self._hidden and data.strip():
            self.page.texts.append(data)
            self._parts.append(data)


def read_page(address: str, html: str) -> Page:
    """One page."""
    page = Page(address)
    _Parser(page).feed(html)
    return page


def read(start: str, most: int = _MOST_PAGES) -> Reading:
    """The pages of the site of `start`, nearest first, at most so many."""
    began = time.monotonic()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    waiting, asked, found = deque([start]), {start}, dict[str, Page]()
    called: dict[str, list[str]] = {}
    while waiting and len(found) < most:
        page = _fetched(opener, waiting.popleft())
        if page is None or page.address in found or origin_of(page.address) != origin_of(start):
            continue
        found[page.address] = page
        for address, label in page.links:
            called.setdefault(address, []).append(label)
            if address not in asked and origin_of(address) == origin_of(start):
                asked.add(address)
                waiting.append(address)
    for address, page in found.items():
        page.called = called.get(address, [])
    return Reading(tuple(found.values()), time.monotonic() - began)


def _fetched(opener: urllib.request.OpenerDirector, address: str) -> Page | None:
    try:
        with opener.open(address, timeout=_SECONDS) as response:
            if response.headers.get_content_type() != "text/html":
                return None
            charset = response.headers.get_content_charset() or "utf-8"
            return read_page(response.geturl(), response.read(_MOST_BYTES).decode(charset, "replace"))
    except (OSError, HTTPException, urllib.error.URLError, ValueError, LookupError):
        return None


def answer(reading: Reading, words: str) -> Page | None:
    """The page that has most of the words; None where no page has any."""
    wanted = _words([words])
    scored = [(len(wanted & _words((*page.named, *page.called))), page) for page in reading.pages]
    most = max((score for score, _ in scored), default=0)
    return next((page for score, page in scored if score == most), None) if most else None


def arrived(reading: Reading, target: Target) -> bool:
    """Whether its answer is the target, by the same truth that judges a visit."""
    page = answer(reading, target.words)
    return page is not None and same_place(target, address_below(page.address), page.texts)


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word for text in texts for word in folded(text).split())


def successes(reading: Reading, targets: Sequence[Target]) -> int:
    """How many targets its answers are."""
    return sum(arrived(reading, one) for one in targets)
