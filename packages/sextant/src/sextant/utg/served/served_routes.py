"""Reads the routes of an app's scripts once, in a thread: parsing takes seconds."""

import threading

from sextant.errors import SextantError
from sextant.protocols import ReadsAhead
from sextant.utg.served.routes import StaticRoutes, read_routes

__all__ = ["ServedRoutes"]

_POLL = 0.1
_POLLS = 300


class ServedRoutes:
    """The routes that the code of one app declares.

    Args:
        reader: Returns the scripts.
    """

    def __init__(self, reader: ReadsAhead) -> None:
        self._reader = reader
        self._found: StaticRoutes | None = None
        self._thread: threading.Thread | None = None

    def take(self, seconds: float = 0.0) -> StaticRoutes | None:
        """The routes; None until they are read. The first call starts reading; `seconds` is the longest wait."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._read, name="sextant-routes", daemon=True)
            self._thread.start()
        if seconds:
            self._thread.join(seconds)
        return self._found

    def _read(self) -> None:
        pause = threading.Event()
        try:
            scripts = self._reader.scripts()
            for _ in range(_POLLS):
                if scripts is not None:
                    break
                pause.wait(_POLL)
                scripts = self._reader.scripts()
        except SextantError:  # the device is gone, and the app with it
            return
        self._found = read_routes({one.address: one.text for one in scripts or ()})
