"""Files that somebody else has made or laid: links, pipes, damaged runs, hostile documents."""

import json
import os
import shutil
import sqlite3
import struct
import zlib
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sextant_bench.doors.attack import TABLES, Scene
from sextant_bench.doors.room import STRANGER, Done, Room, unruly
from sextant_bench.doors.toy import Kept, app_file, kept_run, script_file, toy_run

__all__ = ["SCENES"]

_GC = ("runs", "gc", "--json")


@contextmanager
def _kept(room: Room) -> Generator[Kept]:
    yield kept_run(room)


links = Scene("file", "links", _kept)
damages = Scene("file", "damaged runs", _kept)


def _all_old(kept: Kept) -> tuple[str, ...]:
    """Makes every run too old to keep."""
    config = kept.room.folder / "keep.toml"
    config.write_text("[journal]\nkeep_days = 0\n")
    return ("--config", str(config))


def _collected(kept: Kept, lay: Callable[[Path], None], *words: str) -> str:
    lay(kept.restore())
    plain = kept.room.runs / "20250101-000001"
    shutil.copytree(kept.original, plain)
    done = kept.room.sextant(*(words or (*_GC, *_all_old(kept))), limit=90)
    if not words and plain.exists():
        raise RuntimeError(f"not even an old run was collected: {done.told[-300:]}")
    return kept.harm() or unruly(done)


def _pictures_linked(kept: Kept, run: Path) -> None:
    shutil.rmtree(run / "pictures", ignore_errors=True)
    (run / "pictures").symlink_to(kept.letters)


def _shelf_linked(kept: Kept, run: Path) -> None:
    (run / "pictures").mkdir(exist_ok=True)
    (run / "pictures" / "ab").symlink_to(kept.letters)


def _run_linked(kept: Kept, run: Path) -> None:
    shutil.rmtree(run)
    run.symlink_to(kept.letters)


def _folder_as_run(kept: Kept, run: Path) -> None:
    shutil.rmtree(run)
    kept.letters.rename(run)
    kept.letters.symlink_to(run)


def _letters_in_run(kept: Kept, run: Path) -> None:
    kept.letters.rename(run / "letters")
    kept.letters.symlink_to(run / "letters")


def _database_linked(kept: Kept, run: Path) -> None:
    database = next(run.glob("*.sqlite"))
    database.unlink()
    database.symlink_to(kept.letters / "love.txt")


for name, tried, lay in (
    ("gc through linked pictures", "a link to a person's folder stands where pictures are kept", _pictures_linked),
    ("gc through a linked shelf", "a link to a person's folder stands among a run's pictures", _shelf_linked),
    ("gc through a linked run", "a link to a person's folder stands among the runs", _run_linked),
    ("gc of a folder named as a run", "a person's folder has the name of a run", _folder_as_run),
    ("gc of a run with letters in it", "a person's folder lies in a run", _letters_in_run),
    ("gc through a linked database", "a run's database is a link to a person's file", _database_linked),
):
    links.add(name, tried, lambda kept, lay=lay: _collected(kept, lambda run: lay(kept, run)))
    links.add(
        name.replace("gc ", "rm ", 1),
        f"runs rm where {tried}",
        lambda kept, lay=lay: _collected(kept, lambda run: lay(kept, run), "runs", "rm", kept.original.name, "--json"),
    )


def _lock(run: Path) -> Path:
    return run / "lock"


def _locked(kept: Kept, make: Callable[[Path, Path], None]) -> str:
    run = kept.restore()
    _lock(run).unlink(missing_ok=True)
    make(_lock(run), kept.letters / "love.txt")
    for words in ((*_GC, *_all_old(kept)), ("resume", run.name, "--unattended"), ("runs", "show", run.name)):
        done = kept.room.sextant(*words, limit=90)
        if through := kept.harm() or unruly(done):
            return through
    return ""


links.add(
    "lock as a link",
    "the lock of a run is a link to a person's file",
    lambda k: _locked(k, lambda p, t: p.symlink_to(t)),
)
links.add("lock as a hard link", "it is a hard link to it", lambda k: _locked(k, lambda p, t: p.hardlink_to(t)))
links.add("lock as a pipe", "it is a pipe that nobody reads", lambda k: _locked(k, lambda p, _: os.mkfifo(p)))


@links.attack("replay through a link")
def _replay(kept: Kept) -> str:
    """A link to a person's file has the name of the replay page in the working directory."""
    run = kept.restore()
    folder = kept.room.fresh("shared")
    (folder / f"sextant-{run.name}.html").symlink_to(kept.letters / "love.txt")
    done = kept.room.sextant("replay", run.name, cwd=folder)
    return kept.harm() or unruly(done)


@links.attack("replay for others to read")
def _replay_mode(kept: Kept) -> str:
    """Another user reads a replay page that was written with the usual umask."""
    run, folder = kept.restore(), kept.room.fresh("shared")
    done = kept.room.sextant("replay", run.name, cwd=folder)
    page = folder / f"sextant-{run.name}.html"
    if done.code != 0 or not page.exists():
        raise RuntimeError(done.told[-300:])
    mode = page.stat().st_mode & 0o777
    return f"mode {mode:o}" if mode & 0o077 else ""


for words in (("runs", "rm", "{}"), ("runs", "show", "{}"), ("replay", "{}")):
    for spelt in ("../../letters", "/absolute", ".."):

        def _climb(kept: Kept, words: tuple[str, ...] = words, spelt: str = spelt) -> str:
            kept.restore()
            place = str(kept.letters) if spelt == "/absolute" else os.path.relpath(kept.letters, kept.room.runs)
            named = spelt if spelt == ".." else place
            done = kept.room.sextant(*(named if word == "{}" else word for word in words), limit=90)
            if done.code == 0:
                return f"{' '.join(words)} took {named!r} for a run"
            return kept.harm() or unruly(done)

        links.add(
            f"{' '.join(words[:-1])} {spelt}",
            f"a run is named as {spelt}",
            _climb,
        )


@links.attack("gc of another user's run")
def _strange_run(kept: Kept) -> str:
    """Another user's directory stands among the runs, and the rest has to be collected all the same."""
    run = kept.restore()
    other = kept.room.runs / "20250101-000001"
    shutil.copytree(run, other)
    for one in (other, *other.rglob("*")):
        os.chown(one, STRANGER, STRANGER)
    done = kept.room.sextant(*_GC, *_all_old(kept))
    shutil.rmtree(other, ignore_errors=True)
    return unruly(done) or (f"the user's own run was not collected: {done.told[-200:]}" if run.exists() else "")


@links.attack("swap while gc runs")
def _swap(kept: Kept) -> str:
    """A run's pictures and a link to a person's folder change places again and again while runs are collected."""
    import threading

    over = threading.Event()
    run = kept.restore()

    def swap() -> None:
        place, aside = run / "pictures", run.parent / "aside"
        while not over.is_set():
            try:
                place.rename(aside)
                place.symlink_to(kept.letters)
                place.unlink()
                aside.rename(place)
            except OSError:
                run.mkdir(exist_ok=True)
                (run / "pictures").mkdir(exist_ok=True)

    thread = threading.Thread(target=swap, daemon=True)
    (run / "pictures").mkdir(exist_ok=True)
    thread.start()
    try:
        for _ in range(6):
            done = kept.room.sextant(*_GC, *_all_old(kept))
            if through := kept.harm() or unruly(done):
                return through
            if done.code != 0:
                raise RuntimeError(done.told[-300:])
    finally:
        over.set()
        thread.join()
    return ""


# ---------------------------------------------------------------------- damaged runs


def _sql(*statements: str) -> Callable[[Path], None]:
    def damage(database: Path) -> None:
        with closing(sqlite3.connect(database, isolation_level=None)) as opened:
            for statement in statements:
                opened.execute(statement)

    return damage


def _replaced(put: Callable[[Path], object]) -> Callable[[Path], None]:
    def damage(database: Path) -> None:
        database.unlink()
        put(database)

    return damage


def _in_every_cell(text: str, data: bytes = b"") -> Callable[[Path], None]:
    """Puts the text into every cell for texts that is no key, and its packed form, or `data`, into those for bytes."""
    values = {"TEXT": text, "BLOB": data or zlib.compress(text.encode())}

    def damage(database: Path) -> None:
        with closing(sqlite3.connect(database, isolation_level=None)) as opened:
            tables = [name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            for table in tables:
                for row in opened.execute(f"PRAGMA table_info('{table}')").fetchall():
                    if not row[5] and row[2] in values:
                        opened.execute(f"UPDATE OR IGNORE '{table}' SET \"{row[1]}\" = ?", (values[row[2]],))  # noqa: S608 - names of the schema

    return damage


def _zeros(size: int) -> bytes:
    packer, piece = zlib.compressobj(1), bytes(10_000_000)
    return b"".join(packer.compress(piece) for _ in range(size // len(piece))) + packer.flush()


def _bomb(side: int = 30_000) -> bytes:
    """A picture of so many pixels each way, in kilobytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    lines = _zeros(side * (side // 8 + 1) // 10_000_000 * 10_000_000 + 10_000_000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", lines) + chunk(b"IEND", b"")


_ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
_DAMAGES: dict[str, tuple[str, Callable[[Path], object]]] = {
    "cut short": ("half of its bytes are gone", lambda path: os.truncate(path, path.stat().st_size // 2)),
    "noise": ("it is noise", _replaced(lambda path: path.write_bytes(os.urandom(60_000)))),
    "noise behind the head": (
        "its head is right and the rest noise",
        lambda path: path.write_bytes(path.read_bytes()[:100] + os.urandom(60_000)),
    ),
    "empty": ("it is empty", _replaced(lambda path: path.write_bytes(b""))),
    "a directory": ("it is a directory", _replaced(Path.mkdir)),
    "a pipe": ("it is a pipe", _replaced(os.mkfifo)),
    "a device": ("it is a link to a device without end", _replaced(lambda path: path.symlink_to("/dev/zero"))),
    "a view": (
        "a table is a view without end",
        _sql("ALTER TABLE records RENAME TO was", f"CREATE VIEW records AS {_ENDLESS}"),
    ),
    "a trigger": (
        "a trigger deletes the run",
        _sql("CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM run; END"),
    ),
    "a virtual table": ("it has a virtual table", _sql("CREATE VIRTUAL TABLE words USING fts5(text)")),
    "deep texts": ("every text is nested 100,000 deep", _in_every_cell("[" * 100_000 + "]" * 100_000)),
    "a gigabyte packed": ("every cell unpacks to a gigabyte", _in_every_cell("{}", _zeros(1_000_000_000))),
    "endless numbers": ("every cell is an endless number", _in_every_cell("1e999999999")),
    "escapes": ("every cell is a terminal's control sequence", _in_every_cell("\x1b]0;owned\x07\x1b[2J")),
}


def _damaged(kept: Kept, damage: Callable[[Path], object]) -> str:
    run = kept.restore()
    bad = run.parent / "20260101-000002"
    shutil.copytree(kept.original, bad)
    damage(next(bad.glob("*.sqlite")))
    for kept_line in bad.glob("*summary*"):
        kept_line.unlink()
    for words in (
        ("runs", "--json"),
        ("runs", "show", bad.name),
        ("replay", bad.name, "--out", str(kept.room.folder / "page.html")),
    ):
        done = kept.room.sextant(*words, limit=90)
        if through := unruly(done) or _escaped(done):
            return through
        if words == ("runs", "--json") and run.name not in done.out:
            return "the other run is not listed any more"
    return ""


def _escaped(done: Done) -> str:
    return f"{' '.join(done.words[:2])} passed a control sequence to the terminal" if "\x1b]" in done.told else ""


for name, (tried, damage) in _DAMAGES.items():
    damages.add(f"run: {name}", f"of one run's database: {tried}", partial(_damaged, damage=damage))


@damages.attack("runs: all damages at once")
def _together(kept: Kept) -> str:
    """All damages lie beside one good run; what looks at all runs is called."""
    run = kept.restore()
    for number, (_, damage) in enumerate(_DAMAGES.values()):
        bad = run.parent / f"20260101-0001{number:02}"
        shutil.copytree(kept.original, bad)
        damage(next(bad.glob("*.sqlite")))
    for words in (("runs",), ("runs", "show", run.name), ("doctor", "--json"), ("resume", "--unattended"), _GC):
        done = kept.room.sextant(*words, limit=90)
        if through := unruly(done) or _escaped(done):
            return through
        if words == ("runs",) and run.name not in done.out:
            return "the good run is not listed any more"
    return ""


@damages.attack("runs: pictures of two gigabytes")
def _pictures(kept: Kept) -> str:
    """Every picture of a run is one of 900 million pixels, packed into kilobytes."""
    run = kept.restore()
    data = _bomb()
    shown = [path for path in run.rglob("*") if path.suffix in (".png", ".jpg", ".jpeg", ".webp")]
    for path in shown:
        path.write_bytes(data)
    (run / "pictures").mkdir(exist_ok=True)
    (run / "pictures" / "more.png").write_bytes(data)
    for words in (("replay", run.name, "--out", str(kept.room.folder / "page.html")), ("runs", "show", run.name)):
        if through := unruly(kept.room.sextant(*words, limit=90)):
            return through
    return ""


@damages.attack("runs: a thousand pipes")
def _pipes(kept: Kept) -> str:
    """A thousand directories among the runs hold pipes in the place of databases."""
    run = kept.restore()
    for number in range(1000):
        folder = run.parent / f"20250101-{number:06}"
        folder.mkdir()
        os.mkfifo(folder / next(kept.original.glob("*.sqlite")).name)
    done = kept.room.sextant("runs", "--json", limit=90)
    return unruly(done) or ("" if run.name in done.out else "the run is not listed any more")


# ---------------------------------------------------------------------- documents of others


@dataclass(frozen=True, slots=True)
class _DamageDesk:
    room: Room
    folder: Path

    def file(self, name: str, content: str | bytes) -> str:
        """A document of that content."""
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)


@contextmanager
def _desk(room: Room) -> Generator[_DamageDesk]:
    yield _DamageDesk(room, room.fresh("desk"))


documents = Scene("file", "documents", _desk)
_DEEP = "[" * 200_000 + "]" * 200_000
_DEEP_MAP = '{"sextant_map": 1, "app": "x", "screens": ' + _DEEP + "}"


def _read(desk: _DamageDesk, content: str | bytes, words: tuple[str, ...]) -> str:
    path = desk.file("document", content)
    done = desk.room.sextant(*(word.replace("{}", path) for word in words), limit=90)
    return unruly(done) or ("it was taken" if done.code == 0 else "")


_READERS: dict[str, tuple[str, ...]] = TABLES["readers"]
for reader, words in _READERS.items():
    for kind, content in (
        ("deep", _DEEP if reader != "map" else _DEEP_MAP),
        ("noise", bytes(range(256)) * 4000),
        ("endless line", "a = " + "9" * 3_000_000),
    ):
        documents.add(
            f"{reader}: {kind}",
            f"a {reader} of {kind} is given to be read",
            partial(_read, content=content, words=words),
        )


def _outside(desk: _DamageDesk) -> set[str]:
    """What lies outside the places of the product, and of the bench."""
    return {str(path) for path in desk.room.folder.rglob("*") if not {".local", "said"} & {*path.parts}}


@documents.attack("map that climbs")
def _climbing_map(desk: _DamageDesk) -> str:
    """A map names its app and its pictures as paths that lead out of the place of maps."""
    for app in ("../../../../../desk-letter", str(desk.folder / "absolute"), "..", "a/../../b"):
        before = _outside(desk)
        path = desk.file("map.json", json.dumps({"app": app, "name": app, "screens": [], "transitions": []}))
        done = desk.room.sextant("map", "import", path, "--app", app, limit=90)
        forgot = desk.room.sextant("map", "forget", app, limit=90)
        after = _outside(desk)
        if made := after - before - {path}:
            return f"it wrote {sorted(made)[0]}"
        if through := unruly(done) or unruly(forgot):
            return through
    return "" if desk.folder.exists() else "a folder was removed"


@documents.attack("app with control sequences")
def _control(desk: _DamageDesk) -> str:
    """An app's titles and labels hold a terminal's control sequences; every command that tells of it is read."""
    evil = "\x1b]52;c;cHduZWQ=\x07\x1b[2J\x9b31m"
    page = {"title": f"Home {evil}", "widgets": [{"label": f"Settings {evil}", "role": "link", "goes": "settings"}]}
    app = app_file(desk.folder, home=page)
    script = script_file(desk.folder)
    told = desk.room.sextant("run", f"open {evil}", "--device", f"scripted:{app}", "--model", f"scripted:{script}")
    shown = [
        told,
        *(desk.room.sextant(*words) for words in (("runs",), ("runs", "show", "last"), ("brief", "last", "0"))),
    ]
    gone = desk.room.sextant("goto", f"scripted:{app}", "Settings")
    maps = [desk.room.sextant(*words) for words in (("map", "list"), ("map", "stats", "toy"))]
    for done in (*shown, gone, *maps):
        if any(sign in done.told for sign in ("\x1b]", "\x1b[2J", "\x9b")):
            return f"{' '.join(done.words[:2])} passed them to the terminal"
    return ""


@documents.attack("exchange that others recorded")
def _cassette(desk: _DamageDesk) -> str:
    """A recorded exchange with a model is deep, noise or a packed gigabyte."""
    for content in (_DEEP.encode(), os.urandom(5000), _zeros(1_000_000_000), b'{"request": 1}\n' * 10):
        path = desk.file("cassette.json", content)
        app = app_file(desk.folder)
        done = desk.room.sextant("run", "x", "--device", f"scripted:{app}", "--model", f"cassette:{path}", limit=90)
        if through := unruly(done) or ("it was taken" if done.code == 0 else ""):
            return through
    return ""


@documents.attack("state that may not be written")
def _read_only(desk: _DamageDesk) -> str:
    """The state directory belongs to another user already."""
    state = desk.room.fresh("state")
    (state / "sextant" / "runs").mkdir(parents=True)
    for one in (state / "sextant", state / "sextant" / "runs"):
        os.chown(one, STRANGER, STRANGER)
    done = toy_run(desk.room, environ={"XDG_STATE_HOME": str(state)})
    return unruly(done) or ("it stored a run in another user's directory" if done.code == 0 else "")


SCENES: tuple[Scene[Any], ...] = (links, damages, documents)
