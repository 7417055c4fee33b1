"""A web page's list and slider as those of a phone, which the real adb client reaches through the bridge."""

from collections.abc import Generator
from contextlib import ExitStack

import pytest

from sextant.devices.android import AndroidDevice
from sextant.devices.browser import BrowserDevice, BrowserOptions, Phone
from sextant.integrations.adb_bridge.phone import BridgedPhone
from sextant.types.actions import TypeText
from sextant.types.devices import Injection
from tests.devices.android.test_over_bridge import options, plugged
from tests.devices.browsing import labelled, texts
from tests.devices.site import Site
from tests.support.adb import Adb

pytestmark = pytest.mark.browser
MORE_SIZES = """
for (let number = 0; number < 40; number++) document.getElementById("size").add(new Option(`Size ${number}`));
"""


@pytest.fixture(params=["uiautomator2", "plain"], scope="module")
def both(request: pytest.FixtureRequest, adb: Adb, site: Site) -> Generator[tuple[BrowserDevice, AndroidDevice]]:
    """A page with widgets, and the phone that shows it."""
    with ExitStack() as stack:
        browser = BrowserDevice(BrowserOptions(url=site.url("widgets.html"), phone=Phone(keyboard=False)))
        browser.open()
        stack.callback(browser.close)
        phone = AndroidDevice(options(plugged(BridgedPhone(browser), adb, stack), request.param))
        phone.open()
        stack.callback(phone.close)
        browser.evaluate(MORE_SIZES)
        yield browser, phone


def given(phone: AndroidDevice, label: str, value: str) -> Injection:
    element = labelled(phone.look(picture=False), label)
    return phone.perform(TypeText(value, element.box.centre), f"{label}-{value}")


@pytest.mark.parametrize(
    ("label", "value", "shown"),
    [
        ("Volume", "45", "volume=45 "),
        ("Volume", "0", "volume=0 "),
        ("Size", "large", "size=Large"),
        ("Size", "Size 39", "size=Size 39"),
        ("Size", "Size 7", "size=Size 7"),
        ("Size", "Small", "size=Small"),
    ],
)
def test_a_value_is_set_and_read_back(
    both: tuple[BrowserDevice, AndroidDevice], label: str, value: str, shown: str
) -> None:
    browser, phone = both
    assert given(phone, label, value).notes == ()
    assert shown in f"{texts(browser.look(picture=False))} "
    assert phone.injected(f"{label}-{value}") is True


@pytest.mark.parametrize(
    ("label", "value", "note"),
    [
        ("Volume", "47", "the slider stands at 45"),
        ("Volume", "loud", "the slider takes a number"),
        ("Size", "Blue", "there is no such option; there are: Small, Large, Size 0"),
    ],
)
def test_what_was_read_back_instead_is_told_as_on_the_page(
    both: tuple[BrowserDevice, AndroidDevice], label: str, value: str, note: str
) -> None:
    browser, phone = both
    (told,) = given(phone, label, value).notes
    assert told.startswith(note)
    assert browser.look(picture=False).modal is None
