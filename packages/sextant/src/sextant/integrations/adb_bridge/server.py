"""The bridge: serves a phone to adb on a TCP port of this machine."""

import ctypes
import ipaddress
import logging
import os
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from sextant.errors import UsageError
from sextant.integrations.adb_bridge.channel import Channel
from sextant.integrations.adb_bridge.commands import RunCommand
from sextant.integrations.adb_bridge.connection import AdbConnection, Limits, Signatures, StreamSlots
from sextant.integrations.adb_bridge.phone import BridgedPhone
from sextant.integrations.adb_bridge.services import Services, banner

__all__ = ["Bridge", "Limits", "return_large_blocks"]

_log = logging.getLogger(__name__)

_CLOSE_SECONDS = 5.0
_BACKLOG = 64
_RETRY_SECONDS = 0.05


class Bridge:
    """Serves one phone to `adb connect HOST:PORT`. A context manager that listens while it is open.

    Args:
        phone: The phone that clients use.
        run_command: The phone's shell.
        port: 0 chooses a free port, which is then in the attribute `port`.
        keys: A file with the public keys that may connect; None allows every user of this machine.
        host: An address of this machine. Any address except the loopback needs `keys`.
        limits: Limits of connections, streams and memory.

    Raises:
        UsageError: The address needs keys, the key file has none, or the port is in use.
    """

    def __init__(
        self,
        phone: BridgedPhone,
        run_command: RunCommand,
        port: int = 0,
        keys: Path | None = None,
        host: str = "127.0.0.1",
        limits: Limits | None = None,
    ) -> None:
        if keys is None and not _is_loopback(host):
            raise UsageError(f"Only with keys may others than this machine connect to {host!r}.", "Give a key file.")
        self.phone = phone
        self.host = host
        self.port = port
        self._limits = limits or Limits()
        self._keys = _read_keys(keys)
        self._slots = StreamSlots(self._limits)
        self._services = Services(phone, run_command, self)
        self._connections: dict[AdbConnection, threading.Thread] = {}
        self._lock = threading.Lock()
        self._unplugged = threading.Event()
        self._listener: socket.socket | None = None
        self._acceptor: threading.Thread | None = None

    def __enter__(self) -> "Bridge":
        self.plug_in()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.unplug()

    @property
    def address(self) -> str:
        """The argument for `adb connect`."""
        return f"{self.host}:{self.port}"

    @property
    def online(self) -> int:
        """The number of clients that are connected and authorized."""
        with self._lock:
            return sum(connection.online for connection in self._connections)

    def plug_in(self) -> None:
        """Starts to listen, at the same port as before."""
        try:
            family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
            self._listener = socket.create_server((self.host, self.port), family=family, backlog=_BACKLOG)
        except OSError as error:
            raise UsageError(
                f"{self.address} cannot be listened on: {os.strerror(error.errno or 0)}.", "Choose another port."
            ) from error
        self.port = self._listener.getsockname()[1]
        self._unplugged.clear()
        self._acceptor = threading.Thread(target=self._accept, args=(self._listener,), name="adb-bridge", daemon=True)
        self._acceptor.start()

    def unplug(self) -> None:
        """Ends all connections and stops listening, like a phone whose cable is unplugged."""
        listener, acceptor, self._listener = self._listener, self._acceptor, None
        if listener is None or acceptor is None:
            return
        self._unplugged.set()
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)  # wakes the accepting thread
        acceptor.join(_CLOSE_SECONDS)
        listener.close()
        deadline = time.monotonic() + _CLOSE_SECONDS
        for thread in self._end_connections():
            thread.join(max(0.0, deadline - time.monotonic()))

    def restart(self) -> None:
        """Ends all connections; clients may connect again at once."""
        self._end_connections()

    def _end_connections(self) -> tuple[threading.Thread, ...]:
        with self._lock:
            connections = dict(self._connections)
        for connection in connections:
            connection.close()
        return tuple(connections.values())

    def _accept(self, listener: socket.socket) -> None:
        while not self._unplugged.is_set():
            try:
                sock, _ = listener.accept()
            except OSError:
                self._unplugged.wait(_RETRY_SECONDS)  # no descriptors are free: wait until other connections end
                continue
            with suppress(OSError):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._admit(sock)

    def _admit(self, sock: socket.socket) -> None:
        """Serves a client. If there are too many, disconnects one without authorization, else the new one."""
        with self._lock:
            if len(self._connections) >= self._limits.connections:
                waiting = next((connection for connection in self._connections if not connection.online), None)
                if waiting is None:
                    sock.close()
                    return
                waiting.close()
                del self._connections[waiting]
            find = self._services.find
            connection = AdbConnection(Channel(sock), lambda: banner(self.phone), find, self._slots, self._keys)
            thread = threading.Thread(target=self._serve, args=(connection,), name="adb-connection", daemon=True)
            self._connections[connection] = thread
        try:
            thread.start()
        except RuntimeError:  # this machine has no more threads
            sock.close()
            with self._lock:
                self._connections.pop(connection, None)

    def _serve(self, connection: AdbConnection) -> None:
        try:
            connection.run()
        except Exception:  # noqa: BLE001 - the boundary: a fault of one connection must not end the bridge
            _log.exception("A connection of the bridge failed.")
        finally:
            self._services.reverse_forwards.end(connection)
            with self._lock:
                self._connections.pop(connection, None)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _read_keys(path: Path | None) -> Signatures | None:
    if path is None:
        return None
    from sextant.integrations.adb_bridge.keys import read_keys  # the optional package

    return read_keys(path)


_M_MMAP_THRESHOLD = -3
_LARGE_BYTES = 1 << 20


def return_large_blocks() -> None:
    """Makes glibc return freed blocks of more than a MiB to the system, for the whole process.

    Otherwise glibc keeps the memory of pictures, separately for each thread. Other C libraries are not changed.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)
