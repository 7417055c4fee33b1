"""Marks temporary browser profiles that no run can resume from, so that they can be removed."""

import contextlib
from pathlib import Path

from sextant.storage import write_private

_UNCLAIMED = "sextant-unclaimed"
_MAKING_SECONDS = 5.0
"""A new profile is locked within so many seconds, unless its creator was killed."""


def mark_unclaimed(profile: Path) -> None:
    """Mark a new temporary profile as not needed by any run. See `claim`."""
    write_private(profile / _UNCLAIMED, b"", below=profile.parent.parent)


def give_up(profile: Path) -> None:
    """Mark a temporary profile as no longer needed: if it cannot be removed now, the next start removes it."""
    if profile.is_dir():
        with contextlib.suppress(OSError):
            mark_unclaimed(profile)


def claim(profile: Path) -> None:
    """Keep the profile for a resume, also after its browser has ended."""
    (profile / _UNCLAIMED).unlink(missing_ok=True)


def is_unclaimed(profile: Path) -> bool:
    """Whether it is a temporary profile that no run can resume from."""
    return (profile / _UNCLAIMED).exists()


def seconds_kept(profile: Path, days: float, locked: bool) -> float:
    """Return how long an unused profile is kept: one that a device has `locked` and a run has claimed, for `days`.

    One without a lock is being made, or was made by the last child of a browser that was killed.
    """
    if not locked:
        return _MAKING_SECONDS
    return 0.0 if is_unclaimed(profile) else days * 86_400
