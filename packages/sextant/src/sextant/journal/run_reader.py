"""Reading one run."""

import sqlite3
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import RLock
from typing import Any

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
    aside_of,
    decode_entry,
    decode_screen,
    screens_named,
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
"""Name of the row that holds the version of the states beside it; the first version has none."""

MOST_HELD = 256 * 1024 * 1024
"""Bytes of unpacked screens that a reader holds at a time: thousands of ordinary screens."""

_AT_ONCE = 256
"""Rows read at a time where there may be many."""

_SPENT = tuple(name for name in Usage.__dataclass_fields__ if name != "requests")

_LATEST = 4_102_444_800.0
"""2100, in Unix seconds."""


class NeverBegun(JournalFault):
    """The run's process died before its first row was written; nothing had been done."""


@dataclass(frozen=True, slots=True)
class Times:
    """When the run was last written to, and when it ended. Unix seconds."""

    updated: float
    ended: float | None


@dataclass(frozen=True, slots=True)
class RawRecord:
    """A record as it is stored; what replay and export walk, without decoding every screen."""

    seq: int
    at: float
    kind: str
    step: int
    body: str


@dataclass(frozen=True, slots=True)
class Pending:
    """An intention whose outcome is not known, and the screen it was aimed at."""

    intent: Intent
    before: Screen


class RunRecord:
    """Reads a run. Everything is read lazily; pictures only where they are asked for."""

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
        """How to find the device again, as last written."""
        text = str(self._one("SELECT lease FROM run"))
        with decoding(self.directory, "the device's lease"):
            return from_json(Lease, text) if text else None

    @property
    def episode(self) -> Episode | None:
        """The run's result, or that of the leg before until the present one has done something; else None."""
        text = str(self._one("SELECT episode FROM run"))
        with decoding(self.directory, "the run's result"):
            return from_json(Episode, text) if text else None

    def usage(self) -> Usage:
        """What every request has spent, also those whose step came to nothing; the steps' own sum without any."""
        requests = 0
        sums = dict.fromkeys(_SPENT, 0.0)
        for note in self._notes("request"):
            requests += 1
            for name in _SPENT:
                value = note.data.get(name)
                if isinstance(value, (int, float)) and value >= 0:
                    sums[name] += value
        if not requests:
            return self._spent_by_steps()
        with decoding(self.directory, "what the requests have cost"):
            return replace(spent_on(Note("request", sums)), requests=requests)

    def calls(self) -> Mapping[str, int]:
        """How many requests each role has made; nothing of a run that has none on record."""
        roles = Counter(str(note.data.get("role") or "") for note in self._notes("request"))
        return {role: roles[role] for role in sorted(roles) if role}

    def seconds(self) -> float:
        """Wall time that processes have spent on the run, each from its taking it up to the last it wrote down."""
        total, since, until = 0.0, None, 0.0
        for kind, at in self._rows("SELECT kind, at FROM records WHERE kind <> 'begin' ORDER BY seq"):
            if kind == "leg":
                total += 0.0 if since is None else max(until - since, 0.0)
                since = float(at)
            until = float(at)
        return total + (0.0 if since is None else max(until - since, 0.0))

    def steps(self) -> int:
        """How many transitions are committed."""
        return int(self._one("SELECT steps FROM run"))

    def times(self) -> Times:
        """When the run was last written to, and when it ended."""
        updated, ended = self._rows("SELECT updated, ended FROM run")[0]
        return Times(_time(updated), None if ended is None else _time(ended))

    def raw(self, *kinds: str) -> Iterator[RawRecord]:
        """Records as stored, in order; of these kinds only, where any are named."""
        chosen = f"WHERE kind IN ({','.join('?' * len(kinds))})" if kinds else ""
        query = f"SELECT seq, at, kind, step, body FROM records {chosen} ORDER BY seq"  # noqa: S608 - marks only
        for seq, at, kind, step, body in self._each(query, kinds):
            yield RawRecord(int(seq), _time(at), str(kind), int(step), str(body))

    def records(self, *kinds: str, pictures: bool = False) -> Iterator[Record]:
        """The trace in order, decoded."""
        for raw in self.raw(*kinds):
            yield self.decode(raw, pictures)

    def screens_of(self, raw: RawRecord) -> Mapping[str, str]:
        """Ids of the screens that a stored record names, by field."""
        with decoding(self.directory, f"record {raw.seq}"):
            return screens_named(raw.kind, raw.body)

    def decode(self, raw: RawRecord, pictures: bool = False, shared: "SharedScreens | None" = None) -> Record:
        """A stored record as typed data; with `pictures`, its screens carry theirs, else they may be `shared`."""
        with decoding(self.directory, f"record {raw.seq}"):
            find = partial(self.screen, picture=pictures) if shared is None else shared.screen
            screens = {name: find(one) for name, one in self.screens_of(raw).items()}
            return Record(raw.seq, raw.at, raw.step, decode_entry(raw.kind, raw.body, screens))

    def transitions(self, pictures: bool = False) -> Iterator[Transition]:
        """The committed steps in order, lazily."""
        for record in self.records("transition", pictures=pictures):
            if isinstance(record.entry, Transition):
                yield record.entry

    def last(self, pictures: bool = False) -> Transition | None:
        """The last committed step."""
        return next(iter(self.latest(1, pictures)), None)

    def latest(self, count: int, pictures: bool = False) -> tuple[Transition, ...]:
        """The last committed steps, so many at most, in order; no earlier one is read for them."""
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
        """The latest committed state, as it is stored; None where none is kept."""
        states = {str(name): str(body) for name, body in self._rows("SELECT name, body FROM snapshots")}
        with decoding(self.directory, "the state of a part"):
            version = int(states.pop(FORMAT, "1"))
        return Snapshot(states, version) if states else None

    def asides(self) -> Iterator[Aside]:
        """What happened besides steps, in order."""
        for note in self._notes(ASIDE):
            with decoding(self.directory, "an event"):
                yield aside_of(note)

    def events(self) -> Iterator[Event]:
        """Everything that the state of a run is folded from, in order."""
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
        """Whether any part's state is kept: without it a run is replayed, not resumed."""
        return bool(self._one("SELECT EXISTS(SELECT 1 FROM snapshots)"))

    def pending(self) -> tuple[Pending, ...]:
        """Intentions that may have been carried out, with no outcome, no settlement and no committed step."""
        query = (
            "SELECT i.body FROM records i WHERE i.kind='intent' AND NOT EXISTS ("
            "SELECT 1 FROM records o WHERE o.kind IN ('outcome', 'settled') AND o.ref = i.ref) ORDER BY i.seq"
        )
        rows = self._rows(query)
        with decoding(self.directory, "an intention"):
            intents: list[Intent] = [from_json(Intent, body) for (body,) in rows]
        return tuple(Pending(intent, self.screen_by_digest(intent.before) or NO_SCREEN) for intent in intents)

    def intents(self) -> tuple[Intent, ...]:
        """Every intention, in order."""
        return tuple(r.entry for r in self.records("intent") if isinstance(r.entry, Intent))

    def permissions(self) -> tuple[Permission, ...]:
        """Every question asked and its answer, in order."""
        return tuple(r.entry for r in self.records("permission") if isinstance(r.entry, Permission))

    @property
    def salvaged(self) -> Mapping[str, Any] | None:
        """What a repair of the damaged journal kept and lost (fields of `Salvage`); None if there was none."""
        notes = self.notes("salvaged")
        return notes[-1].data if notes else None

    def notes(self, kind: str = "") -> tuple[Note, ...]:
        """Notes in order; of one kind, where it is named."""
        if kind:
            return tuple(self._notes(kind))
        return tuple(r.entry for r in self.records("note") if isinstance(r.entry, Note))

    def screen(self, identity: str, picture: bool = False) -> Screen:
        """A stored screen by id; a placeholder with condition `blank` where it was lost."""
        for body, shot in self._rows("SELECT body, picture FROM screens WHERE id = ?", (identity,)):
            shown = self.picture(str(shot)) if picture and shot else None
            with decoding(self.directory, "a screen"):
                return decode_screen(body, shown)
        return NO_SCREEN

    def stored_screen(self, identity: str) -> StoredScreen | None:
        """A stored screen as it is stored; None where it was lost."""
        query = "SELECT id, digest, body, picture FROM screens WHERE id = ?"
        for found, digest, body, picture in self._rows(query, (identity,)):
            return StoredScreen(str(found), str(digest), bytes(body), str(picture))
        return None

    def screen_id(self, digest: str) -> str:
        """Id of the last stored screen with that digest; empty where none is stored."""
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
        """A stored picture by id; None where its file is gone."""
        for media_type, scale in self._rows("SELECT media_type, scale FROM pictures WHERE id = ?", (identity,)):
            with translated(self.directory, "reading a picture"):
                data = self._pictures.get(identity, str(media_type))
            return None if data is None else Picture(data, media_type, float(scale))
        return None

    @contextmanager
    def telling(self) -> Generator[None]:
        """A context for code that reads the whole record: an exception caused by its content is reported as damage.

        Raises:
            UndecodableJournal: In place of what the block raised of the wrong kind, depth or size.
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
        """Rows in order, a few at a time: a long run is not held in memory."""
        with self._lock, translated(self.directory, "reading the run"):
            cursor = self._db.execute(query, tuple(values))
        while True:
            with self._lock, translated(self.directory, "reading the run"):
                rows = cursor.fetchmany(_AT_ONCE)
            if not rows:
                return
            yield from rows

    def _notes(self, kind: str) -> Iterator[Note]:
        """Notes of one kind in order. Their kind is indexed, but for runs of earlier versions, which left it empty."""
        query = (
            "SELECT body FROM records WHERE kind = 'note' AND ref IN ('', ?1) "
            "AND (ref = ?1 OR json_extract(body, '$.kind') = ?1) ORDER BY seq"
        )
        for (body,) in self._each(query, (kind,)):
            with decoding(self.directory, f"a {kind} note"):
                note: Note = from_json(Note, body)
            yield note

    def _spent_by_steps(self) -> Usage:
        with decoding(self.directory, "what the steps have spent"):
            return from_json(Usage, str(self._one("SELECT usage FROM run")))

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
