"""A `Device` over Chromium, which it emulates as a phone.

The names below are imported on first use: a keeper process must start its browser before it imports anything else.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sextant.devices.browser.device import BrowserDevice
    from sextant.devices.browser.registry import RunningBrowser, end_browser, orphans, running_browsers
    from sextant.devices.browser.settings import BrowserOptions, Capture, Chrome, Deadlines, Phone, Position

__all__ = [
    "BrowserDevice",
    "BrowserOptions",
    "Capture",
    "Chrome",
    "Deadlines",
    "Phone",
    "Position",
    "RunningBrowser",
    "end_browser",
    "orphans",
    "running_browsers",
]

_PLACES = {
    "device": ("BrowserDevice",),
    "registry": ("RunningBrowser", "end_browser", "orphans", "running_browsers"),
    "settings": ("BrowserOptions", "Capture", "Chrome", "Position", "Deadlines", "Phone"),
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    for module, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
