"""Small files that claim to be large."""

import hashlib
import shutil
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from zlib import crc32

from sextant_bench.doors.attack import Scene
from sextant_bench.doors.room import Room, unruly
from sextant_bench.doors.toy import Kept, kept_run

__all__ = ["SCENES"]


@contextmanager
def _kept(room: Room) -> Generator[Kept]:
    yield kept_run(room)


amounts = Scene("file", "amounts", _kept)


def _hostile(kept: Kept) -> Path:
    """A run that comes after the good one in the list."""
    bad = kept.restore().parent / "20991231-000001"
    shutil.copytree(kept.original, bad)
    (bad / "pictures").mkdir(mode=0o700, exist_ok=True)
    for kept_line in bad.glob("*summary*"):
        kept_line.unlink()
    return bad


@amounts.attack("gc beside a run with a hole")
def _hole(kept: Kept) -> str:
    """A run holds an empty file of a terabyte, so that gc removes all others."""
    with (_hostile(kept) / "pictures" / "hole").open("wb") as file:
        file.truncate(1 << 40)
    done = kept.room.sextant("runs", "gc", "--json", limit=90)
    return unruly(done) or ("" if kept.run.exists() else "the other run was removed")


@amounts.attack("replay of large pictures")
def _pictures(kept: Kept) -> str:
    """A run names twenty empty pictures of 60 MB."""
    bad = _hostile(kept)
    with closing(sqlite3.connect(next(bad.glob("*.sqlite")), isolation_level=None)) as database:
        for number in range(20):
            size = 60_000_000 + number
            name = hashlib.sha256(bytes(size)).hexdigest()
            shelf = bad / "pictures" / name[:2]
            shelf.mkdir(mode=0o700, exist_ok=True)
            with (shelf / f"{name}.png").open("wb") as file:
                file.truncate(size)
            database.execute("INSERT INTO pictures(id, media_type, scale, bytes) VALUES(?, 'image/png', 1, 1)", (name,))
            database.execute(
                "INSERT INTO screens(id, digest, picture, body, crc) SELECT ?, ?, ?, body, crc FROM screens LIMIT 1",
                (f"{number:032x}", f"{number}", name),
            )
            database.execute(
                "INSERT INTO records(at, kind, step, ref, body, crc) VALUES(1795796982.0, 'saw', 0, '', ?, ?)",
                _saw(number),
            )
    return unruly(kept.room.sextant("replay", bad.name, "--out", str(kept.room.folder / "page.html"), limit=90))


def _saw(number: int) -> tuple[str, int]:
    body = f'{{"screen":"{number:032x}"}}'
    return body, crc32(body.encode())


SCENES = (amounts,)
