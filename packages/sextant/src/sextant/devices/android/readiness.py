"""Checks whether a phone is ready for a run, and describes how to fix each problem. It changes nothing on the phone."""

import importlib.util
import re
from collections.abc import Iterator
from shlex import quote
from typing import Final, Literal

from sextant.dataclass import dataclass
from sextant.devices.android.adb import Adb
from sextant.devices.android.apps import PhoneApps
from sextant.devices.android.displays import LIST_DISPLAYS, displays_of
from sextant.devices.android.dumps import screen_state
from sextant.devices.android.packages import input_methods_of, refused
from sextant.devices.android.phone_driver import ShellDriver
from sextant.devices.android.text_entry import ADB_KEYBOARD
from sextant.devices.android.views import read_hierarchy
from sextant.errors import install_extra

__all__ = ["PhoneCheck", "check_phone"]

# structural: values of ro.product.manufacturer, and the setting that the manufacturer hides
_HIDDEN: Final = {
    "xiaomi": "turn on 'USB debugging (Security settings)' in Settings, Additional settings, Developer options",
    "redmi": "turn on 'USB debugging (Security settings)' in Settings, Additional settings, Developer options",
    "poco": "turn on 'USB debugging (Security settings)' in Settings, Additional settings, Developer options",
    "oppo": "turn on 'Disable permission monitoring' in Settings, Additional settings, Developer options",
    "realme": "turn on 'Disable permission monitoring' in Settings, Additional settings, Developer options",
    "oneplus": "turn on 'Disable permission monitoring' in Settings, System, Developer options",
    "vivo": "turn on 'USB debugging (Security settings)' in Settings, System management, Developer options",
    "huawei": "turn on 'Allow ADB debugging in charge only mode' in Settings, System, Developer options",
    "honor": "turn on 'Allow ADB debugging in charge only mode' in Settings, System, Developer options",
    "meizu": "turn on 'USB debugging (Security settings)' in Settings, Accessibility, Developer options",
}
_ELSE: Final = "look for a setting about USB debugging and security in Developer options, and turn it on"
_HOT: Final = 430
"""Battery temperature above which phones slow down, in tenths of a degree Celsius."""
_ASKED: Final = (
    "getprop ro.product.manufacturer; getprop ro.product.model; getprop ro.build.version.release; "
    "getprop ro.build.version.sdk"
)


@dataclass(frozen=True, slots=True)
class PhoneCheck:
    """The result of one check. `missing` prevents the use of the phone, a `warning` limits it; `fix` is the remedy."""

    name: str
    status: Literal["ok", "warning", "missing"]
    found: str
    fix: str = ""


def check_phone(adb: Adb) -> Iterator[PhoneCheck]:
    """Checks everything that a run needs on a connected phone.

    Raises:
        DeviceLost: The connection broke during the checks.
    """
    maker, model, release, level = (*adb.shell(_ASKED).text.splitlines(), "", "", "", "")[:4]
    yield PhoneCheck("phone", "ok", f"{maker} {model}, Android {release} (API {level}), serial {adb.serial}")
    yield from _screen(adb)
    yield from _displays(adb)
    yield _touches(adb, maker.strip())
    yield _tree(adb)
    yield _picture(adb)
    yield _server()
    yield _keyboard(adb)
    yield _notes(adb)
    yield from _apps(adb)
    yield from _comfort(adb)


def _screen(adb: Adb) -> Iterator[PhoneCheck]:
    state = screen_state(adb.shell("dumpsys window; dumpsys power | grep mWakefulness=").text)
    if not state.awake:
        yield PhoneCheck(
            "display", "warning", "it is off; a run turns it on", f"adb -s {quote(adb.serial)} shell input keyevent 224"
        )
    if state.locked:
        yield PhoneCheck("lock screen", "missing", "the phone is locked", "Unlock it by hand; its code is never typed.")
    else:
        yield PhoneCheck("lock screen", "ok", "open")


def _displays(adb: Adb) -> Iterator[PhoneCheck]:
    listed = displays_of(adb.shell(LIST_DISPLAYS).text)
    if len(listed) > 1:
        told = [f"{one.number} ({one.name}, {one.size[0]}x{one.size[1]}{'' if one.on else ', off'})" for one in listed]
        yield PhoneCheck("displays", "ok", f"{', '.join(told)}; android.display selects one")


def _touches(adb: Adb, maker: str) -> PhoneCheck:
    """Injects key code 0, which has no effect: some manufacturers block injected input by a setting of their own."""
    output = adb.shell("input keyevent 0")
    if why := refused(output.text):
        hidden = _HIDDEN.get(maker.casefold(), _ELSE)
        return PhoneCheck("touches", "missing", f"the phone forbids them ({why[:120]})", f"On the phone: {hidden}.")
    return PhoneCheck("touches", "ok", "allowed")


def _tree(adb: Adb) -> PhoneCheck:
    read = read_hierarchy(ShellDriver(adb).hierarchy())
    count = sum(1 for _ in read.views())
    if read.trouble:
        fix = "Open another app and try again; where an app describes nothing, its picture is read."
        return PhoneCheck("accessibility tree", "warning", f"{read.trouble}: {read.detail[:120]}", fix)
    return PhoneCheck("accessibility tree", "ok", f"{count} views")


def _picture(adb: Adb) -> PhoneCheck:
    data = ShellDriver(adb).picture()
    if data[:4] != b"\x89PNG":
        return PhoneCheck("pictures", "warning", "screencap gives none", "Runs go on without pictures.")
    return PhoneCheck("pictures", "ok", f"{len(data) / 1000:.0f} kB")


def _server() -> PhoneCheck:
    if importlib.util.find_spec("uiautomator2") is None:
        found = "not installed: looks and touches are slow"
        return PhoneCheck("uiautomator2", "warning", found, install_extra("android"))
    return PhoneCheck("uiautomator2", "ok", "installed here; its server is put on the phone when a run begins")


def _keyboard(adb: Adb) -> PhoneCheck:
    own = adb.shell("settings get secure default_input_method").text.strip()
    has = ADB_KEYBOARD in input_methods_of(adb.shell("ime list -s -a").text)
    return PhoneCheck("keyboard", "ok", f"{own}{'; ADB Keyboard is installed (android.keyboard=adb)' if has else ''}")


def _notes(adb: Adb) -> PhoneCheck:
    probe = "/data/local/tmp/sextant-probe"
    output = adb.shell(f"echo ok > {probe} && cat {probe}; rm -f {probe}").text
    if "ok" in output.split():
        return PhoneCheck("notes on the phone", "ok", "/data/local/tmp can be written")
    found = "/data/local/tmp cannot be written: after a crash nobody can tell what was injected"
    return PhoneCheck("notes on the phone", "warning", found)


def _apps(adb: Adb) -> Iterator[PhoneCheck]:
    apps = PhoneApps(adb)
    known, listed = len(apps.labels()), len(apps.launchers())
    found = f"the labels of {known} of {listed} are known"
    if known:
        yield PhoneCheck("apps", "ok", found)
    else:
        yield PhoneCheck("apps", "warning", found, "Name an app by its package, or by a word of it.")
    for profile in apps.profiles:
        name = f"{apps.profile_in_words(profile)!r}, user {profile.number}"
        if profile.opened:
            yield PhoneCheck("profile", "ok", name)
        else:
            yield PhoneCheck("profile", "warning", f"{name}, is off", "Turn it on by hand, if its apps are needed.")


def _comfort(adb: Adb) -> Iterator[PhoneCheck]:
    battery = adb.shell("dumpsys battery").text
    level, heat = re.search(r"level: (\d+)", battery), re.search(r"temperature: (\d+)", battery)
    if heat and int(heat[1]) > _HOT:
        yield PhoneCheck("heat", "warning", f"{int(heat[1]) / 10:.0f} °C: the phone may slow down", "Let it cool.")
    if level and int(level[1]) < 15:
        yield PhoneCheck("battery", "warning", f"{level[1]} %", "Charge it.")
    stays = adb.shell("settings get global stay_on_while_plugged_in").text.strip()
    if stays in ("0", "null", ""):
        fix = f"adb -s {quote(adb.serial)} shell svc power stayon true"
        yield PhoneCheck("staying on", "warning", "the display goes off while it is plugged in", fix)
    scale = adb.shell("settings get global window_animation_scale").text.strip()
    if scale not in ("0", "0.0"):
        fix = f"adb -s {quote(adb.serial)} shell settings put global window_animation_scale 0"
        yield PhoneCheck("animations", "warning", "on: screens take longer to settle", fix)
