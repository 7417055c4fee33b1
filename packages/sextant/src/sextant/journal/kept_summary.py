"""A run's line in the list of runs, kept beside its database: a long list is read without opening each of them.

It counts only for the database as it was when the line was made. Whatever is wrong with the file, the database is read.
"""

import os
import time
from contextlib import suppress
from dataclasses import dataclass

from sextant.errors import SextantError
from sextant.journal.schema import DATABASE
from sextant.journal.summary import RunSummary
from sextant.storage import Folder
from sextant.types.codec import from_json, to_json

FILE = f"{DATABASE}-summary"

_VERSION = 2
"""To be raised whenever a summary of the same database comes out otherwise."""

_LONGEST = 256 * 1024
_SETTLED_SECONDS = 1.0
"""File systems tell two writes within a tick of their clock not apart: what has just been written is read again."""

State = tuple[int, ...]
"""What is known of the database from outside: two files' numbers, sizes and times."""


@dataclass(frozen=True, slots=True)
class _Kept:
    version: int
    state: State
    summary: RunSummary


def state_of(folder: Folder) -> State:
    """The state of the run's database, and of its log where that holds anything."""
    found: list[int] = []
    for name in (DATABASE, f"{DATABASE}-wal"):
        try:
            one = folder.stat(name)
        except OSError:
            one = None
        found += [one.st_ino, one.st_size, one.st_mtime_ns] if one is not None and one.st_size else [0, 0, 0]
    return tuple(found)


def kept_summary(folder: Folder, state: State) -> RunSummary | None:
    """The summary that was kept for this state; None where there is none that fits."""
    try:
        descriptor = folder.file(FILE, os.O_RDONLY)
    except OSError:
        return None
    try:
        text = os.read(descriptor, _LONGEST)
        kept: _Kept = from_json(_Kept, text)
    except (OSError, ValueError, RecursionError):
        return None
    finally:
        os.close(descriptor)
    fits = kept.version == _VERSION and kept.state == state and kept.summary.run == folder.path.name
    return kept.summary if fits and kept.summary.status != "running" else None


def keep_summary(folder: Folder, state: State, summary: RunSummary, settled: bool = False) -> None:
    """Stores the summary of this state; `settled`: no process can write to the run meanwhile."""
    newest = max(state[2], state[5]) / 1e9
    if not settled and (state != state_of(folder) or time.time() - newest < _SETTLED_SECONDS):
        return
    with suppress(OSError, SextantError, ValueError):
        folder.write(FILE, to_json(_Kept, _Kept(_VERSION, state, summary)).encode())


def forget_summary(folder: Folder) -> None:
    """Lets the next list look for itself."""
    with suppress(OSError):
        folder.remove(FILE)


def size_of(descriptor: int) -> int:
    """Bytes on disk of all files in an open directory and below it, but for the kept line; links are not followed.

    The holes of a sparse file do not count.
    """
    total = 0
    with suppress(OSError), os.scandir(descriptor) as found:
        for entry in found:
            with suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    below = os.open(entry.name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=descriptor)
                    try:
                        total += size_of(below)
                    finally:
                        os.close(below)
                elif entry.name != FILE:
                    one = entry.stat(follow_symlinks=False)
                    total += min(one.st_size, one.st_blocks * 512)
    return total
