"""Typed, frozen settings that record the source of each value: flags, then `sextant.toml`, then the environment."""

from sextant.settings.schema import (
    BrowserSettings,
    DeviceChoices,
    GuideChoices,
    JournalSettings,
    ModelChoices,
    Origin,
    ProgramChoices,
    ReviewChoices,
    RouteChoices,
    SecretRef,
    Settings,
)
from sextant.settings.sources import FILE_NAME, find_file, load, untrusted_values
from sextant.settings.trust import Trusted, trusted

__all__ = [
    "FILE_NAME",
    "BrowserSettings",
    "DeviceChoices",
    "GuideChoices",
    "JournalSettings",
    "ModelChoices",
    "Origin",
    "ProgramChoices",
    "ReviewChoices",
    "RouteChoices",
    "SecretRef",
    "Settings",
    "Trusted",
    "find_file",
    "load",
    "trusted",
    "untrusted_values",
]
