"""Directories that came from elsewhere: the files that SQLite uses beside a database harm nothing."""

import os
import shutil
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sextant.errors import JournalFault
from sextant.journal import RunStore
from sextant.journal.schema import DATABASE, connect, connect_for_reading
from sextant.utg.store import MapStore
from tests.journal import sample

MAGIC = bytes.fromhex("d9d505f920a163d7")
OPENERS: dict[str, Callable[[Path], object]] = {"run": connect, "reading a run": connect_for_reading, "map": MapStore}


def made(path: Path, opener: str) -> Path:
    """A closed database of the opener's kind, in rollback mode."""
    path.parent.mkdir(exist_ok=True, mode=0o700)
    if opener == "map":
        MapStore(path).close()
    else:
        connect(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    return path


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def name_another_file(path: Path, victim: Path) -> None:
    """Lay a hot rollback journal beside the database that names the victim as its super-journal."""
    name = str(victim).encode()
    pages = path.stat().st_size // 4096
    head = (MAGIC + struct.pack(">IIIII", 0, 1, pages, 512, 4096)).ljust(512, b"\0")
    tail = struct.pack(">I", 0x40000000 // 4096 + 1) + name + struct.pack(">II", len(name), sum(name)) + MAGIC
    beside(path, "-journal").write_bytes(head + tail)


@pytest.mark.parametrize("opener", OPENERS)
def test_no_file_is_deleted_that_a_rollback_journal_names(tmp_path: Path, opener: str) -> None:
    victim = tmp_path / "letter.txt"
    victim.write_text("dear")
    path = made(tmp_path / "theirs" / "run.sqlite", opener)
    name_another_file(path, victim)
    with pytest.raises(JournalFault, match="names another file") as refused:
        OPENERS[opener](path)
    assert "rm " in refused.value.remedy
    assert victim.read_text() == "dear"


def test_a_run_whose_journal_names_another_file_is_listed_as_unreadable(tmp_path: Path) -> None:
    victim = tmp_path / "letter.txt"
    victim.write_text("dear")
    journal = RunStore.open(tmp_path / "runs")
    good = sample.record(journal)
    bad = tmp_path / "runs" / "20260101-000000"
    name_another_file(made(bad / DATABASE, "run"), victim)
    assert {one.run: one.status for one in journal.runs()} == {good: "success", bad.name: "unreadable"}
    for use in (journal.read, journal.resume):
        with pytest.raises(JournalFault, match="names another file"):
            use(bad.name)
    assert victim.read_text() == "dear"


@pytest.mark.parametrize("suffix", ["-journal", "-wal", "-shm"])
@pytest.mark.parametrize("opener", OPENERS)
def test_nothing_is_written_through_a_link_beside_a_database(tmp_path: Path, opener: str, suffix: str) -> None:
    victim = tmp_path / "letter.txt"
    victim.write_text("dear")
    path = made(tmp_path / "theirs" / "run.sqlite", opener)
    beside(path, suffix).symlink_to(victim)
    with pytest.raises(JournalFault, match="it is a link"):
        OPENERS[opener](path)
    beside(path, suffix).unlink()
    os.mkfifo(beside(path, suffix))
    with pytest.raises(JournalFault, match="not a regular file"):
        OPENERS[opener](path)
    assert victim.read_text() == "dear"


@pytest.mark.parametrize("opener", OPENERS)
def test_a_rollback_journal_of_our_own_is_played_back(tmp_path: Path, opener: str) -> None:
    """As a killed writer leaves it: half of a transaction in the database, and the pages before it in the journal."""
    path = made(tmp_path / "ours" / "run.sqlite", opener)
    table, key = ("notes", "app") if opener == "map" else ("snapshots", "name")
    rest = "'k', 'v'" if opener == "map" else "1, 'v', 1"
    killed = tmp_path / "killed"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(f"INSERT INTO {table} VALUES('before', {rest})")
        database.execute("PRAGMA cache_size=1")
        database.execute("BEGIN")
        for number in range(300):
            database.execute(f"INSERT INTO {table} VALUES(? || hex(zeroblob(500)), {rest})", (number,))
        shutil.copytree(path.parent, killed)
        database.execute("ROLLBACK")
    assert (killed / path.name).stat().st_size > path.stat().st_size
    OPENERS[opener](killed / path.name)
    assert not beside(killed / path.name, "-journal").exists()
    with closing(sqlite3.connect(killed / path.name)) as found:
        assert found.execute(f"SELECT {key} FROM {table}").fetchall() == [("before",)]
