"""What the write gate needs: its settings, the sender of a request, callbacks, and values that it waits for."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from sextant.dataclass import dataclass
from sextant.devices.browser.cdp import Session
from sextant.types.effects import LeaveMode, WriteMode
from sextant.types.requests import RequestPattern

__all__ = ["AwaitedValues", "Departure", "GateHost", "GateSettings", "Sender"]


@dataclass(frozen=True, slots=True)
class GateSettings:
    """The settings of the gate. `in_scope` returns whether an address has an origin that the run may act in."""

    mode: WriteMode
    allowed: tuple[RequestPattern, ...]
    hold_seconds: float
    in_scope: Callable[[str], bool]
    leave: LeaveMode = "allow"


@dataclass(frozen=True, slots=True)
class Departure:
    """A navigation that leaves the run's own pages. `special`: what the write authority should know of it.

    `refused`: why it is refused without asking; empty if the authority is asked.
    """

    special: str = ""
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends: the session that paused the request, and its tab; empty for a worker without a tab."""

    session: Session
    tab: str = ""


async def _no_values(navigating: str) -> frozenset[str]:
    del navigating
    return frozenset()


@dataclass(frozen=True, slots=True)
class GateHost:
    """The callbacks of the gate into the device.

    Attributes:
        private_values: Receives the tab of a navigation, which cannot be asked, else an empty name. Returns what the
            private fields hold now; None if a page did not answer.
        refused_tab: Receives a tab whose navigation was refused.
        departure: Receives a paused request; returns how it leaves the run's own pages, or None.
        passed: Receives the tab and the paused request of a departure that was allowed.
        holding: Receives the address of a held departure, and whether it is still held.
    """

    private_values: Callable[[str], Awaitable[frozenset[str] | None]] = _no_values
    refused_tab: Callable[[str], None] = lambda _tab: None
    departure: Callable[[str, Mapping[str, Any]], Departure | None] = lambda _tab, _event: None
    passed: Callable[[str, Mapping[str, Any]], None] = lambda _tab, _event: None
    holding: Callable[[str, bool], None] = lambda _address, _waits: None


_KEPT = 2000
"""Limits memory: far more requests than one page has open."""


class AwaitedValues:
    """Values by key, which may be set before or after they are awaited. Bounded."""

    def __init__(self) -> None:
        self._values: dict[str, asyncio.Future[str]] = {}

    def set(self, key: str, value: str) -> None:
        """Set the value of a key; later calls for the same key are ignored."""
        future = self._future(key)
        if not future.done():
            future.set_result(value)

    async def get(self, key: str, seconds: float) -> str | None:
        """Wait for the value of a key; None after `seconds` without one."""
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.shield(self._future(key))
        except TimeoutError:
            return None

    def _future(self, key: str) -> "asyncio.Future[str]":
        if key not in self._values:
            self._values[key] = asyncio.get_running_loop().create_future()
            while len(self._values) > _KEPT:
                del self._values[next(iter(self._values))]
        return self._values[key]
