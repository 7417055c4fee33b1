"""Asks the write authority about held writes, on its own thread."""

import contextlib
import queue
import threading
import time
from collections.abc import Callable

from sextant.protocols import WriteAuthority
from sextant.types.effects import HeldWrite, WriteRuling

_Asked = tuple[HeldWrite, Callable[[WriteRuling], None]]

_TOGETHER_SECONDS = 0.08
"""A page often sends several requests for one touch: those that follow this soon are asked about together."""
_GATHER_SECONDS = 0.4
"""Longest wait for further requests of a page that goes on sending."""


def nobody(reason: str) -> WriteRuling:
    """Return the ruling for a case that nobody could decide."""
    return WriteRuling(False, reason, "nobody", needs_person=True)


class Decider:
    """Asks an authority about writes, in batches, on its own thread."""

    def __init__(self, authority: WriteAuthority) -> None:
        self._authority = authority
        self._queue: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        threading.Thread(target=self._run, name="sextant-write-authority", daemon=True).start()

    def ask(self, write: HeldWrite, done: Callable[[WriteRuling], None]) -> None:
        self._queue.put((write, done))

    def stop(self) -> None:
        """End the thread after the current question."""
        self._queue.put(None)

    def _run(self) -> None:
        ended = False
        while not ended and (first := self._queue.get()) is not None:
            waiting, ended = self._gathered(first)
            unanswered, why = {id(write): done for write, done in waiting}, "nobody could decide about it"
            try:
                for write, ruling in self._authority.decide([write for write, _ in waiting]):
                    unanswered.pop(id(write))(ruling)
            except Exception as error:  # noqa: BLE001 - boundary to the authority: any failure refuses
                why = f"{why}: {type(error).__name__}: {error}"
            for done in unanswered.values():
                done(nobody(why))

    def _gathered(self, first: _Asked) -> tuple[list[_Asked], bool]:
        """Return the writes that wait together with the first, and whether `stop` was called."""
        waiting, until = [first], time.monotonic() + _GATHER_SECONDS
        with contextlib.suppress(queue.Empty):
            while time.monotonic() < until:
                more = self._queue.get(timeout=_TOGETHER_SECONDS)
                if more is None:
                    return waiting, True
                waiting.append(more)
        return waiting, False
