"""The options of an Android device."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from sextant.dataclass import dataclass
from sextant.types.secrets import Binding

__all__ = ["AndroidOptions", "Driver", "Keyboard"]

Driver = Literal["auto", "uiautomator2", "plain"]
"""`auto`: `uiautomator2` if its server starts, else `plain`, the phone's own commands."""

Keyboard = Literal["own", "adb"]
"""`adb`: use ADB Keyboard, if installed, for text that the other ways cannot type; then restore the user's keyboard."""


@dataclass(frozen=True, slots=True)
class AndroidOptions:
    """How a phone is used. Times are in seconds.

    Attributes:
        serial: Serial number as in `adb devices`; empty for the only connected phone.
        driver: How the phone is read and touched.
        keyboard: Whether ADB Keyboard may be used.
        display: Number of the display; None for the one in front.
        quiet: A screen has settled if it did not change for this time.
        settle: Longest time to wait for a screen to settle.
        pages: Longest time to wait for the pages of web views in one look.
        reconnect: Longest time to wait for a phone after a lost connection.
        picture_scale: Picture pixels per viewport pixel; None keeps the original size.
        network: Whether the network traffic of the app in front is reported.
        secrets: Where each secret may be typed; the origin of a `Binding` is a package, or that of a page.
        origins: Packages and origins that count as those of the start.
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
    network: bool = False
    secrets: Mapping[str, Binding] = field(default_factory=dict[str, Binding])
    origins: tuple[str, ...] = ()
