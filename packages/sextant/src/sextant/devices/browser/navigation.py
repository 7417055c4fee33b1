"""Navigation: addresses, history, apps and the keys of a phone."""

import asyncio
import contextlib
import time
from typing import Any

from sextant.devices.browser import touch
from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.foreign_frames import reach_of
from sextant.devices.browser.key_guard import press
from sextant.devices.browser.places import BackTarget, KeyResponse, advice, back_target_of
from sextant.devices.browser.tabs import Tab
from sextant.devices.browser.touch_guard import TouchGuard
from sextant.errors import DeviceUnreachable
from sextant.text import folded
from sextant.types.actions import PressKey, Tap

_DROPPED = frozenset(
    {f"net::ERR_{what}" for what in ("CONNECTION_RESET", "CONNECTION_CLOSED", "SOCKET_NOT_CONNECTED", "EMPTY_RESPONSE")}
)
"""Errors of a connection to a server that is starting or busy."""
_LEFT = "this left the page: what it held in memory alone is gone"
_RELOADED = "this loaded the start page anew: what it held in memory alone is gone"
_TRIES, _BETWEEN_TRIES = 10, 1.0
"""Number of attempts at the start page, and seconds between them."""


async def navigate(driver: Driver, tab: Tab, url: str) -> str:
    """Open an address; return the error text, empty on success."""
    tab.crashed = False  # loading starts a new process
    reply = await _unless_dialog(driver, tab, "Page.navigate", {"url": url, "transitionType": "typed"})
    error = str((reply or {}).get("errorText", ""))
    return "" if error in ("", "net::ERR_ABORTED") else error


async def open_start_page(driver: Driver, tab: Tab) -> None:
    """Open the start page for the first time, with retries for dropped connections.

    Raises:
        DeviceUnreachable: Nothing answers there.
    """
    try:
        error = await navigate(driver, tab, driver.settings.url)
        for _ in range(_TRIES - 1):
            if error not in _DROPPED:
                break
            await asyncio.sleep(_BETWEEN_TRIES)
            error = await navigate(driver, tab, driver.settings.url)
    except TimeoutError:
        error = f"its server took the connection and sent nothing for {driver.settings.limits.start:g} s"
    if error:
        raise DeviceUnreachable(
            f"The page {driver.settings.url!r} cannot be opened ({error}).",
            "Check the address, and that its server runs.",
        )
    with contextlib.suppress(ProtocolError):
        await tab.session.send("Page.resetNavigationHistory")


async def _unless_dialog(driver: Driver, tab: Tab, method: str, params: dict[str, Any]) -> dict[str, Any] | None:
    """Return the reply, or None once a dialog blocks the page (leaving a page may ask)."""
    future = tab.session.post([(method, params)])[0]
    deadline = time.monotonic() + driver.settings.limits.start
    while not future.done():
        if tab.dialog is not None or tab.challenge is not None or tab.closed:
            return None
        if time.monotonic() > deadline:
            raise TimeoutError(f"no answer to {method} within {driver.settings.limits.start:g} s")
        await asyncio.wait([future], timeout=0.05)
    return future.result()


async def go_back(driver: Driver, tab: Tab) -> str:
    """Go one step back as in a phone app, with a warning before state in memory is lost.

    A dialog of the page is closed; else history goes back within the document. In a page that keeps its screens in
    memory, its own back control is touched, if known; if not, the note says what leaving would lose, and a second press
    leaves. A tab opened by another closes.
    """
    if tab.crashed:
        tab.crashed = False
        await tab.session.send("Page.reload")
        return "reloaded the crashed page"
    place = await back_target_of(tab)
    if place.open:
        reach = await reach_of(driver, tab, PressKey("enter"))  # Escape goes where that would
        return reach.refused or await press(driver, tab, reach, touch.press_escape)
    current, entries = await _history(tab)
    before = [entry for entry in entries[:current] if entry["url"] != "about:blank"]
    leaves = not before or (not place.back and before[-1]["url"] != entries[current]["url"])
    if leaves and driver.settings.keeps and (not before or driver.key_history.loses_screens(place)):
        if (note := await _touch_own_control(driver, tab, place)) is not None:
            return note
        if before and (note := _warning(driver, tab, place, "back", "gone back", before[-1]["url"])):
            return note
    if before:
        await _unless_dialog(driver, tab, "Page.navigateToHistoryEntry", {"entryId": before[-1]["id"]})
        if not (leaves and place.touched):
            return ""
        driver.key_history.leave(place)
        return _LEFT
    if tab.opener in driver.tabs:
        await driver.close_tab(tab)
        return "closed the tab"
    return f"there is nothing to go back to; {advice(place, driver.settings.phone.viewport)}"


async def _touch_own_control(driver: Driver, tab: Tab, place: BackTarget) -> str | None:
    """Touch the page's own back control, if certain. None: there is none, or it has just had no effect."""
    own, response = place.own, driver.key_history.response
    if own is None or own.point is None or not own.sure:
        return None
    if response.shown == place.shown and response.key in (own.key, _warning_key(tab, "back")):
        return None
    driver.key_history.response = KeyResponse(own.key, place.shown)
    if refused := (reach := await reach_of(driver, tab, Tap(own.point))).refused:
        return refused
    async with TouchGuard(driver, tab, reach) as guard:
        if not guard.refused:
            await touch.tap(tab, own.point, 1, driver.settings.limits.command)
    return guard.refused or f"touched the page's own control for it, {own.described(driver.settings.phone.viewport)}"


def _warning(driver: Driver, tab: Tab, place: BackTarget, what: str, done: str, where: str) -> str:
    """Return a note on what would be lost, once per document and key; empty the second time."""
    key, response = _warning_key(tab, what), driver.key_history.response
    driver.key_history.response = KeyResponse() if response.key == key else KeyResponse(key, place.shown)
    if response.key == key:
        return ""
    to = (
        f"{where!r} would be opened in its place" if _address(where) != _address(tab.url) else "it would be loaded anew"
    )
    failed = "the page's own control for it changed nothing" if place.own and response.key == place.own.key else ""
    return (
        f"not {done}: this page keeps its screens in memory, {to}, and what it holds would be lost; "
        f"{failed or advice(place, driver.settings.phone.viewport)}; the same action once more does it all the same"
    )


def _warns_first(driver: Driver, place: BackTarget) -> bool:
    """Whether a warning is due before the document is left."""
    return driver.settings.keeps and driver.key_history.loses_screens(place)


def _warning_key(tab: Tab, what: str) -> str:
    """Return a key for an action on the open document."""
    frame = tab.frames.get(tab.main)
    return f"{what} {frame.loader if frame is not None else ''}"


async def go_home(driver: Driver) -> str:
    """Go to the start page in its own tab: by history if the open page began there, else by loading it.

    Before a page that keeps its screens in memory is reloaded, the note says what that would lose, and a second press
    reloads it. A page that was only used is reloaded, with a note.
    """
    start = _start_tab(driver)
    driver.bring_to_front(start.target)
    start.activity.begin()
    home = driver.settings.url
    place = await back_target_of(start)
    same = _address(place.start) == _address(home)
    if place.first and same:
        current, entries = await _history(start)
        await _unless_dialog(
            driver, start, "Page.navigateToHistoryEntry", {"entryId": entries[current - place.first]["id"]}
        )
        return ""
    if _warns_first(driver, place) and (note := _warning(driver, start, place, "home", "gone home", home)):
        return note
    note = await navigate(driver, start, home)
    if note or not (place.touched and same):
        return note
    driver.key_history.leave(place)
    return _RELOADED


def _start_tab(driver: Driver) -> Tab:
    """Return the tab in which the start page was opened; if it is gone, the one in front."""
    return next((tab for tab in driver.tabs.values() if not tab.opener and not tab.app), driver.tab)


async def _history(tab: Tab) -> tuple[int, list[dict[str, Any]]]:
    history = await tab.session.send("Page.getNavigationHistory")
    return int(history["currentIndex"]), history["entries"]


def _address(url: str) -> str:
    """Return the URL without its fragment, which may hold routes within one document."""
    return url.partition("#")[0]


async def launch_app(driver: Driver, name: str) -> str:
    """Bring an app to the front as it was left, or open an allowed address in the current tab.

    A current page that keeps its screens in memory is left at the second call; the first returns what would be lost.
    """
    name = next((app for app in driver.settings.apps if folded(app) == folded(name)), name)
    url = driver.settings.apps.get(name)
    if url is None:
        if "://" in name and driver.may_open(name):
            tab = driver.tab
            place = await back_target_of(tab)
            if _warns_first(driver, place) and (note := _warning(driver, tab, place, f"open {name}", "opened", name)):
                return note
            return await navigate(driver, tab, name)
        known = ", ".join(repr(app) for app in sorted(driver.settings.apps)) or "none"
        return f"there is no app called {name!r} (known: {known})"
    running = next((tab for tab in driver.tabs.values() if tab.app == name), None)
    if running is None and url == driver.settings.url and _start_tab(driver).url not in ("", "about:blank"):
        running = _start_tab(driver)
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
    """Close an app's tabs. The last open tab is emptied instead."""
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
