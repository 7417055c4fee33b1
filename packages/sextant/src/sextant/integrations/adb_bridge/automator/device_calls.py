"""The calls of UiAutomator's server that concern the whole phone (`UiDevice`)."""

import base64
import time
from dataclasses import replace
from threading import Event

from sextant.integrations.adb_bridge.automator.calls import Arguments, Method, not_implemented
from sextant.integrations.adb_bridge.automator.pictures import PictureTaker
from sextant.integrations.adb_bridge.automator.screen import ScreenViews
from sextant.integrations.adb_bridge.hierarchy import HierarchyNode, hierarchy_of, hierarchy_xml
from sextant.integrations.adb_bridge.shell.context import ShellContext
from sextant.integrations.adb_bridge.shell.input_events import press

__all__ = ["MAX_WAIT_SECONDS", "POLL_SECONDS", "DeviceCalls"]

STEP_SECONDS = 0.005
"""Duration of one step of a swipe."""
POLL_SECONDS = 0.1
MAX_WAIT_SECONDS = 60.0
MAX_POINTS = 1_000
META_SHIFT, META_CONTROL = 0x1, 0x1000
LAST_KEY = 330

KEY_CODES = {
    "home": 3,
    "back": 4,
    "up": 19,
    "down": 20,
    "left": 21,
    "right": 22,
    "center": 23,
    "volume_up": 24,
    "volume_down": 25,
    "power": 26,
    "camera": 27,
    "enter": 66,
    "delete": 67,
    "del": 67,
    "menu": 82,
    "search": 84,
    "volume_mute": 164,
    "recent": 187,
}


class DeviceCalls:
    """Implements the calls for the screen, touches at points, keys, the clipboard and toasts."""

    def __init__(self, machine: ShellContext) -> None:
        self.machine = machine
        self.phone = machine.phone
        self.pictures = PictureTaker(machine.phone)
        self._toast: str | None = None
        self._toasts_seen: tuple[str, ...] = ()
        self._down: tuple[float, float, float] | None = None
        self._settings = {
            "actionAcknowledgmentTimeout": 500,
            "keyInjectionDelay": 0,
            "scrollAcknowledgmentTimeout": 200,
            "waitForIdleTimeout": 0,
            "waitForSelectorTimeout": 0,
        }

    def methods(self) -> dict[str, Method]:
        """The calls by name."""
        return {
            "ping": lambda _: "pong",
            "deviceInfo": lambda _: self._info(),
            "dumpWindowHierarchy": self._dump,
            "takeScreenshot": self._screenshot,
            "drag": self._drag,
            "swipePoints": self._swipe_points,
            "injectInputEvent": self._inject,
            "pressKey": lambda arguments: self.press(KEY_CODES.get(arguments.text(0).lower(), 0)),
            "pressKeyCode": lambda arguments: self.press(arguments.number(0), arguments.number(1, 0)),
            "wakeUp": lambda _: self._wake(True),
            "sleep": lambda _: self._wake(False),
            "isScreenOn": lambda _: self.phone.awake,
            "freezeRotation": lambda arguments: arguments.flag(0) and None,
            "setOrientation": self._orient,
            "openNotification": lambda _: self.pull_shade(),
            "openQuickSettings": lambda _: self.pull_shade(),
            "getLastTraversedText": lambda _: None,
            "clearLastTraversedText": lambda _: None,
            "getLastToast": lambda _: self._last_toast(),
            "clearLastToast": lambda _: self._clear_toast(),
            "waitForIdle": lambda _: None,
            "waitForWindowUpdate": self._window_update,
            "setClipboard": self._set_clipboard,
            "getClipboard": lambda _: self.phone.settings.clipboard or None,
            "pasteClipboard": lambda _: self.machine.keyboard.paste(),
            "clearInputText": lambda _: self.machine.keyboard.replace("") and None,
            "getConfigurator": lambda _: dict(self._settings),
            "setConfigurator": self._configure,
        }

    def look(self) -> ScreenViews:
        """Observes the current screen, and stores its toasts."""
        screen = ScreenViews.of(self.phone)
        said = screen.view.seen.said
        if said and said != self._toasts_seen:
            self._toast = said[-1]
        self._toasts_seen = said
        return screen

    def press(self, code: int, meta: int = 0) -> bool:
        """Presses a key, with Shift or Control held if `meta` says so; False for an unknown key."""
        keyboard = self.machine.keyboard
        shortcuts = {29: keyboard.select_all, 31: keyboard.copy, 50: keyboard.paste}
        if meta & META_CONTROL and self.phone.awake:
            shortcuts.get(code, lambda: None)()
        else:
            press(self.machine, code, shift=bool(meta & META_SHIFT))
        return 0 < code <= LAST_KEY

    def touch(self, x: float, y: float, seconds: float = 0.0) -> bool:
        """Taps a point, or with `seconds` holds it so long; False for a point outside the screen."""
        if x < 0 or y < 0:
            return False
        if not self.phone.awake:
            return True  # a sleeping phone accepts the touch, without effect
        if seconds > 0:
            self.phone.swipe((x, y), (x, y), min(seconds, MAX_WAIT_SECONDS))
        else:
            self.phone.tap(x, y)
        return True

    def swipe(self, arguments: Arguments, first: int = 0) -> bool:
        """A swipe between two points in steps, which are the parameters from `first` on."""
        x, y, to_x, to_y, steps = (arguments.number(place) for place in range(first, first + 5))
        return self.draw((x, y), (to_x, to_y), steps)

    def draw(self, start: tuple[float, float], end: tuple[float, float], steps: int) -> bool:
        """Moves a finger between two points in steps."""
        if self.phone.awake:
            self.phone.swipe(start, end, min(max(steps, 1) * STEP_SECONDS, MAX_WAIT_SECONDS))
        return True

    def hold_and_draw(self, start: tuple[float, float], end: tuple[float, float]) -> bool:
        """Presses long on a point, then moves the finger to another one."""
        if self.phone.awake:
            self.phone.drag(start, end)
        return True

    def pull_shade(self) -> bool:
        """Pulls the notification shade down from the top edge."""
        width, height = self.phone.size
        return self.draw((width / 2, 1), (width / 2, height / 2), 55)

    def _info(self) -> object:
        width, height = self.phone.size
        model = self.phone.model
        return {
            "currentPackageName": self.phone.view().component.package,
            "displayHeight": height,
            "displayRotation": 0,
            "displaySizeDpX": round(width / model.scale),
            "displaySizeDpY": round(height / model.scale),
            "displayWidth": width,
            "productName": model.product,
            "screenOn": self.phone.awake,
            "sdkInt": model.sdk,
            "naturalOrientation": True,
        }

    def _dump(self, arguments: Arguments) -> str:
        screen, compressed, depth = self.look(), arguments.flag(0, False), arguments.number(1, 50)
        top = hierarchy_of(screen.view, compressed=True) if compressed else screen.top
        return hierarchy_xml(_pruned(top, depth), server=True)

    def _screenshot(self, arguments: Arguments) -> str:
        scale, quality = arguments.at(0, 1.0), arguments.number(1, 80)
        if isinstance(scale, bool) or not isinstance(scale, int | float):
            raise arguments.invalid()
        return base64.b64encode(self.pictures.take("JPEG", float(scale), quality)).decode("ascii")

    def _drag(self, arguments: Arguments) -> bool:
        x, y, to_x, to_y = (arguments.number(place) for place in range(4))
        return self.hold_and_draw((x, y), (to_x, to_y))

    def _swipe_points(self, arguments: Arguments) -> bool:
        values: list[object] | None = arguments.at(0) if isinstance(arguments.at(0), list) else None
        if values is None or len(values) > 2 * MAX_POINTS:
            raise arguments.invalid()
        flat = Arguments(values)
        points = [(flat.number(place), flat.number(place + 1)) for place in range(0, len(flat) - 1, 2)]
        if not points:
            return False
        return self.draw(points[0], points[-1], arguments.number(1, 1) * max(len(points) - 1, 1))

    def _inject(self, arguments: Arguments) -> bool:
        """Down (0), up (1) and move (2) of one finger; the whole gesture is injected when the finger is lifted."""
        action, x, y = arguments.number(0), arguments.number(1), arguments.number(2)
        now = time.monotonic()
        match action:
            case 0:
                self._down = (x, y, now)
            case 1 if self._down is not None:
                from_x, from_y, since = self._down
                self._down = None
                self.draw((from_x, from_y), (x, y), int((now - since) / STEP_SECONDS))
            case 1 | 2:
                return self._down is not None
            case _:
                return False
        return True

    def _wake(self, awake: bool) -> None:
        self.phone.awake = awake

    def _orient(self, arguments: Arguments) -> None:
        if arguments.text(0).lower() in ("left", "l", "right", "r"):  # structural: words of the call
            raise not_implemented("the screen of this phone does not turn")

    def _last_toast(self) -> str | None:
        self.look()
        return self._toast

    def _clear_toast(self) -> None:
        self.look()
        self._toast = None

    def _window_update(self, arguments: Arguments) -> bool:
        """Whether the screen changes before the timeout."""
        package, milliseconds = arguments.at(0), arguments.number(1)
        before = self.look()
        if package and before.view.component.package != package:
            return False
        deadline, pace = time.monotonic() + min(milliseconds / 1000, MAX_WAIT_SECONDS), Event()
        while time.monotonic() < deadline:
            pace.wait(POLL_SECONDS)
            if self.look().xml != before.xml:
                return True
        return False

    def _set_clipboard(self, arguments: Arguments) -> None:
        self.phone.settings.clipboard = arguments.text(1)

    def _configure(self, arguments: Arguments) -> object:
        values: dict[str, object] | None = arguments.at(0) if isinstance(arguments.at(0), dict) else None
        if values is None:
            raise arguments.invalid()
        for name in self._settings:
            value = values.get(name)
            if isinstance(value, int) and not isinstance(value, bool):
                self._settings[name] = max(0, min(value, 2**31))
        return dict(self._settings)


def _pruned(top: HierarchyNode, depth: int) -> HierarchyNode:
    """The views up to a depth."""
    level = [top]
    for _ in range(max(depth, 0) + 1):
        level = [child for node in level for child in node.children]
        if not level:
            return top
    return _cut(top, min(max(depth, 0), 200))


def _cut(node: HierarchyNode, depth: int) -> HierarchyNode:
    return replace(node, children=[_cut(child, depth - 1) for child in node.children] if depth else [])
