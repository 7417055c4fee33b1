"""Hostile clients of the bridge."""

import io
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sextant.integrations.adb_bridge.messages import (
    AUTH,
    CLSE,
    CNXN,
    OKAY,
    OPEN,
    PAYLOAD,
    VERSION,
    WRTE,
    AdbProtocolError,
    Message,
    read_message,
)
from sextant.integrations.adb_bridge.server import Bridge
from sextant_bench.adb_fuzz import fuzz_bridge
from sextant_bench.adb_peer import AdbPeer, connected
from tests.support.adb import few_commands, lite_phone


@pytest.mark.parametrize(("sessions", "seed"), [(120, 1), pytest.param(1000, 2, marks=pytest.mark.slow)])
def test_hostile_clients_neither_end_nor_stop_the_bridge(sessions: int, seed: int) -> None:
    found = fuzz_bridge(sessions, seed)
    assert found.sound, found
    assert found.grown_mb < 120


@given(st.binary(max_size=200), st.sampled_from([None, VERSION - 1, VERSION]))
def test_any_bytes_are_a_message_or_a_fault(data: bytes, version: int | None) -> None:
    source = io.BytesIO(data)

    def read_exact(size: int) -> bytes:
        found = source.read(size)
        if len(found) < size:
            raise EOFError
        return found

    try:
        message = read_message(read_exact, 4096, version)
    except (EOFError, AdbProtocolError):
        return
    assert message.packed(VERSION)[:16] == data[:16]


_NUMBERS = st.sampled_from([0, 1, 2, 3, 4096, PAYLOAD, 0xFFFFFFFF])
_SERVICES = (b"shell:cat", b"shell,v2,pty:", b"sync:", b"reverse:forward:tcp:8000;tcp:1", b"tcp:8000", b"jdwp")
_KINDS = st.sampled_from([CNXN, AUTH, OPEN, OPEN, OKAY, WRTE, WRTE, CLSE, 0])
_MESSAGES = st.builds(Message, _KINDS, _NUMBERS, _NUMBERS, st.binary(max_size=60) | st.sampled_from(_SERVICES))


@pytest.fixture(scope="module")
def shared() -> Generator[Bridge]:
    with Bridge(lite_phone(), few_commands) as bridge:
        yield bridge


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(hello=st.booleans(), messages=st.lists(_MESSAGES, max_size=20))
def test_any_messages_leave_the_bridge_to_others(shared: Bridge, hello: bool, messages: list[Message]) -> None:
    peer = AdbPeer(shared.port)
    try:
        if hello:
            peer.hello()
        for message in messages:
            peer.send_bytes(message.packed(VERSION))
    except OSError:
        pass  # the bridge has closed the connection
    finally:
        peer.close()
    with connected(shared.port) as other:
        assert other.run("shell:echo alive") == b"alive\n"
