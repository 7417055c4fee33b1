"""Safe file access in directories that others may reach: by descriptor, never through a link, private to the user.

A `Folder` is an open directory. Even if its path is swapped afterwards, its descriptor refers to the directory that was
checked: it belongs to the user or to root. No other user can remove or replace a name in it, or add one unless the
directory is sticky like /tmp.
"""

import errno
import fcntl
import grp
import os
import pwd
import secrets
import shutil
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from shlex import quote
from types import TracebackType

__all__ = [
    "Folder",
    "UnsafePath",
    "append",
    "is_a_link",
    "is_lock_held",
    "is_own_file",
    "make_private",
    "may_be_written_by_others",
    "read_private",
    "remove_tree",
    "state_dir",
    "take_lock",
    "write_private",
    "write_whole",
]

_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""Nonblocking: a FIFO in place of a file is refused, not waited for."""
_CHECK_SECONDS = 0.05
"""Longest wait for a process that only checks whether a lock is held."""


class UnsafePath(OSError):  # noqa: N818 - named by what went wrong, as in errors.py
    """The path is not the user's own file or directory. `remedy` says what to do next."""

    def __init__(self, path: Path, why: str, remedy: str) -> None:
        super().__init__(errno.EPERM, why, str(path))
        self.remedy = remedy


class Folder:
    """An open directory of the user's own. Close it, or use it in a `with` block.

    Raises:
        UnsafePath: A link, another user's directory, or one in which others may write, unless it is sticky like /tmp.
    """

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self.descriptor = descriptor
        try:
            _check_folder(path, os.fstat(descriptor))
        except BaseException:
            self.close()
            raise

    @classmethod
    def open(cls, path: Path, make: bool = False, below: Path | None = None) -> "Folder":
        """Open the directory at that path, whose last name must not be a link; `make` creates it for the user alone.

        If it lies `below` a directory of ours, no name between the two is a link or another user's either.
        """
        if below is not None and path != below and path.is_relative_to(below):
            folder = cls.open(below, make)
            for name in path.relative_to(below).parts:
                with folder:
                    folder = folder.child(name, make)
            return folder
        if make:
            make_private(path)
        return cls(path, _opened(path, lambda: os.open(path, _DIRECTORY)))

    def child(self, name: str, make: bool = False) -> "Folder":
        """Open a directory in this one; FileNotFoundError if it is missing and not to be made."""
        path = self._place(name)
        if make:
            with suppress(FileExistsError):
                os.mkdir(name, 0o700, dir_fd=self.descriptor)
        return Folder(path, _opened(path, lambda: os.open(name, _DIRECTORY, dir_fd=self.descriptor)))

    def make(self, name: str) -> None:
        """Create a directory for the user alone; FileExistsError if the name exists."""
        self._place(name)
        os.mkdir(name, 0o700, dir_fd=self.descriptor)

    def names(self) -> list[str]:
        """Return the names in it, sorted."""
        return sorted(os.listdir(self.descriptor))  # noqa: PTH208 - a descriptor, no path

    def has(self, name: str) -> bool:
        """Whether the name exists in it, as a dangling link, too."""
        try:
            self.stat(name)
        except FileNotFoundError:
            return False
        return True

    def stat(self, name: str) -> os.stat_result:
        """Return the status of the name itself; links are not followed."""
        return os.stat(name, dir_fd=self.descriptor, follow_symlinks=False)

    def file(self, name: str, flags: int) -> int:
        """Return a descriptor of a regular file of the user's own that has no other name.

        `flags` as for `os.open`, but not O_TRUNC: it would come before the check.
        """
        path = self._place(name)
        made = _opened(path, lambda: os.open(name, flags | _FILE, 0o600, dir_fd=self.descriptor))
        try:
            _check_file(path, os.fstat(made))
        except BaseException:
            os.close(made)
            raise
        return made

    def read(self, name: str) -> bytes:
        """Return the content of the file."""
        with os.fdopen(self.file(name, os.O_RDONLY), "rb") as file:
            return file.read()

    def write(self, name: str, data: bytes, sync: bool = False, mode: int = 0o600) -> None:
        """Write a file atomically. `sync`: on disk when this returns."""
        part = f".{name[:200]}.{secrets.token_hex(8)}.partial"
        made = os.open(self._name(part), os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FILE, mode, dir_fd=self.descriptor)
        try:
            try:
                view = memoryview(data)
                while view:
                    view = view[os.write(made, view) :]
                if sync:
                    os.fsync(made)
            finally:
                os.close(made)
            os.rename(part, self._name(name), src_dir_fd=self.descriptor, dst_dir_fd=self.descriptor)
        except BaseException:
            with suppress(OSError):
                self.remove(part)
            raise
        if sync:
            os.fsync(self.descriptor)

    def check_file(self, name: str, make: bool = False) -> None:
        """Check that a library can open that file by name: it is not a link, a FIFO or another user's file.

        A missing file stays missing, unless `make` creates it for the user alone.
        """
        try:
            _check_kind(self._place(name), self.stat(name))
        except FileNotFoundError:
            if make:
                os.close(self.file(name, os.O_RDWR | os.O_CREAT))

    def check(self) -> None:
        """Check that libraries can open its files by name: it has only directories and the user's own regular files."""
        for name in self.names():
            found = self.stat(name)
            if not stat.S_ISDIR(found.st_mode):
                _check_kind(self.path / name, found)

    def remove(self, name: str) -> None:
        """Remove a file or a link, never the target of a link."""
        os.unlink(self._name(name), dir_fd=self.descriptor)

    def remove_tree(self, name: str) -> None:
        """Remove a directory of the user's own with its content; links in it are removed, not followed."""
        with self.child(name):
            pass
        try:
            shutil.rmtree(name, dir_fd=self.descriptor)
        except RecursionError as error:
            path = self.path / name
            raise UnsafePath(
                path, "its directories are nested too deeply", f"Remove it: rm -r {quote(str(path))}"
            ) from error

    def close(self) -> None:
        """Close the directory. Idempotent."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def _place(self, name: str) -> Path:
        return self.path / self._name(name)

    def _name(self, name: str) -> str:
        """Return the name if it is a valid name in this directory."""
        if name in ("", ".", "..") or "/" in name or "\0" in name:
            raise UnsafePath(self.path / "…", f"{name!r} is not a file name", "Name a file in that directory.")
        return name

    def __enter__(self) -> "Folder":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def make_private(path: Path) -> None:
    """Create a directory and its missing parents, for the user alone."""
    if path.is_dir():
        return
    if path.parent != path:
        make_private(path.parent)
    path.mkdir(mode=0o700, exist_ok=True)


def read_private(path: Path) -> bytes:
    """Read a file of the user's own, in a directory of the user's own."""
    with Folder.open(path.parent) as folder:
        return folder.read(path.name)


def write_private(path: Path, data: bytes, sync: bool = False, below: Path | None = None) -> None:
    """Write such a file atomically, and create missing directories. `below`: see `Folder.open`."""
    with Folder.open(path.parent, make=True, below=below) as folder:
        folder.write(path.name, data, sync)


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> int:
    """Write a file that a person named, atomically, with its directories; return the number of bytes.

    The directory may be anybody's, and `mode` is less the umask, as people expect. A link of that name is replaced.

    Raises:
        OSError: It cannot be written; nothing is left behind.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name[:200]}.{secrets.token_hex(8)}.partial")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FILE, mode), "wb") as file:
            file.write(data)
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise
    return len(data)


def append(path: Path, data: bytes, make: bool = False) -> None:
    """Append to a file that a person named, never through a link. `make`: a missing one, with the umask's mode."""
    flags = os.O_WRONLY | os.O_APPEND | (os.O_CREAT if make else 0) | _FILE
    with os.fdopen(_opened(path, lambda: os.open(path, flags, 0o666)), "ab") as file:
        file.write(data)


def remove_tree(path: Path, below: Path | None = None) -> None:
    """Remove a directory of the user's own by its name in the parent directory, which is the user's own, too."""
    with Folder.open(path.parent, below=below) as folder:
        folder.remove_tree(path.name)


def state_dir() -> Path:
    """Return the state directory: `$XDG_STATE_HOME/sextant`, by default `~/.local/state/sextant`."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return (Path(home) / "sextant").resolve()  # links below it are not followed


def is_own_file(found: os.stat_result) -> bool:
    """Whether this is a regular file of the user's own that has no other name, which `Folder.file` would open."""
    try:
        _check_file(Path(), found)
    except UnsafePath:
        return False
    return True


def take_lock(descriptor: int) -> None:
    """Lock the file exclusively until its descriptor is closed.

    Raises:
        BlockingIOError: It is held, and not only for a check.
    """
    deadline = time.monotonic() + _CHECK_SECONDS
    while True:
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.001)  # no event reports the release of a lock


def is_lock_held(descriptor: int) -> bool:
    """Whether a process has taken the lock of the file. The check shares it for a moment: see `take_lock`."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return False


def may_be_written_by_others(found: os.stat_result) -> bool:
    """Whether the mode lets others than the owner write. The user's private group counts as the owner.

    Systems that give each user a group make files group-writable, so every checkout is.
    """
    if found.st_mode & stat.S_IWOTH:
        return True
    return bool(found.st_mode & stat.S_IWGRP) and not _is_private_group(found.st_gid, found.st_uid)


def _is_private_group(gid: int, uid: int) -> bool:
    try:
        user, group = pwd.getpwuid(uid), grp.getgrgid(gid)
    except KeyError:
        return False
    return user.pw_gid == gid and group.gr_name == user.pw_name and set(group.gr_mem) <= {user.pw_name}


def _opened(path: Path, opening: Callable[[], int]) -> int:
    try:
        return opening()
    except FileNotFoundError:
        raise
    except OSError as error:
        if path.is_symlink() or error.errno == errno.ELOOP:
            raise is_a_link(path) from error
        if error.errno == errno.ENOTDIR:
            raise UnsafePath(path, "this is not a directory", f"Check what it is: ls -l {quote(str(path))}") from error
        if error.errno == errno.ENXIO:
            raise _not_a_regular_file(path) from error
        raise


def _check_folder(path: Path, found: os.stat_result) -> None:
    _check_owner(path, found)
    if may_be_written_by_others(found) and not found.st_mode & stat.S_ISVTX:
        raise UnsafePath(path, "other users can write to this directory", f"Restrict it: chmod go-w {quote(str(path))}")


def _check_file(path: Path, found: os.stat_result) -> None:
    _check_kind(path, found)
    if found.st_nlink > 1:
        raise UnsafePath(
            path,
            "this file has another name (a hard link)",
            "Check it, then put a copy of it in its place",
        )


def _check_kind(path: Path, found: os.stat_result) -> None:
    if stat.S_ISLNK(found.st_mode):
        raise is_a_link(path)
    if not stat.S_ISREG(found.st_mode):
        raise _not_a_regular_file(path)
    _check_owner(path, found)


def _check_owner(path: Path, found: os.stat_result) -> None:
    if found.st_uid not in (os.geteuid(), 0):
        whole = "-R " if stat.S_ISDIR(found.st_mode) else ""
        raise UnsafePath(
            path,
            f"it belongs to another user (user id {found.st_uid})",
            f"Check what it is. If it is yours, as root: chown {whole}{os.geteuid()} {quote(str(path))}",
        )


def is_a_link(path: Path) -> UnsafePath:
    """Return the error about a link where a file or directory of the user's own is expected."""
    return UnsafePath(
        path, "it is a link", f"Check where it leads (`ls -l` shows it), then delete it: rm {quote(str(path))}"
    )


def _not_a_regular_file(path: Path) -> UnsafePath:
    return UnsafePath(
        path, "it is not a regular file", f"Check what it is (`ls -l` shows it), then delete it: rm {quote(str(path))}"
    )
