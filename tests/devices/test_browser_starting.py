"""A browser that is being started when its owner, or its keeper, is killed: none stays that nobody knows of."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from sextant.devices.browser import (
    BrowserDevice,
    BrowserOptions,
    Phone,
    end_browser,
    orphans,
    profile_marks,
    registry,
    running_browsers,
)
from sextant.devices.browser import launch as launch_module
from sextant.devices.browser.cdp import Params, ProtocolError, Reply, Session
from sextant.devices.browser.launch import launch
from sextant.errors import DeviceUnreachable, UsageError
from tests.devices.browsing import running, until
from tests.devices.site import Site

pytestmark = [
    pytest.mark.browser,
    pytest.mark.usefixtures("state"),
    pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="processes are listed in /proc"),
]
_SETTLED_SECONDS = 20.0
_CALLS_HOME_SECONDS = 8.0
"""An unguarded Chromium asks for the time, for updates and for accounts within the first seconds."""


def left(state: Path) -> list[int]:
    """The processes whose command line names that state directory."""
    found: list[int] = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if str(state).encode() in (process / "cmdline").read_bytes():
                found.append(int(process.name))
        except OSError:
            continue
    return found


def start(url: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "tests.devices.victim", url],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def kill_at(state: Path, url: str, seconds: float, whom: str) -> bool:
    """Kills a run that starts a browser after so long; whether a browser was left, which is listed, for a resume."""
    victim = start(url)
    assert victim.stdout is not None
    with victim.stdout:
        time.sleep(seconds)
        keepers = [pid for pid in left(state) if b"keeper_process" in _command(pid)]
        if whom != "keeper":
            victim.kill()
        if whom != "owner":
            for keeper in keepers:
                os.kill(keeper, signal.SIGKILL)
        if whom == "keeper":
            assert until(lambda: not _keepers_browsers(state, keepers), _SETTLED_SECONDS), "it ends with its keeper"
            victim.kill()
        victim.wait()
    listed = {browser.profile for browser in running_browsers()}
    for command in map(_command, left(state)):
        if b"--remote-debugging-pipe" in command and b"--type=" not in command:
            assert any(profile.encode() in command for profile in listed), "listed at any moment"
    assert until(lambda: all(b.state == "running" for b in running_browsers()), _SETTLED_SECONDS)
    waiting = running_browsers()
    for browser in waiting:
        with suppress(UsageError):  # one that nobody had taken over has ended by itself
            end_browser(browser.id)
    assert until(lambda: not left(state), _SETTLED_SECONDS), [_command(pid) for pid in left(state)]
    assert not list(registry.registry_dir().glob("*.json"))
    return bool(waiting)


def _keepers_browsers(state: Path, keepers: list[int]) -> list[int]:
    return [pid for pid in left(state) if keepers and b"--remote-debugging-pipe" in _command(pid)]


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@pytest.mark.parametrize(
    ("kills", "seed"),
    [
        pytest.param(10, 1, marks=pytest.mark.long),
        pytest.param(120, 2, marks=[pytest.mark.slow, pytest.mark.timeout(3000)]),
    ],
)
def test_kills_within_the_first_two_seconds_leave_no_browser(state: Path, site: Site, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    for number in range(kills):
        whom = ("owner", "keeper", "both", "owner")[number % 4]
        kill_at(state, site.url("plain.html"), chance.uniform(0.0, 2.0), whom)


def test_a_browser_whose_keeper_was_killed_ends(site: Site) -> None:
    device = BrowserDevice(BrowserOptions(url=site.url("plain.html")))
    device.open()
    lease = device.lease()
    try:
        entry = running_browsers()[0]
        os.kill(entry.keeper_pid, signal.SIGKILL)
        assert until(lambda: not entry.main.is_running(), 2.0)
        assert running_browsers() == []
        device.detach()
        device = BrowserDevice(BrowserOptions(url=site.url("plain.html")), lease)
        assert device.open().how == "restored"
    finally:
        device.close()


@pytest.mark.parametrize("asked", [False, True])
def test_one_waits_for_a_resume_once_its_lease_was_written_down(state: Path, site: Site, asked: bool) -> None:
    """Only who has asked for the lease, and had the time to write it down, comes back."""
    program = (
        "import sys\nfrom sextant.devices.browser import BrowserDevice, BrowserOptions\n"
        "device = BrowserDevice(BrowserOptions(url=sys.argv[1]))\ndevice.open()\n"
        f"{'device.lease()' if asked else ''}\ndevice.look()\nprint(flush=True)\nsys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, site.url("plain.html")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline()
    process.kill()
    process.communicate()
    (browser,) = running_browsers()
    profile = Path(browser.profile)
    assert profile_marks.is_unclaimed(profile) is not asked
    if asked:
        end_browser(browser.id)
    assert until(lambda: not left(state), _SETTLED_SECONDS)
    assert not profile.exists()


def test_a_keeper_whose_device_was_killed_before_it_gave_an_order_removes_the_profile(state: Path) -> None:
    profile = launch_module.new_profile()
    order = '{"command": ["/bin/false"], "bro'
    program = "from sextant.devices.browser.keeper_process import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, "entry", str(profile)], input=order, text=True, timeout=60, check=False
    )
    assert done.returncode == 0
    assert not profile.exists()
    assert not left(state)


def test_one_that_nobody_takes_over_ends(site: Site, tmp_path: Path) -> None:
    browser = launch(BrowserOptions(url=site.url("plain.html")), tmp_path / "profile", temporary=False)
    assert [(one.id, one.state) for one in running_browsers()] == [(browser.id, "starting")]
    assert until(lambda: not browser.main.is_running(), 20.0)
    assert until(lambda: running_browsers() == [])


def test_one_without_an_entry_is_found_and_ended(site: Site, tmp_path: Path) -> None:
    """As if its keeper had been killed, and the browser had not ended: it stops, so that it cannot."""
    profile = registry.profiles_dir() / "web-stray000"
    profile.mkdir(parents=True)
    program = "import signal, sys; signal.pause()"
    of_temporary, of_saved, foreign = (
        subprocess.Popen([sys.executable, "-c", program, *words], start_new_session=True)
        for words in (
            [f"--user-data-dir={profile.resolve()}"],
            [f"{registry.OWNER_OPTION}{registry.entry_path('gone')}", f"--user-data-dir={tmp_path / 'saved'}"],
            [f"--user-data-dir={tmp_path / 'web-other'}"],
        )
    )
    strays = (of_temporary, of_saved)
    try:
        assert until(lambda: {one.id for one in orphans()} == {f"pid-{stray.pid}" for stray in strays})
        assert {one.state for one in running_browsers()} == {"stray"}
        with running(BrowserOptions(url=site.url("plain.html"))):
            assert None not in [stray.poll() for stray in strays], "each launch ends them"
            assert [one.state for one in running_browsers()] == ["running"]
        assert foreign.poll() is None
    finally:
        for process in (*strays, foreign):
            process.kill()
            process.wait()


def test_the_browser_contacts_the_app_alone(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Recording(BaseHTTPRequestHandler):
        def handle_one_request(self) -> None:
            asked.append(self.rfile.readline(4096).decode("latin-1").strip())
            self.close_connection = True

    with ThreadingHTTPServer(("127.0.0.1", 0), Recording) as proxy:
        serving = threading.Thread(target=proxy.serve_forever)
        serving.start()
        try:
            for name in ("http_proxy", "https_proxy"):
                monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.server_port}")
            monkeypatch.setenv("no_proxy", "127.0.0.1")
            with running(BrowserOptions(url=site.url("plain.html"))) as device:
                assert not until(lambda: bool(asked), _CALLS_HOME_SECONDS), asked
                device.evaluate("fetch('http://elsewhere.example/', {mode: 'no-cors'}).catch(() => 0)")
                assert until(lambda: any("elsewhere.example" in line for line in asked)), "the proxy is used"
        finally:
            proxy.shutdown()
            serving.join()


def test_a_lease_is_no_matter_of_the_wall_clock(site: Site) -> None:
    with running(BrowserOptions(url=site.url("plain.html"))):
        browser = running_browsers()[0]
        entry = registry.entry_path(browser.id)
        assert abs(entry.stat().st_mtime - registry.boot_seconds()) < 60, "seconds since the machine's start"
        os.utime(entry)  # somebody touches it, by the wall clock: years of the machine's
        assert registry.idle_seconds(entry) == 0.0
        assert abs(entry.stat().st_mtime - registry.boot_seconds()) < 60


@pytest.mark.parametrize(("says", "starts"), [("Invalid PermissionDescriptor name: camera", True), ("No way", False)])
def test_a_permission_that_cannot_be_given_is_told_of_or_ends_the_start(
    site: Site, monkeypatch: pytest.MonkeyPatch, says: str, starts: bool
) -> None:
    """A browser may not know a name of another version's; a guard that is off for another reason is no guard."""
    post = Session.post

    def refusing(session: Session, commands: Sequence[tuple[str, Params]]) -> "list[asyncio.Future[Reply]]":
        futures = post(session, commands)
        for number, (method, params) in enumerate(commands):
            if method == "Browser.setPermission" and params["permission"]["name"] == "camera":
                futures[number] = asyncio.get_running_loop().create_future()
                futures[number].set_exception(ProtocolError(method, says))
        return futures

    monkeypatch.setattr(Session, "post", refusing)
    device = BrowserDevice(BrowserOptions(url=site.url("plain.html"), phone=Phone(permissions=("camera",))))
    try:
        if starts:
            device.open()
            assert "the browser knows no permission camera" in device.look(picture=False).notes
        else:
            with pytest.raises(DeviceUnreachable, match="No way"):
                device.open()
    finally:
        device.close()
