"""What the Android device is told."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sextant.types.secrets import Binding

__all__ = ["AndroidOptions", "Driver", "Keyboard"]

Driver = Literal["auto", "uiautomator2", "plain"]
"""`auto`: uiautomator2 where its server starts, else the phone's own commands."""

Keyboard = Literal["own", "adb"]
"""`adb`: ADB Keyboard types what others cannot, where it is installed; the user's keyboard is restored at once."""


@dataclass(frozen=True, slots=True)
class AndroidOptions:
    """How a phone is used. Times are in seconds.

    Attributes:
        serial: As `adb devices` lists it; empty for the only one.
        display: Which of several displays; None for the one in front.
        quiet: How long a screen must not change to be settled.
        settle: Longest time to wait for that.
        pages: How long a look waits for the pages of web views.
        reconnect: How long a phone that was pulled out is waited for.
        picture_scale: Picture pixels to a pixel of the viewport; None keeps the picture as it came.
        secrets: Where each secret may be typed; an origin is a package here.
    """

    serial: str = ""
    driver: Driver = "auto"
    keyboard: Keyboard = "own"
    display: int | None = None
    quiet: float = 0.1
    settle: float = 6.0
    pages: float = 1.5
    reconnect: float = 60.0
    picture_scale: float | None = None
    secrets: Mapping[str, Binding] = field(default_factory=dict[str, Binding])
