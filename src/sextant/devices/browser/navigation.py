"""Addresses, history and apps: what the keys of a phone do."""

import asyncio
import contextlib
import time
from dataclasses import dataclass
from typing import Any

from sextant.devices.browser import touch
from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.tabs import Tab
from sextant.errors import DeviceUnreachable
from sextant.text import folded

_DROPPED = frozenset(
    {f"net::ERR_{what}" for what in ("CONNECTION_RESET", "CONNECTION_CLOSED", "SOCKET_NOT_CONNECTED", "EMPTY_RESPONSE")}
)
"""What becomes of a connection to a server that has only just come up, or that is busy."""
_LEFT = "this left the page: what it held in memory alone is gone"
_RELOADED = "this loaded the start page anew: what it held in memory alone is gone"
_TRIES, _BETWEEN_TRIES = 10, 1.0
"""So often the start page is asked for, and seconds between."""


async def navigate(driver: Driver, tab: Tab, url: str) -> str:
    """Goes to an address; returns what went wrong, empty if nothing did."""
    tab.crashed = False  # what is loaded now starts a new process
    reply = await _unless_dialog(driver, tab, "Page.navigate", {"url": url, "transitionType": "typed"})
    error = str((reply or {}).get("errorText", ""))
    return "" if error in ("", "net::ERR_ABORTED") else error


async def open_start_page(driver: Driver, tab: Tab) -> None:
    """Goes to the start page for the first time; a connection that was dropped on the way is made again.

    Raises:
        DeviceUnreachable: Nobody answers there.
    """
    error = await navigate(driver, tab, driver.settings.url)
    for _ in range(_TRIES - 1):
        if error not in _DROPPED:
            break
        await asyncio.sleep(_BETWEEN_TRIES)
        error = await navigate(driver, tab, driver.settings.url)
    if error:
        raise DeviceUnreachable(
            f"The page {driver.settings.url!r} cannot be opened ({error}).",
            "Check the address, and that its server runs.",
        )
    with contextlib.suppress(ProtocolError):
        await tab.session.send("Page.resetNavigationHistory")


async def _unless_dialog(driver: Driver, tab: Tab, method: str, params: dict[str, Any]) -> dict[str, Any] | None:
    """The reply, or None once a dialog (leaving a page may ask) stands in the way."""
    future = tab.session.post([(method, params)])[0]
    deadline = time.monotonic() + driver.settings.limits.start
    while not future.done():
        if tab.dialog is not None or tab.challenge is not None or tab.closed:
            return None
        if time.monotonic() > deadline:
            raise TimeoutError
        await asyncio.wait([future], timeout=0.05)
    return future.result()


async def go_back(driver: Driver, tab: Tab) -> str:
    """One step back: a dialog of the page is closed, else history goes back; a tab that another opened closes.

    Where that leaves a page that was used and has no step of its own in history, the note says what may be lost.
    """
    if tab.crashed:
        tab.crashed = False
        await tab.session.send("Page.reload")
        return "reloaded the crashed page"
    place = await _place(tab)
    if place.open:
        await touch.press_escape(tab, driver.settings.limits.command)
        return ""
    current, entries = await _history(tab)
    before = [entry for entry in entries[:current] if entry["url"] != "about:blank"]
    if before:
        await _unless_dialog(driver, tab, "Page.navigateToHistoryEntry", {"entryId": before[-1]["id"]})
        return _LEFT if place.touched and not place.back else ""
    if tab.opener in driver.tabs:
        await driver.close_tab(tab)
        return "closed the tab"
    return "there is nothing to go back to; the page may have a control of its own for it"


async def go_home(driver: Driver) -> str:
    """The start page, in its own tab: by history where the page that is open began there, else loaded.

    A page that was used and is loaded anew loses what it held in memory; the note says so.
    """
    start = next((tab for tab in driver.tabs.values() if not tab.opener and not tab.app), driver.tab)
    driver.bring_to_front(start.target)
    start.activity.begin()
    home = driver.settings.url
    place = await _place(start)
    if place.first and _address(place.start) == _address(home):
        current, entries = await _history(start)
        await _unless_dialog(
            driver, start, "Page.navigateToHistoryEntry", {"entryId": entries[current - place.first]["id"]}
        )
        return ""
    note = await navigate(driver, start, home)
    return note or (_RELOADED if place.touched and _address(place.start) == _address(home) else "")


@dataclass(frozen=True, slots=True)
class _Place:
    """What the back key meets in a document (`agent.js`, `place`)."""

    open: bool = False
    back: bool = False
    first: int = 0
    start: str = ""
    touched: bool = False


async def _place(tab: Tab) -> _Place:
    frame = next((frame for frame in tab.contexts() if frame.id == tab.main), None)
    if frame is None or tab.crashed or tab.dialog is not None:
        return _Place()
    try:
        return _Place(**await tab.ask(frame, "sextant.place()"))
    except (ProtocolError, TimeoutError):
        return _Place()  # a document between two others


async def _history(tab: Tab) -> tuple[int, list[dict[str, Any]]]:
    history = await tab.session.send("Page.getNavigationHistory")
    return int(history["currentIndex"]), history["entries"]


def _address(url: str) -> str:
    """Without its fragment, where routes of one document may stand."""
    return url.partition("#")[0]


async def launch_app(driver: Driver, name: str) -> str:
    """An app by name comes to the front as it was left; an address that is allowed opens in the present tab."""
    name = next((app for app in driver.settings.apps if folded(app) == folded(name)), name)
    url = driver.settings.apps.get(name)
    if url is None:
        if "://" in name and driver.may_open(name):
            return await navigate(driver, driver.tab, name)
        known = ", ".join(repr(app) for app in sorted(driver.settings.apps)) or "none"
        return f"there is no app called {name!r} (known: {known})"
    running = next((tab for tab in driver.tabs.values() if tab.app == name), None)
    if running is not None and not running.crashed:
        driver.bring_to_front(running.target)
        running.activity.begin()
        return ""
    if len(driver.tabs) == 1 and driver.tab.url in ("", "about:blank"):
        tab = driver.tab
    else:
        tab = running or await driver.new_tab()
    tab.app = name
    tab.activity.begin()
    return await navigate(driver, tab, url)


async def terminate_app(driver: Driver, name: str) -> str:
    """Closes an app's tabs. The last tab of all becomes empty instead."""
    name = next((app for app in driver.settings.apps if folded(app) == folded(name)), name)
    url = driver.settings.apps.get(name)
    if url is None:
        return f"there is no app called {name!r}"
    own = [tab for tab in driver.tabs.values() if tab.app == name]
    if not own and driver.settings.url == url:
        own = [tab for tab in driver.tabs.values() if not tab.app and not tab.opener]
    if not own:
        return f"{name!r} was not running"
    family = {tab.target for tab in own}
    own += [tab for tab in driver.tabs.values() if tab.opener in family and tab.target not in family]
    for tab in own:
        if len(driver.tabs) > 1:
            await driver.close_tab(tab)
        else:
            tab.app = ""
            tab.activity.begin()
            await navigate(driver, tab, "about:blank")
    return ""
