"""One stream of a connection. In each direction, one message at a time is unconfirmed."""

import threading
from contextlib import suppress
from typing import Protocol

from sextant.integrations.adb_bridge.messages import CLSE, OKAY, WRTE, Message

__all__ = ["ByteBudget", "Stream", "StreamOwner"]


class ByteBudget:
    """The limit of unread bytes in all streams of a bridge together."""

    def __init__(self, limit: int) -> None:
        self._left = limit
        self._lock = threading.Lock()

    def take(self, size: int) -> bool:
        """Reserves bytes; False if the limit would be exceeded."""
        with self._lock:
            if size > self._left:
                return False
            self._left -= size
            return True

    def give(self, size: int) -> None:
        """Releases bytes."""
        with self._lock:
            self._left += size


class StreamOwner(Protocol):
    """The part of a connection that its streams use."""

    def send(self, message: Message) -> None:
        """Sends a message. Raises `OSError` once the connection has ended."""
        ...

    def forget(self, stream: "Stream") -> None: ...

    @property
    def payload(self) -> int:
        """Most bytes of data in one message."""
        ...


class Stream:
    """A `ByteStream` to the client. The connection's thread calls `deliver`; the service's thread reads and writes."""

    def __init__(self, owner: StreamOwner, local: int, remote: int, budget: ByteBudget) -> None:
        self.local = local
        self.remote = remote
        """The client's number; 0 until it accepts a stream that the phone opens."""
        self._owner, self._budget = owner, budget
        self._changed = threading.Condition()
        self._inbox = bytearray()
        self._owes_okay = False
        self._may_write = remote != 0
        self._ended = False

    def read(self, limit: int = 65536) -> bytes:
        """Waits for the next bytes; empty once the client has closed the stream."""
        with self._changed:
            self._changed.wait_for(lambda: self._inbox or self._ended)
            found = bytes(self._inbox[:limit])
            del self._inbox[:limit]
            pay = self._owes_okay and not self._inbox and not self._ended
            if pay:
                self._owes_okay = False
        self._budget.give(len(found))
        if pay:
            self._send(Message(OKAY, self.local, self.remote))
        return found

    def write(self, data: bytes) -> None:
        """Sends all data, each message after the client has confirmed the previous one.

        Raises:
            BrokenPipeError: The client has closed the stream or disconnected.
        """
        if self._ended:
            raise BrokenPipeError
        view, size = memoryview(data), self._owner.payload
        for start in range(0, len(view), size):
            with self._changed:
                self._changed.wait_for(lambda: self._may_write or self._ended)
                if self._ended:
                    raise BrokenPipeError
                self._may_write = False
            self._send(Message(WRTE, self.local, self.remote, bytes(view[start : start + size])))

    def close(self) -> None:
        """Closes the stream on both sides and drops unread data."""
        self.end()
        with self._changed:
            self._budget.give(len(self._inbox))
            self._inbox.clear()

    def end(self) -> None:
        """Ends both directions, and tells the client once. Received data can still be read."""
        with self._changed:
            already_ended, self._ended = self._ended, True
            self._changed.notify_all()
        if not already_ended:
            self._owner.forget(self)
            with suppress(OSError):
                self._owner.send(Message(CLSE, self.local, self.remote))

    def accepted(self, seconds: float) -> bool:
        """Waits for the client's answer to a stream that the phone has opened; True if it accepts."""
        with self._changed:
            self._changed.wait_for(lambda: self._may_write or self._ended, seconds)
            return self._may_write and not self._ended

    @property
    def ended(self) -> bool:
        """Whether the client has closed the stream or disconnected."""
        return self._ended

    def deliver(self, data: bytes) -> bool:
        """Stores data from the client; False if it was sent too early, or the limit is reached."""
        with self._changed:
            if self._ended:
                return True
            if self._owes_okay or not self._budget.take(len(data)):
                return False
            self._inbox += data
            self._owes_okay = bool(data)
            self._changed.notify_all()
        if not data:
            self._send(Message(OKAY, self.local, self.remote))
        return True

    def okay(self, remote: int) -> None:
        """Handles the client's confirmation of a message, or of the stream itself."""
        with self._changed:
            self.remote = self.remote or remote
            self._may_write = self.remote != 0
            self._changed.notify_all()

    def _send(self, message: Message) -> None:
        try:
            self._owner.send(message)
        except OSError as error:
            self.end()
            raise BrokenPipeError from error
