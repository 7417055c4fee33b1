"""No test of this room can reach a paid model, and each closes the models that it opened."""

from collections.abc import Generator

import pytest

from sextant.models.disclosure import NO_NETWORK
from tests.models.schemas import OPENED


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    monkeypatch.setenv(NO_NETWORK, "1")
    yield
    while OPENED:
        OPENED.pop().close()
