"""A page in a real Chromium as the web view of a phone: seen through its debugging socket, touched through adb.

The bridge gives nobody the browser's own pipe. The socket of the phone is the debugging port of a browser, which
`adb reverse` puts under the name of a web view's.
"""

import re
from collections.abc import Generator
from pathlib import Path

import pytest

from sextant.devices.android import AndroidDevice, AndroidOptions
from sextant.devices.android.web_pages import BY_SOCKET, BY_TREE
from sextant.devices.browser import BrowserDevice, BrowserOptions, Chrome, Phone
from sextant.integrations.adb_bridge.phone import BridgedPhone
from sextant.integrations.adb_bridge.server import Bridge
from sextant.integrations.adb_bridge.shell import Shell
from sextant.types.actions import Tap, TypeText
from sextant.types.screens import Element, Observation
from tests.devices.browsing import labelled, texts
from tests.devices.foreign import foreign_browser
from tests.devices.site import Site
from tests.support.adb import Adb

pytestmark = pytest.mark.browser
NEAR = 1.0
"""Pixels by which edges may differ: Android's are whole."""


@pytest.fixture
def web_phone(adb: Adb, tmp_path: Path, site: Site) -> Generator[tuple[BrowserDevice, str]]:
    """The browser of a phone that shows a page with frames, and the phone's serial."""
    with foreign_browser(tmp_path / "browser") as address:
        look = Phone(scale_factor=3.0, keyboard=False)
        options = BrowserOptions(url=site.url("frames.html"), phone=look, chrome=Chrome(attach_url=address))
        browser = BrowserDevice(options)
        browser.open()
        phone = BridgedPhone(browser)
        with Bridge(phone, Shell(phone, phone.files)) as bridge:
            assert "connected to" in adb.text("connect", bridge.address)
            process = adb.text("shell", f"pidof {phone.view().component.package}")
            name = f"webview_devtools_remote_{process}"
            port = re.findall(r":(\d+)/", address)[0]
            adb.text("reverse", f"localabstract:{name}", f"tcp:{port}")
            row = f"0000000000000000: 00000002 00000000 00010000 0001 01 31337 @{name}\n"
            phone.files.place("/proc/net/unix", row.encode())
            yield browser, bridge.address
            adb.run("disconnect")
        browser.close()


def in_view(seen: Observation) -> list[Element]:
    return [one for one in seen.elements if one.visibility != "offscreen"]


def test_a_web_view_is_read_by_the_collector_and_touched_through_the_phone(
    adb: Adb, web_phone: tuple[BrowserDevice, str]
) -> None:
    browser, serial = web_phone
    device = AndroidDevice(AndroidOptions(serial, driver="plain", pages=20.0))
    device.open()
    there, here = device.look(picture=False), browser.look(picture=False)
    assert BY_SOCKET in there.notes
    assert there.facts["web_address"] == here.location
    assert [(one.role, one.label, one.frame, one.visibility) for one in in_view(there)] == [
        (one.role, one.label, one.frame, one.visibility) for one in in_view(here)
    ]
    assert len({one.frame for one in there.elements}) == 3  # the page, and its frames of this origin and of another
    for one, other in zip(in_view(here), in_view(there), strict=True):
        edges = (one.box.x, one.box.y, one.box.right, one.box.bottom)
        assert edges == pytest.approx((other.box.x, other.box.y, other.box.right, other.box.bottom), abs=NEAR)

    device.perform(Tap(labelled(there, "Shadow button").box.centre), "one")
    assert "shadow touched" in texts(device.look(picture=False))
    fields = [one for one in there.elements if one.frame and "type" in one.affordances]
    assert len(fields) == 2
    for one in fields:
        device.perform(TypeText(f"Ada {one.index}", one.box.centre), f"type-{one.index}")
        now = device.look(picture=False).elements[one.index]
        assert (now.label, now.value) == (one.label, f"Ada {one.index}")

    adb.text("reverse", "--remove-all")
    told = device.look(picture=False)
    assert any(note.startswith(BY_TREE) for note in told.notes)
    assert labelled(told, "Shadow button").affordances
    device.close()
