"""Repairs a damaged journal: saves the readable rows and sets the damaged file aside.

The run's directory is complete at any moment. The readable rows are written to a new file, and the damaged file gets a
second name. Once the new file is named `run.sqlite.salvaged`, it is the run: whoever finds it puts it in the place of
the damaged file.
"""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import asdict, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sextant.dataclass import dataclass
from sextant.errors import JournalFault
from sextant.journal.entries import Note, RunHead, checksum, decode_entry, decode_screen, screens_named
from sextant.journal.pages import Row, Value, rows
from sextant.journal.schema import DATABASE, DamagedJournal, connect, connect_for_reading, transaction, translated
from sextant.types.codec import from_json, to_json
from sextant.types.tasks import Task, Usage

_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "run": ("id", "trace_version", "head", "began", "updated", "steps", "usage", "lease", "episode", "ended"),
    "records": ("seq", "at", "kind", "step", "ref", "body", "crc"),
    "screens": ("seq", "id", "digest", "picture", "body", "crc"),
    "pictures": ("seq", "id", "media_type", "scale", "bytes"),
    "snapshots": ("name", "step", "body", "crc"),
}

Fields = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Salvage:
    """What was saved of a damaged journal."""

    steps: int
    """Intact transitions."""
    lost_steps: int
    """Transitions that are known to be missing."""
    records: int
    lost_records: int
    screens: int
    snapshots: tuple[str, ...]
    """Parts whose state was saved; without them the run can be replayed but not resumed."""
    damaged: str
    """Name of the damaged file, beside the new one."""


@dataclass(slots=True)
class _Found:
    """Rows by table, each once."""

    run: Fields | None = None
    records: dict[int, Fields] = field(default_factory=dict[int, Fields])
    screens: dict[str, Fields] = field(default_factory=dict[str, Fields])
    pictures: dict[str, Fields] = field(default_factory=dict[str, Fields])
    snapshots: dict[str, tuple[int, Fields]] = field(default_factory=dict[str, tuple[int, Fields]])


def repair_note(told: Mapping[str, Any]) -> str:
    """A sentence about the salvaged and lost parts of a damaged journal, from the fields of `Salvage`."""
    kept, lost, rows = int(told["steps"]), int(told["lost_steps"]), int(told["lost_records"])
    return (
        f"The journal of the run was damaged and is repaired: {kept} of {kept + lost} steps are kept, {rows} records "
        f"could not be read. The damaged file is beside it: {told['damaged']}."
    )


def check(directory: Path) -> bool:
    """Whether the run's database is intact, by SQLite's own check and the checksum of every row."""
    path = directory / DATABASE
    if not path.exists():
        return True
    try:
        with closing(connect_for_reading(path)) as connection, translated(directory, "checking the journal"):
            if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                return False
            for table in ("records", "screens", "snapshots"):
                stored = connection.execute(f"SELECT body, crc FROM {table}")  # noqa: S608 - our own names
                if any(checksum(body) != crc for body, crc in stored):
                    return False
    except (DamagedJournal, TypeError):
        return False
    return True


def salvage(directory: Path, at: float) -> Salvage:
    """Copies every readable row into a new database and sets the damaged one aside. The lock is held.

    If the process is killed meanwhile, the run can be salvaged again, or `end_salvage` completes the repair.

    Raises:
        JournalFault: No row can be read.
    """
    path = directory / DATABASE
    stamp = datetime.fromtimestamp(at, UTC).strftime("%Y%m%d-%H%M%S")
    aside = _free_name(directory / f"{DATABASE}.damaged-{stamp}")
    fresh = directory / f"{DATABASE}.salvaging"
    with translated(directory, "salvaging a damaged journal"):
        found = _find(path)
        if found.run is None and not found.records:
            raise JournalFault(
                f"The journal in {str(directory)!r} is damaged, and no row can be read.",
                "Its pictures were not touched. Keep the directory for inspection, or delete it with: "
                f"sextant runs rm {directory.name}",
            )
        _remove(fresh)
        with closing(connect(fresh)) as new:
            result = _write(new, found, directory.name, aside.name, at)
            new.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for suffix in ("", "-wal"):
            _name_again(path.with_name(path.name + suffix), aside.with_name(aside.name + suffix))
        _synchronise(directory)
        fresh.rename(_salvaged(directory))
    end_salvage(directory)
    return result


def end_salvage(directory: Path) -> bool:
    """Replaces the damaged file by the salvaged one; False if there is none. Idempotent. The lock is held.

    The damaged file has its second name by now. Its log is removed before it: the new file must never be read with that
    log.
    """
    salvaged = _salvaged(directory)
    if not salvaged.exists():
        return False
    path = directory / DATABASE
    with translated(directory, "ending the salvage of a damaged journal"):
        _synchronise(directory)
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        salvaged.replace(path)
        _synchronise(directory)
    return True


def bring_back(directory: Path) -> None:
    """Restores the newest file that was set aside, if the run has no database. The lock is held."""
    path = directory / DATABASE
    if path.exists():
        return
    found = [aside for aside in directory.glob(f"{DATABASE}.damaged-*") if not aside.name.endswith(("-wal", "-shm"))]
    if not found:
        return
    newest = max(found, key=lambda aside: aside.stat().st_mtime)
    with translated(directory, "bringing a damaged journal back"):
        _name_again(newest.with_name(f"{newest.name}-wal"), path.with_name(f"{path.name}-wal"))
        _name_again(newest, path)
        _synchronise(directory)


def has_leftovers(directory: Path) -> bool:
    """Whether the directory contains parts of a damaged journal, so that it is not empty."""
    return any(directory.glob(f"{DATABASE}.*"))


def is_unended(directory: Path) -> bool:
    """Whether a process was killed while it repaired the run; the repair has to be completed before the run is read."""
    return _salvaged(directory).exists() or (not (directory / DATABASE).exists() and has_leftovers(directory))


def _salvaged(directory: Path) -> Path:
    return directory / f"{DATABASE}.salvaged"


def _name_again(path: Path, name: Path) -> None:
    """Gives a file a second name, or a copy if the file system has no hard links; nothing if it is missing."""
    if name.exists() or not path.exists():
        return
    try:
        name.hardlink_to(path)
    except OSError:
        shutil.copyfile(path, name)
        _synchronise(name)


def _synchronise(path: Path) -> None:
    """Returns when the file, or the directory's entries, are on disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _find(path: Path) -> _Found:
    found = _Found()
    for row in rows(path):
        for table, place in _PLACES.items():
            fields = _as(table, row)
            if fields is not None:
                place(found, row.rowid, fields)
                break
    return found


def _as(table: str, row: Row) -> Fields | None:
    """The row's fields, if it is an intact row of that table."""
    columns = _COLUMNS[table]
    if len(row.values) != len(columns):
        return None
    fields = dict(zip(columns, row.values, strict=True))
    if columns[0] == "seq":
        # SQLite stores the row number in its place.
        if fields["seq"] is not None:
            return None
        fields["seq"] = row.rowid
    elif not isinstance(fields[columns[0]], str):
        return None
    return fields if _is_whole(table, fields) else None


def _is_whole(table: str, fields: Fields) -> bool:
    """Whether the row's checksum holds and its body can be decoded."""
    body = fields.get("body")
    try:
        match table:
            case "run":
                from_json(RunHead, str(fields["head"]))
                return True
            case "pictures":
                return str(fields["media_type"]).startswith("image/")
            case _ if not isinstance(body, (str, bytes)) or checksum(body) != fields["crc"]:
                return False
            case "records" if isinstance(body, str):
                kind = str(fields["kind"])
                if not screens_named(kind, body):
                    decode_entry(kind, body, {})
                return True
            case "screens" if isinstance(body, bytes):
                decode_screen(body)
                return True
            case _:
                json.loads(body)
                return True
    except (ValueError, KeyError):
        return False


def _place_run(found: _Found, rowid: int, fields: Fields) -> None:
    del rowid
    if found.run is None or _number(fields["updated"]) >= _number(found.run["updated"]):
        found.run = fields


def _place_record(found: _Found, rowid: int, fields: Fields) -> None:
    found.records[rowid] = fields


def _place_screen(found: _Found, rowid: int, fields: Fields) -> None:
    del rowid
    found.screens[str(fields["id"])] = fields


def _place_picture(found: _Found, rowid: int, fields: Fields) -> None:
    del rowid
    found.pictures[str(fields["id"])] = fields


def _place_snapshot(found: _Found, rowid: int, fields: Fields) -> None:
    name = str(fields["name"])
    if name not in found.snapshots or rowid > found.snapshots[name][0]:
        found.snapshots[name] = (rowid, fields)


_PLACES: Mapping[str, Callable[[_Found, int, Fields], None]] = {
    "run": _place_run,
    "records": _place_record,
    "screens": _place_screen,
    "pictures": _place_picture,
    "snapshots": _place_snapshot,
}


def _write(new: sqlite3.Connection, found: _Found, run: str, damaged: str, at: float) -> Salvage:
    records = [found.records[seq] for seq in sorted(found.records)]
    steps = sum(1 for record in records if record["kind"] == "transition")
    head = found.run or _head_from(records, run, at)
    result = Salvage(
        steps=steps,
        lost_steps=max(int(_number(head["steps"])) - steps, 0),
        records=len(records),
        lost_records=max(max(found.records, default=0) - len(records), 0),
        screens=len(found.screens),
        snapshots=tuple(sorted(found.snapshots)),
        damaged=damaged,
    )
    with transaction(new):
        _insert(new, "run", head | {"steps": steps, "usage": _without_count(str(head["usage"]))})
        for table, kept in (
            ("records", records),
            ("screens", sorted(found.screens.values(), key=lambda fields: _number(fields["seq"]))),
            ("pictures", sorted(found.pictures.values(), key=lambda fields: _number(fields["seq"]))),
            ("snapshots", [fields for _, fields in found.snapshots.values()]),
        ):
            for fields in kept:
                _insert(new, table, fields)
        body = to_json(Note, Note("salvaged", asdict(result)))
        new.execute(
            "INSERT INTO records(at, kind, step, ref, body, crc) VALUES(?, 'note', ?, '', ?, ?)",
            (at, max((int(_number(record["step"])) for record in records), default=0), body, checksum(body)),
        )
    return result


def _head_from(records: list[Fields], run: str, at: float) -> Fields:
    """The row of the run, reconstructed from the trace."""
    bodies = {str(record["kind"]): str(record["body"]) for record in records}
    kinds = [str(record["kind"]) for record in records if record["kind"] in ("finish", "intent", "transition")]
    began = _number(records[0]["at"]) if records else at
    lost = RunHead(run, Task("(the task could not be read back)"), {}, "", "", began)
    return {
        "id": run,
        "trace_version": lost.trace_version,
        "head": bodies.get("begin") or to_json(RunHead, lost),
        "began": began,
        "updated": _number(records[-1]["at"]) if records else at,
        "steps": 0,
        "usage": to_json(Usage, Usage()),
        "lease": bodies.get("lease", ""),
        "episode": bodies["finish"] if kinds and kinds[-1] == "finish" else "",
        "ended": None,
    }


def _without_count(usage: str) -> str:
    """The cost of the steps alone: the numbers of lost records are given again, so that the requests are read anew."""
    try:
        return to_json(Usage, from_json(Usage, usage))
    except ValueError:
        return usage


def _insert(new: sqlite3.Connection, table: str, fields: Fields) -> None:
    names = ", ".join(fields)
    marks = ", ".join("?" * len(fields))
    new.execute(f"INSERT OR REPLACE INTO {table}({names}) VALUES({marks})", tuple(fields.values()))


def _number(value: Value) -> float:
    return float(value) if isinstance(value, (int, float)) else 0.0


def _free_name(path: Path) -> Path:
    return next(
        candidate
        for number in range(1, 1000)
        if not (candidate := path if number == 1 else path.with_name(f"{path.name}-{number}")).exists()
    )


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
