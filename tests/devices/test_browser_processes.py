"""Whose a process is: only what Sextant started is listed, judged and ended, on this machine and in this container."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions, Chrome, end_browser, launch, processes, registry
from sextant.devices.browser.profile_lock import LOCK_NAME, ProfileLock
from sextant.devices.browser.registry import RunningBrowser
from sextant.errors import DeviceUnreachable, ProfileLocked, UsageError
from sextant.types.devices import Lease

pytestmark = [
    pytest.mark.usefixtures("state"),
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are listed in /proc"),
]
_NOBODY = 65534
Starter = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def start() -> Iterator[Starter]:
    """Starts a process with these arguments, in a session of its own."""
    started: list[subprocess.Popen[bytes]] = []

    def starting(*words: str, user: int | None = None) -> "subprocess.Popen[bytes]":
        command = ["/bin/sh", "-c", "echo; read line", "sh", *words]
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, user=user, cwd="/"
        )
        started.append(process)
        assert process.stdout is not None
        assert process.stdout.readline(), "its arguments can be read from now on"
        return process

    yield starting
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    made = tmp_path / "prof"
    made.mkdir()
    return made


def entry(profile: Path, pid: int, **more: object) -> RunningBrowser:
    fixed = {"id": "abcdef12", "endpoint": "", "temporary": False, "lease_seconds": 600.0, "started_at": time.time()}
    made = RunningBrowser(**{**fixed, "pid": pid, "profile": str(profile), "keeper_pid": pid, **more})  # pyright: ignore[reportArgumentType]
    registry.record(made)
    return made


def place(**parts: str) -> str:
    """This place, with other parts."""
    names = ("host", "machine", "boot", "namespace")
    ours = dict(zip(names, processes.current_place().split("/"), strict=True))
    return "/".join((ours | parts)[name] for name in names)


@pytest.mark.parametrize(
    "words", ["{profile}its/book.txt", "--user-data-dir={profile}-2", "--x=--user-data-dir={profile}"]
)
def test_a_program_that_names_a_similar_path_is_no_browser(start: Starter, profile: Path, words: str) -> None:
    """The entry is one of an earlier version, which does not tell when its processes began."""
    program = start(words.format(profile=profile))
    made = entry(profile, program.pid)
    (profile / "SingletonLock").symlink_to(f"{socket.gethostname()}-{program.pid}")
    registry.kill(made)
    registry.end_unowned()
    registry.end_browsers_on(profile)
    assert registry.running_browsers() == []
    assert not registry.has_browser(profile)
    assert program.poll() is None


def test_a_program_that_has_the_number_of_a_dead_browser_is_left(start: Starter, profile: Path) -> None:
    program = start(f"--user-data-dir={profile}", str(profile), str(registry.entry_path("abcdef12")))
    began = processes.start_of(program.pid)
    made = entry(profile, program.pid, pid_start=began - 1, keeper_start=began - 1, place=processes.current_place())
    registry.kill(made)
    registry.end_unowned()
    assert registry.running_browsers() == []
    assert program.poll() is None
    made = entry(profile, program.pid, pid_start=began, keeper_start=began, place=processes.current_place())
    assert [one.id for one in registry.running_browsers()] == ["abcdef12"]
    registry.kill(made)
    program.wait(10)
    assert not made.main.is_running()


@pytest.mark.parametrize(
    "text",
    [
        '{"pid": "a"}',
        '{"pid": null}',
        '{"keeper_pid": [1]}',
        '{"place": 5}',
        '{"lease_seconds": "x"}',
        '{"pid": 1e999}',
        "[" * 100_000,
        "[]",
        "",
    ],
)
def test_a_damaged_entry_is_removed(profile: Path, text: str) -> None:
    made = entry(profile, 1, place=processes.current_place())
    path = registry.entry_path(made.id)
    path.write_text(json.dumps(json.loads(path.read_text()) | json.loads(text)) if text.endswith("}") else text)
    assert not registry.has_browser(profile)
    assert registry.running_browsers() == []
    assert not path.exists()


def test_an_entry_of_an_earlier_boot_is_over(start: Starter, profile: Path) -> None:
    program = start(f"--user-data-dir={profile}")
    made = entry(profile, program.pid, pid_start=processes.start_of(program.pid), place=place(boot="another"))
    registry.kill(made)
    assert registry.running_browsers() == []
    assert not registry.entry_path(made.id).exists()
    assert program.poll() is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can start a process as another user")
def test_another_users_process_is_no_browser(start: Starter, profile: Path) -> None:
    listed = registry.profiles_dir() / "web-abcdefgh"
    listed.mkdir(parents=True)
    program = start(f"--user-data-dir={profile}", user=_NOBODY)
    stray = start(f"--user-data-dir={listed}", f"{registry.OWNER_OPTION}{registry.entry_path('x')}", user=_NOBODY)
    began = processes.start_of(program.pid)
    for more in ({}, {"pid_start": began, "keeper_start": began, "place": processes.current_place()}):
        registry.kill(entry(profile, program.pid, **more))
        assert registry.running_browsers() == []
    (profile / "SingletonLock").symlink_to(f"{socket.gethostname()}-{program.pid}")
    registry.end_browsers_on(profile)
    assert (program.poll(), stray.poll()) == (None, None)


@pytest.mark.parametrize("there", [{"namespace": "pid:[1]"}, {"host": "other", "machine": "0", "boot": "another"}])
def test_a_browser_elsewhere_is_listed_and_left_alone(start: Starter, profile: Path, there: dict[str, str]) -> None:
    program = start(f"--user-data-dir={profile}", str(profile), str(registry.entry_path("abcdef12")))
    made = entry(profile, program.pid, place=place(**there))
    assert [one.state for one in registry.running_browsers()] == ["elsewhere"]
    assert registry.end_unowned() == registry.orphans() == []
    registry.kill(made)
    registry.end_browsers_on(profile)
    with pytest.raises(UsageError, match="another container or on another machine"):
        end_browser(made.id)
    settings = BrowserOptions(url="http://127.0.0.1:9/", chrome=Chrome(executable="/bin/false", profile_dir=profile))
    lease = Lease("web:http://127.0.0.1:9/", {"id": made.id, "profile": str(profile)})
    for device in (BrowserDevice(settings), BrowserDevice(settings, lease)):
        with pytest.raises(ProfileLocked, match="another container or on another machine") as raised:
            device.open()
        assert made.id in raised.value.remedy
    assert registry.has_browser(profile)
    assert registry.entry_path(made.id).exists()
    assert program.poll() is None


def test_a_browser_of_another_container_is_over_once_its_lease_has_expired(profile: Path) -> None:
    """Its keeper would have ended it. The clock is that of the boot, which containers share."""
    made = entry(profile, 1, place=place(host="gone", namespace="pid:[1]"))
    late = registry.boot_seconds() - made.lease_seconds - 120
    os.utime(registry.entry_path(made.id), (late, late))
    assert registry.running_browsers() == []


def test_a_temporary_profile_of_a_browser_elsewhere_stays() -> None:
    profile, unlisted = launch.new_profile(), launch.new_profile()
    entry(profile, 1, temporary=True, place=place(namespace="pid:[1]"))
    (unlisted / "SingletonLock").symlink_to("another-host-1")
    for one in (profile, unlisted):
        ProfileLock(one).release()
    assert registry.forget_abandoned() == []
    registry.unlist("abcdef12")
    assert registry.forget_abandoned() == [profile]
    past = time.time() - (registry.ABANDONED_DAYS + 1) * 86_400
    for path in (unlisted, unlisted / LOCK_NAME):
        os.utime(path, (past, past))
    assert registry.forget_abandoned() == [unlisted], "the other host may be gone for good"


def test_a_profile_that_another_host_has_locked_is_in_use(profile: Path) -> None:
    (profile / "SingletonLock").symlink_to("another-host-1")
    for copied in (False, True):
        chrome = Chrome(executable="/bin/false", profile_dir=profile, profile_copied=copied)
        with pytest.raises(ProfileLocked, match="'another-host'") as raised:
            BrowserDevice(BrowserOptions(url="http://127.0.0.1:9/", chrome=chrome)).open()
        assert "SingletonLock" in raised.value.remedy
    assert (profile / "SingletonLock").is_symlink()


def test_a_look_from_another_pid_namespace_ends_nothing(start: Starter, profile: Path) -> None:
    alone = ["unshare", "--pid", "--fork", "--mount-proc"]
    if shutil.which("unshare") is None or subprocess.run([*alone, "true"], check=False, capture_output=True).returncode:
        pytest.skip("no PID namespace can be made here")
    program = start(f"--user-data-dir={profile}")
    made = entry(profile, program.pid, pid_start=processes.start_of(program.pid), place=processes.current_place())
    command = [*alone, sys.executable, "-m", "sextant", "devices", "--json"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
    assert [(one["id"], one["state"]) for one in json.loads(done.stdout)["devices"]] == [(made.id, "elsewhere")]
    assert [one.state for one in registry.running_browsers()] == ["running"]


def test_a_process_in_a_container_is_no_stray(start: Starter) -> None:
    """Its paths are of other files: it has a state directory of its own."""
    alone = ["unshare", "--pid", "--fork", "--mount-proc"]
    if shutil.which("unshare") is None or subprocess.run([*alone, "true"], check=False, capture_output=True).returncode:
        pytest.skip("no PID namespace can be made here")
    option = f"{registry.OWNER_OPTION}{registry.entry_path('gone')}"
    words = ["/bin/sh", "-c", "echo; read line", "sh", option, "--user-data-dir=/profile"]
    with subprocess.Popen([*alone, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as inside:
        assert inside.stdout is not None
        assert inside.stdin is not None
        inside.stdout.readline()
        stray = start(option, "--user-data-dir=/profile")
        assert [one.pid for one in registry.running_browsers()] in ([stray.pid], [inside.pid, stray.pid])
        inside.stdin.write(b"\n")


@pytest.mark.timeout(60)
def test_a_keeper_that_is_stopped_while_it_starts_is_killed(profile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "_KEEPER_SECONDS", 0.2)
    program = "import signal, time; time.sleep(60)"
    keeper = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    os.kill(keeper.pid, signal.SIGSTOP)
    with pytest.raises(DeviceUnreachable, match="did not answer"):
        launch._await_keeper(keeper, b"{}\n", profile / "log", 0.1)  # pyright: ignore[reportPrivateUsage]
    assert keeper.returncode == -signal.SIGKILL


def test_a_full_disk_is_named(profile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "_ROOM_BYTES", 2**63)
    settings = BrowserOptions(url="http://127.0.0.1:9/", chrome=Chrome(executable="/bin/false", profile_dir=profile))
    with pytest.raises(DeviceUnreachable, match=f"the disk that holds '{profile}' is full"):
        BrowserDevice(settings).open()
