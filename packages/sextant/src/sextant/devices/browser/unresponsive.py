"""Pages that do not answer: what is still loading is stopped, and what never comes to an end is ended.

The browser ends a page's process on a thread that no script can hold. The page then stands as `crashed`, which a
gesture that loads anything recovers from. In a browser of somebody else's nothing is ended.
"""

import asyncio
import time
from collections.abc import Awaitable

from sextant.devices.browser.driver import Driver
from sextant.devices.browser.tabs import Tab
from sextant.devices.browser.touch import InputIgnored
from sextant.errors import DeviceLost

__all__ = ["MOST_DIALOGS", "RESCUE_SECONDS", "end_page", "or_given_up", "stop_loading"]

MOST_DIALOGS = 10
"""Dialogs in a row, each opened before the page came to rest after the last: no person gets out of more."""

RESCUE_SECONDS = 2.5
"""So much of a look's time is left for a page that has not answered till then."""

_CRASHING_SECONDS = 3.0


async def stop_loading(tab: Tab) -> None:
    """Stops what is loading. A server that never answers keeps the page before it from answering, too."""
    tab.session.post([("Page.stopLoading", {})])
    await asyncio.sleep(0.05)


async def or_given_up(driver: Driver, tab: Tab, work: Awaitable[str]) -> str:
    """What the work notes, or that it was given up: a page that takes no input is ended, what is loading is stopped."""
    try:
        return await work
    except InputIgnored as error:
        await end_page(driver, tab, str(error))
        return ""
    except TimeoutError as error:
        await stop_loading(tab)
        return f"given up: {error}"


async def end_page(driver: Driver, tab: Tab, why: str) -> None:
    """Ends the page's process and notes why.

    Raises:
        DeviceLost: It cannot be ended, or is not ours to end.
    """
    if not driver.attached_to_other:
        tab.session.post([("Page.crash", {})])
        deadline = time.monotonic() + _CRASHING_SECONDS
        while not tab.crashed and not tab.closed and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        if tab.crashed:
            tab.dialog = None
            driver.notes.append(f"{why}: its process was ended; loading it anew may help")
            return
    raise DeviceLost(f"The page failed: {why}.", "Resume the run later, or begin at another page.")
