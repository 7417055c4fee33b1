"""Maps on disk: kept, shared between processes, and clear about what cannot be read."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Never

import pytest

from sextant.errors import JournalFault
from sextant.utg.store import LARGEST_PICTURE, MapStore
from tests.utg.walks import element, screen, step

HOME = screen("home", element(0, "Help"), element(1, "News"))
HELP = screen("help", element(0, "Home"))


def test_a_map_outlives_its_process(tmp_path: Path) -> None:
    path = tmp_path / "maps" / "map.sqlite"
    with MapStore(path) as store:
        chart = store.map("app")
        chart.see(HOME)
        chart.observe(step(HOME, 0, HELP))
        drawn = chart.graph
    with MapStore(path) as store:
        assert store.apps() == ("app",)
        again = store.map("app").graph
    assert again.nodes == drawn.nodes
    assert again.edges == drawn.edges
    assert again.at("/help") is not None


def test_apps_are_kept_apart_and_can_be_forgotten() -> None:
    store = MapStore()
    store.map("one").see(HOME)
    store.map("two").see(HELP)
    store.forget("one")
    assert store.apps() == ("two",)
    assert not store.load("one").nodes


def test_two_connections_add_up_and_see_each_other(tmp_path: Path) -> None:
    path = tmp_path / "map.sqlite"
    with MapStore(path) as one, MapStore(path) as two:
        mine, theirs = one.map("app"), two.map("app")
        mine.observe(step(HOME, 0, HELP))
        theirs.observe(step(HOME, 0, HELP))
        theirs.observe(step(HELP, 0, HOME))
        assert mine.refresh()
        assert not mine.refresh()
        (edge,) = mine.graph.out("home")
        assert edge.successes == 2
        assert mine.graph.nodes["help"].visits == 2
        assert len(mine.graph.edges) == 2


class Torn(dict[str, bytes]):
    """Pictures whose reading breaks off in the middle of a transaction."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(home=b"")
        self._error = error

    def items(self) -> Never:
        raise self._error


@pytest.mark.parametrize("error", [KeyError("home"), KeyboardInterrupt()])
def test_whatever_breaks_off_a_write_leaves_no_transaction_behind(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "map.sqlite"
    with MapStore() as elsewhere:
        elsewhere.map("app").see(HOME)
        graph = elsewhere.load("app")
    with MapStore(path) as store, MapStore(path, patience_seconds=0.0) as other:
        with pytest.raises(type(error)):
            store.take(graph, Torn(error))
        assert not store.load("app").nodes, "nothing of it is kept"
        other.map("app").see(HELP)
        store.map("app").see(HOME)
        assert set(other.load("app").nodes) == {"home", "help"}


WRITER = """
import sys
from pathlib import Path
from sextant.utg.store import MapStore
from tests.utg.walks import element, screen, step
home, aid = screen("home", element(0, "Help")), screen("help", element(0, "Home"))
with MapStore(Path(sys.argv[1])) as store:
    chart = store.map("app")
    for _ in range(40):
        chart.observe(step(home, 0, aid))
"""


def test_processes_that_draw_one_map_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "map.sqlite"
    MapStore(path).close()
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-c", WRITER, str(path)]
    environment = {**os.environ, "PYTHONPATH": f"{os.environ['PYTHONPATH']}:{root}"}
    writers = [subprocess.Popen(command, cwd=root, env=environment) for _ in range(2)]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    with MapStore(path) as store:
        (edge,) = store.load("app").out("home")
    assert edge.successes == 80


def test_a_file_that_is_no_map_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database, " * 100)
    with pytest.raises(JournalFault, match=r"notes\.txt"):
        MapStore(path)


def test_pictures_and_notes_are_kept_by_app_and_the_newest_counts(tmp_path: Path) -> None:
    path = tmp_path / "map.sqlite"
    with MapStore(path) as store:
        store.map("app").see(HOME)
        store.save_picture("app", "home", b"second", 2.0)
        store.save_picture("app", "home", b"first, come late", 1.0)
        store.save_picture("app", "help", b"help", 1.0)
        store.save_picture("other", "home", b"another", 3.0)
        store.note("app", "origin", "http://here")
        store.note("app", "origin", "http://there")
    with MapStore(path) as store:
        assert store.pictures("app") == {"home": b"second", "help": b"help"}
        assert store.notes("app") == {"origin": "http://there"}
        assert store.notes("other") == {}
        store.forget("app")
        assert not store.pictures("app")
        assert not store.notes("app")
        assert store.pictures("other") == {"home": b"another"}
        with pytest.raises(ValueError, match="thumbnail"):
            store.save_picture("app", "home", b"x" * (LARGEST_PICTURE + 1), 1.0)


OLD = """
CREATE TABLE nodes (
    app TEXT NOT NULL, id TEXT NOT NULL, label TEXT NOT NULL, visits INTEGER NOT NULL, last_seen REAL NOT NULL,
    body TEXT NOT NULL, PRIMARY KEY (app, id)
);
CREATE TABLE edges (
    app TEXT NOT NULL, id TEXT NOT NULL, source TEXT NOT NULL, event TEXT NOT NULL, element TEXT, target TEXT NOT NULL,
    successes INTEGER NOT NULL, failures INTEGER NOT NULL, seconds REAL NOT NULL, last_seen REAL NOT NULL,
    source_binding TEXT NOT NULL, target_binding TEXT NOT NULL, opener TEXT, origin TEXT NOT NULL,
    PRIMARY KEY (app, id)
);
CREATE TABLE apps (app TEXT PRIMARY KEY, begun REAL NOT NULL, updated REAL NOT NULL);
CREATE INDEX edges_by_source ON edges (app, source);
PRAGMA user_version=1;
"""


def test_a_map_of_version_one_is_taken_over_with_all_it_holds(tmp_path: Path) -> None:
    """As version 1 wrote it: its tables, a node without the fields that came later, and an edge."""
    path = tmp_path / "map.sqlite"
    body = (
        '{"key":{"app":"app","id":"home","label":"/"},"face":{"title":"Home"},'
        '"exits":[{"element":{"role":"link","name":"Help"},"kind":"link","href":"/help"}],"visits":3,"last_seen":7.0}'
    )
    edge = ("app", "e1", "home", "tap", '{"role":"link","name":"Help"}', "help", 4, 1, 0.5, 7.0, "[]", "[]", None)
    db = sqlite3.connect(path)
    db.executescript(OLD)
    db.execute("INSERT INTO nodes VALUES ('app', 'home', '/', 3, 7.0, ?)", (body,))
    db.execute("INSERT INTO edges VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,'observed')", edge)
    db.execute("INSERT INTO apps VALUES ('app', 1.0, 2.0)")
    db.commit()
    db.close()
    with MapStore(path) as store:
        graph = store.load("app")
        assert graph.nodes["home"].visits == 3
        assert [(one.successes, one.failures, one.errors) for one in graph.out("home")] == [(4, 1, ())]
        store.note("app", "origin", "http://here")
        store.map("app").see(HOME)
    with MapStore(path) as store:
        assert store.notes("app") == {"origin": "http://here"}
        assert store.load("app").nodes["home"].visits == 3
    with sqlite3.connect(path) as again:
        assert again.execute("PRAGMA user_version").fetchone() == (4,)
    again.close()


def test_a_newer_map_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "map.sqlite"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version=99")
    db.close()
    with pytest.raises(JournalFault, match="newer"):
        MapStore(path)


def test_a_row_that_cannot_be_read_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "map.sqlite"
    with MapStore(path) as store:
        store.map("app").see(HOME)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE nodes SET body = '{broken'")
    db.close()
    with MapStore(path) as store, pytest.raises(JournalFault, match="unreadable row"):
        store.map("app")


@pytest.mark.parametrize(
    "column",
    [
        "data BLOB GENERATED ALWAYS AS (zeroblob(200000000)) VIRTUAL",
        "data BLOB NOT NULL CHECK (length(zeroblob(200000000)) > 0)",
    ],
)
def test_a_map_with_columns_that_compute_is_not_used(tmp_path: Path, column: str) -> None:
    path = tmp_path / "map.sqlite"
    MapStore(path).close()
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE pictures")
        db.execute(f"CREATE TABLE pictures (app TEXT NOT NULL, node TEXT NOT NULL, at REAL NOT NULL, {column})")
    db.close()
    with pytest.raises(JournalFault, match="malformed: the table 'pictures'"):
        MapStore(path)


def test_a_picture_larger_than_a_thumbnail_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "map.sqlite"
    with MapStore(path) as store:
        store.save_picture("app", "home", b"small", 1.0)
    with sqlite3.connect(path) as db:
        db.execute("INSERT INTO pictures VALUES ('app', 'help', zeroblob(?), 1.0)", (LARGEST_PICTURE + 1,))
    db.close()
    with MapStore(path) as store:
        assert store.pictures("app") == {"home": b"small"}
