"""The package manager, the activity manager and the home screen of a phone, as far as apps and users are concerned."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from sextant.devices.android.adb import Adb, AdbOutput
from sextant.devices.android.apps import PhoneApps
from sextant.devices.android.packages import users_of
from sextant.errors import DeviceLost

__all__ = ["App", "FakeApps"]

RESOLVED = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true"
HOME = "com.google.android.apps.nexuslauncher/.NexusLauncherActivity"


@dataclass(frozen=True)
class App:
    """A launcher activity. With a `resource`, the label is a string of that name and number."""

    component: str
    label: str
    resource: tuple[str, int] | None = None
    of_activity: bool = False
    """Whether the label is that of the activity, not of the app."""
    users: tuple[int, ...] = (0,)

    @property
    def package(self) -> str:
        return self.component.partition("/")[0]


@dataclass
class FakeApps:
    """The shell of a phone that prints what Android prints: Launcher3 of Android 8 or 14, or another home screen."""

    apps: tuple[App, ...]
    launcher3: str = "bitmapIcon"
    """The name of the icon in its dump; empty for a home screen that is not built on Launcher3."""
    looks_up: bool = True
    """Whether it is Android 11 or later."""
    users: str = "\tUserInfo{0:Owner:c13} running\n"
    current: int = 0
    state: str = "RUNNING_UNLOCKED"
    lose: Callable[[str], bool] = lambda command: False
    serial: str = "FAKE1"
    commands: list[str] = field(default_factory=list[str])

    def shell(self, command: str, seconds: float = 20.0) -> AdbOutput:
        del seconds
        self.commands.append(command)
        if self.lose(command):
            raise DeviceLost("The answer did not end in time.", "Plug it in.")
        return AdbOutput("".join(self._part(part) for part in command.split("; ")), 0)

    def catalog(self) -> PhoneApps:
        """The apps of this phone, of which nothing is known yet."""
        return PhoneApps(cast("Adb", self))

    def started(self) -> list[str]:
        """What was started or ended."""
        return [one for one in self.commands if re.match(r"(am (start|force-stop)|monkey) ", one)]

    def _part(self, command: str) -> str:
        user = int(found[1]) if (found := re.search(r"--user (\d+)", command)) else self.current
        word = re.match(r"cmd package \S+|cmd overlay|dumpsys activity|pm list \S+|am \S+|echo", command)
        match word[0] if word else "":
            case "cmd package resolve-activity":
                return f"{RESOLVED}\n{HOME}\n"
            case "cmd package query-activities":
                return self._activities(user, brief="--brief" in command)
            case "dumpsys activity":
                return self._home_screen()
            case "cmd overlay":
                return self._value(command.split()[-2])
            case "pm list users":
                return f"Users:\n{self.users}"
            case "pm list packages":
                own = "".join(f"package:{one.package}\n" for one in self.apps if user in one.users)
                return f"package:com.android.systemui\n{own}"
            case "am get-current-user":
                return f"{self.current}\n"
            case "am get-started-user-state":
                number = int(command.split()[-1])
                return f"{self.state}\n" if number in self._running() else f"User is not started: {number}\n"
            case "echo":
                return f"{command.removeprefix('echo ')}\n"
            case _:
                return ""

    def _running(self) -> set[int]:
        return {one.number for one in users_of(self.users) if one.running}

    def _activities(self, user: int, brief: bool) -> str:
        closed = user and (self.state == "RUNNING_LOCKED" or user not in self._running())
        found = [one for one in self.apps if user in one.users and not closed]
        text = f"{len(found)} activities found:\n" if found else "No activities found\n"
        for number, one in enumerate(found):
            text += f"  Activity #{number}:\n    {RESOLVED}\n"
            text += f"    {one.component}\n" if brief else self._resolved(one)
        return text

    def _resolved(self, one: App) -> str:
        """What `grep` keeps."""
        res, literal = (one.resource[1], "null") if one.resource else (0, one.label)
        label = f"labelRes=0x{res:x} nonLocalizedLabel={literal} icon=0x7f080001 banner=0x0\n"
        own = f"      {label}" if one.of_activity else ""
        app = "labelRes=0x7f0f0001 nonLocalizedLabel=null icon=0x0 banner=0x0\n" if one.of_activity else label
        name = one.component.partition("/")[2]
        return (
            f"    ActivityInfo:\n      name={one.package + name if name.startswith('.') else name}\n"
            f"      packageName={one.package}\n{own}      ApplicationInfo:\n        name={one.package}.App\n"
            f"        packageName={one.package}\n        {app}        processName={one.package}\n"
        )

    def _home_screen(self) -> str:
        if not self.launcher3:
            return ""
        rows = "".join(
            f'       title="{one.label}" {self.launcher3}=android.graphics.Bitmap@2b componentName={one.package}\n'
            for one in self.apps
            for _ in one.users
        )
        return f"    All apps list: size={len(self.apps)}\n{rows}"

    def _value(self, name: str) -> str:
        """The string `app_name` of a package: that of the label, if it has this name, else another one."""
        package = name.partition(":")[0]
        one = next((app for app in self.apps if app.package == package), None)
        if not self.looks_up or one is None or one.resource is None:
            return ""
        number, value = (one.resource[1], one.label) if one.resource[0] == "app_name" else (0x7F100007, "Another text")
        return (
            f"Resolution for 0x{number:08x} {name}\n\tFor config - de-rDE-ldltr-sw411dp-v34\n"
            f"\tFound initial: /data/app/{package}/base.apk #1\n"
            f"\tFound better: /data/app/{package}/split_config.de.apk #2 - de\n"
            f"Best matching is from de configuration of {package}\n{value}\n"
        )
