"""No test of this room can reach a paid model."""

import pytest

from sextant.models.network import NO_NETWORK


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NO_NETWORK, "1")
