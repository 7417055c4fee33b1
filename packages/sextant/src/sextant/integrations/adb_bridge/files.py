"""The phone's file system: in memory, limited in size, and without access to the files of this machine."""

import errno
import os
import stat
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import field
from typing import cast

from sextant.dataclass import dataclass

__all__ = ["LINKS", "FileStat", "Files"]

LINKS = {
    "/sdcard": "/storage/emulated/0",
    "/mnt/sdcard": "/storage/emulated/0",
    "/storage/self/primary": "/storage/emulated/0",
    "/bin": "/system/bin",
    "/etc": "/system/etc",
}
"""The symbolic links of the phone, with their targets."""

_WRITABLE = ("/storage/emulated/0", "/data/local/tmp")
_FOLDERS = (
    *("/data/app", "/data/data", "/data/local/tmp", "/dev", "/mnt", "/proc", "/product", "/system/app", "/system/bin"),
    *("/system/etc", "/system/fonts", "/system/framework", "/vendor", "/storage/emulated/0/Android/data"),
    "/storage/self",
    *(f"/storage/emulated/0/{name}" for name in ("Alarms", "DCIM/Camera", "Documents", "Download", "Movies")),
    *(f"/storage/emulated/0/{name}" for name in ("Music", "Notifications", "Pictures", "Podcasts", "Ringtones")),
)
_NAME_BYTES = 255
_PATH_BYTES = 4096


@dataclass(frozen=True, slots=True)
class FileStat:
    """The result of `stat`. `mode` has the type of the file (`stat.S_IFREG`, …) and its permissions."""

    mode: int
    size: int
    mtime: int
    """Seconds since 1970."""

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.mode)


@dataclass(slots=True)
class _File:
    data: bytearray
    mode: int
    mtime: int


@dataclass(slots=True)
class _Folder:
    mode: int = 0o755
    mtime: int = 0
    children: "dict[str, _File | _Folder]" = field(default_factory=lambda: cast("dict[str, _File | _Folder]", {}))


class Files:
    """The files of one phone. All methods are thread-safe and take absolute paths; links are followed.

    Files can be written below `/sdcard` and `/data/local/tmp`. The others are read-only; only `place` creates them.

    Raises:
        FileNotFoundError: The file or a folder above it does not exist.
        PermissionError: The path is read-only.
        IsADirectoryError: A file is needed.
        NotADirectoryError: A folder is needed.
        FileExistsError: `make_folder` on an existing path.
        OSError: `ENOSPC` if the limit of bytes or files is reached; `ENAMETOOLONG`, `ENOTEMPTY`.
    """

    def __init__(self, limit_bytes: int = 48 << 20, limit_files: int = 10_000) -> None:
        self.limit_bytes = limit_bytes
        self.limit_files = limit_files
        self._root = _Folder(mtime=int(time.time()))
        self._used = 0
        self._count = 0
        self._lock = threading.RLock()
        for path in _FOLDERS:
            self._folder(_parts(path), make=True)

    @property
    def used_bytes(self) -> int:
        """Total size of all files."""
        return self._used

    def read(self, path: str) -> bytes:
        """The whole content of a file."""
        with self._named(path):
            return bytes(self._file(path).data)

    def read_part(self, path: str, offset: int, limit: int) -> bytes:
        """At most `limit` bytes from an offset; empty at the end."""
        with self._named(path):
            return bytes(self._file(path).data[offset : offset + limit])

    def write(self, path: str, data: bytes, mode: int = 0o644, mtime: int = 0) -> None:
        """Creates a file or replaces its content; `mtime` 0 is now."""
        with self._named(path):
            self._allow(path)
            self._put(path, data, mode, mtime)

    def place(self, path: str, data: bytes, mode: int = 0o644) -> None:
        """Creates a read-only file, with the folders above it."""
        with self._named(path):
            self._folder(_parts(path)[:-1], make=True)
            self._put(path, data, mode, 0)

    def append(self, path: str, data: bytes) -> None:
        """Appends to a file, which is created if missing."""
        with self._named(path):
            self._allow(path)
            if not isinstance(self._node(_parts(path)), _File):
                self._put(path, data, 0o644, 0)
                return
            file = self._file(path)
            self._reserve(len(data), 0)
            file.data += data
            file.mtime = int(time.time())

    def touch(self, path: str, *, mode: int | None = None, mtime: int | None = None) -> None:
        """Changes the permissions or the time stamp of a file or a folder."""
        with self._named(path):
            self._allow(path)
            node = self._existing(path)
            node.mode = node.mode if mode is None else mode & 0o7777
            node.mtime = node.mtime if mtime is None else mtime & 0xFFFFFFFF

    def make_folder(self, path: str, *, parents: bool = False) -> None:
        """Creates a folder. With `parents`, also creates those above it, and accepts existing ones."""
        with self._named(path):
            parts = _parts(path)
            if self._node(parts) is not None:
                if parents and isinstance(self._node(parts), _Folder):
                    return
                raise _error(errno.EEXIST)
            self._allow(path)
            if not parents:
                self._folder(parts[:-1])
            self._folder(parts, make=True)

    def remove(self, path: str, *, recursive: bool = False) -> None:
        """Removes a file, or an empty folder; with `recursive` any folder."""
        with self._named(path):
            self._allow(path, itself=False)
            node = self._existing(path)
            if isinstance(node, _Folder) and node.children and not recursive:
                raise _error(errno.ENOTEMPTY)
            *above, name = _parts(path)
            self._free(node)
            del self._folder(above).children[name]

    def rename(self, path: str, new: str) -> None:
        """Moves a file or a folder; a file at the new path is replaced."""
        with self._named(path):
            self._allow(path, itself=False)
            self._allow(new, itself=False)
            node, old, parts = self._existing(path), _parts(path), _parts(new)
            if parts[: len(old)] == old:
                if parts == old:
                    return
                raise _error(errno.EINVAL)
            target, there = self._folder(parts[:-1]), self._node(parts)
            if isinstance(there, _Folder):
                raise _error(errno.EISDIR)
            if there is not None:
                self._free(there)
            del self._folder(old[:-1]).children[old[-1]]
            target.children[parts[-1]] = node

    def names(self, folder: str) -> tuple[str, ...]:
        """The names in a folder, sorted, without `.` and `..`."""
        with self._named(folder):
            parts = _parts(folder)
            node = self._existing(folder)
            if not isinstance(node, _Folder):
                raise _error(errno.ENOTDIR)
            here = "/" + "".join(f"{part}/" for part in parts)
            links = (link[len(here) :] for link in LINKS if link.startswith(here))
            return tuple(sorted({*node.children, *(link for link in links if "/" not in link)}))

    def stat(self, path: str, *, follow: bool = True) -> FileStat:
        """The status of a path; without `follow`, of a link itself, as in `lstat`."""
        if not follow and path in LINKS:
            return FileStat(stat.S_IFLNK | 0o777, len(LINKS[path]), self._root.mtime)
        with self._named(path):
            node = self._existing(path)
            if isinstance(node, _Folder):
                return FileStat(stat.S_IFDIR | node.mode, 4096, node.mtime)
            if path.endswith("/"):
                raise _error(errno.ENOTDIR)
            return FileStat(stat.S_IFREG | node.mode, len(node.data), node.mtime)

    @contextmanager
    def _named(self, path: str) -> Generator[None]:
        """Holds the lock; adds this path to errors that have none."""
        with self._lock:
            try:
                yield
            except OSError as error:
                error.filename = path
                raise

    def _node(self, parts: list[str]) -> _File | _Folder | None:
        node: _File | _Folder = self._root
        for part in parts:
            if not isinstance(node, _Folder):
                raise _error(errno.ENOTDIR)
            if part not in node.children:
                return None
            node = node.children[part]
        return node

    def _existing(self, path: str) -> _File | _Folder:
        node = self._node(_parts(path))
        if node is None:
            raise _error(errno.ENOENT)
        return node

    def _file(self, path: str) -> _File:
        node = self._existing(path)
        if isinstance(node, _Folder):
            raise _error(errno.EISDIR)
        return node

    def _folder(self, parts: list[str], *, make: bool = False) -> _Folder:
        node = self._root
        for part in parts:
            child = node.children.get(part)
            if child is None:
                if not make:
                    raise _error(errno.ENOENT)
                self._reserve(0, 1)
                child = node.children[part] = _Folder(mtime=int(time.time()))
            if not isinstance(child, _Folder):
                raise _error(errno.ENOTDIR)
            node = child
        return node

    def _put(self, path: str, data: bytes, mode: int, mtime: int) -> None:
        parts = _parts(path)
        there = self._node(parts)
        if isinstance(there, _Folder) or path.endswith("/"):
            raise _error(errno.EISDIR)
        folder = self._folder(parts[:-1])
        self._reserve(len(data) - (len(there.data) if there else 0), 0 if there else 1)
        when = mtime & 0xFFFFFFFF or int(time.time())
        folder.children[parts[-1]] = _File(bytearray(data), mode & 0o7777, when)

    def _reserve(self, size: int, files: int) -> None:
        if self._used + size > self.limit_bytes or self._count + files > self.limit_files:
            raise _error(errno.ENOSPC)
        self._used += size
        self._count += files

    def _free(self, node: _File | _Folder) -> None:
        waiting = [node]
        while waiting:
            node = waiting.pop()
            self._count -= 1
            if isinstance(node, _Folder):
                waiting += node.children.values()
            else:
                self._used -= len(node.data)

    def _allow(self, path: str, *, itself: bool = True) -> None:
        """Refuses a read-only path; without `itself`, also refuses the writable folders themselves."""
        real = "/" + "/".join(_parts(path))
        if not any(real.startswith(f"{folder}/") or (itself and real == folder) for folder in _WRITABLE):
            raise _error(errno.EACCES)


def _parts(path: str) -> list[str]:
    """The parts of a path, after `.`, `..` and links are resolved."""
    if len(path) > _PATH_BYTES or len(path.encode(errors="surrogatepass")) > _PATH_BYTES:
        raise _error(errno.ENAMETOOLONG)
    if not path.startswith("/") or "\0" in path:
        raise _error(errno.ENOENT)
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in ("", "."):
            if len(part.encode(errors="surrogatepass")) > _NAME_BYTES:
                raise _error(errno.ENAMETOOLONG)
            parts.append(part)
            target = LINKS.get("/" + "/".join(parts))
            parts = target[1:].split("/") if target else parts
    return parts


def _error(number: int) -> OSError:
    """The `OSError` of an error number, in its subclass."""
    return OSError(number, os.strerror(number))
