"""Reports the notifications that the app in front posts: weak evidence of what an action did beside the screen."""

import contextlib
import shlex
from typing import Final

from sextant.devices.android.adb import Adb
from sextant.errors import DeviceLost
from sextant.text.legible import legible, shortened

__all__ = ["NotificationWatch"]

_FIELDS: Final = 5
"""A key is `user|package|id|tag|uid`; a tag may contain the mark."""
_MOST: Final = 3
_LONGEST: Final = 200
_SECONDS: Final = 5.0


class NotificationWatch:
    """Lists the notifications of a phone after each gesture, and reports the new ones of the app that was in front.

    Those of other apps are private and say nothing about the run. Phones older than Android 11 list none.
    """

    def __init__(self, adb: Adb) -> None:
        self._adb = adb
        self._known: frozenset[str] | None = None
        self._front = ""
        self._lists = True
        self.due = True
        """Whether the phone is asked at the next call; set it after each gesture."""

    def posted(self, package: str) -> tuple[str, ...]:
        """Return a note for each notification that `package`, or the app before it, posted since the last call."""
        if not (self.due and self._lists):
            return ()
        self.due = False
        with contextlib.suppress(DeviceLost):  # the next look finds out whether the phone is away
            return self._posted(package)
        return ()

    def _posted(self, package: str) -> tuple[str, ...]:
        output = self._adb.shell("cmd notification list", _SECONDS)
        self._lists = output.code == 0
        keys = (line.strip() for line in output.text.splitlines() if line.count("|") >= _FIELDS - 1)
        listed = {key: key.split("|", 2)[1] for key in keys}
        known, front = self._known, {self._front, package}
        self._known, self._front = frozenset(listed), package
        new = [key for key, owner in listed.items() if known is not None and key not in known and owner in front]
        return tuple(filter(None, (self._described(key, listed[key]) for key in new[:_MOST])))

    def _described(self, key: str, owner: str) -> str:
        record = self._adb.shell(f"cmd notification get {shlex.quote(key)}", _SECONDS).text
        if f"pkg={owner} " not in record:
            return ""  # a line of another app's tag that looks like a key
        extras = dict[str, str]()
        for line in record.splitlines():
            name, _, value = line.strip().partition("=")
            said = value.partition(" (")[2]  # after the type, as in `String (text)`
            if said.endswith(")"):
                extras.setdefault(name, shortened(" ".join(legible(said[:-1]).split()), _LONGEST))
        said = ": ".join(extras[name] for name in ("android.title", "android.text") if extras.get(name))
        return f"{owner} posted a notification{f' ({said})' if said else ''}; it proves no effect"
