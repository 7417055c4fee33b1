"""The checks of a phone before a run, and how `sextant doctor` shows them."""

import socketserver
import threading
from collections.abc import Generator
from contextlib import contextmanager

import pytest

from sextant.devices.android.readiness import PhoneCheck, check_phone
from sextant.doctor import examine_device
from sextant.errors import UsageError
from tests.devices.android.fake_phone import FakePhone

PIXEL = {
    "ro.product.manufacturer": "Google",
    "ro.product.model": "Pixel 8",
    "ro.build.version.release": "14",
}
GOOD = {"stay_on_while_plugged_in": "7", "window_animation_scale": "0.0"}
REFUSES = "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n"
BATTERY = "  level: 80\n  temperature: 310\n"


def checked(phone: FakePhone) -> dict[str, PhoneCheck]:
    return {one.name: one for one in check_phone(phone)}


def test_a_phone_that_is_ready_has_no_findings_and_is_left_as_it_was() -> None:
    phone = FakePhone(properties=PIXEL, settings=GOOD, battery=BATTERY, label="Reference")
    found = checked(phone)
    assert found["phone"].found == "Google Pixel 8, Android 14 (API 34), serial FAKE1"
    del found["uiautomator2"]  # depends on what is installed here
    assert {(one.status, one.fix) for one in found.values()} == {("ok", "")}
    assert found["accessibility tree"].found.partition(" ")[0].isdecimal()
    assert (phone.files, phone.device.gestures) == ({}, [])


def test_what_a_phone_lacks_is_told_with_what_mends_it() -> None:
    phone = FakePhone(awake=False, locked=True, tree=False, battery="  level: 9\n  temperature: 455\n")
    found = checked(phone)
    missing = {name for name, one in found.items() if one.status == "missing"}
    warned = {name for name, one in found.items() if one.status == "warning"} - {"uiautomator2"}
    assert missing == {"lock screen"}
    assert warned == {"display", "accessibility tree", "apps", "heat", "battery", "staying on", "animations"}
    assert all(found[name].fix for name in missing | warned)
    assert (phone.awake, phone.locked) == (False, True)
    assert found["animations"].fix == "adb -s FAKE1 shell settings put global window_animation_scale 0"


@pytest.mark.parametrize(("flags", "status"), [("1030} running", "ok"), ("10b0}", "warning")])
def test_profiles_are_listed_with_their_state(flags: str, status: str) -> None:
    found = checked(
        FakePhone(label="Reference", users=f"\tUserInfo{{0:Owner:c13}} running\n\tUserInfo{{10:Work:{flags}\n")
    )
    assert found["apps"].found == "the labels of 1 of 1 are known"
    assert (found["profile"].status, found["profile"].found.partition(",")[0]) == (status, "'Work'")


@pytest.mark.parametrize(
    ("maker", "told"),
    [
        ("Xiaomi", "'USB debugging (Security settings)' in Settings, Additional settings"),
        ("OPPO", "'Disable permission monitoring' in Settings, Additional settings"),
        ("OnePlus", "'Disable permission monitoring' in Settings, System"),
        ("vivo", "'USB debugging (Security settings)' in Settings, System management"),
        ("HUAWEI", "'Allow ADB debugging in charge only mode'"),
        ("Unheard", "look for a setting about USB debugging and security"),
    ],
)
def test_touches_that_a_maker_forbids_are_told_with_its_own_setting(maker: str, told: str) -> None:
    found = checked(FakePhone(properties={**PIXEL, "ro.product.manufacturer": maker}, forbids=REFUSES))["touches"]
    assert found.status == "missing"
    assert "INJECT_EVENTS" in found.found
    assert told in found.fix


@contextmanager
def adb_server(phone: FakePhone | None) -> Generator[int]:
    """The port of an adb server that lists this phone and runs its commands."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            while head := self.rfile.read(4):
                asked = self.rfile.read(int(head, 16)).decode()
                self.wfile.write(b"OKAY" + answer(asked))
                if not asked.startswith("host:transport:"):
                    return

    def answer(asked: str) -> bytes:
        if asked == "host:devices":
            listed = f"{phone.serial}\tdevice\n" if phone else ""
            return f"{len(listed):04x}{listed}".encode()
        if phone is None or asked.startswith("host:"):
            return b""
        if asked.startswith("exec:"):
            return phone.exec_out(asked.removeprefix("exec:"))
        output = phone.shell(asked.removeprefix("shell:").rpartition("; echo ")[0])
        return f"{output.text}SEXTANT-EXIT:{output.code}\n".encode()

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield server.server_address[1]
        server.shutdown()
        serving.join()


def test_the_doctor_examines_the_phone_of_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("adbutils")
    with adb_server(FakePhone(properties=PIXEL, settings=GOOD, battery=BATTERY)) as port:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(port))
        health = examine_device("android:FAKE1")
        assert health.usable
        assert "Pixel 8" in health.findings[0].found
        assert examine_device("android").findings[0] == health.findings[0]
        (other,) = examine_device("android:OTHER").findings
        assert (other.status, "connected: FAKE1" in other.found) == ("missing", True)
    with adb_server(FakePhone(locked=True)) as port:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(port))
        assert not examine_device("android:FAKE1").usable
    with adb_server(None) as port:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(port))
        health = examine_device("android")
        assert (health.usable, health.findings[0].found) == (False, "No phone is connected.")
        assert "USB debugging" in health.findings[0].fix
    with pytest.raises(UsageError, match="no Android phone"):
        examine_device("web:http://localhost")
