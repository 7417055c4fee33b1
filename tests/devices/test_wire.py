"""Messages of the protocol out of what arrives: whole however it is cut, and bounded."""

import asyncio
import contextlib
import json
import os
import threading
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.devices.browser.multiplexer import Client, SessionMultiplexer
from sextant.devices.browser.request_body import may_write
from sextant.devices.browser.wire import MAX_MESSAGE, Splitter

PART = 2**20


def fed(chunks: Sequence[bytes]) -> list[bytes]:
    splitter = Splitter()
    return [message for chunk in chunks for message in splitter.feed(chunk)]


@given(st.lists(st.binary(max_size=30).map(lambda one: one.replace(b"\0", b"")), max_size=6), st.data())
def test_messages_are_whole_however_they_are_cut(messages: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(message + b"\0" for message in messages) + b"half"
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=5)))
    assert fed([stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]) == messages


@pytest.mark.parametrize("long_address", [False, True])
def test_of_a_paused_request_with_a_long_body_the_ends_are_kept(long_address: bool) -> None:
    """What a page writes into the request passes for none of it."""
    size, long = 9 * PART, "x" * 2**17 if long_address else ""
    request = {
        "url": f'http://a/"postData":"x{long}',
        "method": "POST",
        "headers": {"X": '},"frameId":"fake"'},
        "postData": "x" * size + '},"frameId":"fake","',
        "hasPostData": True,
        "postDataEntries": [{"bytes": "eHh4" * (size // 4)}],
    }
    params = {"requestId": "job-1", "request": request, "frameId": "F", "resourceType": "XHR"}
    message = {"method": "Fetch.requestPaused", "params": params, "sessionId": "S"}
    stream = json.dumps(message, separators=(",", ":")).encode() + b"\0"
    (told,) = fed([stream[at : at + PART] for at in range(0, len(stream), PART)])
    assert len(told) < 1000
    found = json.loads(told)
    assert (found["sessionId"], found["params"]["requestId"]) == ("S", "job-1")
    body = may_write(found["params"]["request"])
    assert body is not None
    if not long_address:
        assert (found["params"]["frameId"], found["params"]["request"]["url"]) == ("F", request["url"])
        assert (body.bytes, body.complete, body.fields) == (pytest.approx(size * 3 / 4, rel=0.001), False, ())


@pytest.mark.parametrize("long_key", [False, True])
def test_of_an_event_of_storage_long_values_are_left_out(long_key: bool) -> None:
    key = 'a","newValue":"b' + "x" * 2**17 * long_key
    params = {"storageId": {"isLocalStorage": True}, "key": key, "oldValue": "x" * 2 * PART, "newValue": "y"}
    event = {"method": "DOMStorage.domStorageItemUpdated", "params": params, "sessionId": "S"}
    stream = json.dumps(event, separators=(",", ":")).encode() + b"\0"
    (message,) = fed([stream[at : at + 2**16] for at in range(0, len(stream), 2**16)])
    kept = {"storageId": params["storageId"], **({} if long_key else {"key": key}), "cut": len(stream) - 1}
    assert json.loads(message) == {**event, "params": kept}


@pytest.mark.parametrize("method", ["Runtime.consoleAPICalled", "Runtime.exceptionThrown"])
def test_a_long_text_of_the_console_is_dropped(method: str) -> None:
    """A page decides how long it is: beyond every limit, too."""
    head = f'{{"method":"{method}","params":{{"type":"'.encode()
    splitter, part = Splitter(), b"x" * PART
    assert splitter.feed(head) == []
    for _ in range(MAX_MESSAGE // PART + 1):
        assert splitter.feed(part) == []
    assert splitter.feed(b'"},"sessionId":"S"}\0{"id":1}\0') == [b'{"method":"Runtime.cut"}', b'{"id":1}']
    short = head + b'"},"sessionId":"S"}'
    assert splitter.feed(short + b"\0") == [short]


def test_any_other_long_message_comes_whole_up_to_a_limit() -> None:
    half = [b"x" * PART] * (MAX_MESSAGE // PART // 2)
    (told,) = fed([b'{"id":1,"result":"', *half, b'"}\0'])
    assert len(told) == MAX_MESSAGE // 2 + 20
    with pytest.raises(ValueError, match="too long"):
        fed([*half, *half, b"x"])


def test_a_browser_whose_message_is_beyond_the_limit_has_ended() -> None:
    """Nothing that comes after it could be read."""

    async def told() -> bool:
        ended = asyncio.Event()
        multiplexer, over = SessionMultiplexer((), no_service, no_end), threading.Event()
        (read, theirs), (orders, write) = os.pipe(), os.pipe()
        multiplexer.own.on_closed = ended.set
        await multiplexer.open(read, write)
        writing = threading.Thread(target=write_too_much, args=(theirs, over))
        writing.start()
        try:
            async with asyncio.timeout(30):
                return await ended.wait()
        finally:
            over.set()
            os.close(orders)
            await asyncio.to_thread(writing.join)

    assert asyncio.run(told())


def write_too_much(pipe: int, over: threading.Event) -> None:
    """Write a message that is too long, and keep the pipe open."""
    with contextlib.suppress(BrokenPipeError), os.fdopen(pipe, "wb", 0) as browser:
        for _ in range(MAX_MESSAGE // PART + 1):
            browser.write(b"x" * PART)
        over.wait()


async def no_service(client: Client, method: str, params: dict[str, Any]) -> None:
    del client, method, params


async def no_end(client: Client) -> Sequence[tuple[str, dict[str, Any]]]:
    del client
    return ()
