"""Opens SQLite files from untrusted sources, with SQLite's own defences.

See https://www.sqlite.org/security.html: schema functions are untrusted, cells are checked as they are read, no
extension is loaded, sizes are limited, each statement has a deadline, and the schema must be the expected one.
"""

import errno
import os
import sqlite3
import time
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from shlex import quote
from typing import Any

from sextant.storage import Folder, UnsafePath

__all__ = [
    "ELSEWHERE",
    "Database",
    "SchemaObject",
    "Strange",
    "is_full",
    "is_unwritable",
    "known_objects",
    "objects_of",
    "open_database",
    "refuse_strange",
    "refuse_unknown",
    "schema_of",
]

SchemaObject = tuple[str, str, str, str]
"""Type, name, table and SQL text of one entry of `sqlite_schema`."""

_LONGEST_VALUE = 256 * 1024 * 1024
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: _LONGEST_VALUE,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 100,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 100,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 5,
    sqlite3.SQLITE_LIMIT_VDBE_OP: 100_000,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 20,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
_STEPS_BETWEEN_LOOKS = 100_000
"""Virtual machine instructions between two checks of the deadline: about a millisecond."""

_STATEMENT_SECONDS = 30.0
_SECONDS_A_GIGABYTE = 60.0
_LONGEST_STATEMENT_SECONDS = 600.0

_JOURNAL = "-journal"
_BESIDE = ("-wal", "-shm", _JOURNAL)
"""Suffixes of the files that SQLite reads, writes and deletes beside a database."""

_JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
"""Begins a rollback journal; ends one that names a super-journal (see SQLite's `readSuperJournal`)."""

ELSEWHERE = "or keep the state elsewhere: XDG_STATE_HOME=DIR"
"""The end of a remedy for an unusable directory."""

_FULL_ERRNOS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_WRITE_FAILED = ("SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_SHMSIZE")
"""SQLite reports a refused write (file size limit, some full file systems) as its own I/O error."""
_UNWRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)


class Strange(sqlite3.DatabaseError):
    """The schema is not the one that this program creates: the file is not used."""


class Database(sqlite3.Connection):
    """A connection whose statements are interrupted after a deadline.

    Raises:
        sqlite3.OperationalError: From the statement, with the text `interrupted`.
    """

    statement_seconds = _STATEMENT_SECONDS
    _until = float("inf")

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """As `sqlite3.Connection.execute`; the deadline covers fetching all rows."""
        self._until = time.monotonic() + self.statement_seconds
        return super().execute(sql, parameters)

    def is_late(self) -> bool:
        """Whether the deadline of the present statement has passed."""
        return time.monotonic() > self._until


def is_full(error: sqlite3.Error | OSError) -> bool:
    """Whether a write failed for lack of space."""
    if isinstance(error, OSError):
        return error.errno in _FULL_ERRNOS
    return _code(error) == sqlite3.SQLITE_FULL or getattr(error, "sqlite_errorname", "") in _WRITE_FAILED


def is_unwritable(error: sqlite3.Error) -> bool:
    """Whether the file, or SQLite's files beside it, cannot be opened for writing."""
    return _code(error) in _UNWRITABLE


def _code(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code; 0 if the error is not SQLite's."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def open_database(
    path: Path | None, mode: str = "", *, patience_seconds: float = 5.0, seconds: float = 0.0
) -> Database:
    """Open a guarded connection. The caller checks the schema after.

    Args:
        path: The file, or None for a database in memory.
        mode: How to open an existing file, as SQLite's URI parameter: `mode=ro`. If empty, a missing file is created.
        patience_seconds: Longest wait for a lock of another process.
        seconds: Longest time of a statement; 0 for a limit that grows with the file.

    Raises:
        UnsafePath: The file, or one that SQLite would use beside it, is not the user's own regular file, or the
            rollback journal names another file.
    """
    if path is not None:
        _check_files(path, make=not mode)
    place = ":memory:" if path is None else f"{path.absolute().as_uri()}?{mode}" if mode else str(path)
    connection = sqlite3.connect(
        place,
        timeout=patience_seconds,
        isolation_level=None,
        check_same_thread=False,
        uri=bool(mode),
        factory=Database,
    )
    try:
        for limit, value in _LIMITS.items():
            connection.setlimit(limit, value)
        connection.set_progress_handler(connection.is_late, _STEPS_BETWEEN_LOOKS)
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.execute("PRAGMA cell_size_check=ON")
        connection.execute("PRAGMA mmap_size=0")
        connection.statement_seconds = seconds or _seconds_for(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_files(path: Path, make: bool) -> None:
    """Check what SQLite opens by name, before it plays a rollback journal back and deletes the file that this names.

    A super-journal belongs to a transaction over several databases. Ours are never attached, so none has one.
    """
    with Folder.open(path.parent) as folder:
        folder.check_file(path.name, make)
        for suffix in _BESIDE:
            folder.check_file(path.name + suffix)
        try:
            descriptor = folder.file(path.name + _JOURNAL, os.O_RDONLY)
        except FileNotFoundError:
            return
        try:
            end = os.pread(descriptor, len(_JOURNAL_MAGIC), max(os.fstat(descriptor).st_size - len(_JOURNAL_MAGIC), 0))
        finally:
            os.close(descriptor)
    if end == _JOURNAL_MAGIC:
        journal = path.with_name(path.name + _JOURNAL)
        raise UnsafePath(
            journal,
            "it names another file, which SQLite would delete",
            "Sextant never writes such a journal, so this one came from elsewhere. "
            f"Delete the files that came with it, or this one alone: rm {quote(str(journal))}",
        )


def _seconds_for(connection: Database) -> float:
    """Return a time in which the whole file can be read several times, bounded."""
    size = 0
    for _, _, file in connection.execute("PRAGMA database_list"):
        place = Path(str(file or ""))
        size += place.stat().st_size if file and place.is_file() else 0
    return min(_STATEMENT_SECONDS + size / 1e9 * _SECONDS_A_GIGABYTE, _LONGEST_STATEMENT_SECONDS)


def objects_of(connection: sqlite3.Connection) -> frozenset[SchemaObject]:
    """Return the schema without SQLite's own indexes and statistics."""
    found = connection.execute("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema")
    return frozenset(
        (str(kind), str(name), str(table), str(sql))
        for kind, name, table, sql in found
        if not (kind == "index" and not sql and str(name).startswith("sqlite_autoindex_"))
    )


@cache
def schema_of(scripts: Sequence[str]) -> frozenset[SchemaObject]:
    """Return the schema that these scripts create in an empty database. `scripts` is a tuple."""
    with sqlite3.connect(":memory:") as connection:
        for script in scripts:
            connection.executescript(script)
        found = objects_of(connection)
    connection.close()
    return found


@cache
def known_objects(schemas: Sequence[Sequence[str]]) -> frozenset[SchemaObject]:
    """Return the objects of several schemas together, with even spacing. `schemas` is a tuple of tuples."""
    return frozenset(_evenly(one) for scripts in schemas for one in schema_of(scripts))


def refuse_unknown(found: Iterable[SchemaObject], known: frozenset[SchemaObject]) -> None:
    """Check that a schema of unknown history contains nothing but known objects. Spacing does not matter.

    Raises:
        Strange: There is another object: a view, a trigger, a table with a generated column.
    """
    for kind, name, table, sql in sorted(found):
        if _evenly((kind, name, table, sql)) not in known:
            raise Strange(f"its schema is malformed: the {kind} {name[:60]!r} is not as this program makes it")


def _evenly(one: SchemaObject) -> SchemaObject:
    kind, name, table, sql = one
    return kind, name, table, "".join(sql.split())


def refuse_strange(found: Iterable[SchemaObject], expected: Iterable[SchemaObject]) -> None:
    """Check that the schema equals the expected one, verbatim.

    Raises:
        Strange: An object is missing, changed or added: a view, a trigger, a virtual table.
    """
    strange = sorted(set(found) ^ set(expected))
    if strange:
        kind, name, _, _ = strange[0]
        raise Strange(f"its schema is malformed: the {kind} {name[:60]!r} is not as this program makes it")
