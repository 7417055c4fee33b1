"""The books of a tab: which requests a step waits for, while a write gate holds some of them."""

import json
import time
from typing import Any

import pytest

from sextant.devices.browser.activity import Activity


def asks(activity: Activity, number: int, **body: object) -> None:
    request: dict[str, Any] = {"method": "POST" if body else "GET", "url": "http://app.test/rpc", "headers": {}}
    if body:
        request |= {"postData": json.dumps(body), "headers": {"Content-Type": "application/json"}}
    activity.event("Network.requestWillBeSent", {"requestId": str(number), "type": "XHR", "request": request})


def ends(activity: Activity, number: int) -> None:
    activity.event("Network.loadingFinished", {"requestId": str(number)})


def test_calls_of_one_address_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    activity = Activity()
    activity.begin()
    for number in range(1, 9):
        asks(activity, number, method="read", params={"model": f"model {number}"}, id=number)
        assert not activity.idle, "no poll: it asks for something else each time"
        ends(activity, number)
    for number in range(9, 20):
        asks(activity, number, method="poll", params={}, id=number)
        if number > 13:
            assert activity.idle, "a poll, whatever number it gives itself"
        ends(activity, number)
