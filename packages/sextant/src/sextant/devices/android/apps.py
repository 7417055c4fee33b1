"""The apps of a phone: their names, and how they are started and ended."""

import re
import shlex
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from sextant.devices.android.adb import Adb
from sextant.devices.android.dumps import ForegroundComponent
from sextant.devices.android.packages import launchers_of, packages_of, refused
from sextant.elements.refs import collapse

__all__ = ["PhoneApps"]

_LAUNCHER: Final = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
_LINK: Final = re.compile(r"[a-zA-Z][\w+.-]*:(?://)?\S+")
_PACKAGE: Final = re.compile(r"[A-Za-z]\w*(?:\.\w+)+")
_SECONDS: Final = 30.0


class PhoneApps:
    """Finds apps by label, package, activity or deep link."""

    def __init__(self, adb: Adb) -> None:
        self._adb = adb
        self._launchers: tuple[ForegroundComponent, ...] | None = None
        self.where = ""
        """The option of `am start` for the display; empty for the only one."""

    @property
    def launchers(self) -> tuple[ForegroundComponent, ...]:
        """The launcher activities; the phone is asked once, then they are cached."""
        if self._launchers is None:
            asked = f"cmd package query-activities --brief {_LAUNCHER}"
            found = launchers_of(self._adb.shell(asked, _SECONDS).text)
            if not found:
                packages = packages_of(self._adb.shell("pm list packages", _SECONDS).text)
                found = tuple(ForegroundComponent(package, "") for package in packages)
            self._launchers = found
        return self._launchers

    @cached_property
    def home(self) -> ForegroundComponent | None:
        """The home screen; None if the phone does not report it."""
        asked = "cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.HOME"
        return next(iter(launchers_of(self._adb.shell(asked, _SECONDS).text)), None)

    def names(self) -> tuple[str, ...]:
        """The names that `launch` accepts: the last part of each package name where unique, then all package names."""
        packages = list(dict.fromkeys(one.package for one in self.launchers))
        short = [_last(package) for package in packages]
        return (*(name for name in short if short.count(name) == 1), *packages)

    def launch(self, name: str, before: str, after: str) -> str:
        """Starts an app or opens a link. Returns a note if it failed, else an empty string.

        `before` and `after` are shell commands that record the injection.
        """
        command = self._command(name.strip())
        if command is None:
            return f"there is no app called {name!r}; {self._known()}"
        command = command.replace("am start", f"am start{self.where}", 1)
        output = self._adb.shell(" && ".join(one for one in (before, command, after) if one), _SECONDS)
        why = refused(output.text)
        return f"{name!r} was not opened: {why}" if why else ""

    def _command(self, name: str) -> str | None:
        if re.fullmatch(r"[\w.]+/[\w.$]+", name):
            return f"am start -W -n {shlex.quote(name)}"
        app = self.find(name)
        if app is not None and app.activity:
            return f"am start -W {_LAUNCHER} -f 0x10200000 -n {shlex.quote(str(app))}"
        if app is not None:
            return f"monkey -p {shlex.quote(app.package)} -c android.intent.category.LAUNCHER 1"
        if _LINK.fullmatch(name):
            return f"am start -W -a android.intent.action.VIEW -d {shlex.quote(name)}"
        return None

    def terminate(self, name: str, before: str, after: str) -> str:
        """Ends an app. Returns a note if it failed, else an empty string."""
        app = self.find(name.partition("/")[0])
        if app is None:
            return f"there is no app called {name!r}"
        stop = f"am force-stop {shlex.quote(app.package)}"
        output = self._adb.shell(" && ".join(one for one in (before, stop, after) if one), _SECONDS)
        why = refused(output.text)
        return f"{name!r} was not ended: {why}" if why else ""

    def find(self, name: str) -> ForegroundComponent | None:
        """The app with this package name, or whose names contain this word; None if no app or several apps match."""
        if _PACKAGE.fullmatch(name):
            exact = next((one for one in self.launchers if one.package == name), None)
            if exact is not None:
                return exact
            listed = packages_of(self._adb.shell(f"pm list packages {shlex.quote(name)}").text)
            return ForegroundComponent(name, "") if name in listed else None
        wanted = _plain(name)
        if not wanted:
            return None
        return (
            _one([app for app in self.launchers if _plain(_last(app.package)) == wanted])
            or _one([app for app in self.launchers if wanted in _words(app)])
            or _one([app for app in self.launchers if wanted in _plain(f"{app.package} {app.activity}")])
        )

    def _known(self) -> str:
        names = self.names()
        return f"it has {', '.join(names[:20])}{' …' if len(names) > 20 else ''}" if names else "it lists none"


def _one(found: Sequence[ForegroundComponent]) -> ForegroundComponent | None:
    packages = {app.package for app in found}
    return found[0] if len(packages) == 1 else None


def _last(package: str) -> str:
    return package.rpartition(".")[2]


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", collapse(text))


def _words(app: ForegroundComponent) -> set[str]:
    """The words in its names: `deskclock` in `com.google.android.deskclock`, `calendar` in `.CalendarActivity`."""
    camel = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", ".", app.activity)
    return {_plain(word) for word in re.split(r"[.$]", f"{app.package}.{camel}") if word}
