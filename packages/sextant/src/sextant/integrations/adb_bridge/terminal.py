"""The line discipline of a pseudo-terminal: input is echoed, can be edited, and is read line by line."""

import threading
from collections.abc import Callable

__all__ = ["Terminal"]

_LINE_BYTES = 4096
"""Most bytes of a line, as in the kernel; further input is dropped."""
_WAITING_BYTES = 64 << 10

_INTERRUPT, _END, _KILL = 0x03, 0x04, 0x15
_ERASE = (0x08, 0x7F)


class Terminal:
    """A terminal between a client's keys and a command. `echo` receives the bytes that the client should display."""

    def __init__(self, echo: Callable[[bytes], None]) -> None:
        self._echo = echo
        self._line = bytearray()
        self._ready = bytearray()
        self._ended = False
        self._changed = threading.Condition()

    def type(self, data: bytes) -> None:
        """Handles keys that the client sends."""
        shown = bytearray()
        with self._changed:
            for code in data:
                shown += self._press(code)
            self._changed.notify_all()
        if shown:
            self._echo(bytes(shown))

    def end(self) -> None:
        """Marks the end of the client's input."""
        with self._changed:
            self._ready += self._line
            self._line.clear()
            self._ended = True
            self._changed.notify_all()

    def read(self, limit: int) -> bytes:
        """Waits for at most one line; empty at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._ready or self._ended)
            end = self._ready.find(b"\n") + 1 or len(self._ready)
            found = bytes(self._ready[: min(end, limit)])
            del self._ready[: len(found)]
            return found

    def _press(self, code: int) -> bytes:
        if code in (0x0D, 0x0A):
            if len(self._ready) < _WAITING_BYTES:
                self._ready += self._line + b"\n"
            self._line.clear()
            return b"\r\n"
        if code in _ERASE:
            removed = self._line.decode(errors="replace")[:-1]
            shown = b"\b \b" if self._line else b""
            self._line[:] = removed.encode(errors="replace")
            return shown
        if code == _KILL:
            shown = b"\b \b" * len(self._line.decode(errors="replace"))
            self._line.clear()
            return shown
        if code == _INTERRUPT:
            self._line.clear()
            self._ready[:] = b"\n"
            return b"^C\r\n"
        if code == _END:
            self._ended = self._ended or not self._line
            return b""
        if len(self._line) >= _LINE_BYTES:
            return b"\a"
        self._line.append(code)
        return bytes((code,))
