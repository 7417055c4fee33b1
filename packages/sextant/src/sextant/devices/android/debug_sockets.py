"""The debugging sockets that apps with web views open on a phone, and the pages that they list.

An app opens one where its makers allow it (`WebView.setWebContentsDebuggingEnabled`), Chrome wherever USB debugging is
on. Each is reached by a stream of adb's own: no port of this machine leads there.
"""

import asyncio
import contextlib
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

from sextant.dataclass import dataclass
from sextant.devices.android.adb import Adb
from sextant.devices.android.views import Bounds
from sextant.devices.browser.cdp import Connection

__all__ = ["LIST_SOCKETS", "DebugSocket", "PageTarget", "open_page", "page_targets", "sockets_of", "targets_in"]

LIST_SOCKETS: Final = "grep -a _devtools_remote /proc/net/unix; echo; ps -A -o PID,NAME"
_LISTENS: Final = "00010000"
"""The flag of a row of `/proc/net/unix` that waits for connections (`__SO_ACCEPTCON`)."""
_NAME: Final = re.compile(r"@(\w[\w.]{0,80}_devtools_remote(?:_(\d{1,9}))?)")  # structural: names that Chromium gives
_TARGET: Final = re.compile(r"[\w-]{1,80}")
_MOST_TARGETS: Final = 100
_MOST_LISTED: Final = 2_000_000
"""Bytes of a list of pages."""
_LARGEST_MESSAGE: Final = 8_000_000
"""Bytes of a message of a page. The collector's answer has less: its elements and their texts are limited."""


@dataclass(frozen=True, slots=True)
class DebugSocket:
    """An abstract socket. `sure`: its name contains a process id of the app; otherwise the socket has to be asked.

    Neither is a proof: any app may take any free name and give any answer.
    """

    name: str
    sure: bool


@dataclass(frozen=True, slots=True)
class PageTarget:
    """A page that a socket lists.

    Attributes:
        bounds: Where its view is on the screen, in Android's pixels; None if unknown, as in Chrome.
        visible: Whether its view is attached to a window and shown.
    """

    id: str
    title: str = ""
    bounds: Bounds | None = None
    visible: bool = True
    socket: str = ""


def sockets_of(listed: str, package: str) -> tuple[DebugSocket, ...]:
    """The debugging sockets that may be an app's, from what `LIST_SOCKETS` prints; sure ones first."""
    sockets, _, processes = listed.replace("\r", "").partition("\n\n")
    own = set(_processes(processes, package))
    found = dict[str, DebugSocket]()
    for row in sockets.splitlines():
        columns = row.split(maxsplit=7)
        name = _NAME.fullmatch(columns[7].strip()) if len(columns) == 8 and columns[3] == _LISTENS else None
        if name is not None and (name[2] is None or name[2] in own):
            found[name[1]] = DebugSocket(name[1], name[2] is not None)
    return tuple(sorted(found.values(), key=lambda one: not one.sure))


def _processes(listed: str, package: str) -> Iterator[str]:
    """The process ids of an app; further processes are named `PACKAGE:NAME`."""
    for row in listed.splitlines():
        number, _, name = row.strip().partition(" ")
        if number.isdigit() and name.strip().partition(":")[0] == package:
            yield number


def targets_in(listed: object, socket: str) -> tuple[PageTarget, ...]:
    """The pages in a socket's answer to `/json/list`; what is malformed is left out."""
    rows = cast("list[Any]", listed) if isinstance(listed, list) else []
    return tuple(target for row in rows[:_MOST_TARGETS] if (target := _target(row, socket)) is not None)


def _target(row: Any, socket: str) -> PageTarget | None:
    if not isinstance(row, dict):
        return None
    target = cast("dict[str, Any]", row)
    number = str(target.get("id", ""))
    if target.get("type") != "page" or not _TARGET.fullmatch(number):
        return None
    title = str(target.get("title", ""))[:1000]
    try:
        described: Any = json.loads(str(target.get("description", "")) or "{}")
    except (ValueError, RecursionError):
        described = None
    view = cast("dict[str, Any]", described) if isinstance(described, dict) else {}
    place = [view.get(name) for name in ("screenX", "screenY", "width", "height")]
    shown = all(view.get(name, True) for name in ("attached", "visible")) and not view.get("empty", False)
    if not all(isinstance(side, int) for side in place):
        return PageTarget(number, title, None, shown, socket)
    left, top, width, height = (int(side) for side in place if side is not None)
    return PageTarget(number, title, Bounds(left, top, left + width, top + height), shown, socket)


async def page_targets(
    adb: Adb, sockets: Sequence[DebugSocket], package: str, seconds: float
) -> tuple[PageTarget, ...]:
    """The pages of the app that the sockets list.

    Raises:
        OSError, ValueError, EOFError: No socket answers like a browser.
    """
    found: list[PageTarget] = []
    trouble: Exception | None = None
    for socket in sockets:
        try:
            if socket.sure or await _owner(adb, socket, seconds) == package:
                found += targets_in(await _read_json(adb, socket.name, "/json/list", seconds), socket.name)
        except TimeoutError:
            raise
        except (OSError, ValueError, EOFError) as error:  # that of a process that has just ended is listed for a while
            trouble = error
    if trouble is not None and not found:
        raise trouble
    return tuple(found)


async def _owner(adb: Adb, socket: DebugSocket, seconds: float) -> str:
    version = await _read_json(adb, socket.name, "/json/version", seconds)
    return str(cast("dict[str, Any]", version).get("Android-Package", "")) if isinstance(version, dict) else ""


async def open_page(adb: Adb, page: PageTarget, seconds: float) -> Connection:
    """A connection of the DevTools protocol to one page.

    Raises:
        OSError, DeviceUnreachable: It is gone, or takes no connection.
    """
    stream = adb.open(f"localabstract:{page.socket}", seconds)
    stream.setblocking(False)
    return await Connection.open(f"ws://localhost/devtools/page/{page.id}", seconds, stream, _LARGEST_MESSAGE)


async def _read_json(adb: Adb, socket: str, path: str, seconds: float) -> object:
    """The JSON at a path of a socket's server."""
    stream = adb.open(f"localabstract:{socket}", seconds)
    stream.setblocking(False)
    reader, writer = await asyncio.open_connection(sock=stream, limit=_MOST_LISTED)
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"(?im)^content-length: *(\d{1,9})", head)
        if " 200 " not in head.partition("\r\n")[0] or length is None or int(length[1]) > _MOST_LISTED:
            raise ValueError(f"the socket {socket!r} answered {head[:80]!r}")
        try:
            return json.loads(await reader.readexactly(int(length[1])))
        except RecursionError as error:
            raise ValueError(f"the socket {socket!r} answered with data that is nested too deeply") from error
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
