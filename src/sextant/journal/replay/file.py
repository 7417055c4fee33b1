"""The replay as a file."""

import os
from contextlib import suppress
from pathlib import Path

from sextant.errors import JournalFault
from sextant.journal.record import RunRecord
from sextant.journal.replay.page import render_replay


def write_replay(record: RunRecord, path: Path, live: bool = False) -> int:
    """Writes the run's page to `path`, whole or not at all; gives its size in bytes.

    Raises:
        JournalFault: The file cannot be written.
    """
    page = render_replay(record, live).encode()
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(page)
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise JournalFault(
            f"The replay cannot be written to {str(path)!r}: {error.strerror}.", "Name another file with --out."
        ) from error
    return len(page)
