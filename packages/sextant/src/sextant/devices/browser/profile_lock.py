"""The lock of a browser profile: one device at a time uses it."""

import os
from pathlib import Path

from sextant.errors import DeviceUnreachable, ProfileLocked
from sextant.storage import Folder, UnsafePath, is_lock_held, state_dir, take_lock

LOCK_NAME = "sextant.lock"


def unusable_profile(profile: Path, error: UnsafePath) -> DeviceUnreachable:
    """Return the error about a profile in which something is not the user's own file or directory."""
    return DeviceUnreachable(
        f"The profile {str(profile)!r} cannot be used. The reason is {error.filename!r}: {error.strerror}.",
        error.remedy,
    )


class ProfileLock:
    """Exclusive use of a profile directory. The system releases it when this process dies."""

    def __init__(self, profile: Path) -> None:
        try:
            with Folder.open(profile, make=True, below=state_dir()) as folder:
                self._file = folder.file(LOCK_NAME, os.O_RDWR | os.O_CREAT)
        except UnsafePath as error:
            raise unusable_profile(profile, error) from error
        try:
            take_lock(self._file)
        except OSError as error:
            holder = os.read(self._file, 64).decode(errors="replace").strip() or "unknown"
            os.close(self._file)
            raise ProfileLocked(
                f"The profile {str(profile)!r} is in use by another run (process {holder}).",
                "Wait until it has ended, or use another profile.",
            ) from error
        try:
            os.ftruncate(self._file, 0)
            os.write(self._file, str(os.getpid()).encode())
        except OSError as error:
            self.release()
            raise OSError(error.errno, error.strerror, str(profile)) from error  # the error itself names no path

    def release(self) -> None:
        """Release the profile. Idempotent."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def is_held_by_device(profile: Path) -> bool:
    """Whether a device holds the profile."""
    try:
        with Folder.open(profile, below=state_dir()) as folder:
            file = folder.file(LOCK_NAME, os.O_RDWR)
    except OSError:
        return False
    try:
        return is_lock_held(file)
    finally:
        os.close(file)
