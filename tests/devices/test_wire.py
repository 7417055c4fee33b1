"""Messages of the protocol out of what arrives: whole however it is cut, and bounded."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


@pytest.mark.parametrize("megabytes", [9, 70])
def test_of_a_paused_request_with_a_long_body_the_ends_are_kept(megabytes: int) -> None:
    head = (
        b'{"method":"Fetch.requestPaused","params":{"requestId":"job-1","request":{"url":"http://a/","method":"POST",'
    )
    head += b'"headers":{},"postData":"'
    entries = b'","hasPostData":true,"postDataEntries":[{"bytes":"'
    end = b'"}]},"frameId":"F","resourceType":"XHR"},"sessionId":"S"}\0'
    body = [b"eHh4" * (PART // 4)] * megabytes
    (told,) = fed([head, *body, entries, *body, end])
    assert len(told) < 1000
    message = json.loads(told)
    assert (message["sessionId"], message["params"]["frameId"]) == ("S", "F")
    assert message["params"]["request"]["bodySize"] == pytest.approx(megabytes * PART * 3 / 4, rel=0.001)


def test_any_other_long_message_comes_whole_up_to_a_limit() -> None:
    half = [b"x" * PART] * (MAX_MESSAGE // PART // 2)
    (told,) = fed([b'{"id":1,"result":"', *half, b'"}\0'])
    assert len(told) == MAX_MESSAGE // 2 + 20
    with pytest.raises(ValueError, match="too long"):
        fed([*half, *half, b"x"])
