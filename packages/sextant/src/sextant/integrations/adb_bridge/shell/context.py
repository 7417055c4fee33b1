"""The state that all commands of one phone share: files, tasks, processes, input methods, registered extensions."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Protocol

from sextant.dataclass import dataclass
from sextant.integrations.adb_bridge.apps import LAUNCHER, Component
from sextant.integrations.adb_bridge.files import Files
from sextant.integrations.adb_bridge.phone import BridgedPhone, PhoneView
from sextant.integrations.adb_bridge.shell.keyboard import Keyboard
from sextant.integrations.adb_bridge.shell.touch_panel import TouchPanelDevice

__all__ = [
    "BroadcastResult",
    "ContentProvider",
    "Finger",
    "InputMethod",
    "JavaProgram",
    "OutputLimitError",
    "Receiver",
    "RecentTasks",
    "ShellContext",
    "full",
]

LATIN = "com.android.inputmethod.latin/.LatinIME"
ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
UIAUTOMATOR_KEYBOARD = "com.github.uiautomator/.AdbKeyboard"


class ContentProvider(Protocol):
    """A content provider for `content`, under one authority. Unknown addresses raise `LookupError`."""

    def query(self, uri: str) -> Sequence[Mapping[str, str | None]]:
        """The rows at an address."""
        ...

    def insert(self, uri: str, values: Mapping[str, str | int | float | bool]) -> None: ...

    def delete(self, uri: str) -> None: ...

    def call(self, uri: str, method: str, argument: str, extras: Mapping[str, str | int | float | bool]) -> str:
        """The result in the form in which Android prints a bundle."""
        ...


@dataclass(frozen=True, slots=True)
class BroadcastResult:
    """The result that `am broadcast` prints; `data` is None if there is none."""

    code: int = 0
    data: str | None = None


Receiver = Callable[[Mapping[str, str | int | float | bool | tuple[int, ...]]], BroadcastResult]
"""The handler of a broadcast; it receives the extras."""


class JavaProgram(Protocol):
    """A program that `app_process` runs under a class name, as long as the client is connected."""

    def started(self, arguments: tuple[str, ...]) -> bytes:
        """Called first; returns the output."""
        ...

    def ended(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Finger:
    """A finger on the screen: where and when (monotonic seconds) it was put down, and how long it stayed there."""

    start: tuple[float, float]
    at: float
    held_seconds: float = 0.0
    """Zero until it moves."""


@dataclass(frozen=True, slots=True)
class InputMethod:
    """An installed keyboard. `receivers` handle its broadcasts while it is the selected keyboard."""

    label: str
    receivers: Mapping[str, Receiver] = field(default_factory=dict[str, Receiver])


@dataclass(frozen=True, slots=True)
class RecentTask:
    """One entry of the recent tasks."""

    number: int
    component: Component


class RecentTasks:
    """The tasks and processes of the apps that were in front, the latest first."""

    def __init__(self) -> None:
        self._tasks: list[RecentTask] = []
        self._processes: dict[str, int] = {}
        self._next_task = 2
        self._next_process = 3001
        self._lock = threading.Lock()

    def seen(self, front: Component) -> tuple[RecentTask, ...]:
        """Records that this component is in front, and returns all tasks; the launcher has number 1."""
        with self._lock:
            known = next((task for task in self._tasks if task.component.package == front.package), None)
            if known is None:
                number = 1 if front.package == LAUNCHER.package else self._next_task
                self._next_task += number != 1
                known = RecentTask(number, front)
            others = [task for task in self._tasks if task.number != known.number]
            self._tasks = [RecentTask(known.number, front), *others][:50]
            if not any(task.number == 1 for task in self._tasks):
                self._tasks.append(RecentTask(1, LAUNCHER))
            for task in self._tasks:
                self._start(task.component.package)
            return tuple(self._tasks)

    def process(self, package: str) -> int | None:
        """The process id of a running package."""
        return self._processes.get(package)

    def processes(self) -> dict[str, int]:
        with self._lock:
            return dict(self._processes)

    def end(self, package: str) -> None:
        """Removes the process and the task of a stopped package."""
        with self._lock:
            self._processes.pop(package, None)
            self._tasks = [task for task in self._tasks if task.component.package != package]

    def _start(self, package: str) -> None:
        if package not in self._processes:
            self._processes[package] = self._next_process
            self._next_process += 7


class OutputLimitError(Exception):
    """A command line wrote or stored more than it may."""


HELD_LIMIT = 64 << 20
"""Most bytes in the pipes between commands, of all running lines together."""


class ShellContext:
    """The phone as its commands use it. Servers register their extensions in its tables.

    Attributes:
        providers: Content providers by authority.
        receivers: Handlers of broadcasts to any app, by action.
        input_methods: Installed keyboards by id.
        packages: Installed packages that have no launcher entry: name and version.
        java: Programs of `app_process`, by class name.
    """

    def __init__(self, phone: BridgedPhone, files: Files) -> None:
        self.phone = phone
        self.files = files
        self.keyboard = Keyboard(phone)
        self.tasks = RecentTasks()
        self.started = time.time()
        self._held = 0
        self._lock = threading.Lock()
        self.panel = TouchPanelDevice()
        self.finger: Finger | None = None
        """The one that `input motionevent` put down."""
        self.providers: dict[str, ContentProvider] = {}
        self.receivers: dict[str, Receiver] = {}
        self.java: dict[str, JavaProgram] = {}
        self.input_methods: dict[str, InputMethod] = {LATIN: InputMethod("Android Keyboard (AOSP)")}
        self.packages: dict[str, str] = dict.fromkeys(("android", "com.android.settings", "com.android.shell"), "14")
        self.packages |= dict.fromkeys(("com.android.systemui", "com.android.inputmethod.latin"), "14")
        self.packages[LAUNCHER.package] = "1.0"
        secure = phone.settings.tables["secure"]
        secure.setdefault("default_input_method", LATIN)
        secure.setdefault("enabled_input_methods", LATIN)

    def hold(self, size: int) -> None:
        """Reserves bytes for a command; a negative number releases them.

        Raises:
            OutputLimitError: All lines together would store too many bytes.
        """
        with self._lock:
            if size > 0 and self._held + size > HELD_LIMIT:
                raise OutputLimitError
            self._held += size

    @property
    def held_bytes(self) -> int:
        """Bytes that commands have reserved."""
        return self._held

    def view(self) -> PhoneView:
        """Observes the screen and updates the recent tasks."""
        view = self.phone.view()
        self.tasks.seen(view.component)
        return view

    def uid(self, package: str) -> int:
        """The user id of a package."""
        names = [app.package for app in self.phone.apps]
        if package in names:
            return 10150 + names.index(package)
        return 10100 + sorted(self.packages).index(package) if package in self.packages else 2000

    def add_input_method(self, name: str, method: InputMethod, version: str = "1.0") -> None:
        """Installs a keyboard and its package."""
        self.input_methods[name] = method
        self.packages.setdefault(name.partition("/")[0], version)

    @property
    def input_method(self) -> str:
        """The id of the selected keyboard."""
        return self.phone.settings.tables["secure"].get("default_input_method", "")

    @property
    def enabled_input_methods(self) -> list[str]:
        listed = self.phone.settings.tables["secure"].get("enabled_input_methods", "")
        return [name.partition(";")[0] for name in listed.split(":") if name]

    def receiver(self, action: str) -> Receiver | None:
        """The current handler of a broadcast."""
        method = self.input_methods.get(self.input_method)
        own = method.receivers.get(action) if method else None
        return own or self.receivers.get(action)


def full(component: Component) -> str:
    """A component with the whole name of its class: `sextant.app.shop/sextant.app.shop.ItemActivity`."""
    activity = component.activity
    return f"{component.package}/{component.package + activity if activity.startswith('.') else activity}"
