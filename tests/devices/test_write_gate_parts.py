"""What the write gate is made of: patterns, templates, bodies, kinds of requests, causes, the log. No browser."""

import asyncio
import base64
import json
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.devices.browser.cdp import Session
from sextant.devices.browser.downloads import DownloadRules, Downloads, FileSender
from sextant.devices.browser.effect_log import EffectLog
from sextant.devices.browser.gate_host import GateHost, GateSettings, Sender
from sextant.devices.browser.graphql import operation_of
from sextant.devices.browser.request_body import Body, Signature, body_of, fields_of, may_write, signature_of
from sextant.devices.browser.wire import abridged
from sextant.devices.browser.write_causes import Touches, UntouchedSends
from sextant.devices.browser.write_gate import WriteGate
from sextant.types.effects import ObservedEffect, WriteMode
from sextant.types.requests import RequestPattern, address_template, is_variable

ORIGIN = "http://127.0.0.1"


def request(body: str = "", kind: str = "", method: str = "POST", **more: object) -> dict[str, object]:
    """A request as the protocol tells of it."""
    headers = {"Content-Type": kind} if kind else {}
    sent = {"postData": body, "hasPostData": True} if body else {}
    return {"url": f"{ORIGIN}/", "method": method, "headers": headers, **sent, **more}


# ---------------------------------------------------------------------- patterns


@pytest.mark.parametrize(
    ("pattern", "method", "address", "matches"),
    [
        ("POST /orders", "POST", "http://a/orders", True),
        ("POST /orders", "POST", "http://a/orders?x=1", True),
        ("POST /orders", "POST", "http://a/orders/1", False),
        ("POST /orders", "PUT", "http://a/orders", False),
        ("post /orders*", "POST", "http://a/orders/1", True),
        ("* /orders/*/lines", "DELETE", "http://a/orders/7/lines", True),
        ("* /orders/*/lines", "DELETE", "http://a/orders/7/lines/2", False),
        ("POST /search?q=*", "POST", "http://a/search?q=1", True),
        ("POST /search?q=*", "POST", "http://a/search?p=1", False),
        ("POST *", "POST", "http://a/anything", True),
        ("POST https://a.example/*", "POST", "https://a.example/x?y", True),
        ("POST https://a.example/*", "POST", "https://b.example/https://a.example/", False),
        ("POST /a*a", "POST", "http://a/a", False),
    ],
)
def test_patterns_match_methods_and_addresses(pattern: str, method: str, address: str, matches: bool) -> None:
    assert RequestPattern.parse(pattern).matches(method, address) is matches


@pytest.mark.parametrize("text", ["", "POST", "/orders", "POST orders", "POST /a b", "PO/ST /a", " "])
def test_a_pattern_in_no_such_form_says_what_is_amiss(text: str) -> None:
    with pytest.raises(ValueError, match=r"pattern|method"):
        RequestPattern.parse(text)


@given(st.text(alphabet="ab/*", min_size=1, max_size=12), st.text(alphabet="ab/", max_size=12))
def test_a_star_stands_for_any_run_of_characters(pattern: str, path: str) -> None:
    import re

    wanted = re.fullmatch(".*".join(map(re.escape, f"/{pattern}".split("*"))), f"/{path}", re.DOTALL)
    found = RequestPattern("POST", f"/{pattern}").matches("POST", f"http://a/{path}")
    assert found is (wanted is not None)


# ---------------------------------------------------------------------- templates


@pytest.mark.parametrize(
    ("address", "template"),
    [
        ("http://a/orders/17", "/orders/{}"),
        ("http://a/orders/17/lines/3?draft=1&at=7", "/orders/{}/lines/{}?draft&at"),
        ("http://a/u/0f8fad5b-d9cb-469f-a165-70867728950e", "/u/{}"),
        ("http://a/d/2026-03-31", "/d/{}"),
        ("http://a/commit/4c1d3a9bb1", "/commit/{}"),
        ("http://a/f/xK39dLmq02PzVt7aQ1", "/f/{}"),
        ("http://a/administration/notifications", "/administration/notifications"),
        ("http://a/deadbeef", "/deadbeef"),
        ("http://a", "/"),
        ("blob:http://a/1", "blob:"),
        ("data:text/plain,secret", "data:"),
        ("http://[", "http://["),
    ],
)
def test_addresses_lose_what_is_parametric_by_form(address: str, template: str) -> None:
    assert address_template(address) == template


@given(st.text(max_size=300))
def test_any_address_has_a_bounded_template(address: str) -> None:
    assert len(address_template(f"http://a/{address}")) <= 500


def test_words_of_any_script_are_not_variable() -> None:
    assert not any(map(is_variable, ("Bestellung", "заказ", "注文する", "siparişler", "طلب", "add-to-cart")))


# ---------------------------------------------------------------------- bodies


@given(st.lists(st.tuples(st.text(min_size=1, max_size=20), st.text(max_size=50)), min_size=1, max_size=20))
def test_a_form_gives_its_fields(pairs: list[tuple[str, str]]) -> None:
    encodable = [(a.encode(errors="replace").decode(), b.encode(errors="replace").decode()) for a, b in pairs]
    body = body_of(request(urlencode(encodable), "application/x-www-form-urlencoded"))
    assert body.fields == tuple(encodable)
    assert body.complete


def test_json_is_flattened_by_path() -> None:
    told = json.dumps({"to": "Ada", "items": [{"id": 1, "gift": True}], "note": None, "none": {}})
    body = body_of(request(told, "application/json"))
    assert body.fields == (
        ("to", "Ada"),
        ("items.0.id", "1"),
        ("items.0.gift", "true"),
        ("note", "null"),
        ("none", "{}"),
    )


def test_of_files_in_a_form_name_and_size_are_told() -> None:
    parts = (
        '--B\r\nContent-Disposition: form-data; name="title"\r\n\r\nHoliday\r\n'
        '--B\r\nContent-Disposition: form-data; name="photo"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n'
        "the secret text\r\n--B--\r\n"
    )
    body = body_of(request(parts, "multipart/form-data; boundary=B"))
    assert body.fields == (("title", "Holiday"), ("photo", "file 'a.txt', 15 bytes"))


def test_what_cannot_be_read_is_told_as_binary() -> None:
    entries = [{"bytes": base64.b64encode(b"\xff\xfe\x00\x01").decode()}]
    body = body_of(request(hasPostData=True, postDataEntries=entries))
    assert body.fields == (("body", "binary, 4 bytes"),)
    assert not body.complete


def test_a_large_body_is_bounded() -> None:
    body = body_of(request("a=" + "x" * 3_000_000, "application/x-www-form-urlencoded"))
    assert body.bytes >= 3_000_000
    assert not body.complete
    assert sum(len(name) + len(value) for name, value in body.fields) < 1000
    many = body_of(request(urlencode([(f"f{n}", "v") for n in range(5000)]), "application/x-www-form-urlencoded"))
    assert len(many.fields) == 100
    assert not many.complete


@pytest.mark.parametrize("depth", [25, 500, 700, 900, 990, 5000])
@pytest.mark.parametrize(("start", "end"), [("[", "]"), ('{"a":', "}")])
def test_deep_json_does_not_break_it(depth: int, start: str, end: str) -> None:
    text = start * depth + "1" + end * depth
    assert may_write(request(text, "application/json")) == body_of(request(text, "application/json"))
    assert body_of(request(text, "application/json")).bytes == len(text)


@given(st.binary(max_size=400), st.sampled_from(["", "application/json", "multipart/form-data; boundary=x", "text/x"]))
def test_any_body_can_be_taken(data: bytes, kind: str) -> None:
    entries = [{"bytes": base64.b64encode(data).decode()}]
    body = body_of({**request(kind=kind), "hasPostData": True, "postDataEntries": entries})
    assert body.bytes == len(data)


def test_a_paused_request_with_a_long_body_is_told_without_it() -> None:
    message = {
        "method": "Fetch.requestPaused",
        "params": {
            "requestId": "job-1",
            "request": {
                "url": 'http://a/"postData":"x',
                "method": "POST",
                "headers": {"X": '},"frameId":"fake"'},
                "postData": "x" * 5000 + '},"frameId":"fake","',
                "hasPostData": True,
                "postDataEntries": [{"bytes": "eHh4" * 3000}],
            },
            "frameId": "F",
            "resourceType": "XHR",
        },
        "sessionId": "S",
    }
    raw = json.dumps(message, separators=(",", ":")).encode()
    told = json.loads(abridged(raw[:400], raw[-300:], 9000))
    assert told["sessionId"] == "S"
    assert told["params"]["frameId"] == "F"
    assert told["params"]["request"]["url"] == 'http://a/"postData":"x'
    body = body_of(told["params"]["request"])
    assert (body.bytes, body.complete, body.fields) == (9000, False, ())
    odd = json.loads(abridged(raw[:70], raw[-300:], 9000))  # an address as long as a body
    assert (odd["params"]["requestId"], odd["sessionId"]) == (message["params"]["requestId"], "S")  # type: ignore[index]
    assert may_write(odd["params"]["request"]) is not None


# ---------------------------------------------------------------------- GraphQL


@pytest.mark.parametrize(
    ("document", "name", "kind"),
    [
        ("{ items { id } }", "", "query"),
        ("query items { items { id } }", "items", "query"),
        ("query items($n: Int = 3, $o: In = {a: 1}) @live { items(n: $n) { id } }", "items", "query"),
        ("mutation addItem { add { id } }", "addItem", "mutation"),
        ("subscription s { s }", "s", "subscription"),
        ("# query\nmutation { add }", "", "mutation"),
        ('query q { say(text: "} mutation m {") }', "q", "query"),
        ('query q { say(text: """a " } mutation m { """) }', "q", "query"),
        ("fragment f on Item { id } mutation m { add { ...f } }", "m", "mutation"),
    ],
)
def test_graphql_operations_are_told_apart_by_kind(document: str, name: str, kind: str) -> None:
    found = operation_of({"query": document})
    assert found is not None
    assert (found.kind, found.name, found.writes) == (kind, name, kind == "mutation")


def test_the_named_operation_counts() -> None:
    document = "query a { x } mutation b { y }"
    assert str(operation_of({"query": document, "operationName": "a"})) == "mutation b", "servers differ"
    reads = "query a { x } query b { y }"
    assert operation_of({"query": reads}) is None
    assert str(operation_of({"query": reads, "operationName": "b"})) == "query b"
    assert operation_of({"query": reads, "operationName": "c"}) is None


def test_of_two_operations_of_one_name_the_one_that_writes_counts() -> None:
    found = operation_of({"query": "query A { a } mutation A { b }", "operationName": "A"})
    assert str(found) == "mutation A"


@pytest.mark.parametrize(
    "query", ["query=mutation%7Bb%7D", "x=1&%71uery=mutation%7Bb%7D", "extensions={}", "query[]=x"]
)
def test_no_body_excuses_an_address_that_carries_an_operation(query: str) -> None:
    asked = request('{"query": "{ a }"}', "application/json", url=f"{ORIGIN}/graphql?{query}")
    assert may_write(asked) is not None


def test_a_key_that_stands_twice_excuses_nothing() -> None:
    assert may_write(request('{"query": "mutation { x }", "query": "{ x }"}', "application/json")) is not None


@pytest.mark.parametrize(
    "body",
    [
        {"query": "find me {", "page": 1},
        {"query": "cheap shoes"},
        {"query": "{ x }", "delete": True},
        {"query": "query q { x } }"},
        {"method": "delete_all"},
        [{"query": "{ x }"}, {"method": "delete"}],
        [],
        "x",
    ],
)
def test_other_bodies_are_no_graphql(body: object) -> None:
    assert operation_of(body) is None


def test_a_batch_writes_where_one_of_it_does() -> None:
    found = operation_of([{"query": "{ x }"}, {"query": "mutation m { y }"}])
    assert str(found) == "mutation m"


# ---------------------------------------------------------------------- reads and writes


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "PROPFIND", "get"])
def test_safe_methods_are_reads(method: str) -> None:
    assert may_write(request(method=method)) is None


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "FROB", "MOVE"])
def test_other_methods_may_write(method: str) -> None:
    assert may_write(request(method=method)) == Body()


def test_an_overridden_method_may_write() -> None:
    assert may_write({**request(method="GET"), "headers": {"x-http-method-OVERRIDE": "DELETE"}}) is not None


def test_a_graphql_query_is_a_read() -> None:
    assert may_write(request('{"query": "{ x }"}', "application/json")) is None
    assert may_write(request('{"query": "mutation { x }"}', "application/json")) is not None


# ---------------------------------------------------------------------- kinds of requests


def _signature(body: object, address: str = f"{ORIGIN}/api") -> Signature:
    return signature_of("POST", ORIGIN, address, body_of(request(json.dumps(body), "application/json")))


def _covers(*sent: object, then: object) -> bool:
    untouched = UntouchedSends()
    for body in sent:
        untouched.add(_signature(body, f"{ORIGIN}/api/7"))
    return untouched.covers(_signature(then, f"{ORIGIN}/api/7"))


def test_what_a_page_sends_untouched_covers_its_copies() -> None:
    assert _covers({"op": "ping", "to": 1}, then={"to": 1, "op": "ping"})
    assert not _covers(then={"op": "ping", "to": 1})


@pytest.mark.parametrize(
    "other",
    [{"op": "delete", "at": 1}, {"op": "ping"}, {"op": "ping", "at": 1, "all": True}, {"op": "ping", "at": "now"}],
)
def test_other_texts_and_other_fields_are_another_kind(other: object) -> None:
    assert not _covers({"op": "ping", "at": 1}, then=other)


def test_a_number_may_differ_only_where_it_was_seen_to_differ() -> None:
    assert not _covers({"to": 1}, then={"to": 99})
    assert _covers({"n": 1, "to": 1}, {"n": 2, "to": 1}, then={"n": 3, "to": 1})
    assert not _covers({"n": 1, "to": 1}, {"n": 2, "to": 1}, then={"n": 3, "to": 99})
    untouched = UntouchedSends()
    untouched.add(_signature({}, f"{ORIGIN}/api/7"))
    assert not untouched.covers(_signature({}, f"{ORIGIN}/api/8"))


def test_times_of_these_days_are_alike() -> None:
    now = time.time()
    day = datetime.fromtimestamp(now, UTC).isoformat()
    for first, second in ((int(now), int(now) + 60), (int(now * 1000), int(now * 1000) + 7), (day, day[:-8])):
        assert _covers({"at": first}, then={"at": second})
    for first, second in ((int(now), 99), (5, int(now)), (day[:10], "2031-02-03"), (day, "2031-02-03T10:00:00Z")):
        assert not _covers({"at": first}, then={"at": second})


def test_bodies_that_cannot_be_read_are_alike_only_as_copies() -> None:
    def told(data: bytes) -> Signature:
        entries = [{"bytes": base64.b64encode(data).decode()}]
        return signature_of("POST", ORIGIN, ORIGIN, body_of(request(hasPostData=True, postDataEntries=entries)))

    assert told(b"\xff\x01") == told(b"\xff\x01")
    assert told(b"\xff\x01") != told(b"\xff\x02")


def test_the_fields_of_an_address_are_told() -> None:
    assert fields_of("http://a/b?to=Ada&n=1&empty=") == (("to", "Ada"), ("n", "1"), ("empty", ""))
    assert fields_of("http://a/b?" + "&" * 300_000) == ()
    assert len(fields_of("http://a/b?" + "a=b&" * 100_000)) == 100


def test_what_an_address_says_past_the_bound_makes_another_kind() -> None:
    long = f"{ORIGIN}/api?" + "a=b&" * 200
    assert _signature({}, long + "to=Ada") != _signature({}, long + "to=Bob")
    assert _signature({}, f"{ORIGIN}/api?to={'x' * 500}a") != _signature({}, f"{ORIGIN}/api?to={'x' * 500}b")


# ---------------------------------------------------------------------- pauses


class _Told(Session):
    """A session that remembers what it was sent."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def post(self, commands: Sequence[tuple[str, Mapping[str, Any]]]) -> "list[asyncio.Future[dict[str, Any]]]":
        self.sent += [method for method, _ in commands]
        return []


def _paused(number: str = "1", url: str = f"{ORIGIN}/") -> dict[str, Any]:
    return {"requestId": number, "resourceType": "XHR", "request": request("a=b", "text/plain", url=url)}


def _gate(mode: WriteMode = "ask", host: GateHost | None = None) -> WriteGate:
    touches = Touches()
    touches.opened("tab", touched=True)
    return WriteGate(GateSettings(mode, (), 30.0, lambda _: True), EffectLog(), touches, host)


async def _until(told: _Told, count: int = 1) -> list[str]:
    async with asyncio.timeout(5):
        while len(told.sent) < count:
            await asyncio.sleep(0.01)
    return told.sent


def test_a_request_that_cannot_be_read_is_refused() -> None:
    async def work() -> None:
        gate, told = _gate(), _Told()
        gate.paused(Sender(told, "tab"), {"requestId": "1", "resourceType": "XHR", "request": {"method": "POST"}})
        assert told.sent == ["Fetch.failRequest"]
        gate.paused(Sender(told, "tab"), {"requestId": "2", "resourceType": "Document", "request": {}})
        assert told.sent[1:] == ["Fetch.fulfillRequest"]

    asyncio.run(work())


def test_a_request_that_cannot_be_shown_is_refused_and_nothing_stays_held() -> None:
    async def broken(_: str) -> frozenset[str]:
        raise KeyError("no such tab")

    async def work() -> None:
        gate, told = _gate(host=GateHost(passwords=broken)), _Told()
        gate.paused(Sender(told, "tab"), _paused())
        assert await _until(told) == ["Fetch.failRequest"]
        assert not gate.waiting

    asyncio.run(work())


def test_an_address_is_told_as_it_was_sent_without_secrets() -> None:
    async def passwords(_: str) -> frozenset[str]:
        return frozenset({"tulip-garden"})

    async def work() -> None:
        gate, told = _gate(host=GateHost(passwords=passwords)), _Told()
        gate.learn_secret("hunter2000")
        url = f"{ORIGIN}/note/7f3a9c2e?path=/blog/first&by=hunter2000&also=tulip-garden&token=abc"
        gate.paused(Sender(told, "tab"), _paused(url=url))
        async with asyncio.timeout(5):
            while not gate.waiting:
                await asyncio.sleep(0.01)
        await gate.close()
        ((effect,), _) = gate.log.drain()
        assert effect.address == "/note/{}?path&by&also&token"
        assert effect.whole == f"{ORIGIN}/note/7f3a9c2e?path=/blog/first&by=•••&also=•••&token=***"

    asyncio.run(work())


def test_what_is_refused_unasked_is_told_by_its_template_alone() -> None:
    async def work() -> None:
        gate, told = _gate("deny"), _Told()
        gate.paused(Sender(told, "tab"), _paused(url=f"{ORIGIN}/note/7?word=tulip-garden"))
        await _until(told)
        ((effect,), _) = gate.log.drain()
        assert (effect.address, effect.whole) == ("/note/{}?word", "")

    asyncio.run(work())


def test_ten_thousand_fields_are_refused_in_deny() -> None:
    async def work() -> None:
        gate, told = _gate("deny"), _Told()
        gate.paused(Sender(told, "tab"), _paused(url=f"{ORIGIN}/w?{'&' * 10_000}"))
        assert await _until(told) == ["Fetch.failRequest"]

    asyncio.run(work())


def test_what_is_judged_or_comes_later_is_refused_when_the_gate_closes() -> None:
    async def work() -> None:
        gate, told = _gate(), _Told()
        gate.paused(Sender(told, "tab"), _paused("1"))  # its judgement has not begun
        await asyncio.sleep(0)
        gate.paused(Sender(told, "tab"), _paused("2"))
        await gate.close()
        assert told.sent == ["Fetch.failRequest"] * 2
        gate.paused(Sender(told, "tab"), _paused("3"))
        assert told.sent == ["Fetch.failRequest"] * 3

    asyncio.run(work())


# ---------------------------------------------------------------------- causes


def test_what_a_document_sends_before_any_touch_is_of_its_loading() -> None:
    touches = Touches()
    touches.opened("tab", touched=False)
    assert touches.cause("tab", "L1") == "load"
    touches.begin("tab")
    assert touches.cause("tab", "L1") == "touch"
    touches.end()
    assert touches.cause("tab", "L1") == "timer"


def test_a_new_document_is_untouched_and_the_old_one_stays_touched() -> None:
    touches = Touches()
    touches.opened("tab", touched=False)
    touches.begin("tab")
    touches.committed("tab", ("L1", "frame of L1"))
    assert touches.untouched("tab", "L2")
    assert not touches.untouched("tab", "L1")
    assert not touches.untouched("tab", "frame of L1")
    assert not touches.untouched("tab", None)


def test_a_touch_led_to_what_is_shown_before_its_step_ends() -> None:
    touches = Touches()
    touches.opened("tab", touched=False)
    touches.committed("tab", ())
    assert not touches.led("tab"), "it was opened before any touch"
    touches.begin("tab")
    touches.committed("tab", ("L1",))
    touches.committed("tab", ("L2",))
    assert touches.led("tab"), "also where the page leads on"
    touches.end()
    assert not touches.led("tab")
    touches.committed("tab", ("L3",))
    assert not touches.led("tab")


@pytest.mark.parametrize(("within", "told"), [(True, "Fetch.failRequest"), (False, "Fetch.continueRequest")])
def test_what_a_page_sends_while_a_touch_loads_it_is_refused_in_deny(within: bool, told: str) -> None:
    async def work() -> None:
        gate, session = _gate("deny"), _Told()
        gate.touches.begin("tab")
        if not within:
            gate.touches.end()
        gate.touches.committed("tab", ("L1",))
        gate.sent("1", "L2")
        gate.paused(Sender(session, "tab"), _paused("1"))
        assert await _until(session) == [told]

    asyncio.run(work())


def test_workers_of_no_document_are_touched_once_anything_was() -> None:
    touches = Touches()
    assert touches.untouched("", None)
    touches.opened("tab", touched=False)
    touches.begin("tab")
    assert not touches.untouched("", None)


def test_a_tab_that_was_there_before_us_counts_as_touched() -> None:
    touches = Touches()
    touches.opened("tab", touched=True)
    assert touches.cause("tab", "L1") == "timer"
    assert not touches.untouched("", None), "nor are the workers that were there"


# ---------------------------------------------------------------------- the log


def _post(address: str = "/a") -> ObservedEffect:
    return ObservedEffect("request", "POST", address, ORIGIN)


def test_what_was_asked_for_is_gone() -> None:
    log = EffectLog()
    log.add(_post(), "1")
    log.answered("1", 201)
    effects, more = log.drain()
    assert [effect.status for effect in effects] == [201]
    assert more == 0
    log.answered("1", 500)
    assert log.drain() == ((), 0)


def test_an_answer_that_comes_late_is_entered_until_the_step_is_committed() -> None:
    log = EffectLog()
    for number in ("answered", "failed", "unsent", "never", "too late"):
        log.add(_post(f"/{number}"), number)
    given, _ = log.drain()
    assert not any(effect.happened for effect in given)
    assert all(effect.may_have_happened for effect in given)
    log.answered("answered", 302)
    log.answered("failed", 500)
    log.unsent("unsent")
    seen = log.with_answers(given)
    log.answered("too late", 200)
    assert [effect.outcome for effect in seen] == ["answered 302", "answered 500", "no answer", "no answer"]
    assert [effect.happened for effect in seen] == [True, False, False, False]
    assert log.with_answers(seen) == seen


def test_a_held_effect_is_told_once_it_is_decided() -> None:
    log = EffectLog()
    entry = log.add(_post("/held"), "1", decided=False)
    log.add(_post("/later"), "2")
    assert [effect.address for effect in log.drain()[0]] == ["/later"]
    entry.decided = True
    assert [effect.address for effect in log.drain()[0]] == ["/held"]


def test_what_never_left_is_not_told() -> None:
    log = EffectLog()
    log.add(_post(), "1")
    log.unsent("1")
    assert log.drain() == ((), 0)


def test_a_flood_is_counted_and_bounded() -> None:
    log = EffectLog()
    for number in range(50_000):
        log.add(_post(), str(number))
    effects, more = log.drain()
    assert len(effects) == 20
    assert len(effects) + more == 50_000
    for number in range(50_000):
        log.add(_post(f"/{number}x"), str(number))
    effects, more = log.drain()
    assert len(effects) == 1000
    assert len(effects) + more == 50_000


def test_a_step_asks_for_what_the_tab_that_it_touched_asks_for() -> None:
    touches = Touches()
    for tab in ("front", "behind"):
        touches.opened(tab, touched=False)
    touches.begin("front")
    touches.asks("front", "frame", "report")
    touches.asks("behind", "inner", "file")
    assert touches.awaited("frame") == "report"
    assert touches.awaited("inner") == "", "a tab that no step touched asks by itself"


@pytest.mark.parametrize("part", ['\\"', '"""\\"""', '"', '"""', "#", '"a\n'])
def test_a_document_is_read_in_the_time_of_its_length(part: str) -> None:
    begun = time.process_time()
    operation_of({"query": part * (190_000 // len(part))})
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("document", ['{ a } """ mutation { b }', '{ a(b: "c) }', '{ a } "'])
def test_a_string_that_does_not_end_is_no_document(document: str) -> None:
    assert operation_of({"query": document}) is None


class Asking:
    """A gate whose question about a download stays open, and a browser's session."""

    def __init__(self) -> None:
        self.heard = dict[str, Any]()
        self.cancelled = list[str]()
        self.refused = list[str]()

    def on(self, event: str, listener: object) -> None:
        self.heard[event] = listener

    def post(self, commands: Sequence[tuple[str, Mapping[str, str]]]) -> None:
        self.cancelled += [given["guid"] for _, given in commands]

    def record(self, effect: object, refused: str) -> None:
        self.refused.append(refused)

    async def ask(self, *question: object) -> None:
        await asyncio.Event().wait()


def test_no_page_starts_more_downloads_than_anybody_waits_for(tmp_path: Path) -> None:
    asking = Asking()

    async def begin() -> None:
        rules = DownloadRules("ask", 10**6, tmp_path / "kept", tmp_path / "incoming")
        downloads = Downloads(rules, cast("Any", asking), lambda _: FileSender("", "touch", True), lambda _: None)
        downloads.listen(cast("Any", asking))
        for number in range(12):
            asking.heard["Browser.downloadWillBegin"]({"guid": str(number), "url": "http://a.test/x"})

    asyncio.run(begin())
    assert asking.cancelled == ["8", "9", "10", "11"]
    assert set(asking.refused) == {"8 others were not finished yet"}
