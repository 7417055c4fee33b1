"""The hash of the code: what runs or is read by it changes it, what lies beside it does not."""

from pathlib import Path

from sextant_bench.code import hash_of


def test_what_runs_changes_it(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "one.py").write_text("1")
    (tmp_path / "page.js").write_text("2")
    before = hash_of(tmp_path)
    assert hash_of(tmp_path) == before
    (tmp_path / "style.css").write_text("a")
    (tmp_path / "deep" / "one.pyc").write_text("compiled")
    assert hash_of(tmp_path) == before
    (tmp_path / "page.js").write_text("3")
    changed = hash_of(tmp_path)
    (tmp_path / "deep" / "one.py").rename(tmp_path / "deep" / "two.py")
    assert len({before, changed, hash_of(tmp_path)}) == 3
