"""The one conformance suite, over every device there is."""

from collections.abc import Callable

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions
from sextant.devices.conformance import CHECKS, check_device, run_check
from sextant.devices.faults import FaultPlan, FaultyDevice
from sextant.devices.scripted import REFERENCE_APP, ScriptedDevice
from sextant.devices.wrapper import DeviceWrapper
from sextant.protocols import Device
from sextant.types.actions import Gesture
from sextant.types.devices import Injection, Lease
from tests.devices.site import Site

WRAPPED: dict[str, Callable[[], Device]] = {
    "scripted": lambda: ScriptedDevice(REFERENCE_APP),
    "with something in between": lambda: DeviceWrapper(ScriptedDevice(REFERENCE_APP)),
    "with no faults": lambda: FaultyDevice(ScriptedDevice(REFERENCE_APP), FaultPlan(), lambda: 0.0),
}


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("kind", WRAPPED)
def test_scripted(check: str, kind: str) -> None:
    outcome = run_check(check, lambda lease=None: WRAPPED[kind](), {})
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
    outcomes = check_device(lambda lease=None: ScriptedDevice(REFERENCE_APP), {name: "it once failed"})
    assert [outcome.verdict for outcome in outcomes if outcome.check == name] == ["surprise"]


def test_a_device_that_acts_twice_fails() -> None:
    class Twice(ScriptedDevice):
        def perform(self, gesture: Gesture, intent: str = "") -> Injection:
            super().perform(gesture, intent)
            return super().perform(gesture, intent)

    assert run_check("a_tap_acts_once", lambda lease=None: Twice(REFERENCE_APP)).verdict == "failed"
