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


def test_an_option_that_there_is_not_lists_those_that_there_are() -> None:
    refused = run("bench", "crash", "-o", "curse=goal")
    assert refused.code == 2
    assert f"course: {BENCHES['crash'].options['course']}" in refused.err


@pytest.mark.parametrize("name", [name for name, entry in BENCHES.items() if not entry.cases])
def test_a_bench_without_cases_refuses_a_limit_before_it_begins(name: str) -> None:
    refused = run("bench", name, "--limit", "1")
    assert refused.code == 2
    assert "--limit" in refused.err


def test_a_limit_that_counts_nothing_is_refused() -> None:
    refused = run("bench", "utg-ablation", "--limit", "2")
    assert refused.code == 2
    assert "apps" in refused.err


def suites(folder: Path) -> Path:
    (folder / "sextant_bench").mkdir(parents=True)
    (folder / "sextant_bench" / "command.py").touch()
    return folder


def test_the_named_folder_of_suites_comes_first(tmp_path: Path) -> None:
    named = suites(tmp_path / "named")
    assert benchmarks_folder(str(named)) == named
    with pytest.raises(UsageError, match="not a folder of benchmarks"):
        benchmarks_folder(str(tmp_path))


def test_suites_are_those_of_the_checkout_that_the_package_stands_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout = suites(tmp_path / "benchmarks").parent
    assert benchmarks_folder(package=checkout / "packages" / "sextant" / "src" / "sextant") == checkout / "benchmarks"
    monkeypatch.chdir(checkout)
    for elsewhere in ("venv/lib/site-packages/sextant", "packages/other/src/sextant", "sextant"):
        with pytest.raises(UsageError) as raised:  # code that lies above the working directory is never run
            benchmarks_folder(package=checkout / elsewhere)
        assert "SEXTANT_BENCHMARKS" in raised.value.remedy
