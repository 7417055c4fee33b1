"""`sextant bench`: what a bench can be told, and what it refuses."""

import pytest

from sextant_bench.registry import BENCHES
from tests.cli.test_commands import run


def test_help_explains_every_option_of_a_bench() -> None:
    told = run("bench", "faults", "-o", "help")
    assert told.code == 0
    for name, about in BENCHES["faults"].extra.items():
        assert name in told.out
        assert about in told.out
    assert run("bench", "startup", "-o", "help", "--json").json == {
        "bench": "startup",
        "measures": BENCHES["startup"].summary,
        "options": {},
        "limit": False,
    }


def test_an_option_that_there_is_not_lists_those_that_there_are() -> None:
    refused = run("bench", "crash", "-o", "curse=goal")
    assert refused.code == 2
    assert f"course: {BENCHES['crash'].extra['course']}" in refused.err


@pytest.mark.parametrize("name", [entry.name for entry in BENCHES.values() if not entry.takes_limit])
def test_a_bench_without_cases_refuses_a_limit_before_it_begins(name: str) -> None:
    refused = run("bench", name, "--limit", "1")
    assert refused.code == 2
    assert "--limit" in refused.err


def test_a_limit_that_counts_nothing_is_refused() -> None:
    refused = run("bench", "utg-ablation", "--limit", "2")
    assert refused.code == 2
    assert "apps" in refused.err
