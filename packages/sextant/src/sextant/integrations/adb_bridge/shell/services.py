"""`wm`, `cmd`, `svc`, `service`, `logcat`, `app_process` and other system commands."""

from sextant.integrations.adb_bridge.shell.activity_manager import ACTIVITY_COMMANDS, activity_command
from sextant.integrations.adb_bridge.shell.dumpsys import SERVICES
from sextant.integrations.adb_bridge.shell.input_events import INPUT_COMMANDS
from sextant.integrations.adb_bridge.shell.job import Job, Program
from sextant.integrations.adb_bridge.shell.package_manager import package_command
from sextant.integrations.adb_bridge.shell.settings_store import SETTINGS_COMMANDS
from sextant.integrations.adb_bridge.shell.subcommands import failed_with
from sextant.integrations.adb_bridge.shell.toybox_system import LONGEST_PAUSE, pause

__all__ = ["SERVICE_COMMANDS"]

WM_USAGE = """Window manager (window) commands:
  help
      Print this help text.
  size [reset|WxH|WdpxHdp] [-d DISPLAY_ID]
    Return or override display size.
  density [reset|DENSITY] [-d DISPLAY_ID]
    Return or override display density.
  dismiss-keyguard
    Dismiss the keyguard, prompting user for auth if necessary.
  user-rotation [-d DISPLAY_ID] [free|lock] [rotation]
    Print or set user rotation mode and user rotation."""


def _wm(job: Job) -> int:
    """Prints size and density of the screen. They cannot be changed."""
    phone = job.machine.phone
    words = list(job.args)
    if "-d" in words:
        at = words.index("-d")
        del words[at : at + 2]
    width, height = phone.size
    match words:
        case ["size"] | ["size", "reset"]:
            if len(words) == 1:
                job.say(f"Physical size: {width}x{height}")
        case ["density"] | ["density", "reset"]:
            if len(words) == 1:
                job.say(f"Physical density: {phone.model.density}")
        case ["size" | "density" as what, *_]:
            text = f"Permission Denial: the {what} of this display is fixed"
            return failed_with(job, what, "java.lang.SecurityException", text)
        case ["dismiss-keyguard"]:
            phone.awake = True
        case ["user-rotation", *rest]:
            if not rest:
                locked = phone.settings.tables["system"].get("accelerometer_rotation") == "0"
                job.say("lock 0" if locked else "free")
        case ["scaling" | "folded-area" | "overscan" | "tracing" | "fixed-to-user-rotation" | "set-user-rotation", *_]:
            pass
        case [] | ["help" | "-h", *_]:
            job.say(WM_USAGE)
            return 0 if words else 255
        case _:
            job.complain(f"Unknown command: {words[0]}")
            return 255
    return 0


def _cmd(job: Job) -> int:
    """`cmd SERVICE …`: the commands of a service."""
    if not job.args:
        job.complain("cmd: No service specified; use -l to list all running services.")
        return 20
    name, *words = job.args
    if name == "-l":
        job.say("Currently running services:")
        for service in SERVICES:
            job.say(f"  {service}")
        return 0
    program = _SERVICE_SHELLS.get(name)
    if program is None and name not in SERVICES:
        job.complain(f"cmd: Can't find service: {name}")
        return 20
    if program is None:
        job.say("No shell command implementation.")
        return 255
    return program(Job(job.machine, name, tuple(words), job.io, job.variables, job.folder, job.background))


def _accepted(job: Job) -> int:
    """Accepts a command that has no effect on the screen, and does nothing."""
    return 0 if job.args else 255


def _uimode(job: Job) -> int:
    if job.args[:1] == ("night",):
        job.say("Night mode: no")
        return 0
    return 255


def _deviceidle(job: Job) -> int:
    if job.args[:1] == ("whitelist",):
        for word in job.args[1:]:
            job.say(f"Added: {word[1:]}" if word.startswith("+") else f"Removed: {word[1:]}")
        return 0
    return _accepted(job)


def _as(name: str, programs: dict[str, Program]) -> Program:
    """A service with the same subcommands as a program of another name."""

    def program(job: Job) -> int:
        job.name = name
        return programs[name](job)

    return program


_SERVICE_SHELLS: dict[str, Program] = {
    "activity": activity_command,
    "activity_task": activity_command,
    "package": package_command,
    "window": _wm,
    "input": _as("input", INPUT_COMMANDS),
    "settings": _as("settings", SETTINGS_COMMANDS),
    "input_method": _as("ime", SETTINGS_COMMANDS),
    "statusbar": _accepted,
    "notification": _accepted,
    "uimode": _uimode,
    "battery": _accepted,
    "deviceidle": _deviceidle,
    "media_session": _accepted,
    "wifi": _accepted,
    "connectivity": _accepted,
    "power": _accepted,
    "overlay": _accepted,
    "locale": _accepted,
    "appops": _accepted,
    "audio": _accepted,
}


def _svc(job: Job) -> int:
    known = ("power", "data", "wifi", "usb", "nfc", "bluetooth", "system-server")
    if not job.args or job.args[0] not in known:
        job.complain(f"Available commands:\n    help     Show information about the subcommands\n    {' '.join(known)}")
        return 0
    return 0


def _service(job: Job) -> int:
    match job.args:
        case ("list",):
            job.say(f"Found {len(SERVICES)} services:")
            for number, name in enumerate(SERVICES):
                job.say(f"{number}\t{name}: []")
        case ("check", name):
            job.say(f"Service {name}: {'found' if name in SERVICES else 'not found'}")
        case ("call", name, _, *_):
            if name not in SERVICES:
                job.complain(f"service: Service {name} does not exist")
                return 10
            job.say('Result: Parcel(Error: 0xffffffb6 "Unknown transaction")')
        case _:
            job.say("Usage: service [-h|-?]\n       service list\n       service check SERVICE")
            job.say("       service call SERVICE CODE [i32 N | s16 STR ] ...")
            return 10
    return 0


def _logcat(job: Job) -> int:
    """Prints nothing: the log buffers are empty."""
    if set(job.args) & {"-c", "--clear", "-G", "-p", "-P"}:
        return 0
    if "-g" in job.args:
        for name in ("main", "system", "crash"):
            facts = "ring buffer is 256 KiB (0 B consumed, 0 B readable), max entry is 5120 B, max payload is 4068 B"
            job.say(f"{name}: {facts}")
        return 0
    if not set(job.args) & {"-d", "-t", "-S"}:
        job.say("--------- beginning of main")
        pause(job, LONGEST_PAUSE)
    return 0


def _app_process(job: Job) -> int:
    """Runs a registered Java program until the client disconnects."""
    words = [word for word in job.args if not word.startswith("-")]
    name = words[1] if len(words) > 1 else ""
    program = job.machine.java.get(name)
    if program is None:
        job.complain(f"Error: could not find or load main class {name}\nAborted")
        return 134
    at = job.args.index(name)
    try:
        job.io.out.write(program.started(job.args[at + 1 :]))
        pause(job, LONGEST_PAUSE)
    finally:
        program.ended()
    return 0


def _refused(job: Job) -> int:
    job.complain(f"{job.name}: Operation not permitted")
    return 1


SERVICE_COMMANDS: dict[str, Program] = ACTIVITY_COMMANDS | {
    "wm": _wm,
    "cmd": _cmd,
    "svc": _svc,
    "service": _service,
    "logcat": _logcat,
    "app_process": _app_process,
    "app_process32": _app_process,
    "app_process64": _app_process,
    "reboot": _refused,
    "start": _refused,
    "stop": _refused,
    "mount": _refused,
    "dmesg": _refused,
}
