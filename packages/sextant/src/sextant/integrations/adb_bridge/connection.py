"""One client's connection: the handshake, then its streams."""

import logging
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import field
from typing import Protocol

from sextant.dataclass import dataclass
from sextant.integrations.adb_bridge.channel import Channel
from sextant.integrations.adb_bridge.messages import (
    AUTH,
    CLSE,
    CNXN,
    OKAY,
    OLDEST_PAYLOAD,
    OLDEST_VERSION,
    OPEN,
    PAYLOAD,
    VERSION,
    WRTE,
    AdbProtocolError,
    Message,
    read_message,
)
from sextant.integrations.adb_bridge.streams import ByteBudget, Stream

__all__ = ["AdbConnection", "Limits", "Service", "Signatures", "StreamSlots"]

_log = logging.getLogger(__name__)

_TOKEN, _SIGNATURE, _PUBLIC_KEY = 1, 2, 3
_SMALLEST_PAYLOAD = 256
_SIGNATURES = 32
"""Most keys that a client may try."""
_OPEN_SECONDS = 10.0

Service = Callable[[Stream], None]
"""Runs in its own thread; the stream is closed when it returns."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a bridge; it refuses what exceeds them."""

    connections: int = 16
    streams: int = 64
    """Total of all connections."""
    waiting_bytes: int = 16 << 20
    """Most data of clients that no service has read yet."""
    handshake_seconds: float = 10.0
    unauthorized_seconds: float = 60.0
    """How long a client without a key stays connected, which adb shows as `unauthorized`."""


@dataclass
class StreamSlots:
    """The limits that all streams of a bridge share."""

    limits: Limits
    budget: ByteBudget = field(init=False)
    free: threading.BoundedSemaphore = field(init=False)

    def __post_init__(self) -> None:
        self.budget = ByteBudget(self.limits.waiting_bytes)
        self.free = threading.BoundedSemaphore(self.limits.streams)


class Signatures(Protocol):
    """The keys that may connect."""

    def signed(self, token: bytes, signature: bytes) -> bool:
        """Whether the owner of an allowed key has signed the token."""
        ...


class AdbConnection:
    """Serves one client until it disconnects, in the thread that calls `run`."""

    def __init__(
        self,
        channel: Channel,
        banner: Callable[[], str],
        find_service: "Callable[[str, AdbConnection], Service | None]",
        slots: StreamSlots,
        keys: Signatures | None,
    ) -> None:
        self._channel = channel
        self._banner, self._find_service = banner, find_service
        self._slots, self._keys = slots, keys
        self._version = OLDEST_VERSION
        self._streams: dict[int, Stream] = {}
        self._last = 0
        self._lock = threading.Lock()
        self.payload = OLDEST_PAYLOAD
        """Most bytes of data in one message."""
        self.online = False
        """Whether the handshake is over."""

    def run(self) -> None:
        """Serves the client. Returns when it has disconnected or violated the protocol."""
        try:
            deadline = time.monotonic() + self._slots.limits.handshake_seconds
            message = self._read(OLDEST_PAYLOAD, None, deadline)
            while True:
                self._shake_hands(message, deadline)
                message = self._attend()
                self._end_streams()
                deadline = time.monotonic() + self._slots.limits.handshake_seconds
        except AdbProtocolError as error:
            _log.debug("A connection ends: %s", error)
        except (OSError, EOFError):
            pass
        finally:
            self.online = False
            self._channel.close()
            self._end_streams()
            self._channel.release()

    def close(self) -> None:
        """Ends the connection; `run` returns."""
        self._channel.close()

    def open(self, destination: str) -> Stream:
        """Opens a stream to the client's machine, as the phone may after `adb reverse`.

        Raises:
            ConnectionRefusedError: The client refuses it.
        """
        with self._lock:
            stream = self._added(0)
        try:
            self.send(Message(OPEN, stream.local, 0, destination.encode() + b"\0"))
        except OSError as error:
            stream.close()
            raise ConnectionRefusedError(destination) from error
        if not stream.accepted(_OPEN_SECONDS):
            stream.close()
            raise ConnectionRefusedError(destination)
        return stream

    def send(self, message: Message) -> None:
        """See `StreamOwner`."""
        self._channel.send(message.packed(self._version))

    def forget(self, stream: Stream) -> None:
        """See `StreamOwner`."""
        with self._lock:
            self._streams.pop(stream.local, None)

    def _read(self, limit: int, version: int | None, deadline: float | None) -> Message:
        return read_message(lambda size: self._channel.read_exact(size, deadline), limit, version)

    def _shake_hands(self, message: Message, deadline: float) -> None:
        self.online = False
        if message.command != CNXN:
            raise AdbProtocolError("the first message is no CNXN")
        if message.arg1 < _SMALLEST_PAYLOAD:
            raise AdbProtocolError("the client accepts no data")
        version, self._version = max(OLDEST_VERSION, min(VERSION, message.arg0)), OLDEST_VERSION
        self._authorize(deadline)
        self.payload = min(PAYLOAD, message.arg1)
        self.send(Message(CNXN, VERSION, PAYLOAD, self._banner().encode()))
        self._version = version
        self.online = True

    def _authorize(self, deadline: float) -> None:
        """Returns once the client has signed with an allowed key. Without one, it waits until the connection ends."""
        if self._keys is None:
            return
        for _ in range(_SIGNATURES):
            token = secrets.token_bytes(20)
            self.send(Message(AUTH, _TOKEN, 0, token))
            answer = self._read(OLDEST_PAYLOAD, None, deadline)
            if answer.command == AUTH and answer.arg0 == _PUBLIC_KEY:
                break
            if answer.command != AUTH or answer.arg0 != _SIGNATURE:
                raise AdbProtocolError("no signature")
            if self._keys.signed(token, answer.data):
                return
        end = time.monotonic() + self._slots.limits.unauthorized_seconds
        while True:
            self._read(OLDEST_PAYLOAD, None, end)

    def _attend(self) -> Message:
        """Serves messages until the client sends a new handshake, and returns this message."""
        while True:
            message = self._read(PAYLOAD, self._version, None)
            match message.command:
                case code if code == OPEN:
                    self._open_service(message)
                case code if code in (OKAY, WRTE, CLSE):
                    self._to_stream(message)
                case code if code == CNXN:
                    return message
                case _:
                    continue  # as a phone does: later versions have more commands

    def _to_stream(self, message: Message) -> None:
        with self._lock:
            stream = self._streams.get(message.arg1)
        if stream is None or (message.arg0 != stream.remote and stream.remote and message.arg0):
            return
        if message.command == OKAY:
            stream.okay(message.arg0)
        elif message.command == CLSE or not stream.deliver(message.data):
            stream.end()

    def _open_service(self, message: Message) -> None:
        if not message.arg0:
            return
        destination = message.data.rstrip(b"\0").decode(errors="replace")
        service = self._find_service(destination, self)
        if service is None or not self._slots.free.acquire(blocking=False):
            self.send(Message(CLSE, 0, message.arg0))
            return
        with self._lock:
            stream = self._added(message.arg0)
        thread = threading.Thread(target=self._serve, args=(service, stream), name=f"adb-{stream.local}", daemon=True)
        try:
            self.send(Message(OKAY, stream.local, stream.remote))
            thread.start()
        except (OSError, RuntimeError):  # the client has disconnected, or this machine has no more threads
            self._slots.free.release()
            stream.close()

    def _serve(self, service: Service, stream: Stream) -> None:
        try:
            service(stream)
        except (OSError, EOFError):
            pass
        except Exception:  # noqa: BLE001 - the boundary: a fault of one service must not end the bridge
            _log.exception("A service of the bridge failed.")
        finally:
            stream.close()
            self._slots.free.release()

    def _added(self, remote: int) -> Stream:
        self._last = self._last % 0xFFFFFFFF + 1
        while self._last in self._streams:
            self._last = self._last % 0xFFFFFFFF + 1
        stream = self._streams[self._last] = Stream(self, self._last, remote, self._slots.budget)
        return stream

    def _end_streams(self) -> None:
        with self._lock:
            streams = tuple(self._streams.values())
        for stream in streams:
            stream.end()
