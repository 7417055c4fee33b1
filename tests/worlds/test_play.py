"""The server of `sextant world show`: what it serves holds no truth, and it grades whatever it is sent."""

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Generator
from typing import Any

import pytest

from sextant.errors import UsageError
from sextant_worlds.author import build
from sextant_worlds.engine.data import Json
from sextant_worlds.oracle.walk import Oracle
from sextant_worlds.play import PlayServer
from sextant_worlds.spec import World
from sextant_worlds.twin.twin import Twin


@pytest.fixture(scope="module")
def world() -> World:
    return build(12)


@pytest.fixture(scope="module")
def server(world: World) -> Generator[PlayServer]:
    running = PlayServer(world)
    yield running
    running.close()


def get(url: str, data: bytes | None = None) -> str:
    with urllib.request.urlopen(url, data=data, timeout=10) as answer:
        return answer.read().decode("utf-8")


def grade(server: PlayServer, body: bytes) -> dict[str, Any]:
    return json.loads(get(f"{server.url}grade", body))


def told(state: Json, claimed: str = "complete") -> bytes:
    return json.dumps({"state": state, "claimed": claimed}).encode()


def played(world: World, values: dict[str, str] | None = None) -> Json:
    twin = Twin(world)
    assert Oracle(world).walk(twin, lambda: twin.state, values).finished
    return twin.snapshot()


def test_the_frame_shows_the_goal_and_the_keys_and_no_page_holds_a_value(server: PlayServer, world: World) -> None:
    page = get(server.url)
    assert world.task.goal.split(".")[0].replace('"', "&quot;").replace("&", "&amp;")[:20] in page
    assert all(f'data-key="{key}"' in page for key in ("back", "home", "recents"))
    values = {world.scenario.truth.gold, *(fact.shown for fact in world.scenario.facts if fact.kind != "condition")}
    assert not [value for value in values if value and (value in page or value in get(f"{server.url}world"))]
    assert json.loads(get(f"{server.url}guideline", b"{}"))["guideline"] == world.task.guideline, "to whoever asks"


def test_the_oracles_end_is_solved_and_no_other(server: PlayServer, world: World) -> None:
    found = grade(server, told(played(world)))
    assert (found["success"], found["title"]) == (True, "Solved")
    assert found["lines"][-1].endswith(f"the reference takes {world.task.oracle_steps}")
    wrong = (told(Twin(world).snapshot()), told(played(world, {"answer": "17"})), told(played(world), "infeasible"))
    assert [grade(server, end)["success"] for end in wrong] == [False, False, False]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"no json",
        b"[]",
        b"17",
        b"{}",
        b'{"state": null, "claimed": "complete"}',
        b'{"state": {}, "claimed": "complete"}',
        b'{"state": {"now": "x", "data": [], "acts": 3, "answer": {}}, "claimed": "complete"}',
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b'{"state": ' * 50_000,
        b'{"state": {"now": ' + b"9" * 5000 + b'}, "claimed": "complete"}',
    ],
)
def test_a_body_that_is_no_state_is_answered_and_not_graded(server: PlayServer, body: bytes) -> None:
    refused(server, body)


def test_a_state_that_counts_no_steps_is_refused(server: PlayServer, world: World) -> None:
    state = played(world)
    del state["now"]
    refused(server, told(state))
    wrong: tuple[object, ...] = (None, "x", "3", 1.5, True, -1, [], {})
    for now in wrong:
        refused(server, told(state | {"now": now}))


def refused(server: PlayServer, body: bytes) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        grade(server, body)
    with caught.value as answer:
        assert answer.code == 400
        found = json.loads(answer.read())
    assert (found["success"], found["title"]) == (False, "Not graded")
    assert found["lines"] == ["The page sent no usable state. Reload it and play again."]


def asked(server: PlayServer, method: str, path: str, headers: dict[str, str]) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port_of(server), timeout=10)
    connection.putrequest(method, path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    status = connection.getresponse().status
    connection.close()
    return status


def port_of(server: PlayServer) -> int:
    return int(server.url.rsplit(":", 1)[1].strip("/"))


def test_a_length_that_is_none_or_too_large_is_refused_and_there_is_nothing_else(server: PlayServer) -> None:
    for length in ("x", "-1", "+5", "1e3", "0x10", "9" * 30, "9" * 5000, "4000001"):
        assert asked(server, "POST", "/grade", {"Content-Length": length}) == 400
    for method, path in (("GET", "/elsewhere"), ("POST", "/elsewhere"), ("GET", "/../etc/passwd")):
        assert asked(server, method, path, {}) == 404


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/"), ("GET", "/world"), ("POST", "/grade"), ("POST", "/guideline")]
)
def test_only_its_own_address_is_answered(server: PlayServer, method: str, path: str) -> None:
    port = port_of(server)
    for host in ("127.0.0.1", "localhost", "[::1]"):
        here = {"Host": f"{host}:{port}"}
        expected = 400 if path == "/grade" else 200
        assert asked(server, method, path, here) == expected
        assert asked(server, method, path, here | {"Origin": f"http://{host}:{port}"}) == expected
        for origin in ("http://evil.example", "null", f"https://{host}:{port}", f"http://{host}:{port + 1}"):
            assert asked(server, method, path, here | {"Origin": origin}) == 403
    for other in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", ""):
        assert asked(server, method, path, {"Host": other}) == 403


def test_a_port_that_is_taken_is_said(server: PlayServer, world: World) -> None:
    port = port_of(server)
    for bad in (port, 80_000, -1):
        with pytest.raises(UsageError, match=f"Port {bad} cannot be used"):
            PlayServer(world, bad)
