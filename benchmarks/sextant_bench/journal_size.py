"""`sextant bench journal-size`: `sextant runs` as a user starts it, on one large run and on many small ones.

`first` is a list without the lines that are kept of runs that ended, `again` the median of five with them.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from tempfile import TemporaryDirectory

from sextant.errors import UsageError
from sextant.journal import RunRecord, RunStore, Start
from sextant.journal.entries import Note, StoredUsage, checksum
from sextant.journal.schema import DATABASE, connect, transaction
from sextant.types.codec import to_json
from sextant.types.tasks import Task
from sextant_bench.figures import BenchOptions, BenchResult, Figure, environment
from sextant_bench.statistics import median

__all__ = ["run"]

_MEGABYTES, _RUNS = 2000, 10_000
_AGAIN = 5
_TARGETS = {"big_first_seconds": 1, "big_first_megabytes": 200, "big_again_seconds": 1, "many_again_seconds": 2}
_LONG_AGO = 1.75e9
SCREEN, BRIEF = os.urandom(9_000), "what the model read " * 1_000
STEP_BYTES = 30_000


def _begun(root: Path, at: float) -> Path:
    """A run without steps, as a process leaves it that was killed: no line of it is kept."""
    with RunStore.open(root, lambda: at).begin(
        Task("Order the soup."), Start("web:https://example.org", "actor", {})
    ) as log:
        directory = log.directory
    (directory / f"{DATABASE}-summary").unlink()
    return directory


def _fill(directory: Path, megabytes: int) -> None:
    """Steps of thirty kilobytes each: an intention, its outcome, a request, what the model read, a screen."""
    usage = {"role": "actor", "input_tokens": 9000, "output_tokens": 300, "seconds": 2.5, "dollars": 0.01}
    connection = connect(directory / DATABASE)
    connection.execute("PRAGMA synchronous=OFF")
    for first in range(0, megabytes * 1_000_000 // STEP_BYTES, 1000):
        with transaction(connection):
            for step in range(first, first + 1000):
                for kind, ref, body in (
                    ("intent", f"{step}-1", "{}"),
                    ("outcome", f"{step}-1", "{}"),
                    ("note", "request", to_json(Note, Note("request", usage))),
                    ("note", "brief", to_json(Note, Note("brief", {"text": BRIEF}))),
                ):
                    connection.execute(
                        "INSERT INTO records(at, kind, step, ref, body, crc) VALUES(0, ?, ?, ?, ?, ?)",
                        (kind, step, ref, body, checksum(body)),
                    )
                connection.execute(
                    "INSERT INTO screens(id, digest, picture, body, crc) VALUES(?, ?, '', ?, 0)",
                    (str(step), str(step), SCREEN),
                )
            connection.execute("UPDATE run SET steps = ?", (first + 1000,))
    _count(directory, connection)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def _count(directory: Path, connection: sqlite3.Connection) -> None:
    """What the requests cost in the row of the run, as the commit of its last step leaves it."""
    (until,) = connection.execute("SELECT max(seq) FROM records").fetchone()
    counted = RunRecord(directory, connection).usage()
    connection.execute("UPDATE run SET usage = ?", (to_json(StoredUsage, StoredUsage(counted=counted, until=until)),))


def _multiply(directory: Path, like: Path, megabytes: int) -> None:
    """What another run holds, under other names, until there is enough of it: files of pictures and rows together."""
    shutil.copytree(like, directory, dirs_exist_ok=True)
    (directory / f"{DATABASE}-summary").unlink(missing_ok=True)
    connection = connect(directory / DATABASE)
    connection.execute("PRAGMA synchronous=OFF")
    query = "SELECT at, kind, step, ref, body FROM records WHERE kind NOT IN ('begin', 'leg', 'finish', 'lease')"
    records = connection.execute(query).fetchall()
    screens = connection.execute("SELECT id, digest, picture, body, crc FROM screens").fetchall()
    pictures = connection.execute("SELECT id, media_type, scale FROM pictures").fetchall()
    (steps,) = connection.execute("SELECT steps FROM run").fetchone()
    files = {path.stem: path for path in (directory / "pictures").rglob("*.*")}
    size = turn = 0
    while size < megabytes * 1_000_000:
        turn += 1
        with transaction(connection):
            named: dict[str, str] = {}
            for name, *told in pictures:
                data = files[name].read_bytes() + b"%d" % turn  # what follows an image's end is not read
                named[name] = identity = hashlib.sha256(data).hexdigest()
                path = directory / "pictures" / identity[:2] / f"{identity}{files[name].suffix}"
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(data)
                connection.execute(
                    "INSERT INTO pictures(id, media_type, scale, bytes) VALUES(?, ?, ?, ?)",
                    (identity, *told, len(data)),
                )
                size += len(data)
            for name, digest, picture, body, crc in screens:
                row = (f"{name}-{turn}", f"{digest}-{turn}", named.get(picture, picture), body, crc)
                connection.execute("INSERT INTO screens(id, digest, picture, body, crc) VALUES(?, ?, ?, ?, ?)", row)
                size += len(body)
            for at, kind, step, ref, body in records:
                own = f"{ref}-{turn}" if kind in ("intent", "outcome", "settled") else ref
                connection.execute(
                    "INSERT INTO records(at, kind, step, ref, body, crc) VALUES(?, ?, ?, ?, ?, ?)",
                    (at, kind, step + turn * steps, own, body, checksum(body)),
                )
                size += len(body)
            connection.execute("UPDATE run SET steps = steps + ?", (steps,))
    _count(directory, connection)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


@dataclass(frozen=True, slots=True)
class Listed:
    """What a process takes that lists the runs, from its start to its end."""

    runs: float
    seconds: float
    cpu_seconds: float
    megabytes: float


def run(options: BenchOptions) -> BenchResult:
    """Lists one run of `-o megabytes=2000`, and `--n` runs (10,000 unless told).

    Raises:
        UsageError: An option is malformed, there is no such run, or the runs cannot be listed.
    """
    megabytes, runs, like = options.whole("megabytes", _MEGABYTES), options.n or _RUNS, options.extra.get("like", "")
    if like and not (Path(like) / DATABASE).is_file():
        raise UsageError(f"{like!r} is no directory of a run.", "Name one, as sextant runs show prints it.")
    with TemporaryDirectory(prefix="sextant-journal-size-") as place:
        big, many = Path(place) / "big", Path(place) / "many"
        directory = _begun(big / "sextant" / "runs", _LONG_AGO)
        if like:
            _multiply(directory, Path(like), megabytes)
        else:
            _fill(directory, megabytes)
        size = sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())
        os.utime(directory / DATABASE, (_LONG_AGO, _LONG_AGO))
        options.report(f"a run of {size / 1e6:,.0f} MB")
        one = _begun(many / "sextant" / "runs", _LONG_AGO)
        for number in range(2, runs + 1):
            shutil.copytree(one, one.with_name(f"{one.name}-{number}"))
        for path in one.parent.iterdir():
            os.utime(path / DATABASE, (_LONG_AGO, _LONG_AGO))
        options.report(f"{runs:,} runs")
        told = {f"{what}_{when}": found for what, at in (("big", big), ("many", many)) for when, found in _times(at)}
    units = {"seconds": "s", "cpu_seconds": "s", "megabytes": "MB"}
    return BenchResult(
        "journal-size",
        (
            Figure("big_bytes", size, unit="bytes"),
            *(
                Figure(f"{name}_{field}", getattr(found, field), _TARGETS.get(f"{name}_{field}"), unit, "low")
                for name, found in told.items()
                for field, unit in units.items()
            ),
        ),
        n=1 + runs,
        environment=environment(),
        details={name: asdict(found) for name, found in told.items()},
    )


def _times(state: Path) -> list[tuple[str, Listed]]:
    """The first list, and the median of five that follow."""
    first, again = _listed(state), [_listed(state) for _ in range(_AGAIN)]
    middle = {field.name: median([getattr(one, field.name) for one in again]) for field in fields(Listed)}
    return [("first", first), ("again", Listed(**middle))]


def _listed(state: Path) -> Listed:
    begun, told = time.monotonic(), {**os.environ, "XDG_STATE_HOME": str(state)}
    command = [sys.executable, "-m", "sextant", "runs", "--json"]
    with subprocess.Popen(command, env=told, stdout=subprocess.PIPE) as process:
        said = b"" if process.stdout is None else process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if status:
        raise UsageError("The runs could not be listed.", "Look with sextant runs --json.")
    seconds = round(time.monotonic() - begun, 2)
    cpu = round(used.ru_utime + used.ru_stime, 2)
    return Listed(len(json.loads(said)["runs"]), seconds, cpu, used.ru_maxrss // 1024)
