"""A damaged journal: what can be read is kept, the damaged file is set aside, and both are said."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from sextant.errors import JournalFault
from sextant.journal.records import Note, checksum, decode_entry, decode_screen, screens_named
from sextant.journal.schema import DATABASE, connect, transaction, translated
from sextant.types.codec import to_json

_TABLES: Mapping[str, tuple[str, ...]] = {
    "records": ("seq", "at", "kind", "step", "ref", "body", "crc"),
    "screens": ("seq", "id", "digest", "picture", "body", "crc"),
    "pictures": ("seq", "id", "media_type", "scale", "bytes"),
    "snapshots": ("name", "step", "body", "crc"),
}
_RUN = ("id", "trace_version", "head", "began", "updated", "steps", "usage", "lease", "episode", "ended")
_MISSES = 1000
"""Row numbers tried past the last one found, where the table's order cannot be read."""


@dataclass(frozen=True, slots=True)
class Salvage:
    """What was kept of a damaged journal."""

    steps: int
    """Transitions that are whole."""
    records: int
    screens: int
    lost_records: int
    """Rows known to have been there that could not be read."""
    lost_screens: int
    snapshots: tuple[str, ...]
    """Parts whose state was kept; without it a run is replayed, not resumed."""
    damaged: str
    """Name of the damaged file, beside the new one."""


def check(directory: Path) -> bool:
    """Whether the run's database is whole: SQLite's own check, and the checksum of every row."""
    path = directory / DATABASE
    if not path.exists():
        return True
    try:
        with closing(sqlite3.connect(path, timeout=5.0, isolation_level=None)) as connection:
            if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                return False
            for table in ("records", "screens", "snapshots"):
                rows = connection.execute(f"SELECT body, crc FROM {table}")  # noqa: S608 - our own names
                if any(checksum(body) != crc for body, crc in rows):
                    return False
    except sqlite3.OperationalError as e:
        if _means_damage(e):
            return False
        raise JournalFault(
            f"The journal in {str(directory)!r} cannot be checked: {e}.", "Check that it is readable and try again."
        ) from e
    except (sqlite3.DatabaseError, TypeError):
        return False
    return True


def salvage(directory: Path, at: float) -> Salvage:
    """Copies every readable row into a new database and sets the damaged one aside. The run's lock is held.

    Raises:
        JournalFault: Nothing can be read: not even which run it was.
    """
    path = directory / DATABASE
    stamp = datetime.fromtimestamp(at, UTC).strftime("%Y%m%d-%H%M%S")
    aside = _free_name(directory / f"{DATABASE}.damaged-{stamp}")
    fresh = directory / f"{DATABASE}.salvaged"
    with translated(directory, "salvaging a damaged journal"):
        _remove(fresh)
        result = _copy_best(path, fresh, aside.name, at)
        if result is None:
            _remove(fresh)
            raise JournalFault(
                f"The journal in {str(directory)!r} is damaged beyond reading: no row of it can be had.",
                "Its pictures are untouched. Keep the directory for inspection, or remove it with: "
                f"sextant runs rm {directory.name}",
            )
        for suffix in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):
                path.with_name(path.name + suffix).rename(aside.with_name(aside.name + suffix))
        fresh.rename(path)
    return result


def _copy_best(path: Path, fresh: Path, damaged: str, at: float) -> Salvage | None:
    """Reads the file as it is; where not even its first page can be used, with a first page of our own."""
    best = _copy(path, fresh, damaged, at)
    if best is None:
        patched = path.with_name(f"{path.name}.patched")
        try:
            _transplant_first_page(path, patched)
            best = _copy(patched, fresh, damaged, at)
        finally:
            _remove(patched)
    return best


def _copy(source: Path, fresh: Path, damaged: str, at: float) -> Salvage | None:
    _remove(fresh)
    try:
        old = sqlite3.connect(source, timeout=5.0, isolation_level=None)
    except sqlite3.DatabaseError:
        return None
    with closing(old), closing(connect(fresh)) as new:
        try:
            head = old.execute(f"SELECT {', '.join(_RUN)} FROM run").fetchone()  # noqa: S608 - our own names
        except sqlite3.DatabaseError:
            return None
        if head is None:
            return None
        with transaction(new):
            kept = {table: _copy_table(old, new, table) for table in _TABLES}
            steps = new.execute("SELECT count(*) FROM records WHERE kind = 'transition'").fetchone()[0]
            new.execute(f"INSERT INTO run({', '.join(_RUN)}) VALUES({_marks(_RUN)})", head)
            new.execute("UPDATE run SET steps = ?", (steps,))
            result = Salvage(
                steps=steps,
                records=kept["records"].kept,
                screens=kept["screens"].kept,
                lost_records=kept["records"].lost,
                lost_screens=kept["screens"].lost,
                snapshots=tuple(str(name) for (name,) in new.execute("SELECT name FROM snapshots ORDER BY name")),
                damaged=damaged,
            )
            body = to_json(Note, Note("salvaged", asdict(result)))
            new.execute(
                "INSERT INTO records(at, kind, step, ref, body, crc) VALUES(?, 'note', ?, '', ?, ?)",
                (at, steps, body, checksum(body)),
            )
        new.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return result


@dataclass(frozen=True, slots=True)
class _Kept:
    kept: int
    lost: int


def _copy_table(old: sqlite3.Connection, new: sqlite3.Connection, table: str) -> _Kept:
    columns = _TABLES[table]
    insert = f"INSERT OR IGNORE INTO {table}({', '.join(columns)}) VALUES({_marks(columns)})"
    kept, highest = 0, 0
    for row in _readable(old, table, columns):
        values = dict(zip(columns, row, strict=True))
        highest = max(highest, int(str(values.get("seq", 0))))
        if _is_whole(table, values):
            new.execute(insert, row)
            kept += 1
    highest = max(highest, _highest(old, table))
    return _Kept(kept, max(highest - kept, 0))


def _readable(old: sqlite3.Connection, table: str, columns: tuple[str, ...]) -> Iterator[tuple[object, ...]]:
    """Rows in order as far as the table can be walked, then one by one by their number."""
    names = ", ".join(columns)
    last = 0
    try:
        for row in old.execute(f"SELECT rowid, {names} FROM {table} ORDER BY rowid"):  # noqa: S608 - our own names
            last = int(row[0])
            yield row[1:]
    except sqlite3.DatabaseError:
        pass
    else:
        return
    misses = 0
    number = last
    while misses < _MISSES:
        number += 1
        try:
            row = old.execute(f"SELECT {names} FROM {table} WHERE rowid = ?", (number,)).fetchone()  # noqa: S608
        except sqlite3.DatabaseError:
            row = None
        misses = misses + 1 if row is None else 0
        if row is not None:
            yield row


def _highest(old: sqlite3.Connection, table: str) -> int:
    if "seq" not in _TABLES[table]:
        return 0
    try:
        return int(old.execute(f"SELECT coalesce(max(seq), 0) FROM {table}").fetchone()[0])  # noqa: S608
    except sqlite3.DatabaseError:
        return 0


def _is_whole(table: str, values: Mapping[str, object]) -> bool:
    """Whether the row's checksum holds and its body can be decoded."""
    if "crc" not in values:
        return True
    body = values["body"]
    if not isinstance(body, (str, bytes)) or checksum(body) != values["crc"]:
        return False
    try:
        match table, body:
            case "records", str():
                kind = str(values["kind"])
                if not screens_named(kind, body):
                    decode_entry(kind, body, {})
            case "screens", bytes():
                decode_screen(body)
            case _:
                json.loads(body)
    except (ValueError, KeyError):
        return False
    return True


def _transplant_first_page(path: Path, patched: Path) -> None:
    """A copy of the file with the first page of an empty database: the schema is always made in the same order."""
    empty = path.with_name(f"{path.name}.empty")
    try:
        with closing(connect(empty)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
        first = bytearray(empty.read_bytes())
    finally:
        _remove(empty)
    size = int.from_bytes(first[16:18], "big")
    data = path.read_bytes()
    pages = max(len(data) // size, 1)
    page = first[:size]
    page[28:32] = pages.to_bytes(4, "big")
    page[32:40] = bytes(8)
    patched.write_bytes(bytes(page) + data[size : pages * size])


def _means_damage(error: sqlite3.OperationalError) -> bool:
    # A schema that lost its tables, or a file too short for its own header.
    return "no such" in str(error) or "disk I/O" in str(error) or "malformed" in str(error)


def _free_name(path: Path) -> Path:
    return next(
        candidate
        for number in range(1, 1000)
        if not (candidate := path if number == 1 else path.with_name(f"{path.name}-{number}")).exists()
    )


def _marks(columns: tuple[str, ...]) -> str:
    return ", ".join("?" * len(columns))


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
