"""Sentence vectors, kept between processes: reading one is a hundred times as fast as computing it."""

import hashlib
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path

from sextant.databases import Database, objects_of, open_database, refuse_strange, schema_of
from sextant.storage import make_private

__all__ = ["VectorStore"]

_SCHEMA = ("CREATE TABLE vectors (text BLOB PRIMARY KEY, vector BLOB NOT NULL)",)
_DROP = "DELETE FROM vectors WHERE rowid IN (SELECT rowid FROM vectors ORDER BY rowid LIMIT ?)"
_MOST = 20_000
"""About 32 MB; the older half is dropped beyond."""
_PATIENCE_SECONDS = 0.2
"""To compute the vectors is better than to wait for longer."""


class VectorStore:
    """Vectors by text, for one model; its key holds a digest, not the text. Not thread-safe.

    It is a cache: where its file cannot be used, nothing is kept, and nobody is told. A vector of another size than
    `size` bytes is none.
    """

    def __init__(self, path: Path, model: str, size: int) -> None:
        self._model, self._size = model.encode(), size
        self._db: Database | None = None
        try:
            make_private(path.parent)
            self._db = open_database(path, patience_seconds=_PATIENCE_SECONDS)
            if not objects_of(self._db):
                self._db.execute(_SCHEMA[0].replace("TABLE", "TABLE IF NOT EXISTS", 1))
            refuse_strange(objects_of(self._db), schema_of(_SCHEMA))
            self._db.execute("PRAGMA synchronous=OFF")
        except (sqlite3.Error, OSError):
            self.close()

    def read(self, texts: Iterable[str]) -> dict[str, bytes]:
        """The vectors of those texts that have one."""
        if self._db is None:
            return {}
        found: dict[str, bytes] = {}
        try:
            for text in texts:
                row = self._db.execute("SELECT vector FROM vectors WHERE text = ?", (self._key(text),)).fetchone()
                if row is not None and isinstance(row[0], bytes) and len(row[0]) == self._size:
                    found[text] = row[0]
        except sqlite3.Error:
            self.close()
        return found

    def keep(self, vectors: Mapping[str, bytes]) -> None:
        """Add the vectors of these texts."""
        if self._db is None:
            return
        rows = [(self._key(text), vector) for text, vector in vectors.items()]
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
            (count,) = self._db.execute("SELECT count(*) FROM vectors").fetchone()
            if count > _MOST:
                self._db.execute(_DROP, (count - _MOST // 2,))
            self._db.execute("COMMIT")
        except sqlite3.Error:
            self.close()

    def clear(self) -> None:
        """Remove all vectors, of every model."""
        if self._db is None:
            return
        try:
            self._db.execute("DELETE FROM vectors")
            self._db.execute("VACUUM")  # what was deleted is not left in the file
        except sqlite3.Error:
            self.close()

    def close(self) -> None:
        """Close the file; nothing is kept from now on."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def _key(self, text: str) -> bytes:
        return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16, key=self._model[:64]).digest()
