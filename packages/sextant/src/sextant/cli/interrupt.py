"""Handles Ctrl-C: the first stops the run after the current act, the second stops at once."""

import os
import signal
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from sextant.cli.output import INTERRUPTED

__all__ = ["Interrupt"]

FIRST = "\nStopping after this act; the run can be resumed. Press Ctrl-C again to stop at once.\n"
BEFORE = "\nStopping before anything more is done. Press Ctrl-C again to stop at once.\n"
SECOND = "\nStopped. All committed steps are stored; `sextant runs` lists the run.\n"


class Interrupt:
    """Handles SIGINT, SIGTERM and SIGHUP for one command. Install it in the main thread: `with interrupt.watching():`.

    The first signal calls `on_first`, which must return quickly. Before the first act (`breaking`), and while a person
    is asked (`asking`), it raises `KeyboardInterrupt` instead. After SIGHUP nothing more is written to the terminal. An
    ignored SIGHUP (`nohup`) stays ignored.
    """

    def __init__(self, stop_at_once: Callable[[int], object] = os._exit, first: str = FIRST) -> None:
        self.requested = self._hung_up = False
        self.on_first: Callable[[], None] | None = None
        self._asking = self._breaking = False
        self._stop_at_once, self._first = stop_at_once, first

    @contextmanager
    def watching(self, on_first: Callable[[], None] | None = None) -> Generator["Interrupt"]:
        """Handle the signals while the body runs."""
        self.on_first = on_first

        def handle(signum: int, frame: FrameType | None) -> Any:
            del frame
            if signum == signal.SIGHUP:
                self._hung_up = True
                _leave(terminals)
                if self.requested:
                    return
            if self.requested:
                _write(SECOND)
                self._stop_at_once(INTERRUPTED)
                return
            self.requested = True
            if self.on_first is not None:
                self.on_first()
            if self._breaking:
                _write(BEFORE)
            if self._asking or self._breaking:
                raise KeyboardInterrupt
            _write(self._first)

        terminals = [descriptor for descriptor in (0, 1, 2) if _is_terminal(descriptor)]
        names = [signal.SIGINT, signal.SIGTERM]
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            names.append(signal.SIGHUP)
        before = {name: signal.signal(name, handle) for name in names}
        try:
            yield self
        finally:
            for name, handler in before.items():
                # Shell and kernel may both tell of one hangup: the second must not end what is written last.
                signal.signal(name, signal.SIG_IGN if name == signal.SIGHUP and self._hung_up else handler)

    @contextmanager
    def breaking(self) -> Generator[None]:
        """Until the first act, Ctrl-C raises `KeyboardInterrupt`."""
        self._breaking = True
        try:
            yield
        finally:
            self._breaking = False

    @contextmanager
    def asking(self) -> Generator[None]:
        """While a person is asked, Ctrl-C ends the question with `KeyboardInterrupt`."""
        self._asking = True
        try:
            yield
        finally:
            self._asking = False


def _write(text: str) -> None:
    """Write to the descriptor directly: the handler may run in the middle of another write."""
    with suppress(OSError):
        os.write(sys.__stderr__.fileno() if sys.__stderr__ is not None else 2, text.encode())


def _is_terminal(descriptor: int) -> bool:
    try:
        return os.isatty(descriptor)
    except OSError:
        return False


def _leave(terminals: Sequence[int]) -> None:
    """Redirect terminals that are gone to /dev/null: writing to them would fail and end the run.

    The caller finds the terminals beforehand: a descriptor of a gone terminal no longer says that it was one.
    """
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in terminals:
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
