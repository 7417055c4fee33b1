"""The replay as a file."""

from pathlib import Path

from sextant.errors import UsageError
from sextant.journal.record import RunRecord
from sextant.journal.replay.page import render_replay
from sextant.storage import write_whole


def write_replay(record: RunRecord, path: Path, live: bool = False) -> int:
    """Writes the run's page to `path`, whole or not at all, for the user alone; gives its size in bytes.

    Raises:
        UsageError: The file cannot be written.
    """
    try:
        return write_whole(path, render_replay(record, live).encode(), mode=0o600)
    except OSError as error:
        raise UsageError(
            f"The replay cannot be written to {str(path)!r}: {error.strerror}.", "Name another file with --out."
        ) from error
