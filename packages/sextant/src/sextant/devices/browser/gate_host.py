"""What the write gate is told: its settings, who sends, and the device around it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sextant.devices.browser.cdp import Session
from sextant.types.effects import LeaveMode, WriteMode
from sextant.types.requests import RequestPattern

__all__ = ["Departure", "GateHost", "GateSettings", "Sender"]


@dataclass(frozen=True, slots=True)
class GateSettings:
    """What the gate does. `in_scope` tells whether an address is of an origin that the run may act in."""

    mode: WriteMode
    allowed: tuple[RequestPattern, ...]
    hold_seconds: float
    in_scope: Callable[[str], bool]
    leave: LeaveMode = "allow"


@dataclass(frozen=True, slots=True)
class Departure:
    """Something that leaves what the run may show. `special` is what whoever decides should know of it.

    `refused`: why nobody is asked about it; empty where somebody is.
    """

    special: str = ""
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends: the session that paused the request, and its tab; a worker of no tab has an empty one."""

    session: Session
    tab: str = ""


async def _no_passwords(tab: str) -> frozenset[str]:
    del tab
    return frozenset()


@dataclass(frozen=True, slots=True)
class GateHost:
    """What the gate needs of the device around it.

    Attributes:
        passwords: Gives what stands in the password fields of a tab at present.
        refused_tab: Is given a tab whose navigation was refused.
        departs: Is given what was paused: how it leaves what the run may show, or None.
        holding: Is told of the address of a page that waits to be left for, and that it waits no longer.
    """

    passwords: Callable[[str], Awaitable[frozenset[str]]] = _no_passwords
    refused_tab: Callable[[str], None] = lambda _tab: None
    departs: Callable[[str, Mapping[str, Any]], Departure | None] = lambda _tab, _event: None
    holding: Callable[[str, bool], None] = lambda _address, _waits: None
