"""Uploads: a chosen file is copied into a private folder, and a page gets the copy.

The browser reads a file only when the page does. By then another user could have replaced it in a shared directory.
"""

import contextlib
import errno
import os
import secrets
import stat
from pathlib import Path
from typing import BinaryIO

from sextant.dataclass import dataclass
from sextant.storage import Folder, is_own_file

__all__ = ["ChosenFile", "choose_file", "copy_for_page", "offered_files", "remove_copies"]

_COPIES = "outgoing"
_MOST_FILES = 30
_MOST_BYTES = 100_000_000
_MOST_COPIES = 20
"""Copies of one browser; the oldest is removed, so that a page cannot fill the disk by asking again and again."""
_PIECE = 2**20


@dataclass(frozen=True, slots=True)
class ChosenFile:
    """An open file of the uploads directory. `name` has no directory."""

    name: str
    content: BinaryIO


def offered_files(directory: Path | None) -> list[str]:
    """Return the names of the files that a page may be given, newest first.

    Raises:
        UnsafePath: The directory belongs to another user, or others may write to it.
    """
    if directory is None or not directory.is_dir():
        return []
    found: list[tuple[float, str]] = []
    with Folder.open(directory.resolve()) as folder:
        for name in folder.names():
            with contextlib.suppress(OSError):
                one = folder.stat(name)
                if not name.startswith(".") and is_own_file(one) and one.st_size <= _MOST_BYTES:
                    found.append((-one.st_mtime, name))
    return [name for _, name in sorted(found)[:_MOST_FILES]]


def choose_file(directory: Path | None, text: str) -> ChosenFile:
    """Open the file in the uploads directory, or in one below it, that the text names.

    Raises:
        FileNotFoundError: There is none.
        UnsafePath: It is a link, has another name, or belongs to another user; or others may write to its directory.
        OSError: It cannot be read, or is too large.
    """
    words = text.strip()
    if directory is None or not words or "\0" in words:
        raise FileNotFoundError(errno.ENOENT, "no file is named")
    root, given = directory.resolve(), Path(words)
    if given.is_relative_to(directory.absolute()):
        given = given.relative_to(directory.absolute())
    path = Path(os.path.normpath(root / given))
    if path == root or not path.is_relative_to(root):
        raise FileNotFoundError(errno.ENOENT, "it is not in the uploads directory")
    with Folder.open(path.parent, below=root) as folder:
        if stat.S_ISDIR(folder.stat(path.name).st_mode):
            raise FileNotFoundError(errno.ENOENT, "it is a directory")
        content = os.fdopen(folder.file(path.name, os.O_RDONLY), "rb")
    if os.fstat(content.fileno()).st_size > _MOST_BYTES:
        content.close()
        raise _too_large()
    return ChosenFile(path.name, content)


def copy_for_page(chosen: ChosenFile, home: Path) -> Path:
    """Copy the file into a private folder in `home`, under the same name and with its time; return the copy.

    Raises:
        OSError: It cannot be copied, or is too large; nothing is left behind.
    """
    with Folder.open(home) as folder, folder.child(_COPIES, make=True) as copies:
        # The process that resumes a run goes on with the copies of the one before.
        by_age = sorted(copies.names(), key=lambda name: copies.stat(name).st_mtime_ns)
        for old in by_age[: max(0, len(by_age) - _MOST_COPIES + 1)]:
            copies.remove_tree(old)
        own = secrets.token_hex(8)
        copies.make(own)
        try:
            with copies.child(own) as place:
                _copy(chosen.content, place.file(chosen.name, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
        except BaseException:
            with contextlib.suppress(OSError):
                copies.remove_tree(own)
            raise
    return home / _COPIES / own / chosen.name


def remove_copies(home: Path) -> None:
    """Remove the copies of a browser that has ended."""
    with contextlib.suppress(OSError), Folder.open(home) as folder:
        folder.remove_tree(_COPIES)


def _copy(content: BinaryIO, made: int) -> None:
    with os.fdopen(made, "wb") as copy:
        left = _MOST_BYTES
        while piece := content.read(_PIECE):
            if (left := left - len(piece)) < 0:
                raise _too_large()
            copy.write(piece)
        copy.flush()
        found = os.fstat(content.fileno())
        os.utime(copy.fileno(), ns=(found.st_atime_ns, found.st_mtime_ns))


def _too_large() -> OSError:
    return OSError(errno.EFBIG, f"it is larger than {_MOST_BYTES / 1e6:g} MB")
