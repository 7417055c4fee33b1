"""What every test gets: no state of the person's own, and no way to a paid model."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("sextant", deadline=None)  # how fast a busy machine is, is no property of the code
settings.load_profile("sextant")


ROOT = Path(__file__).resolve().parent.parent
MEMORY = Path("/dev/shm")
NEEDED = 4 * 1024**3
"""Bytes free in memory from which on temporary files are kept there."""


def pytest_configure() -> None:
    """Keeps `tmp_path` in memory where programs may run from it: journals are synced at every step, disks are slow."""
    if os.access(MEMORY, os.W_OK):
        found = os.statvfs(MEMORY)
        if not found.f_flag & os.ST_NOEXEC and found.f_bavail * found.f_frsize >= NEEDED:
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.fixture(scope="session", autouse=True)
def _isolated(tmp_path_factory: pytest.TempPathFactory) -> Generator[None]:  # pyright: ignore[reportUnusedFunction]
    before = dict(os.environ)
    for name in [name for name in os.environ if name.startswith("SEXTANT_") and name != "SEXTANT_BROWSER_EXECUTABLE"]:
        del os.environ[name]
    os.environ["SEXTANT_NO_NETWORK_MODELS"] = "1"
    parts = [str(ROOT / part) for part in ("packages/sextant/src", "packages/sextant-worlds/src", "benchmarks")]
    os.environ["PYTHONPATH"] = os.pathsep.join([*parts, *filter(None, [before.get("PYTHONPATH")])])
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))
    yield
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture
def state(tmp_path: Path) -> Generator[Path]:
    """A state directory of this test's own, for what it starts and for what it calls."""
    before = os.environ["XDG_STATE_HOME"]
    os.environ["XDG_STATE_HOME"] = str(tmp_path / "state")
    yield tmp_path / "state"
    os.environ["XDG_STATE_HOME"] = before
