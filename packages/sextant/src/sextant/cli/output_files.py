"""Files that a command was told to write: whether they can be, before anything is paid for them, and writing them."""

from pathlib import Path
from tempfile import NamedTemporaryFile

from sextant.errors import UsageError
from sextant.storage import write_whole

__all__ = ["make_place", "written"]


def make_place(path: Path) -> None:
    """Makes sure that a file can be written there, with the folders it takes; leaves what is there as it is.

    Raises:
        UsageError: A folder stands there, or nothing can be written there.
    """
    try:
        if path.is_dir():
            raise UsageError(f"{str(path)!r} is a folder.", "Name a file with --out.")
        if path.exists() and not path.is_file():
            raise UsageError(f"{str(path)!r} is no file.", "Name a file with --out.")
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}."):
            pass
    except OSError as error:
        raise _refused(path, error) from error


def written(path: Path, text: str) -> int:
    """Writes a file, whole or not at all, with the folders it takes; its bytes.

    Raises:
        UsageError: It cannot be written there.
    """
    try:
        return write_whole(path, text.encode("utf-8", "replace"))
    except OSError as error:
        raise _refused(path, error) from error


def _refused(path: Path, error: OSError) -> UsageError:
    return UsageError(f"{str(path)!r} cannot be written: {error.strerror}.", "Name another file with --out.")
