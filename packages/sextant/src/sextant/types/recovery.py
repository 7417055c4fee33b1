"""Ways back to a screen: what a `Recovery` proposes, and an executor walks and checks."""

from dataclasses import dataclass
from typing import Literal

from sextant.types.actions import DeviceAction
from sextant.types.screens import ElementRef, ScreenKey

__all__ = ["RecoveryHop", "WayBack"]


@dataclass(frozen=True, slots=True)
class RecoveryHop:
    """One step of a way back. `element` is what a targeted action means, found again by its reference."""

    action: DeviceAction
    element: ElementRef | None = None
    expects: ScreenKey | None = None
    """The expected screen after it; None if only the last screen of the path is stated."""


@dataclass(frozen=True, slots=True)
class WayBack:
    """A way to a screen, over steps that can be taken back. Nobody believes it before the screen shows it."""

    kind: Literal["edge", "back", "relaunch", "route", "other"]
    hops: tuple[RecoveryHop, ...]
