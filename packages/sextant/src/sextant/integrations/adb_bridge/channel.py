"""The connection to one client as bytes, with time limits."""

import socket
import threading
import time
from contextlib import suppress

from sextant.integrations.adb_bridge.messages import AdbProtocolError

__all__ = ["Channel"]

STALL_SECONDS = 30.0
"""A message that takes longer to come or to go ends the connection."""


class Channel:
    """Bytes from and to a client. One thread reads, any number write; a close wakes all."""

    def __init__(self, sock: socket.socket, stall_seconds: float = STALL_SECONDS) -> None:
        self._socket = sock
        self._stall_seconds = stall_seconds
        self._write_lock = threading.Lock()
        sock.settimeout(stall_seconds)

    def read_exact(self, size: int, deadline: float | None = None) -> bytes:
        """So many bytes.

        Args:
            size: How many.
            deadline: On the monotonic clock. None waits for the first byte as long as it takes.

        Raises:
            EOFError: The client has gone.
            AdbProtocolError: The bytes do not come in time.
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
        """Sends all of it, or closes the channel."""
        try:
            with self._write_lock:
                self._socket.sendall(data)
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        """Ends the connection: whoever reads or writes is woken."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def release(self) -> None:
        """Gives the socket back. The thread that reads calls it last, so that nobody reads from a number used anew."""
        self.close()
        with self._write_lock:
            self._socket.close()
