"""The corpora of the fuzz bench: what was found is kept, and comes first the next time."""

import random
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sextant_bench import fuzz
from sextant_bench.figures import BenchOptions
from sextant_bench.fuzz import FuzzedParser, run
from sextant_bench.fuzz_corpus import Corpus

HERE, THERE = frozenset({("a.py", 1)}), frozenset({("a.py", 2)})


def test_a_text_is_kept_where_it_was_refused_in_a_place_of_its_own(tmp_path: Path) -> None:
    corpus = Corpus(["start"], tmp_path / "maps")
    nowhere = frozenset[tuple[str, int]]()
    for text, places in (("read", nowhere), ("first", HERE), ("the same", HERE), ("other \ud800", THERE)):
        corpus.learn(text, places, must=False)
    corpus.learn("broke", HERE, must=True)
    assert corpus.kept == ["first", "other \ud800", "broke"]
    assert sorted(Corpus(["start"], tmp_path / "maps").kept) == sorted(corpus.kept)


def test_what_is_kept_is_changed_further_unless_it_is_long() -> None:
    corpus = Corpus(["start"])
    corpus.learn("short", HERE, must=False)
    corpus.learn("x" * 30_000, THERE, must=False)
    rng = random.Random(1)
    assert {text for _ in range(50) for text in corpus.some(rng)} == {"start", "short"}


def test_a_case_that_is_slow_once_is_a_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing tells a parser that is slow at times from one that was held up, but its own processor time."""
    tried = list[str]()

    def slow_once(text: str) -> None:
        tried.append(text)
        until = time.process_time() + (0.2 if len(tried) == 1 else 0.0)
        while time.process_time() < until:
            pass

    def waits(text: str) -> None:
        threading.Event().wait(0.2)

    def targets(parse: Callable[[str], None]) -> Callable[[Path], dict[str, FuzzedParser]]:
        return lambda _: {"it": FuzzedParser(parse, ["a text"])}

    monkeypatch.setattr(fuzz, "_HANG_SECONDS", 0.1)
    for parse, hangs in ((slow_once, 1), (waits, 0)):
        monkeypatch.setattr(fuzz, "targets", targets(parse))
        figures = {figure.name: figure.value for figure in run(BenchOptions(n=1, seed=3)).figures}
        assert figures["hangs"] == hangs


@pytest.mark.long
def test_a_second_run_begins_with_what_the_first_kept(tmp_path: Path) -> None:
    options = BenchOptions(n=1, seed=3, extra={"only": "routes", "corpus": str(tmp_path)})
    first = run(options)
    files = {file.name for file in (tmp_path / "routes").iterdir()}
    assert first.details["kept"] == {"routes": len(files)}
    assert files
    run(options)
    assert files <= {file.name for file in (tmp_path / "routes").iterdir()}
