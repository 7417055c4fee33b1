"""A phone in memory behind the `Adb` seam: the commands of `ShellDriver` over a scripted device."""

import base64
import io
import re
import shlex
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from xml.sax.saxutils import quoteattr

from PIL import Image

from sextant.devices.android.adb import AdbOutput
from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.errors import DeviceLost
from sextant.types.actions import DragPath, Hold, PressKey, Tap, TypeText
from sextant.types.geometry import Point
from sextant.types.screens import Element
from tests.devices.android.fake_pages import FakePages

__all__ = ["APP", "SCALE", "FakePhone"]

SCALE = 3
APP = ScriptedApp(
    pages={
        "first": Page(
            "Reference",
            (
                Widget("Add", effect="add"),
                Widget("added {effect}", role="text", effect="add"),
                Widget("Name", role="textbox", field="name"),
                Widget("Code", role="textbox", field="code", password=True),
                Widget("Next", goes="second"),
                *(Widget(f"row {number}", role="text") for number in range(30)),
            ),
        ),
        "second": Page("Second", (Widget("Second screen", role="heading"),)),
    },
    start="first",
    apps={"reference": "first"},
)
_KINDS = {"button": "Button", "textbox": "EditText", "text": "TextView", "heading": "TextView"}


@dataclass
class FakePhone:
    """Answers shell commands. What it is told to break, it breaks."""

    device: ScriptedDevice = field(default_factory=lambda: ScriptedDevice(APP))
    serial: str = "FAKE1"
    package: str = "org.reference"
    label: str = ""
    """Of the app, on a home screen that lists labels."""
    home: str = "org.home/.Home"
    user: int = 0
    """Whose app is in front."""
    users: str = "\tUserInfo{0:Owner:c13} running\n"
    window: str = ""
    resumed: str = ""
    """What the dump of activities has instead of the activity in front."""
    awake: bool = True
    locked: bool = False
    code: bool = False
    tree: bool = True
    black: bool = False
    flags: str = ""
    """Of the window in front; with them, a black picture has a status bar."""
    methods: tuple[str, ...] = ("org.keys/.Own",)
    method: str = "org.keys/.Own"
    files: dict[str, str] = field(default_factory=dict[str, str])
    commands: list[str] = field(default_factory=list[str])
    lose: Callable[[str], bool] = lambda command: False
    """Whether the phone goes away before a part of a command line runs."""
    away: bool = False
    returns: bool = True
    notifications: dict[str, str] = field(default_factory=dict[str, str])
    """Records by key."""
    lists_notifications: bool = True
    traffic: dict[int, tuple[int, int]] | None = None
    """Bytes received and sent by user id; None on a phone that does not print them."""
    sockets: str = ""
    """Rows of `/proc/net/unix`."""
    processes: str = ""
    web: FakePages | None = None
    sdk: int = 34
    finger: Point | None = None
    """Where a finger was put down."""
    properties: dict[str, str] = field(default_factory=dict[str, str])
    settings: dict[str, str] = field(default_factory=dict[str, str])
    """Settings for all users."""
    battery: str = ""
    forbids: str = ""
    """What is printed instead of an injection."""
    selected: bool = False
    most_keys: int = 1000
    """Presses of the delete key after which the time of one command is over."""
    web_view: str = ""
    """What the hierarchy shows instead of the scripted device."""

    def __post_init__(self) -> None:
        self.device.open()

    def follow(self, command: str, ended: threading.Event) -> Iterator[str]:
        """Nothing is printed: no test has a person at this phone."""
        del command, ended
        return iter(())

    def wait_for(self, seconds: float) -> bool:
        del seconds
        self.away = not self.returns
        return self.returns

    def shell(self, command: str, seconds: float = 20.0) -> AdbOutput:
        del seconds
        self.commands.append(command)
        if command.count(" 67") > self.most_keys:
            raise DeviceLost("The answer did not end in time.", "Plug it in.")
        text, code = "", 0
        for line in re.split(r";\s*", command.replace("{ ", "").replace("; }", "")):
            for part in line.split(" && "):
                said, code = self._part(part.strip())
                text += said
                if code:
                    break
        return AdbOutput(text, code)

    def exec_out(self, command: str, seconds: float = 20.0) -> bytes:
        del seconds
        self._there(command)
        if command.startswith("screencap"):
            return self._picture()
        return self._tree().encode()

    def open(self, service: str, seconds: float = 20.0) -> socket.socket:
        if self.web is None:
            raise ConnectionRefusedError(service)
        return self.web.open(service, seconds)

    def _there(self, command: str) -> None:
        if self.away or self.lose(command):
            self.away = True
            raise DeviceLost("The phone does not answer.", "Plug it in.")

    def _part(self, command: str) -> tuple[str, int]:
        self._there(command)
        words = shlex.split(re.sub(r"\s*2?>/dev/null|\s*2>&1", "", command))
        words = words[: words.index("|")] if "|" in words else words
        match words:
            case ["dumpsys", "window"]:
                return self._window(), 0
            case ["dumpsys", "activity", "activities"]:
                front = f"{self.package}/{self.package}.Main"
                return self.resumed or f"    mResumedActivity: ActivityRecord{{2b u{self.user} {front} t7}}\n", 0
            case ["dumpsys", "activity", package, "--all"] if self.label and self.home.startswith(f"{package}/"):
                return f'       title="{self.label}" bitmapIcon=null componentName={self.package}\n', 0
            case ["dumpsys", "power"]:
                return f"  mWakefulness={'Awake' if self.awake else 'Asleep'}\n", 0
            case ["cmd", "notification", "list"]:
                if not self.lists_notifications:
                    return "Unknown command: list", 255
                return "".join(f"{key}\n" for key in self.notifications), 0
            case ["cmd", "notification", "get", key]:
                return self.notifications[key], 0
            case ["dumpsys", "netstats"]:
                return self._netstats(), 0
            case ["cmd", "package", "list", "packages", "-U", package]:
                return f"package:{package}.other uid:10081\npackage:{package} uid:10080\n", 0
            case ["echo", mark, intent, ">>", path]:
                self.files[path] = self.files.get(path, "") + f"{mark} {intent}\n"
            case ["test", "-e", path]:
                return "", int(path not in self.files)
            case ["touch", path]:
                self.files.setdefault(path, "")
            case ["echo", text, ">", path]:
                self.files[path] = f"{text}\n"
            case ["echo", *rest]:
                return " ".join(rest) + "\n", 0
            case ["cat", path]:
                return (self.files[path], 0) if path in self.files else ("", 1)
            case ["rm", "-f", path]:
                self.files.pop(path, None)
            case ["grep", *_, "/proc/net/unix"]:
                return self.sockets, int(not self.sockets)
            case ["ps", *_]:
                return self.processes, 0
            case ["input", *_] if self.forbids:
                return self.forbids, 255
            case ["input", *rest]:
                return self._input(rest)
            case ["getprop", "ro.build.version.sdk"]:
                return f"{self.sdk}\n", 0
            case ["getprop", name]:
                return f"{self.properties.get(name, '')}\n", 0
            case ["settings", "get", "global", name]:
                return f"{self.settings.get(name, 'null')}\n", 0
            case ["dumpsys", "battery"]:
                return self.battery, 0
            case ["sleep", _]:
                pass
            case ["wm", "dismiss-keyguard"]:
                self.locked = self.locked and self.code
            case ["wm", "size"]:
                return f"Physical size: {412 * SCALE}x{915 * SCALE}\n", 0
            case ["wm", "density"]:
                return f"Physical density: {160 * SCALE}\n", 0
            case ["settings", "get", "secure", "default_input_method"]:
                return f"{self.method}\n", 0
            case ["ime", "list", *_]:
                return "\n".join(self.methods) + "\n", 0
            case ["ime", "enable", name]:
                return f"Input method {name}: now enabled for user #0\n", 0
            case ["ime", "set", name]:
                self.method = name
            case ["am", "broadcast", "-a", "ADB_INPUT_B64", "-p", "com.android.adbkeyboard", "--es", "msg", text]:
                self.device.perform(TypeText(base64.b64decode(text).decode(), replace=False))
            case ["cmd", "package", "resolve-activity", *_]:
                return f"priority=0 preferredOrder=0 match=0x0 specificIndex=-1 isDefault=true\n{self.home}\n", 0
            case ["am", "get-current-user"]:
                return "0\n", 0
            case ["pm", "list", "users"]:
                return f"Users:\n{self.users}", 0
            case ["cmd", "package", "query-activities", *_]:
                return f"1 activities found:\n  {self.package}/.Main\n", 0
            case ["am", "start", *_, component] if component.startswith(self.package):
                return f"Starting: Intent {{ cmp={component} }}\nStatus: ok\n", 0
            case ["am", "start", *_, component]:
                return f"Error: Activity class {{{component}}} does not exist.\n", 1
            case _:
                return f"/system/bin/sh: {words[0]}: inaccessible or not found\n", 127
        return "", 0

    def _input(self, words: list[str]) -> tuple[str, int]:
        match words:
            case ["tap", x, y]:
                self.device.perform(Tap(self._point(x, y)))
            case ["swipe", x, y, to_x, to_y, _] if (x, y) == (to_x, to_y):
                self.device.perform(Hold(self._point(x, y)))
            case ["motionevent", "DOWN", x, y]:
                self.finger = self._point(x, y)
            case ["motionevent", "MOVE", _, _]:
                pass
            case ["motionevent", "UP", x, y] if self.finger is not None:
                self.device.perform(DragPath(self.finger, self._point(x, y)))
                self.finger = None
            case ["swipe", x, y, to_x, to_y, _]:
                self.device.perform(DragPath(self._point(x, y), self._point(to_x, to_y)))
            case ["text", text]:
                self.device.perform(TypeText(text.replace("%s", " "), replace=False))
            case ["keycombination", "113", "29"] if self.sdk >= 31:
                self.selected = True
            case ["keyevent", *codes]:
                for code in codes:
                    self._key(code)
            case _:
                return f"Error: Unknown command: {words[:1]}\n", 255
        return "", 0

    def _key(self, code: str) -> None:
        if code == "224":
            self.awake = True
        elif code == "67":
            held = next((one for one in self.device.look().elements if "focused" in one.states), None)
            if held is not None:
                name = "code" if "password" in held.states else "name"
                self.device.fields[name] = "" if self.selected else self.device.fields.get(name, "")[:-1]
                self.selected = False
        elif code in ("3", "4", "66", "187"):
            keys = {"3": "home", "4": "back", "66": "enter", "187": "recents"}
            self.device.perform(PressKey(keys[code]))  # type: ignore[arg-type]

    @staticmethod
    def _point(x: str, y: str) -> Point:
        return Point(float(x) / SCALE, float(y) / SCALE)

    def _window(self) -> str:
        front = f"{self.package}/{self.package}.Main"
        size = f"{412 * SCALE}x{915 * SCALE}"
        title = self.window or front
        windows = (
            f"  Window #3 Window{{1a u{self.user} {title}}}:\n    mAttrs={{ty=1\n      fl={self.flags}\n      pfl=X}}\n"
        )
        return (
            f"{windows if self.flags else ''}"
            f"  Display: mDisplayId=0\n    init={size} {160 * SCALE}dpi cur={size} app={size}\n"
            f"  mCurrentFocus=Window{{1a u{self.user} {title}}}\n"
            f"  mFocusedApp=ActivityRecord{{2b u{self.user} {front} t7}}\n"
            f"    isKeyguardShowing={'true' if self.locked else 'false'}\n"
        )

    def _netstats(self) -> str:
        """The part that `sed` keeps."""
        if self.traffic is None:
            return ""
        rows = "".join(f"    {user} {got} 9 {sent} 9\n" for user, (got, sent) in self.traffic.items())
        return f"  mAppUidStatsMap:\n    uid rxBytes rxPackets txBytes txPackets\n{rows}  mStatsMapA:\n"

    def _picture(self) -> bytes:
        image = Image.new("RGB", (412, 915), "black")
        if not self.black:
            image = Image.effect_noise((412, 915), 80).convert("RGB")
        elif self.flags:
            image.paste("white", (0, 0, 412, 30))
        stream = io.BytesIO()
        image.save(stream, "PNG")
        return stream.getvalue()

    def _tree(self) -> str:
        if not self.tree:
            return "ERROR: null root node returned by UiTestAutomationBridge.\n"
        if self.web_view:
            return f"<hierarchy rotation='0'>{self.web_view}</hierarchy>"
        seen = self.device.look()
        nodes = "".join(self._node(one) for one in seen.elements if one.visibility == "visible")
        root = (
            f'<node class="android.widget.ScrollView" package="{self.package}" resource-id="android:id/content" '
            f'scrollable="true" bounds="[0,0][{412 * SCALE},{915 * SCALE}]">'
        )
        return f"<hierarchy rotation='0'>{root}{nodes}</node></hierarchy>UI hierchary dumped to: /dev/tty\n"

    def _node(self, one: Element) -> str:
        held = "•" * (one.masked or 0) if "password" in one.states else one.value
        text = held or one.name if "type" in one.affordances else one.text
        box = one.box
        flags = {
            "clickable": bool(one.affordances),
            "focused": "focused" in one.states,
            "password": "password" in one.states,
        }
        told = " ".join(f'{name}="{str(value).lower()}"' for name, value in flags.items())
        hint = one.name if "type" in one.affordances else ""
        sides = [round(side * SCALE) for side in (box.x, box.y, box.right, box.bottom)]
        return (
            f'<node class="android.widget.{_KINDS[one.role]}" package="{self.package}" text={quoteattr(text)} '
            f'hint={quoteattr(hint)} {told} bounds="[{sides[0]},{sides[1]}][{sides[2]},{sides[3]}]"/>'
        )
