"""What is left on the machine by a kill, as the system tells it: processes, and profile directories."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Leavings", "Process"]

_PROFILE = "--user-data-dir="


@dataclass(frozen=True, slots=True)
class Process:
    """A living process of a state directory."""

    pid: int
    session: int
    words: tuple[str, ...]

    @property
    def profile(self) -> str:
        """The profile of a browser's main process; empty for any other process."""
        if any(word.startswith("--type=") for word in self.words):
            return ""
        return next((word.removeprefix(_PROFILE) for word in self.words if word.startswith(_PROFILE)), "")

    @property
    def reports(self) -> bool:
        """Whether it waits for a browser to crash: it has a session of its own, and ends with the browser."""
        return any("crashpad" in word for word in self.words[:1])

    @property
    def keeps(self) -> bool:
        """Whether it watches over a browser."""
        return any("keeper_process" in word for word in self.words)


class Leavings:
    """What belongs to one state directory, which only the runs of one case have been given."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._sessions = set[int]()
        """Of the browsers that were seen: a child may have lost every other sign of where it comes from."""

    def processes(self) -> list[Process]:
        """The living ones, but not those that have ended and that nobody has asked for."""
        found = list(self._all())
        self._sessions |= {one.session for one, ours in found if ours and (one.profile or one.keeps)}
        return [one for one, ours in found if ours or one.session in self._sessions]

    def profiles(self) -> list[Path]:
        """The temporary profiles."""
        return sorted((self.home / "sextant" / "profiles").glob("web-*"))

    def entries(self) -> list[Path]:
        """The entries of the registry."""
        return sorted((self.home / "sextant" / "devices").glob("*.json"))

    def _all(self) -> Iterator[tuple[Process, bool]]:
        mark = str(self.home).encode()
        for directory in Path("/proc").glob("[0-9]*"):
            pid = int(directory.name)
            if pid == os.getpid():
                continue
            try:
                line, room = (directory / "cmdline").read_bytes(), (directory / "environ").read_bytes()
                state = (directory / "stat").read_text(errors="replace").rpartition(") ")[2].split()
            except OSError:
                continue
            if state[0] not in "ZX":
                words = tuple(line.decode(errors="replace").split("\0"))
                yield Process(pid, int(state[3]), words), mark in line or mark in room
