"""The order desk: a page whose every act is irreversible and counted by its server."""

import json
import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from sextant_bench.web_server import JSON, HttpAnswer, HttpRequest, LoopbackServer, Reply

Mode = Literal["evidence", "silent"]
"""`evidence`: the page shows each order that was placed. `silent`: it shows nothing."""

ORDERS = 48

_PAGE = (Path(__file__).parent / "desk.html").read_text(encoding="utf-8")


@dataclass
class Desk:
    """What the server knows: how often each order was placed, which is the truth of the bench."""

    mode: Mode
    delay: float = 0.12
    """Seconds between taking an order and answering."""
    orders: int = ORDERS
    curtain: bool = False
    """A page that is loaded anew shows no order at all before `Show the desk` is pressed."""
    device: str = ""
    """What shows it; empty for the page that its server serves."""
    counts: Counter[int] = field(default_factory=Counter[int])
    _changed: threading.Condition = field(default_factory=threading.Condition)
    _in_flight: int = 0

    def place(self, order: int) -> None:
        """Takes an order: counted at once, answered later."""
        with self._changed:
            self.counts[order] += 1
            self._in_flight += 1
            self._changed.notify_all()
        threading.Event().wait(self.delay)
        with self._changed:
            self._in_flight -= 1
            self._changed.notify_all()

    def wait_for_next(self, seen: int, timeout: float = 20.0) -> int:
        """Blocks until more than `seen` orders were taken; the number taken."""
        with self._changed:
            self._changed.wait_for(lambda: self.counts.total() > seen, timeout)
            return self.counts.total()

    def quiet(self, timeout: float = 5.0) -> None:
        """Blocks until every order that was taken has been answered."""
        with self._changed:
            self._changed.wait_for(lambda: self._in_flight == 0, timeout)

    def state(self) -> Mapping[str, object]:
        """What the page is told."""
        with self._changed:
            placed = sorted(self.counts) if self.mode == "evidence" else []
            evidence = self.mode == "evidence"
            return {"evidence": evidence, "orders": self.orders, "placed": placed, "curtain": self.curtain}


class DeskServer(LoopbackServer):
    """Serves a desk on loopback."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        super().__init__()

    def answer(self, request: HttpRequest) -> Reply:
        desk = self.desk
        if request.method == "POST":
            desk.place(int(request.query["n"]))
            return HttpAnswer(json.dumps(desk.state()), JSON)
        if request.path == "/wait":
            return HttpAnswer(json.dumps(desk.wait_for_next(int(request.query["seen"]))), JSON)
        if request.path == "/count":
            desk.quiet()
            return HttpAnswer(json.dumps(dict(desk.counts)), JSON)
        return _PAGE.replace("__STATE__", json.dumps(desk.state()))
