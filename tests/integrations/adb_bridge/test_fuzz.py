"""Hostile clients of the bridge."""

import pytest

from sextant_bench.adb_fuzz import fuzz_bridge


@pytest.mark.parametrize(("sessions", "seed"), [(120, 1), pytest.param(1000, 2, marks=pytest.mark.slow)])
def test_hostile_clients_neither_end_nor_stop_the_bridge(sessions: int, seed: int) -> None:
    found = fuzz_bridge(sessions, seed)
    assert found.sound, found
    assert found.grown_mb < 120
