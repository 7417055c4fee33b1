"""Reading ahead: pages of the app are fetched in the background, in the session of the browser, and never shown.

`Network.loadNetworkResource` loads an address with the browser's own cookies and runs nothing of it. What may be asked
for is decided by the caller; a GET can do harm as well.
"""

import asyncio
import base64
import contextlib
from collections import deque
from collections.abc import Iterable
from html.parser import HTMLParser
from typing import Any, Final
from urllib.parse import urldefrag, urljoin

from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.tabs import Tab
from sextant.errors import DeviceFault
from sextant.types.pages import PageLink, ReadPage

__all__ = ["ReadAhead", "page_of"]

_AT_ONCE: Final = 2
_SECONDS: Final = 5.0
_LARGEST: Final = 1_000_000
"""Bytes of a page that are read; what comes after is left out."""
_CHUNK: Final = 256_000
_MOST_LINKS: Final = 500
_MOST_HEADINGS: Final = 20
_LONGEST: Final = 200
_HEADINGS: Final = {"h1": 1, "h2": 2, "h3": 3}
_SKIPPED: Final = frozenset({"script", "style", "template", "noscript", "svg"})


class ReadAhead:
    """The pages that are being fetched from one tab, a few at a time."""

    def __init__(self) -> None:
        self._wanted: deque[str] = deque()
        self._done: list[ReadPage] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, tab: Tab, addresses: Iterable[str]) -> None:
        """Begins to fetch pages; returns at once."""
        self._wanted.extend(addresses)
        while len(self._tasks) < min(_AT_ONCE, len(self._wanted)):
            task = asyncio.get_running_loop().create_task(self._work(tab))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def take(self) -> tuple[ReadPage, ...]:
        """The pages that came since the last call. One that could not be read has the status 0."""
        done, self._done = self._done, []
        return tuple(done)

    def stop(self) -> None:
        """Forgets what is still wanted."""
        self._wanted.clear()
        for task in self._tasks:
            task.cancel()

    async def _work(self, tab: Tab) -> None:
        while self._wanted:
            address = self._wanted.popleft()
            page = ReadPage(address, 0)
            with contextlib.suppress(ProtocolError, TimeoutError, DeviceFault):
                async with asyncio.timeout(_SECONDS):
                    page = await _fetched(tab, address)
            self._done.append(page)


async def _fetched(tab: Tab, address: str) -> ReadPage:
    options = {"disableCache": False, "includeCredentials": True}
    params = {"frameId": tab.main, "url": address, "options": options}
    resource = (await tab.session.send("Network.loadNetworkResource", params, _SECONDS))["resource"]
    status, stream = int(resource.get("httpStatusCode", 0)), resource.get("stream")
    if stream is None:
        return ReadPage(address, status)
    body = await _read(tab, str(stream), _is_html(resource.get("headers", {})))
    return await asyncio.to_thread(page_of, address, status, body) if body else ReadPage(address, status)


def _is_html(headers: dict[str, str]) -> bool:
    kinds = (value for name, value in headers.items() if name.casefold() == "content-type")
    return "html" in next(kinds, "").casefold()


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
    """What the HTML of a page says: its title, headings and links."""
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
    )


class _Parser(HTMLParser):
    """Picks out what `page_of` wants. Texts of nested elements belong to all that are open."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.title, self.login = "", False
        self.headings: dict[int, list[str]] = {1: [], 2: [], 3: []}
        self.links: list[PageLink] = []
        self._base = address
        self._skipped = 0
        self._open: dict[str, list[str]] = {}
        self._href = ""
        self._named = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
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
            self._open["a"] = []
        elif tag == "title" or tag in _HEADINGS:
            self._open[tag] = []

    def handle_endtag(self, tag: str) -> None:
        if tag in _SKIPPED:
            self._skipped = max(0, self._skipped - 1)
        elif tag == "a":
            self._end_link()
        elif tag in self._open:
            text = _collapsed(self._open.pop(tag))
            if tag == "title":
                self.title = self.title or text
            elif text and len(self.headings[_HEADINGS[tag]]) < _MOST_HEADINGS:
                self.headings[_HEADINGS[tag]].append(text)

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            for texts in self._open.values():
                texts.append(data)

    def _end_link(self) -> None:
        texts = self._open.pop("a", None)
        if texts is None or not self._href:
            return
        address = urldefrag(_joined(self._base, self._href)).url
        if address.startswith(("http://", "https://")):
            self.links.append(PageLink(address, self._named or _collapsed(texts)))
        self._href = ""


def _joined(base: str, href: str) -> str:
    try:
        return urljoin(base, href.strip())
    except ValueError:  # `http://[`
        return ""


def _collapsed(texts: Iterable[str]) -> str:
    return " ".join("".join(texts).split())[:_LONGEST]
