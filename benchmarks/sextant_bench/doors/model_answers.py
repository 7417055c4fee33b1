"""A model, or its server, that answers with anything but a decision."""

import json
from collections.abc import Sequence
from functools import partial
from http.server import BaseHTTPRequestHandler
from typing import Any

from sextant_bench.doors.attack import Impossible, Scene, bare
from sextant_bench.doors.puppet import Order, Puppet, Served, act, answer, lan_address, tell
from sextant_bench.doors.room import Room, unruly
from sextant_bench.doors.toy import app_file
from sextant_bench.web_server import HttpAnswer, HttpRequest, Reply

__all__ = ["SCENES"]


answers = Scene("model", "answers of a hostile model", bare)


def _answered(room: Room, orders: Sequence[Order], **more: Any) -> str:
    app = app_file(room.fresh("toy"))
    with Puppet(*orders) as puppet:
        given = ("run", "open the settings", "--device", f"scripted:{app}", "--model", puppet.spec)
        fixed = ("--unattended", "--verifier", "none", "--set", "models.deadline_seconds=5", "--max-steps", "5")
        done = room.sextant(*given, *fixed, limit=90, **more)
        shown = [done, *(room.sextant(*words) for words in (("runs", "show", "last"), ("brief", "last", "0")))]
        if not puppet.given:
            raise RuntimeError(done.told[-300:])
    for one in shown:
        if through := unruly(one) or ("a control sequence reached the terminal" if "\x1b]" in one.told else ""):
            return through
    return ""


_EVIL = "\x1b]52;c;cHduZWQ=\x07\x1b[2J"
_DEEP = "[" * 100_000 + "]" * 100_000
for name, orders in (
    ("that is deep", [tell(_DEEP)]),
    (
        "that is deep inside",
        [tell('{"thought": ' + _DEEP + ', "action": {"type": "wait"}, "does": "x", "expect": []}')],
    ),
    ("of 30 megabytes", [tell('{"thought": "' + "x" * 30_000_000 + '"}')]),
    ("of many braces", [tell("{" * 300_000 + "}" * 300_000)]),
    ("of many quotes", [tell('{"thought": "' + '\\"' * 500_000)]),
    (
        "with endless numbers",
        [tell('{"thought": "", "action": {"type": "wait", "seconds": 1e999999}, "does": "", "expect": []}')],
    ),
    ("that waits for years", [act(type="wait", seconds=1e9)]),
    ("that recalls everything", [act(type="recall", steps=list(range(100_000)))]),
    ("that touches nowhere", [act(type="click", index=10**30), act(type="click", index=None, point=[-1e308, 1e308])]),
    (
        "with control sequences",
        [tell(json.dumps({"thought": _EVIL, "does": _EVIL, "action": {"type": "click", "index": 0}, "expect": []}))],
    ),
    ("that ends with control sequences", [answer(f"done {_EVIL}")]),
    ("that is no text", [tell("\x00\ufffe\ud7ff" * 1000)]),
):
    answers.add(f"an answer {name}", f"the model gives an answer {name}", partial(_answered, orders=orders))


class _Odd(Puppet):
    """A model's server that does something else than answer."""

    def __init__(self, does: str) -> None:
        self._does = does
        super().__init__()

    def answer(self, request: HttpRequest) -> Reply:
        self.given += 1
        match self._does:
            case "redirects":
                stolen = f"http://{request.host.replace('127.0.0.1', 'localhost')}/stolen"
                return HttpAnswer(status=307, headers={"Location": stolen})
            case "never ends":
                return self._never_ends
            case _:
                return self._never_answers

    def _never_ends(self, request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "application/json")
        request.end_headers()
        while True:
            request.wfile.write(b" " * 1000)

    def _never_answers(self, request: BaseHTTPRequestHandler) -> None:
        request.connection.settimeout(60)
        request.connection.recv(1)


@answers.attack("a server that redirects")
def _redirecting(room: Room) -> str:
    """The model's server redirects to another site, which would get the key and the prompt."""
    app = app_file(room.fresh("toy"))
    config = room.folder / "key.toml"
    config.write_text('[models]\napi_key = "env:CLOUD_KEY"\n')
    with _Odd("redirects") as puppet:
        given = ("run", "open it", "--device", f"scripted:{app}", "--model", puppet.spec, "--unattended")
        done = room.sextant(*given, "--config", str(config), limit=90, environ={"CLOUD_KEY": "the-key-itself"})
        stolen = [
            one for one in puppet.heard if one.host.startswith("localhost") and "the-key-itself" in str(one.headers)
        ]
        if not puppet.given:
            raise RuntimeError(done.told[-300:])
    return "the key arrived at the other site" if stolen else unruly(done)


for does in ("never ends", "never answers"):

    def _silent(room: Room, does: str = does) -> str:
        app = app_file(room.fresh("toy"))
        with _Odd(does) as puppet:
            given = ("run", "open it", "--device", f"scripted:{app}", "--model", puppet.spec, "--unattended")
            done = room.sextant(*given, "--set", "models.deadline_seconds=4", limit=90)
            if not puppet.given:
                raise RuntimeError(done.told[-300:])
        return unruly(done)

    answers.add(f"a server that {does}", f"the model's server {does}", _silent)


@answers.attack("a network that is switched off")
def _network(room: Room) -> str:
    """Models on other machines are switched off, and a run names one at an address that is not loopback."""
    address = lan_address()
    if not address:
        raise Impossible("this machine has no address but loopback")
    app = app_file(room.fresh("toy"))
    with Served("", host="0.0.0.0") as site:  # noqa: S104 - it is asked from this machine alone
        name = f"openai-compatible:m@{site.at('/v1', address)}"
        environ = {"SEXTANT_NO_NETWORK_MODELS": "1"}
        done = room.sextant("run", "x", "--device", f"scripted:{app}", "--model", name, environ=environ, limit=90)
        return "it was asked" if site.heard else unruly(done)


@answers.attack("a proxy of the environment")
def _proxy(room: Room) -> str:
    """The environment names a proxy on another machine, and the model's server is on loopback."""
    app = app_file(room.fresh("toy"))
    with Served("") as proxy, Puppet(answer("done")) as puppet:
        environ = {
            **dict.fromkeys(("http_proxy", "HTTP_PROXY", "ALL_PROXY"), proxy.at()),
            "NO_PROXY": "",
            "no_proxy": "",
        }
        given = ("run", "open it", "--device", f"scripted:{app}", "--model", puppet.spec, "--unattended")
        done = room.sextant(*given, environ=environ, limit=90)
        if not (proxy.heard or puppet.given):
            raise RuntimeError(done.told[-300:])
    return f"the proxy got {proxy.heard[0].told}" if proxy.heard else unruly(done)


SCENES: tuple[Scene[Any], ...] = (answers,)
