"""Collects the text of a page's scripts, from the browser or from the page's own origin.

Only scripts that the page has loaded are fetched, and none is run.
"""

import asyncio
import base64
import contextlib
import time
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlsplit

from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.tabs import Tab
from sextant.errors import DeviceFault
from sextant.types.pages import PageScript

__all__ = ["Scripts"]

_SECONDS: Final = 10.0
_COMMAND: Final = 5.0
_MOST: Final = 300
_IN_ALL: Final = 12_000_000
"""Characters of all scripts together."""


class Scripts:
    """The scripts of one tab, collected once."""

    def __init__(self) -> None:
        self._task: asyncio.Task[tuple[PageScript, ...]] | None = None

    def ask(self, tab: Tab) -> tuple[PageScript, ...] | None:
        """Return the scripts; None while they are collected. The first call starts that."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(_collected(tab))
        if not self._task.done():
            return None
        return () if self._task.cancelled() or self._task.exception() is not None else self._task.result()

    def stop(self) -> None:
        """Cancel the collection."""
        if self._task is not None:
            self._task.cancel()


async def _collected(tab: Tab) -> tuple[PageScript, ...]:
    found: list[PageScript] = []
    room, end = _IN_ALL, time.monotonic() + _SECONDS
    with contextlib.suppress(ProtocolError, TimeoutError, DeviceFault):
        tree = (await tab.session.send("Page.getResourceTree", {}, _COMMAND))["frameTree"]
        origin = _origin(str(tree["frame"]["url"]))
        for address in [*dict.fromkeys(_addresses(tree))][:_MOST]:
            if room <= 0 or time.monotonic() > end:
                break
            text = await _text(tab, address, _origin(address) == origin)
            if text and len(text) <= room:
                found.append(PageScript(address, text))
                room -= len(text)
    return tuple(found)


def _addresses(tree: dict[str, Any]) -> Iterator[str]:
    """Yield the addresses of the page's own scripts, without those of frames."""
    for resource in tree.get("resources", []):
        if resource.get("type") == "Script" and str(resource.get("url", "")).startswith(("http://", "https://")):
            yield str(resource["url"])


async def _text(tab: Tab, address: str, own: bool) -> str:
    """Return a script's text; empty if the browser has dropped it and it may not be fetched."""
    with contextlib.suppress(ProtocolError, TimeoutError):
        params = {"frameId": tab.main, "url": address}
        reply = await tab.session.send("Page.getResourceContent", params, _COMMAND)
        content = str(reply.get("content", ""))
        return base64.b64decode(content).decode("utf-8", "replace") if reply.get("base64Encoded") else content
    if not own:
        return ""
    with contextlib.suppress(ProtocolError, TimeoutError):
        options = {"disableCache": False, "includeCredentials": True}
        params = {"frameId": tab.main, "url": address, "options": options}
        resource = (await tab.session.send("Network.loadNetworkResource", params, _COMMAND))["resource"]
        if resource.get("success") and resource.get("stream"):
            return await _streamed(tab, str(resource["stream"]))
    return ""


async def _streamed(tab: Tab, stream: str) -> str:
    parts: list[bytes] = []
    try:
        while sum(map(len, parts)) < _IN_ALL:
            reply = await tab.session.send("IO.read", {"handle": stream, "size": 1_000_000}, _COMMAND)
            data = str(reply.get("data", ""))
            parts.append(base64.b64decode(data) if reply.get("base64Encoded") else data.encode())
            if reply.get("eof"):
                break
    finally:
        tab.session.post([("IO.close", {"handle": stream})])
    return b"".join(parts).decode("utf-8", "replace")


def _origin(address: str) -> tuple[str, str]:
    parts = urlsplit(address)
    return parts.scheme, parts.netloc
