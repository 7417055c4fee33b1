"""The bench of the write gate, with a touch for each way to write."""

import pytest

from sextant_bench.figures import BenchOptions
from sextant_bench.gate import run
from sextant_bench.gate.app import HOLES, UNTOLD, WRITES


@pytest.mark.browser
@pytest.mark.slow
def test_nothing_leaks_and_all_is_told() -> None:
    result = run(BenchOptions(n=len(WRITES)))
    values = {figure.name: figure.value for figure in result.figures}
    names = ("leaked_writes", "effects_missed", "effects_invented", "reads_refused")
    assert {name: values[name] for name in names} == dict.fromkeys(names, 0), result.details
    assert (values["denied_touches"], values["kinds_held"], result.errors) == (len(WRITES), len(WRITES), 0)
    holes = result.details["holes"]
    assert isinstance(holes, dict)
    assert set(holes) == set(HOLES)
    assert all(holes.values()), "a hole that holds is none: take it off the list"
    assert set(UNTOLD) <= set(WRITES)
