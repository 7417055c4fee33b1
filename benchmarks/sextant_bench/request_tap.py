"""A relay before a web server that counts the requests which may write: what reached the server, whoever sent it."""

import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from io import BufferedReader

from sextant.types.requests import SAFE_METHODS

__all__ = ["RequestTap", "tapped"]

_BLOCK = 65_536


class RequestTap:
    """Relays connections to a server on this machine, byte by byte, and keeps the unsafe requests it passes on."""

    def __init__(self, host: str, port: int) -> None:
        self._behind = (host, port)
        self._lock = threading.Lock()
        self._unsafe: list[str] = []
        self._listener = socket.create_server((host, 0))
        self.address = f"http://{host}:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, name="request-tap", daemon=True).start()

    def close(self) -> None:
        """Takes no more connections."""
        self._listener.close()

    def taken(self) -> list[str]:
        """The unsafe requests since the last call, each as method and path."""
        with self._lock:
            taken, self._unsafe = self._unsafe, []
            return taken

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._relay, args=(client,), daemon=True).start()

    def _relay(self, client: socket.socket) -> None:
        with suppress(OSError), client, socket.create_connection(self._behind) as server:
            threading.Thread(target=_pump, args=(server, client), daemon=True).start()
            with client.makefile("rb") as stream:
                while self._request(stream, server):
                    pass
            with suppress(OSError):
                server.shutdown(socket.SHUT_WR)

    def _request(self, stream: BufferedReader, server: socket.socket) -> bool:
        """Passes one request on; False where the connection has ended."""
        head = stream.readline(_BLOCK)
        if not head:
            return False
        lines = [head]
        while lines[-1].strip():
            lines.append(stream.readline(_BLOCK))
        headers = {
            name.strip().lower(): value.strip().lower()
            for name, _, value in (line.partition(b":") for line in lines[1:])
        }
        method, _, rest = head.decode("latin-1").partition(" ")
        if method.upper() not in SAFE_METHODS:
            with self._lock:
                self._unsafe.append(f"{method} {rest.partition(' ')[0]}")
        server.sendall(b"".join(lines))
        if headers.get(b"upgrade"):
            while block := stream.read1(_BLOCK):
                server.sendall(block)
            return False
        if headers.get(b"transfer-encoding", b"").endswith(b"chunked"):
            _pass_chunks(stream, server)
        else:
            _pass_bytes(stream, server, int(headers.get(b"content-length", b"0")))
        return True


@contextmanager
def tapped(address: str) -> Generator[RequestTap]:
    """A tap before the server at that address (`http://HOST:PORT`)."""
    host, _, port = address.partition("://")[2].rstrip("/").rpartition(":")
    tap = RequestTap(host, int(port))
    try:
        yield tap
    finally:
        tap.close()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while block := source.recv(_BLOCK):
            sink.sendall(block)
        sink.shutdown(socket.SHUT_WR)


def _pass_bytes(stream: BufferedReader, server: socket.socket, count: int) -> None:
    while count > 0 and (block := stream.read1(min(count, _BLOCK))):
        server.sendall(block)
        count -= len(block)


def _pass_chunks(stream: BufferedReader, server: socket.socket) -> None:
    while line := stream.readline(_BLOCK):
        server.sendall(line)
        size = int(line.partition(b";")[0].strip() or b"0", 16)
        _pass_bytes(stream, server, size + 2)
        if size == 0:
            return
