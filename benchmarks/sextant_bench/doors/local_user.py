"""Another user of the machine, beside a browser that is running, and where he can lay something before."""

import json
import os
import socket
import subprocess
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sextant.devices.browser import running_browsers
from sextant.devices.browser.processes import start_of
from sextant_bench.doors.attack import Scene, bare
from sextant_bench.doors.puppet import FREE, Puppet, Served, fill, press, run
from sextant_bench.doors.room import Room, as_stranger, eventually, first, unruly
from sextant_bench.doors.toy import toy_run
from sextant_bench.web_server import HttpAnswer

__all__ = ["SCENES"]

_COOKIE = "cookie-that-is-private"
_PASSWORD = "pass-that-is-private"  # noqa: S105 - what must not get out
_USER = "user-in-the-address"
_HEAD = '<!doctype html><meta name="viewport" content="width=device-width"><title>Mail</title>'
_PAGE = f"""{_HEAD}<input type="password" aria-label="Password">
<button onclick="document.title = 'Pressed'">Next</button>
<button onclick="fetch('/send', {{method: 'POST'}})">Send</button>"""


@dataclass(frozen=True, slots=True)
class _Left:
    """A browser that a run has left open, logged in, with a password in a field."""

    room: Room
    site: Served
    processes: dict[int, str]

    @property
    def sockets(self) -> list[Path]:
        """The sockets that its keeper listens on."""
        return [path for path in (self.room.state / "sockets").iterdir() if path.is_socket()]


@contextmanager
def _left(room: Room) -> Generator[_Left]:
    page = HttpAnswer(_PAGE, headers={"Set-Cookie": f"login={_COOKIE}; Max-Age=9999"})
    orders = [fill("Password", _PASSWORD), press("Next"), press("Send")]
    with Served({"/": page}) as site, Puppet(*orders, insists=1) as puppet:
        address = site.at().replace("http://", f"http://{_USER}:{_PASSWORD}@")
        done = room.sextant(
            *("run", "Send the mail", "--device", f"web:{address}", "--model", puppet.spec, "--unattended", "--json"),
            *("--authorizer", "person", "--verifier", "none", "--set", "models.vision=no"),
        )
        left = _Left(room, site, room.processes(str(room.state)))
        if not done.out or not done.json.get("browser") or not left.processes or not left.sockets:
            raise RuntimeError(f"no browser was left: {done.told[-400:]}")
        yield left


browser = Scene("local user", "a browser left open", _left)


def _listeners() -> dict[str, tuple[str, int]]:
    """Where TCP sockets listen, by inode."""
    found: dict[str, tuple[str, int]] = {}
    for table, loopback in (("/proc/net/tcp", "127.0.0.1"), ("/proc/net/tcp6", "::1")):
        with suppress(FileNotFoundError):
            for line in Path(table).read_text().splitlines()[1:]:
                words = line.split()
                if words[3] == "0A":
                    found[words[9]] = (loopback, int(words[1].rpartition(":")[2], 16))
    return found


def _held(processes: dict[int, str]) -> set[str]:
    """Inodes of the sockets that those processes hold."""
    links: list[str] = []
    for pid in processes:
        with suppress(OSError):
            links += [str(one.readlink()) for one in Path(f"/proc/{pid}/fd").iterdir()]
    return {link[8:-1] for link in links if link.startswith("socket:[")}


@browser.attack("ports")
def _ports(left: _Left) -> str:
    """Looks for a TCP port that any process of the browser or its keeper listens on."""
    held = _held(left.processes)
    if not held:
        raise RuntimeError("no sockets of theirs were seen")
    return first([f"port {port}" for inode, (_, port) in _listeners().items() if inode in held])


@browser.attack("datagrams")
def _datagrams(left: _Left) -> str:
    """Looks for a UDP port of theirs that every address may send to."""
    held = _held(left.processes)
    bound = [
        line.split() for table in ("udp", "udp6") for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]
    ]
    return first([f"udp {words[1]}" for words in bound if words[9] in held and words[2].endswith(":0000")])


@browser.attack("a port in the profile")
def _port_file(left: _Left) -> str:
    """Looks for the file in which Chromium writes its debugging port down."""
    return first([str(path) for path in left.room.folder.rglob("DevToolsActivePort")])


def _knock(path: str) -> str:
    with socket.socket(socket.AF_UNIX) as knocking:
        knocking.settimeout(5)
        knocking.connect("\0" + path[1:] if path.startswith("@") else path)
        with suppress(TimeoutError):
            knocking.sendall(b'{"id":1,"method":"Target.getTargets","params":{}}\0')
            return knocking.recv(200).decode("utf-8", "replace")
        return ""


@browser.attack("the keeper's socket")
def _socket(left: _Left) -> str:
    """Another user connects to the keeper's socket, and asks for the pages."""
    path = str(left.sockets[0])
    if "targetInfos" not in _knock(path):
        raise RuntimeError("its own user is not answered either")
    return as_stranger(lambda: _knock(path))


@browser.attack("the keeper's socket with modes for all")
def _open_socket(left: _Left) -> str:
    """The same where somebody has opened the modes of the socket and of every directory above it."""
    path = left.sockets[0]
    changed = [(one, one.stat().st_mode & 0o7777) for one in (path, *path.parents[:6]) if one != Path("/")]
    changed = [(one, mode) for one, mode in changed if str(one).startswith(str(left.room.folder))]
    for one, mode in changed:
        one.chmod(mode | 0o777 if one.is_socket() else mode | 0o755)
    try:
        return as_stranger(lambda: _knock(str(path)))
    finally:
        for one, mode in changed:
            one.chmod(mode)


@browser.attack("every other socket")
def _sockets(left: _Left) -> str:
    """Another user connects to every other Unix socket that those processes listen on, in directories or abstract."""
    held = _held(left.processes)
    lines = [line.split() for line in Path("/proc/net/unix").read_text().splitlines()[1:]]
    paths = [words[7] for words in lines if len(words) > 7 and words[6] in held and words[3] == "00010000"]
    own = [path for path in paths if path.startswith("/proc/self/")]  # a path by a descriptor of whoever bound it
    paths += [path.replace("/proc/self", f"/proc/{pid}", 1) for path in own for pid in left.processes]
    found: list[str] = []
    for path in paths:
        if path in own:
            continue

        def enter(path: str = path) -> str:
            with socket.socket(socket.AF_UNIX) as knocking:
                knocking.connect("\0" + path[1:] if path.startswith("@") else path)
            return f"{path} was entered"

        if path not in {str(one) for one in left.sockets}:
            found.append(as_stranger(enter))
    return first([one for one in found if one])


def _sweep(folder: Path, *marks: str) -> str:
    """What of it another user can read, and which of the marks stand there."""
    found: list[str] = []
    for path, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                data = Path(path, name).read_bytes() if Path(path, name).is_file() else b""
                found += [f"{path}/{name} with {mark!r}" for mark in marks if mark.encode() in data]
    return first(found)


_PRIVATE = (_COOKIE, _PASSWORD, _USER)

for place in ("home", "temp", "folder"):

    def _swept(left: _Left, place: str = place) -> str:
        folder: Path = getattr(left.room, place)
        return as_stranger(lambda: _sweep(folder, *_PRIVATE, left.site.at()))

    browser.add(
        f"reads the {place}", f"another user reads every file below {place} for what the page and its user know", _swept
    )


@browser.attack("shared memory")
def _memory(left: _Left) -> str:
    """Another user reads what lies in shared memory."""
    if not left.processes:
        raise RuntimeError("nothing runs")
    return as_stranger(lambda: _sweep(Path("/dev/shm"), *_PRIVATE))  # noqa: S108 - it is looked into


@browser.attack("command lines")
def _lines(left: _Left) -> str:
    """Everybody may read command lines: those of the browser and its keeper are searched for what is private."""
    told = [line for line in left.processes.values() if any(mark in line for mark in (*_PRIVATE, f":{left.site.port}"))]
    return first([line[:200] for line in told])


for what in ("mem", "environ"):

    def _proc(left: _Left, what: str = what) -> str:
        def look() -> str:
            for pid in left.processes:
                with suppress(OSError):
                    place = Path(f"/proc/{pid}/{what}")
                    with place.open("rb") as opened:
                        return f"{len(opened.read(10))} bytes of {pid}"
            return ""

        return as_stranger(look)

    browser.add(f"reads {what} of the processes", f"another user reads /proc/PID/{what} of browser and keeper", _proc)

_PLACES = ("sockets", "devices", "profiles", "runs")
for place in _PLACES:

    def _listed(left: _Left, place: str = place) -> str:
        folder = left.room.state / place
        if not list(folder.iterdir()):
            raise RuntimeError(f"nothing lies in {folder}")
        return as_stranger(lambda: f"{len(list(folder.iterdir()))} names")

    def _written(left: _Left, place: str = place) -> str:
        folder = left.room.state / place
        return as_stranger(lambda: f"{(folder / 'laid').write_text('x')} bytes laid into {folder}")

    browser.add(f"lists {place}", f"another user lists the {place} of the state directory", _listed)
    browser.add(f"lays into {place}", f"another user lays a file into the {place}", _written)


_STORED = 20.0
"""Chromium writes its preferences up to ten seconds after they changed."""


def _stored(left: _Left, pattern: str, change: bool) -> str:
    paths: list[Path] = []

    def stored() -> bool:
        paths[:] = [path for path in left.room.state.rglob(pattern) if path.is_file()]
        return bool(paths)

    if not eventually(stored, _STORED):
        raise RuntimeError(f"there is no {pattern}")

    def touch() -> str:
        for path in paths:
            with suppress(OSError), path.open("ab" if change else "rb") as opened:
                return f"{path.name} was opened" if change else f"{len(opened.read(100))} bytes of {path.name}"
        return ""

    return as_stranger(touch)


for pattern in ("Cookies", "Preferences", "Local State", "run.sqlite", "*.json", "lock"):
    browser.add(
        f"reads {pattern}",
        f"another user reads {pattern} by its whole path",
        partial(_stored, pattern=pattern, change=False),
    )
for pattern in ("Preferences", "run.sqlite", "*.json"):
    browser.add(
        f"writes {pattern}", f"another user appends to {pattern}", partial(_stored, pattern=pattern, change=True)
    )


@browser.attack("modes of what is stored")
def _modes(left: _Left) -> str:
    """Looks for anything stored that its group or others may read, write or enter."""
    paths = [left.room.state, *left.room.state.rglob("*")]
    loose = [path for path in paths if not path.is_symlink() and path.lstat().st_mode & 0o077]
    kept = [path for path in loose if not any(one != path and one in path.parents for one in _closed(paths))]
    return first([f"{path.relative_to(left.room.folder)} {path.lstat().st_mode & 0o777:o}" for path in kept])


def _closed(paths: list[Path]) -> list[Path]:
    """The profiles: what Chromium makes in such a directory for one user alone, nobody reaches."""
    return [path for path in paths if path.parent.name == "profiles" and not path.lstat().st_mode & 0o077]


@browser.attack("the product's own list")
def _listing(left: _Left) -> str:
    """Another user lists the browser with the product's own words, to end it or take it over."""
    os.environ["HOME"] = str(left.room.home)

    def listed() -> str:
        return ", ".join(one.id for one in running_browsers() if one.endpoint)

    if not listed():
        raise RuntimeError("its own user does not see it either")
    return as_stranger(listed)


# ---------------------------------------------------------------------- laid there before


squatting = Scene("local user", "a shared state directory", bare)


def _squat(room: Room, lay: Callable[[Path, Path], None]) -> str:
    """A state directory below one for all, in which another user was first."""
    shared = room.fresh("shared")
    shared.chmod(0o1777)
    letters = room.fresh("letters")
    (letters / "love.txt").write_text("dear")

    def laid() -> str:
        lay(shared / "sextant", letters)
        return "laid"

    if as_stranger(laid) != "laid":
        raise RuntimeError("it could not be laid")
    environ = {"XDG_STATE_HOME": str(shared)}
    done = toy_run(room, environ=environ)
    gone = room.sextant("runs", "gc", "--json", environ=environ)
    listed = room.sextant("devices", "--end-orphans", "--json", environ=environ)
    if not (letters / "love.txt").exists() or (letters / "love.txt").read_text() != "dear":
        return "a person's file was removed or changed"

    def read() -> str:
        return _sweep(shared, "open the settings")

    return as_stranger(read) or unruly(done) or unruly(gone) or unruly(listed)


def _entry(place: Path, letters: Path) -> None:
    (place / "devices").mkdir(parents=True)
    entry = {"id": "abcdef12", "pid": 1, "endpoint": "", "profile": str(letters), "temporary": True}
    entry |= {"lease_seconds": 0.0, "started_at": 0.0, "url": "", "keeper_pid": 1}
    (place / "devices" / "abcdef12.json").write_text(json.dumps(entry))
    os.chmod(place, 0o777)  # noqa: S103, PTH101 - an attacker's
    os.chmod(place / "devices", 0o777)  # noqa: S103, PTH101 - an attacker's


def _open(place: Path, letters: Path) -> None:
    del letters
    for name in ("runs", "sockets", "devices", "profiles", "maps"):
        (place / name).mkdir(parents=True)
        os.chmod(place / name, 0o777)  # noqa: S103, PTH101 - an attacker's
    os.chmod(place, 0o777)  # noqa: S103, PTH101 - an attacker's


def _link(place: Path, letters: Path) -> None:
    place.symlink_to(letters)


def _file(place: Path, letters: Path) -> None:
    place.write_text(str(letters))


def _entry_pipe(place: Path, letters: Path) -> None:
    del letters
    (place / "devices").mkdir(parents=True)
    os.mkfifo(place / "devices" / "a.json")


def _pipe(place: Path, letters: Path) -> None:
    del letters
    os.mkfifo(place)


for name, tried, lay in (
    ("the directory itself", "another user has made the state directory, open to all", _open),
    ("a link", "another user has laid a link to a person's folder in its place", _link),
    ("an entry", "another user has listed a person's folder as a browser's temporary profile", _entry),
    ("a pipe as an entry", "another user has laid a pipe in the place of a browser's entry", _entry_pipe),
    ("a file", "another user has laid a file in its place", _file),
    ("a pipe", "another user has laid a pipe in its place", _pipe),
):
    squatting.add(f"laid before: {name}", tried, lambda room, lay=lay: _squat(room, lay))


@squatting.attack("laid before: an entry of a process")
def _process(room: Room) -> str:
    """Another user has listed a process of a person as a browser that has lost its keeper, to have it ended."""
    program = subprocess.Popen(["sleep", "600"], start_new_session=True)

    def listed(place: Path, letters: Path) -> None:
        entry = {"id": "abcdef12", "pid": program.pid, "endpoint": "", "profile": str(letters), "temporary": False}
        entry |= {"lease_seconds": 0.0, "started_at": 0.0, "keeper_pid": 2**22, "pid_start": start_of(program.pid)}
        (place / "devices").mkdir(parents=True)
        (place / "devices" / "abcdef12.json").write_text(json.dumps(entry))

    try:
        return _squat(room, listed) or ("" if program.poll() is None else "a person's process was ended")
    finally:
        program.kill()
        program.wait()


@squatting.attack("an upload that is swapped")
def _upload(room: Room) -> str:
    """Another user puts a link to a person's file in the place of a file that was chosen, before the form is sent."""
    shared, letter = room.fresh("shared"), room.home / "letter.txt"
    shared.chmod(0o1777)
    letter.write_text("dear-private-letter")
    (shared / "report.txt").write_text("harmless")
    page = """<form method="post" action="/up" enctype="multipart/form-data"><input type="file" name="f"
    aria-label="Paper"><button>Send</button></form>"""

    def swapped(prompt: str) -> Mapping[str, Any] | str | None:
        (shared / "report.txt").unlink()
        (shared / "report.txt").symlink_to(letter)
        return press("Send")(prompt)

    orders = [press("Paper"), press("report.txt"), swapped]
    met = run(room, page, orders, ("--set", f"browser.uploads={shared}", *FREE), insists=1).carried_out()
    if not met.site.holds("harmless"):
        raise RuntimeError("the file did not arrive")
    return "the person's file arrived" if met.site.holds("dear-private-letter") else unruly(met.done)


@squatting.attack("umask of nobody's making")
def _umask(room: Room) -> str:
    """A run, a map and a replay are stored with umask 0; another user looks for what he can read."""
    before = os.umask(0)
    try:
        done = toy_run(room, goal="open the private settings")
        room.sextant("replay", "last", cwd=room.project)
    finally:
        os.umask(before)
    if done.code != 0 or not list(room.project.glob("*.html")):
        raise RuntimeError(done.told[-300:])
    stored = [path for path in (*room.state.rglob("*"), *room.project.glob("*.html")) if not path.is_symlink()]
    loose = [path for path in stored if path.lstat().st_mode & 0o077]  # the mode of a link means nothing
    return as_stranger(lambda: _sweep(room.home, "open the private settings")) or first([str(path) for path in loose])


@squatting.attack("temporary files")
def _temporary(room: Room) -> str:
    """Another user reads what lies in the directory for temporary files after runs."""
    toy_run(room)
    loose = [path for path in room.temp.rglob("*") if path.lstat().st_mode & 0o077]
    return first([f"{path} {path.lstat().st_mode & 0o777:o}" for path in loose])


SCENES: tuple[Scene[Any], ...] = (browser, squatting)
