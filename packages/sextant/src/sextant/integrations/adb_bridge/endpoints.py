"""The ports and local sockets of the phone. Their servers run in this process; no real socket is opened."""

import re
import threading
from collections.abc import Callable
from typing import Protocol

__all__ = ["ByteStream", "Endpoints", "Handler", "endpoint_name", "read_exactly", "relay"]

_PIPE_BYTES = 64 << 10
_FIRST_FREE_PORT = 32768


class ByteStream(Protocol):
    """Bytes in both directions."""

    def read(self, limit: int = 65536) -> bytes:
        """Waits for the next bytes; empty at the end."""
        ...

    def write(self, data: bytes) -> None:
        """Writes the data; waits while the buffer is full. Raises `BrokenPipeError` once the other side has closed."""
        ...

    def close(self) -> None: ...


Handler = Callable[[ByteStream], None]
"""Serves one connection, in its own thread. The stream is closed when it returns."""


class Endpoints:
    """The servers that listen on the phone, by name: `tcp:9008`, `localabstract:chrome_devtools_remote`."""

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}
        self._lock = threading.Lock()

    def serve(self, name: str, handler: Handler) -> None:
        """Listens at a name until `withdraw`.

        Raises:
            ValueError: The name is not valid.
            OSError: Another server listens there.
        """
        known = endpoint_name(name)
        if known is None:
            raise ValueError(f"{name!r} is no endpoint: write tcp:PORT or localabstract:NAME")
        with self._lock:
            if known in self._handlers:
                raise OSError(f"cannot bind listener: {name} is in use")
            self._handlers[known] = handler

    def withdraw(self, name: str) -> None:
        """Stops listening; open connections stay open."""
        with self._lock:
            self._handlers.pop(endpoint_name(name) or "", None)

    def handler(self, name: str) -> Handler | None:
        """The server that listens at a name."""
        with self._lock:
            return self._handlers.get(endpoint_name(name) or "")

    def free_port(self) -> int:
        """A free TCP port of the phone."""
        with self._lock:
            return next(port for port in range(_FIRST_FREE_PORT, 65536) if f"tcp:{port}" not in self._handlers)

    def connect(self, name: str) -> ByteStream:
        """Opens a connection from within the phone.

        Raises:
            ConnectionRefusedError: Nothing listens there.
        """
        handler = self.handler(name)
        if handler is None:
            raise ConnectionRefusedError(f"failed to connect to {name}: Connection refused")
        there, back = _Pipe(), _Pipe()

        def run() -> None:
            far = _PipeEnd(there, back)
            try:
                handler(far)
            except (BrokenPipeError, EOFError):
                pass
            finally:
                far.close()

        threading.Thread(target=run, name=f"phone-{name}", daemon=True).start()
        return _PipeEnd(back, there)


def endpoint_name(text: str) -> str | None:
    """The canonical name of an endpoint; None if the text is not valid, or names another machine."""
    port = re.fullmatch(r"tcp:(?:(?:localhost|127\.0\.0\.1):)?([0-9]{1,5})", text)
    if port:
        return f"tcp:{int(port[1])}" if 0 < int(port[1]) < 65536 else None
    local = re.fullmatch(r"(local|localabstract|localreserved|localfilesystem):([^\0]{1,107})", text)
    if local:
        return f"{'localfilesystem' if local[1] == 'local' else local[1]}:{local[2]}"
    return None


def read_exactly(stream: ByteStream, size: int) -> bytes:
    """Reads exactly `size` bytes. Raises `EOFError` if the stream ends before."""
    found = bytearray()
    while len(found) < size:
        part = stream.read(size - len(found))
        if not part:
            raise EOFError
        found += part
    return bytes(found)


def relay(one: ByteStream, other: ByteStream) -> None:
    """Copies bytes in both directions until both sides have ended, then closes both."""
    back = threading.Thread(target=_carry, args=(other, one), name="phone-relay", daemon=True)
    back.start()
    _carry(one, other)
    back.join()


def _carry(source: ByteStream, target: ByteStream) -> None:
    try:
        while data := source.read():
            target.write(data)
    except (BrokenPipeError, EOFError):
        pass
    finally:
        source.close()
        target.close()


class _Pipe:
    """A bounded pipe between a writing and a reading thread."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._changed = threading.Condition()
        self._ended = False

    def read(self, limit: int) -> bytes:
        with self._changed:
            self._changed.wait_for(lambda: self._data or self._ended)
            found = bytes(self._data[:limit])
            del self._data[:limit]
            self._changed.notify_all()
            return found

    def write(self, data: bytes) -> None:
        rest = memoryview(data)
        with self._changed:
            while rest:
                self._changed.wait_for(lambda: len(self._data) < _PIPE_BYTES or self._ended)
                if self._ended:
                    raise BrokenPipeError
                room = _PIPE_BYTES - len(self._data)
                self._data += rest[:room]
                rest = rest[room:]
                self._changed.notify_all()

    def end(self) -> None:
        with self._changed:
            self._ended = True
            self._changed.notify_all()


class _PipeEnd:
    """One end of two pipes."""

    def __init__(self, source: _Pipe, target: _Pipe) -> None:
        self._source, self._target = source, target

    def read(self, limit: int = 65536) -> bytes:
        return self._source.read(limit)

    def write(self, data: bytes) -> None:
        self._target.write(data)

    def close(self) -> None:
        self._source.end()
        self._target.end()
