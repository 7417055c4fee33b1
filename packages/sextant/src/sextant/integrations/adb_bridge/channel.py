"""The connection to one client as bytes, plain or over TLS, with time limits."""

import socket
import ssl
import threading
import time
from contextlib import suppress

from sextant.integrations.adb_bridge.messages import AdbProtocolError

__all__ = ["Channel", "PlainChannel", "TlsChannel"]

STALL_SECONDS = 30.0
"""A message that takes longer to come or to go ends the connection."""


_CLIENT_HELLO = b"\x16\x03"
_CONSENT_BYTES = 4
"""The command; versions may differ."""


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
                part = self._receive(size - len(found))
            except TimeoutError:
                continue
            except ssl.SSLError as error:
                raise AdbProtocolError("broken TLS") from error
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
                self._transmit(data)
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

    def _receive(self, limit: int) -> bytes:
        raise NotImplementedError

    def _transmit(self, data: bytes) -> None:
        raise NotImplementedError


class PlainChannel(Channel):
    """The bytes as they are."""

    def secured(self, context: ssl.SSLContext, consent: bytes, deadline: float) -> "TlsChannel":
        """The same connection over TLS.

        Args:
            context: The certificate and the versions.
            consent: What a client sends before its handshake. Some write it in another thread, and so too late.
            deadline: On the monotonic clock.

        Raises:
            AdbProtocolError: The client does not go over to TLS.
        """
        first = self.read_exact(len(consent), deadline)
        early = first.startswith(_CLIENT_HELLO)
        if not early and first[:_CONSENT_BYTES] != consent[:_CONSENT_BYTES]:
            raise AdbProtocolError("the client does not speak TLS")
        channel = TlsChannel(self._socket, context, self._stall_seconds)
        channel.shake_hands(deadline, first if early else b"", consent if early else b"")
        return channel

    def _receive(self, limit: int) -> bytes:
        return self._socket.recv(limit)

    def _transmit(self, data: bytes) -> None:
        self._socket.sendall(data)


class TlsChannel(Channel):
    """Over TLS. OpenSSL's state has a lock of its own, for a thread that waits for bytes must not stop the writers."""

    def __init__(self, sock: socket.socket, context: ssl.SSLContext, stall_seconds: float) -> None:
        super().__init__(sock, stall_seconds)
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        self._state_lock = threading.Lock()

    def shake_hands(self, deadline: float, first: bytes, passed_over: bytes) -> None:
        """Makes the handshake, of which `first` has come; bytes that are not of it are passed over once."""
        self._incoming.write(first)
        while True:
            try:
                self._tls.do_handshake()
            except ssl.SSLWantReadError:
                self._socket.sendall(self._outgoing.read())
                passed_over = self._feed(deadline, passed_over)
            except ssl.SSLError as error:
                raise AdbProtocolError("no TLS") from error
            else:
                self._socket.sendall(self._outgoing.read())
                return

    def _feed(self, deadline: float, passed_over: bytes) -> bytes:
        self._socket.settimeout(max(0.001, min(self._stall_seconds, deadline - time.monotonic())))
        try:
            part = self._socket.recv(65536)
        except TimeoutError as error:
            raise AdbProtocolError("the client stalls") from error
        if not part:
            raise EOFError
        cut = part.replace(passed_over, b"", 1) if passed_over else part
        self._incoming.write(cut)
        return passed_over if cut == part else b""

    def _receive(self, limit: int) -> bytes:
        while True:
            with self._state_lock:
                try:
                    return self._tls.read(limit)
                except ssl.SSLWantReadError:
                    pass
                except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
                    return b""
            part = self._socket.recv(65536)
            with self._state_lock:
                if part:
                    self._incoming.write(part)
                else:
                    self._incoming.write_eof()

    def _transmit(self, data: bytes) -> None:
        with self._state_lock:
            self._tls.write(data)
            sealed = self._outgoing.read()
        self._socket.sendall(sealed)
