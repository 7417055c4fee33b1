"""A small client of the adb protocol, one thread and no server between: for tests and attacks on the bridge."""

import socket
from collections.abc import Generator
from contextlib import contextmanager

from sextant.integrations.adb_bridge.messages import (
    CLSE,
    CNXN,
    OKAY,
    OPEN,
    PAYLOAD,
    VERSION,
    WRTE,
    Message,
    read_message,
)

__all__ = ["AdbPeer", "connected"]


class AdbPeer:
    """One connection. What comes for another stream than the one that is asked about is dropped."""

    def __init__(self, port: int, seconds: float = 5.0, version: int = VERSION) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=seconds)
        self._version = version
        self._last = 0
        self.banner = ""
        self.payload = PAYLOAD

    def close(self) -> None:
        self._socket.close()

    def patience(self, seconds: float) -> None:
        """How long an answer is waited for."""
        self._socket.settimeout(seconds)

    def send_bytes(self, data: bytes) -> None:
        """Whatever it is."""
        self._socket.sendall(data)

    def send(self, message: Message) -> None:
        self.send_bytes(message.packed(self._version))

    def receive(self) -> Message:
        """The next message. Raises `EOFError` where the bridge has closed the connection."""
        return read_message(self._read_exact, PAYLOAD, None)

    def hello(self) -> Message:
        """Begins the connection; what the bridge answers."""
        self.send(Message(CNXN, self._version, self.payload, b"host::features=shell_v2,cmd,stat_v2,ls_v2\0"))
        return self.welcomed(self.receive())

    def welcomed(self, answer: Message) -> Message:
        """Takes note of the versions, if the answer is the bridge's own CNXN."""
        if answer.command == CNXN:
            self.banner = answer.data.decode()
            self._version = min(self._version, answer.arg0)
            self.payload = min(self.payload, answer.arg1)
        return answer

    def open(self, service: str) -> tuple[int, int]:
        """The two numbers of a new stream, ours and theirs; theirs is 0 where the phone refuses."""
        self._last += 1
        self.send(Message(OPEN, self._last, 0, service.encode() + b"\0"))
        while True:
            answer = self.receive()
            if answer.arg1 == self._last and answer.command in (OKAY, CLSE):
                return self._last, answer.arg0 if answer.command == OKAY else 0

    def write(self, local: int, remote: int, data: bytes) -> None:
        """One message, without waiting for its OKAY."""
        self.send(Message(WRTE, local, remote, data))

    def read_all(self, local: int, remote: int) -> bytes:
        """What the phone sends until it closes the stream."""
        found = bytearray()
        while True:
            message = self.receive()
            if message.arg1 != local:
                continue
            if message.command == WRTE:
                found += message.data
                self.send(Message(OKAY, local, remote))
            elif message.command == CLSE:
                return bytes(found)

    def run(self, service: str) -> bytes:
        """What a service says until it ends. Raises `ConnectionRefusedError` where the phone has none."""
        local, remote = self.open(service)
        if not remote:
            raise ConnectionRefusedError(service)
        return self.read_all(local, remote)

    def _read_exact(self, size: int) -> bytes:
        found = bytearray()
        while len(found) < size:
            part = self._socket.recv(size - len(found))
            if not part:
                raise EOFError
            found += part
        return bytes(found)


@contextmanager
def connected(port: int, seconds: float = 5.0) -> Generator[AdbPeer]:
    """A client that has been let in."""
    peer = AdbPeer(port, seconds)
    try:
        peer.hello()
        yield peer
    finally:
        peer.close()
