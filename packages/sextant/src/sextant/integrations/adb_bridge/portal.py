"""The portal, mobilerun's app on a phone (`com.mobilerun.portal`): a content provider, and HTTP on phone port 8080."""

import base64
import hmac
import json
import logging
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from threading import BoundedSemaphore
from urllib.parse import unquote_plus, urlsplit

from sextant.errors import SextantError
from sextant.integrations.adb_bridge.apps import package_of
from sextant.integrations.adb_bridge.automator.pictures import PictureTaker
from sextant.integrations.adb_bridge.automator.screen import ScreenViews, centre_of, is_editable
from sextant.integrations.adb_bridge.endpoints import ByteStream
from sextant.integrations.adb_bridge.http_messages import (
    BadRequestError,
    PortRequest,
    RequestReader,
    write_response,
)
from sextant.integrations.adb_bridge.portal_state import (
    Json,
    device_context,
    full_tree,
    phone_state,
    visible_elements,
)
from sextant.integrations.adb_bridge.shell.context import InputMethod, ShellContext
from sextant.integrations.adb_bridge.shell.input_events import press
from sextant.protocols import DeviceClock

__all__ = ["KEYBOARD", "PACKAGE", "PORT", "SERVICE", "VERSION", "Portal", "PortalError"]

PACKAGE = "com.mobilerun.portal"
SERVICE = f"{PACKAGE}/{PACKAGE}.service.MobilerunAccessibilityService"
KEYBOARD = f"{PACKAGE}/.input.MobilerunKeyboardIME"
VERSION = "99.0.0"
"""A version newer than every release, so that no client replaces the portal."""
PORT = 8080
_ENDPOINT = f"tcp:{PORT}"
MAX_AT_ONCE = 32
MAX_TEXT = 20_000
MAX_SECONDS = 60.0
DEFAULT_SWIPE_MILLISECONDS = 300
_LOG = logging.getLogger("sextant")
_GLOBAL_KEYS = {1: 4, 2: 3, 3: 187}
"""Key codes of Android's global accessibility actions: back, home, recents."""

Value = str | int | float | bool | None
Values = Mapping[str, Value]


class PortalError(Exception):
    """An error that the portal returns instead of a result."""


class Portal:
    """The portal of one phone, as if installed and enabled. Thread-safe: one call of `serve` per connection."""

    def __init__(self, machine: ShellContext) -> None:
        self.machine = machine
        self.phone = machine.phone
        self.token = str(uuid.uuid4())
        self._overlay: Json = {"offset": 0, "visible": False}
        self._free = BoundedSemaphore(MAX_AT_ONCE)
        self._actions = self._dispatcher()
        self._pictures = PictureTaker(machine.phone)
        machine.providers[PACKAGE] = self
        machine.packages[PACKAGE] = VERSION
        machine.add_input_method(KEYBOARD, InputMethod("Mobilerun Keyboard"), VERSION)
        secure = self.phone.settings.tables["secure"]
        enabled = secure.get("enabled_accessibility_services")
        secure["enabled_accessibility_services"] = f"{enabled}:{SERVICE}" if enabled else SERVICE
        secure["accessibility_enabled"] = "1"
        self.phone.endpoints.serve(_ENDPOINT, self.serve)

    # The content provider.

    def query(self, uri: str) -> Sequence[Mapping[str, str | None]]:
        """The row at an address, with one column `result`: the answer as JSON."""
        return [{"result": self._envelope(lambda: self._query(uri))}]

    def insert(self, uri: str, values: Mapping[str, str | int | float | bool]) -> None:
        """Carries out the action at an address. `content insert` does not print its result."""
        path = urlsplit(uri).path.strip("/")
        answer = self._envelope(lambda: self._insert(path, values))
        _LOG.debug("The portal's %s answered %s.", path, answer)

    def delete(self, uri: str) -> None:
        """Deletes nothing, as the portal does."""

    def call(self, uri: str, method: str, argument: str, extras: Mapping[str, str | int | float | bool]) -> str:
        """The portal has no methods for `content call`."""
        raise LookupError(f"{uri} has no method {method!r} for {argument!r} and {len(extras)} extras.")

    def _query(self, uri: str) -> object:
        parts = urlsplit(uri)
        path = parts.path.strip("/")
        match path:
            case "version":
                return VERSION
            case "auth_token":
                return self.token
            case "ping" | "a11y_tree" | "a11y_tree_full" | "state" | "state_full" | "phone_state" | "packages":
                return self._read(path)
            case "clipboard/get":
                return self._clipboard()
            case _:
                self._require_service()
                raise PortalError(f"Unknown endpoint: {parts.path}")

    def _insert(self, path: str, values: Values) -> object:
        self._require_service()
        match path:
            case "toggle_socket_server":
                return self._listen(_flag(values, "enabled", True))
            case "overlay_visible":
                return self._do("overlay/set-visible", {"visible": _flag(values, "visible", True)})
            case "overlay_offset" | "socket_port" | "clipboard/set":
                return self._do(path, values)
            case _ if path.startswith("keyboard/"):
                return self._do(path, values)
            case _:
                raise PortalError(f"Unsupported insert endpoint: {path}")

    # The HTTP server.

    def _listen(self, enabled: bool) -> str:
        self.phone.endpoints.withdraw(_ENDPOINT)
        if enabled:
            self.phone.endpoints.serve(_ENDPOINT, self.serve)
        return f"HTTP server {'enabled' if enabled else 'disabled'} on port {PORT}"

    def serve(self, stream: ByteStream) -> None:
        """Serves one connection, which has one request. The caller closes the stream."""
        try:
            request = RequestReader(stream).next()
            if request is not None:
                status, body = self._answer(request)
                headers = {"Connection": "close"}
                write_response(stream, status, "application/json", body.encode("utf-8", "replace"), headers)
        except BadRequestError as error:
            _LOG.debug("A client of the portal sent no request: %s", error)
            body = _json({"status": "error", "error": "Bad Request"}).encode()
            write_response(stream, "400 Bad Request", "application/json", body, {"Connection": "close"})

    def _answer(self, request: PortRequest) -> tuple[str, str]:
        if "origin" in request.headers:
            return "403 Forbidden", _json({"status": "error", "error": "Pages are not answered"})
        token = request.headers.get("authorization", "").removeprefix("Bearer ").strip()
        if request.target != "/ping" and not hmac.compare_digest(token.encode(), self.token.encode()):
            return "401 Unauthorized", _json({"status": "error", "error": "Unauthorized"})
        if not self._free.acquire(timeout=10):
            return "503 Service Unavailable", _json({"status": "error", "error": "Too many requests at once"})
        try:
            return "200 OK", self._envelope(lambda: self._http(request))
        finally:
            self._free.release()

    def _http(self, request: PortRequest) -> object:
        path = request.path.strip("/")
        if request.method == "POST":
            return self._do(path.removeprefix("action/"), _values(request.body))
        if request.method != "GET":
            raise PortalError(f"Method not allowed: {request.method}")
        match path:
            case "screenshot":
                return self._screenshot()
            case "version":
                return VERSION
            case "clipboard/get":
                return self._clipboard()
            case "ping" | "a11y_tree" | "a11y_tree_full" | "state" | "state_full" | "phone_state" | "packages":
                return self._read(path)
            case _:
                raise PortalError(f"Unknown endpoint: {request.target}")

    # Requests of both.

    def _envelope(self, work: Callable[[], object]) -> str:
        """Runs the request, and wraps its result or error in the portal's envelope."""
        try:
            return _json({"status": "success", "result": work()})
        except (PortalError, SextantError) as error:
            return _json({"status": "error", "error": str(error)})

    def _require_service(self) -> None:
        secure = self.phone.settings.tables["secure"]
        enabled = secure.get("enabled_accessibility_services", "").split(":")
        if SERVICE not in enabled or secure.get("accessibility_enabled") != "1":
            raise PortalError("Accessibility service not available")

    def _read(self, path: str) -> object:
        """Answers a read request. Older requests return JSON inside a string, as in the real portal."""
        self._require_service()
        if path == "ping":
            return "pong"
        if path == "packages":
            return [self._package(app.package, app.label) for app in self.phone.apps]
        screen = ScreenViews.of(self.phone)
        match path:
            case "a11y_tree":
                return _json(visible_elements(screen))
            case "a11y_tree_full":
                return _json(full_tree(screen))
            case "phone_state":
                return _json(phone_state(self.phone, screen))
            case "state":
                elements = visible_elements(screen)
                return _json({"a11y_tree": elements, "phone_state": phone_state(self.phone, screen)})
            case _:
                return self._state(screen)

    def _state(self, screen: ScreenViews) -> Json:
        offset = self._overlay["offset"]
        return {
            "a11y_tree": full_tree(screen),
            "phone_state": phone_state(self.phone, screen),
            "device_context": device_context(self.phone, offset if isinstance(offset, int) else 0),
        }

    def _package(self, package: str, label: str) -> Json:
        row: Json = {"packageName": package, "label": label, "versionName": "1.0", "versionCode": 1}
        return {**row, "isSystemApp": False}

    def _screenshot(self) -> str:
        return base64.b64encode(self._pictures.take("PNG")).decode("ascii")

    def _do(self, action: str, values: Values) -> object:
        """Carries out one action of the dispatcher, by its name without `/action/`."""
        method = self._actions.get(action)
        if method is None:
            raise PortalError(f"Unknown method: {action}")
        return method(values)

    def _dispatcher(self) -> dict[str, Callable[[Values], object]]:
        return {
            "tap": self._tap,
            "swipe": self._swipe,
            "global": self._global,
            "app": self._start,
            "app/stop": self._stop,
            "app/deep-link": self._open,
            "keyboard/input": self._input,
            "input": self._input,
            "keyboard/clear": lambda _: self._clear(),
            "clear": lambda _: self._clear(),
            "keyboard/key": self._key,
            "key": self._key,
            "clipboard/get": lambda _: self._clipboard(),
            "clipboard/set": self._set_clipboard,
            "overlay_offset": self._set_offset,
            "overlay/offset": self._set_offset,
            "overlay/set-visible": self._set_visible,
            "overlay/visible": lambda _: {"visible": self._overlay["visible"]},
            "overlay/is-visible": lambda _: {"visible": self._overlay["visible"]},
            "socket_port": self._set_port,
            "screenshot": lambda _: self._screenshot(),
            "packages": lambda _: self._read("packages"),
            "state": lambda _: self._read("state_full"),
            "version": lambda _: VERSION,
            "time": lambda _: self._time(),
        }

    def _tap(self, values: Values) -> str:
        x, y = _number(values, "x"), _number(values, "y")
        self._require_service()
        if not self.phone.awake:
            raise PortalError(f"Failed to perform tap at ({x}, {y})")
        self.phone.tap(x, y)
        return f"Tap performed at ({x}, {y})"

    def _swipe(self, values: Values) -> str:
        start = _number(values, "startX"), _number(values, "startY")
        end = _number(values, "endX"), _number(values, "endY")
        seconds = _number(values, "duration", DEFAULT_SWIPE_MILLISECONDS) / 1000
        self._require_service()
        if not self.phone.awake:
            raise PortalError("Failed to perform swipe")
        self.phone.swipe(start, end, min(max(seconds, 0.0), MAX_SECONDS))
        return "Swipe performed"

    def _global(self, values: Values) -> str:
        action = _number(values, "action")
        code = _GLOBAL_KEYS.get(action)
        if code is None:
            raise PortalError(f"Failed to perform global action {action}")
        press(self.machine, code)
        return f"Global action {action} performed"

    def _start(self, values: Values) -> str:
        package = _package_of(values)
        app = self.phone.app(package)
        if app is None:
            raise PortalError(f"Could not create intent for {package}")
        if _flag(values, "stopBeforeLaunch", False):
            self.phone.stop(app)
        self.phone.launch(app)
        return f"Started app {package}"

    def _stop(self, values: Values) -> Json:
        package = _package_of(values)
        if package == PACKAGE:
            raise PortalError("Refusing to stop Mobilerun Portal")
        app = self.phone.app(package)
        if app is None:
            raise PortalError(f"Package not installed: {package}")
        self.phone.stop(app)
        self.machine.tasks.end(package)
        return {"message": f"Stop requested for {package}", "killBackgroundProcesses": True, "overallSuccess": True}

    def _open(self, values: Values) -> str:
        """Brings the app that shows a web address to the front; other apps have none."""
        address = str(values.get("deepLink") or "").strip()
        if not address:
            raise PortalError("Missing required param: 'deepLink'")
        try:
            app = self.phone.app(package_of(address)) if "://" in address else None
        except ValueError as error:
            raise PortalError("Invalid deep link launch") from error
        if app is None:
            raise PortalError("No activity found to handle deep link")
        self.phone.launch(app)
        return "Deep link opened"

    def _input(self, values: Values) -> str:
        clear = _flag(values, "clear", True)
        text = _decoded(values, "base64_text")
        if text is None or len(text) > MAX_TEXT or not self._enter(text, clear):
            raise PortalError("input failed (IME not active and Accessibility fallback failed)")
        return f"input done via {'IME' if self._selected else 'Accessibility'} (clear={str(clear).lower()})"

    def _clear(self) -> str:
        if not self._enter("", True):
            raise PortalError("Clear failed (IME not active and Accessibility fallback failed)")
        return f"Text cleared via {'IME' if self._selected else 'Accessibility'}"

    def _enter(self, text: str, clear: bool) -> bool:
        """Types into the focused field, or into the first one on the screen."""
        keyboard = self.machine.keyboard
        if keyboard.replace(text) if clear else keyboard.type(text):
            return True
        self._require_service()
        field = next((node for node in ScreenViews.of(self.phone).top.walk() if is_editable(node)), None)
        if field is None:
            return False
        self.phone.type_text(text, at=centre_of(field.bounds), replace_all=clear)
        return True

    def _key(self, values: Values) -> str:
        code = _number(values, "key_code")
        press(self.machine, code)
        return f"Key event sent via IME - code: {code}"

    @property
    def _selected(self) -> bool:
        return self.machine.input_method == KEYBOARD

    def _clipboard(self) -> str:
        if not self._selected:
            raise PortalError("Clipboard read requires Mobilerun Keyboard to be selected")
        if not self.phone.settings.clipboard:
            raise PortalError("Clipboard is empty or access was denied")
        return self.phone.settings.clipboard

    def _set_clipboard(self, values: Values) -> str:
        text = values.get("text")
        if text is None and "text_base64" in values:
            text = _decoded(values, "text_base64")
            if text is None:
                raise PortalError("Invalid text_base64")
        if text is None:
            raise PortalError("Missing required param: 'text'")
        self.phone.settings.clipboard = str(text)[:MAX_TEXT]
        return "Clipboard set"

    def _set_offset(self, values: Values) -> str:
        self._overlay["offset"] = _number(values, "offset")
        return f"Overlay offset updated to {self._overlay['offset']}"

    def _set_visible(self, values: Values) -> str:
        """Stores the value only: the overlay is never drawn, because clients request pictures without it."""
        self._overlay["visible"] = visible = _flag(values, "visible", False)
        return f"Overlay visibility set to {str(visible).lower()}"

    def _set_port(self, values: Values) -> str:
        port = _number(values, "port")
        if port != PORT:
            raise PortalError(f"Failed to update socket server port to {port} (bind failed or invalid)")
        return f"Socket server port updated to {port}"

    def _time(self) -> int:
        device = self.phone.device
        seconds = device.now().timestamp() if isinstance(device, DeviceClock) else time.time()
        return int(seconds * 1000)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _values(body: bytes) -> Values:
    """The parameters of a POST: a JSON object or a form. A malformed body counts as empty."""
    text = body.decode("utf-8", "replace").strip()
    if text.startswith("{"):
        try:
            fields: dict[str, object] = json.loads(text)
        except (ValueError, RecursionError):
            return {}
        return {name: value if isinstance(value, str | int | float) else _json(value) for name, value in fields.items()}
    pairs = [pair.partition("=") for pair in text.split("&")[:100] if "=" in pair]
    return {unquote_plus(name): unquote_plus(value) for name, _, value in pairs}


def _number(values: Values, name: str, default: int = 0) -> int:
    """A whole number, also in a string; the default if it is not a number."""
    value = values.get(name)
    try:
        number = float(default if value is None else value)
    except ValueError:
        return default
    return int(number) if abs(number) < 2**31 else default


def _flag(values: Values, name: str, default: bool) -> bool:
    value = values.get(name)
    return default if value is None else str(value).lower() in ("true", "1")  # structural: words of JSON


def _decoded(values: Values, name: str) -> str | None:
    try:
        return base64.b64decode(str(values.get(name) or ""), validate=False).decode("utf-8", "replace")
    except ValueError:
        return None


def _package_of(values: Values) -> str:
    package = str(values.get("package") or values.get("packageName") or "")
    if not package:
        raise PortalError("Missing required param: 'package'")
    return package
