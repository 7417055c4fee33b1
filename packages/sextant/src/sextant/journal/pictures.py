"""The pictures of one run by content: a file is complete and on disk before a row names it."""

import hashlib
import os
import re
from collections.abc import Iterable
from pathlib import Path

from sextant.storage import Folder, UnsafePath
from sextant.types.pixels import NoPicture, size_of
from sextant.types.screens import Picture

_SUFFIX = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp"}
_LARGEST = 16 * 1024 * 1024
"""Bytes of a stored picture: more than a picture of the largest screen takes."""
_SHELF = re.compile(r"[0-9a-f]{2}")
_STORED = re.compile(r"([0-9a-f]{64})\.(?:png|jpg|webp)")
_UNFINISHED = re.compile(r"\.?[0-9A-Za-z]{1,64}\.(?:png|jpg|webp)\.[0-9a-f]{1,32}\.partial")
"""Names of files that a killed writer left. No file of another name is removed."""


class PictureStore:
    """Files under `directory`, named by the SHA-256 of their content, in up to 256 folders."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def put(self, picture: Picture) -> str:
        """Stores the picture and returns its id; durable when it returns. A known picture costs one hash."""
        identity = hashlib.sha256(picture.data).hexdigest()
        name = self.path(identity, picture.media_type).name
        with self._top(make=True) as top:
            known = top.has(identity[:2])
            with top.child(identity[:2], make=True) as shelf:
                if not known:
                    os.fsync(top.descriptor)
                if not shelf.has(name):
                    shelf.write(name, picture.data, sync=True)
        return identity

    def get(self, identity: str, media_type: str) -> bytes | None:
        """The picture's bytes; None if the file is missing, is a link, is no picture, or does not match its name."""
        try:
            name = self.path(identity, media_type).name
            with (
                self._top() as top,
                top.child(identity[:2]) as shelf,
                os.fdopen(shelf.file(name, os.O_RDONLY), "rb") as file,
            ):
                if os.fstat(file.fileno()).st_size > _LARGEST:
                    return None
                size_of(file)
                file.seek(0)
                data = file.read(_LARGEST)
        except (FileNotFoundError, UnsafePath, KeyError, NoPicture):
            return None
        return data if hashlib.sha256(data).hexdigest() == identity else None

    def sweep(self, referenced: Iterable[str]) -> int:
        """Removes pictures that no row names and unfinished files; returns the freed bytes."""
        kept = frozenset(referenced)
        freed = 0
        try:
            top = self._top()
        except FileNotFoundError:
            return 0
        with top:
            for name in top.names():
                if _SHELF.fullmatch(name):
                    with top.child(name) as shelf:
                        freed += _sweep(shelf, kept)
        return freed

    def _top(self, make: bool = False) -> Folder:
        """The directory, opened from the run's own directory; neither may be a link."""
        with Folder.open(self._directory.parent) as run:
            return run.child(self._directory.name, make)

    def path(self, identity: str, media_type: str) -> Path:
        """The path of a picture, whether or not it exists."""
        return self._directory / identity[:2] / f"{identity}{_SUFFIX[media_type]}"


def _sweep(shelf: Folder, kept: frozenset[str]) -> int:
    freed = 0
    for name in shelf.names():
        stored = _STORED.fullmatch(name)
        if _UNFINISHED.fullmatch(name) or (stored and stored[1] not in kept):
            freed += shelf.stat(name).st_size
            shelf.remove(name)
    return freed
