"""A user of a machine: a home, a project, and the installed commands, run as processes."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sextant.devices.browser.executable import find_executable

__all__ = ["STRANGER", "Done", "Room", "as_stranger", "eventually", "first", "unruly"]

STRANGER = 65534
MOST_MB = 500.0
_POLL_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class Done:
    """A command that has ended, or was ended after its time: then `code` is None."""

    words: tuple[str, ...]
    code: int | None
    out: str
    err: str
    seconds: float
    peak_mb: float

    @property
    def json(self) -> Any:
        """What it printed as its one object."""
        return json.loads(self.out)

    @property
    def told(self) -> str:
        """All that it said."""
        return self.out + self.err


def unruly(done: Done, most_mb: float = MOST_MB) -> str:
    """What no input may do to a command: hang, kill it, show its insides, or leave it without a word."""
    command = " ".join(done.words[:3])
    if done.code is None:
        return f"{command} still ran after {done.seconds:.0f} s"
    if done.code < 0:
        return f"{command} died of signal {-done.code}"
    if "Traceback (most recent call last)" in done.told:
        return f"{command} ended in a traceback: {done.told.strip().splitlines()[-1][:200]}"
    if done.peak_mb > most_mb:
        return f"{command} took {done.peak_mb:.0f} MB"
    if done.code and not done.told.strip():
        return f"{command} failed without a word"
    return ""


class Room:
    """One user's home and project on this machine, which every other user may pass through.

    The project is a repository of its own. `temp` is a directory for all, as /tmp is.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.home, self.project, self.temp = (
            folder,
            folder / "home",
            folder / "home" / "shop",
            folder / "tmp",
        )
        (self.project / ".git").mkdir(parents=True, exist_ok=True)
        self.temp.mkdir(exist_ok=True)
        self.temp.chmod(0o1777)
        for one in (folder, self.home, self.project):
            one.chmod(0o755)
        self._numbers = iter(range(1_000_000))
        self._said = folder / "said"
        self._said.mkdir(mode=0o700, exist_ok=True)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("SEXTANT_", "XDG_"))}
        self.environ = {
            **kept,
            "HOME": str(self.home),
            "TMPDIR": str(self.temp),
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            "SEXTANT_BROWSER_EXECUTABLE": os.environ.get("SEXTANT_BROWSER_EXECUTABLE") or find_executable().path,
        }

    @property
    def state(self) -> Path:
        """Where the product keeps what it stores."""
        return self.home / ".local" / "state" / "sextant"

    @property
    def runs(self) -> Path:
        """Where it keeps its runs."""
        return self.state / "runs"

    def fresh(self, name: str = "folder") -> Path:
        """A directory that was not there before, for all to pass through."""
        made = self.folder / f"{name}-{next(self._numbers)}"
        made.mkdir()
        made.chmod(0o755)
        return made

    def start(self, *words: str, cwd: Path | None = None, **more: Any) -> "subprocess.Popen[bytes]":
        """Starts a command of the product; `environ` adds to the environment."""
        environ = {**self.environ, **more.pop("environ", {})}
        given: dict[str, Any] = {
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.DEVNULL,
            "stderr": subprocess.DEVNULL,
            **more,
        }
        command = [sys.executable, "-m", "sextant", *words]
        process: subprocess.Popen[Any] = subprocess.Popen(
            command, cwd=cwd or self.project, env=environ, start_new_session=True, **given
        )
        return process

    def sextant(
        self, *words: str, cwd: Path | None = None, limit: float = 90.0, most_told: int = 5_000_000, **more: Any
    ) -> Done:
        """Runs a command of the product to its end, or ends it after `limit` seconds."""
        place = self._said / str(next(self._numbers))
        out, err = place.with_suffix(".out"), place.with_suffix(".err")
        begun = time.monotonic()
        with out.open("wb") as says, err.open("wb") as grumbles:
            process = self.start(*words, cwd=cwd, **{"stdout": says, "stderr": grumbles, **more})
            code, peak = _ended(process, limit)
        return Done(words, code, _read(out, most_told), _read(err, most_told), time.monotonic() - begun, peak)

    def processes(self, containing: str = "") -> dict[int, str]:
        """Command lines of the living processes that speak of this room, by process id."""
        wanted = containing or str(self.folder)
        return {pid: line for pid, line in _commands() if wanted in line and pid != os.getpid()}

    def end_browsers(self) -> None:
        """Ends what runs have left running, as a person would, and what that leaves by force."""
        self.sextant("devices", "--end-orphans", "--json", limit=90)
        listed = self.sextant("devices", "--json")
        with suppress(ValueError, KeyError, TypeError):
            for one in listed.json["devices"]:
                self.sextant("devices", "--end", str(one["id"]))
        for pid in self.processes(f"{self.state}/"):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def _commands() -> Iterator[tuple[int, str]]:
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            yield int(process.name), (process / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")


def _ended(process: "subprocess.Popen[bytes]", limit: float) -> tuple[int | None, float]:
    """Its exit status (None where its time was over) and the most memory it took, in megabytes."""
    until = time.monotonic() + limit
    code: int | None = None
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            code = os.waitstatus_to_exitcode(status)
            break
        if time.monotonic() > until:
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            _, _, usage = os.wait4(process.pid, 0)
            break
        time.sleep(_POLL_SECONDS)
    process.returncode = code if code is not None else -signal.SIGKILL
    return code, usage.ru_maxrss / 1024


def _read(path: Path, most: int) -> str:
    with path.open("rb") as file:
        return file.read(most).decode("utf-8", "replace")


def eventually(happened: Callable[[], bool], seconds: float) -> bool:
    """Whether it happened within that time."""
    until = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > until:
            return False
        time.sleep(_POLL_SECONDS)
    return True


def as_stranger(act: Callable[[], str]) -> str:
    """What the act says, done in a process of another user; nothing where the system refused it.

    Raises:
        OSError: This process may not become another user.
        RuntimeError: The act failed otherwise.
    """
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        said = "?the child died"
        try:
            os.setgroups([])
            os.setgid(STRANGER)
            os.setuid(STRANGER)
            said = act()
        except (PermissionError, FileNotFoundError, ConnectionError):
            said = ""
        except BaseException as error:  # noqa: BLE001 - a forked attack must never return into the bench
            said = f"?{type(error).__name__}: {error}"
        finally:
            os.write(write, said.encode()[:60_000])
            os._exit(0)
    os.close(write)
    with os.fdopen(read, encoding="utf-8", errors="replace") as telling:
        said = telling.read()
    os.waitpid(child, 0)
    if said.startswith("?"):
        raise RuntimeError(said[1:])
    return said


def first(found: Sequence[str]) -> str:
    """The first of what came through, with how many there are."""
    return f"{found[0]} ({len(found)} in all)" if len(found) > 1 else found[0] if found else ""
