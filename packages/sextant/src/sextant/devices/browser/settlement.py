"""Waits until the effects of an input have settled, under a deadline.

In order: no counted request or navigation is open, and what was fetched for a new view has had time to show; every
frame reports from its own event loop that two pictures were drawn and nothing has changed for a moment; still nothing
new has begun. Both kinds of report travel in order through one session, so a request that a frame made before it
answered is known when its answer arrives.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from sextant.dataclass import dataclass
from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.collector import Frame, evaluation
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.tabs import Tab

STILL_MS = 30
"""A frame is at rest when nothing has changed in it for this long."""
_SLICE = 0.05
RESTLESS_MS = 1500
"""Longest wait for a frame that never comes to rest, once all requests are done."""


@dataclass(frozen=True, slots=True)
class SettleResult:
    """How settling ended. `events`: types of the trusted inputs that arrived, over all frames."""

    rested: bool
    busy_seconds: float
    events: frozenset[str] = frozenset()
    select: tuple[Frame, dict[str, Any]] | None = None
    notes: tuple[str, ...] = ()


def blocked(driver: Driver, tab: Tab) -> bool:
    """Whether something blocks the page that waiting will not remove."""
    return bool(
        tab.dialog
        or tab.chooser
        or tab.challenge
        or tab.permission
        or tab.crashed
        or tab.closed
        or driver.front.target != tab.target
    )


async def settle(driver: Driver, deadline: float) -> SettleResult:
    """Wait until the foreground tab has settled, something blocks it, or the deadline (monotonic) passes."""
    spans: list[tuple[float, float]] = []
    events: set[str] = set()
    gate = driver.writes.gate
    while True:
        deadline += await gate.released()
        await driver.refusals.gone()
        tab = driver.tab
        idle = await tab.activity.wait_idle(deadline, lambda tab=tab: blocked(driver, tab) or gate.waiting)
        if gate.waiting:
            continue
        late = min(tab.activity.shown_by, deadline) - time.monotonic()
        if late > 0 and not blocked(driver, tab):
            await asyncio.sleep(min(late, _SLICE))
            continue
        if not blocked(driver, tab):
            starts = tab.activity.starts
            reports = await _quiet(driver, tab, deadline)
            now = time.monotonic()
            for _, report in reports:
                spans += [(now - start / 1000, now - end / 1000) for start, end in report["bursts"]]
                events |= set(report["events"])
            over = now >= deadline
            if gate.waiting:
                continue
            if not over and not blocked(driver, tab) and (tab.activity.starts != starts or not tab.activity.idle):
                continue
            select = next(((frame, report["select"]) for frame, report in reports if report["select"]), None)
            if not blocked(driver, tab):
                busy = tab.activity.busy(spans, now)
                driver.front.held = gate.held_seconds
                _rest(tab)
                return SettleResult(idle and not over, busy, frozenset(events), select)
        if tab.closed or driver.front.target != tab.target:
            continue  # another tab is in the foreground now: wait for that one
        return SettleResult(True, tab.activity.busy(spans, time.monotonic()), frozenset(events))


def _rest(tab: Tab) -> None:
    """End the attribution of page activity to the input."""
    tab.activity.end()
    tab.dialogs = 0
    for frame in tab.contexts():
        frame.session.post([("Runtime.evaluate", evaluation(frame, "sextant.rest()"))])


async def _quiet(driver: Driver, tab: Tab, deadline: float) -> list[tuple[Frame, dict[str, Any]]]:
    """Return the reports of all frames that answered, each once it was at rest."""
    left = max(0.05, deadline - time.monotonic())
    limit = min(RESTLESS_MS, int(left * 1000))
    frames = tab.contexts()[:12]
    if not frames:
        await asyncio.sleep(0.01)  # between two documents: let the events arrive
        return []
    expression = f"sextant.quiet({STILL_MS}, {limit})"
    asked = [tab.ask(frame, expression, left + 1.0) for frame in frames]
    # A page that waits for a held request does not answer, and that is no time of its own.
    results = await unless_blocked(driver, tab, asked, lambda: driver.writes.gate.waiting)
    return [(frame, report) for frame, report in zip(frames, results, strict=True) if report is not None]


async def unless_blocked(
    driver: Driver, tab: Tab, work: Sequence[Coroutine[Any, Any, Any]], ends: Callable[[], bool] = lambda: False
) -> list[Any]:
    """Return all results, with None for those that failed as their document went, or that something blocks.

    `ends`: whether to wait no longer.
    """
    tasks = [asyncio.ensure_future(part) for part in work]
    waiting = set(tasks)
    while waiting and not (blocked(driver, tab) or ends()):
        _, waiting = await asyncio.wait(waiting, timeout=0.03)
    for task in waiting:
        task.cancel()
    found: list[Any] = []
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, BaseException):
            if not isinstance(result, (ProtocolError, TimeoutError, asyncio.CancelledError)):
                raise result
            found.append(None)
        else:
            found.append(result)
    return found
