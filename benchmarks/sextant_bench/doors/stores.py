"""Runs, maps and profiles that somebody else has made, for the product to use."""

import shutil
import sqlite3
import struct
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sextant.utg.store import MapStore
from sextant_bench.doors.attack import Scene, bare
from sextant_bench.doors.puppet import Puppet, Served, press
from sextant_bench.doors.room import Done, Room, unruly
from sextant_bench.doors.toy import Kept, kept_run

__all__ = ["SCENES"]

_MAGIC = bytes.fromhex("d9d505f920a163d7")


@contextmanager
def _kept(room: Room) -> Generator[Kept]:
    yield kept_run(room)


stores = Scene("file", "stores", _kept)


def _name_for_deletion(database: Path, victim: Path) -> None:
    """Lays a hot rollback journal beside the database that names a person's file as its super-journal."""
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("PRAGMA journal_mode=DELETE")
    name = str(victim).encode()
    pages = database.stat().st_size // 4096
    head = (_MAGIC + struct.pack(">IIIII", 0, 1, pages, 512, 4096)).ljust(512, b"\0")
    tail = struct.pack(">I", 0x40000000 // 4096 + 1) + name + struct.pack(">II", len(name), sum(name)) + _MAGIC
    database.with_name(f"{database.name}-journal").write_bytes(head + tail)


def _harmed(kept: Kept, *words: str) -> tuple[str, Done]:
    done = kept.room.sextant(*words, limit=90)
    return kept.harm() or unruly(done), done


@stores.attack("run that names a file to delete")
def _run_journal(kept: Kept) -> str:
    """The rollback journal of a run from elsewhere names a person's file, which SQLite deletes."""
    run = kept.restore()
    bad = run.parent / "20260101-000002"
    for words in (("runs", "--json"), ("runs", "show", bad.name), ("resume", bad.name, "--unattended"), ("doctor",)):
        shutil.rmtree(bad, ignore_errors=True)
        shutil.copytree(kept.original, bad)
        for summary in bad.glob("*summary*"):
            summary.unlink()
        _name_for_deletion(next(bad.glob("*.sqlite")), kept.letters / "love.txt")
        through, done = _harmed(kept, *words)
        if not through and words[0] == "runs" and "--json" in words and run.name not in done.out:
            through = "the other run is not listed any more"
        if through:
            return through
    return ""


def _map(kept: Kept) -> Path:
    """Makes a new map and returns its file."""
    path = kept.room.state / "maps.sqlite"
    for one in path.parent.glob(f"{path.name}*"):
        one.unlink()
    MapStore(path).close()
    return path


@stores.attack("map that names a file to delete")
def _map_journal(kept: Kept) -> str:
    """The same with a map."""
    kept.restore()
    _name_for_deletion(_map(kept), kept.letters / "love.txt")
    for words in (("map", "list"), ("map", "stats", "toy"), ("doctor",)):
        through, _ = _harmed(kept, *words)
        if through:
            return through
    return ""


@stores.attack("map that computes pictures")
def _map_columns(kept: Kept) -> str:
    """A map of kilobytes has a generated column that makes gigabytes of pictures."""
    kept.restore()
    with closing(sqlite3.connect(_map(kept))) as opened, opened:
        opened.execute("DROP TABLE pictures")
        opened.execute(
            "CREATE TABLE pictures (app TEXT NOT NULL, node TEXT NOT NULL, at REAL NOT NULL, data BLOB "
            "GENERATED ALWAYS AS (zeroblob(200000000)) VIRTUAL, PRIMARY KEY (app, node))"
        )
        opened.executemany("INSERT INTO pictures VALUES ('toy', ?, 0)", [(str(number),) for number in range(8)])
        opened.execute("INSERT INTO apps VALUES ('toy', 0, 0)")
    for words in (("map", "list"), ("map", "show", "toy"), ("map", "export", "toy")):
        through, _ = _harmed(kept, *words)
        if through:
            return through
    return ""


# ---------------------------------------------------------------------- profiles


profiles = Scene("file", "profiles", bare)


def _profile(room: Room, name: str) -> str:
    """Uses a profile in which that name is a link to a person's folder or file, and copies it."""
    letters, folder = room.fresh("letters"), room.fresh("profile")
    (letters / "Sessions").mkdir()
    (letters / "Sessions" / "letter.txt").write_text("dear")
    with closing(sqlite3.connect(letters / "letters.sqlite")) as opened, opened:
        opened.execute("CREATE TABLE letters (text TEXT)")
    (letters / "Preferences").write_text("my settings, " * 500)
    before = {path: path.read_bytes() for path in letters.rglob("*") if path.is_file()}
    place = folder / name
    place.parent.mkdir(mode=0o700, exist_ok=True)
    targets = {"Cookies": "letters.sqlite", "Sessions": "Sessions", "Default": "."}
    place.symlink_to(letters / targets.get(place.name, "Preferences"))
    words = ("--profile", str(folder))
    with Served("<button>Next</button><p>Opening hours</p>") as site, Puppet(press("Next")) as puppet:
        target = ("--device", f"web:{site.at()}")
        model = ("--model", puppet.spec, "--verifier", "none", "--unattended", "--set", "models.vision=no")
        for command in (("run", "Read it", *target, *model), ("goto", "Opening hours", *target)):
            done = room.sextant(*command, *words, "--json", limit=150)
            after = {path: path.read_bytes() for path in letters.rglob("*") if path.is_file()}
            if after != before:
                return f"{command[0]} changed {sorted(str(one) for one in after.keys() ^ before.keys()) or 'a file'}"
            if through := unruly(done) or ("it was used" if done.code == 0 else ""):
                return through
    return ""


_LINKED = ("Default", "Default/Sessions", "Default/Cookies", "Default/History", "Default/Preferences", "Local State")
profiles.each(
    "profile: {} is a link", "a profile is used and copied in which {} is a link to a person's own", _LINKED, _profile
)

SCENES: tuple[Scene[Any], ...] = (stores, profiles)
"""Every scene, by name."""
