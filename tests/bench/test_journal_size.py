"""What `sextant bench journal-size` tells of a small run and of a few."""

import pytest

from sextant_bench import journal_size
from sextant_bench.figures import BenchOptions

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def test_all_runs_are_listed_in_bounded_memory() -> None:
    found = journal_size.run(BenchOptions(n=5, extra={"megabytes": "3"}))
    listed = {name: told["runs"] for name, told in found.details.items() if isinstance(told, dict)}
    assert listed == {"big_first": 1, "big_again": 1, "many_first": 5, "many_again": 5}
    figures = {figure.name: figure for figure in found.figures}
    assert figures["big_bytes"].value > 3_000_000
    assert figures["big_first_megabytes"].target == 200
    assert figures["big_first_megabytes"].met
    assert found.n == 6
