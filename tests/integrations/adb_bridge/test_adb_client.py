"""Debian's adb on the bridge, unedited."""

import filecmp
import socket
import threading
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from sextant.integrations.adb_bridge.endpoints import ByteStream, read_exactly
from sextant.integrations.adb_bridge.server import Bridge
from tests.support.adb import Adb, few_commands, free_port, lite_phone

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def bridge() -> Generator[Bridge]:
    with Bridge(lite_phone(), few_commands) as opened:
        yield opened


@pytest.fixture(scope="module")
def connected_adb(adb: Adb, bridge: Bridge) -> Generator[Adb]:
    """The client of all tests here: each leaves it connected."""
    assert "connected to" in adb.text("connect", bridge.address)
    yield adb
    adb.run("disconnect", bridge.address)


def test_it_is_listed_with_its_model(connected_adb: Adb, bridge: Bridge) -> None:
    row = connected_adb.text("devices", "-l").splitlines()[1].split()
    assert row[:2] == [bridge.address, "device"]
    assert {"product:sextant_bridge", "model:Bridge"} <= set(row)
    assert connected_adb.text("-s", bridge.address, "get-state") == "device"
    assert connected_adb.text("-s", bridge.address, "wait-for-device") == ""


def test_the_shell_keeps_output_errors_and_the_exit_code_apart(connected_adb: Adb) -> None:
    assert connected_adb.text("shell", "echo hello  world") == "hello  world"
    failed = connected_adb.run("shell", "fail 3")
    assert (failed.returncode, failed.stdout, failed.stderr) == (3, b"", b"it fails\n")
    unknown = connected_adb.run("shell", "nope")
    assert (unknown.returncode, unknown.stderr) == (127, b"/system/bin/sh: nope: inaccessible or not found\n")

    old = connected_adb.run("shell", "-x", "fail 3")
    assert (old.returncode, old.stdout) == (0, b"it fails\n"), "the old shell has one stream"


def test_standard_input_arrives_whole_and_output_is_not_edited(connected_adb: Adb) -> None:
    for data in (b"", bytes(number * 7 % 256 for number in range(251)) * 12_000):
        assert connected_adb.run("shell", "-T", "cat", stdin=data).stdout == data
    assert connected_adb.run("exec-out", "echo", "a\r\nb\t").stdout == b"'a\r\nb\t'\n"


def test_an_interactive_shell_echoes_and_ends_with_its_code(connected_adb: Adb) -> None:
    result = connected_adb.run("shell", "-tt", stdin=b"ls\nexit 5\n")
    assert result.returncode == 5
    assert b"ran ls\r\n" in result.stdout


def test_folders_go_to_the_phone_and_back(connected_adb: Adb, tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "inner" / "deep").mkdir(parents=True)
    (source / "note.txt").write_text("hello")
    (source / "inner" / "ünï 日本.bin").write_bytes(bytes(range(256)) * 8000)
    (source / "inner" / "deep" / "none").write_bytes(b"")
    connected_adb.text("push", str(source), "/sdcard/Download/")
    connected_adb.text("pull", "-a", "/sdcard/Download/source", str(tmp_path / "back"))
    same = filecmp.dircmp(source, tmp_path / "back")
    assert not same.left_only
    assert not same.right_only
    assert not same.diff_files
    assert (tmp_path / "back/inner/ünï 日本.bin").read_bytes() == bytes(range(256)) * 8000
    assert int((tmp_path / "back/note.txt").stat().st_mtime) == int((source / "note.txt").stat().st_mtime)
    assert "note.txt" in connected_adb.text("ls", "/sdcard/Download/source")


def test_refused_files_say_why(connected_adb: Adb, tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(bytes(65 << 20))
    for name, target, why in (
        ("big", "/system/big", b"Permission denied"),
        ("big", "/sdcard/big", b"No space left on device"),
    ):
        result = connected_adb.run("push", str(tmp_path / name), target)
        assert result.returncode == 1
        assert why in result.stdout + result.stderr
    absent = connected_adb.run("pull", "/sdcard/absent", str(tmp_path))
    assert (absent.returncode, b"No such file" in absent.stdout + absent.stderr) == (1, True)
    assert connected_adb.text("shell", "echo alive") == "alive"


def _shout(stream: ByteStream) -> None:
    while data := stream.read():
        stream.write(data.upper())


def test_a_forward_reaches_a_server_of_the_phone(connected_adb: Adb, bridge: Bridge) -> None:
    bridge.phone.endpoints.serve("tcp:9008", _shout)
    bridge.phone.endpoints.serve("localabstract:loud", _shout)
    for remote in ("tcp:9008", "localabstract:loud"):
        port = int(connected_adb.text("forward", "tcp:0", remote))
        with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
            client.sendall(b"hello" * 50_000)
            found = bytearray()
            while len(found) < 250_000:
                found += client.recv(65536)
            assert found == b"HELLO" * 50_000
    port = int(connected_adb.text("forward", "tcp:0", "tcp:9999"))
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        assert client.recv(1) == b""
    connected_adb.text("forward", "--remove-all")


def test_a_reverse_forward_leads_from_the_phone_to_the_client(connected_adb: Adb, bridge: Bridge) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        target = f"tcp:{server.getsockname()[1]}"
        assert connected_adb.text("reverse", "tcp:8000", target) == "8000"
        assert connected_adb.text("reverse", "--list") == f"host-1 tcp:8000 {target}"
        assert connected_adb.run("reverse", "--no-rebind", "tcp:8000", target).returncode == 1

        def serve() -> None:
            accepted, _ = server.accept()
            with accepted:
                accepted.sendall(accepted.recv(100)[::-1])

        thread = threading.Thread(target=serve)
        thread.start()
        stream = bridge.phone.endpoints.connect("tcp:8000")
        stream.write(b"stressed")
        assert read_exactly(stream, 8) == b"desserts"
        stream.close()
        thread.join(10)
    connected_adb.text("reverse", "--remove", "tcp:8000")
    with pytest.raises(ConnectionRefusedError):
        bridge.phone.endpoints.connect("tcp:8000")


def test_a_reverse_forward_to_nothing_ends(connected_adb: Adb, bridge: Bridge) -> None:
    connected_adb.text("reverse", "localabstract:web", f"tcp:{free_port()}")
    assert bridge.phone.endpoints.connect("localabstract:web").read() == b""
    connected_adb.run("disconnect", bridge.address)
    deadline = time.monotonic() + 10
    while bridge.phone.endpoints.handler("localabstract:web") is not None:
        assert time.monotonic() < deadline
    assert "connected to" in connected_adb.text("connect", bridge.address)


def test_a_cable_that_is_pulled_out_ends_streams_and_comes_back(connected_adb: Adb, bridge: Bridge) -> None:
    command = connected_adb.start("-s", bridge.address, "shell", "yes")
    assert command.stdout
    assert command.stdout.read(100)
    bridge.unplug()
    command.communicate(timeout=20)
    bridge.plug_in()
    connected_adb.run("connect", bridge.address)
    connected_adb.text("-s", bridge.address, "wait-for-device")
    assert connected_adb.text("-s", bridge.address, "shell", "echo back") == "back"


def test_a_client_that_disconnects_ends_its_command(connected_adb: Adb, bridge: Bridge) -> None:
    command = connected_adb.start("-s", bridge.address, "shell", "yes")
    assert command.stdout
    assert command.stdout.read(100)
    connected_adb.text("disconnect", bridge.address)
    command.communicate(timeout=20)
    for thread in threading.enumerate():
        if thread.name.startswith("adb-") and thread.name != "adb-bridge":
            thread.join(10)
    assert bridge.online == 0
    assert "connected" in connected_adb.text("connect", bridge.address)
    assert connected_adb.text("shell", "echo again") == "again"


def test_a_reboot_ends_the_connection_and_root_is_refused(connected_adb: Adb, bridge: Bridge) -> None:
    connected_adb.run("reboot")
    connected_adb.run("connect", bridge.address)
    connected_adb.text("-s", bridge.address, "wait-for-device")
    assert connected_adb.text("root") == "adbd cannot run as root in production builds"
    assert "Not running as root" in connected_adb.run("remount").stdout.decode()
    assert connected_adb.text("jdwp") == ""


def test_only_a_known_key_is_let_in(adb: Adb, tmp_path: Path) -> None:
    adb.run("start-server")
    known = adb.home / ".android" / "adbkey.pub"
    with Bridge(lite_phone(), few_commands, keys=known) as bridge:
        assert "connected to" in adb.text("connect", bridge.address)
        assert adb.text("-s", bridge.address, "shell", "echo in") == "in"
        adb.run("disconnect", bridge.address)
    adb.run("keygen", str(tmp_path / "other"))
    with Bridge(lite_phone(), few_commands, keys=tmp_path / "other.pub") as bridge:
        assert "failed to authenticate" in adb.run("connect", bridge.address).stdout.decode()
        assert "unauthorized" in adb.text("devices")
        assert adb.run("-s", bridge.address, "shell", "echo in").returncode == 1
        adb.run("disconnect", bridge.address)
