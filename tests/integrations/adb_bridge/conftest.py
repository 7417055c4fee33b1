"""A bridge to a small world, and the real client connected to it."""

from collections.abc import Generator

import pytest

from sextant.integrations.adb_bridge.server import Bridge
from tests.support.adb import ADB, Adb, few_commands, lite_phone


@pytest.fixture(scope="session")
def adb(tmp_path_factory: pytest.TempPathFactory) -> Generator[Adb]:
    if ADB is None:
        pytest.skip("adb is not installed")
    client = Adb(tmp_path_factory.mktemp("adb"))
    yield client
    client.close()


@pytest.fixture
def bridge() -> Generator[Bridge]:
    with Bridge(lite_phone(), few_commands) as opened:
        yield opened
