"""A thread that runs an asyncio loop, and synchronous calls into it."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

_GRACE = 2.0
"""Seconds past the deadline for a cancelled coroutine to end."""


class LoopThread:
    """Runs coroutines on its own loop, so that callers may be in any thread, with or without a loop."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._closed = False

    def run(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """Return the result of `work`, which is cancelled after `seconds`.

        Raises:
            TimeoutError: The seconds are over.
            RuntimeError: The thread has been closed.
        """
        try:
            loop = self._started()
        except RuntimeError:
            work.close()
            raise
        future = asyncio.run_coroutine_threadsafe(_within(work, seconds), loop)
        try:
            return future.result(seconds + _GRACE)
        except BaseException:  # a timeout, or Ctrl-C in the waiting thread
            future.cancel()
            raise

    def close(self) -> None:
        """End the loop and its thread. Idempotent."""
        with self._lock:
            self._closed = True
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is not None and thread is not None:
            loop.call_soon_threadsafe(loop.stop)
            thread.join(_GRACE)

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._closed:
                raise RuntimeError(f"the loop thread {self._name!r} has been closed")
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=_serve, args=(self._loop,), name=self._name, daemon=True)
                self._thread.start()
            return self._loop


async def _within(work: Coroutine[Any, Any, T], seconds: float) -> T:
    return await asyncio.wait_for(work, max(seconds, 0.0))


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        loop.close()
