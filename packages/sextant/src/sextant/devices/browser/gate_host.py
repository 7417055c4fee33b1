"""What the write gate needs: its settings, the sender of a request, and callbacks into the device."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sextant.devices.browser.cdp import Session
from sextant.types.effects import LeaveMode, WriteMode
from sextant.types.requests import RequestPattern

__all__ = ["Departure", "GateHost", "GateSettings", "Sender"]


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


async def _no_passwords(tab: str) -> frozenset[str]:
    del tab
    return frozenset()


@dataclass(frozen=True, slots=True)
class GateHost:
    """The callbacks of the gate into the device.

    Attributes:
        passwords: Returns the present values of a tab's password fields.
        refused_tab: Receives a tab whose navigation was refused.
        departs: Receives a paused request; returns how it leaves the run's own pages, or None.
        holding: Receives the address of a held departure, and whether it is still held.
    """

    passwords: Callable[[str], Awaitable[frozenset[str]]] = _no_passwords
    refused_tab: Callable[[str], None] = lambda _tab: None
    departs: Callable[[str, Mapping[str, Any]], Departure | None] = lambda _tab, _event: None
    holding: Callable[[str, bool], None] = lambda _address, _waits: None
