"""A thread with its own asyncio loop, so that a synchronous caller may itself run inside another loop."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError
from typing import Any, TypeVar

from sextant.errors import DeviceLost

T = TypeVar("T")


class DeviceThread:
    """Runs coroutines of one owner, from any thread, with deadlines."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(_log_error)
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def call(
        self,
        work: Callable[[], Coroutine[Any, Any, T]],
        deadline: float,
        what: str,
        still: Callable[[], float] = lambda: 0.0,
    ) -> T:
        """Return the coroutine's result. `still` returns the seconds so far that do not count for the deadline.

        Raises:
            DeviceLost: It was not done within `deadline` seconds; it has been cancelled.
        """
        if not self._thread.is_alive():
            raise DeviceLost("The device's thread has ended.", "Open the device again.")
        future = asyncio.run_coroutine_threadsafe(work(), self._loop)
        end = time.monotonic() + deadline - still()
        while True:
            try:
                return future.result(max(0.0, end + still() - time.monotonic()))
            except TimeoutError as error:
                if future.done():
                    raise
                if end + still() > time.monotonic():
                    continue
                future.cancel()
                raise DeviceLost(
                    f"The browser did not finish {what} within {deadline:g} s.",
                    "Resume the run, or raise the deadline.",
                ) from error
            except CancelledError as error:
                raise DeviceLost(f"The device was closed during {what}.", "Open the device again.") from error

    def stop(self) -> None:
        """End the loop and the thread. Idempotent."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            if threading.current_thread() is not self._thread:
                self._thread.join(5.0)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
            for task in asyncio.all_tasks(self._loop):
                task.cancel()
            self._loop.run_until_complete(asyncio.sleep(0))
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        finally:
            self._loop.close()


def _log_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what the system refuses (such as a connection, for lack of descriptors) as one line without a traceback."""
    error = context.get("exception")
    if isinstance(error, OSError) or (isinstance(error, ValueError) and "handle" in context):
        logging.getLogger(__name__).error("%s: %s", context["message"], error)
    else:
        loop.default_exception_handler(context)
