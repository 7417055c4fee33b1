"""Phones: secrets that a model types into apps, what an app shows, and apps that answer for another app's pages.

The phone is a page behind `sextant bridge`, which real adb reaches.
"""

import itertools
import json
import os
import subprocess
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

from sextant.devices.browser import BrowserDevice, BrowserOptions
from sextant.integrations.adb_bridge.phone import BridgedPhone
from sextant.integrations.adb_bridge.server import Bridge
from sextant.integrations.adb_bridge.shell import Shell
from sextant_bench.android.bridges import adb_server
from sextant_bench.doors.attack import TABLES, Scene
from sextant_bench.doors.puppet import Met, Order, Served, entrust, press, run_on
from sextant_bench.doors.room import Room, unruly

__all__ = ["SCENES"]

_SECRET = "correct-horse-41"  # noqa: S105 - what must not get out
_VARIABLE = {"SHOP_PIN": _SECRET}
_FORM = """<button onclick="document.title = 'Hours ' + Math.random()">Next</button>
<label>Password <input id=password type=password></label><label>Note <input id=note></label>
<a href="THERE">Away</a><script>
for (const field of document.querySelectorAll('input'))
  field.oninput = () => fetch(`/typed?${field.id}=${encodeURIComponent(field.value)}`)
document.querySelector('a').href = location.href.replace('127.0.0.1', 'localhost')
</script>"""
_HOSTILE: dict[str, str] = TABLES["phone pages"]


@dataclass(frozen=True, slots=True)
class _Phone:
    """A phone and the servers behind it; `start` opens one that shows a page."""

    room: Room
    environ: dict[str, str]

    @contextmanager
    def showing(self, page: str) -> Generator[tuple[Served, str]]:
        """The server of the page, and the serial of a phone that shows it."""
        with Served(page) as site:
            words = ("bridge", f"web:{site.at()}", "--everyone", "--json")
            process = self.room.start(*words, stdout=subprocess.PIPE, environ=self.environ)
            try:
                yield site, _address(process)
            finally:
                process.terminate()
                process.wait(30)

    def run(self, site: Served, serial: str, orders: Sequence[Order], *words: str) -> Met:
        """A run on that phone, with a secret that its model may type."""
        return run_on(self.room, f"android:{serial}", site, orders, words, environ={**self.environ, **_VARIABLE})


def _address(process: "subprocess.Popen[bytes]") -> str:
    assert process.stdout is not None
    told = b""
    while line := process.stdout.readline():
        told += line
        with suppress(ValueError):
            return str(json.loads(told)["address"])
    raise RuntimeError(f"the bridge did not start: {told[-300:]!r}")


@contextmanager
def _phone(room: Room) -> Generator[_Phone]:
    with adb_server():
        yield _Phone(room, {"ANDROID_ADB_SERVER_PORT": os.environ["ANDROID_ADB_SERVER_PORT"]})


# -- secrets ----------------------------------------------------------------------------------------------------------

secrets = Scene("model", "secrets on a phone", _phone)
_UNBOUND = ("--secret", "pin=env:SHOP_PIN")


def _typed(phone: _Phone, orders: Sequence[Order], *words: str, bound: tuple[str, str] | None = None) -> list[str]:
    """The fields that the secret was typed into; `bound` has the app or site, and the field, that it is bound to.

    Raises:
        RuntimeError: The model gave no order.
    """
    with phone.showing(_FORM) as (site, serial):
        if bound is not None:
            origin, field = bound[0].replace("APP", f"android:sextant.web.h127_0_0_1_{site.port}"), bound[1]
            path = phone.room.fresh("bound") / "bound.toml"
            path.write_text(f'[secrets]\npin = {{ref = "env:SHOP_PIN", origin = "{origin}", field = "{field}"}}\n')
            words = (*words, "--config", str(path))
        met = phone.run(site, serial, orders, *words).carried_out()
        if through := unruly(met.done):
            return [through]
        return [one for one in site.asked("/typed") if one.endswith(f"={_SECRET}")]


@secrets.attack("types it into a field that shows it")
def _shown(phone: _Phone) -> str:
    """The model types an unbound secret into a field that shows its text; nobody can be asked."""
    return ", ".join(_typed(phone, [entrust("Note", "pin")], *_UNBOUND))


@secrets.attack("types it into another app")
def _elsewhere(phone: _Phone) -> str:
    """The model types an unbound secret into the password field of another app than that of the start."""
    return ", ".join(_typed(phone, [press("Away"), entrust("Password", "pin")], *_UNBOUND))


@secrets.attack("types what is bound to another field")
def _other_field(phone: _Phone) -> str:
    """The model types a secret that is bound to one field into another as well."""
    orders = [entrust("Password", "pin"), entrust("Note", "pin")]
    typed = _typed(phone, orders, bound=("APP", "Password"))
    if not typed:
        raise RuntimeError("the secret was not typed where it belongs")
    return ", ".join(one for one in typed if not one.startswith("/typed?password="))


_BOUND = {"another app": "android:org.bank.app", "a site over an app": "https://bank.example"}
secrets.each(
    "types what is bound to {}",
    "the model types a secret that is bound to {}",
    _BOUND,
    lambda phone, origin: ", ".join(_typed(phone, [entrust("Password", "pin")], bound=(origin, "Password"))),
)


# -- what an app shows ------------------------------------------------------------------------------------------------

shown = Scene("page", "apps that are too much", _phone)


def _survived(phone: _Phone, page: str) -> str:
    with phone.showing(page) as (site, serial):
        met = phone.run(site, serial, [press("Next"), press("Next")])
        return unruly(met.done)


shown.each("an app shows {}", "an app on a phone shows {}", _HOSTILE, _survived)


# -- pages that another app answers for -------------------------------------------------------------------------------

_FALSE = "Pay 900 EUR"
_ELEMENT = {"n": 0, "b": [20, 100, 200, 40], "r": "button", "t": _FALSE, "z": "visible", "f": ["tap"]}
_PAGE = {"title": "Shop", "view": [0, 0, 412, 915], "ratio": 1, "hidden": False, "scroll": [0, 0, 0, 0], "painted": 1}
_READ = json.dumps({**_PAGE, "els": [_ELEMENT]})
_RESULTS: dict[str, Any] = {
    "Page.getFrameTree": {"frameTree": {"frame": {"id": "F", "loaderId": "L", "url": "https://shop.test/"}}},
    "Page.createIsolatedWorld": {"executionContextId": 7},
    "Runtime.evaluate": {"result": {"type": "string", "value": _READ}},
}


@dataclass(frozen=True, slots=True)
class _Impostor:
    """A phone with a page, on which another app has the name of the debugging socket of that page's app."""

    phone: _Phone
    serial: str
    site: Served
    socket: str

    def answering(self, hostile: "_Hostile") -> str:
        """What comes through in a run, where the socket answers like that."""
        with serve(hostile.talk, "127.0.0.1", 0, process_request=hostile.listed, max_size=None) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            _adb("connect", self.serial)
            port = server.socket.getsockname()[1]
            _adb("-s", self.serial, "reverse", f"localabstract:{self.socket}", f"tcp:{port}")
            orders = [press("Next"), press("Next")]
            met = self.phone.run(self.site, self.serial, orders, "--set", "android.driver=plain").carried_out()
        if not hostile.asked:
            raise RuntimeError("nobody asked the socket")
        if any(_FALSE in prompt for prompt in met.puppet.prompts):
            return "the model was shown what the other app told"
        return unruly(met.done)


@dataclass
class _Hostile:
    """What the socket answers: to a request for its list, and to the commands to its page."""

    list: Callable[[], bytes]
    result: Callable[[Mapping[str, Any]], Iterable[str | bytes]]
    asked: bool = False

    def listed(self, connection: ServerConnection, request: Request) -> Response | None:
        """The answer to a request that opens no WebSocket."""
        self.asked = True
        if request.path.startswith("/devtools/page/"):
            return None
        response = connection.respond(200, "")
        body = self.list()
        del response.headers["Content-Length"]
        response.headers["Content-Length"] = str(len(body))
        return replace(response, body=body)

    def talk(self, connection: ServerConnection) -> None:
        """Answers commands, one after another."""
        with suppress(ConnectionClosed):
            for message in connection:
                for part in self.result(json.loads(message)):
                    connection.send(part)


def _one_page() -> bytes:
    return json.dumps([{"id": "1", "type": "page", "title": "Shop", "description": ""}]).encode()


def _huge_page() -> bytes:
    place = json.dumps(dict.fromkeys(("screenX", "screenY", "width", "height"), 10**400))
    return json.dumps([{"id": "1", "type": "page", "title": "Shop", "description": place}]).encode()


def _believable(command: Mapping[str, Any]) -> Iterator[str]:
    yield json.dumps({"id": command["id"], "result": _RESULTS.get(command["method"], {})})


def _silence(command: Mapping[str, Any]) -> Iterator[str]:
    del command
    yield from ()


def _slow() -> bytes:
    time.sleep(20.0)
    return b"[]"


_HOSTILES: Mapping[str, Callable[[], _Hostile]] = {
    "a page of its own": lambda: _Hostile(_one_page, _believable),
    "a page that never answers": lambda: _Hostile(_one_page, _silence),
    "a result nested 100 thousand deep": lambda: _Hostile(_one_page, lambda _: ("[" * 100_000,)),
    "a result of 10 MB": lambda: _Hostile(_one_page, lambda _: ("x" * 10_000_000,)),
    "results of bytes": lambda: _Hostile(_one_page, lambda _: (b"\xff" * 1000,)),
    "results without end": lambda: _Hostile(_one_page, lambda _: itertools.repeat("{}")),
    "a list nested 100 thousand deep": lambda: _Hostile(lambda: b"[" * 100_000, _silence),
    "a list of 10 MB": lambda: _Hostile(lambda: b"[" + b" " * 10_000_000 + b"]", _silence),
    "a page of a huge size": lambda: _Hostile(_huge_page, _believable),
    "a list that comes late": lambda: _Hostile(_slow, _silence),
    "a number for a list": lambda: _Hostile(lambda: b"7", _silence),
}


def _adb(*words: str) -> str:
    return subprocess.run(("adb", *words), check=True, capture_output=True, text=True, timeout=60).stdout.strip()


@contextmanager
def _impostor(room: Room) -> Generator[_Impostor]:
    page = """<button onclick="document.title = 'Hours ' + Math.random()">Next</button><p>The shop opens at nine.</p>"""
    with _phone(room) as phone, Served(page) as site, closing(BrowserDevice(BrowserOptions(site.at()))) as browser:
        browser.open()
        own = BridgedPhone(browser)
        with Bridge(own, Shell(own, own.files)) as bridge:
            _adb("connect", bridge.address)
            number = _adb("-s", bridge.address, "shell", f"pidof {own.view().component.package}")
            name = f"webview_devtools_remote_{number}"
            row = f"0000000000000000: 00000002 00000000 00010000 0001 01 31337 @{name}\n"
            own.files.place("/proc/net/unix", row.encode())
            yield _Impostor(phone, bridge.address, site, name)


impostors = Scene("process", "another app's debugging socket", _impostor)
impostors.each(
    "a socket answers with {}",
    "another app takes the name of a debugging socket and answers with {}",
    _HOSTILES,
    lambda staged, made: staged.answering(made()),
)

SCENES: tuple[Scene[Any], ...] = (secrets, shown, impostors)
