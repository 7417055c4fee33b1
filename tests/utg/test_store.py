"""Maps on disk: kept, shared between processes, and clear about what cannot be read."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from sextant.errors import JournalFault
from sextant.utg.store import MapStore
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
    writers = [subprocess.Popen(command, cwd=root, env={"PYTHONPATH": f"{root}/src:{root}"}) for _ in range(2)]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    with MapStore(path) as store:
        (edge,) = store.load("app").out("home")
    assert edge.successes == 80


def test_a_file_that_is_no_map_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database, " * 100)
    with pytest.raises(JournalFault, match=r"notes\.txt"):
        MapStore(path)


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
    with MapStore(path) as store, pytest.raises(JournalFault, match="cannot be read"):
        store.map("app")
