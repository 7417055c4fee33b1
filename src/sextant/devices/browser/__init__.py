"""Chromium as a phone."""

from sextant.devices.browser.device import BrowserDevice
from sextant.devices.browser.registry import RunningBrowser, end_browser, orphans, running_browsers
from sextant.devices.browser.settings import BrowserSettings, Capture, Chrome, Geolocation, Limits, Phone

__all__ = [
    "BrowserDevice",
    "BrowserSettings",
    "Capture",
    "Chrome",
    "Geolocation",
    "Limits",
    "Phone",
    "RunningBrowser",
    "end_browser",
    "orphans",
    "running_browsers",
]
