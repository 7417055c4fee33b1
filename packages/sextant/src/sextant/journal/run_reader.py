"""Reads one run."""

import sqlite3
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import RLock
from typing import Any

from sextant.dataclass import dataclass
from sextant.errors import JournalFault
from sextant.journal.entries import (
    ASIDE,
    LARGEST_SCREEN,
    NO_SCREEN,
    Note,
    Permission,
    Record,
    RunHead,
    StoredPicture,
    StoredScreen,
    StoredUsage,
    aside_of,
    decode_entry,
    decode_screen,
    screens_named,
    spent_amount,
    spent_on,
)
from sextant.journal.pictures import PictureStore
from sextant.journal.schema import decoding, translated
from sextant.types.codec import from_json, inflated
from sextant.types.devices import Intent, Lease
from sextant.types.events import Aside, Event
from sextant.types.screens import Picture, Screen
from sextant.types.snapshots import Snapshot
from sextant.types.tasks import Episode, Usage
from sextant.types.transitions import Transition

FORMAT = "format"
"""Name of the snapshot row with the version of the states; version 1 has no such row."""

MOST_HELD = 256 * 1024 * 1024
"""Bytes of unpacked screens that a reader holds at a time: thousands of ordinary screens."""

_AT_ONCE = 256
"""Rows that are fetched at once."""

_SPENT = tuple(name for name in Usage.__dataclass_fields__ if name != "requests")

_LATEST = 4_102_444_800.0
"""2100, in Unix seconds."""


class NeverBegun(JournalFault):
    """The run's process died before the first row was written; nothing had been done."""


@dataclass(frozen=True, slots=True)
class Times:
    """Times of the last write and of the end, in Unix seconds."""

    updated: float
    ended: float | None


@dataclass(frozen=True, slots=True)
class RawRecord:
    """A record as stored, for replay and export, which do not decode every screen."""

    seq: int
    at: float
    kind: str
    step: int
    body: str


@dataclass(frozen=True, slots=True)
class Pending:
    """An intention without a known outcome, and the screen before it."""

    intent: Intent
    before: Screen


class RunRecord:
    """Reads a run. Everything is read lazily; pictures only on request."""

    def __init__(self, directory: Path, connection: sqlite3.Connection) -> None:
        self.directory = directory
        self._db = connection
        self._pictures = PictureStore(directory / "pictures")
        self._lock = RLock()
        with translated(directory, "reading the run"):
            row = connection.execute("SELECT head FROM run").fetchone()
        if row is None:
            raise NeverBegun(
                f"Run {directory.name!r} never started: its journal is empty.",
                f"Remove it with: sextant runs rm {directory.name}",
            )
        with decoding(directory, "how the run began"):
            head: RunHead = from_json(RunHead, row[0])
            self.head = replace(head, began=_time(head.began))
        _refuse_newer_trace(self.head)

    @property
    def run(self) -> str:
        """The run's id."""
        return self.head.run

    @property
    def leased(self) -> Lease | None:
        """The latest lease of the device."""
        text = str(self._one("SELECT lease FROM run"))
        with decoding(self.directory, "the device's lease"):
            return from_json(Lease, text) if text else None

    @property
    def episode(self) -> Episode | None:
        """The run's result; that of the leg before until the present leg has acted; else None."""
        text = str(self._one("SELECT episode FROM run"))
        with decoding(self.directory, "the run's result"):
            return from_json(Episode, text) if text else None

    def usage(self) -> Usage:
        """The cost of all requests, also of those without a step; without recorded requests, the sum of the steps."""
        return self._spent_on_requests() or self._spent_by_steps()

    def calls(self) -> Mapping[str, int]:
        """The number of requests of each role; empty if none are recorded."""
        roles = Counter(str(note.data.get("role") or "") for note in self._notes("request"))
        return {role: roles[role] for role in sorted(roles) if role}

    def seconds(self) -> float:
        """Wall time of all legs together, each from its start to its last entry."""
        total, since, until = 0.0, None, 0.0
        for kind, at in self._rows("SELECT kind, at FROM records WHERE kind <> 'begin' ORDER BY seq"):
            if kind == "leg":
                total += 0.0 if since is None else max(until - since, 0.0)
                since = float(at)
            until = float(at)
        return total + (0.0 if since is None else max(until - since, 0.0))

    def steps(self) -> int:
        """The number of committed steps."""
        return int(self._one("SELECT steps FROM run"))

    def times(self) -> Times:
        """The times of the last write and of the end."""
        updated, ended = self._rows("SELECT updated, ended FROM run")[0]
        return Times(_time(updated), None if ended is None else _time(ended))

    def raw(self, *kinds: str) -> Iterator[RawRecord]:
        """Records as stored, in order; only those of the given kinds, if any are given."""
        chosen = f"WHERE kind IN ({','.join('?' * len(kinds))})" if kinds else ""
        query = f"SELECT seq, at, kind, step, body FROM records {chosen} ORDER BY seq"  # noqa: S608 - marks only
        for seq, at, kind, step, body in self._each(query, kinds):
            yield RawRecord(int(seq), _time(at), str(kind), int(step), str(body))

    def records(self, *kinds: str, pictures: bool = False) -> Iterator[Record]:
        """The decoded trace, in order."""
        for raw in self.raw(*kinds):
            yield self.decode(raw, pictures)

    def screens_of(self, raw: RawRecord) -> Mapping[str, str]:
        """The ids of the screens of a stored record, by field."""
        with decoding(self.directory, f"record {raw.seq}"):
            return screens_named(raw.kind, raw.body)

    def decode(self, raw: RawRecord, pictures: bool = False, shared: "SharedScreens | None" = None) -> Record:
        """Decodes a stored record; with `pictures`, including those of its screens; else they may be `shared`."""
        with decoding(self.directory, f"record {raw.seq}"):
            find = partial(self.screen, picture=pictures) if shared is None else shared.screen
            screens = {name: find(one) for name, one in self.screens_of(raw).items()}
            return Record(raw.seq, raw.at, raw.step, decode_entry(raw.kind, raw.body, screens))

    def transitions(self, pictures: bool = False) -> Iterator[Transition]:
        """The committed steps in order, read lazily."""
        for record in self.records("transition", pictures=pictures):
            if isinstance(record.entry, Transition):
                yield record.entry

    def last(self, pictures: bool = False) -> Transition | None:
        """The last committed step."""
        return next(iter(self.latest(1, pictures)), None)

    def latest(self, count: int, pictures: bool = False) -> tuple[Transition, ...]:
        """The last `count` committed steps, in order; earlier ones are not read."""
        query = "SELECT seq, at, kind, step, body FROM records WHERE kind='transition' ORDER BY seq DESC LIMIT ?"
        found = [RawRecord(int(a), float(b), str(c), int(d), str(e)) for a, b, c, d, e in self._rows(query, (count,))]
        entries = [self.decode(raw, pictures).entry for raw in reversed(found)]
        return tuple(entry for entry in entries if isinstance(entry, Transition))

    def step(self, number: int) -> Transition | None:
        """The committed step of that number, without pictures."""
        query = "SELECT seq, at, kind, step, body FROM records WHERE kind='transition' AND step=? ORDER BY seq DESC"
        for a, b, c, d, e in self._rows(query, (number,)):
            entry = self.decode(RawRecord(int(a), float(b), str(c), int(d), str(e))).entry
            return entry if isinstance(entry, Transition) else None
        return None

    def snapshot(self) -> Snapshot | None:
        """The latest stored state; None if there is none."""
        states = {str(name): str(body) for name, body in self._rows("SELECT name, body FROM snapshots")}
        with decoding(self.directory, "the state of a part"):
            version = int(states.pop(FORMAT, "1"))
        return Snapshot(states, version) if states else None

    def asides(self) -> Iterator[Aside]:
        """The events other than steps, in order."""
        for note in self._notes(ASIDE):
            with decoding(self.directory, "an event"):
                yield aside_of(note)

    def events(self) -> Iterator[Event]:
        """The steps and other events from which the state of a run is folded, in order."""
        for record in self.records("transition", "note"):
            match record.entry:
                case Transition():
                    yield record.entry
                case Note(kind=kind) if kind == ASIDE:
                    with decoding(self.directory, "an event"):
                        yield aside_of(record.entry)
                case _:
                    pass

    def has_state(self) -> bool:
        """Whether a state is stored; without one, the run can be replayed but not resumed."""
        return bool(self._one("SELECT EXISTS(SELECT 1 FROM snapshots)"))

    def pending(self) -> tuple[Pending, ...]:
        """Intentions that may have been carried out: without outcome, settlement or committed step."""
        query = (  # each part is in the order of the index, so that they are merged without a look-up for each
            "SELECT body FROM records WHERE kind = 'intent' AND ref IN ("
            "SELECT ref FROM records WHERE kind = 'intent' "
            "EXCEPT SELECT ref FROM records WHERE kind = 'outcome' "
            "EXCEPT SELECT ref FROM records WHERE kind = 'settled' ORDER BY 1) ORDER BY seq"
        )
        rows = self._rows(query)
        with decoding(self.directory, "an intention"):
            intents: list[Intent] = [from_json(Intent, body) for (body,) in rows]
        return tuple(Pending(intent, self.screen_by_digest(intent.before) or NO_SCREEN) for intent in intents)

    def intents(self) -> tuple[Intent, ...]:
        """All intentions, in order."""
        return tuple(r.entry for r in self.records("intent") if isinstance(r.entry, Intent))

    def permissions(self) -> tuple[Permission, ...]:
        """All questions with their answers, in order."""
        return tuple(r.entry for r in self.records("permission") if isinstance(r.entry, Permission))

    @property
    def salvaged(self) -> Mapping[str, Any] | None:
        """What a repair of the damaged journal kept and lost (fields of `Salvage`); None if there was none."""
        notes = self.notes("salvaged")
        return notes[-1].data if notes else None

    def notes(self, kind: str = "") -> tuple[Note, ...]:
        """Notes in order; only those of one kind, if given."""
        if kind:
            return tuple(self._notes(kind))
        return tuple(r.entry for r in self.records("note") if isinstance(r.entry, Note))

    def screen(self, identity: str, picture: bool = False) -> Screen:
        """A stored screen by id; a placeholder with condition `blank` if it is lost."""
        for body, shot in self._rows("SELECT body, picture FROM screens WHERE id = ?", (identity,)):
            shown = self.picture(str(shot)) if picture and shot else None
            with decoding(self.directory, "a screen"):
                return decode_screen(body, shown)
        return NO_SCREEN

    def stored_screen(self, identity: str) -> StoredScreen | None:
        """A screen in its stored form; None if it is lost."""
        query = "SELECT id, digest, body, picture FROM screens WHERE id = ?"
        for found, digest, body, picture in self._rows(query, (identity,)):
            return StoredScreen(str(found), str(digest), bytes(body), str(picture))
        return None

    def screen_id(self, digest: str) -> str:
        """The id of the last stored screen with that digest; empty if there is none."""
        for (identity,) in self._rows("SELECT id FROM screens WHERE digest = ? ORDER BY seq DESC LIMIT 1", (digest,)):
            return str(identity)
        return ""

    def screen_by_digest(self, digest: str, picture: bool = False) -> Screen | None:
        """The last stored screen with that digest."""
        identity = self.screen_id(digest)
        return self.screen(identity, picture) if identity else None

    def picture_file(self, digest: str) -> Path | None:
        """The path of the last stored picture of a screen with that digest; None if there is none."""
        query = (
            "SELECT pictures.id, media_type FROM screens JOIN pictures ON screens.picture = pictures.id "
            "WHERE digest = ? ORDER BY screens.seq DESC LIMIT 1"
        )
        for identity, media_type in self._rows(query, (digest,)):
            return self._pictures.path(str(identity), str(media_type))
        return None

    def stored_pictures(self) -> Iterator[StoredPicture]:
        """Every stored picture in order of first use."""
        for identity, media_type, scale, size in self._rows(
            "SELECT id, media_type, scale, bytes FROM pictures ORDER BY seq"
        ):
            yield StoredPicture(str(identity), media_type, float(scale), int(size))

    def picture(self, identity: str) -> Picture | None:
        """A stored picture by id; None if its file is missing."""
        for media_type, scale in self._rows("SELECT media_type, scale FROM pictures WHERE id = ?", (identity,)):
            with translated(self.directory, "reading a picture"):
                data = self._pictures.get(identity, str(media_type))
            return None if data is None else Picture(data, media_type, float(scale))
        return None

    @contextmanager
    def reporting_damage(self) -> Generator[None]:
        """A context for code that reads the whole record: exceptions caused by its content are reported as damage.

        Raises:
            UndecodableJournal: The content has wrong types, depth or sizes.
        """
        with decoding(self.directory, "what it holds"):
            yield

    def close(self) -> None:
        """Ends reading. Idempotent."""
        with self._lock:
            self._db.close()

    def __enter__(self) -> "RunRecord":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with self._lock, translated(self.directory, "reading the run"):
            return self._db.execute(query, tuple(values)).fetchall()

    def _each(self, query: str, values: Sequence[object] = ()) -> Iterator[tuple[Any, ...]]:
        """Rows in order, fetched in batches to limit memory."""
        with self._lock, translated(self.directory, "reading the run"):
            cursor = self._db.execute(query, tuple(values))
        while True:
            with self._lock, translated(self.directory, "reading the run"):
                rows = cursor.fetchmany(_AT_ONCE)
            if not rows:
                return
            yield from rows

    def _notes(self, kind: str, after: int = 0) -> Iterator[Note]:
        """Notes of one kind after a record, in order. Runs of earlier versions have no indexed kind."""
        query = (
            "SELECT body FROM records WHERE kind = 'note' AND ref IN ('', ?1) AND seq > ?2 "
            "AND (ref = ?1 OR json_extract(body, '$.kind') = ?1) ORDER BY seq"
        )
        with decoding(self.directory, f"a {kind} note"):
            for (body,) in self._each(query, (kind, after)):
                yield from_json(Note, body)

    def _spent_by_steps(self) -> Usage:
        return Usage() + self._stored_usage()

    def _spent_on_requests(self) -> Usage | None:
        """What was counted with the last step, and the requests since; None if there are none."""
        stored = self._stored_usage()
        counted = stored.counted or Usage()
        requests, sums = counted.requests, {name: float(getattr(counted, name)) for name in _SPENT}
        for note in self._notes("request", stored.until):
            requests += 1
            for name in _SPENT:
                if name in note.data:
                    sums[name] += spent_amount(note.data[name])
        with decoding(self.directory, "what the requests have cost"):
            return replace(spent_on(Note("request", sums)), requests=requests) if requests else None

    def _stored_usage(self) -> StoredUsage:
        with decoding(self.directory, "what the steps have spent"):
            return from_json(StoredUsage, str(self._one("SELECT usage FROM run")))

    def _one(self, query: str) -> Any:
        with decoding(self.directory, "the run's own row"):
            return self._rows(query)[0][0]


class SharedScreens:
    """Screens without pictures, each decoded once: for a caller that holds many records of a run."""

    def __init__(self, record: RunRecord, most_bytes: int = MOST_HELD) -> None:
        self._record, self._most, self._left = record, most_bytes, most_bytes
        self._known: dict[str, Screen] = {}

    def screen(self, identity: str) -> Screen:
        """A stored screen by id; a placeholder where it was lost.

        Raises:
            UndecodableJournal: All screens together exceed the limit when they are unpacked.
        """
        if identity not in self._known:
            row = self._record.stored_screen(identity)
            self._known[identity] = NO_SCREEN if row is None else self._decoded(row)
        return self._known[identity]

    def _decoded(self, row: StoredScreen) -> Screen:
        with decoding(self._record.directory, "a screen"):
            body = inflated(row.body, LARGEST_SCREEN)
            self._left -= len(body)
            if self._left < 0:
                raise ValueError(f"the screens of the run take more than {self._most:,} bytes when unpacked")
            return from_json(Screen, body)


def _time(value: object) -> float:
    """Unix seconds; 0 for times before 1970 or after 2100."""
    seconds = float(value) if isinstance(value, (int, float)) else 0.0
    return seconds if 0.0 <= seconds <= _LATEST else 0.0


def _refuse_newer_trace(head: RunHead) -> None:
    known = RunHead.__dataclass_fields__["trace_version"].default
    if head.trace_version > known:
        raise JournalFault(
            f"Run {head.run!r} has trace version {head.trace_version}; this Sextant reads versions up to {known}.",
            "It was written by a newer Sextant: upgrade to read it.",
        )
