"""The server of uiautomator2, as its clients call it."""

import base64
import io
import json
import time
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from sextant.integrations.adb_bridge.phone import BridgedPhone, PhoneView
from sextant.integrations.adb_bridge.shell.context import ShellContext
from sextant.integrations.adb_bridge.uiautomator_server import PORT, UiautomatorServer
from tests.support.adb import lite_phone
from tests.support.phone_http import Pipe, request

_BITS = "text textContains textMatches textStartsWith className clickable scrollable focused resourceId index instance"
_MASKS = (0x01, 0x02, 0x04, 0x08, 0x10, 0x1000, 0x4000, 0x20000, 0x200000, 0x800000, 0x1000000)
BITS: dict[str, int] = dict(zip(_BITS.split(), _MASKS, strict=True))
BUTTON, EDIT = "android.widget.Button", "android.widget.EditText"


def selector(*steps: tuple[str, dict[str, Any]], **criteria: Any) -> dict[str, Any]:
    """As uiautomator2's `Selector` writes it."""
    chained = {"childOrSibling": [one for one, _ in steps], "childOrSiblingSelector": [step for _, step in steps]}
    return {"mask": sum(BITS[name] for name in criteria), **chained, **criteria}


class Client:
    """A phone with its server, called by name."""

    def __init__(self, phone: BridgedPhone | None = None) -> None:
        self.phone = phone or lite_phone()
        self.machine = ShellContext(self.phone, self.phone.files)
        self.server = UiautomatorServer(self.machine)

    def ask(self, name: str, *params: Any) -> dict[str, Any]:
        asked = {"jsonrpc": "2.0", "id": 1, "method": name, "params": list(params)}
        return json.loads(self.server.call(json.dumps(asked).encode()))

    def __call__(self, name: str, *params: Any) -> Any:
        answer = self.ask(name, *params)
        assert "error" not in answer, answer
        return answer["result"]

    def fails(self, name: str, *params: Any) -> tuple[int, str, str]:
        error = self.ask(name, *params)["error"]
        return error["code"], error["message"], error["data"]

    @property
    def front(self) -> str:
        return self("deviceInfo")["currentPackageName"]


@pytest.fixture
def client() -> Client:
    return Client()


@pytest.fixture
def tasks(client: Client) -> Client:
    """With an app in front that has a field and a long list."""
    client("click", selector(text="清单派"))
    return client


def test_the_device_and_its_hierarchy_are_told(client: Client) -> None:
    told = client("deviceInfo")
    assert (told["displayWidth"], told["displayHeight"], told["sdkInt"]) == (*client.phone.size, 34)
    assert (told["displaySizeDpX"], told["displaySizeDpY"]) == (412, 915)
    assert told["screenOn"]
    for depth, count in ((0, 1), (1, 2), (50, 11)):
        top = ElementTree.fromstring(client("dumpWindowHierarchy", False, depth))
        nodes = list(top.iter("node"))
        assert (top.get("rotation"), len(nodes)) == ("0", count)
    assert {(node.get("visible-to-user"), node.get("display-id")) for node in nodes} == {("true", "0")}
    assert "清单派" in {node.get("text") for node in nodes}
    assert len(client("dumpWindowHierarchy", True, 50)) < len(client("dumpWindowHierarchy", False, 50))


def test_a_screenshot_is_a_jpeg_of_the_phones_size(client: Client) -> None:
    image = Image.open(io.BytesIO(base64.b64decode(client("takeScreenshot", 1, 80))))
    assert (image.format, image.size) == ("JPEG", client.phone.size)
    half = Image.open(io.BytesIO(base64.b64decode(client("takeScreenshot", 0.5, 500))))
    assert half.size == (client.phone.size[0] // 2, client.phone.size[1] // 2)


@pytest.mark.parametrize(
    "criteria",
    [
        {"text": "清单派"},
        {"textContains": "单"},
        {"textMatches": "清.*"},
        {"textStartsWith": "清单"},
        {"resourceId": "sextant.launcher:id/app-tasks"},
        {"className": BUTTON, "instance": 0},
        {"className": BUTTON, "clickable": True, "index": 2},
    ],
)
def test_a_click_on_what_a_selector_finds_opens_the_app(client: Client, criteria: dict[str, Any]) -> None:
    assert client("exist", selector(**criteria))
    assert client("click", selector(**criteria))
    assert client.front == "sextant.app.tasks"


def test_criteria_of_the_mask_instances_children_and_siblings(client: Client) -> None:
    assert client("exist", {**selector(text="清单派"), "className": "nothing"}), "not in the mask"
    assert client("count", {"mask": 0}) == 11
    buttons = selector(className=BUTTON)
    texts = [row["text"] for row in client("objInfoOfAllInstances", buttons)]
    assert client("count", buttons) == len(texts) == 7
    assert [client("objInfo", selector(className=BUTTON, instance=at))["text"] for at in range(7)] == texts
    assert client("count", selector(className=BUTTON, instance=7)) == 0
    below = selector(("child", selector(text="清单派")), resourceId="android:id/content")
    beside = selector(("sibling", selector(className=BUTTON, instance=2)), text="清单派")
    assert [client("objInfo", one)["text"] for one in (below, beside)] == ["清单派", "到家了 3"]
    assert client("count", selector(("sibling", buttons), className=BUTTON)) == 7
    assert not client("exist", selector(("child", buttons), text="清单派"))


def test_upper_case_counts_for_a_selector_without_steps(tasks: Client) -> None:
    tasks("setText", selector(className=EDIT), "Shopping List")
    assert not tasks("exist", selector(textContains="shopping"))
    assert tasks("exist", selector(textContains="Shopping"))
    assert tasks("exist", selector(("child", selector(textContains="shopping")), resourceId="android:id/content"))


def test_what_is_not_there_is_told_as_the_server_tells_it(client: Client) -> None:
    code, kind, told = client.fails("objInfo", selector(text="nope", clickable=True, instance=1))
    assert (code, kind) == (-32001, "androidx.test.uiautomator.UiObjectNotFoundException")
    assert told == "UiSelector[TEXT=nope, INSTANCE=1, CLICKABLE=true]"
    chained = selector(("child", selector(text="x")), ("sibling", selector(className="y")), className="z")
    told = client.fails("click", chained)[2]
    assert told == "UiSelector[CLASS=z, CHILD=UiSelector[TEXT=x, PARENT=UiSelector[CLASS=y]]]"
    assert client.fails("getText", "some-id")[2] == "UiObject some-id not found!"


def test_text_is_set_read_cleared_and_pasted_and_keys_are_pressed(tasks: Client) -> None:
    field = selector(className=EDIT)
    hint = tasks("getText", field)
    assert tasks("setText", field, "milk 牛奶 😀 \u05d7\u05dc\u05d1")
    assert tasks("objInfo", selector(focused=True))["text"] == "milk 牛奶 😀 \u05d7\u05dc\u05d1"
    assert tasks("clearTextField", field) is None
    assert tasks("getText", field) == hint
    assert not tasks("setText", selector(text="项目"), "no field")
    tasks("click", field)
    tasks("setClipboard", None, "pasted")
    assert tasks("getClipboard") == "pasted"
    tasks("pasteClipboard")
    tasks("pressKeyCode", 29, 1)
    tasks("pressKey", "del")
    tasks("pressKeyCode", 30)
    assert tasks("getText", field) == "pastedb"
    tasks("clearInputText")
    assert tasks("getText", field) == hint
    assert not tasks("pressKey", "no such key")
    assert tasks("pressKey", "home")
    assert tasks.front == "sextant.launcher"


def test_a_sleeping_phone_takes_no_touch(client: Client) -> None:
    client("sleep")
    assert not client("isScreenOn")
    assert client("click", selector(text="清单派"))
    assert client.front == "sextant.launcher"
    client("wakeUp")
    assert client("isScreenOn")


def test_a_list_is_scrolled_to_its_end_and_back(tasks: Client) -> None:
    scrolled = selector(scrollable=True)
    last = selector(resourceId="sextant.app.tasks:id/tasks-k26")
    assert not tasks("exist", last)
    assert tasks("scrollForward", scrolled, True, 10)
    assert tasks("scrollToEnd", scrolled, True, 500, 10)
    assert tasks("exist", last)
    assert not tasks("flingForward", scrolled, True)
    assert tasks("flingToBeginning", scrolled, True, 500)
    assert not tasks("scrollBackward", scrolled, True, 10)
    assert tasks("scrollTo", scrolled, last, True)
    assert tasks("exist", last)
    assert not tasks("scrollTo", scrolled, selector(text="nowhere"), True)


def test_a_child_by_its_text_gets_an_id(client: Client) -> None:
    collection = selector(resourceId="android:id/content")
    named = client("childByText", collection, selector(className=BUTTON), "清单派")
    assert client("objInfo", named)["text"] == "清单派"
    assert client("exist", named)
    assert named in client("getUiObjects")
    assert client("objInfo", client("childByInstance", collection, selector(className=BUTTON), 1))["text"] == "安禾诊所"
    assert client.fails("childByText", collection, selector(className=BUTTON), "nope")[0] == -32001
    top = client("getUiObject", collection)
    assert client("objInfo", client("getChild", top, selector(text="清单派")))["text"] == "清单派"
    client("removeUiObject", named)
    assert not client("getUiObjects").count(named)


def test_it_waits_for_what_comes_and_goes(client: Client) -> None:
    icon = selector(text="清单派")
    assert client("waitForExists", icon, 1000)
    assert not client("waitUntilGone", icon, 150)
    assert client("waitUntilGone", selector(text="nope"), 0)
    assert client("clickAndWaitForNewWindow", icon, 1000)


def test_drags_swipes_and_long_presses(tasks: Client) -> None:
    before = tasks("dumpWindowHierarchy", False)
    assert tasks("swipe", 600, 2000, 600, 1000, 55)
    assert tasks("dumpWindowHierarchy", False) != before
    assert tasks("swipePoints", [600, 1000, 600, 1500, 600, 2000], 20)
    for kind, down in ((0, 2000.0), (2, 1500.0), (1, 1000.0)):
        assert tasks("injectInputEvent", kind, 600.0, down, 0)
    assert tasks("dumpWindowHierarchy", False) != before
    assert tasks("swipe", selector(scrollable=True), "up", 10)
    assert tasks("drag", 600, 1000, 600, 2000, 50)
    assert tasks("longClick", selector(text="项目"))
    assert tasks("dragTo", selector(text="笔记"), 600, 1500, 10)
    assert not tasks("click", -1, 5)
    assert tasks.fails("pinchIn", {"mask": 0}, 50, 10)[1].endswith("NotImplementedException")


def test_a_toast_is_kept_until_it_is_cleared() -> None:
    class Saying(BridgedPhone):
        said: tuple[str, ...] = ()

        def view(self, picture: bool = False) -> PhoneView:
            seen = super().view(picture)
            return replace(seen, seen=replace(seen.seen, said=self.said))

    plain = lite_phone()
    phone = Saying(plain.device)
    client = Client(phone)
    assert client("getLastToast") is None
    phone.said = ("Saved", "Sent")
    assert client("getLastToast") == "Sent"
    phone.said = ()
    assert client("getLastToast") == "Sent"
    client("clearLastToast")
    assert client("getLastToast") is None


def test_the_rest_of_the_calls_answer(client: Client) -> None:
    assert client("ping") == "pong"
    assert client("setConfigurator", {"waitForIdleTimeout": 5})["waitForIdleTimeout"] == 5
    assert client("getConfigurator")["waitForIdleTimeout"] == 5
    for name, *params in (("waitForIdle", 10), ("freezeRotation", True), ("setOrientation", "natural")):
        assert client(name, *params) is None
    assert client("clearLastTraversedText") is None
    assert client.fails("setOrientation", "l")[1].endswith("NotImplementedException")
    assert client("openNotification")
    assert client("waitForWindowUpdate", "other.package", 10) is False
    assert client("waitForWindowUpdate", None, 10) is False


MALFORMED = {
    -32700: (b"{", b"[" * 100_000),
    -32600: (b"[]", b"7", b'{"id": 1}'),
    -32601: (b'{"id": 1, "method": "nope"}',),
    -32602: (
        b'{"id": 1, "method": "click", "params": {"x": 1}}',
        b'{"id": 1, "method": "click", "params": [1e300, 2]}',
        b'{"id": 1, "method": "swipe", "params": [1, 2, 3]}',
        b'{"id": 1, "method": "exist", "params": [{"mask": "1"}]}',
        b'{"id": 1, "method": "exist", "params": [{"mask": 1, "text": 5}]}',
    ),
    -32001: (b'{"id": 1, "method": "exist", "params": [{"mask": 4, "textMatches": "("}]}',),
}


def test_malformed_calls_are_answered_with_their_errors_and_batches_one_by_one(client: Client) -> None:
    for code, bodies in MALFORMED.items():
        for body in bodies:
            assert json.loads(client.server.call(body))["error"]["code"] == code, body[:99]
    both = b'[{"id": 1, "method": "ping"}, {"method": "ping"}, {"id": "b", "method": "ping"}]'
    assert [answer["id"] for answer in json.loads(client.server.call(both))] == [1, "b"]
    assert client.server.call(b'{"method": "ping"}') == b""


@pytest.mark.parametrize(
    "pattern",
    [
        ".*a.*b.*a.*c",
        "(a+)+b",
        "(a|a)*b",
        ".*.*.*.*.*.*.*x",
        "(?:a{1,50}){1,50}b",
        r"(a)\1" * 300,
        "a?" * 200 + "a" * 200,
        "(a|aa)" * 100 + "c",
        "(?:a?a?)*b",
        "a{0,1}" * 100 + "b",
    ],
)
def test_a_costly_pattern_ends_soon(tasks: Client, pattern: str) -> None:
    tasks("setText", selector(className=EDIT), "a" * 2_000)
    started = time.monotonic()
    tasks.ask("exist", selector(textMatches=pattern))
    assert time.monotonic() - started < 5


def test_a_hostile_selector_is_refused_or_ends_soon(tasks: Client) -> None:
    anything = selector(clickable=True)
    started = time.monotonic()
    tasks.ask("count", selector(*[("sibling", anything)] * 16, clickable=True))
    assert tasks.fails("count", selector(*[("child", anything)] * 17))[0] == -32602
    nested = anything
    for _ in range(100):
        nested = selector(("child", nested), clickable=True)
    assert tasks.fails("count", nested)[0] == -32602
    assert tasks.fails("count", selector(text="x" * 20_000))[0] == -32602
    assert time.monotonic() - started < 5


def test_ids_are_bounded(client: Client) -> None:
    first = client("getUiObject", selector(text="清单派"))
    for _ in range(1_000):
        client("getUiObject", selector(text="清单派"))
    assert len(client("getUiObjects")) == 1_000
    assert not client("getUiObjects").count(first)


def test_it_answers_http_on_its_port(client: Client) -> None:
    assert request(client.phone, PORT, "GET", "/ping").body == b"pong"
    asked = b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}'
    told = request(client.phone, PORT, "POST", "/jsonrpc/0", asked)
    assert (told.status, told.headers["content-type"]) == (200, "application/json")
    assert told.json == {"jsonrpc": "2.0", "id": 1, "result": "pong"}
    assert request(client.phone, PORT, "GET", "/screenshot/0?scale=0.1").body.startswith(b"\x89PNG")
    assert request(client.phone, PORT, "GET", "/nothing").status == 404
    assert request(client.phone, PORT, "POST", "/jsonrpc/0").status == 500


def test_one_connection_takes_several_requests_in_any_pieces(client: Client) -> None:
    ping = b"GET /ping HTTP/1.1\r\nHost: x\r\n\r\n"
    stream = Pipe(*(bytes([byte]) for byte in ping * 2), ping)
    client.server.serve(stream)
    assert stream.written.count(b"pong") == 3


@pytest.mark.parametrize(
    "sent",
    [
        b"\x00" * 100_000,
        b"GET\r\n\r\n",
        b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
        b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: 10\r\n\r\nshort",
        b"POST /jsonrpc/0 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\n\r\n",
    ],
)
def test_bytes_that_are_no_request_are_refused(client: Client, sent: bytes) -> None:
    stream = Pipe(sent)
    client.server.serve(stream)
    assert stream.written.startswith(b"HTTP/1.1 400")


CLIENT = Client()
LEAF = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
NAME = st.sampled_from([*BITS, "mask", "x"])
JSON = st.recursive(
    LEAF, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAME, inner, max_size=4), max_leaves=8
)
SLOW = {"waitForExists", "waitUntilGone", "waitForWindowUpdate", "clickAndWaitForNewWindow"}
QUICK = sorted(CLIENT.server._methods.keys() - SLOW)  # pyright: ignore[reportPrivateUsage]


@settings(max_examples=300, deadline=None)
@given(name=st.sampled_from(QUICK), params=st.lists(JSON, max_size=6))
def test_every_call_with_any_parameters_has_an_answer(name: str, params: list[Any]) -> None:
    answer = CLIENT.ask(name, *params)
    assert ("result" in answer) != ("error" in answer)


@settings(max_examples=100, deadline=None)
@given(parts=st.lists(st.binary(max_size=200), max_size=5))
def test_any_bytes_are_read_without_a_fault(parts: list[bytes]) -> None:
    CLIENT.server.serve(Pipe(*parts))
