"""Writes a run: each intention before it is carried out, each step as a whole."""

import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from sextant.dataclass import dataclass
from sextant.errors import JournalFault
from sextant.journal.entries import (
    ASIDE,
    Encoder,
    Entry,
    Leg,
    Note,
    Outcome,
    Permission,
    SeenScreen,
    SettledIntention,
    StoredPicture,
    StoredScreen,
    StoredUsage,
    aside_note,
    checksum,
    kind_of,
    ref_of,
)
from sextant.journal.lock import RunLock
from sextant.journal.redact import Redactor
from sextant.journal.run_reader import FORMAT, RunRecord
from sextant.journal.schema import transaction, translated
from sextant.journal.summary import RunSummary, summarise
from sextant.journal.summary_cache import cache_summary, database_state, directory_size
from sextant.storage import Folder
from sextant.text.spellings import Spellings
from sextant.types.codec import to_json
from sextant.types.devices import Injection, Intent, Lease
from sextant.types.events import Aside
from sextant.types.geometry import Box
from sextant.types.screens import Picture, Screen
from sextant.types.snapshots import Snapshot
from sextant.types.tasks import Episode, Usage
from sextant.types.transitions import Transition

Clock = Callable[[], float]
"""Returns Unix seconds."""

Mask = Callable[[Picture, Sequence[Box]], Picture]
"""Returns the picture with these boxes (viewport pixels) painted over."""

_REMEMBERED = 4
"""Screens in memory: the two of a step, and those of looks between."""


@dataclass(frozen=True, slots=True)
class Privacy:
    """What must not be stored, and how pictures are changed for it.

    Attributes:
        secrets: Values by name, in memory only.
        mask: Paints boxes over. Without it, a picture with a private field is not stored.
        shrink: Reduces a picture for storage. Without it, pictures are stored unchanged.
    """

    secrets: Mapping[str, str] | Spellings = field(default_factory=dict[str, str], repr=False)
    mask: Mask | None = None
    shrink: Callable[[Picture], Picture] | None = None


@dataclass(frozen=True, slots=True)
class _PreparedScreen:
    """A screen whose picture is on disk, and whose rows are not written yet."""

    screen: Screen
    stored: StoredScreen
    picture: StoredPicture | None


class RunLog(RunRecord):
    """Writes a run step by step; implements `IntentLog`. One process at a time; thread-safe.

    `intend`, `commit`, `settle`, `permission`, `note`, `lease`, `record_screen` and `finish` are durable when they
    return. `outcome` is written with the next of them: after a crash the screen decides in any case.

    A resumed run keeps its earlier result until its first intention, so that a failed resume does not hide why the run
    stopped. `last_salvage` has the fields of `Salvage` if the journal was repaired since the last leg.
    """

    def __init__(
        self, directory: Path, connection: sqlite3.Connection, lock: RunLock, clock: Clock, privacy: Privacy
    ) -> None:
        super().__init__(directory, connection)
        self._held = lock
        self._clock = clock
        self._mask, self._shrink = privacy.mask, privacy.shrink
        self._redactor = Redactor(privacy.secrets)
        self._encoder = Encoder(self._redactor)
        self._recent: list[_PreparedScreen] = []
        self._spent = self._spent_by_steps()
        self._step = 0
        self._committed: int | None = None
        self._begin_leg()

    def intend(self, intent: Intent, before: Screen) -> None:
        """Writes an intention and its screen. Durable when it returns; carry the intention out only then."""
        step = intent.step
        with self._lock, translated(self.directory, f"writing the intention of step {step}", self._safe_steps()):
            self._step = step
            ready = self._prepared(before)
            body = self._encoder.entry(self._redactor.intent(intent, before), {})
            with transaction(self._db):
                self._clear_result()
                self._insert_screens(ready)
                self._insert("intent", step, intent.id, body)
            self._open[intent.id] = intent

    def settle(self, intent: str, happened: bool | None, by: str, reason: str = "") -> None:
        """Records how a pending intention was settled on resume; it is pending no longer."""
        self._write("settling an intention", SettledIntention(intent, happened, by, reason))
        self._open.pop(intent, None)

    def commit(self, transition: Transition, snapshot: Snapshot, asides: Sequence[Aside] = ()) -> None:
        """Writes the step, its outcomes, the other events and the state of every part, in one transaction.

        Raises:
            JournalFault: Nothing of the step was written; the step before is still on disk.
        """
        step = transition.step
        with self._lock, translated(self.directory, f"writing step {step}", self._safe_steps()):
            safe = self._redactor.transition(transition)
            before, after = self._prepared(transition.before), self._prepared(transition.after)
            body = self._encoder.entry(safe, {"before": before.stored.id, "after": after.stored.id})
            states = {name: self._encoder.text(state) for name, state in snapshot.states.items()}
            states |= {FORMAT: str(snapshot.version)} if states else {}
            notes = [self._encoder.entry(aside_note(aside), {}) for aside in asides]
            spent = self._spent + transition.usage
            with transaction(self._db):
                self._clear_result()
                self._close_intents(transition)
                self._insert_screens(before, after)
                for note in notes:
                    self._insert("note", step, ASIDE, note)
                self._insert("transition", step, "", body)
                for name, state in states.items():
                    self._db.execute(
                        "INSERT OR REPLACE INTO snapshots VALUES(?, ?, ?, ?)", (name, step, state, checksum(state))
                    )
                self._db.execute(
                    "UPDATE run SET steps = steps + 1, usage = ?, updated = ?", (self._counted(spent), self._clock())
                )
            self._spent, self._step, self._committed = spent, step, step
            self._open = {name: intent for name, intent in self._open.items() if not _belongs(intent, transition)}

    def record_screen(self, screen: Screen) -> None:
        """Stores a screen that is in no transition: the first one, and the first after a resume."""
        with self._lock, translated(self.directory, "writing a screen", self._safe_steps()):
            ready = self._prepared(screen)
            body = self._encoder.entry(SeenScreen(screen), {"screen": ready.stored.id})
            with transaction(self._db):
                self._insert_screens(ready)
                self._insert("saw", self._step, "", body)

    def permission(self, question: str, answer: bool, by: str, detail: str = "") -> None:
        """Records a question and its answer."""
        self._write("writing a permission", Permission(question, answer, by, detail))

    def note(self, kind: str, data: Mapping[str, object]) -> None:
        """Writes a note (`ledger`, `interrupt`, `hand_over`, `disclosure` …); `data` must be serialisable as JSON."""
        self._write(f"writing a {kind} note", Note(kind, dict(data)))

    def lease(self, lease: Lease) -> None:
        """Writes the current lease of the device."""
        with self._lock, translated(self.directory, "writing the device's lease", self._safe_steps()):
            body = self._encoder.typed(Lease, lease)
            with transaction(self._db):
                self._insert("lease", self._step, "", body)
                self._db.execute("UPDATE run SET lease = ?", (body,))

    def finish(self, episode: Episode) -> None:
        """Writes the run's result. A run with a resumable status (`interrupted`, `needs_person` …) can be resumed."""
        with self._lock, translated(self.directory, "writing the result", self._safe_steps()):
            body = self._encoder.typed(Episode, episode)
            with transaction(self._db):
                self._insert("finish", self._step, "", body)
                now = self._clock()
                self._db.execute("UPDATE run SET episode = ?, ended = ?, updated = ?", (body, now, now))

    def close(self) -> None:
        """Releases the run. Idempotent."""
        with self._lock:
            summary = self._summary()
            super().close()
            self._keep(summary)
            self._held.release()

    def _summary(self) -> RunSummary | None:
        """The summary for lists; None if it cannot be read, or the run was closed before."""
        try:
            with self.reporting_damage():
                return summarise(self, live=False)
        except JournalFault:
            return None

    def _keep(self, summary: RunSummary | None) -> None:
        """Caches the summary while the lock still prevents other writers. Best effort."""
        if summary is None:
            return
        with suppress(OSError), Folder.open(self.directory) as folder:
            whole = replace(summary, run=self.directory.name, bytes=directory_size(folder.descriptor))
            cache_summary(folder, database_state(folder), whole, settled=True)

    def __enter__(self) -> "RunLog":
        return self

    def _begin_leg(self) -> None:
        """Reads what earlier legs left (secret fields, last step, pending intentions), and records a new leg."""
        last = self.last()
        if last is not None:
            self._step = self._committed = last.step
        for intent in self.intents():
            self._redactor.intent(intent, None)
        self._open = {pending.intent.id: pending.intent for pending in self.pending()}
        leg = Leg(sum(1 for _ in self.raw("leg")) + 1, os.getpid())
        self.last_salvage = self._salvage_since_last_leg()
        with translated(self.directory, "taking the run up"), transaction(self._db):
            self._insert("leg", self._step, "", to_json(Leg, leg))
            self._db.execute("UPDATE run SET updated = ?", (self._clock(),))

    def _salvage_since_last_leg(self) -> Mapping[str, Any] | None:
        last_salvage: Mapping[str, Any] | None = None
        for record in self.records("leg", "note"):
            if isinstance(record.entry, Leg):
                last_salvage = None
            elif isinstance(record.entry, Note) and record.entry.kind == "salvaged":
                last_salvage = record.entry.data
        return last_salvage

    def _counted(self, spent: Usage) -> str:
        """What the steps have spent, and the requests so far: a list of runs need not read each of them."""
        (until,) = self._db.execute("SELECT max(seq) FROM records").fetchone()
        steps = {name: getattr(spent, name) for name in Usage.__dataclass_fields__}
        return to_json(StoredUsage, StoredUsage(**steps, counted=self._spent_on_requests(), until=until))

    def _clear_result(self) -> None:
        """Deletes the result of the leg before, inside a transaction."""
        self._db.execute("UPDATE run SET episode = '', ended = NULL")

    def _safe_steps(self) -> str:
        return "" if self._committed is None else f"Everything up to step {self._committed} is on disk."

    def _write(self, doing: str, entry: Entry) -> None:
        with self._lock, translated(self.directory, doing, self._safe_steps()):
            body = self._encoder.entry(entry, {})
            with transaction(self._db):
                self._insert(kind_of(entry), self._step, ref_of(entry), body)

    def _close_intents(self, transition: Transition) -> None:
        """Closes the intentions of a committed step, whose result is known."""
        attempts = {attempt.intent: attempt for attempt in transition.attempts}
        for intent in self._open.values():
            if not _belongs(intent, transition):
                continue
            attempt = attempts.get(intent.id)
            account = None if attempt is None else Injection(attempt.seconds, attempt.busy_seconds)
            error = "" if account else "The step gives no account of it."
            body = self._encoder.entry(Outcome(intent.id, account, error), {})
            self._insert("outcome", transition.step, intent.id, body)

    def _insert(self, kind: str, step: int, ref: str, body: str) -> None:
        self._db.execute(
            "INSERT INTO records(at, kind, step, ref, body, crc) VALUES(?, ?, ?, ?, ?, ?)",
            (self._clock(), kind, step, ref, body, checksum(body)),
        )

    def _prepared(self, screen: Screen) -> _PreparedScreen:
        """The screen, ready for its rows; its picture is on disk when this returns."""
        known = next((ready for ready in self._recent if ready.screen is screen), None)
        if known is not None:
            return known
        picture = self._put_picture(screen)
        ready = _PreparedScreen(screen, self._encoder.screen(screen, "" if picture is None else picture.id), picture)
        self._recent = [*self._recent[1 - _REMEMBERED :], ready]
        return ready

    def _put_picture(self, screen: Screen) -> StoredPicture | None:
        picture = screen.picture
        if picture is None:
            return None
        private = self._redactor.boxes(screen)
        if private:
            if self._mask is None:
                return None
            picture = self._mask(picture, private)
        if self._shrink is not None:
            picture = self._shrink(picture)
        identity = self._pictures.put(picture)
        return StoredPicture(identity, picture.media_type, picture.scale, len(picture.data))

    def _insert_screens(self, *screens: _PreparedScreen) -> None:
        for ready in screens:
            stored, picture = ready.stored, ready.picture
            if picture is not None:
                self._db.execute(
                    "INSERT OR IGNORE INTO pictures(id, media_type, scale, bytes) VALUES(?, ?, ?, ?)",
                    (picture.id, picture.media_type, picture.scale, picture.bytes),
                )
            self._db.execute(
                "INSERT OR IGNORE INTO screens(id, digest, picture, body, crc) VALUES(?, ?, ?, ?, ?)",
                (stored.id, stored.digest, stored.picture, stored.body, checksum(stored.body)),
            )


def _belongs(intent: Intent, transition: Transition) -> bool:
    return intent.step == transition.step or any(attempt.intent == intent.id for attempt in transition.attempts)
