"""`adb reverse`: ports of the phone that lead to the client's machine."""

import threading
from contextlib import suppress
from typing import Protocol

from sextant.dataclass import dataclass
from sextant.integrations.adb_bridge.endpoints import ByteStream, Endpoints, endpoint_name, relay

__all__ = ["HostOpener", "ReverseForwards"]

_LISTENERS = 64


class HostOpener(Protocol):
    """A connection to a client that takes streams from the phone."""

    def open(self, destination: str) -> ByteStream:
        """Opens a stream to the client. Raises `ConnectionRefusedError` if the client refuses it."""
        ...


@dataclass(frozen=True, slots=True)
class _Listener:
    target: str
    opener: HostOpener

    def __call__(self, stream: ByteStream) -> None:
        with suppress(ConnectionRefusedError):
            relay(stream, self.opener.open(self.target))


class ReverseForwards:
    """All reverse forwards of a bridge. Each ends with the connection that requested it."""

    def __init__(self, endpoints: Endpoints) -> None:
        self._endpoints = endpoints
        self._listeners: dict[str, _Listener] = {}
        self._lock = threading.Lock()

    def request(self, text: str, opener: HostOpener, stream: ByteStream) -> None:
        """Serves `reverse:`. Its requests have the same form as those of the adb server for `forward`."""
        try:
            answer = self._answer(text, opener)
        except ValueError as error:
            stream.write(b"FAIL" + _counted(str(error)))
        else:
            stream.write(answer)

    def end(self, opener: HostOpener) -> None:
        """Removes the listeners of a connection that has ended."""
        with self._lock:
            for name in [name for name, listener in self._listeners.items() if listener.opener is opener]:
                self._remove(name)

    def _answer(self, text: str, opener: HostOpener) -> bytes:
        command, _, rest = text.partition(":")
        with self._lock:
            match command:
                case "list-forward":
                    rows = (f"host-1 {name} {listener.target}\n" for name, listener in self._listeners.items())
                    return _counted("".join(rows))
                case "killforward-all":
                    for name in tuple(self._listeners):
                        self._remove(name)
                    return b"OKAY"
                case "killforward":
                    name = endpoint_name(rest) or rest
                    if name not in self._listeners:
                        raise ValueError(f"listener '{rest}' not found")
                    self._remove(name)
                    return b"OKAY"
                case "forward":
                    return self._forward(rest, opener)
                case _:
                    raise ValueError(f"unknown request: {command}")

    def _forward(self, rest: str, opener: HostOpener) -> bytes:
        fixed = rest.startswith("norebind:")
        phone, _, target = rest.removeprefix("norebind:").partition(";")
        if phone == "tcp:0":
            phone = f"tcp:{self._endpoints.free_port()}"
        name = endpoint_name(phone)
        if name is None or not target:
            raise ValueError(f"cannot bind listener: unknown socket specification '{phone}'")
        if name in self._listeners:
            if fixed:
                raise ValueError("cannot rebind existing socket")
            self._remove(name)
        elif len(self._listeners) >= _LISTENERS:
            raise ValueError("cannot bind listener: too many listeners")
        listener = _Listener(target, opener)
        try:
            self._endpoints.serve(name, listener)
        except OSError as error:
            raise ValueError("cannot bind listener: Address already in use") from error
        self._listeners[name] = listener
        return b"OKAY" + (_counted(name.removeprefix("tcp:")) if name.startswith("tcp:") else b"")

    def _remove(self, name: str) -> None:
        del self._listeners[name]
        self._endpoints.withdraw(name)


def _counted(text: str) -> bytes:
    data = text.encode()[:0xFFFF]
    return b"%04x" % len(data) + data
