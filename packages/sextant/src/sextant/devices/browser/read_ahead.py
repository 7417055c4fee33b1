"""Reads pages of the app in the background, with the browser's cookies, without showing them.

`Network.loadNetworkResource` loads an address with the browser's cookies and runs none of its scripts. A page that
scripts build is opened in a hidden tab behind the same write gate, and never touched. The caller decides which
addresses may be read, since a GET can do harm, too.
"""

import asyncio
import base64
import contextlib
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any, Final
from urllib.parse import urldefrag, urljoin

from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.tabs import Tab
from sextant.errors import DeviceFault
from sextant.text.legible import shortened
from sextant.types.pages import PageLink, ReadPage

__all__ = ["ReadAhead", "page_of"]

_AT_ONCE: Final = 2
_SECONDS: Final = 5.0
_LARGEST: Final = 1_000_000
"""Bytes of a page that are read; the rest is left out."""
_CHUNK: Final = 256_000
_MOST_LINKS: Final = 500
_MOST_HEADINGS: Final = 20
_OK: Final = 200
_MOST_TEXTS: Final = 40
_LONGEST: Final = 200
_BUILDS: Final = 4.0
"""Seconds that the scripts of a page may take to build it."""
_BETWEEN: Final = 0.1
_STILL: Final = "sextant.quiet(60, 900)"
_HTML: Final = "document.documentElement.outerHTML"
_HEADINGS: Final = {"h1": 1, "h2": 2, "h3": 3}
_INLINE: Final = frozenset(  # structural: HTML elements
    {"abbr", "b", "bdi", "code", "em", "font", "i", "mark", "s", "small", "strong", "sub", "sup", "u", "wbr"}
)
"""Elements within a word; other elements are laid out apart, often by a style sheet only."""
_SKIPPED: Final = frozenset({"script", "style", "template", "noscript", "svg"})


Hidden = Callable[[], Awaitable[Tab | None]]


class ReadAhead:
    """The queue of pages to read with one tab, a few at a time."""

    def __init__(self) -> None:
        self._wanted: deque[str] = deque()
        self._done: list[ReadPage] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, tab: Tab, addresses: Iterable[str], hidden: Hidden | None = None) -> None:
        """Start to read pages and return at once. `hidden` provides the tab in which their scripts may run."""
        self._wanted.extend(addresses)
        while len(self._tasks) < min(1 if hidden else _AT_ONCE, len(self._wanted)):
            task = asyncio.get_running_loop().create_task(self._work(tab, hidden))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def take(self) -> tuple[ReadPage, ...]:
        """Return the pages read since the last call. An unreadable one has the status 0."""
        done, self._done = self._done, []
        return tuple(done)

    def stop(self) -> None:
        """Drop the queue and cancel what is being read."""
        self._wanted.clear()
        for task in self._tasks:
            task.cancel()

    async def _work(self, tab: Tab, hidden: Hidden | None) -> None:
        while self._wanted:
            address = self._wanted.popleft()
            page = ReadPage(address, 0)
            with contextlib.suppress(ProtocolError, TimeoutError, DeviceFault):
                async with asyncio.timeout(_SECONDS):
                    page = await _fetched(tab, address)
            if hidden is not None and page.status == _OK:
                with contextlib.suppress(ProtocolError, TimeoutError, DeviceFault):
                    async with asyncio.timeout(2 * _SECONDS):
                        page = await _built(await hidden(), page)
            self._done.append(page)


async def _fetched(tab: Tab, address: str) -> ReadPage:
    options = {"disableCache": False, "includeCredentials": True}
    params = {"frameId": tab.main, "url": address, "options": options}
    resource = (await tab.session.send("Network.loadNetworkResource", params, _SECONDS))["resource"]
    status, stream = int(resource.get("httpStatusCode", 0)), resource.get("stream")
    if stream is None:
        return ReadPage(address, status)
    body = await _read(tab, str(stream), _is_html(resource.get("headers", {})))
    return await asyncio.to_thread(page_of, address, status, body) if body else ReadPage(address, 0)


def _is_html(headers: dict[str, str]) -> bool:
    kinds = (value for name, value in headers.items() if name.casefold() == "content-type")
    return "html" in next(kinds, "").casefold()


async def _built(tab: Tab | None, page: ReadPage) -> ReadPage:
    """Return the page as its scripts build it."""
    if tab is None:
        return page
    tab.begin("")
    await tab.session.send("Page.navigate", {"url": page.address}, _SECONDS)
    end = time.monotonic() + _BUILDS
    html, before = "", None
    while time.monotonic() < end and html != before:
        begun = tab.activity.starts
        await tab.activity.wait_idle(end, lambda: tab.closed)
        await asyncio.sleep(max(0.0, min(tab.activity.shown_by, end) - time.monotonic()))
        try:
            await tab.ask(tab.contexts()[0], _STILL, _SECONDS)
            if tab.activity.idle and tab.activity.starts == begun:
                before, html = html, str(await tab.ask(tab.contexts()[0], _HTML, _SECONDS))
        except (ProtocolError, IndexError):  # between two documents
            before = None
        await asyncio.sleep(_BETWEEN)
    if not html:
        return page
    found = await asyncio.to_thread(page_of, tab.url, tab.status or page.status, html)
    return replace(found, address=page.address)


async def _read(tab: Tab, stream: str, wanted: bool) -> str:
    parts: list[bytes] = []
    try:
        while wanted and sum(map(len, parts)) < _LARGEST:
            reply: dict[str, Any] = await tab.session.send("IO.read", {"handle": stream, "size": _CHUNK}, _SECONDS)
            data = str(reply.get("data", ""))
            parts.append(base64.b64decode(data) if reply.get("base64Encoded") else data.encode())
            if reply.get("eof"):
                break
    finally:
        tab.session.post([("IO.close", {"handle": stream})])
    return b"".join(parts).decode("utf-8", "replace")


def page_of(address: str, status: int, html: str) -> ReadPage:
    """Parse the HTML of a page: title, headings, links and texts."""
    parser = _Parser(address)
    parser.feed(html)
    parser.close()
    return ReadPage(
        address,
        status,
        parser.title,
        tuple(parser.headings[1]),
        tuple([*parser.headings[2], *parser.headings[3]][:_MOST_HEADINGS]),
        tuple(parser.links[:_MOST_LINKS]),
        parser.login,
        tuple(parser.texts[:_MOST_TEXTS]),
        tuple(parser.selected),
    )


class _Parser(HTMLParser):
    """Extracts the parts for `page_of`. Text in nested elements counts for all that are open."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.title, self.login = "", False
        self.headings: dict[int, list[str]] = {1: [], 2: [], 3: []}
        self.links: list[PageLink] = []
        self.texts: list[str] = []
        self.selected: list[str] = []
        self._base = address
        self._skipped = 0
        self._open: dict[str, list[str]] = {}
        self._href = ""
        self._named = ""
        self._present = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        self._break(tag)
        if tag in _SKIPPED:
            self._skipped += 1
        elif tag == "base" and said.get("href"):
            self._base = urljoin(self._base, said["href"])
        elif tag == "input" and said.get("type", "").casefold() == "password":
            self.login = True
        elif tag == "img" and said.get("alt"):
            self.handle_data(f" {said['alt']} ")
        elif tag == "a":
            self._end_link()
            self._href, self._named = said.get("href", ""), said.get("aria-label") or ""
            self._present = said.get("aria-current", "false") != "false" or said.get("aria-selected") == "true"
            self._open["a"] = []
        elif tag == "button":
            self._present = said.get("aria-current", "false") != "false" or said.get("aria-selected") == "true"
            self._open["button"] = []
        elif tag == "title" or tag in _HEADINGS:
            self._open[tag] = []

    def handle_endtag(self, tag: str) -> None:
        self._break(tag)
        if tag in _SKIPPED:
            self._skipped = max(0, self._skipped - 1)
        elif tag == "a":
            self._end_link()
        elif tag in self._open:
            text = _collapsed(self._open.pop(tag))
            if tag == "title":
                self.title = self.title or text
            elif tag == "button":
                self.selected += [text] if text and self._present else []
            elif text and len(self.headings[_HEADINGS[tag]]) < _MOST_HEADINGS:
                self.headings[_HEADINGS[tag]].append(text)

    def _break(self, tag: str) -> None:
        if tag not in _INLINE:
            for texts in self._open.values():
                texts.append(" ")

    def handle_data(self, data: str) -> None:
        if self._skipped:
            return
        for texts in self._open.values():
            texts.append(data)
        text = "" if self._open or len(self.texts) >= _MOST_TEXTS else _collapsed([data])
        if len(text) > 1:
            self.texts.append(text)

    def _end_link(self) -> None:
        texts = self._open.pop("a", None)
        if texts is None:
            return
        text = self._named or _collapsed(texts)
        self.selected += [text] if text and self._present else []
        if not self._href:
            return
        address, fragment = urldefrag(_joined(self._base, self._href))
        if fragment.startswith(("/", "!")):  # a route, not a position on the page
            address = f"{address}#{fragment}"
        if address.startswith(("http://", "https://")):
            self.links.append(PageLink(address, text))
        self._href = ""


def _joined(base: str, href: str) -> str:
    try:
        return urljoin(base, href.strip())
    except ValueError:  # `http://[`
        return ""


def _collapsed(texts: Iterable[str]) -> str:
    return shortened(" ".join("".join(texts).split()), _LONGEST)
