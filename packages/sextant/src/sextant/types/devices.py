"""Reports of a device: about an injection, about its opening, and the lease by which it is found again."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from sextant.dataclass import dataclass
from sextant.types.actions import Gesture
from sextant.types.decisions import Decision
from sextant.types.evidence import Predicate
from sextant.types.screens import ElementRef

Untouched = Literal["", "absent", "covered", "moved", "delayed"]
"""Why nothing was injected: the target is absent, covered or moved away, or the page does not respond. Empty after an
injection."""


@dataclass(frozen=True, slots=True)
class Injection:
    """The device's report about one gesture: what was done, never whether it worked.

    Attributes:
        met: Whether the device verified that the touch hit its target.
        asked: Addresses of the documents that the tab requested since then, including redirects.
        routes: Addresses that scripts set since then without another document.
    """

    seconds: float
    """Time from the call to the end of settling."""
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
    """Digest of the screen of the gesture."""
    description: str
    element: ElementRef | None = None
    irreversible: bool = False
    expectations: tuple[Predicate, ...] = ()
    decision: Decision | None = None
    """The executed decision, by which the outcome of an interrupted injection can be decided after a crash."""
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Lease:
    """How to find a detached device again. Plain data, stored in the journal."""

    device: str
    data: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Opened:
    """How a device was opened. `reattached`: unchanged; `restored`: same profile and last location; `fresh`: new."""

    how: Literal["fresh", "reattached", "restored"]
    notes: tuple[str, ...] = ()
