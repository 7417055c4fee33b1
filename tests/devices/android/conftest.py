"""The real adb client with a server of its own for each module, for phones that the bridge shows."""

from collections.abc import Generator

import pytest

from tests.support.adb import ADB, Adb


@pytest.fixture(scope="module")
def adb(tmp_path_factory: pytest.TempPathFactory) -> Generator[Adb]:
    pytest.importorskip("adbutils")
    if ADB is None:
        pytest.skip("adb is not installed")
    client = Adb(tmp_path_factory.mktemp("adb"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANDROID_ADB_SERVER_PORT", str(client.port))
        client.text("start-server")
        yield client
        client.close()
