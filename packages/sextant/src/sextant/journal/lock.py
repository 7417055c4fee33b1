"""The lock of a run: one live process executes it. The kernel releases the lock when that process ends."""

import json
import os
from pathlib import Path
from types import TracebackType

from sextant.errors import JournalFault
from sextant.journal.schema import translated
from sextant.storage import Folder, is_lock_held, take_lock

FILE = "lock"


class RunLock:
    """A lock held from construction to `release`. The content of the file is for the error message only."""

    def __init__(self, directory: Path, at: float) -> None:
        """Takes the lock of the run in `directory`.

        Raises:
            JournalFault: A live process holds it, or the directory or the lock belongs to another user.
        """
        with translated(directory, "locking the run"), Folder.open(directory) as folder:
            folder.check()
            self._descriptor = folder.file(FILE, os.O_RDWR | os.O_CREAT)
        try:
            take_lock(self._descriptor)
        except BlockingIOError as e:
            holder = _holder(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = -1
            raise JournalFault(
                f"Another process is running {directory.name!r}{holder}.",
                "Wait for it to end, or end it (Ctrl-C in its terminal), then try again.",
            ) from e
        try:
            with translated(directory, "locking the run"):
                os.ftruncate(self._descriptor, 0)
                os.pwrite(self._descriptor, json.dumps({"pid": os.getpid(), "since": at}).encode(), 0)
        except JournalFault:
            self.release()
            raise

    def release(self) -> None:
        """Releases the lock. Idempotent."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> "RunLock":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def is_live(directory: Path) -> bool:
    """Whether a live process is executing the run; False if its directory cannot be opened."""
    try:
        with Folder.open(directory) as folder:
            return is_held(folder)
    except OSError:
        return False


def is_held(folder: Folder) -> bool:
    """Like `is_live`, for an open directory."""
    try:
        descriptor = folder.file(FILE, os.O_RDONLY)
    except OSError:
        return False
    try:
        return is_lock_held(descriptor)
    finally:
        os.close(descriptor)


def _holder(descriptor: int) -> str:
    try:
        return f" (pid {int(json.loads(os.pread(descriptor, 200, 0))['pid'])})"
    except (OSError, ValueError, KeyError, TypeError):
        return ""
