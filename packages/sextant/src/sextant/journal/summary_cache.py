"""Caches the summary of a run beside its database, so that long lists do not open each database.

A summary is valid only for the state of the database from which it was made. If the file is invalid, the database is
read.
"""

import os
import time
from contextlib import suppress

from sextant.dataclass import dataclass
from sextant.errors import SextantError
from sextant.journal.schema import DATABASE
from sextant.journal.summary import RunSummary
from sextant.storage import Folder
from sextant.types.codec import from_json, to_json

FILE = f"{DATABASE}-summary"

_VERSION = 3
"""Increase it when the summary of the same database changes."""

_LONGEST = 256 * 1024
_SETTLED_SECONDS = 1.0
"""A file system cannot distinguish writes within one tick of its clock: recent files are read again."""

_DEPTH = 2
"""Directories below that of a run: its pictures, and their folders."""

DatabaseState = tuple[int, ...]
"""Inode numbers, sizes and times of the database and its log."""


@dataclass(frozen=True, slots=True)
class _CachedSummary:
    version: int
    state: DatabaseState
    summary: RunSummary


def database_state(folder: Folder) -> DatabaseState:
    """The state of the run's database and of its write-ahead log."""
    found: list[int] = []
    for name in (DATABASE, f"{DATABASE}-wal"):
        try:
            one = folder.stat(name)
        except OSError:
            one = None
        found += [one.st_ino, one.st_size, one.st_mtime_ns] if one is not None and one.st_size else [0, 0, 0]
    return tuple(found)


def cached_summary(folder: Folder, state: DatabaseState) -> RunSummary | None:
    """The cached summary for this state; None if there is none."""
    try:
        descriptor = folder.file(FILE, os.O_RDONLY)
    except OSError:
        return None
    try:
        text = os.read(descriptor, _LONGEST)
        cached: _CachedSummary = from_json(_CachedSummary, text)
    except (OSError, ValueError, RecursionError):
        return None
    finally:
        os.close(descriptor)
    fits = cached.version == _VERSION and cached.state == state and cached.summary.run == folder.path.name
    return cached.summary if fits and cached.summary.status != "running" else None


def cache_summary(folder: Folder, state: DatabaseState, summary: RunSummary, settled: bool = False) -> None:
    """Stores the summary for this state. `settled`: no process can write to the run meanwhile."""
    newest = max(state[2], state[5]) / 1e9
    if not settled and (state != database_state(folder) or time.time() - newest < _SETTLED_SECONDS):
        return
    with suppress(OSError, SextantError, ValueError):
        folder.write(FILE, to_json(_CachedSummary, _CachedSummary(_VERSION, state, summary)).encode())


def drop_cached_summary(folder: Folder) -> None:
    """Removes the cached summary."""
    with suppress(OSError):
        folder.remove(FILE)


def directory_size(descriptor: int, depth: int = _DEPTH) -> int:
    """Bytes on disk of all files in an open directory and below it, without the cached summary.

    Links are not followed, and the holes of a sparse file do not count. Directories deeper than a run has are left out.
    """
    total = 0
    with suppress(OSError), os.scandir(descriptor) as found:
        for entry in found:
            with suppress(OSError):
                if not entry.is_dir(follow_symlinks=False):
                    one = entry.stat(follow_symlinks=False)
                    total += min(one.st_size, one.st_blocks * 512) if entry.name != FILE else 0
                elif depth:
                    below = os.open(entry.name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=descriptor)
                    try:
                        total += directory_size(below, depth - 1)
                    finally:
                        os.close(below)
    return total
