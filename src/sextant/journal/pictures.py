"""Content-addressed pictures of one run: a file is complete and on disk before a row may name it."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from sextant.types.screens import Picture

_SUFFIX = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp"}
_PARTIAL = ".partial"


class PictureStore:
    """Files under `directory`, named by the SHA-256 of what they hold, spread over 256 folders."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def put(self, picture: Picture) -> str:
        """Stores the picture and gives its id; durable when it returns. A picture that is there costs a hash."""
        identity = hashlib.sha256(picture.data).hexdigest()
        path = self.path(identity, picture.media_type)
        if path.exists():
            return identity
        if not path.parent.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            _sync_directory(self._directory)
        partial = path.with_name(f"{path.name}.{os.getpid()}{_PARTIAL}")
        try:
            descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
            try:
                _write(descriptor, picture.data)
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            partial.rename(path)
        except OSError:
            partial.unlink(missing_ok=True)
            raise
        _sync_directory(path.parent)
        return identity

    def get(self, identity: str, media_type: str) -> bytes | None:
        """The picture's bytes; None where the file is missing or is not what its name says."""
        try:
            data = self.path(identity, media_type).read_bytes()
        except FileNotFoundError:
            return None
        return data if hashlib.sha256(data).hexdigest() == identity else None

    def sweep(self, referenced: Iterable[str]) -> int:
        """Removes what no row names, and what a killed writer left half written; gives the bytes freed."""
        kept = frozenset(referenced)
        freed = 0
        for path in tuple(self._files()):
            if path.name.endswith(_PARTIAL) or path.name.partition(".")[0] not in kept:
                freed += path.stat().st_size
                path.unlink()
        return freed

    def _files(self) -> Iterator[Path]:
        if self._directory.is_dir():
            yield from (path for path in self._directory.rglob("*") if path.is_file())

    def path(self, identity: str, media_type: str) -> Path:
        """Where a picture lies, or would lie."""
        return self._directory / identity[:2] / f"{identity}{_SUFFIX[media_type]}"


def _write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _sync_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
