"""No room for the first byte, or no right to write it: one message that says what to do, and nothing left behind."""

import os
import shutil
import subprocess
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path

import pytest

from tests.cli import toy
from tests.cli.test_commands import Ran, run

pytestmark = pytest.mark.long

_USAGE, _BAD_ENVIRONMENT = 2, 4
_ROOM = 64 * 1024
_ELSEWHERE = "XDG_STATE_HOME=DIR"


@pytest.fixture
def small(tmp_path: Path) -> Generator[Path]:
    """The state directory on a file system of 64 kB of its own."""
    place = tmp_path / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_ROOM},mode=700", "tmpfs", str(place)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a file system of one's own can be mounted by root alone, and not in every container")
    before = os.environ["XDG_STATE_HOME"]
    os.environ["XDG_STATE_HOME"] = str(place)
    yield place
    os.environ["XDG_STATE_HOME"] = before
    subprocess.run(["umount", "--lazy", str(place)], check=True)


@pytest.fixture
def commands(tmp_path: Path, state: Path) -> Mapping[str, Sequence[str]]:
    """Commands that have to write; the route that is checked was saved where there was room."""
    device = f"scripted:{toy.app_file(tmp_path)}"
    model = f"scripted:{toy.script_file(tmp_path, toy.TO_PRIVACY)}"
    route = str(tmp_path / "route.toml")
    assert run("goto", device, "Privacy policy", "--save", route).code == 0
    return {
        "run": ("run", "open the privacy policy", "--device", device, "--model", model),
        "goto": ("goto", device, "Privacy policy"),
        "map": ("map", device),
        "check": ("check", route),
    }


@pytest.fixture
def keepers(tmp_path: Path, state: Path) -> Mapping[str, Sequence[str]]:
    """Commands that write to the state directory and begin no run."""
    drawn = tmp_path / "drawn.json"
    device = f"scripted:{toy.app_file(tmp_path)}"
    assert run("map", device).code == 0
    assert run("map", "export", "toy", "--out", str(drawn)).code == 0
    settings = tmp_path / "sextant.toml"
    settings.write_text('[models]\nactor = "openai:x"\n')
    return {"trust": ("trust", str(settings)), "map import": ("map", "import", str(drawn))}


def _remount(place: Path, option: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{option}", str(place)], check=True)


def _is_one_message(ran: Ran, said: str) -> None:
    told = " ".join((ran.out + ran.err).split())
    assert ran.code == _BAD_ENVIRONMENT, told
    assert told.count(said) == 1, told
    assert _ELSEWHERE in told
    assert "Traceback" not in told
    assert "Move the file;" not in told, "what is kept there is not what is wrong"


def test_on_a_full_disk_a_message_says_so(commands: Mapping[str, Sequence[str]], small: Path) -> None:
    filling = small / "filling"
    for free in (0, 4096, 16384):
        filling.write_bytes(bytes(_ROOM - free))
        for name, words in commands.items():
            _is_one_message(run(*words), "The disk is full")
            assert run("runs", "--json").json["runs"] == [], f"{name} left a run behind that never began"
        assert run("resume").code == _USAGE, "there is none"
        filling.unlink()
        shutil.rmtree(small / "sextant")


def test_a_full_disk_is_named_by_what_begins_no_run(keepers: Mapping[str, Sequence[str]], small: Path) -> None:
    (small / "filling").write_bytes(bytes(_ROOM))
    for words in keepers.values():
        _is_one_message(run(*words), "The disk is full")
    (small / "filling").unlink()
    _remount(small, "size=4m")
    for name, words in keepers.items():
        assert run(*words).code == 0, name


def test_what_a_full_disk_has_cut_off_goes_on_where_there_is_room(
    commands: Mapping[str, Sequence[str]], small: Path
) -> None:
    for words in commands.values():
        _is_one_message(run(*words), "The disk is full")
    _remount(small, "size=4m")
    for name, words in commands.items():
        assert run(*words).code == 0, name


def test_where_nothing_may_be_written_a_message_says_so(commands: Mapping[str, Sequence[str]], small: Path) -> None:
    _remount(small, "ro")
    for words in (*commands.values(), ("resume",), ("runs",)):
        _is_one_message(run(*words), "Read-only file system")


def test_where_nothing_may_be_written_what_is_there_can_be_read(
    commands: Mapping[str, Sequence[str]], small: Path
) -> None:
    _remount(small, "size=4m")
    assert run(*commands["run"]).code == 0
    assert run(*commands["map"]).code == 0
    _remount(small, "ro")
    assert len(run("runs", "--json").json["runs"]) == 2
    assert run("runs", "show", "last").code == 0
    for words in commands.values():
        ran = run(*words)
        assert ran.code == _BAD_ENVIRONMENT
        assert _ELSEWHERE in " ".join((ran.out + ran.err).split())
