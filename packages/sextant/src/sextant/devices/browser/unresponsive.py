"""Handles pages that do not answer: stops what is loading, and ends the process of a page that never finishes.

The browser ends a page's process on a thread that no script can block. The page is then `crashed`; a gesture that loads
anything recovers it. In another program's browser nothing is ended.
"""

import asyncio
import time
from collections.abc import Awaitable

from sextant.devices.browser.driver import Driver
from sextant.devices.browser.tabs import Tab
from sextant.devices.browser.touch import InputIgnored
from sextant.errors import DeviceLost

__all__ = ["MOST_DIALOGS", "RESCUE_SECONDS", "end_page", "run_or_end_page", "stop_loading"]

MOST_DIALOGS = 10
"""Dialogs in a row, each opened before the page came to rest after the last; a person could not escape more."""

RESCUE_SECONDS = 2.5
"""Seconds at the end of a look that are reserved for rescuing a page that has not answered."""

_CRASHING_SECONDS = 3.0


async def stop_loading(tab: Tab) -> None:
    """Stop loading. A server that never answers also blocks the page that is still shown."""
    tab.session.post([("Page.stopLoading", {})])
    await asyncio.sleep(0.05)


async def run_or_end_page(driver: Driver, tab: Tab, work: Awaitable[str]) -> str:
    """Return the note of the work; on a timeout, end a page that ignores input, or stop loading."""
    try:
        return await work
    except InputIgnored as error:
        await end_page(driver, tab, str(error))
        return ""
    except TimeoutError as error:
        await stop_loading(tab)
        return f"given up: {error}"


async def end_page(driver: Driver, tab: Tab, why: str) -> None:
    """End the page's process and note why.

    Raises:
        DeviceLost: It cannot be ended, or belongs to another program.
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
    raise DeviceLost(f"The page failed: {why}.", "Resume the run later, or start at another page.")
