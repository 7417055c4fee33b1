"""One damaged or hostile run, made by somebody else: the list, the others and the memory stay as they are."""

import hashlib
import io
import os
import shutil
import sqlite3
import struct
import subprocess
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from sextant.cli.app import app
from sextant.databases import open_database
from sextant.errors import SextantError
from sextant.journal import Privacy, Retention, RunStore
from sextant.journal.entries import checksum
from sextant.journal.pictures import PictureStore
from sextant.journal.replay.pictures import fit
from sextant.journal.run_reader import SharedScreens
from sextant.journal.schema import DATABASE, UndecodableJournal
from sextant.types.codec import inflated
from sextant.types.pixels import NoPicture, opened
from sextant.types.screens import Picture, Screen
from sextant.types.transitions import Transition
from tests.journal import sample
from tests.support.strangers import as_nobody, given_away, needs_root

DEEP = "[" * 5_000_000 + "]" * 5_000_000
MOST_BYTES = 500_000_000


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("original")
    clock = sample.ticking()
    journal = RunStore.open(root, clock=lambda: next(clock), privacy=Privacy(mask=sample.paint_over))
    directory = root / sample.record(journal, pictures=True)
    (directory / f"{DATABASE}-summary").unlink()
    return directory


@pytest.fixture
def runs(tmp_path: Path, original: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A journal with one good run; the hostile one comes beside it."""
    root = tmp_path / "runs"
    shutil.copytree(original, root / "20260101-000001")
    root.chmod(0o700)
    monkeypatch.setenv("SEXTANT_JOURNAL_DIRECTORY", str(root))
    monkeypatch.chdir(tmp_path)
    return root


def sql(*statements: str) -> Callable[[Path], None]:
    def damage(directory: Path) -> None:
        with closing(sqlite3.connect(directory / DATABASE, isolation_level=None)) as database:
            for statement in statements:
                database.execute(statement)

    return damage


def body(table: str, content: str | bytes, where: str = "") -> Callable[[Path], None]:
    """A body that says something else, with the checksum that goes with it."""

    def damage(directory: Path) -> None:
        with closing(sqlite3.connect(directory / DATABASE, isolation_level=None)) as database:
            database.execute(f"UPDATE {table} SET body = ?, crc = ? {where}", (content, checksum(content)))

    return damage


def replaced(put: Callable[[Path], object]) -> Callable[[Path], None]:
    def damage(directory: Path) -> None:
        (directory / DATABASE).unlink()
        put(directory / DATABASE)

    return damage


def truncated(directory: Path) -> None:
    path = directory / DATABASE
    path.write_bytes(path.read_bytes()[:20_000])


def picture_bomb(directory: Path) -> None:
    data = bomb()
    name = hashlib.sha256(data).hexdigest()
    (directory / "pictures" / name[:2]).mkdir(exist_ok=True, mode=0o700)
    (directory / "pictures" / name[:2] / f"{name}.png").write_bytes(data)
    sql(
        f"INSERT INTO pictures(id, media_type, scale, bytes) VALUES('{name}', 'image/png', 1.0, {len(data)})",
        f"UPDATE screens SET picture = '{name}'",
    )(directory)


@cache
def bomb(side: int = 30_000) -> bytes:
    """A PNG of so many pixels each way, in a few kilobytes; it takes no memory to make."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    lines = packed(side * (side // 8 + 1))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", lines) + chunk(b"IEND", b"")


def packed(size: int) -> bytes:
    """So many zeros, packed piece by piece."""
    packer, piece = zlib.compressobj(1), bytes(10_000_000)
    found = b"".join(packer.compress(piece[: min(len(piece), size - at)]) for at in range(0, size, len(piece)))
    return found + packer.flush()


def memory(name: str) -> int:
    """Bytes as /proc tells them: VmRSS now, VmHWM at most since it was cleared."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))


DAMAGES: dict[str, Callable[[Path], None]] = {
    "truncated": truncated,
    "noise": replaced(lambda path: path.write_bytes(os.urandom(50_000))),
    "zero length": replaced(lambda path: path.write_bytes(b"")),
    "a directory": replaced(Path.mkdir),
    "a pipe": replaced(os.mkfifo),
    "an endless view": sql(
        "ALTER TABLE records RENAME TO other",
        "CREATE VIEW records AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        "SELECT i AS seq, 1.0 AS at, 'note' AS kind, 1 AS step, '' AS ref, '{}' AS body, 0 AS crc FROM n",
    ),
    "a view of a gigabyte": sql(
        "ALTER TABLE run RENAME TO other",
        "CREATE VIEW run AS SELECT id, trace_version, zeroblob(1000000000) AS head, began, updated, steps, usage, "
        "lease, episode, ended FROM other",
    ),
    "a trigger": sql("CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM screens; END"),
    "a virtual table": sql("CREATE VIRTUAL TABLE more USING fts5(words)"),
    "a version below none": sql("PRAGMA user_version = -5"),
    "no row of its own": sql("DELETE FROM run"),
    "a deep beginning": sql("UPDATE run SET head = printf('%.*c', 100000, '[')"),
    "a deep step": body("records", DEEP, "WHERE kind = 'transition' AND step = 3"),
    "a deep note": body("records", f'{{"kind":"request","data":{DEEP}}}', "WHERE kind = 'note'"),
    "a deep state": body("snapshots", '{"a":' * 100_000 + "1" + "}" * 100_000),
    "screens of two gigabytes": body("screens", packed(2_000_000_000)),
    "nonsense": body("records", "[1, 2]"),
    "unknown kinds": sql("UPDATE records SET kind = 'zork'", "UPDATE pictures SET media_type = 'image/zork'"),
    "endless times": sql(
        "UPDATE run SET began = 9e999, updated = 9e999, ended = -9e999", "UPDATE records SET at = 9e999"
    ),
    "a picture bomb": picture_bomb,
}


def invoke(*words: str) -> str:
    """Runs the command and gives what it said; nothing but an exit code may come out of it, and that soon."""
    begun = time.monotonic()
    result = CliRunner().invoke(app, list(words))
    assert result.exception is None or isinstance(result.exception, SystemExit), (words, result.exc_info)
    assert time.monotonic() - begun < 10, words
    return result.output


@pytest.mark.long
@pytest.mark.parametrize("damage", DAMAGES)
def test_one_damaged_run_takes_no_command_down(runs: Path, original: Path, damage: str) -> None:
    bad = "20260101-000002"
    Path("/proc/self/clear_refs").write_text("5")
    before = memory("VmRSS")
    for words in (
        ("runs",),
        ("runs", "--json"),
        ("runs", "gc"),
        ("replay", bad, "--out", "page.html"),
        ("brief", bad, "3"),
        ("runs", "show", bad),
        ("runs", "show", bad, "--json"),
        ("runs", "line", bad),
        ("resume", bad),
    ):
        shutil.rmtree(runs / bad, ignore_errors=True)
        shutil.copytree(original, runs / bad)
        DAMAGES[damage](runs / bad)
        said = invoke(*words)
        assert words[0] != "runs" or len(words) > 1 or "20260101-000001\tsuccess" in said
    assert memory("VmHWM") - before < MOST_BYTES
    assert "14 steps" in invoke("runs", "show", "20260101-000001")


@pytest.mark.parametrize("place", [".", "pictures", "pictures/aa/bb"])
def test_directories_nested_without_end_take_no_command_down(runs: Path, original: Path, place: str) -> None:
    bad = runs / "20260101-000002"
    shutil.copytree(original, bad)
    (bad / place).mkdir(parents=True, exist_ok=True)
    at = os.open(bad / place, os.O_RDONLY)
    for _ in range(3000):
        os.mkdir("d", dir_fd=at)
        below = os.open("d", os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = below
    os.close(at)
    try:
        for words in (("runs",), ("runs", "--json"), ("runs", "gc"), ("runs", "show", bad.name)):
            said = invoke(*words)
            assert words != ("runs",) or said.count("\tsuccess") == 2
            assert words[-1] != "gc" or "removed 0 runs" in said
        swept = RunStore.open(runs).gc(Retention(max_age_seconds=1))
        assert (swept.removed, swept.skipped) == (("20260101-000001",), (bad.name,))
        said = invoke("runs", "rm", bad.name)
        assert ("is not part of a run" if place == "." else "nested too deeply") in said
    finally:
        subprocess.run(["rm", "-rf", bad], check=True)


@needs_root
def test_a_run_that_may_not_be_read_is_listed_as_such(runs: Path, original: Path) -> None:
    """Root may read everything: another user looks."""
    shutil.copytree(original, runs / "20260101-000002")
    (runs / "20260101-000002" / DATABASE).chmod(0)
    given_away(runs)
    for above in runs.parents:
        if above.stat().st_mode & 0o005 != 0o005 and "pytest-of-" in str(above):
            above.chmod(0o755)
    time.strptime("2026", "%Y")  # its module may lie where another user cannot read

    def look() -> None:
        found = [(one.run, one.status) for one in RunStore.open(runs).runs()]
        assert found == [("20260101-000001", "success"), ("20260101-000002", "unreadable")]

    assert as_nobody(look)


def test_a_run_whose_model_counted_more_tokens_than_can_be_is_read(runs: Path, original: Path) -> None:
    shutil.copytree(original, runs / "20260101-000002")
    note = f'{{"kind":"request","data":{{"input_tokens":1{"0" * 400},"output_tokens":7,"dollars":9e999}}}}'
    body("records", note, "WHERE kind = 'note'")(runs / "20260101-000002")
    sql("UPDATE records SET ref = 'request' WHERE kind = 'note'")(runs / "20260101-000002")
    assert "14 steps" in invoke("runs", "show", "20260101-000002")
    assert "damaged" not in invoke("runs")


def test_the_kept_line_follows_the_database(runs: Path) -> None:
    journal = RunStore.open(runs)
    assert [one.status for one in journal.runs()] == ["success"]
    directory = runs / "20260101-000001"
    aged(directory)
    journal.runs()
    kept = (directory / f"{DATABASE}-summary").read_text()
    assert "success" in kept
    sql("UPDATE run SET episode = ''")(directory)
    assert [one.status for one in journal.runs()] == ["crashed"]
    (directory / f"{DATABASE}-summary").write_text(kept.replace('"success"', '"aborted"'))
    assert [one.status for one in journal.runs()] == ["crashed"]


@pytest.mark.parametrize("content", ["", "[", '{"version":1}', "[" * 100_000, "\0" * 1000, '{"a":' * 60_000])
def test_a_kept_line_that_is_no_line_counts_for_nothing(runs: Path, content: str) -> None:
    (runs / "20260101-000001" / f"{DATABASE}-summary").write_text(content)
    assert [(one.status, one.steps) for one in RunStore.open(runs).runs()] == [("success", 14)]


def aged(directory: Path) -> None:
    os.utime(directory / DATABASE, (sample.BEGAN, sample.BEGAN))


def test_nothing_is_unpacked_beyond_its_limit() -> None:
    large = packed(300_000_000)
    with pytest.raises(ValueError, match="larger"):
        inflated(large, 1_000_000)
    with pytest.raises(ValueError, match="cut off"):
        inflated(large[:-10], 400_000_000)
    assert inflated(zlib.compress(b"as it was"), 9) == b"as it was"


def damaged_pictures() -> Iterator[bytes]:
    yield b""
    yield bomb()
    good = io.BytesIO()
    Image.new("RGB", (50, 50)).save(good, "PNG")
    yield good.getvalue()[:-30]
    yield b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n"


@pytest.mark.parametrize("data", [*damaged_pictures()])
def test_no_picture_takes_more_than_a_screen_could(data: bytes) -> None:
    with pytest.raises(NoPicture):
        opened(data)


def test_a_replay_holds_one_picture_at_a_time(runs: Path) -> None:
    """A real picture of 15 MB, twelve times, each with another end."""
    directory = runs / "20260101-000001"
    shown = io.BytesIO()
    Image.new("RGB", (400, 800)).save(shown, "PNG")
    names = list[str]()
    for number in range(12):
        data = shown.getvalue() + bytes(15_000_000 + number)
        names.append(hashlib.sha256(data).hexdigest())
        (directory / "pictures" / names[-1][:2]).mkdir(exist_ok=True, mode=0o700)
        (directory / "pictures" / names[-1][:2] / f"{names[-1]}.png").write_bytes(data)
        sql(f"INSERT INTO pictures(id, media_type, scale, bytes) VALUES('{names[-1]}', 'image/png', 1.0, 1)")(directory)
    with RunStore.open(runs).read(directory.name) as record:
        Path("/proc/self/clear_refs").write_text("5")
        before = memory("VmRSS")
        fitted = fit(record, names, 16_000_000)
        assert memory("VmHWM") - before < 70_000_000
    assert len(fitted.pictures) == 12
    assert fitted.made_smaller


def test_a_screen_of_many_steps_is_unpacked_once_and_all_within_a_limit(runs: Path) -> None:
    with RunStore.open(runs).read("20260101-000001") as record:
        shared, seen = SharedScreens(record), dict[str, Screen]()
        for raw in record.raw("transition"):
            entry = record.decode(raw, shared=shared).entry
            assert isinstance(entry, Transition)
            assert entry == record.decode(raw).entry
            for name, identity in record.screens_of(raw).items():
                assert seen.setdefault(identity, getattr(entry, name)) is getattr(entry, name)
        few = SharedScreens(record, most_bytes=10_000)
        with pytest.raises(UndecodableJournal, match="more than 10,000 bytes"):
            _ = [few.screen(identity) for identity in seen]


@pytest.mark.parametrize("data", [bytes(1000), b"\x89PNG\r\n\x1a\n" + bytes(17_000_000)])
def test_a_stored_file_that_is_no_picture_is_not_read(tmp_path: Path, data: bytes) -> None:
    store = PictureStore(tmp_path / "pictures")
    assert store.get(store.put(Picture(data, "image/png", 1.0)), "image/png") is None


def test_a_map_with_a_trigger_is_not_used(tmp_path: Path) -> None:
    from sextant.utg.store import open_store

    path = tmp_path / "map.sqlite"
    open_store(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("CREATE TRIGGER t AFTER INSERT ON nodes BEGIN DELETE FROM edges; END")
    with pytest.raises(SextantError, match="trigger"):
        open_store(path)


def test_a_statement_is_interrupted_after_its_time() -> None:
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    with closing(open_database(None, seconds=0.05)) as database:
        begun = time.monotonic()
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            database.execute(endless).fetchone()
        assert time.monotonic() - begun < 5
        assert database.execute("PRAGMA trusted_schema").fetchone() == (0,)
