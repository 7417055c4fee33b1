"""Whether somebody comes back to a temporary profile: a mark lies in it as long as no run can be resumed with it."""

import contextlib
from pathlib import Path

from sextant.storage import write_private

_UNCLAIMED = "sextant-unclaimed"
_MAKING_SECONDS = 5.0
"""A profile that was made is locked within so many seconds, unless its maker was killed."""


def mark_unclaimed(profile: Path) -> None:
    """Says of a new temporary profile that nobody comes back to it. See `claim`."""
    write_private(profile / _UNCLAIMED, b"", below=profile.parent.parent)


def give_up(profile: Path) -> None:
    """Nobody comes back to a temporary profile any more: what cannot be removed now is removed by the next start."""
    if profile.is_dir():
        with contextlib.suppress(OSError):
            mark_unclaimed(profile)


def claim(profile: Path) -> None:
    """From now on the profile waits for a resume, also when its browser has ended."""
    (profile / _UNCLAIMED).unlink(missing_ok=True)


def is_unclaimed(profile: Path) -> bool:
    """Whether it is a temporary profile that no run can be resumed with."""
    return (profile / _UNCLAIMED).exists()


def seconds_kept(profile: Path, days: float, locked: bool) -> float:
    """So long an unused profile stays; one that nobody comes back to only until it was `locked` by whoever made it."""
    if not is_unclaimed(profile):
        return days * 86_400
    return 0.0 if locked else _MAKING_SECONDS
