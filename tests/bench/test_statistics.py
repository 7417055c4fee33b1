import statistics as stdlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant_bench.statistics import median, percentile, wilson

values = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=50)


@given(values)
def test_the_median_agrees_with_the_standard_library(numbers: list[float]):
    assert median(numbers) == pytest.approx(stdlib.median(numbers))


@given(values, st.floats(0, 100), st.floats(0, 100))
def test_percentiles_grow_with_rank_and_stay_in_range(numbers: list[float], one: float, other: float):
    low, high = sorted((one, other))
    assert min(numbers) <= percentile(numbers, low) <= percentile(numbers, high) + 1e-6
    assert percentile(numbers, high) <= max(numbers)


def test_wilson_matches_a_published_value():
    # 8 of 10 at 95 %: Wilson (1927) as tabulated, 0.490 to 0.943.
    interval = wilson(8, 10)
    assert interval.low == pytest.approx(0.490, abs=1e-3)
    assert interval.high == pytest.approx(0.943, abs=1e-3)


@given(st.integers(1, 200), st.data())
def test_wilson_holds_the_rate_and_stays_within_zero_and_one(trials: int, data: st.DataObject):
    successes = data.draw(st.integers(0, trials))
    interval = wilson(successes, trials)
    assert 0.0 <= interval.low <= successes / trials <= interval.high <= 1.0


@pytest.mark.parametrize("call", [lambda: median([]), lambda: wilson(0, 0), lambda: percentile([1.0], 101)])
def test_no_statistic_of_nothing(call: object):
    assert callable(call)
    with pytest.raises(ValueError):
        call()
