"""The one conformance suite, over every device there is."""

from collections.abc import Mapping

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions
from sextant.devices.conformance import CHECKS, check_device, run_check
from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.devices.wrapper import DeviceWrapper
from sextant.protocols import Device
from sextant.types.actions import Gesture
from sextant.types.devices import Injection, Lease
from tests.devices.site import Site

SCRIPTED_KNOWN: Mapping[str, str] = {}

APP = ScriptedApp(
    pages={
        "first": Page(
            "Reference",
            (
                Widget("Add", effect="add"),
                Widget("added {effect}", role="text", effect="add"),
                Widget("Name", role="textbox", field="name"),
                Widget("Next", goes="second"),
                *(Widget(f"row {number}", role="text") for number in range(30)),
                Widget("Bottom", role="text"),
            ),
        ),
        "second": Page("Second", (Widget("Second screen", role="heading"),)),
    },
    start="first",
    apps={"reference": "first"},
)


@pytest.mark.parametrize("check", CHECKS)
def test_scripted(check: str) -> None:
    def make(lease: Lease | None = None) -> Device:
        del lease
        return ScriptedDevice(APP)

    outcome = run_check(check, make, SCRIPTED_KNOWN)
    assert outcome.good, outcome.detail


@pytest.mark.parametrize("check", CHECKS)
def test_a_device_with_something_in_between(check: str) -> None:
    outcome = run_check(check, lambda lease=None: DeviceWrapper(ScriptedDevice(APP)), SCRIPTED_KNOWN)
    assert outcome.good, outcome.detail


@pytest.mark.browser
@pytest.mark.parametrize("check", CHECKS)
def test_browser(check: str, site: Site) -> None:
    url = site.url("reference.html")

    def make(lease: Lease | None = None) -> Device:
        return BrowserDevice(BrowserOptions(url=url, apps={"reference": url}), lease)

    outcome = run_check(check, make)
    assert outcome.good, outcome.detail


def test_a_known_failure_that_passes_is_a_surprise() -> None:
    name = CHECKS[0]
    outcomes = check_device(lambda lease=None: ScriptedDevice(APP), {name: "it once failed"})
    assert [outcome.verdict for outcome in outcomes if outcome.check == name] == ["surprise"]


def test_a_device_that_acts_twice_fails() -> None:
    class Twice(ScriptedDevice):
        def perform(self, gesture: Gesture, intent: str = "") -> Injection:
            super().perform(gesture, intent)
            return super().perform(gesture, intent)

    assert run_check("a_tap_acts_once", lambda lease=None: Twice(APP)).verdict == "failed"
