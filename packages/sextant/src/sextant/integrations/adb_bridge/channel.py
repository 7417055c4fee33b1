"""The byte stream to one client, with time limits."""

import socket
import threading
import time
from contextlib import suppress

from sextant.integrations.adb_bridge.messages import AdbProtocolError

__all__ = ["Channel"]

STALL_SECONDS = 30.0
"""If receiving or sending one message takes longer, the connection ends."""


class Channel:
    """The byte stream to a client. One thread reads, any number of threads write; `close` wakes all of them."""

    def __init__(self, sock: socket.socket, stall_seconds: float = STALL_SECONDS) -> None:
        self._socket = sock
        self._stall_seconds = stall_seconds
        self._write_lock = threading.Lock()
        sock.settimeout(stall_seconds)

    def read_exact(self, size: int, deadline: float | None = None) -> bytes:
        """Reads exactly `size` bytes.

        Args:
            size: Number of bytes.
            deadline: On the monotonic clock. With None, waits for the first byte without a limit.

        Raises:
            EOFError: The client has disconnected.
            AdbProtocolError: The bytes did not arrive in time.
        """
        found = bytearray()
        while len(found) < size:
            now = time.monotonic()
            if deadline is not None and now >= deadline:
                raise AdbProtocolError("the client stalls")
            self._socket.settimeout(
                self._stall_seconds if deadline is None else min(self._stall_seconds, deadline - now)
            )
            try:
                part = self._socket.recv(size - len(found))
            except TimeoutError:
                continue
            if not part:
                raise EOFError
            found += part
            if deadline is None:
                deadline = now + self._stall_seconds
        return bytes(found)

    def send(self, data: bytes) -> None:
        """Sends all data, or closes the channel."""
        try:
            with self._write_lock:
                self._socket.sendall(data)
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        """Ends the connection and wakes all threads that read or write."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def release(self) -> None:
        """Closes the descriptor. The reading thread calls it last, so that no thread reads from a reused number."""
        self.close()
        with self._write_lock:
            self._socket.close()
