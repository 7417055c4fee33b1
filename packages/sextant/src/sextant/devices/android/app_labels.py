"""Reads the labels of a phone's apps in the phone's language. It changes nothing on the phone."""

import contextlib
import time
import uuid
from collections.abc import Mapping, Sequence
from functools import cached_property
from shlex import quote
from typing import Final

from sextant.devices.android.adb import Adb
from sextant.devices.android.dumps import ForegroundComponent
from sextant.devices.android.packages import DeclaredLabel, declared_labels_of, resolved_text, titles_of
from sextant.errors import DeviceLost

__all__ = ["AppLabels"]

_SECONDS: Final = 10.0
_LONGEST: Final = 6.0
"""Seconds after which no further labels are looked up."""
_AT_ONCE: Final = 20
"""Labels that are looked up with one command."""
_DECLARED: Final = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
_LINES: Final = "Activity #|Info:|[eE]Name=|^ *name=|labelRes="
_RESOURCE: Final = "string/app_name"
"""The resource that most apps use for their label. Its number tells whether an app does."""


class AppLabels:
    """Finds the labels of launcher activities.

    The home screen lists the titles of all apps, if it is built on Launcher3 (Android 8). Else the manifests have the
    labels, or the numbers of their resources: the resource `app_name` is looked up by its name (Android 11), and used
    if it has this number. Labels that the phone does not tell are missing.
    """

    def __init__(self, adb: Adb, home: ForegroundComponent | None) -> None:
        self._adb, self._home = adb, home

    def of(
        self, launchers: Sequence[ForegroundComponent], user: int | None
    ) -> Mapping[ForegroundComponent, tuple[str, ...]]:
        """The labels of launcher activities of this user; several if it is unknown which activity has which."""
        shown = {one: self.titles[one.package] for one in launchers if one.package in self.titles}
        if shown:
            return shown
        with contextlib.suppress(DeviceLost):  # an app can be opened without labels, too
            return self._declared(user)
        return {}

    @cached_property
    def titles(self) -> dict[str, tuple[str, ...]]:
        """The titles on the home screen for each package; empty if it does not list them."""
        if self._home is None:
            return {}
        asked = f"dumpsys activity {quote(self._home.package)} --all | grep 'title=\".*componentName='"
        with contextlib.suppress(DeviceLost):
            return titles_of(self._adb.shell(asked, _SECONDS).text)
        return {}

    def _declared(self, user: int | None) -> dict[ForegroundComponent, tuple[str, ...]]:
        asked = f"cmd package query-activities{'' if user is None else f' --user {user}'} {_DECLARED}"
        listed = declared_labels_of(self._adb.shell(f"{asked} | grep -E {quote(_LINES)}", _SECONDS).text)
        labels = {one.component: (one.text,) for one in listed if one.text}
        return labels | self._looked_up([one for one in listed if not one.text])

    def _looked_up(self, declared: Sequence[DeclaredLabel]) -> dict[ForegroundComponent, tuple[str, ...]]:
        labels, deadline = dict[ForegroundComponent, tuple[str, ...]](), time.monotonic() + _LONGEST
        packages = list(dict.fromkeys(one.component.package for one in declared))
        for start in range(0, len(packages), _AT_ONCE):
            if time.monotonic() > deadline:
                break
            with contextlib.suppress(DeviceLost):
                printed = self._values(packages[start : start + _AT_ONCE])
                found = {
                    one.component: resolved_text(printed.get(one.component.package, ""), one.resource)
                    for one in declared
                }
                labels |= {component: (label,) for component, label in found.items() if label}
        return labels

    def _values(self, packages: Sequence[str]) -> dict[str, str]:
        """What the phone prints about the resource of each package."""
        mark = uuid.uuid4().hex  # which no label contains
        asked = "; ".join(
            f"echo {mark}{one}; cmd overlay lookup --verbose {one} {one}:{_RESOURCE} 2>/dev/null" for one in packages
        )
        parts = self._adb.shell(asked, _SECONDS).text.split(mark)[1:]
        return {package.strip(): text for package, _, text in (part.partition("\n") for part in parts)}
