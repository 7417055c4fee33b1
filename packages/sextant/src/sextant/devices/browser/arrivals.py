"""Judges what a tab shows: some pages take the place of the app's without a request that could be held.

They come from a cache that was filled ahead, from the back/forward cache, from a service worker, or from no server at
all (`blob:`, `about:blank`).
"""

from collections.abc import Callable, Mapping
from typing import Any

from sextant.devices.browser.cdp import Session

__all__ = ["author_of", "turn_back"]

_WEB = ("http://", "https://")


def author_of(document: Mapping[str, Any], opener: str = "") -> str:
    """Return a web address of the origin whose document a main frame shows; empty if no site made it.

    A `blob:` page and an empty page belong to the origin that made them; an empty page with an origin of its own
    belongs to `opener`, the address of the frame that opened the tab. The browser's own error pages are nobody's.
    """
    address = str(document.get("url", ""))
    if document.get("unreachableUrl"):
        return ""
    if address.startswith(_WEB):
        return address
    made = address.removeprefix("blob:") if address.startswith("blob:") else str(document.get("securityOrigin", ""))
    return next((one for one in (made, opener) if one.startswith(_WEB)), "")


async def turn_back(session: Session, owns: Callable[[str], bool]) -> bool:
    """Go back to the last own page of a tab's history; return whether there is one."""
    history = await session.send("Page.getNavigationHistory")
    before = history["entries"][: int(history["currentIndex"])]
    entry = next((entry for entry in reversed(before) if owns(str(entry["url"]))), None)
    if entry is not None:
        await session.send("Page.navigateToHistoryEntry", {"entryId": entry["id"]})
    return entry is not None
