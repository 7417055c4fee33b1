"""The three columns of the paper's table of rollbacks."""

import json
import math

import pytest

from sextant.journal import RecoveryStatistics
from sextant_bench.recovery import Ended, ended, rollback_table
from sextant_bench.statistics import wilson


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
    by_name = {figure.name: figure for figure in table.figures(success_after=0.9, restarts=0.01)}
    assert math.isnan(by_name["success_after_rollback"].value)
    assert not by_name["success_after_rollback"].met
    assert by_name["restart_rate"].met
    assert json.loads(json.dumps(table.details()))["success_after_rollback"]["share"] is None
    assert rollback_table([]).details()["rollback_triggered"] == {"n": 0, "share": None, "confidence_95": [None, None]}
    assert ended(RecoveryStatistics(rollbacks=3, arrived=2, restarts=1), solved=True) == Ended(3, 1, solved=True)
