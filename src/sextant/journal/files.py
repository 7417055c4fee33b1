"""Files that are written as a whole, or not at all."""

import os
from contextlib import suppress
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: Path, data: bytes) -> int:
    """Writes a file by way of one beside it, folders included; gives its bytes. A file that was there stays till then.

    Raises:
        OSError: It cannot be written; nothing is left behind.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise
    return len(data)
