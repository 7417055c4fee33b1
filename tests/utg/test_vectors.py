"""Sentence vectors between processes: the same ones, without their texts, and nothing where the file is of no use."""

import sqlite3
from array import array
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from sextant.text.sentence_vectors import Meaning
from sextant.utg import vectors
from sextant.utg.vectors import VectorStore

numpy = pytest.importorskip("numpy")


class Model:
    """Counts what it is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def query(self, texts: Sequence[str]) -> object:
        self.asked += texts
        return numpy.array([[len(text) % 7, 1.0, 0.3] for text in texts], dtype="float32")


def store(path: Path, model: str = "m") -> VectorStore:
    return VectorStore(path / "vectors.sqlite", model, 12)


def near(path: Path, texts: Sequence[str], model: str = "m") -> tuple[list[float], list[str]]:
    """How near the texts are, and what the model was asked for."""
    asked = Model()
    with closing(store(path, model)) as kept:
        return Meaning(asked, kept).near("a goal", texts), asked.asked


def test_a_later_process_reads_the_same_vectors(tmp_path: Path) -> None:
    first, asked = near(tmp_path, ["orders", "ships"])
    assert asked == ["a goal", "orders", "ships"]
    again, asked = near(tmp_path, ["orders", "ships", "more"])
    assert (again[:2], asked) == (first, ["more"])
    _, asked = near(tmp_path, ["orders"], model="another")
    assert asked == ["a goal", "orders"]


def test_the_file_has_no_text_and_is_the_users_alone(tmp_path: Path) -> None:
    near(tmp_path, ["a private matter"])
    file = tmp_path / "vectors.sqlite"
    assert b"private" not in file.read_bytes()
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("damage", ["text", "table", "vector", "link", "folder"])
def test_where_the_file_is_of_no_use_the_model_is_asked(tmp_path: Path, damage: str) -> None:
    right, _ = near(tmp_path, ["orders"])
    file = tmp_path / "vectors.sqlite"
    if damage in ("table", "vector"):
        with closing(sqlite3.connect(file)) as db, db:
            db.execute("CREATE VIEW v AS SELECT 1" if damage == "table" else "UPDATE vectors SET vector = x'00'")
    else:
        file.rename(tmp_path / "elsewhere")
        if damage == "text":
            file.write_text("no database")
        elif damage == "link":
            file.symlink_to(tmp_path / "elsewhere")
        else:
            file.mkdir()
    assert near(tmp_path, ["orders"]) == (right, ["a goal", "orders"])


def test_the_older_half_goes_and_all_can_be_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "_MOST", 10)
    one = array("f", [1, 2, 3]).tobytes()
    with closing(store(tmp_path)) as kept:
        for number in range(12):
            kept.keep({str(number): one})
        assert sorted(map(int, kept.read(map(str, range(12))))) == [6, 7, 8, 9, 10, 11]
        kept.clear()
        assert kept.read(["11"]) == {}
