"""Records on the phone which gestures were injected. The record survives a crash and a lost connection."""

import re
import shlex
from typing import Final, Literal

from sextant.devices.android.adb import Adb
from sextant.types.geometry import Point

__all__ = ["InjectionLog"]

_FOLDER: Final = "/data/local/tmp"
_NAME: Final = re.compile(r"[^\w.:-]")


class InjectionLog:
    """Writes a mark to a file on the phone before each injection (`B`), and one after it (`D`).

    An intention with both marks was injected. With the first mark only, it is unknown. Without a mark it was not
    injected. If the phone cannot store the file (`kept` is False), only the memory of this process is used. With
    `resumed`, the file of an earlier process is expected; if it is missing, its injections are unknown.
    """

    def __init__(self, adb: Adb, token: str, *, resumed: bool = False) -> None:
        self._adb = adb
        self._path = f"{_FOLDER}/sextant-{_NAME.sub('_', token)[:60]}"
        self._known: dict[str, tuple[Literal["begun", "done"], Point | None]] = {}
        path = shlex.quote(self._path)
        output = self._adb.shell(f"test -e {path} && echo was-there; touch {path} && echo kept").text.split()
        self.kept = "kept" in output
        self._gone = resumed and "was-there" not in output

    def begin(self, intent: str) -> str:
        """The shell command that writes the mark before an injection; empty if the phone cannot store the file."""
        return self._note("B", intent)

    def end(self, intent: str) -> str:
        """The shell command that writes the mark after an injection."""
        return self._note("D", intent)

    def _note(self, mark: str, intent: str) -> str:
        if not self.kept:
            return ""
        return f"echo {mark} {_NAME.sub('_', intent)[:100]} >> {shlex.quote(self._path)}"

    def begun(self, intent: str) -> None:
        """Remembers in this process that the injection may have begun."""
        self._known[intent] = ("begun", None)

    def done(self, intent: str, at: Point | None) -> None:
        """Remembers in this process that it was injected, and at which point."""
        self._known[intent] = ("done", at)

    def injected(self, intent: str) -> bool | None:
        """Whether the intention was injected; None if unknown."""
        known = self._known.get(intent)
        if known is not None and known[0] == "done":
            return True
        if not self.kept:
            return None
        output = self._adb.shell(f"cat {shlex.quote(self._path)} 2>/dev/null; echo end")
        lines = output.text.split("\n")
        if "end" not in [line.strip() for line in lines]:
            return None
        marks = {line.strip().partition(" ")[::2] for line in lines if line.strip()}
        name = _NAME.sub("_", intent)[:100]
        noted = {(mark, rest.strip()) for mark, rest in marks}
        if ("D", name) in noted:
            return True
        return None if ("B", name) in noted or (self._gone and known is None) else False

    def touched(self, intent: str) -> Point | None:
        """The point of the touch of this intention; None if unknown."""
        known = self._known.get(intent)
        return known[1] if known is not None else None

    def drop(self) -> None:
        """Deletes the file from the phone."""
        self._adb.shell(f"rm -f {shlex.quote(self._path)}", 5.0)
