"""Hands the browser over to a person and takes it back."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Generator
from urllib.request import ProxyHandler, build_opener

from sextant.devices.browser import registry
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.emulation import phone_commands
from sextant.devices.browser.live_view import LiveView
from sextant.devices.browser.registry import RunningBrowser
from sextant.devices.browser.settlement import settle
from sextant.errors import SextantError

_RENEWAL_SECONDS = 5.0
_FRONTEND = "devtools/inspector.html"
"""Shows a page live and forwards touches and keys; Chromium serves it on its debugging port, if it has one."""


async def instruction_for_person(driver: Driver) -> str:
    """Return the instruction for a person who takes over the foreground page. What they do passes the gate."""
    where = await _where(driver)
    driver.writes.gate.suspended = True  # last: if the hand-over fails, it is not taken back
    return where


async def _where(driver: Driver) -> str:
    if driver.settings.chrome.headed:
        return "Use the window of the browser."
    if driver.attached_to_other:
        return await _in_the_inspector(driver)
    showing = LiveView(driver)
    address = await showing.open()
    driver.showing = showing
    return f"Open {address} in a browser on this machine: the page is shown there and can be used."


async def _in_the_inspector(driver: Driver) -> str:
    """Return the address of the inspector that another program's browser serves on its port."""
    host = driver.endpoint.partition("://")[2].partition("/")[0]
    if await asyncio.to_thread(_serves, f"http://{host}/{_FRONTEND}"):
        address = f"http://{host}/{_FRONTEND}?ws={host}/devtools/page/{driver.tab.target}"
        where = f"open {address} in Chrome or Chromium on this machine: the page is shown there and can be used."
    else:
        where = f"open chrome://inspect in Chrome or Chromium on this machine, choose Configure, and add {host}."
    return f"Use the window of the browser; if it has none, {where}"


def _serves(address: str) -> bool:
    """Whether a loopback address has content (Chromium serves missing pages empty)."""
    try:
        with build_opener(ProxyHandler({})).open(address, timeout=2.0) as reply:
            return bool(reply.read(64))
    except (OSError, ValueError):
        return False


@contextlib.contextmanager
def lease_renewed(browser: RunningBrowser | None) -> Generator[None]:
    """Renew the lease while no call reaches the device: a person may take longer than it lasts."""
    if browser is None:
        yield
        return
    ended = threading.Event()
    pause = min(_RENEWAL_SECONDS, browser.lease_seconds / 4)

    def renew() -> None:
        registry.renew(browser.id)
        while not ended.wait(pause):
            registry.renew(browser.id)

    thread = threading.Thread(target=renew, name=f"sextant-lease-{browser.id}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextlib.contextmanager
def called_at_end(back: Callable[[], object]) -> Generator[None]:
    """Call `back` however the hand-over ends; an error of the hand-over takes precedence over one of `back`."""
    try:
        yield
    except BaseException:
        with contextlib.suppress(SextantError):
            back()
        raise
    back()


async def take_back(driver: Driver) -> None:
    """Restore the phone emulation in every tab, whatever the person's tools have set, and let the page settle."""
    driver.writes.gate.suspended = False
    await driver.stop_showing()
    for tab in driver.tabs.values():
        tab.keyboard = 0.0
        if not driver.borrows:
            tab.session.post(phone_commands(driver.settings.phone, driver.product, page=True))
    driver.tab.activity.begin()
    await settle(driver, time.monotonic() + driver.settings.limits.settle)
    driver.notes.append("a person had the browser")
