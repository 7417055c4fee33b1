"""Paths back to a screen: proposed by a `Recovery`, taken and checked by an executor."""

from typing import Literal

from sextant.dataclass import dataclass
from sextant.types.actions import DeviceAction
from sextant.types.screens import ElementRef, ScreenKey

__all__ = ["RecoveryHop", "WayBack"]


@dataclass(frozen=True, slots=True)
class RecoveryHop:
    """One step of a path back. `element` is the reference by which the target is found."""

    action: DeviceAction
    element: ElementRef | None = None
    expects: ScreenKey | None = None
    """The expected screen after it; None if only the last screen of the path is stated."""


@dataclass(frozen=True, slots=True)
class WayBack:
    """A path of reversible steps to a screen. It counts as taken only when the screen confirms it."""

    kind: Literal["edge", "back", "relaunch", "route", "other"]
    hops: tuple[RecoveryHop, ...]
