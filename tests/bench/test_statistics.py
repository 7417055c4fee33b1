"""Statistics of benches, and the three columns of the paper's table of rollbacks."""

import json
import math
import statistics as stdlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant_bench.recovery import Ended, rollback_table
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


def test_the_columns_are_shares_of_episodes_and_success_one_of_those_that_went_back() -> None:
    table = rollback_table(
        [Ended(2, 0, True), Ended(1, 1, False), Ended(1, 0, True), Ended(0, 0, False), *[Ended(0, 0, True)] * 6]
    )
    assert (table.triggered.part, table.triggered.n) == (3, 10)
    assert (table.succeeded_after.part, table.succeeded_after.n) == (2, 3)
    assert (table.restarted.part, table.restarted.n) == (1, 10)
    told, interval = table.details(), wilson(2, 3)
    share = {"n": 3, "share": pytest.approx(2 / 3), "confidence_95": [interval.low, interval.high]}
    assert told["success_after_rollback"] == share


def test_without_a_rollback_there_is_no_success_after_one() -> None:
    table = rollback_table([Ended(0, 0, True)])
    by_name = {figure.name: figure for figure in table.figures()}
    assert math.isnan(by_name["success_after_rollback"].value)
    assert json.loads(json.dumps(table.details()))["success_after_rollback"]["share"] is None
    assert rollback_table([]).details()["rollback_triggered"] == {"n": 0, "share": None, "confidence_95": [None, None]}
