"""The protocol itself: versions, keys, backpressure, limits."""

import hashlib
import struct
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa, utils

from sextant.errors import UsageError
from sextant.integrations.adb_bridge.endpoints import ByteStream
from sextant.integrations.adb_bridge.keys import encode_key, parse_key
from sextant.integrations.adb_bridge.messages import (
    AUTH,
    CLSE,
    CNXN,
    OKAY,
    OLDEST_VERSION,
    OPEN,
    PAYLOAD,
    VERSION,
    WRTE,
    Message,
    checksum,
)
from sextant.integrations.adb_bridge.server import Bridge, Limits
from sextant_bench.adb_peer import AdbPeer, connected
from tests.support.adb import few_commands, lite_phone

SHORT = Limits(connections=2, streams=3, waiting_bytes=PAYLOAD, handshake_seconds=0.3, unauthorized_seconds=0.3)


@contextmanager
def small_bridge(limits: Limits = SHORT, keys: Path | None = None) -> Generator[Bridge]:
    with Bridge(lite_phone(), few_commands, keys=keys, limits=limits) as bridge:
        yield bridge


@contextmanager
def stranger(bridge: Bridge, version: int = VERSION) -> Generator[AdbPeer]:
    """Connected, and nothing said yet."""
    peer = AdbPeer(bridge.port, version=version)
    try:
        yield peer
    finally:
        peer.close()


def ends(peer: AdbPeer) -> bool:
    """Whether the bridge ends the connection, whatever it says before."""
    try:
        while True:
            peer.receive()
    except (EOFError, ConnectionError):
        return True


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        threading.Event().wait(0.01)


def test_the_banner_names_the_model_and_what_is_supported(bridge: Bridge) -> None:
    with connected(bridge.port) as peer:
        facts = dict(part.split("=") for part in peer.banner.removeprefix("device::").split(";"))
    assert facts["ro.product.model"] == "Bridge"
    assert {"shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir"} <= set(facts["features"].split(","))


def test_an_old_client_gets_checksums_and_must_send_them(bridge: Bridge) -> None:
    with stranger(bridge, OLDEST_VERSION) as peer:
        assert peer.hello().command == CNXN
        peer.send_bytes(Message(OPEN, 1, 0, b"shell:echo hi\0").packed(OLDEST_VERSION))
        raw = b""
        while b"hi\n" not in raw:
            raw += peer._read_exact(1)  # pyright: ignore[reportPrivateUsage]
        assert struct.pack("<I", checksum(b"hi\n")) in raw
        peer.send_bytes(Message(OPEN, 2, 0, b"shell:echo hi\0").packed(VERSION))
        assert ends(peer)


def test_the_framebuffer_has_a_header_of_version_2_and_is_cut_to_what_the_client_takes(bridge: Bridge) -> None:
    pieces, size = list[bytes](), bridge.phone.size
    with stranger(bridge) as peer:
        peer.payload = 4096
        peer.hello()
        local, remote = peer.open("framebuffer:")
        while (message := peer.receive()).command == WRTE:
            pieces.append(message.data)
            peer.send(Message(OKAY, local, remote))
    data, length = b"".join(pieces), size[0] * size[1] * 4
    assert max(map(len, pieces)) == 4096
    assert struct.unpack("<14I", data[:56]) == (2, 32, 1, length, *size, 0, 8, 16, 8, 8, 8, 24, 8)
    assert len(data) == 56 + length


SERVICES = ("", "nope:", "tcp:1", "tcp:0", "tcp:9008:example.org", "localabstract:x", "jdwp:1", "dev:/dev/null")


def test_services_that_there_are_not_are_refused(bridge: Bridge) -> None:
    with connected(bridge.port) as peer:
        for service in (*SERVICES, "tcp:example.org:80"):
            assert peer.open(service)[1] == 0, service


def test_processes_to_debug_are_none(bridge: Bridge) -> None:
    with connected(bridge.port) as peer:
        assert peer.run("jdwp") == b""
        local, remote = peer.open("track-jdwp")
        assert peer.receive() == Message(WRTE, remote, local, b"0000")
        peer.send(Message(CLSE, local, remote))
        assert peer.receive() == Message(CLSE, remote, local)


def test_a_stream_waits_for_okay_in_both_directions(bridge: Bridge) -> None:
    with connected(bridge.port) as peer:
        local, remote = peer.open("shell:yes")
        assert peer.receive().command == WRTE
        assert peer.run("shell:echo other") == b"other\n"
        peer.send(Message(OKAY, local, remote))
        assert peer.receive().arg0 == remote


def test_a_client_that_does_not_wait_for_okay_loses_the_stream(bridge: Bridge) -> None:
    release = threading.Event()

    def deaf(_: ByteStream) -> None:
        release.wait(10)

    bridge.phone.endpoints.serve("tcp:7", deaf)
    with connected(bridge.port) as peer:
        local, remote = peer.open("tcp:7")
        peer.write(local, remote, b"one")
        peer.write(local, remote, b"two")
        assert peer.receive() == Message(CLSE, remote, local)
        release.set()
        assert peer.run("shell:echo fine") == b"fine\n"


def test_messages_for_streams_of_others_are_ignored(bridge: Bridge) -> None:
    with connected(bridge.port) as peer:
        local, remote = peer.open("shell:cat")
        for command in (OKAY, WRTE, CLSE):
            peer.send(Message(command, local + 7, remote, b""))
            peer.send(Message(command, local, remote + 7, b""))
        peer.send(Message(OPEN, 0, 0, b"shell:\0"))
        peer.send(Message(AUTH, 1, 0, b""))
        peer.send(Message(0x434E5953, 1, 1, b""))
        peer.write(local, remote, b"mine")
        assert peer.receive() == Message(OKAY, remote, local)
        assert peer.receive() == Message(WRTE, remote, local, b"mine")


def test_a_second_cnxn_begins_anew(bridge: Bridge) -> None:
    with connected(bridge.port) as peer:
        peer.open("shell:cat")
        peer.send(Message(CNXN, VERSION, PAYLOAD, b"host::\0"))
        while peer.receive().command != CNXN:
            pass
        assert peer.run("shell:echo hi") == b"hi\n"


GREETING = Message(CNXN, VERSION, PAYLOAD, b"host::\0").packed()


@pytest.mark.parametrize(
    ("greeting", "data"),
    [
        (b"", bytes(24)),
        (b"", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
        (b"", Message(OPEN, 1, 0, b"shell:\0").packed()),
        (b"", Message(CNXN, VERSION, 0, b"host::\0").packed()),
        (b"", struct.pack("<6I", CNXN, VERSION, PAYLOAD, 0xFFFFFFFF, 0, CNXN ^ 0xFFFFFFFF)),
        (b"", Message(CNXN, VERSION, PAYLOAD, bytes(5000)).packed()),
        (GREETING, struct.pack("<6I", WRTE, 1, 1, PAYLOAD + 1, 0, WRTE ^ 0xFFFFFFFF)),
    ],
)
def test_what_is_no_handshake_or_too_long_ends_the_connection(bridge: Bridge, greeting: bytes, data: bytes) -> None:
    with stranger(bridge) as peer:
        peer.send_bytes(greeting + data)
        assert ends(peer)


def test_a_client_that_says_nothing_is_not_waited_for() -> None:
    with small_bridge() as bridge, stranger(bridge) as silent, stranger(bridge) as slow:
        slow.send_bytes(GREETING[:20])
        assert ends(silent)
        assert ends(slow)


def test_clients_who_are_not_in_make_room_for_others() -> None:
    with small_bridge(Limits(connections=2)) as bridge, stranger(bridge), stranger(bridge):  # noqa: SIM117
        with connected(bridge.port) as one, connected(bridge.port) as two:
            assert one.run("shell:echo 1") == b"1\n"
            assert two.run("shell:echo 2") == b"2\n"
            with stranger(bridge) as third:
                assert ends(third)


def test_streams_are_limited() -> None:
    with small_bridge() as bridge, connected(bridge.port) as peer:
        opened = [peer.open("shell:cat") for _ in range(5)]
        assert [bool(remote) for _, remote in opened] == [True, True, True, False, False]
        local, remote = opened[0]
        peer.send(Message(CLSE, local, remote))
        wait_until(lambda: bool(peer.open("shell:cat")[1]))


def test_waiting_data_are_limited() -> None:
    release = threading.Event()

    def deaf(_: ByteStream) -> None:
        release.wait(10)

    with small_bridge() as bounded, connected(bounded.port) as peer:
        bounded.phone.endpoints.serve("tcp:7", deaf)
        one, two = peer.open("tcp:7"), peer.open("tcp:7")
        peer.write(*one, bytes(PAYLOAD))
        peer.write(*two, bytes(1))
        assert peer.receive() == Message(CLSE, two[1], two[0])
        release.set()
        assert peer.receive() == Message(CLSE, one[1], one[0])
        assert peer.run("shell:echo fine") == b"fine\n"


def signature(key: rsa.RSAPrivateKey, token: bytes) -> bytes:
    return key.sign(token, padding.PKCS1v15(), utils.Prehashed(hashes.SHA1()))


@pytest.fixture(scope="module")
def key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@pytest.fixture
def key_file(key: rsa.RSAPrivateKey, tmp_path: Path) -> Path:
    path = tmp_path / "keys"
    path.write_text(f"# who may connect\n{encode_key(key.public_key())}\n")
    return path


def test_who_signs_the_token_is_let_in(key: rsa.RSAPrivateKey, key_file: Path) -> None:
    assert [parse_key(broken) for broken in ("", "no key", "AAAA me", "QAAAAA==", "é")] == [None] * 5
    with small_bridge(keys=key_file) as bridge, stranger(bridge) as peer:
        first = peer.hello()
        assert (first.command, first.arg0, len(first.data)) == (AUTH, 1, 20)
        peer.send(Message(AUTH, 2, 0, b"no signature"))
        second = peer.receive()
        assert (second.command, second.data == first.data) == (AUTH, False)
        peer.send(Message(AUTH, 2, 0, signature(key, second.data)))
        assert peer.welcomed(peer.receive()).command == CNXN
        assert peer.run("shell:echo in") == b"in\n"


def test_who_has_no_key_stays_out(key: rsa.RSAPrivateKey, key_file: Path) -> None:
    other = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    with small_bridge(keys=key_file) as bridge:
        with stranger(bridge) as peer:
            peer.send(Message(AUTH, 2, 0, signature(other, peer.hello().data)))
            assert peer.receive().command == AUTH
            peer.send(Message(AUTH, 3, 0, encode_key(key.public_key()).encode() + b"\0"))
            peer.send(Message(OPEN, 1, 0, b"shell:echo in\0"))
            assert ends(peer)
        with stranger(bridge) as peer:
            peer.hello()
            peer.send(Message(OPEN, 1, 0, b"shell:echo in\0"))
            assert ends(peer)
        with stranger(bridge) as peer:
            token = peer.hello().data
            for _ in range(40):
                peer.send(Message(AUTH, 2, 0, signature(key, hashlib.sha1(token).digest())))
            assert ends(peer)
        assert bridge.online == 0


def test_other_machines_need_keys(tmp_path: Path) -> None:
    for host in ("0.0.0.0", "192.0.2.1", "::", "example.org"):
        with pytest.raises(UsageError, match="keys"):
            Bridge(lite_phone(), few_commands, host=host)
    for content in (None, b"", b"no key\n", b"\xff\xfe"):
        path = tmp_path / f"keys-{content!r:.4}"
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(UsageError, match=r"key"):
            Bridge(lite_phone(), few_commands, keys=path)


def test_a_port_that_is_taken_is_said(bridge: Bridge) -> None:
    with pytest.raises(UsageError, match="Choose another port"), Bridge(lite_phone(), few_commands, bridge.port):
        pass


def test_a_service_that_fails_ends_its_stream_only(bridge: Bridge, caplog: pytest.LogCaptureFixture) -> None:
    def broken(_: ByteStream) -> None:
        raise ZeroDivisionError

    bridge.phone.endpoints.serve("tcp:7", broken)
    with connected(bridge.port) as peer:
        assert peer.run("tcp:7") == b""
        assert peer.run("shell:echo fine") == b"fine\n"
    assert "A service of the bridge failed" in caplog.text
