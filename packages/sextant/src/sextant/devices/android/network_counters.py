"""Reports how much the app in front sent over the network: weak evidence of what an action did beside the screen."""

import contextlib
import re
import shlex
from typing import Final

from sextant.dataclass import dataclass
from sextant.devices.android.adb import Adb
from sextant.errors import DeviceLost

__all__ = ["NetworkWatch", "Traffic", "traffic_of"]

# structural: the map of the network statistics with one row for each user id, and the one after it (Android 13)
_ASKED: Final = "dumpsys netstats | sed -n '/^ *mAppUidStatsMap:$/,/^ *mStatsMapA:$/p'"
_HEADER: Final = "uid rxBytes rxPackets txBytes txPackets"
_ROW: Final = re.compile(r"^ *(\d{1,10}) (\d{1,20}) \d{1,20} (\d{1,20}) \d{1,20} *$", re.MULTILINE)
_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Traffic:
    """Bytes since the phone was started."""

    received: int = 0
    sent: int = 0


def traffic_of(text: str) -> dict[int, Traffic] | None:
    """The traffic of each user id in the output of `dumpsys netstats`; None if it has no such table."""
    _, header, rows = text.partition(_HEADER)
    if not header:
        return None
    return {int(row[1]): Traffic(int(row[2]), int(row[3])) for row in _ROW.finditer(rows)}


class NetworkWatch:
    """Reads the counters of a phone after each gesture, and reports those of the app that was in front.

    Other apps' traffic says nothing about the run. Phones older than Android 13 do not print the counters.
    """

    def __init__(self, adb: Adb) -> None:
        self._adb = adb
        self._known: dict[int, Traffic] = {}
        self._users: dict[str, int | None] = {}
        self._front = ""
        self._counts = True
        self.due = True
        """Whether the phone is asked at the next call; set it after each gesture."""

    def moved(self, package: str) -> tuple[str, ...]:
        """Return notes on what `package`, and the app before it, sent and received since the last call."""
        if not (self.due and self._counts):
            return ()
        self.due = False
        with contextlib.suppress(DeviceLost):  # the next look finds out whether the phone is away
            return self._moved(package)
        return ()

    def _moved(self, package: str) -> tuple[str, ...]:
        now = traffic_of(self._adb.shell(_ASKED, _SECONDS).text)
        if now is None:
            self._counts = False
            return ()
        known, self._known = self._known, now
        before, self._front = self._front, package
        if not known:
            return ()
        return tuple(filter(None, (self._note(name, known, now) for name in dict.fromkeys((before, package)) if name)))

    def _note(self, package: str, known: dict[int, Traffic], now: dict[int, Traffic]) -> str:
        user = self._user(package)
        if user is None or user not in now:
            return ""
        then = known.get(user, Traffic())
        sent, received = now[user].sent - then.sent, now[user].received - then.received
        if sent <= 0 and received <= 0:
            return ""
        return (
            f"{package} sent {max(sent, 0)} and received {max(received, 0)} bytes since the last action; "
            "it proves no effect"
        )

    def _user(self, package: str) -> int | None:
        """The user id of a package; None if the phone does not report it."""
        if package not in self._users:
            listed = self._adb.shell(f"cmd package list packages -U {shlex.quote(package)}", _SECONDS).text
            found = re.search(rf"^package:{re.escape(package)} uid:(\d{{1,10}})", listed, re.MULTILINE)
            self._users[package] = int(found[1]) if found else None
        return self._users[package]
