"""`sextant bench`: what a bench can be told, and what it refuses."""

from pathlib import Path

import pytest

from sextant.cli.bench import benchmarks_folder
from sextant.errors import UsageError
from sextant_bench.registry import BENCHES
from tests.cli.test_commands import run


def test_help_explains_every_option_of_a_bench() -> None:
    told = run("bench", "faults", "-o", "help")
    assert told.code == 0
    for name, about in BENCHES["faults"].options.items():
        assert name in told.out
        assert about in told.out
    assert run("bench", "startup", "-o", "help", "--json").json == {
        "bench": "startup",
        "measures": BENCHES["startup"].measures,
        "options": {},
        "limit": False,
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("crash", "-o", "curse=goal"), f"course: {BENCHES['crash'].options['course']}"),
        (("utg-ablation", "--limit", "2"), "apps"),
        *(((name, "--limit", "1"), "--limit") for name, entry in BENCHES.items() if not entry.cases),
        (("memory-world", "--actor", "pyton:x:y", "--limit", "1"), "'pyton:x:y'"),
    ],
)
def test_what_a_bench_cannot_be_told_is_refused_before_it_begins(
    words: tuple[str, ...], said: str, state: Path
) -> None:
    refused = run("bench", *words)
    assert refused.code == 2
    assert said in refused.err


def suites(folder: Path) -> Path:
    (folder / "sextant_bench").mkdir(parents=True)
    (folder / "sextant_bench" / "command.py").touch()
    return folder


def test_suites_are_those_of_the_named_folder_or_of_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = suites(tmp_path / "named")
    assert benchmarks_folder(str(named)) == named
    with pytest.raises(UsageError, match="not a folder of benchmarks"):
        benchmarks_folder(str(tmp_path))
    checkout = suites(tmp_path / "benchmarks").parent
    assert benchmarks_folder(package=checkout / "packages" / "sextant" / "src" / "sextant") == checkout / "benchmarks"
    monkeypatch.chdir(checkout)
    for elsewhere in ("venv/lib/site-packages/sextant", "packages/other/src/sextant", "sextant"):
        with pytest.raises(UsageError) as raised:  # code that lies above the working directory is never run
            benchmarks_folder(package=checkout / elsewhere)
        assert "SEXTANT_BENCHMARKS" in raised.value.remedy
