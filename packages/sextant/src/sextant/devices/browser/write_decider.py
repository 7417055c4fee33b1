"""Asks whoever decides about held writes, away from the loop of the device."""

import contextlib
import queue
import threading
import time
from collections.abc import Callable

from sextant.protocols import WriteAuthority
from sextant.types.effects import HeldWrite, WriteRuling

_Asked = tuple[HeldWrite, Callable[[WriteRuling], None]]

_TOGETHER_SECONDS = 0.08
"""A page often sends several requests for one touch. What comes so soon after another is asked about with it."""
_GATHER_SECONDS = 0.4
"""A page that goes on sending is not waited for longer than this."""


def nobody(reason: str) -> WriteRuling:
    """The ruling where nobody could decide."""
    return WriteRuling(False, reason, "nobody", needs_person=True)


class Decider:
    """Asks an authority about writes, those together that wait together, on a thread of its own."""

    def __init__(self, authority: WriteAuthority) -> None:
        self._authority = authority
        self._queue: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        threading.Thread(target=self._run, name="sextant-write-authority", daemon=True).start()

    def ask(self, write: HeldWrite, done: Callable[[WriteRuling], None]) -> None:
        self._queue.put((write, done))

    def stop(self) -> None:
        """Ends it after the question it is at."""
        self._queue.put(None)

    def _run(self) -> None:
        ended = False
        while not ended and (first := self._queue.get()) is not None:
            waiting, ended = self._gathered(first)
            unanswered, why = {id(write): done for write, done in waiting}, "nobody could decide about it"
            try:
                for write, ruling in self._authority.decide([write for write, _ in waiting]):
                    unanswered.pop(id(write))(ruling)
            except Exception as error:  # noqa: BLE001 - boundary to whoever decides: any failure refuses
                why = f"{why}: {type(error).__name__}: {error}"
            for done in unanswered.values():
                done(nobody(why))

    def _gathered(self, first: _Asked) -> tuple[list[_Asked], bool]:
        """What waits with the first; and whether that was the last."""
        waiting, until = [first], time.monotonic() + _GATHER_SECONDS
        with contextlib.suppress(queue.Empty):
            while time.monotonic() < until:
                more = self._queue.get(timeout=_TOGETHER_SECONDS)
                if more is None:
                    return waiting, True
                waiting.append(more)
        return waiting, False
