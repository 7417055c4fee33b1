"""What parsers read that `sextant bench fuzz` attacks: one or two small texts each, and what was found with them."""

import hashlib
import json
import random
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

TEXTS: Mapping[str, Sequence[str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
"""What the corpora begin with, by parser."""
_MOST_KEPT = 1000
_CHANGED_UP_TO = 20_000
"""Longer texts are tried again and not changed further: each would take the time of hundreds."""


class Corpus:
    """The texts of one parser from which cases are made.

    `kept` are those that were found besides. In `directory`, where there is one, each is a file named by its hash.
    """

    def __init__(self, texts: Sequence[str], directory: Path | None = None) -> None:
        self._texts, self._directory = texts, directory
        self._seen = {frozenset[tuple[str, int]]()}
        files = sorted(directory.glob("*.txt")) if directory is not None and directory.is_dir() else []
        self.kept = [file.read_text(encoding="utf-8", errors="surrogatepass") for file in files]
        self._known = set(self.kept)

    def some(self, rng: random.Random) -> Sequence[str]:
        """What the next case is made from: every other time the texts of the start, else a few of those kept."""
        short = [text for text in rng.sample(self.kept, min(3, len(self.kept))) if len(text) <= _CHANGED_UP_TO]
        return self._texts if not short or rng.random() < 0.5 else short

    def learn(self, text: str, places: frozenset[tuple[str, int]], *, must: bool) -> None:
        """Keeps a text that was refused where none was before, and one that `must` be tried again."""
        new = places not in self._seen
        self._seen.add(places)
        if text in self._known or not (must or (new and len(self.kept) < _MOST_KEPT)):
            return
        self._known.add(text)
        self.kept.append(text)
        if self._directory is not None:
            self._directory.mkdir(parents=True, exist_ok=True)
            data = text.encode("utf-8", "surrogatepass")
            (self._directory / f"{hashlib.sha256(data).hexdigest()[:16]}.txt").write_bytes(data)


_PAGE, _LOG_HEAD, _FRAME = 4096, 32, 4096 + 24
_NEXT, _LOG = "<next>", "<log>"


def database_text(path: Path) -> str:
    """A database as a text: a small one that is made at that path, and its write-ahead log.

    A sign is a byte. Pages are apart, so that a change in one moves no other.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA page_size=4096")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE records(seq INTEGER PRIMARY KEY, at REAL, kind TEXT, picture BLOB, body TEXT)")
        for first in (0, 30):
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("BEGIN")
            for number in range(first, first + 30):
                body = json.dumps({"text": f"{number} " * (5000 if number == first else 20)})
                row = (number / 3, "note", bytes(range(number)), body)
                connection.execute("INSERT INTO records(at, kind, picture, body) VALUES(?, ?, ?, ?)", row)
            connection.execute("COMMIT")
        pages, logged = path.read_bytes(), path.with_name(f"{path.name}-wal").read_bytes()
    frames = [logged[:_LOG_HEAD], *_cut(logged[_LOG_HEAD:], _FRAME)]
    parts = (_NEXT.join(one.decode("latin-1") for one in found) for found in (_cut(pages, _PAGE), frames))
    return _LOG.join(parts)


def write_database(text: str, path: Path) -> None:
    """Write what such a text says to that path and the log beside it, each page with its size."""
    pages, _, logged = text.partition(_LOG)
    head, _, frames = logged.partition(_NEXT)
    path.write_bytes(_joined(pages, _PAGE))
    path.with_name(f"{path.name}-wal").write_bytes(_joined(head, _LOG_HEAD) + _joined(frames, _FRAME))


def _cut(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


def _joined(text: str, size: int) -> bytes:
    return b"".join(one.encode("latin-1", "replace")[:size].ljust(size, b"\0") for one in text.split(_NEXT))
