"""A browser that was started by a process killed before it could write that down is ended by who has its profile."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sextant.devices.browser import registry
from sextant.devices.browser.registry import RunningBrowser, end_strays


@pytest.fixture
def started() -> Iterator[list[subprocess.Popen[bytes]]]:
    processes: list[subprocess.Popen[bytes]] = []
    yield processes
    for process in processes:
        process.kill()
        process.wait(10)


def browser_of(profile: Path) -> subprocess.Popen[bytes]:
    """A process that looks like the browser of that profile."""
    profile.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-c", "import sys, time; print('up', flush=True); time.sleep(60)", str(profile)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout is not None
    with process.stdout as said:
        said.readline()
    return process


def test_listed_or_not_it_is_ended_and_others_are_left(tmp_path: Path, started: list[subprocess.Popen[bytes]]) -> None:
    mine, other = tmp_path / "web-mine", tmp_path / "web-other"
    listed, unlisted, foreign = browser_of(mine), browser_of(mine), browser_of(other)
    started += [listed, unlisted, foreign]
    for name, process, profile in (("a1", listed, mine), ("b2", foreign, other)):
        registry.record(RunningBrowser(name, process.pid, "", str(profile), True, 600.0, time.time()))
    (mine / "SingletonLock").symlink_to(f"host-{unlisted.pid}")
    end_strays(mine)
    listed.wait(10)
    unlisted.wait(10)
    assert foreign.poll() is None
    assert [browser.id for browser in registry.running_browsers()] == ["b2"]
    assert mine.is_dir(), "the profile is what the run goes on with"
    end_strays(mine)
