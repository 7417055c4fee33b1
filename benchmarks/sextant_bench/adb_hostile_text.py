"""Hostile texts for the servers and the shell behind the bridge: valid requests and lines, mutated."""

import json
import random
from collections.abc import Callable, Sequence
from typing import Any, cast

__all__ = ["HostileText"]

_SELECTOR: dict[str, Any] = {"mask": 1, "childOrSibling": [], "childOrSiblingSelector": [], "text": "a"}
_CALLS: Sequence[tuple[str, list[Any]]] = (
    *(("deviceInfo", []), ("dumpWindowHierarchy", [True, 50]), ("takeScreenshot", [1, 80]), ("getClipboard", [])),
    *(("click", [10, 20]), ("click", [_SELECTOR]), ("drag", [1, 2, 3, 4, 5]), ("swipe", [1, 2, 3, 4, 5])),
    *(("swipePoints", [[1, 2, 3, 4], 5]), ("injectInputEvent", [0, 1, 2, 0]), ("pressKey", ["home"])),
    *(("pressKeyCode", [3, 0]), ("setClipboard", ["a", "b"]), ("setConfigurator", [{"waitForIdleTimeout": 5}])),
    *(("exist", [_SELECTOR]), ("objInfo", [_SELECTOR]), ("count", [_SELECTOR]), ("setText", [_SELECTOR, "a"])),
    *(("waitForExists", [_SELECTOR, 5]), ("getText", [_SELECTOR]), ("scrollForward", [_SELECTOR, True, 5])),
    *(("objInfoOfAllInstances", [_SELECTOR]), ("gesture", [_SELECTOR, *[{"x": 1, "y": 2}] * 4, 5])),
    *(("exist", [{**_SELECTOR, "mask": 1 << 2, "textMatches": "(a+)+$"}]), ("setOrientation", ["left"])),
    *(("waitForWindowUpdate", ["", 5]), ("clearInputText", []), ("sleep", []), ("wakeUp", []), ("nothing", [])),
)
_PORTAL: Sequence[tuple[str, str, dict[str, Any]]] = (
    *(("GET", path, {}) for path in ("ping", "a11y_tree", "a11y_tree_full", "state", "state_full?filter=false")),
    *(("GET", path, {}) for path in ("phone_state", "packages", "screenshot", "version", "clipboard/get", "nope")),
    ("POST", "action/tap", {"x": 1, "y": 2}),
    ("POST", "action/swipe", {"startX": 1, "startY": 2, "endX": 3, "endY": 4, "duration": 5}),
    ("POST", "action/global", {"action": 2}),
    ("POST", "action/app", {"package": "sextant.app.wallet", "stopBeforeLaunch": True}),
    ("POST", "action/app/stop", {"package": "sextant.app.wallet"}),
    ("POST", "action/app/deep-link", {"deepLink": "https://example.org/a?b#c"}),
    ("POST", "keyboard/input", {"base64_text": "YQ==", "clear": True}),
    ("POST", "keyboard/key", {"key_code": 66}),
    ("POST", "clipboard/set", {"base64_text": "YQ=="}),
    ("POST", "overlay_offset", {"offset": 5}),
    ("POST", "socket_port", {"port": 8080}),
    ("POST", "time", {}),
)
_LINES = (
    *("input tap 10 20", "input swipe 1 2 3 4 50", "input text a%sb", "input keyevent 3 KEYCODE_BACK", "input"),
    *("input draganddrop 1 2 3 4 50", "input motionevent DOWN 1 2", "uiautomator dump /sdcard/w.xml", "wm size 1x2"),
    *("dumpsys window | grep -E 'mCurrent|mFocused'", "dumpsys activity top; dumpsys display", "dumpsys battery -h"),
    *("am start -W -n a/.B -d 'x://y' --es k v", "am force-stop sextant.app.wallet", "am broadcast -a A --ei n 1"),
    *("pm list packages -3 -f", "pm path a.b", "cmd package resolve-activity --brief -c x", "settings put secure a b"),
    *(
        "content query --uri content://com.mobilerun.portal/state",
        "content insert --uri content://settings/x --bind a:s:b",
    ),
    *("getprop ro.build.version.sdk", "ime list -s -a", "monkey -p a -c b 1", "screencap -p | head -c 9", "date +%s"),
    *('echo $((1+2)) `id` $(id) ${A:-b} ${#A} "a\\"b" \'c\' > /sdcard/e && cat < /sdcard/e || false', "exit 3"),
    *("for i in 1 2 3; do echo $i; done", "if [ -f /x ]; then ls; else ps -A; fi", "while true; do break; done"),
    *("ls -la /sdcard | sort -r | uniq -c | tail -n 2 | cut -d' ' -f1 | tr a b", "sed -n 's/\\(a\\)*/b/gp' /sdcard/e"),
    *(
        "f() { echo $1; }; f a",
        "case a in a|b) echo 1;; *) ;; esac",
        "test 1 -lt 2 && printf '%5d%%\\n' 7",
        "find / -name '*'",
    ),
    *("cat <<X\na $B\nX", "(echo a; exec 2>&1; nope) | while read l; do echo $l; done", "grep -E '(a+)+$' /sdcard/e"),
)
_VALUES: Sequence[Any] = (
    *(None, True, 0, -1, 1.5, 2**31, -(2**63), 1e308, float("nan"), float("inf"), "", "a", "\ud800", "\0", "é😀"),
    *([], [[]], {}, {"a": 1}, [1] * 300, "9" * 5000, "(a+)+$", "[", "\\", "../..", "content://", "x" * 70_000),
)
_TOKENS = (
    *(
        "'",
        '"',
        "`",
        "$(",
        "$((",
        "))",
        "${",
        "}",
        "|",
        "||",
        "&",
        "&&",
        ";",
        ";;",
        "<",
        ">",
        ">>",
        "<<E\n",
        "\n",
        "\\",
    ),
    *("*", "[", "]", "(", ")", "{", "!", "~", "#", "%", "\t", "\0", "-", "--", "-n", "/", "..", "é😀", "9" * 40, "-1"),
    *("a" * 5000, "$" * 200, "(" * 300, "$((2**99999))", "$((1/0))", "{1..99999}", "while :; do :; done"),
)


class HostileText:
    """Draws hostile texts; equal chances give equal texts."""

    def __init__(self, chance: random.Random, mutate: Callable[[bytearray], None]) -> None:
        self._chance, self._mutate = chance, mutate

    def rpc(self) -> bytes:
        """An HTTP request to the server of uiautomator2, with a mutated call or a batch of them."""
        calls = [self._call() for _ in range(self._chance.choice((1, 1, 1, 2, 120)))]
        body = json.dumps(calls if len(calls) > 1 else calls[0]).encode()
        if self._chance.random() < 0.1:
            body = b"[" * self._chance.choice((9, 100_000))
        target = self._chance.choice(("/jsonrpc/0",) * 8 + ("/screenshot/0?scale=0.1", "/screenshot/0?scale=nan"))
        return self._http("POST", target, self._torn(body), {})

    def portal(self, token: str) -> bytes:
        """An HTTP request to the portal."""
        method, path, values = self._chance.choice(_PORTAL)
        body = json.dumps(self._changed(values)).encode() if method == "POST" else b""
        return self._http(method, f"/{path}", self._torn(body), {"Authorization": f"Bearer {token}"})

    def line(self) -> str:
        """A line of the shell."""
        parts = self._chance.choice(_LINES).split(" ")
        for _ in range(self._chance.randrange(4)):
            at = self._chance.randrange(len(parts) + 1)
            match self._chance.randrange(4):
                case 0:
                    parts.insert(at, self._chance.choice(_TOKENS))
                case 1:
                    del parts[at : at + 1]
                case 2:
                    parts[at:at] = self._chance.choice(_LINES).split(" ")
                case _:
                    parts[at : at + 1] = [f"{part}{self._chance.choice(_TOKENS)}" for part in parts[at : at + 1]]
        return self._chance.choice(("", " ", "\n")).join(parts) if self._chance.random() < 0.1 else " ".join(parts)

    def _call(self) -> object:
        name, params = self._chance.choice(_CALLS)
        return self._changed({"jsonrpc": "2.0", "id": 1, "method": name, "params": params})

    def _changed(self, value: Any, share: float = 0.06) -> Any:
        """The value with some of its parts replaced or missing."""
        if self._chance.random() < share / 3:
            return self._chance.choice(_VALUES)
        if isinstance(value, dict):
            rows = cast("dict[str, Any]", value).items()
            return {name: self._changed(held, share) for name, held in rows if self._chance.random() > share / 3}
        if isinstance(value, list):
            rows = cast("list[Any]", value)
            return [self._changed(held, share) for held in rows if self._chance.random() > share / 3]
        return self._chance.choice(_VALUES) if self._chance.random() < share else value

    def _torn(self, body: bytes) -> bytes:
        data = bytearray(body)
        if self._chance.random() < 0.15:
            self._mutate(data)
        return bytes(data)

    def _http(self, method: str, target: str, body: bytes, headers: dict[str, str]) -> bytes:
        length = self._chance.choice((len(body),) * 40 + (0, len(body) + 9, -1, 2**40))
        told = {**headers, "Host": "a", "Content-Length": str(length)}
        if self._chance.random() < 0.1:
            told[self._chance.choice(("Origin", "Connection", "Transfer-Encoding", "a" * 40_000))] = "close"
        head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
        return f"{method} {target} HTTP/1.1\r\n{head}\r\n".encode() + body
