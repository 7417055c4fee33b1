"""Processes that are killed, stopped, starved or spoken to in a way that nobody agreed on."""

import json
import os
import resource
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from sextant_bench.doors.attack import TABLES, Scene, bare
from sextant_bench.doors.puppet import Puppet, Served, act, press
from sextant_bench.doors.room import Done, Room, eventually, unruly
from sextant_bench.doors.toy import app_file, script_file, toy_run

__all__ = ["SCENES"]

_SETTLED = 60.0
"""Seconds after which nothing may be left that nobody knows of, on a busy machine."""
_PAGE = """<h1>Hours</h1><button onclick="document.title = 'Pressed'">Next</button>
<button onclick="fetch('/order', {method: 'POST'})">Order</button>"""


killed = Scene("process", "kills", bare)
starved = Scene("process", "what the machine refuses", bare)


@dataclass
class _Running:
    room: Room
    site: Served
    puppet: Puppet
    process: "subprocess.Popen[bytes]"

    def keepers(self) -> list[int]:
        """The processes that keep browsers."""
        return [pid for pid, line in self.room.processes(str(self.room.state)).items() if "keeper_process" in line]

    def browsers(self) -> list[int]:
        """The browsers, without the processes that they have started."""
        living = self.room.processes(str(self.room.state)).items()
        return [pid for pid, line in living if "--remote-debugging-pipe" in line and "--type=" not in line]

    def listed(self) -> int:
        """How many browsers the product tells of."""
        return len(self.room.sextant("devices", "--json").json["devices"])


@contextmanager
def _running(room: Room, *words: str) -> Generator[_Running]:
    """A run that presses again and again, and its browser; both are gone afterwards."""
    orders = [order for _ in range(60) for order in (press("Next"), act(type="wait", seconds=1))]
    with Served(_PAGE) as site, Puppet(*orders, insists=1) as puppet:
        fixed = ("--model", puppet.spec, "--verifier", "none", "--set", "models.vision=no", "--unattended")
        process = room.start("run", "Read the hours", "--device", f"web:{site.at()}", *fixed, *words)
        running = _Running(room, site, puppet, process)
        try:
            yield running
        finally:
            with suppress(OSError):
                process.kill()
            process.wait()
            room.end_browsers()


def _settled(running: _Running) -> str:
    """Whether every browser that lives is listed, and can be ended."""
    if not eventually(lambda: running.listed() >= len(running.browsers()), _SETTLED):
        return f"{len(running.browsers())} browsers live, {running.listed()} are listed"
    running.room.sextant("devices", "--end-orphans", "--json")
    for one in running.room.sextant("devices", "--json").json["devices"]:
        running.room.sextant("devices", "--end", one["id"])
    left = f"{running.room.state}/"
    if not eventually(lambda: not running.room.processes(left), _SETTLED):
        return f"left: {next(iter(running.room.processes(left).values()))[:160]}"
    return ""


def _killed(room: Room, seconds: float, whom: str) -> str:
    with _running(room) as running:
        time.sleep(seconds)
        keepers = running.keepers() if whom != "owner" else []
        if whom != "keeper":
            running.process.kill()
        for pid in keepers:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        if whom == "keeper":
            if keepers and not eventually(
                lambda: running.process.poll() is not None or bool(running.browsers()), _SETTLED
            ):
                return "the run hangs without its keeper"
            running.process.kill()
        running.process.wait()
        return _settled(running)


for seconds, whom in ((0.5, "owner"), (1.0, "both"), (1.5, "keeper"), (2.0, "owner"), (3.0, "both")):
    killed.add(
        f"kill -9 of {whom} after {seconds} s",
        f"{whom} dies {seconds} s after a run was begun",
        partial(_killed, seconds=seconds, whom=whom),
    )


def _acting(running: _Running) -> None:
    if not eventually(lambda: running.puppet.given >= 2, 90):
        raise RuntimeError("the run did not come to act")


def _signalled(room: Room, number: int) -> str:
    with _running(room) as running:
        _acting(running)
        os.kill(running.process.pid, number)
        if not eventually(lambda: running.process.poll() is not None, _SETTLED):
            return "the run goes on"
        if running.process.returncode < 0:
            return f"the run died of signal {-running.process.returncode}, and settled nothing"
        shown = running.room.sextant("runs", "--json").json["runs"]
        if shown[0].get("status") in ("running", "damaged"):
            return f"the run is left as {shown[0]['status']}"
        return _settled(running)


for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    killed.add(f"{number.name}", f"a run gets {number.name} while it acts", partial(_signalled, number=number))


@killed.attack("kill -9 while it acts")
def _resumed(room: Room) -> str:
    """A run dies while it acts; it is listed, resumed, and looks at the same page."""
    with _running(room) as running:
        _acting(running)
        running.process.kill()
        running.process.wait()
        done = running.room.sextant("resume", "last", "--unattended", "--max-steps", "6", "--json", limit=120)
        return unruly(done) or ("" if "error" not in done.json else f"it is not resumed: {done.told[:200]}")


@killed.attack("a stopped keeper")
def _stopped(room: Room) -> str:
    """The keeper is stopped, not killed; its browser is listed and ended all the same."""
    with _running(room) as running:
        _acting(running)
        keepers = running.keepers()
        running.process.kill()
        for pid in keepers:
            os.kill(pid, signal.SIGSTOP)
        listed = running.room.sextant("devices", "--json", limit=90)
        if through := unruly(listed):
            return through
        for one in listed.json["devices"]:
            if through := unruly(running.room.sextant("devices", "--end", one["id"], limit=90)):
                return through
        left = running.browsers()
        for pid in keepers:
            with suppress(OSError):
                os.kill(pid, signal.SIGCONT)
        return f"{len(left)} browsers live on" if left and not eventually(lambda: not running.browsers(), 5) else ""


@killed.attack("an entry that is gone")
def _unlisted(room: Room) -> str:
    """The entry of a living browser is removed; it is found, told of by doctor, and can be ended."""
    with _running(room) as running:
        _acting(running)
        for path in (room.state / "devices").glob("*.json"):
            path.unlink()
        running.process.kill()
        running.process.wait()
        for pid in running.keepers():
            os.kill(pid, signal.SIGSTOP)
        try:
            if running.browsers() and not running.listed():
                return "a living browser is not listed"
            doctor = room.sextant("doctor", "--json")
            if running.browsers() and "brows" not in doctor.out:
                return "doctor does not tell of it"
        finally:
            for pid in running.keepers():
                with suppress(OSError):
                    os.kill(pid, signal.SIGCONT)
        return _settled(running)


def _mistaken(room: Room, **entry: object) -> str:
    """Another program has the process id in an entry; it lives on, whatever is done to browsers."""
    folder = room.state / "devices"
    room.state.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.mkdir(exist_ok=True, mode=0o700)
    profile = room.home / "profile"
    words = ["sleep", "300"] if "place" in entry else ["tail", "-f", "/dev/null", f"{profile}s.txt"]
    (room.home / "profiles.txt").write_text("a person's")
    with subprocess.Popen(words, start_new_session=True, stdout=subprocess.DEVNULL) as program:
        try:
            fixed = {"id": "abcdef12", "pid": program.pid, "keeper_pid": program.pid, "profile": str(profile)}
            fixed |= {"endpoint": "", "temporary": False, "lease_seconds": 1800.0, "started_at": 0.0, "url": ""}
            (folder / "abcdef12.json").write_text(json.dumps(fixed | entry))
            with Served(_PAGE) as site:
                for order in (("devices", "--end-orphans"), ("goto", f"web:{site.at()}", "Hours"), ("devices",)):
                    if through := unruly(room.sextant(*order)):
                        return through
            if program.poll() is not None:
                return "a person's program was ended"
            return "" if (folder / "abcdef12.json").exists() == ("place" in entry) else "the entry was not judged so"
        finally:
            program.kill()
            room.end_browsers()


killed.add("a dead browser's number", "a person's program has the process id in an old entry", _mistaken)
killed.add(
    "an entry of another container",
    "it names a process id of its own, which a person's program has here",
    partial(_mistaken, place="a-container//another-boot/pid:[1]"),
)


# ---------------------------------------------------------------------- other words than agreed on


@contextmanager
def _kept(room: Room) -> Generator[_Running]:
    with _running(room) as running:
        _acting(running)
        yield running


protocol = Scene("process", "the keeper's socket", _kept)


def _socket(running: _Running) -> str:
    paths = [path for path in (running.room.state / "sockets").iterdir() if path.is_socket()]
    if not paths:
        raise RuntimeError("there is no socket")
    return str(paths[0])


def _answers(running: _Running) -> str:
    """What is wrong with the browser now."""
    given = running.puppet.given
    if not eventually(lambda: running.puppet.given > given or running.process.poll() is not None, _SETTLED):
        return "the run has stopped"
    return "" if running.browsers() and running.keepers() else "the browser or its keeper is gone"


def _said(running: _Running, words: bytes, times: int = 1, *, waits: bool = False) -> str:
    if running.process.poll() is not None:
        raise RuntimeError("the run is over already")
    talking: list[socket.socket] = []
    for _ in range(times):
        one = socket.socket(socket.AF_UNIX)
        one.settimeout(5)
        talking.append(one)
        with suppress(OSError):
            one.connect(_socket(running))
            one.sendall(words)
            if not waits:
                one.recv(100)
    try:
        return _answers(running)
    finally:
        for one in talking:
            one.close()


for name, words, times in (
    ("noise", os.urandom(5000), 1),
    ("no json", b"hello\0" * 100, 1),
    ("deep json", b"[" * 500_000 + b"\0", 1),
    ("a message without end", b"x" * 50_000_000, 1),
    ("many visitors", b"", 100),
    (
        "a session that is another's",
        b'{"id":1,"method":"Page.navigate","params":{"url":"about:blank"},"sessionId":"1"}\0',
        1,
    ),
    ("an unknown service", b'{"id":1,"method":"Sextant.nothing","params":[]}\0', 1),
):
    protocol.add(
        f"socket: {name}",
        f"a process of the same user sends the keeper {name}",
        partial(_said, words=words, times=times, waits=times > 1),
    )


# ---------------------------------------------------------------------- another agent over MCP

served = Scene("process", "another agent over MCP", bare)


def _asked(room: Room, *lines: str) -> Done:
    """What the server says to these lines; its client hangs up once every request is answered."""
    begin = {"jsonrpc": "2.0", "id": 0, "method": "initialize"}
    begin["params"] = {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}  # type: ignore[assignment]
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    asked = "".join(f"{line}\n" for line in (json.dumps(begin), json.dumps(ready), *lines))
    awaited = {said["id"] for said in _messages(asked) if "id" in said}
    answers = room.fresh("asked") / "answers"
    listens, speaks = os.pipe()
    over = threading.Event()

    def answered() -> bool:
        told = answers.read_text(encoding="utf-8", errors="replace")
        return over.is_set() or awaited <= {said.get("id") for said in _messages(told)}

    def speak() -> None:
        with suppress(BrokenPipeError), os.fdopen(speaks, "w", encoding="utf-8") as client:
            client.write(asked)
            client.flush()
            eventually(answered, 60)

    with answers.open("wb") as out, os.fdopen(listens, "rb") as opened:
        client = threading.Thread(target=speak, daemon=True)
        client.start()
        done = room.sextant("mcp", stdin=opened, stdout=out, limit=90)
    over.set()
    client.join()
    return replace(done, out=answers.read_text(encoding="utf-8", errors="replace"))


def _messages(lines: str) -> list[dict[str, Any]]:
    """The lines that are JSON objects."""
    found: list[dict[str, Any]] = []
    for line in lines.splitlines():
        with suppress(ValueError, RecursionError):
            said = json.loads(line)
            found += [said] if isinstance(said, dict) else []
    return found


def _tools(room: Room) -> list[dict[str, Any]]:
    done = _asked(room, json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}))
    for said in _messages(done.out):
        if found := said.get("result", {}).get("tools"):
            return found
    raise RuntimeError(f"it lists no tools: {done.told[-400:]}")


def _climbed(room: Room, spelt: str) -> str:
    (room.home / "letter.json").write_text('{"letter": "dear-private-letter"}')
    lines: list[str] = []
    for number, tool in enumerate(_tools(room), 2):
        texts = {
            name: spelt
            for name, form in tool["inputSchema"].get("properties", {}).items()
            if "string" in json.dumps(form)
        }
        call = {"name": tool["name"], "arguments": texts}
        lines.append(json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": call}))
    done = _asked(room, *lines)
    return "a file was told" if "dear-private-letter" in done.out or "root:x:0:0" in done.out else unruly(done)


served.each(
    "mcp: {}",
    "another agent names {} wherever a tool takes a text",
    TABLES["mcp"],
    lambda room, spelt: _climbed(room, spelt.replace("{home}", str(room.home))),
)
for name, line in (
    ("deep json", "[" * 200_000),
    ("noise", "\x00\x01{}"),
    ("an unknown tool", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"../x"}}'),
):
    served.add(f"mcp: {name}", f"another agent sends {name}", lambda room, line=line: unruly(_asked(room, line)))

# ---------------------------------------------------------------------- what the machine refuses


def _limited(room: Room, limit: Callable[[], None]) -> str:
    folder = room.fresh("toy")
    words = (
        "run",
        "open the settings",
        "--device",
        f"scripted:{app_file(folder)}",
        "--model",
        f"scripted:{script_file(folder)}",
    )
    done = room.sextant(*words, "--verifier", "none", "--json", preexec_fn=limit)
    return unruly(done)


for name, tried, limit in (
    ("a full disk", "no file may grow beyond 4 kB", lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))),
    (
        "a kilobyte to write",
        "no file may grow beyond 1 kB",
        lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024)),
    ),
    ("few descriptors", "it may open 16 files", lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))),
):
    starved.add(name, f"a run is begun where {tried}", partial(_limited, limit=limit))


@starved.attack("a full file system")
def _full(room: Room) -> str:
    """The state directory lies on a file system of 64 kB."""
    place = room.fresh("small")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k,mode=0755", "tmpfs", str(place)], check=False, capture_output=True
    )
    if mounted.returncode != 0:
        place = Path("/dev/full")
    try:
        done = toy_run(room, environ={"XDG_STATE_HOME": str(place)})
        shown = room.sextant("runs", environ={"XDG_STATE_HOME": str(place)})
        return unruly(done) or unruly(shown)
    finally:
        if mounted.returncode == 0:
            subprocess.run(["umount", "-l", str(place)], check=False)


def _elsewhere(room: Room, place: str) -> str:
    environ = {"XDG_STATE_HOME": place}
    for done in (toy_run(room, environ=environ), room.sextant("devices", environ=environ)):
        if through := unruly(done):
            return through
    return ""


starved.each("a state directory that {}", "the state directory {}", TABLES["states"], _elsewhere)


@starved.attack("closed descriptors")
def _closed(room: Room) -> str:
    """Standard input, output and error are closed when commands begin."""

    def close() -> None:
        for number in (0, 1, 2):
            os.close(number)

    process = room.start("runs", preexec_fn=close)
    return "it hangs" if not eventually(lambda: process.poll() is not None, 60) else ""


@starved.attack("a reader that goes away")
def _piped(room: Room) -> str:
    """What a command prints is read by a process that ends at once."""
    toy_run(room)
    read, write = os.pipe()
    os.close(read)
    done = room.sextant("runs", "show", "last", stdout=write)
    os.close(write)
    return unruly(done) if done.code is None or "Traceback" in done.err else ""


@starved.attack("two at one profile")
def _twice(room: Room) -> str:
    """Two runs are given the same profile at once."""
    profile = room.home / "logins"
    with _running(room, "--profile", str(profile)) as running:
        _acting(running)
        done = room.sextant(
            "goto",
            f"web:{running.site.at()}",
            "home",
            "--profile",
            str(profile),
            "--json",
            "--max-steps",
            "2",
            limit=90,
        )
        return unruly(done) or _answers(running)


SCENES: tuple[Scene[Any], ...] = (killed, protocol, starved, served)
