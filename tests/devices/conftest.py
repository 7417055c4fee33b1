"""A site, and a browser for all tests that need nothing special of it."""

from collections.abc import Generator
from pathlib import Path

import pytest

from sextant.devices.browser import BrowserOptions, Chrome, Phone, Position
from tests.devices.browsing import Hand, running
from tests.devices.crashing import Crash
from tests.devices.site import Site

SECRET = "hunter2-the-secret"
"""Also the name of a file that may be uploaded."""


@pytest.fixture(scope="session")
def site() -> Generator[Site]:
    served = Site()
    yield served
    served.close()


@pytest.fixture
def crash() -> Generator[Crash]:
    found = Crash()
    yield found
    for device in found.devices:
        device.close()


@pytest.fixture(scope="package")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Downloads and uploads."""
    uploads = tmp_path_factory.mktemp("uploads")
    for name in ("photo.txt", SECRET):
        (uploads / name).write_text("a photo")
    (uploads.parent / "outside.txt").write_text("not to be given away")
    return tmp_path_factory.mktemp("downloads"), uploads


@pytest.fixture(scope="package")
def hand(site: Site, folders: tuple[Path, Path]) -> Generator[Hand]:
    settings = BrowserOptions(
        url=site.url("plain.html"),
        apps={"features": site.url("features.html"), "scroll": site.url("scroll.html")},
        origins=(site.url("", "localhost"),),
        phone=Phone(
            locale="de-CH",
            timezone="Pacific/Auckland",
            clock=946_771_200.0,
            geolocation=Position(47.37, 8.54),
            permissions="grant",
        ),
        chrome=Chrome(downloads_dir=folders[0], uploads_dir=folders[1]),
    )
    with running(settings) as device:
        yield Hand(device)
