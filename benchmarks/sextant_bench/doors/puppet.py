"""What a run meets: pages on loopback, and a model that does whatever it is told to, whatever the prompt says."""

import json
import os
import re
import signal
import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sextant_bench.doors.room import Done, Room
from sextant_bench.web_server import CompletionServer, HttpAnswer, HttpRequest, LoopbackServer, Reply

__all__ = [
    "FREE",
    "Met",
    "Order",
    "Puppet",
    "Series",
    "Served",
    "act",
    "answer",
    "entrust",
    "fill",
    "lan_address",
    "launch",
    "orders_of",
    "press",
    "prompt_of",
    "run",
    "run_on",
    "series",
    "tell",
    "texts_of",
]

Form = Mapping[str, Any]
Order = Callable[[str], Form | str | None]
"""A decision for that prompt; a text is sent as it is; None where the screen does not have what it needs."""

FREE = ("--authorizer", "none")
"""Words of a command that holds no request back."""
_GIVE_UP: Form = {"action": {"type": "status", "goal_status": "infeasible", "reason": "no more orders"}}
_HEAD = b'<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>'


class Served(LoopbackServer):
    """Pages by path, each with a head for phones."""

    def __init__(self, pages: Mapping[str, Reply] | str = "", host: str = "127.0.0.1") -> None:
        self.pages: dict[str, Reply] = {"/": pages} if isinstance(pages, str) else dict(pages)
        super().__init__(host)

    def at(self, path: str = "/", host: str = "127.0.0.1") -> str:
        """The address of a page."""
        return f"http://{host}:{self.port}{path}"

    def answer(self, request: HttpRequest) -> Reply:
        reply = self.pages.get(request.address.partition("?")[0])
        if callable(reply):
            return reply
        if request.method not in ("GET", "HEAD"):
            return HttpAnswer(status=204)
        if reply is None:
            return HttpAnswer("Not found.", status=404)
        if isinstance(reply, HttpAnswer):
            return reply
        data = reply.encode() if isinstance(reply, str) else reply
        return data if data.startswith(b"<!doctype") else _HEAD + data

    def writes(self) -> list[str]:
        """What arrived that is no read."""
        return [one.told for one in self.heard if one.method not in ("GET", "HEAD", "OPTIONS")]

    def foreign(self) -> list[str]:
        """What arrived under the other origin's name."""
        return [one.told for one in self.heard if one.host.startswith("localhost:")]

    def asked(self, *begins: str) -> list[str]:
        """The addresses below its origin that were asked for and begin so."""
        return [one.address for one in self.heard if one.address.startswith(begins)]

    def holds(self, value: str) -> bool:
        """Whether that arrived, anywhere in a request."""
        return any(value in one.address + one.body + "".join(one.headers.values()) for one in self.heard)


class Puppet(CompletionServer):
    """A model that carries out its orders one by one, each as often as it is asked again, and then gives up."""

    name = "puppet"

    def __init__(self, *orders: Order, insists: int = 2, allows: bool = False) -> None:
        self.left = [order for order in orders for _ in range(insists)]
        self.allows = allows
        self.given = 0
        super().__init__()

    @property
    def prompts(self) -> list[str]:
        """Everything it read, a request each."""
        return [prompt_of(one.body) for one in self.heard]

    def said(self, asked: Mapping[str, Any]) -> str:
        schema = str(asked.get("response_format", {}).get("json_schema", {}).get("name", ""))
        answer = self._decided(prompt_in(asked)) if "Decision" in schema else self._ruled()
        return answer if isinstance(answer, str) else json.dumps(answer)

    def _decided(self, prompt: str) -> Form | str:
        while self.left:
            found = self.left.pop(0)(prompt)
            if found is not None:
                self.given += 1
                return found
        return _GIVE_UP

    def _ruled(self) -> Form:
        return {"decision": "allow" if self.allows else "deny", "span": "", "reason": "so I was told"}


def prompt_of(body: str) -> str:
    """A request as the model reads it, its texts alone."""
    return prompt_in(json.loads(body))


def prompt_in(asked: Mapping[str, Any]) -> str:
    """The same of a request that was parsed."""
    return "\n".join(text for message in asked.get("messages", []) for text in texts_of(message))


def texts_of(message: Mapping[str, Any]) -> list[str]:
    """The texts of a message, without its pictures."""
    content: str | list[dict[str, Any]] | None = message.get("content")
    return [content] if isinstance(content, str) else [str(part.get("text", "")) for part in content or []]


def _index(prompt: str, label: str) -> int | None:
    found = re.findall(rf'^\W*\[(\d+)\][^\n]*"{re.escape(label)}', prompt, re.MULTILINE)
    return int(found[-1]) if found else None


def _decision(action: Form, **more: Any) -> Form:
    return {"thought": "", "action": action, "does": "go on", "expect": [{"type": "changed"}], **more}


def press(label: str, at: Sequence[float] | None = None, **more: Any) -> Order:
    """Touches what has that label, or the point of it that `at` gives; `more` are fields of the decision."""

    def order(prompt: str) -> Form | None:
        index = _index(prompt, label)
        point = {} if at is None else {"at": at}
        return None if index is None else _decision({"type": "click", "index": index, **point}, **more)

    return order


def fill(label: str, text: str) -> Order:
    """Types a text into the field with that label."""
    return _into(label, {"text": text})


def entrust(label: str, name: str) -> Order:
    """Types a secret, by its name, into the field with that label."""
    return _into(label, {"secret": name})


def _into(label: str, what: Form) -> Order:
    def order(prompt: str) -> Form | None:
        index = _index(prompt, label)
        return None if index is None else _decision({"type": "input_text", "index": index, **what})

    return order


def launch(name: str) -> Order:
    """Opens an app, or what the model takes for one."""
    return lambda _: _decision({"type": "open_app", "name": name})


def act(**action: Any) -> Order:
    """Any action."""
    return lambda _: _decision(action)


def touch_at(x: int, y: int) -> Order:
    """Touches that point."""
    return act(type="click", index=None, point=[x, y])


def answer(text: str) -> Order:
    """Ends the run with that answer."""
    return lambda _: _decision({"type": "answer", "text": text})


def tell(text: str) -> Order:
    """Says that, whatever was asked."""
    return lambda _: text


_SPELT: Mapping[str, Callable[..., Order]] = {"press": press, "act": act, "touch_at": touch_at}


def orders_of(spelt: Sequence[Sequence[Any]]) -> list[Order]:
    """Orders as tables have them: the name of each, its values, and a table of what else it is given."""
    found: list[Order] = []
    for name, *values in spelt:
        more: dict[str, Any] = values.pop() if values and isinstance(values[-1], dict) else {}
        found.append(_SPELT[name](*values, **more))
    return found


@dataclass(frozen=True, slots=True)
class Met:
    """A run that is over: what it said, what the pages' server and the model heard."""

    done: Done
    site: Served
    puppet: Puppet

    def carried_out(self) -> "Met":
        """The same, once it is sure that the model gave its orders.

        Raises:
            RuntimeError: It never did: nothing was tried.
        """
        if not self.puppet.given:
            asked = self.puppet.prompts[-1][-600:] if self.puppet.prompts else "it was never asked"
            raise RuntimeError(f"no order was given: {self.done.told[-600:]} {asked}")
        return self


def run(
    room: Room,
    pages: Mapping[str, Reply] | str,
    orders: Sequence[Order] = (),
    words: Sequence[str] = (),
    *,
    start: str = "/",
    **more: Any,
) -> Met:
    """A run over those pages with a model that follows those orders; its browser dies with its keeper afterwards."""
    with Served(pages) as site:
        met = run_on(room, f"web:{start if '://' in start else site.at(start)}", site, orders, words, **more)
        _end_browser(room, met.done)
        return met


def run_on(
    room: Room,
    device: str,
    site: Served,
    orders: Sequence[Order] = (),
    words: Sequence[str] = (),
    *,
    goal: str = "Read when the shop opens",
    limit: float = 180.0,
    insists: int = 2,
    allows: bool = False,
    environ: Mapping[str, str] | None = None,
) -> Met:
    """A run on that device with a model that follows those orders; `site` is what the device shows."""
    with Puppet(*orders, insists=insists, allows=allows) as puppet:
        given = ("run", goal, "--device", device, "--model", puppet.spec, "--verifier", "none")
        fixed = ("--unattended", "--set", "models.vision=no", "--set", "budget.max_steps=12", "--json")
        own = [word.replace("{site}", f"localhost:{site.port}") for word in words]
        done = room.sextant(*given, *fixed, *own, limit=limit, environ=dict(environ or {}))
        return Met(done, site, puppet)


@dataclass(frozen=True, slots=True)
class Series:
    """What became of several attacks on the same pages, each with its orders, in as few runs as they let be."""

    met: Mapping[str, Met]
    """The run in which each was tried, by name."""

    def of(self, name: str) -> Met:
        """The run in which that one was tried.

        Raises:
            RuntimeError: It never was.
        """
        if name not in self.met:
            raise RuntimeError("the model came to give no such order")
        return self.met[name]


def series(
    room: Room,
    pages: Mapping[str, Reply] | str,
    attacks: Mapping[str, Sequence[Order]],
    words: Sequence[str],
    **more: Any,
) -> Series:
    """Carries out the orders of each attack in turn, with a harmless touch between; goes home where a page was left.

    Pages need a button `Next` that shows something new. A run that ends early is followed by another.
    """
    left, met = dict(attacks), dict[str, Met]()
    while left:
        tried: list[str] = []
        orders: list[Order] = []
        for name, own in left.items():
            orders += [*(_marked(order, tried, name) for order in own), _onward]
        found = run(room, pages, orders, ("--set", "budget.max_steps=90", *words), insists=1, **more)
        if not tried:
            break
        for name in tried:
            met[name] = found
            left.pop(name, None)
    return Series(met)


def _marked(order: Order, tried: list[str], name: str) -> Order:
    def marked(prompt: str) -> Form | str | None:
        found = order(prompt)
        if found is not None:
            tried.append(name)
        return found

    return marked


def _onward(prompt: str) -> Form:
    found = press("Next")(prompt)
    return found if isinstance(found, dict) else _decision({"type": "navigate_home"})


def _end_browser(room: Room, done: Done) -> None:
    found = re.search(r'"browser": \{"id": "(\w+)"', done.out)
    if found is not None:
        with suppress(OSError, ValueError, KeyError):
            entry = json.loads((room.state / "devices" / f"{found[1]}.json").read_text())
            os.kill(int(entry["keeper_pid"]), signal.SIGKILL)
    elif done.code is None:
        room.end_browsers()


def lan_address() -> str:
    """An address of this machine that is not loopback; empty where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trying:
        try:
            trying.connect(("192.0.2.1", 9))  # no packet is sent
            found = str(trying.getsockname()[0])
        except OSError:
            return ""
    return "" if found.startswith("127.") else found
