"""Hostile clients of the bridge: noise, mutated captures of the real client, hostile requests, silence and greed.

Above the protocol, calls to uiautomator2's server, requests to the portal and lines of the shell are mutated.
"""

import base64
import json
import logging
import random
import struct
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from cryptography.hazmat.primitives.asymmetric import rsa

from sextant.integrations.adb_bridge.commands import CommandStreams, RunCommand
from sextant.integrations.adb_bridge.keys import encode_key
from sextant.integrations.adb_bridge.messages import (
    AUTH,
    CLSE,
    CNXN,
    HEADER,
    OKAY,
    OPEN,
    PAYLOAD,
    VERSION,
    WRTE,
    Message,
)
from sextant.integrations.adb_bridge.phone import BridgedPhone
from sextant.integrations.adb_bridge.server import Bridge, Limits, return_large_blocks
from sextant_bench.adb_hostile_text import HostileText
from sextant_bench.adb_peer import AdbPeer, connected
from sextant_worlds.names import find_world
from sextant_worlds.twin.device import TwinDevice

__all__ = ["KINDS", "BridgeFuzz", "Kind", "fuzz_bridge"]

Kind = Literal["protocol", "rpc", "portal", "shell"]
KINDS: tuple[Kind, ...] = ("protocol", "rpc", "portal", "shell")
"""What a session is hostile in."""
_PROTOCOL_SHARE = 4
"""Sessions of the protocol for each of another kind."""

_CAPTURES = Path(__file__).with_name("adb_captures.json")
"""What Debian's adb sent: shell, push, pull, reverse, an interactive shell, a signature."""

_COMMANDS = (CNXN, AUTH, int.from_bytes(b"STLS", "little"), OPEN, OKAY, WRTE, CLSE, 0x434E5953, 0, 0xFFFFFFFF)
_SERVICES = (
    *("shell:", "shell:cat", "shell:yes", "shell,v2,raw:cat", "shell,v2,pty:", "exec:cat", "sync:", "framebuffer:"),
    *("tcp:9008", "tcp:8000", "localabstract:x", "track-jdwp", "jdwp", "root:", "reboot:", "reconnect", "nope:"),
    *("reverse:forward:tcp:8000;tcp:1", "reverse:forward:tcp:9008;tcp:1", "reverse:list-forward", "reverse:"),
    *("reverse:killforward:tcp:8000", "reverse:killforward-all", "reverse:forward:;", "tcp:80:example.org"),
)
_SYNC = (b"STAT", b"STA2", b"LST2", b"LIST", b"LIS2", b"SEND", b"SND2", b"RECV", b"RCV2", b"DATA", b"DONE", b"QUIT")
_PATHS = (
    b"/sdcard/f",
    b"/sdcard",
    b"/sdcard/f,33188",
    b"/",
    b"/sdcard/../..",
    b"",
    b"\xff/\0",
    b"/sdcard/" + b"d/" * 60,
)
_NUMBERS = (0, 1, 2, 3, 4, 7, 255, 4096, 65536, 65537, PAYLOAD, PAYLOAD + 1, 0x7FFFFFFF, 0xFFFFFFFF)

_PROBE_EVERY = 20
_PROBE_SECONDS = 10.0
_ANSWER_SECONDS = 0.02
_HELD = 24


@dataclass(frozen=True, slots=True)
class BridgeFuzz:
    """What the hostile sessions did to the bridge."""

    sessions: int
    faults: tuple[str, ...]
    """Exceptions that no boundary expects."""
    hangs: int
    """How often a well-behaved client was not served afterwards."""
    threads_left: int
    strangers: tuple[str, ...]
    """Addresses outside loopback that this process connected to."""
    grown_mb: float
    """How much the resident memory of the process grew at most."""
    peak_mb: float
    seconds: float

    @property
    def sound(self) -> bool:
        """Whether the bridge bore it all; memory apart."""
        return not (self.faults or self.hangs or self.threads_left or self.strangers)


def fuzz_bridge(
    sessions: int,
    seed: int,
    shell: Callable[[BridgedPhone], RunCommand] | None = None,
    kinds: Sequence[Kind] = ("protocol",),
) -> BridgeFuzz:
    """Plays hostile sessions, one after another, against a bridge that lets all in and one that needs a key."""
    chance = random.Random(seed)  # noqa: S311 - repeatable on purpose
    return_large_blocks()
    watch = _Watch()
    start, others = time.monotonic(), frozenset(threading.enumerate())
    logger = logging.getLogger("sextant.integrations.adb_bridge")
    logger.addHandler(watch)
    try:
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            keys = Path(folder) / "keys"
            keys.write_text(encode_key(rsa.generate_private_key(public_exponent=65537, key_size=2048).public_key()))
            limits = Limits(handshake_seconds=1.0, unauthorized_seconds=1.0)
            open_to_all = stack.enter_context(_bridge(shell, None, limits))
            guarded = stack.enter_context(_bridge(shell, keys, limits))
            attack = _Attack(chance, (open_to_all.port, open_to_all.port, open_to_all.port, guarded.port), kinds)
            for number in range(sessions):
                attack.play()
                if number % _PROBE_EVERY == 0 or number == sessions - 1:
                    attack.let_go()
                    watch.hangs += not _serves(open_to_all.port)
                    watch.weigh()
        left = _threads_left(others)
    finally:
        logger.removeHandler(watch)
        watch.on = False
    seconds = time.monotonic() - start
    faults, strangers = tuple(watch.faults), tuple(watch.strangers)
    peak = watch.peak_mb
    return BridgeFuzz(sessions, faults, watch.hangs, left, strangers, peak - watch.first_mb, peak, seconds)


class _Watch(logging.Handler):
    """Sees what goes wrong while it is on."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.on = True
        self.faults: list[str] = []
        self.strangers: list[str] = []
        self.hangs = 0
        self.first_mb = self.peak_mb = _resident_mb()
        sys.addaudithook(self._audit)

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self.faults.append(f"{record.getMessage()} {error!r}")

    def weigh(self) -> None:
        self.peak_mb = max(self.peak_mb, _resident_mb())

    def _audit(self, event: str, arguments: tuple[object, ...]) -> None:
        if self.on and event == "socket.connect" and not str(arguments[1]).startswith("('127.0.0.1'"):
            self.strangers.append(str(arguments[1]))


def _resident_mb() -> float:
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0  # not Linux: not measured
    return pages * 4096 / 1e6


def _bridge(shell: Callable[[BridgedPhone], RunCommand] | None, keys: Path | None, limits: Limits) -> Bridge:
    device = TwinDevice(find_world("lite/0"))
    device.open()
    phone = BridgedPhone(device)
    phone.endpoints.serve("tcp:9008", lambda stream: stream.write(stream.read()))
    return Bridge(phone, shell(phone) if shell else _plain_shell, keys=keys, limits=limits)


def _plain_shell(line: str, streams: CommandStreams) -> int:
    """Enough of a shell to read, to write and to write without end."""
    if line.startswith("echo "):
        streams.write(line[5:].encode() + b"\n")
        return 0
    while line == "yes":
        streams.write(b"y\n" * 4096)
    while data := streams.read():
        streams.write(data)
    return 0


def _serves(port: int) -> bool:
    """Whether a well-behaved client is served, at the latest once the hostile ones are gone."""
    deadline = time.monotonic() + _PROBE_SECONDS
    while time.monotonic() < deadline:
        with suppress(OSError, EOFError), connected(port, _PROBE_SECONDS) as peer:
            if peer.run("shell:echo alive").startswith(b"alive"):
                return True
    return False


def _threads_left(others: frozenset[threading.Thread]) -> int:
    deadline = time.monotonic() + _PROBE_SECONDS
    threads = [thread for thread in threading.enumerate() if thread.name.startswith(("adb-", "phone-"))]
    threads = [thread for thread in threads if thread not in others]
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    return sum(thread.is_alive() for thread in threads)


@dataclass
class _Attack:
    """One hostile session after another; some connections stay open beside those that follow."""

    chance: random.Random
    ports: tuple[int, ...]
    kinds: Sequence[Kind] = KINDS
    held: deque[AdbPeer] = field(default_factory=lambda: deque[AdbPeer]())
    captures: list[bytes] = field(
        default_factory=lambda: [base64.b64decode(row) for row in json.loads(_CAPTURES.read_text())]
    )

    def __post_init__(self) -> None:
        self.text = HostileText(self.chance, self._mutate)

    def play(self) -> None:
        acts = (self._noise, self._capture, self._capture, self._messages, self._service, self._talk, self._talk)
        above = {"rpc": self._rpc, "portal": self._portal, "shell": self._shell}
        weights = [_PROTOCOL_SHARE if kind == "protocol" else 1 for kind in self.kinds]
        act = above.get(self.chance.choices(self.kinds, weights)[0]) or self.chance.choice(acts)
        with suppress(OSError, EOFError):
            peer = AdbPeer(self.chance.choice(self.ports), 1.0)
            self.held.append(peer)
            act(peer)
            self._hear(peer)
        if self.held and self.chance.random() < 0.7:
            self.held.pop().close()
        if len(self.held) > _HELD:
            self.held.popleft().close()

    def let_go(self) -> None:
        while self.held:
            self.held.pop().close()

    def _hear(self, peer: AdbPeer) -> None:
        """Reads a little, or nothing at all."""
        peer.patience(_ANSWER_SECONDS)
        for _ in range(self.chance.choice((0, 1, 3, 30))):
            peer.receive()

    def _noise(self, peer: AdbPeer) -> None:
        peer.send_bytes(self.chance.randbytes(self.chance.choice((0, 1, 23, 24, 25, 4096))))

    def _capture(self, peer: AdbPeer) -> None:
        data = bytearray(self.chance.choice(self.captures))
        for _ in range(self.chance.randrange(4)):
            self._mutate(data)
        head = self.chance.choice((0, 1, 24, 500))
        peer.send_bytes(bytes(data[:head]))
        peer.send_bytes(bytes(data[head:]))

    def _mutate(self, data: bytearray) -> None:
        if not data:
            return
        at, other = self.chance.randrange(len(data)), self.chance.randrange(len(data))
        match self.chance.randrange(6):
            case 0:
                data[at] ^= 1 << self.chance.randrange(8)
            case 1:
                del data[at:]
            case 2:
                data[at:at] = data[other : other + self.chance.choice((1, 24, 300))]
            case 3:
                del data[at : at + self.chance.choice((1, 4, 24))]
            case 4:
                data[at : at + 4] = struct.pack("<I", self.chance.choice(_NUMBERS))
            case _:
                self._swap_messages(data)

    def _swap_messages(self, data: bytearray) -> None:
        """Whole messages in another order."""
        cut: list[bytes] = []
        at = 0
        while at + HEADER.size <= len(data):
            size = HEADER.size + min(HEADER.unpack_from(data, at)[3], len(data))
            cut.append(bytes(data[at : at + size]))
            at += size
        self.chance.shuffle(cut)
        data[:] = b"".join(cut)

    def _messages(self, peer: AdbPeer) -> None:
        if self.chance.random() < 0.8:
            peer.hello()
        for _ in range(self.chance.randrange(40)):
            size = self.chance.choice((0, 0, 1, 4, 20, 256, 4096, PAYLOAD))
            data = self.chance.choice((self.chance.randbytes(size), self._name()))
            numbers = (self.chance.choice(_NUMBERS), self.chance.choice(_NUMBERS))
            peer.send_bytes(Message(self.chance.choice(_COMMANDS), *numbers, data).packed(VERSION))

    def _service(self, peer: AdbPeer) -> None:
        peer.hello()
        for local in range(1, self.chance.choice((2, 3, 9, 80))):
            peer.send_bytes(Message(OPEN, local, 0, self._name()).packed(VERSION))
        for _ in range(self.chance.randrange(12)):
            local = self.chance.randrange(1, 9)
            data = self.chance.choice((self._sync(), self._packet(), self.chance.randbytes(300)))
            for remote in (local, self.chance.randrange(1, 99)):
                peer.send_bytes(Message(self.chance.choice((WRTE, WRTE, OKAY)), local, remote, data).packed(VERSION))

    def _talk(self, peer: AdbPeer) -> None:
        """Keeps to the protocol below the service."""
        peer.hello()
        names = ("sync:", "sync:", "shell,v2,pty:", "shell,v2,raw:cat", *_SERVICES)
        if self.chance.random() < 0.3:
            peer.run("reverse:forward:tcp:8000;tcp:1")
            names = ("tcp:8000", "tcp:8000", "reconnect", *names)
        name = self.chance.choice(names)
        local, remote = peer.open(name)
        peer.patience(_ANSWER_SECONDS)
        for _ in range(self.chance.randrange(8)):
            peer.write(local, remote, self._packet() if name.startswith("shell,v2") else self._sync())
            with suppress(TimeoutError):
                for _ in range(self.chance.choice((2, 4, 9))):
                    self._reply(peer, peer.receive())

    def _rpc(self, peer: AdbPeer) -> None:
        """Calls of uiautomator2's server, over one connection."""
        peer.hello()
        self._ask(peer, "tcp:9008", [self.text.rpc() for _ in range(self.chance.randrange(1, 5))])

    def _portal(self, peer: AdbPeer) -> None:
        """A request to the portal, in most cases with its token."""
        peer.hello()
        told = peer.run("shell:content query --uri content://com.mobilerun.portal/auth_token").decode(
            "utf-8", "replace"
        )
        token = told.rpartition('"result":"')[2].partition('"')[0] if self.chance.random() < 0.9 else "x"
        self._ask(peer, "tcp:8080", [self.text.portal(token)])

    def _ask(self, peer: AdbPeer, service: str, requests: Sequence[bytes]) -> None:
        local, remote = peer.open(service)
        peer.patience(_ANSWER_SECONDS)
        for request in requests:
            for at in range(0, len(request), 65_536):
                peer.write(local, remote, request[at : at + 65_536])
                with suppress(TimeoutError):
                    for _ in range(self.chance.choice((1, 3))):
                        self._reply(peer, peer.receive())

    def _shell(self, peer: AdbPeer) -> None:
        """A line of the shell, alone or typed into an interactive one."""
        peer.hello()
        line = self.text.line()
        if self.chance.random() < 0.7:
            peer.open(self.chance.choice(("shell:", "exec:", "shell,v2,raw:")) + line.replace("\0", ""))
        else:
            local, remote = peer.open("shell:")
            for typed in (line, self.text.line(), "exit"):
                peer.write(local, remote, typed.encode("utf-8", "replace")[:60_000] + b"\n")
        peer.patience(_ANSWER_SECONDS)

    def _reply(self, peer: AdbPeer, message: Message) -> None:
        if message.command == WRTE:
            peer.send(Message(OKAY, message.arg1, message.arg0))
        elif message.command == OPEN:
            command = self.chance.choice((OKAY, CLSE))
            peer.send(Message(command, 77, message.arg0))
            peer.write(77, message.arg0, b"hello")

    def _name(self) -> bytes:
        name = self.chance.choice(_SERVICES).encode()
        if self.chance.random() < 0.2:
            name = name[: self.chance.randrange(len(name) + 1)] + self.chance.randbytes(
                self.chance.choice((1, 5, 5000))
            )
        return name + self.chance.choice((b"\0", b"", b"\0\0"))

    def _sync(self) -> bytes:
        found = bytearray()
        for _ in range(self.chance.randrange(1, 6)):
            path = self.chance.choice((*_PATHS, self.chance.randbytes(self.chance.choice((4, 60)))))
            length = len(path) if self.chance.random() < 0.9 else self.chance.choice(_NUMBERS)
            name = self.chance.choice(_SYNC)
            found += name + struct.pack("<I", length) + path
            if name in (b"SND2", b"RCV2") and self.chance.random() < 0.8:
                found += name + struct.pack("<II", 33188, 0)[: 8 if name == b"SND2" else 4]
            if name in (b"SEND", b"SND2") and self.chance.random() < 0.8:
                content = self.chance.randbytes(self.chance.choice((0, 10, 65536)))
                found += b"DATA" + struct.pack("<I", len(content)) + content + b"DONE" + bytes(4)
        return bytes(found)

    def _packet(self) -> bytes:
        data = self.chance.choice((b"ls\r", b"\x03", b"\x04", b"exit 1\n", self.chance.randbytes(40)))
        length = len(data) if self.chance.random() < 0.9 else self.chance.choice(_NUMBERS)
        return struct.pack("<BI", self.chance.randrange(8), length) + data
