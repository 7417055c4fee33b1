"""mobilerun's portal, as its clients reach it: through the content provider and over HTTP."""

import base64
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from sextant.integrations.adb_bridge.portal import KEYBOARD, PACKAGE, PORT, SERVICE, VERSION, Portal
from sextant.integrations.adb_bridge.shell.context import LATIN, ShellContext
from tests.support.adb import lite_phone
from tests.support.phone_http import Pipe, Reply, request


class Client:
    """A phone with its portal."""

    def __init__(self) -> None:
        self.phone = lite_phone()
        self.machine = ShellContext(self.phone, self.phone.files)
        self.portal = Portal(self.machine)
        self.secure = self.phone.settings.tables["secure"]

    def envelope(self, path: str) -> Any:
        (row,) = self.portal.query(f"content://{PACKAGE}/{path}")
        return json.loads(row["result"] or "")

    def query(self, path: str) -> Any:
        answer = self.envelope(path)
        assert answer["status"] == "success", answer
        return answer["result"]

    def insert(self, path: str, **values: str | int | bool) -> None:
        self.portal.insert(f"content://{PACKAGE}/{path}", values)

    def http(self, method: str, path: str, values: Mapping[str, Any] | None = None, token: str | None = None) -> Reply:
        headers = {"Authorization": f"Bearer {self.portal.token if token is None else token}"}
        body = b"" if values is None else json.dumps(values).encode()
        return request(self.phone, PORT, method, path, body, headers)

    def post(self, path: str, **values: Any) -> Any:
        answer = self.http("POST", path, values).json
        assert answer["status"] == "success", answer
        return answer["result"]

    @property
    def state(self) -> Any:
        return self.query("state_full")

    @property
    def focused(self) -> str:
        return str(self.state["phone_state"]["focusedElement"].get("text"))

    @property
    def field(self) -> Any:
        return next(node for node in walk(self.state["a11y_tree"]) if node["isEditable"])


def walk(node: Any) -> Iterator[Any]:
    yield node
    for child in node["children"]:
        yield from walk(child)


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


@pytest.fixture
def client() -> Client:
    return Client()


@pytest.fixture
def typing(client: Client) -> Client:
    """With a field that has the focus."""
    client.post("/app", package="sextant.app.tasks")
    bounds = client.field["boundsInScreen"]
    client.post("/tap", x=bounds["left"] + 20, y=bounds["top"] + 20)
    return client


def test_it_is_installed_and_enabled(client: Client) -> None:
    assert client.machine.packages[PACKAGE] == VERSION == client.query("version")
    assert KEYBOARD in client.machine.input_methods
    assert client.secure["enabled_accessibility_services"] == SERVICE
    assert client.envelope("ping") == {"status": "success", "result": "pong"}
    assert '"status":"success"' in (client.portal.query(f"content://{PACKAGE}/ping")[0]["result"] or "")


def test_the_state_has_the_tree_the_app_and_the_display(client: Client) -> None:
    state = client.state
    assert set(state) == {"a11y_tree", "phone_state", "device_context"}
    icon = next(node for node in walk(state["a11y_tree"]) if node["text"] == "清单派")
    assert icon["className"] == "android.widget.Button"
    assert icon["isClickable"]
    assert icon["boundsInScreen"] == {"left": 12, "top": 516, "right": 315, "bottom": 792}
    assert state["phone_state"]["packageName"] == "sextant.launcher"
    width, height = client.phone.size
    assert state["device_context"]["screen_bounds"] == {"width": width, "height": height}
    assert client.query("state_full?filter=false")["phone_state"] == state["phone_state"]
    for node in walk(state["a11y_tree"]):
        orders = [child["drawingOrder"] for child in node["children"]]
        assert orders == sorted(set(orders)), "views later in the tree are drawn above"


def test_the_older_answers_are_json_in_a_text(client: Client) -> None:
    state = json.loads(client.query("state"))
    elements = state["a11y_tree"]
    assert elements == json.loads(client.query("a11y_tree"))
    indexes = [node["index"] for root in elements for node in walk(root)]
    assert indexes == list(range(1, len(indexes) + 1))
    assert json.loads(client.query("phone_state")) == state["phone_state"]
    assert json.loads(client.query("a11y_tree_full"))["children"]


def test_apps_are_listed_started_and_stopped(client: Client) -> None:
    names = {row["packageName"]: row["label"] for row in client.query("packages")}
    assert names["sextant.app.tasks"] == "清单派"
    assert client.post("/app", package="sextant.app.tasks", stopBeforeLaunch=True) == "Started app sextant.app.tasks"
    assert client.state["phone_state"]["currentApp"] == "清单派"
    assert client.post("/app/stop", package="sextant.app.tasks")["overallSuccess"]
    assert client.state["phone_state"]["packageName"] == "sextant.launcher"
    for path, values, told in (
        ("/app", {}, "Missing required param: 'package'"),
        ("/app", {"package": "no.such"}, "Could not create intent for no.such"),
        ("/app/stop", {"package": "no.such"}, "Package not installed: no.such"),
        ("/app/stop", {"package": PACKAGE}, "Refusing to stop Mobilerun Portal"),
    ):
        assert client.http("POST", path, values).json == {"status": "error", "error": told}


def test_text_is_typed_into_the_focused_field(typing: Client) -> None:
    typing.insert("keyboard/input", base64_text=encoded("héllo 牛奶 😀"), clear=True)
    assert typing.focused == "héllo 牛奶 😀"
    assert typing.state["phone_state"]["isEditable"]
    typing.post("/keyboard/input", base64_text=encoded(" and more"), clear=False)
    assert typing.focused == "héllo 牛奶 😀 and more"
    typing.insert("keyboard/key", key_code=67)
    assert typing.focused == "héllo 牛奶 😀 and mor"
    typing.insert("keyboard/clear")
    assert typing.focused == typing.field["hint"]


def test_text_without_a_focused_field_goes_into_the_first(client: Client) -> None:
    client.post("/app", package="sextant.app.tasks")
    client.insert("keyboard/input", base64_text=encoded("milk"))
    assert client.field["text"] == "milk"
    client.post("/global", action=2)
    answer = client.http("POST", "/keyboard/input", {"base64_text": encoded("milk")}).json
    assert answer["error"] == "input failed (IME not active and Accessibility fallback failed)"


def test_touches_and_global_actions(client: Client) -> None:
    client.post("/app", package="sextant.app.tasks")
    before = client.query("a11y_tree")
    assert client.post("/swipe", startX=600, startY=2000, endX=600, endY=900, duration=300.0) == "Swipe performed"
    assert client.query("a11y_tree") != before
    assert client.post("/action/global", action=1) == "Global action 1 performed"
    assert client.http("POST", "/global", {"action": 99}).json["status"] == "error"
    client.phone.awake = False
    assert client.http("POST", "/tap", {"x": 5, "y": 6}).json["error"] == "Failed to perform tap at (5, 6)"


def test_the_clipboard_is_read_with_its_keyboard_alone(client: Client) -> None:
    client.insert("clipboard/set", text_base64=encoded("✂"))
    assert client.envelope("clipboard/get")["error"] == "Clipboard read requires Mobilerun Keyboard to be selected"
    client.secure["default_input_method"] = KEYBOARD
    assert client.query("clipboard/get") == "✂"
    assert client.post("/clipboard/set", text="") == "Clipboard set"
    assert client.http("GET", "/clipboard/get").json["error"] == "Clipboard is empty or access was denied"
    client.secure["default_input_method"] = LATIN


def test_nothing_is_read_once_the_service_is_off(client: Client) -> None:
    client.secure["enabled_accessibility_services"] = "other/.Service"
    off = {"status": "error", "error": "Accessibility service not available"}
    assert client.envelope("state_full") == client.envelope("ping") == off
    assert client.query("version") == VERSION
    client.secure["enabled_accessibility_services"] = f"other/.Service:{SERVICE}"
    assert client.query("ping") == "pong"


def test_http_needs_the_token_and_answers_no_page_of_a_browser(client: Client) -> None:
    headers = {"Authorization": f"Bearer {client.portal.token}", "Origin": "http://evil.example"}
    assert request(client.phone, PORT, "GET", "/version", b"", headers).status == 403
    assert client.query("auth_token") == client.portal.token
    for token in ("", "wrong", "\u00fc"):
        refused = client.http("GET", "/state_full", token=token)
        assert (refused.status, refused.json["error"]) == (401, "Unauthorized")
    assert client.http("GET", "/ping", token="").json == {"status": "success", "result": "pong"}
    assert client.http("GET", "/state_full?filter=false").json["result"] == client.state
    form = b"package=sextant.app.tasks&x=%20"
    started = request(client.phone, PORT, "POST", "/app", form, {"Authorization": f"Bearer {client.portal.token}"})
    assert started.json["result"] == "Started app sextant.app.tasks", "a form is read like JSON"


def test_a_screenshot_is_a_png_and_the_time_is_the_phones(client: Client) -> None:
    told = client.http("GET", "/screenshot?hideOverlay=true").json["result"]
    image = Image.open(io.BytesIO(base64.b64decode(told)))
    assert (image.format, image.size) == ("PNG", client.phone.size)
    assert client.post("/time") == int(client.phone.device.now().timestamp() * 1000)  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue, reportUnknownArgumentType]


def test_its_server_is_switched_off_and_on(client: Client) -> None:
    client.insert("toggle_socket_server", enabled=False)
    with pytest.raises(ConnectionRefusedError):
        client.phone.endpoints.connect(f"tcp:{PORT}")
    client.insert("toggle_socket_server", enabled=True)
    assert client.http("GET", "/version").json["result"] == VERSION


def test_what_it_does_not_serve_is_told_as_the_portal_tells_it(client: Client) -> None:
    assert client.envelope("nothing")["error"] == "Unknown endpoint: /nothing"
    assert client.http("GET", "/nothing").json["error"] == "Unknown endpoint: /nothing"
    assert client.http("POST", "/files/list", {"path": "/"}).json["error"] == "Unknown method: files/list"
    assert client.http("PUT", "/tap").json["error"] == "Method not allowed: PUT"
    with pytest.raises(LookupError):
        client.portal.call(f"content://{PACKAGE}/x", "method", "", {})


CLIENT = Client()
VALUES = st.dictionaries(
    st.sampled_from(["x", "y", "startX", "duration", "action", "package", "base64_text", "clear", "key_code", "text"]),
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.lists(st.integers(), max_size=2),
)
ACTIONS = ["tap", "swipe", "global", "app", "app/stop", "input", "clear", "key", "clipboard/set", "overlay_offset", "x"]


@settings(max_examples=200, deadline=None)
@given(action=st.sampled_from(ACTIONS), values=VALUES)
def test_every_action_with_any_values_has_an_answer(action: str, values: dict[str, Any]) -> None:
    assert CLIENT.http("POST", f"/{action}", values).json["status"] in ("success", "error")


@settings(max_examples=100, deadline=None)
@given(parts=st.lists(st.binary(max_size=200), max_size=4))
def test_any_bytes_are_read_without_a_fault(parts: list[bytes]) -> None:
    CLIENT.portal.serve(Pipe(*parts))
