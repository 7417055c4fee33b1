"""The phone's shell, which runs the command lines of the clients."""

from functools import partial

from sextant.integrations.adb_bridge.commands import CommandStreams
from sextant.integrations.adb_bridge.files import Files
from sextant.integrations.adb_bridge.phone import BridgedPhone
from sextant.integrations.adb_bridge.shell.content import CONTENT_COMMANDS, SettingsProvider
from sextant.integrations.adb_bridge.shell.context import ShellContext
from sextant.integrations.adb_bridge.shell.dumpsys import DUMPSYS_COMMANDS
from sextant.integrations.adb_bridge.shell.event_commands import EVENT_COMMANDS
from sextant.integrations.adb_bridge.shell.expansion import MOST_CHARACTERS
from sextant.integrations.adb_bridge.shell.input_events import INPUT_COMMANDS, lift, press
from sextant.integrations.adb_bridge.shell.job import Io, Job, Program, encoded
from sextant.integrations.adb_bridge.shell.key_codes import key_code
from sextant.integrations.adb_bridge.shell.keyboards import install_keyboards
from sextant.integrations.adb_bridge.shell.package_manager import PACKAGE_COMMANDS
from sextant.integrations.adb_bridge.shell.runner import Runner, ShellEnvironment, ShellExitError
from sextant.integrations.adb_bridge.shell.screen_capture import CAPTURE_COMMANDS
from sextant.integrations.adb_bridge.shell.services import SERVICE_COMMANDS
from sextant.integrations.adb_bridge.shell.settings_store import SETTINGS_COMMANDS
from sextant.integrations.adb_bridge.shell.toybox_files import FILE_COMMANDS
from sextant.integrations.adb_bridge.shell.toybox_system import SYSTEM_COMMANDS, which
from sextant.integrations.adb_bridge.shell.toybox_text import TEXT_COMMANDS

__all__ = ["Shell"]

LONGEST_LINE = 256 * 1024
"""Most bytes of one line that is typed into an interactive shell."""

_VARIABLES = {
    "?": "0",
    "$": "2777",
    "#": "0",
    "0": "sh",
    "-": "",
    "ANDROID_DATA": "/data",
    "ANDROID_ROOT": "/system",
    "ANDROID_STORAGE": "/storage",
    "EXTERNAL_STORAGE": "/sdcard",
    "HOME": "/",
    "HOSTNAME": "localhost",
    "LOGNAME": "shell",
    "PATH": "/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin:/vendor/bin",
    "PWD": "/",
    "SHELL": "/bin/sh",
    "TERM": "xterm-256color",
    "TMPDIR": "/data/local/tmp",
    "USER": "shell",
}
_PANEL_KEYS = {"KEY_BACK": "BACK", "KEY_HOMEPAGE": "HOME", "KEY_APPSELECT": "APP_SWITCH", "KEY_ENTER": "ENTER"}
_SETTINGS = {
    "system": {
        "accelerometer_rotation": "0",
        "font_scale": "1.0",
        "haptic_feedback_enabled": "1",
        "pointer_location": "0",
        "screen_brightness": "128",
        "screen_brightness_mode": "0",
        "screen_off_timeout": "60000",
        "show_touches": "0",
        "time_12_24": "24",
        "user_rotation": "0",
    },
    "secure": {
        "accessibility_enabled": "0",
        "android_id": "5e8f16de0b1d9e00",
        "location_mode": "0",
        "long_press_timeout": "400",
        "show_ime_with_hard_keyboard": "1",
        "user_setup_complete": "1",
    },
    "global": {
        "adb_enabled": "1",
        "airplane_mode_on": "0",
        "animator_duration_scale": "1.0",
        "auto_time": "1",
        "development_settings_enabled": "1",
        "device_provisioned": "1",
        "mobile_data": "0",
        "stay_on_while_plugged_in": "7",
        "transition_animation_scale": "1.0",
        "wifi_on": "0",
        "window_animation_scale": "1.0",
    },
}


class Shell:
    """Runs command lines on one phone; implements `RunCommand`. Thread-safe: several lines can run at the same time.

    Attributes:
        machine: The shared state. Servers register content providers, broadcasts, keyboards and Java programs there.
        programs: All commands by name.
    """

    def __init__(self, phone: BridgedPhone, files: Files) -> None:
        self.machine = ShellContext(phone, files)
        for namespace, given in _SETTINGS.items():
            table = phone.settings.tables[namespace]
            for key, value in given.items():
                table.setdefault(key, value)
        install_keyboards(self.machine)
        self.machine.panel.touched = partial(lift, phone)
        self.machine.panel.pressed = self._pressed
        self.machine.providers["settings"] = SettingsProvider(self.machine)
        self.programs: dict[str, Program] = (
            TEXT_COMMANDS
            | FILE_COMMANDS
            | SYSTEM_COMMANDS
            | SERVICE_COMMANDS
            | PACKAGE_COMMANDS
            | SETTINGS_COMMANDS
            | CONTENT_COMMANDS
            | CAPTURE_COMMANDS
            | DUMPSYS_COMMANDS
            | INPUT_COMMANDS
            | EVENT_COMMANDS
        )
        self.programs["which"] = self._which
        self.programs["xargs"] = self._xargs
        self._runner = Runner(self.machine, self.programs)

    def __call__(self, line: str, streams: CommandStreams) -> int:
        """Runs a line and returns its exit code. An empty line reads lines until `exit` or the end of input."""
        io = Io(streams, streams, _Errors(streams))
        environment = ShellEnvironment(dict(_VARIABLES))
        if not line.strip():
            return self._interactive(io, environment)
        try:
            return self._runner.run(line, io, environment)
        except ShellExitError as ended:
            return ended.code

    def _pressed(self, key: str) -> None:
        """A key of the panel, as the key code that Android makes of it."""
        press(self.machine, key_code(_PANEL_KEYS[key]))

    def _interactive(self, io: Io, environment: ShellEnvironment) -> int:
        prompt = f"{self.machine.phone.model.product}:{{}} $ "
        waiting = bytearray()
        io.out.write(encoded(prompt.format(environment.folder)))
        while chunk := io.source.read():
            waiting += chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b"\x04", b"exit\n")
            if len(waiting) > LONGEST_LINE:
                waiting.clear()
            *lines, rest = bytes(waiting).split(b"\n")
            waiting = bytearray(rest)
            for line in lines:
                try:
                    self._typed(line.decode("utf-8", "surrogateescape"), io, environment)
                except ShellExitError as ended:
                    return ended.code
                io.out.write(encoded(prompt.format(environment.folder)))
        return int(environment.variables.get("?", "0"))

    def _typed(self, line: str, io: Io, environment: ShellEnvironment) -> None:
        if not line.strip():
            return
        code = self._runner.run(line, Io(_Ended(), io.out, io.err), environment)
        environment.variables["?"] = str(code)

    def _which(self, job: Job) -> int:
        return which(job, frozenset(self.programs) | {"sh", "toybox"})

    def _xargs(self, job: Job) -> int:
        """Runs a command once with all words of standard input, or once per word with `-n 1` or `-I`."""
        args, size, place = list(job.args), 0, ""
        while args and args[0].startswith("-"):
            option = args.pop(0)
            if option in ("-n", "-I") and args:
                value = args.pop(0)
                size, place = (1, value) if option == "-I" else (int(value) if value.isdigit() else 1, place)
        text = job.read_input().decode("utf-8", "surrogateescape")
        words = [line for line in text.split("\n") if line] if place else text.split()
        name, *rest = args or ["echo"]
        code = 0
        for at in range(0, min(len(words), 1000), size or max(len(words), 1)):
            some = words[at : at + (size or len(words))]
            copies = sum(part.count(place) for part in rest) if place else 1
            if sum(map(len, rest)) + copies * sum(map(len, some)) > MOST_CHARACTERS:
                return job.fail("Argument list too long")
            whole = [part.replace(place, some[0]) for part in rest] if place else [*rest, *some]
            inner = Job(
                job.machine, name, tuple(whole), Io(_Ended(), job.io.out, job.io.err), job.variables, job.folder
            )
            code = self._runner.call(inner, ShellEnvironment(dict(job.variables), job.folder, 1)) or code
        return code


class _Errors:
    def __init__(self, streams: CommandStreams) -> None:
        self._streams = streams

    def write(self, data: bytes) -> None:
        self._streams.write_error(data)


class _Ended:
    """Empty standard input for a typed line: further input belongs to the shell."""

    def read(self, limit: int = 65536) -> bytes:
        return b""[:limit]
