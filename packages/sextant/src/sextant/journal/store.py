"""The journal of a machine: one directory for each run, so that processes write at once and damage stays in one run."""

import math
import os
import re
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from sextant.dataclass import dataclass
from sextant.errors import JournalFault, UsageError
from sextant.journal.entries import Encoder, RunHead, checksum
from sextant.journal.lock import FILE, RunLock, is_held, is_live
from sextant.journal.log import Clock, Privacy, RunLog
from sextant.journal.pictures import PictureStore
from sextant.journal.redact import Redactor
from sextant.journal.run_reader import NeverBegun, RunRecord
from sextant.journal.salvage import Salvage, bring_back, check, end_salvage, has_leftovers, is_unended, salvage
from sextant.journal.schema import DATABASE, DamagedJournal, connect, connect_for_reading, transaction, translated
from sextant.journal.summary import RunStatus, RunSummary, summarise
from sextant.journal.summary_cache import (
    cache_summary,
    cached_summary,
    database_state,
    directory_size,
    drop_cached_summary,
)
from sextant.storage import Folder, make_private
from sextant.types.devices import Lease
from sextant.types.tasks import Task

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
"""A run is named, never located: no separators, no leading dots."""

_MADE = re.compile(r"\d{8}-\d{6}(?:-\d{1,4})?")
"""Names that runs are given. `gc` takes no other directory for a run."""

_PICTURES = "pictures"

_UNUSUAL = ("running", "damaged", "unreadable", "empty")
"""Statuses that may change without a write, and are therefore never cached."""

_BEGINNING_SECONDS = 60.0
"""Time for which a directory without a run is kept, because a run may be starting in it."""


@dataclass(frozen=True, slots=True)
class Start:
    """The device, actor and settings with which a run begins."""

    device: str
    actor: str
    settings: Mapping[str, str]
    lease: Lease | None = None


@dataclass(frozen=True, slots=True)
class Retention:
    """The limits beyond which `gc` removes ended runs; None: no limit. Live runs always stay."""

    max_age_seconds: float | None = None
    max_bytes: int | None = None
    """Of all runs together; the oldest ended runs are removed first."""


@dataclass(frozen=True, slots=True)
class CleanupResult:
    """The result of `gc`."""

    removed: tuple[str, ...] = ()
    freed_bytes: int = 0
    skipped: tuple[str, ...] = ()
    """Live runs, unreadable runs, and directories with files that are not part of a run."""


class RunStore:
    """All runs under one directory."""

    def __init__(self, root: Path, clock: Clock, privacy: Privacy) -> None:
        self.root = root
        self._clock = clock
        self._privacy = privacy

    @classmethod
    def open(cls, root: Path, clock: Clock = time.time, privacy: Privacy | None = None) -> "RunStore":
        """Opens the journal under `root`; creates a missing directory.

        Raises:
            JournalFault: The directory cannot be used.
        """
        with translated(root, "opening the journal"):
            make_private(root)
        return cls(root, clock, privacy or Privacy())

    def begin(self, task: Task, start: Start) -> RunLog:
        """Begins a run, on disk when this returns. Its id is the start time in UTC.

        Raises:
            JournalFault: It cannot be written; nothing of it remains.
        """
        now = self._clock()
        directory = self._new_directory(now)
        try:
            return self._begun(directory, now, task, start)
        except BaseException:
            with suppress(OSError, JournalFault):
                self._discard(directory)
            raise

    def _begun(self, directory: Path, now: float, task: Task, start: Start) -> RunLog:
        lock = RunLock(directory, now)
        try:
            head = RunHead(directory.name, task, dict(start.settings), start.device, start.actor, now)
            encoder = Encoder(Redactor(self._privacy.secrets))
            connection = connect(directory / DATABASE)
            lease = "" if start.lease is None else encoder.typed(Lease, start.lease)
            with translated(directory, "beginning the run"), transaction(connection):
                body = encoder.typed(RunHead, head)
                connection.execute(
                    "INSERT INTO records(at, kind, step, ref, body, crc) VALUES(?, 'begin', 0, '', ?, ?)",
                    (now, body, checksum(body)),
                )
                connection.execute(
                    "INSERT INTO run(id, trace_version, head, began, updated, lease) VALUES(?, ?, ?, ?, ?, ?)",
                    (head.run, head.trace_version, body, now, now, lease),
                )
            return RunLog(directory, connection, lock, self._clock, self._privacy)
        except BaseException:
            lock.release()
            raise

    @contextmanager
    def adopt(self) -> Generator[Path]:
        """Creates a locked directory for an imported run; removes it if the block raises."""
        directory = self._new_directory(self._clock())
        try:
            with RunLock(directory, self._clock()):
                yield directory
        except BaseException:
            with suppress(OSError, JournalFault):
                self._discard(directory)
            raise

    def resume(self, run: str) -> RunLog:
        """Opens a run for a resume. A damaged journal is salvaged first: see `RunLog.salvaged`.

        Raises:
            JournalFault: The run is unknown, another process executes it, or nothing of it can be read.
        """
        directory = self._directory(run)
        lock = RunLock(directory, self._clock())
        try:
            self._repair(directory)
            return RunLog(directory, connect(directory / DATABASE), lock, self._clock, self._privacy)
        except BaseException:
            lock.release()
            raise

    def read(self, run: str) -> RunRecord:
        """Opens a run for reading, even a live one. A damaged run is salvaged first if no process executes it."""
        directory = self._directory(run)
        if not is_live(directory) and (is_unended(directory) or not check(directory)):
            with RunLock(directory, self._clock()):
                self._repair(directory)
        return RunRecord(directory, connect_for_reading(directory / DATABASE))

    def runs(self) -> tuple[RunSummary, ...]:
        """The summaries of all runs, newest first; damaged runs have that status."""
        return tuple(sorted((self._summary(self.root / name) for name in self._names()), key=_began, reverse=True))

    def show(self, run: str) -> RunSummary:
        """The summary of one run, without a repair."""
        return self._summary(self._directory(run))

    def _summary(self, directory: Path) -> RunSummary:
        """The summary of a run in any state, from the cache if nothing was written since."""
        try:
            with translated(directory, "listing the run"), Folder.open(directory) as folder:
                live = is_held(folder)
                state = database_state(folder)
                if not live and (kept := cached_summary(folder, state)) is not None:
                    return kept
                found = self._read_summary(folder, live)
                if not live and found.status not in _UNUSUAL:
                    cache_summary(folder, state, found)
                return found
        except JournalFault as e:
            return _unread(directory.name, "unreadable", e)

    def _read_summary(self, folder: Folder, live: bool) -> RunSummary:
        directory, size = folder.path, directory_size(folder.descriptor)
        try:
            if not folder.has(DATABASE):
                return self._empty(folder, live, size)
            with (
                RunRecord(directory, connect_for_reading(directory / DATABASE, listing=True)) as record,
                record.reporting_damage(),
            ):
                return replace(summarise(record, live), run=directory.name, bytes=size)
        except NeverBegun:
            return self._empty(folder, live, size)
        except DamagedJournal as e:
            return _unread(directory.name, "damaged", e, size)
        except JournalFault as e:
            return _unread(directory.name, "unreadable", e, size)

    def find(self, name: str = "") -> str:
        """The id of the run with this unique prefix; the newest run for `last` or an empty name.

        Raises:
            UsageError: There is no such run, or there are several.
        """
        known = sorted(self._names(), key=lambda name: (name[:15], len(name), name))
        if name in known:
            return name
        if name in ("", "last") and known:
            return known[-1]
        whole = _MADE.fullmatch(name)  # of a run that is gone: it means no other one that began in the same second
        found = [run for run in known if name and not whole and run.startswith(name)]
        if len(found) == 1:
            return found[0]
        if found:
            raise UsageError(
                f"{name!r} matches {len(found)} runs: {', '.join(found[:5])}.", "Give more characters of the id."
            )
        raise UsageError(f"There is no run {name!r} in {str(self.root)!r}.", "List the runs with: sextant runs")

    def rm(self, run: str) -> None:
        """Removes a run and its pictures.

        Raises:
            JournalFault: It is live, or cannot be removed.
        """
        directory = self._directory(run)
        with RunLock(directory, self._clock()), translated(directory, "removing the run"):
            self._discard(directory)

    def gc(self, retention: Retention | None = None) -> CleanupResult:
        """Removes ended runs beyond the retention, unnamed pictures, and leftovers of killed writers."""
        limits = retention or Retention()
        removed: list[str] = []
        skipped: list[str] = []
        freed = 0
        kept: list[RunSummary] = []
        now = self._clock()
        for summary in self.runs():
            if summary.status in ("running", "unreadable") or not _MADE.fullmatch(summary.run):
                skipped.append(summary.run)
                continue
            try:
                if _expired(summary, now, limits):
                    freed += self._remove(summary, removed)
                else:
                    freed += self._sweep(summary)
                    kept.append(summary)
            except JournalFault:
                skipped.append(summary.run)
        total = sum(summary.bytes for summary in kept)
        most = math.inf if limits.max_bytes is None else limits.max_bytes
        kept.reverse()
        # Oldest first. A run that alone exceeds the limit goes before all others: it could not stay in any case.
        for summary in sorted(kept, key=lambda one: one.bytes <= most):
            if total <= most:
                break
            try:
                freed += self._remove(summary, removed)
                total -= summary.bytes
            except JournalFault:
                skipped.append(summary.run)
        return CleanupResult(tuple(removed), freed, tuple(skipped))

    def _empty(self, folder: Folder, live: bool, size: int) -> RunSummary:
        """The summary of a directory without a run: it is being begun, or its process died.

        With a picture or parts of a damaged journal it counts as damaged: the run may be recoverable.
        """
        run, made = folder.path.name, os.fstat(folder.descriptor).st_mtime
        if not live and (has_leftovers(folder.path) or folder.has(_PICTURES)):
            return RunSummary(run, "damaged", began=made, bytes=size)
        return RunSummary(run, "running" if live else "empty", began=made, updated=made)

    def _discard(self, directory: Path) -> None:
        """Removes a run's directory if it contains only parts of a run.

        Raises:
            JournalFault: Something in it is not part of a run.
            UnsafePath: It is not the user's own directory.
        """
        with Folder.open(self.root.resolve()) as root:
            with root.child(directory.name) as folder:
                strange = [name for name in folder.names() if not _is_of_a_run(name)]
            if strange:
                found = str(directory / strange[0])
                raise JournalFault(
                    f"The run {directory.name!r} was not removed: {found!r} in it is not part of a run.",
                    "Move it out of the run's directory, then try again.",
                )
            root.remove_tree(directory.name)

    def _remove(self, summary: RunSummary, removed: list[str]) -> int:
        self.rm(summary.run)
        removed.append(summary.run)
        return summary.bytes

    def _sweep(self, summary: RunSummary) -> int:
        """Frees unnamed pictures of an ended run. A damaged run is skipped: its rows may still be recovered."""
        directory = self.root / summary.run
        if summary.status in _UNUSUAL:
            return 0
        with (
            RunLock(directory, self._clock()),
            RunRecord(directory, connect_for_reading(directory / DATABASE)) as record,
        ):
            named = {picture.id for picture in record.stored_pictures()}
            with translated(directory, "removing pictures that nothing names"):
                freed = PictureStore(directory / _PICTURES).sweep(named)
                if freed:
                    with Folder.open(directory) as folder:
                        drop_cached_summary(folder)
                return freed

    def _repair(self, directory: Path) -> Salvage | None:
        """Salvages a damaged run and completes an interrupted repair; None if it is intact. The lock is held."""
        end_salvage(directory)
        bring_back(directory)
        if check(directory):
            return None
        return salvage(directory, self._clock())

    def _new_directory(self, now: float) -> Path:
        stem = datetime.fromtimestamp(now, UTC).strftime("%Y%m%d-%H%M%S")
        with translated(self.root, "beginning a run"), Folder.open(self.root.resolve()) as folder:
            for number in range(1, 10_000):
                name = stem if number == 1 else f"{stem}-{number}"
                try:
                    folder.make(name)
                except FileExistsError:
                    continue
                return self.root / name
        raise JournalFault(f"Ten thousand runs have the start time {stem!r}.", "Check the machine's clock.")

    def _directory(self, run: str) -> Path:
        directory = self.root / run
        if not _NAME.fullmatch(run) or not _is_directory(directory):
            raise UsageError(f"There is no run {run!r} in {str(self.root)!r}.", "List the runs with: sextant runs")
        return directory

    def _names(self) -> list[str]:
        """Directories that may be runs; links and other names are left out."""
        with translated(self.root, "listing the runs"), os.scandir(self.root) as found:
            return sorted(
                entry.name for entry in found if _NAME.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False)
            )


def _is_directory(path: Path) -> bool:
    """Whether it is a directory and no link."""
    return path.is_dir() and not path.is_symlink()


def _is_of_a_run(name: str) -> bool:
    return name in (FILE, _PICTURES) or name == DATABASE or name.startswith((f"{DATABASE}-", f"{DATABASE}."))


def _began(summary: RunSummary) -> tuple[float, str]:
    return (summary.began, summary.run)


def _unread(run: str, status: RunStatus, fault: JournalFault, size: int = 0) -> RunSummary:
    """The summary of a run that cannot be read."""
    return RunSummary(run, status, began=_began_by_name(run), bytes=size, reason=str(fault))


def _expired(summary: RunSummary, now: float, limits: Retention) -> bool:
    age = now - summary.updated
    if summary.status == "empty":
        return age > _BEGINNING_SECONDS
    return limits.max_age_seconds is not None and bool(summary.updated) and age > limits.max_age_seconds


def _began_by_name(run: str) -> float:
    """The start time in a run's name; 0 if the name has none."""
    try:
        return datetime.strptime(run[:15], "%Y%m%d-%H%M%S").replace(tzinfo=UTC).timestamp()
    except ValueError:
        return 0.0
