"""`settings`, `getprop`, `setprop`, `ime`, `device_config`: the stored settings of the phone."""

import re

from sextant.integrations.adb_bridge.phone import BridgedPhone
from sextant.integrations.adb_bridge.shell.arguments import options
from sextant.integrations.adb_bridge.shell.context import LATIN, ShellContext
from sextant.integrations.adb_bridge.shell.job import Job, Program

__all__ = ["SETTINGS_COMMANDS", "keep_setting", "properties"]

MOST = 2000
"""Most settings or properties in one table."""
LONGEST = 65536
USAGE = """Settings provider (settings) commands:
  help
      Print this help text.
  get [--user <USER_ID> | current] NAMESPACE KEY
      Retrieve the current value of KEY.
  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]
      Change the contents of KEY to VALUE.
  delete [--user <USER_ID> | current] NAMESPACE KEY
      Delete the entry for KEY.
  list [--user <USER_ID> | current] NAMESPACE
      Print all defined keys.
      NAMESPACE is one of {system, secure, global}, case-insensitive"""


def keep_setting(machine: ShellContext, namespace: str, key: str, value: str) -> None:
    """Stores a setting.

    Raises:
        ValueError: The table does not exist, or it is full.
    """
    table = machine.phone.settings.tables.get(namespace)
    if table is None or len(value) > LONGEST or len(key) > 1000 or (key not in table and len(table) >= MOST):
        raise ValueError("You are adding too many system settings.")
    table[key] = value


def _settings(job: Job) -> int:
    words = list(job.args)
    if "--user" in words:
        at = words.index("--user")
        del words[at : at + 2]
    if not words or words[0] in ("help", "-h"):
        job.say(USAGE)
        return 0 if words else 255
    verb, *rest = words
    least = {"get": 2, "put": 3, "delete": 2, "list": 1, "reset": 1}.get(verb)
    if least is None:
        job.complain(f"Invalid command: {verb}")
        return 255
    table = job.machine.phone.settings.tables.get(rest[0].lower()) if rest else None
    if table is None:
        job.complain(f"Invalid namespace '{rest[0] if rest else ''}'\n")
        return 255
    if len(rest) < least:
        job.complain("Bad arguments" if rest[1:] else f'Argument expected after "{rest[0]}"')
        return 255
    match verb:
        case "get":
            job.say(table.get(rest[1], "null"))
        case "put":
            keep_setting(job.machine, rest[0].lower(), rest[1], rest[2])
        case "delete":
            job.say(f"Deleted {int(table.pop(rest[1], None) is not None)} rows")
        case "list":
            for key in sorted(table):
                job.say(f"{key}={table[key]}")
        case _:
            pass
    return 0


def properties(phone: BridgedPhone) -> dict[str, str]:
    """All system properties."""
    model = phone.model
    mark = f"{model.manufacturer.lower()}/{model.product}/{model.product}:{model.release}/BRIDGE/1:user/release-keys"
    given = {
        "dalvik.vm.heapsize": "512m",
        "gsm.operator.alpha": "",
        "gsm.sim.state": "ABSENT",
        "init.svc.adbd": "running",
        "init.svc.bootanim": "stopped",
        "persist.sys.locale": "en-US",
        "persist.sys.timezone": "UTC",
        "persist.sys.usb.config": "adb",
        "ro.adb.secure": "1",
        "ro.boot.hardware": model.product,
        "ro.boot.serialno": model.serial,
        "ro.board.platform": model.product,
        "ro.bootimage.build.fingerprint": mark,
        "ro.build.characteristics": "nosdcard",
        "ro.build.description": f"{model.product}-user {model.release} BRIDGE 1 release-keys",
        "ro.build.display.id": "BRIDGE",
        "ro.build.fingerprint": mark,
        "ro.build.id": "BRIDGE",
        "ro.build.tags": "release-keys",
        "ro.build.type": "user",
        "ro.build.user": "sextant",
        "ro.build.version.codename": "REL",
        "ro.build.version.incremental": "1",
        "ro.build.version.release": model.release,
        "ro.build.version.release_or_codename": model.release,
        "ro.build.version.sdk": str(model.sdk),
        "ro.build.version.security_patch": "2026-01-01",
        "ro.debuggable": "0",
        "ro.hardware": model.product,
        "ro.kernel.qemu": "",
        "ro.opengles.version": "196610",
        "ro.product.board": model.product,
        "ro.product.brand": model.manufacturer,
        "ro.product.cpu.abi": "arm64-v8a",
        "ro.product.cpu.abilist": "arm64-v8a,armeabi-v7a,armeabi",
        "ro.product.device": model.product,
        "ro.product.locale": "en-US",
        "ro.product.manufacturer": model.manufacturer,
        "ro.product.model": model.model,
        "ro.product.name": model.product,
        "ro.secure": "1",
        "ro.serialno": model.serial,
        "ro.sf.lcd_density": str(model.density),
        "service.adb.tcp.port": "",
        "sys.boot_completed": "1",
        "sys.usb.config": "adb",
        "sys.usb.state": "adb",
    }
    return {name: value for name, value in given.items() if value} | phone.settings.properties


def _getprop(job: Job) -> int:
    parsed = options(job.args, "TZ")
    known = properties(job.machine.phone)
    if not parsed.rest:
        for name in sorted(known):
            job.say(f"[{name}]: [{known[name]}]")
        return 0
    job.say(known.get(parsed.rest[0]) or (parsed.rest[1] if len(parsed.rest) > 1 else ""))
    return 0


def _setprop(job: Job) -> int:
    if len(job.args) != 2:
        return job.fail("Need 2 arguments" if len(job.args) < 2 else "Max 2 arguments")
    name, value = job.args
    kept = job.machine.phone.settings.properties
    known = properties(job.machine.phone)
    if not re.fullmatch(r"(debug|persist)\.[\w.-]{1,80}", name) or len(value) > 91 or len(known) > MOST:
        return job.fail(f"failed to set property '{name[:100]}' to '{value[:100]}'")
    kept[name] = value
    return 0


def _ime(job: Job) -> int:
    words = [word for word in job.args if word != "--user" and not word.isdigit()]
    if not words or words[0] in ("help", "-h"):
        job.say("ime <command>:\n  list [-a] [-s]\n  enable <ID>\n  disable <ID>\n  set <ID>\n  reset")
        return 0 if words else 255
    verb, *rest = words
    machine = job.machine
    if verb == "list":
        return _ime_list(job, set(rest))
    if verb == "reset":
        _choose(machine, LATIN)
        _enable(machine, [LATIN])
        job.say(f"Reset current and enabled IMEs for user #0\n  Newly selected: {LATIN}\n  Newly enabled: {LATIN}")
        return 0
    if verb not in ("enable", "disable", "set") or not rest:
        job.complain(f"Unknown command: {verb}" if rest else f'Argument expected after "{verb}"')
        return 255
    method, enabled = rest[0], machine.enabled_input_methods
    if method not in machine.input_methods or (verb == "set" and method not in enabled):
        done = {"enable": "enabled", "disable": "disabled", "set": "selected"}[verb]
        job.complain(f"Unknown input method {method} cannot be {done} for user #0")
        return 255
    if verb == "set":
        _choose(machine, method)
        job.say(f"Input method {method} selected for user #0")
        return 0
    wanted = verb == "enable"
    before = "already" if (method in enabled) == wanted else "now"
    _enable(
        machine, [*enabled, method] if wanted and before == "now" else [n for n in enabled if wanted or n != method]
    )
    if not wanted and machine.input_method == method:
        _choose(machine, LATIN)
    job.say(f"Input method {method}: {before} {verb}d for user #0")
    return 0


def _choose(machine: ShellContext, method: str) -> None:
    machine.phone.settings.tables["secure"]["default_input_method"] = method


def _enable(machine: ShellContext, methods: list[str]) -> None:
    machine.phone.settings.tables["secure"]["enabled_input_methods"] = ":".join(methods or [LATIN])


def _ime_list(job: Job, flags: set[str]) -> int:
    machine = job.machine
    enabled = machine.enabled_input_methods
    for name, method in machine.input_methods.items():
        if "-a" not in flags and name not in enabled:
            continue
        if "-s" in flags:
            job.say(name)
            continue
        package, _, service = name.partition("/")
        job.say(f"{name}:\n  mId={name} mSettingsActivityName=null mIsVrOnly=false mIsVirtualDeviceOnly=false")
        job.say("  mIsDefaultResId=0x0\n  mSubtypes.count=0\n  Service:")
        job.say(f"    name={package + service if service.startswith('.') else service}\n    packageName={package}")
        job.say(f"    labelRes=0x0 nonLocalizedLabel={method.label} icon=0x0 banner=0x0")
    return 0


SETTINGS_COMMANDS: dict[str, Program] = {
    "settings": _settings,
    "getprop": _getprop,
    "setprop": _setprop,
    "ime": _ime,
}
