"""The trace as JSON lines: a versioned text for other tools and other machines.

    {"trace": "sextant", "version": 1, "run": "…"}
    {"picture": {"id": "…", "media_type": "image/webp", "scale": 0.5, "data": "base64"}}
    {"screen": {"id": "…", "digest": "…", "picture": "…", "body": {…}}}
    {"record": {"seq": 1, "at": 1795255200.0, "kind": "begin", "step": 0, "body": {…}}}
    {"end": {"records": 1}}

Pictures and screens come before the first record that names them. Secrets were removed when the run was written. An
imported trace is untrusted input: each line is bounded and validated. An imported run can be replayed, but not resumed:
leases and states are not exported.
"""

import base64
import binascii
import hashlib
import json
import math
import re
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import field, replace
from typing import Any, cast

from sextant.dataclass import dataclass
from sextant.errors import JournalFault, UsageError
from sextant.journal.entries import (
    LARGEST_SCREEN,
    NO_SCREEN,
    TRACE_VERSION,
    RunHead,
    checksum,
    decode_entry,
    decode_screen,
    ref_of,
    screens_named,
)
from sextant.journal.pictures import PictureStore
from sextant.journal.run_reader import RunRecord
from sextant.journal.schema import DATABASE, connect, decoding, transaction, translated
from sextant.journal.store import RunStore
from sextant.types.codec import inflated, to_json
from sextant.types.pixels import NoPicture, size_of
from sextant.types.screens import Picture
from sextant.types.tasks import Episode, Usage
from sextant.types.transitions import Transition

_MAX_LINE = 64 * 1024 * 1024
_NAME = re.compile(r"[0-9a-f]{8,64}")
_LATEST = 4_102_444_800
_MEDIA = ("image/png", "image/jpeg", "image/webp")


def export_trace(record: RunRecord, pictures: bool = True) -> Iterator[str]:
    """The run as JSON lines, without line breaks; with `pictures`, including the pictures."""
    yield _line({"trace": "sextant", "version": record.head.trace_version, "run": record.run})
    sent: set[str] = set()
    count = 0
    for raw in record.raw():
        for identity in record.screens_of(raw).values():
            yield from _screen_lines(record, identity, sent, pictures)
        with decoding(record.directory, f"record {raw.seq}"):
            body = json.loads(raw.body)
        yield _line({"record": {"seq": raw.seq, "at": raw.at, "kind": raw.kind, "step": raw.step, "body": body}})
        count += 1
    yield _line({"end": {"records": count}})


def import_trace(journal: RunStore, lines: Iterable[str]) -> str:
    """Imports a trace as a run of this journal, for replay only; returns the run's id.

    Raises:
        UsageError: It is no trace, of a newer version, incomplete or malformed. Nothing of it is stored.
    """
    reader = _Reader()
    with journal.adopt() as directory:
        store = PictureStore(directory / "pictures")
        with closing(connect(directory / DATABASE)) as database, translated(directory, "importing a trace"):
            with transaction(database):
                for number, line in enumerate(lines, 1):
                    reader.read(number, line, database, store)
                reader.close(database, directory.name)
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return directory.name


def _screen_lines(record: RunRecord, identity: str, sent: set[str], pictures: bool) -> Iterator[str]:
    if identity in sent:
        return
    sent.add(identity)
    row = record.stored_screen(identity)
    if row is None:
        return
    if pictures and row.picture and row.picture not in sent:
        sent.add(row.picture)
        picture = record.picture(row.picture)
        if picture is not None:
            data = base64.b64encode(picture.data).decode()
            shown = {"id": row.picture, "media_type": picture.media_type, "scale": picture.scale, "data": data}
            yield _line({"picture": shown})
    with decoding(record.directory, "a screen"):
        body = json.loads(inflated(row.body, LARGEST_SCREEN))
    yield _line({"screen": {"id": row.id, "digest": row.digest, "picture": row.picture, "body": body}})


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@dataclass(slots=True)
class _Reader:
    """Reads a trace line by line, and collects the data of the run's own row."""

    head: RunHead | None = None
    version: int = 0
    run: str = ""
    screens: set[str] = field(default_factory=set[str])
    records: int = 0
    steps: int = 0
    usage: Usage = Usage()
    episode: str = ""
    at: float = 0.0
    ended: bool = False

    def read(self, number: int, line: str, database: sqlite3.Connection, store: PictureStore) -> None:
        """Reads one line of the trace.

        Raises:
            UsageError: It is invalid; the message has its number and the reason.
        """
        if len(line) > _MAX_LINE:
            raise _bad(number, f"it is longer than {_MAX_LINE} characters")
        try:
            data = json.loads(line, parse_float=_finite, parse_constant=_finite)
            if not isinstance(data, dict) or self.ended:
                raise ValueError("it is not part of a trace")
            self._take(number, cast("dict[str, Any]", data), database, store)
        except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError, MemoryError) as e:
            raise _bad(number, f"{type(e).__name__}: {str(e)[:300]}") from e
        except (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.InterfaceError) as e:
            raise _bad(number, f"{type(e).__name__}: {str(e)[:300]}") from e

    def close(self, database: sqlite3.Connection, run: str) -> None:
        """Writes the run's own row.

        Raises:
            UsageError: The trace has no beginning or no end.
        """
        if self.head is None or not self.ended:
            raise UsageError("The trace is incomplete: its beginning or its end is missing.", "Export it again.")
        # The head keeps its own id in the trace; here the run goes by the name of its directory.
        head = replace(self.head, run=run, trace_version=TRACE_VERSION, imported=True)
        database.execute(
            "INSERT INTO run(id, trace_version, head, began, updated, steps, usage, episode, ended) "
            "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                run,
                TRACE_VERSION,
                to_json(RunHead, head),
                head.began,
                self.at,
                self.steps,
                to_json(Usage, self.usage),
                self.episode,
                self.at if self.episode else None,
            ),
        )

    def _take(self, number: int, data: Mapping[str, Any], database: sqlite3.Connection, store: PictureStore) -> None:
        if number == 1:
            self._begin(data)
            return
        ((kind, value),) = data.items()
        match kind:
            case "picture":
                _take_picture(value, database, store)
            case "screen":
                self._take_screen(value, database)
            case "record":
                self._take_record(value, database)
            case "end":
                if value["records"] != self.records:
                    raise ValueError(f"{value['records']} records were written, {self.records} are here")
                self.ended = True
            case _:
                raise ValueError(f"unknown kind of line {kind!r}")

    def _begin(self, data: Mapping[str, Any]) -> None:
        if data.get("trace") != "sextant":
            raise UsageError("This is not a trace of Sextant.", "Write one with sextant.journal.export_trace.")
        self.version = int(data["version"])
        if self.version > TRACE_VERSION:
            raise JournalFault(
                f"The trace has version {self.version}; this Sextant reads versions up to {TRACE_VERSION}.",
                "It was written by a newer Sextant: upgrade to read it.",
            )

    def _take_screen(self, value: Mapping[str, Any], database: sqlite3.Connection) -> None:
        identity, picture, digest = _name(value["id"]), str(value["picture"]), str(value["digest"])
        body = zlib.compress(_line(value["body"]).encode(), 1)
        decode_screen(body)
        database.execute(
            "INSERT INTO screens(id, digest, picture, body, crc) VALUES(?, ?, ?, ?, ?)",
            (identity, digest, _name(picture) if picture else "", body, checksum(body)),
        )
        self.screens.add(identity)

    def _take_record(self, value: Mapping[str, Any], database: sqlite3.Connection) -> None:
        kind, body = str(value["kind"]), _line(value["body"])
        named = screens_named(kind, body)
        if not self.screens.issuperset(named.values()):
            raise ValueError("it names a screen that does not stand before it")
        entry = decode_entry(kind, body, dict.fromkeys(named, NO_SCREEN))
        self.at = _time(value["at"])
        match entry:
            case RunHead():
                _time(entry.began)
                self.head = entry
            case Transition():
                self.steps += 1
                self.usage = self.usage + entry.usage
            case Episode():
                self.episode = body
            case _:
                pass
        if kind in ("intent", "transition"):
            self.episode = ""
        database.execute(
            "INSERT INTO records(seq, at, kind, step, ref, body, crc) VALUES(?, ?, ?, ?, ?, ?, ?)",
            (int(value["seq"]), self.at, kind, int(value["step"]), ref_of(entry), body, checksum(body)),
        )
        self.records += 1


def _take_picture(value: Mapping[str, Any], database: sqlite3.Connection, store: PictureStore) -> None:
    identity, media_type, scale = _name(value["id"]), value["media_type"], float(value["scale"])
    if media_type not in _MEDIA:
        raise ValueError(f"unknown kind of picture {media_type!r}")
    try:
        data = base64.b64decode(str(value["data"]), validate=True)
    except binascii.Error as e:
        raise ValueError("the picture is not base64") from e
    if hashlib.sha256(data).hexdigest() != identity:
        raise ValueError("the picture is not the one its name says")
    try:
        size_of(data)
    except NoPicture as e:
        raise ValueError(str(e)) from e
    store.put(Picture(data, media_type, scale))
    database.execute(
        "INSERT INTO pictures(id, media_type, scale, bytes) VALUES(?, ?, ?, ?)",
        (identity, media_type, scale, len(data)),
    )


def _name(value: object) -> str:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise ValueError("an id is not hexadecimal")
    return value


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is no number")
    return number


def _time(value: object) -> float:
    """Unix seconds between 1970 and 2100."""
    if not isinstance(value, (int, float)) or not 0 <= value <= _LATEST:
        raise ValueError("a time lies before 1970 or after 2100")
    return float(value)


def _bad(number: int, what: str) -> UsageError:
    return UsageError(f"Line {number} of the trace is invalid: {what}.", "Export the run again, or delete the line.")
