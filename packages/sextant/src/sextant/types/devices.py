"""What a device tells of itself, of an injection, and of how it was opened."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sextant.types.actions import Gesture
from sextant.types.decisions import Decision
from sextant.types.evidence import Predicate
from sextant.types.screens import ElementRef

Untouched = Literal["", "absent", "covered", "moved", "delayed"]
"""Why nothing was injected: what the touch is for is not there, cannot be reached, left under the finger, or the page
does not answer. Empty where the gesture was injected."""


@dataclass(frozen=True, slots=True)
class Injection:
    """The device's account of one injected gesture. It says what was done, never whether it worked.

    Attributes:
        met: Whether the device made sure that the touch met what it is for.
        asked: Addresses of the documents that the tab asked for since, redirects of the server among them.
        routes: Addresses that scripts set since, without another document.
    """

    seconds: float
    """From the call to the end of settling."""
    busy_seconds: float = 0.0
    """The part of it in which the page itself was loading, computing or changing."""
    settled: bool = True
    notes: tuple[str, ...] = ()
    untouched: Untouched = ""
    met: bool = False
    asked: tuple[str, ...] = ()
    routes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Intent:
    """An intention, journalled before its injection happens."""

    id: str
    step: int
    gesture: Gesture
    before: str
    """Digest of the screen it was aimed at."""
    description: str
    element: ElementRef | None = None
    irreversible: bool = False
    expectations: tuple[Predicate, ...] = ()
    decision: Decision | None = None
    """What it carries out: with it, an intention whose outcome was lost in a crash can still be settled."""
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Lease:
    """How to find a detached device again. Plain data, stored in the journal."""

    device: str
    data: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Opened:
    """How a device came up. `reattached`: as it was left; `restored`: same profile, last location; `fresh`."""

    how: Literal["fresh", "reattached", "restored"]
    notes: tuple[str, ...] = ()
