"""The database of one run: its tables and versions, and the translation of SQLite's errors.

A run is one file. `records` is the trace in order; `screens` and `pictures` are named by records; `snapshots` has the
latest state of every part, which is all that a resume needs.
"""

import sqlite3
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from sextant.databases import ELSEWHERE, Strange, is_full, objects_of, open_database, refuse_strange, schema_of
from sextant.errors import JournalFault, SextantError
from sextant.storage import UnsafePath

DATABASE = "run.sqlite"

_VERSION_1 = """
CREATE TABLE run(
    id TEXT PRIMARY KEY,
    trace_version INTEGER NOT NULL,
    head TEXT NOT NULL,
    began REAL NOT NULL,
    updated REAL NOT NULL,
    steps INTEGER NOT NULL DEFAULT 0,
    usage TEXT NOT NULL DEFAULT '{}',
    lease TEXT NOT NULL DEFAULT '',
    episode TEXT NOT NULL DEFAULT '',
    ended REAL
) STRICT;
CREATE TABLE records(
    seq INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    kind TEXT NOT NULL,
    step INTEGER NOT NULL,
    ref TEXT NOT NULL,
    body TEXT NOT NULL,
    crc INTEGER NOT NULL
) STRICT;
CREATE INDEX records_by_kind ON records(kind, ref);
CREATE TABLE screens(
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    digest TEXT NOT NULL,
    picture TEXT NOT NULL,
    body BLOB NOT NULL,
    crc INTEGER NOT NULL
) STRICT;
CREATE INDEX screens_by_digest ON screens(digest);
CREATE TABLE pictures(
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    media_type TEXT NOT NULL,
    scale REAL NOT NULL,
    bytes INTEGER NOT NULL
) STRICT;
CREATE TABLE snapshots(
    name TEXT PRIMARY KEY,
    step INTEGER NOT NULL,
    body TEXT NOT NULL,
    crc INTEGER NOT NULL
) STRICT;
"""

MIGRATIONS: tuple[str, ...] = (_VERSION_1,)
"""One script for each version; a database of version n has run the first n. Scripts are added, never edited."""

_LISTING_SECONDS = 5.0
"""Time limit of one statement of a listing, so that one run does not delay the others for longer."""

_DAMAGED_WORDS = ("no such table", "no such column", "unsupported file format", "malformed")
"""SQLite has no separate error code for a schema that lacks a part."""

_DAMAGED_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class DamagedJournal(JournalFault):
    """The database of a run cannot be read normally; `salvage` saves the readable part."""


class UndecodableJournal(DamagedJournal):
    """The rows are intact but have invalid content: salvaging would not change that."""


@contextmanager
def decoding(directory: Path, what: str) -> Generator[None]:
    """Translates errors of invalid content to `UndecodableJournal`: wrong types, depth, sizes, compression."""
    try:
        yield
    except SextantError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, zlib.error) as e:
        raise _undecodable(directory, what, str(e).partition("\n")[0][:200]) from e
    except (RecursionError, MemoryError) as e:
        raise _undecodable(directory, what, "it is nested too deep, or too large") from e


def _undecodable(directory: Path, what: str, why: str) -> UndecodableJournal:
    return UndecodableJournal(
        f"The journal in {str(directory)!r} is damaged: {what} cannot be understood ({why}).",
        "Other runs are not touched by it. Export it from where it came once more, or remove it with: "
        f"sextant runs rm {directory.name}",
    )


@contextmanager
def translated(directory: Path, doing: str, safe: str = "") -> Generator[None]:
    """Translates errors of SQLite and of the file system to `JournalFault`.

    Args:
        directory: The run's directory, for the message.
        doing: The current action: `writing step 17`.
        safe: What is on disk nevertheless: `Step 16 and all before it are safe.`
    """
    try:
        yield
    except SextantError:
        raise
    except (sqlite3.Error, OSError) as e:
        raise _fault(e, directory, doing, safe) from e


def _fault(error: sqlite3.Error | OSError, directory: Path, doing: str, safe: str) -> JournalFault:
    where = str(directory)
    if isinstance(error, UnsafePath):
        return JournalFault(
            f"The journal in {where!r} cannot be used: {doing} failed. "
            f"The reason is {error.filename!r}: {error.strerror}.",
            error.remedy,
        )
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if is_full(error):
        again = f"then: sextant resume {directory.name}" if safe else f"then try again, {ELSEWHERE}"
        return JournalFault(
            f"The disk is full: {doing} in {where!r} failed ({error}). {safe}".rstrip(),
            f"Free some space (`sextant runs gc` removes old runs), {again}",
        )
    if code == sqlite3.SQLITE_INTERRUPT:
        return JournalFault(
            f"The journal in {where!r} took too long: {doing} was stopped.",
            f"If you do not need it, delete it with: sextant runs rm {directory.name}",
        )
    if isinstance(error, Strange) or code in _DAMAGED_CODES or any(words in str(error) for words in _DAMAGED_WORDS):
        return DamagedJournal(
            f"The journal in {where!r} is damaged: {doing} failed ({error}).",
            "`sextant runs show` and `sextant resume` keep the good part and set the damaged file aside.",
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalFault(
            f"The journal in {where!r} is in use by another process: {doing} timed out.", "Try again when it has ended."
        )
    return JournalFault(
        f"The journal in {where!r} cannot be used: {doing} failed ({error}). {safe}".rstrip(),
        f"Check that the directory exists and is writable, {ELSEWHERE}",
    )


def connect(path: Path, migrations: tuple[str, ...] = MIGRATIONS) -> sqlite3.Connection:
    """Opens a connection for writing at the newest schema version; creates a missing file.

    Raises:
        JournalFault: The file is of a newer version, or not usable.
    """
    with translated(path.parent, "opening the journal"):
        connection = open_database(path)
        try:
            version = _version(connection)
            _refuse_newer(version, path, len(migrations))
            refuse_strange(objects_of(connection), schema_of(migrations[: max(version, 0)]))
            connection.execute("PRAGMA page_size=4096")
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            _migrate(connection, path, migrations)
        except BaseException:
            connection.close()
            raise
    return connection


def connect_for_reading(path: Path, listing: bool = False) -> sqlite3.Connection:
    """Opens a read-only connection, also on a read-only file system or while a process writes.

    With `listing`, statements are stopped after a few seconds.
    """
    with translated(path.parent, "reading the journal"):
        for mode in ("mode=rw", "mode=ro", "immutable=1"):
            try:
                return _reading(path, mode, _LISTING_SECONDS if listing else 0.0)
            except sqlite3.OperationalError:
                if mode == "immutable=1":
                    raise
    raise AssertionError("the last mode returns or raises")


def _reading(path: Path, mode: str, seconds: float) -> sqlite3.Connection:
    connection = open_database(path, mode, seconds=seconds)
    try:
        connection.execute("PRAGMA query_only=ON")
        version = _version(connection)
        found = objects_of(connection)
        _refuse_newer(version, path)
        refuse_strange(found, schema_of(MIGRATIONS[: max(version, 0)]))
    except BaseException:
        connection.close()
        raise
    if version < len(MIGRATIONS):
        connection.close()
        return connect(path)
    return connection


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _refuse_newer(version: int, path: Path, known: int = len(MIGRATIONS)) -> None:
    if version > known:
        raise JournalFault(
            f"The journal {str(path)!r} has schema version {version}; this Sextant knows versions up to {known}.",
            "It was written by a newer Sextant: upgrade, or use another state directory.",
        )


def _migrate(connection: sqlite3.Connection, path: Path, migrations: tuple[str, ...]) -> None:
    version = _version(connection)
    _refuse_newer(version, path, len(migrations))
    for number in range(version, len(migrations)):
        script = f"BEGIN IMMEDIATE;{migrations[number]};PRAGMA user_version={number + 1};COMMIT;"
        try:
            connection.executescript(script)
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


@contextmanager
def transaction(connection: sqlite3.Connection) -> Generator[None]:
    """Runs the block in a transaction: durable when it ends, undone if it raises."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
