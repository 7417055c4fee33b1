"""The Android device over the real adb, on a phone that the bridge shows: the contract, and a world's elements."""

from contextlib import ExitStack

import pytest

from sextant.devices.android import AndroidDevice, AndroidOptions
from sextant.devices.android.screen_reader import STALE
from sextant.devices.conformance import CHECKS, run_check
from sextant.devices.faults.frames import stale
from sextant.devices.scripted import REFERENCE_APP, ScriptedDevice
from sextant.devices.wrapper import DeviceWrapper
from sextant.integrations.adb_bridge import density_for
from sextant.integrations.adb_bridge.phone import BridgedPhone, PhoneModel
from sextant.integrations.adb_bridge.server import Bridge
from sextant.integrations.adb_bridge.shell import Shell
from sextant.integrations.adb_bridge.uiautomator_server import UiautomatorServer
from sextant.protocols import Device
from sextant.types.actions import LaunchApp, PressKey, Tap, TerminateApp, TypeText
from sextant.types.devices import Lease
from sextant.types.screens import Element, Observation
from sextant.types.secrets import Binding
from sextant_bench.android.picture import Painter
from sextant_worlds.names import find_world
from sextant_worlds.twin.device import TwinDevice
from tests.support.adb import Adb, lite_phone

pytestmark = pytest.mark.long
NEAR = 2.0
"""Pixels by which edges may differ."""


def options(serial: str, driver: str) -> AndroidOptions:
    if driver == "plain":
        return AndroidOptions(serial, driver="plain", keyboard="adb")
    pytest.importorskip("uiautomator2")
    return AndroidOptions(serial, driver="uiautomator2")


def plugged(phone: BridgedPhone, adb: Adb, stack: ExitStack) -> str:
    shell = Shell(phone, phone.files)
    UiautomatorServer(shell.machine)
    bridge = stack.enter_context(Bridge(phone, shell))
    assert "connected to" in adb.text("connect", bridge.address)
    stack.callback(adb.run, "disconnect", bridge.address)
    return bridge.address


@pytest.mark.parametrize("driver", ["uiautomator2", "plain"])
@pytest.mark.parametrize("check", CHECKS)
def test_it_keeps_the_contract(check: str, driver: str, adb: Adb) -> None:
    with ExitStack() as stack:

        def make(lease: Lease | None = None) -> Device:
            if lease is not None:
                return AndroidDevice(options(lease.data["serial"], driver), lease)
            app = ScriptedDevice(REFERENCE_APP)
            app.open()
            return AndroidDevice(options(plugged(BridgedPhone(app), adb, stack), driver))

        outcome = run_check(check, make)
    assert outcome.good, outcome.detail


def test_a_secret_is_typed_by_the_shell_and_not_through_the_port_of_the_server(
    adb: Adb, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("uiautomator2")
    called, call = list[bytes](), UiautomatorServer.call

    def heard(self: UiautomatorServer, body: bytes) -> bytes:
        called.append(body)
        return call(self, body)

    monkeypatch.setattr(UiautomatorServer, "call", heard)
    with ExitStack() as stack:
        app = ScriptedDevice(REFERENCE_APP)
        app.open()
        phone = BridgedPhone(app)
        device = AndroidDevice(AndroidOptions(plugged(phone, adb, stack), secrets={"pw": Binding("", "Name")}))
        assert "the screen is read and touched with uiautomator2" in device.open().notes
        stack.callback(device.close)
        at = next(one for one in device.look(picture=False).elements if one.label == "Name").box.centre
        assert device.perform(TypeText("plain-1", at)).notes == ()
        assert any(b"setText" in body and b"plain-1" in body for body in called)
        assert device.perform(TypeText("s3cret", at, secret="pw")).notes == ()
        assert app.fields["name"] == "s3cret"
        assert not any(b"s3cret" in body for body in called)
        phone.files.place("/proc/net/tcp6", phone.files.read("/proc/net/tcp6").replace(b" 2000 ", b" 10123 "))
        called.clear()
        device.perform(TypeText("other", at, secret="pw"), "an intent")
        assert app.fields["name"] == "other"
        assert not any(b"other" in body for body in called)
        assert any("An app (user 10123) listens at port 9008" in note for note in device.look(picture=False).notes)


@pytest.mark.parametrize("driver", ["uiautomator2", "plain"])
def test_a_world_has_the_same_elements_through_adb(driver: str, adb: Adb) -> None:
    phone = lite_phone()
    with ExitStack() as stack:
        device = AndroidDevice(options(plugged(phone, adb, stack), driver))
        device.open()
        here, there = phone.device.look(picture=False), device.look(picture=False)
        device.close()
    assert there.facts["component"] == "sextant.launcher/.LauncherActivity"
    assert [told(one) for one in in_view(there)] == [told(one) for one in in_view(here)]
    for one, other in zip(in_view(here), in_view(there), strict=True):
        assert edges(one) == pytest.approx(edges(other), abs=NEAR), one.label


def test_an_app_of_a_world_is_opened_by_the_label_on_its_home_screen(adb: Adb) -> None:
    phone = lite_phone()
    with ExitStack() as stack:
        device = AndroidDevice(options(plugged(phone, adb, stack), "plain"))
        device.open()
        labels = [app.label for app in phone.apps]
        assert list(device.apps()) == [*labels, *(app.package for app in phone.apps)]
        for app in phone.apps[:2]:
            assert not app.label.isascii()
            assert device.perform(LaunchApp(app.label)).notes == ()
            assert device.look(picture=False).facts["component"].startswith(f"{app.package}/")
        assert device.perform(TerminateApp(labels[1])).notes == ()
        assert device.look(picture=False).facts["component"] == "sextant.launcher/.LauncherActivity"
        device.close()


class Hanging(DeviceWrapper):
    """A device whose accessibility service may hang: what is described stays, and the picture follows."""

    held: Observation | None = None

    def look(self, picture: bool = True) -> Observation:
        seen = super().look(picture)
        return seen if self.held is None else stale(seen, self.held)


@pytest.mark.parametrize("driver", ["uiautomator2", "plain"])
def test_a_tree_that_hangs_is_told_through_adb_and_a_living_one_is_not(driver: str, adb: Adb) -> None:
    hanging = Hanging(TwinDevice(find_world("lite/0"), paint=Painter()))
    hanging.open()
    phone = BridgedPhone(hanging, PhoneModel(density=density_for(hanging.size)))
    with ExitStack() as stack:
        device = AndroidDevice(options(plugged(phone, adb, stack), driver))
        device.open()
        stack.callback(device.close)
        seen = device.look()
        icon = next(one for one in seen.elements if one.affordances).box.centre
        device.perform(Tap(icon))
        opened = device.look()
        device.perform(PressKey("home"))
        assert (opened.condition, device.look().condition, opened.app == seen.app) == ("ok", "ok", False)
        hanging.held = hanging.look(picture=False)
        device.perform(Tap(icon))
        lost = device.look()
        hanging.held = None
        assert device.look().condition == "ok"
    assert (lost.condition, lost.picture is not None, STALE in lost.notes) == ("stale_hierarchy", True, True)
    assert lost.facts["component"] == opened.facts["component"]


def in_view(seen: Observation) -> list[Element]:
    return [one for one in seen.elements if one.visibility == "visible"]


def edges(one: Element) -> tuple[float, ...]:
    return one.box.x, one.box.y, one.box.right, one.box.bottom


def told(one: Element) -> tuple[str, str, frozenset[str]]:
    return one.label, one.value, frozenset(one.affordances)
