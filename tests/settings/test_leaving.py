"""What may leave and what pages may use, as settings; values of earlier versions mean what they meant."""

from pathlib import Path

import pytest

from sextant.assembly.devices import browser_settings
from sextant.devices.browser import BrowserOptions as DeviceSettings
from sextant.errors import SextantError
from sextant.settings import Settings, load

URL = "http://localhost:1/"


def settings(**values: str) -> Settings:
    return load({f"browser.{name}": value for name, value in values.items()}, environ={}, directory=Path("/"))


def device(found: Settings) -> DeviceSettings:
    return browser_settings(URL, found)


@pytest.mark.parametrize(
    ("written", "taken"),
    [
        ("deny", "deny"),
        ("ask", "ask"),
        ("grant", "grant"),
        ("geolocation, camera", ("geolocation", "camera")),
    ],
)
def test_permissions_are_a_word_for_all_or_a_list(written: str, taken: object) -> None:
    assert device(settings(permissions=written)).phone.permissions == taken


def test_permissions_are_denied_unless_they_are_listed() -> None:
    assert device(Settings()).phone.permissions == "deny"
    assert device(settings(geolocation="1,2")).phone.permissions == ("geolocation",)
    assert device(settings(geolocation="1,2", permissions="deny")).phone.permissions == "deny"


@pytest.mark.parametrize("written", ["everything", "deny, camera", "camera, usb"])
def test_a_permission_that_is_none_is_refused(written: str) -> None:
    with pytest.raises(SextantError, match="geolocation"):
        settings(permissions=written)


@pytest.mark.parametrize(
    ("written", "mode", "folder"),
    [
        ("off", "off", None),
        ("ask", "ask", None),
        ("on", "on", None),
        ("./kept", "on", Path("kept")),
        ("/srv/kept", "on", Path("/srv/kept")),
    ],
)
def test_downloads_are_a_word_or_the_directory_of_earlier_versions(
    written: str, mode: str, folder: Path | None
) -> None:
    chrome = device(settings(downloads=written)).chrome
    assert (chrome.downloads, chrome.downloads_dir) == (mode, folder)


def test_a_directory_and_a_limit_may_be_set_beside() -> None:
    chrome = device(settings(downloads="ask", downloads_to="/srv/kept", download_megabytes="0.5")).chrome
    assert (chrome.downloads, chrome.downloads_dir, chrome.download_bytes) == ("ask", Path("/srv/kept"), 500_000)


def test_a_slip_is_no_directory() -> None:
    with pytest.raises(SextantError, match="off, ask, on"):
        settings(downloads="asks")
