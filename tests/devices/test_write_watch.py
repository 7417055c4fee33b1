"""A page that stores without end has its storage watched no longer, whatever it stores. No browser."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from sextant.devices.browser.cdp import Session
from sextant.devices.browser.effect_log import EffectLog
from sextant.devices.browser.gate_host import GateSettings, Sender
from sextant.devices.browser.write_causes import Touches
from sextant.devices.browser.write_gate import WriteGate
from sextant.devices.browser.write_watch import WriteWatch

PART = 2**20
PLACE = {"storageId": {"isLocalStorage": True, "securityOrigin": "http://a"}}


class Noted(Session):
    """A session that remembers what it was sent."""

    def __init__(self, identity: str) -> None:
        self.id = identity
        self.sent: list[str] = []

    def post(self, commands: Sequence[tuple[str, Mapping[str, Any]]]) -> "list[asyncio.Future[dict[str, Any]]]":
        self.sent += [method for method, _ in commands]
        return []


def store(events: Sequence[tuple[Session, Mapping[str, Any]]]) -> None:
    async def run() -> None:
        log, touches = EffectLog(), Touches()
        gate = WriteGate(GateSettings("observe", (), 30.0, lambda _: True), log, touches)
        watch = WriteWatch(gate, log, touches)
        for session, params in events:
            watch.event(Sender(session, "tab"), "DOMStorage.domStorageItemUpdated", {**PLACE, **params})

    asyncio.run(run())


@pytest.mark.parametrize(
    "params",
    [
        {"cut": 3 * PART},
        {"key": "k" * (PART // 2), "oldValue": "", "newValue": ""},
        {"key": "k", "oldValue": "o" * (PART // 2), "newValue": "n" * (PART // 2)},
    ],
    ids=["cut", "keys", "values"],
)
def test_two_pages_that_store_in_turn_are_both_watched_no_longer(params: Mapping[str, Any]) -> None:
    first, second, modest = Noted("1"), Noted("2"), Noted("3")
    store([(modest, params), *[(first, params), (second, params)] * 30])
    assert {*first.sent, *second.sent} == {"DOMStorage.disable"}
    assert first.sent
    assert second.sent
    assert modest.sent == []


def test_short_values_without_end_count_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic", lambda: 5.0)
    session = Noted("1")
    store([(session, {"key": "k", "newValue": "n"})] * 12_000)
    assert session.sent == ["DOMStorage.disable"]
