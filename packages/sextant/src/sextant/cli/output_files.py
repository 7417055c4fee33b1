"""Writes output files, and checks beforehand, before anything costs money, that they can be written."""

from pathlib import Path
from tempfile import NamedTemporaryFile

from sextant.errors import UsageError
from sextant.storage import write_whole

__all__ = ["make_place", "written"]


def make_place(path: Path) -> None:
    """Check that a file can be written, and create its folders; an existing file is not changed.

    Raises:
        UsageError: The path is a folder, or cannot be written.
    """
    try:
        if path.is_dir():
            raise UsageError(f"{str(path)!r} is a folder.", "Name a file with --out.")
        if path.exists() and not path.is_file():
            raise UsageError(f"{str(path)!r} is not a file.", "Name a file with --out.")
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}."):
            pass
    except OSError as error:
        raise _refused(path, error) from error


def written(path: Path, text: str) -> int:
    """Write a file atomically, creating its folders; return its size in bytes.

    Raises:
        UsageError: It cannot be written.
    """
    try:
        return write_whole(path, text.encode("utf-8", "replace"))
    except OSError as error:
        raise _refused(path, error) from error


def _refused(path: Path, error: OSError) -> UsageError:
    return UsageError(f"{str(path)!r} cannot be written: {error.strerror}.", "Name another file with --out.")
