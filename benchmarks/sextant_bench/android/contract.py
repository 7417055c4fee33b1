"""The conformance suite on the Android device, over adb and the bridge."""

from contextlib import ExitStack
from dataclasses import dataclass

from sextant.devices.conformance import CHECKS, run_check
from sextant.protocols import Device
from sextant.types.devices import Lease
from sextant_bench.android.bridges import REFERENCE, BridgeProcess, Driver, phone_on

__all__ = ["CHECKS", "CheckRecord", "check"]


@dataclass(frozen=True, slots=True)
class CheckRecord:
    """One check with one driver."""

    check: str
    driver: Driver
    passed: bool
    detail: str = ""


def check(process: BridgeProcess, name: str, driver: Driver) -> CheckRecord:
    """Runs one check on fresh bridges to the reference app."""
    with ExitStack() as stack:

        def make(lease: Lease | None = None) -> Device:
            if lease is not None:
                return phone_on(lease.data["serial"], driver, lease)
            return phone_on(stack.enter_context(process.plugged(REFERENCE)).address, driver)

        outcome = run_check(name, make)
    return CheckRecord(name, driver, outcome.good, outcome.detail)
