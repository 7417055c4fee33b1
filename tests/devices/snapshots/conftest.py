from collections.abc import Iterator

import pytest

from tests.devices.snapshot_page import Looker, looking


@pytest.fixture(scope="package")
def looker() -> Iterator[Looker]:
    """One page for all: each test shows its own HTML."""
    with looking() as found:
        yield found
