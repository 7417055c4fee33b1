"""The service `sync:`, both versions, request by request."""

import stat
import struct

import pytest

from sextant.integrations.adb_bridge.endpoints import ByteStream, Endpoints, read_exactly
from sextant.integrations.adb_bridge.files import Files
from sextant.integrations.adb_bridge.sync import serve_sync

NOTE = "/sdcard/Download/note.txt"
V2 = struct.Struct("<4sIQQIIIIQqqq")


@pytest.fixture
def files() -> Files:
    files = Files(limit_bytes=1 << 20)
    files.write(NOTE, b"hello", 0o660, 1_700_000_000)
    return files


@pytest.fixture
def stream(files: Files) -> ByteStream:
    endpoints = Endpoints()
    endpoints.serve("local:sync", lambda far: serve_sync(files, far))
    return endpoints.connect("local:sync")


def request(name: bytes, path: str | bytes) -> bytes:
    data = path.encode() if isinstance(path, str) else path
    return name + struct.pack("<I", len(data)) + data


def data_blocks(data: bytes, mtime: int) -> bytes:
    return request(b"DATA", data) + b"DONE" + struct.pack("<I", mtime)


def answer(stream: ByteStream) -> tuple[bytes, bytes]:
    """Id and what follows, of an answer that has a length."""
    name, length = struct.unpack("<4sI", read_exactly(stream, 8))
    return name, read_exactly(stream, length)


def test_stat_of_version_1_is_zero_for_what_is_absent_and_that_of_version_2_tells_the_error(stream: ByteStream) -> None:
    stream.write(request(b"STAT", NOTE) + request(b"STAT", "/absent") + request(b"STAT", "/sdcard"))
    note, absent, link = (struct.unpack("<4sIII", read_exactly(stream, 16)) for _ in range(3))
    assert note == (b"STAT", stat.S_IFREG | 0o660, 5, 1_700_000_000)
    assert absent == (b"STAT", 0, 0, 0)
    assert stat.S_ISLNK(link[1])
    names = (request(b"STA2", "/sdcard"), request(b"LST2", "/sdcard"), request(b"LST2", "/absent"))
    stream.write(b"".join((*names, request(b"STA2", NOTE + "/x"))))
    rows = [V2.unpack(read_exactly(stream, V2.size)) for _ in range(4)]
    assert [row[:2] for row in rows] == [(b"STA2", 0), (b"LST2", 0), (b"LST2", 2), (b"STA2", 20)]
    assert stat.S_ISDIR(rows[0][4])
    assert stat.S_ISLNK(rows[1][4])


def test_a_folder_is_listed_with_its_dots(stream: ByteStream) -> None:
    stream.write(request(b"LIST", "/sdcard/Download"))
    names: list[bytes] = []
    while True:
        name, *_, length = struct.unpack("<4sIIII", read_exactly(stream, 20))
        if name == b"DONE":
            break
        names.append(read_exactly(stream, length))
    assert names == [b".", b"..", b"note.txt"]
    stream.write(request(b"LIS2", "/sdcard/Download"))
    found = read_exactly(stream, 4 * (V2.size + 4) + len("....note.txt") - 1)
    assert found.endswith(b"DONE" + bytes(72))
    stream.write(request(b"LIS2", "/absent"))
    assert read_exactly(stream, 76) == b"DONE" + bytes(72)


@pytest.mark.parametrize("second", [False, True])
def test_a_file_is_sent_with_folders_mode_and_time_and_received(stream: ByteStream, files: Files, second: bool) -> None:
    path, mode = "/sdcard/a/b/c, d", stat.S_IFREG | 0o600
    both = request(b"SND2", path) + b"SND2" + struct.pack("<II", mode, 0)
    head = both if second else request(b"SEND", f"{path},{mode}")
    stream.write(head + request(b"DATA", b"one") + data_blocks(b"two", 1_600_000_000))
    assert answer(stream) == (b"OKAY", b"")
    found = files.stat(path)
    assert (files.read(path), found.mtime, found.mode) == (b"onetwo", 1_600_000_000, mode | 0o060)
    stream.write(request(b"RCV2", NOTE) + b"RCV2" + bytes(4) if second else request(b"RECV", NOTE))
    assert [answer(stream), answer(stream)] == [(b"DATA", b"hello"), (b"DONE", b"")]


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/system/x,33188", b"couldn't create file: Permission denied"),
        (f"{NOTE}/x,33188", b"couldn't create file: Not a directory"),
        ("/sdcard/x", b"missing , in ID_SEND"),
        ("/sdcard/x,mode", b"missing , in ID_SEND"),
        ("/sdcard/x,41471", b"couldn't create link: Operation not permitted"),
        ("/sdcard/Download,33188", b"couldn't create file: Is a directory"),
    ],
)
def test_a_file_that_cannot_be_made_is_refused_and_the_session_goes_on(
    stream: ByteStream, path: str, why: bytes
) -> None:
    stream.write(request(b"SEND", path) + data_blocks(b"data", 1) + request(b"RECV", "/absent"))
    assert answer(stream) == (b"FAIL", why)
    assert answer(stream) == (b"FAIL", b"open failed: No such file or directory")
    stream.write(b"QUIT" + bytes(4))
    assert stream.read() == b""


def test_a_full_phone_keeps_nothing_of_the_file(stream: ByteStream, files: Files) -> None:
    blocks = request(b"DATA", bytes(65536)) * 20
    stream.write(request(b"SEND", "/sdcard/big,33188") + blocks + data_blocks(b"", 1))
    assert answer(stream) == (b"FAIL", b"write failed: No space left on device")
    assert files.used_bytes == 5
    stream.write(request(b"RCV2", NOTE) + b"RCV2" + struct.pack("<I", 1))
    assert answer(stream) == (b"FAIL", b"unsupported flags: 0x1"), "compression is not spoken"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"NOPE" + bytes(4), b"unknown command 4e4f5045"),
        (b"STAT" + struct.pack("<I", 1025), b"path too long"),
        (b"SEND" + struct.pack("<I", 0xFFFFFFFF), b"path too long"),
        (request(b"SEND", "/sdcard/x,33188") + b"DATA" + struct.pack("<I", 65537), b"oversize data message"),
        (request(b"SEND", "/sdcard/x,33188") + request(b"STAT", "/"), b"invalid data message"),
        (request(b"SND2", "/sdcard/x") + request(b"STAT", "/")[:8] + bytes(4), b"SND2 without its second part"),
        (request(b"RCV2", "/sdcard/x") + request(b"STAT", "/")[:8], b"RCV2 without its second part"),
    ],
)
def test_what_is_no_request_ends_the_session(stream: ByteStream, files: Files, data: bytes, why: bytes) -> None:
    stream.write(data)
    assert answer(stream) == (b"FAIL", why)
    assert stream.read() == b""
    assert "x" not in files.names("/sdcard")


def test_half_a_file_is_dropped_when_the_client_goes(stream: ByteStream, files: Files) -> None:
    stream.write(request(b"SEND", "/sdcard/half,33188") + request(b"DATA", b"half"))
    stream.close()
    assert stream.read() == b""
    for _ in range(1000):
        if "half" not in files.names("/sdcard"):
            break
