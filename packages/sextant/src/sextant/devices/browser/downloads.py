"""Downloads: files are received into a private folder, then moved to the download folder if allowed, or removed."""

import asyncio
import contextlib
import os
import secrets
import shutil
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from sextant.addresses.origins import origin_of
from sextant.dataclass import dataclass
from sextant.devices.browser.cdp import ProtocolError, Session
from sextant.devices.browser.write_gate import WriteGate
from sextant.storage import make_private
from sextant.types.effects import EffectCause, ObservedEffect
from sextant.types.requests import address_template

__all__ = ["DOWNLOADS_OFF", "DownloadRules", "Downloads", "FileSender"]

DOWNLOADS_OFF = "downloads are off; allow them with --set browser.downloads=ask"

_UNASKED = "no step asked for it, and nobody could be asked"
_MEGA = 1e6
_LONGEST_NAME, _LONGEST_ENDING = 200, 40
"""Bytes. File systems allow 255, which also hold a number and the marks of a file that is not complete."""
_MOST_OPEN = 8
"""Downloads at a time; the rest is refused, so that a page cannot fill the disk while a question is open."""
_MOST_ALIKE = 1000
"""Files of one name get at most so many different numbers."""


@dataclass(frozen=True, slots=True)
class DownloadRules:
    """Which files are stored, and where.

    Attributes:
        mode: `off`, `on`, or `ask` the write authority about each file. A file that no step asked for is asked about
            with `on`, too.
        most: Bytes; a larger file is not stored.
        folder: Where allowed files are stored.
        incoming: Where files are received.
        why_off: The reason given when `mode` is `off`.
    """

    mode: Literal["off", "ask", "on"]
    most: int
    folder: Path
    incoming: Path
    why_off: str = DOWNLOADS_OFF


@dataclass(frozen=True, slots=True)
class FileSender:
    """Who sends a file. `tab` is empty if unknown. `asked`: a step asked for the file or for the page that sends it."""

    tab: str
    cause: EffectCause
    asked: bool


@dataclass(slots=True)
class _Download:
    name: str
    cause: str = ""
    allowed: bool | None = None
    """None while the decision is open."""
    received: Path | None = None
    """The file, once it is complete."""
    why: str = ""


class Downloads:
    """The downloads of one browser. Runs on the device's loop.

    Args:
        gate: Asks the write authority.
        sender: Returns who sends the file to a frame, and why.
        told: Receives a note for the next look.
    """

    def __init__(
        self,
        rules: DownloadRules,
        gate: WriteGate,
        sender: Callable[[str], FileSender],
        told: Callable[[str], None],
    ) -> None:
        self._rules, self._gate, self._sender, self._told = rules, gate, sender, told
        self._open: dict[str, _Download] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._browser: Session | None = None
        self._foreign = False
        """Whether the browser belongs to another program: it stores files where its owner wants them."""

    def listen(self, browser: Session) -> tuple[str, dict[str, Any]]:
        """Subscribe to downloads; returns the command that sets the browser up for it."""
        self._browser = browser
        browser.on("Browser.downloadWillBegin", self._begun)
        browser.on("Browser.downloadProgress", self._progress)
        make_private(self._rules.folder)
        make_private(self._rules.incoming)
        return (
            "Browser.setDownloadBehavior",
            {
                "behavior": "deny" if self._rules.mode == "off" else "allowAndName",
                "downloadPath": str(self._rules.incoming),
                "eventsEnabled": True,
            },
        )

    def listen_to_tab(self, tab: Session, browser: Session) -> None:
        """Subscribe to the downloads of one tab in another program's browser, whose other tabs are left alone."""
        self._browser, self._foreign = browser, True
        tab.on("Page.downloadWillBegin", self._begun)
        tab.on("Page.downloadProgress", self._progress)

    def _begun(self, event: dict[str, Any]) -> None:
        number, address = str(event["guid"]), str(event.get("url", ""))
        one = self._open[number] = _Download(_safe_name(str(event.get("suggestedFilename", ""))))
        sender = self._sender(str(event.get("frameId", "")))
        effect = ObservedEffect("download", "", address_template(address), origin_of(address), 0, sender.cause)
        off = self._rules.mode == "off"
        if off or len(self._open) > _MOST_OPEN:
            one.allowed, one.why = False, self._rules.why_off if off else f"{_MOST_OPEN} others were not finished yet"
            self._gate.record(effect, one.why)
            if self._foreign or not off:
                self._cancel(number)
            return
        match self._rules.mode:
            case "on" if sender.asked:
                one.allowed = True
                self._gate.record(effect)
            case _:
                task = asyncio.get_running_loop().create_task(self._asked(number, one, sender, effect, address))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _asked(
        self, number: str, one: _Download, sender: FileSender, effect: ObservedEffect, address: str
    ) -> None:
        alone = "" if sender.asked else _UNASKED
        ruling = await self._gate.ask(sender.tab, effect, address, (("file", one.name),), alone)
        one.allowed, one.why = ruling.allowed, ruling.reason
        if not ruling.allowed:
            self._cancel(number)
        self._end(number, one)

    def _progress(self, event: dict[str, Any]) -> None:
        number = str(event["guid"])
        one = self._open.get(number)
        if one is None:
            return
        size = max(float(event.get("receivedBytes", 0)), float(event.get("totalBytes", 0)))
        if size > self._rules.most and one.allowed is not False:
            one.why = (
                f"it is larger than {self._rules.most / _MEGA:g} MB; "
                f"raise that with --set browser.download_megabytes={-(-size // _MEGA):g}"
            )
            one.allowed = False
            self._cancel(number)
        match event["state"]:
            case "completed":
                one.received = self._rules.incoming / number
                self._end(number, one)
            case "canceled":
                one.allowed, one.why = False, one.why or "it was broken off"
                self._end(number, one)
            case _:
                pass

    def _cancel(self, number: str) -> None:
        if self._browser is not None:
            with contextlib.suppress(ProtocolError):
                self._browser.post([("Browser.cancelDownload", {"guid": number})])

    def _end(self, number: str, one: _Download) -> None:
        """Store or remove a download once it is both complete and decided."""
        if one.allowed is None or (one.allowed and one.received is None) or self._open.pop(number, None) is None:
            return
        if one.allowed and self._foreign:
            self._told(f"downloaded {one.name}, to where this browser keeps files")
        elif one.allowed and one.received is not None:
            try:
                self._told(f"downloaded {_stored(one.received, self._rules.folder, one.name).name}")
            except OSError as error:
                self._told(f"did not download {one.name}: {error.strerror}")
        else:
            self._told(f"did not download {one.name}: {one.why}")
        with contextlib.suppress(OSError):
            (self._rules.incoming / number).unlink(missing_ok=True)


def _safe_name(name: str) -> str:
    """Return a proposed file name without path parts and control characters."""
    shown = "".join("_" if unicodedata.category(sign)[0] == "C" or sign in "/\\" else sign for sign in name)
    shown = shown.strip(" .")
    if len(shown.encode()) > _LONGEST_NAME:
        stem, dot, ending = shown.rpartition(".")
        ending = _cut(ending, _LONGEST_ENDING) if dot else ""
        shown = f"{_cut(stem if dot else shown, _LONGEST_NAME - len(ending.encode()) - len(dot))}{dot}{ending}"
    return shown or "a file"


def _cut(text: str, most: int) -> str:
    """Return the text's beginning that takes at most so many bytes."""
    return text.encode()[:most].decode(errors="ignore")


def _stored(file: Path, folder: Path, name: str) -> Path:
    """Copy the file into the folder under that name, or a numbered one; nothing is overwritten.

    The file gets its name once it is complete. If that fails, nothing is left behind.
    """
    part = folder / f".{name}.{secrets.token_hex(4)}.partial"
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    try:
        with os.fdopen(handle, "wb") as written, file.open("rb") as read:
            shutil.copyfileobj(read, written)
        stem, dot, ending = name.rpartition(".")
        for count in range(_MOST_ALIKE):
            other = name if not count else f"{stem} ({count}).{ending}" if dot else f"{name} ({count})"
            with contextlib.suppress(FileExistsError):
                _name_file(part, folder / other)
                return folder / other
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    raise FileExistsError(17, "there are too many files of that name")


def _name_file(part: Path, path: Path) -> None:
    """Give a complete file its name; FileExistsError if the name exists."""
    try:
        os.link(part, path, follow_symlinks=False)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600))
        part.replace(path)  # the empty file that holds the name
