"""No test of this room can reach a paid model."""

import pytest
from hypothesis import settings

from sextant.models.disclosure import NO_NETWORK

settings.register_profile("patient", deadline=None)  # a busy machine is not a wrong answer
settings.load_profile("patient")


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NO_NETWORK, "1")
