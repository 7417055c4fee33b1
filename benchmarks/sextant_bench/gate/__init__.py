"""`sextant bench gate`: what leaves a page that writes in every way, and whether the device says so.

An app of our own is touched through buttons labelled in twelve languages and in none; its server's log is the truth.
In `deny` nothing of the kinds that are held may arrive. In `observe` what the device tells has to be what arrived.
What the gate costs a request is measured in pairs, with and without it, in one run.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sextant.devices.browser import BrowserDevice, BrowserOptions, Chrome, registry
from sextant.devices.browser.cdp import Connection, Session
from sextant.devices.browser.launch import launch
from sextant.devices.browser.thread import DeviceThread
from sextant.errors import DeviceLost, SextantError
from sextant.types.actions import LaunchApp, PressKey, Tap
from sextant.types.effects import ObservedEffect, WriteMode
from sextant.types.geometry import Point
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Listing, environment
from sextant_bench.gate.app import ABSENT, HOLES, READS, UNTOLD, WRITES, WritingApp
from sextant_bench.statistics import median

__all__ = ["run"]

TOUCHES = 1000
"""Touches in `deny` over all ways that are held, unless told otherwise."""
_OBSERVED = 6
"""Touches a way in `observe`."""
_PAIRS = 150
_OFF_PAGE = frozenset({"form_post_new_tab", "popup_fetch"})

Seen = Counter[tuple[str, str]]


@dataclass
class _Round:
    """What one mode came to."""

    touches: Counter[str] = field(default_factory=Counter[str])
    told: Seen = field(default_factory=Seen)
    held: Seen = field(default_factory=Seen)
    arrived: Seen = field(default_factory=Seen)
    causes: Counter[str] = field(default_factory=Counter[str])
    stored: Seen = field(default_factory=Seen)
    downloads: int = 0
    errors: list[str] = field(default_factory=list[str])


def run(options: BenchOptions) -> BenchResult:
    """Touches the app in `deny` and in `observe`, and times requests. `options.n` is the number of denied touches."""
    wanted = options.n or TOUCHES
    each = -(-wanted // len(WRITES))
    denied = _played("deny", [*(WRITES * each), *(HOLES * 3), *(ABSENT * 5), *(READS * 5)], options.report)
    watched = _played("observe", [*((*WRITES, *HOLES, *ABSENT) * _OBSERVED), *READS], options.report)
    plain, gated = _timed(_PAIRS, options.report)
    added = [with_gate - without for without, with_gate in zip(plain, gated, strict=True)]
    leaked = {way: _arrived(denied, way) for way in WRITES if _arrived(denied, way)}
    leaked |= {way: count for way in ABSENT if (count := _arrived(denied, way) + _arrived(watched, way))}
    holes = {way: _arrived(denied, way) for way in HOLES}
    missed, invented = _difference(watched)
    blocked = sum(
        count for (_, path), count in denied.held.items() if path.rpartition("/")[2] in (*READS, "on_load", "timed")
    )
    touched = sum(denied.touches[way] for way in WRITES)
    return BenchResult(
        name="gate",
        figures=(
            Figure("leaked_writes", sum(leaked.values()), 0, "", "low"),
            Figure("denied_touches", touched, min(wanted, TOUCHES)),
            Figure("kinds_held", len(WRITES) - len(leaked.keys() - set(ABSENT)), 14),
            Figure("effects_missed", sum(missed.values()), 0, "", "low"),
            Figure("effects_invented", sum(invented.values()), 0, "", "low"),
            Figure("reads_refused", blocked, 0, "", "low"),
            Figure("added_ms", median(added), 3, "ms", "low"),
        ),
        n=touched,
        errors=len(denied.errors) + len(watched.errors),
        baselines=(Figure("request_ms_without", median(plain), None, "ms", "low"),),
        environment=environment(),
        details={
            "leaked": leaked,
            "holes": holes,
            "untold": {way: _arrived(watched, way) for way in UNTOLD},
            "missed": _plain(missed),
            "invented": _plain(invented),
            "held_touches": dict(denied.touches),
            "causes": dict(watched.causes),
            "request_ms_with": median(gated),
            "problems": [*denied.errors, *watched.errors],
        },
        listings=(
            Listing(
                "Holes: ways to write that are not held", ("way", "touches", "arrived"), _rows(denied, HOLES, holes)
            ),
        ),
    )


def _rows(found: _Round, ways: Sequence[str], arrived: dict[str, int]) -> tuple[tuple[str, ...], ...]:
    return tuple((way, str(found.touches[way]), str(arrived[way])) for way in ways)


def _arrived(found: _Round, way: str) -> int:
    """How often a way's write got through in that round."""
    match way:
        case "download":
            return found.downloads
        case "web_socket":
            return sum(count for (method, _), count in found.arrived.items() if method == "SOCKET")
        case "local_storage" | "indexed_db":
            return sum(count for (_, name), count in found.stored.items() if name == way)
        case _:
            return sum(count for (_, path), count in found.arrived.items() if path == f"/w/{way}")


def _difference(found: _Round) -> tuple[Seen, Seen]:
    """What arrived and was not told, and what was told and did not arrive."""
    truth = Seen({key: count for key, count in found.arrived.items() if _is_write(*key)}) + found.stored
    return truth - found.told, found.told - truth


def _is_write(method: str, path: str) -> bool:
    if path.rpartition("/")[2] in (*READS, *UNTOLD):
        return False
    return method != "GET" or path in ("/w/get_with_override", "/file")


def _told(effect: ObservedEffect) -> tuple[str, str]:
    """An effect in the words of the server's log."""
    match effect.kind:
        case "socket":
            return "SOCKET", effect.address
        case "download":
            return "GET", effect.address
        case "storage":
            return "storage", "local_storage" if effect.address.startswith("localStorage") else "indexed_db"
        case _:
            return effect.method, effect.address


def _played(mode: WriteMode, ways: Sequence[str], report: Callable[[str], None]) -> _Round:
    """Touches the app once for each of the ways."""
    found = _Round()
    with WritingApp() as app, TemporaryDirectory(prefix="sextant-gate-") as folder:
        settings = BrowserOptions(url=app.url + "/", writes=mode, chrome=Chrome(downloads_dir=Path(folder)))
        device = BrowserDevice(settings)
        device.open()
        try:
            player = _Toucher(device, app, found)
            for number, way in enumerate(ways):
                player.touch(way, number)
                if number % 100 == 0:
                    report(f"{mode}: {number}/{len(ways)} touches")
            player.finish()
        finally:
            device.close()
        found.arrived = app.written()
        found.downloads = len(list(Path(folder).iterdir()))
    return found


class _Toucher:
    """Touches the app and reads what the device tells."""

    def __init__(self, device: BrowserDevice, app: WritingApp, found: _Round) -> None:
        self._device, self._app, self._found = device, app, found
        self._points: list[Point] = []
        self._on_page()

    def touch(self, way: str, number: int) -> None:
        """One touch of a button that writes in that way; a device that fails is an error of the bench."""
        try:
            self._evaluate(f"window.chosen = {way!r}; 0")
            self._device.perform(Tap(self._points[number % len(self._points)]), f"touch-{number}")
            self._found.touches[way] += 1
            if way in ("local_storage", "indexed_db"):
                self._found.stored["storage", way] += 1
            self._read()
            self._on_page(way in _OFF_PAGE)
        except SextantError as error:
            self._found.errors.append(f"{way}: {error}")
            self._on_page()

    def finish(self) -> None:
        """Waits until what is late has come."""
        deadline = time.monotonic() + 3.0
        while time.monotonic() < deadline:
            self._read()
            time.sleep(0.1)

    def _read(self) -> None:
        for effect in self._device.effects():
            (self._found.held if effect.held else self._found.told)[_told(effect)] += 1
            self._found.causes[effect.cause] += 1

    def _on_page(self, other_tab: bool = False) -> None:
        """Sees to it that the app's page is in the foreground, with its buttons and its workers ready."""
        if self._points and self._ready():
            return
        if other_tab:
            self._device.perform(PressKey("back"))
        deadline = time.monotonic() + 15.0
        if not self._ready():
            self._device.perform(LaunchApp(self._app.url + "/"))
        while not self._ready() and time.monotonic() < deadline:
            time.sleep(0.05)
        boxes = self._evaluate(
            "[...document.querySelectorAll('button')].map(b => b.getBoundingClientRect())"
            ".map(r => [r.x + r.width / 2, r.y + r.height / 2])"
        )
        self._points = [Point(x, y) for x, y in boxes]

    def _ready(self) -> bool:
        ready = "typeof ways === 'object' && document.readyState === 'complete' && socket.readyState === 1"
        return bool(self._evaluate(f"{ready} && !!navigator.serviceWorker.controller"))

    def _evaluate(self, expression: str) -> Any:
        """The value in the page; a document that goes meanwhile is asked again."""
        for _ in range(20):
            try:
                return self._device.evaluate(expression)
            except DeviceLost:
                time.sleep(0.05)
        return None


def _timed(pairs: int, report: Callable[[str], None]) -> tuple[list[float], list[float]]:
    """Milliseconds of requests, half reads and half writes that are allowed, without and with the gate, in turn.

    Without it means the same browser without the device: a bare protocol session that enables nothing.
    """
    plain, gated = list[float](), list[float]()
    with WritingApp() as app, TemporaryDirectory(prefix="sextant-gate-") as folder:
        settings = BrowserOptions(url=app.url + "/", writes="deny", allowed_requests=("POST /timed",))
        device = BrowserDevice(settings)
        browser = launch(settings, Path(folder) / "profile", temporary=False)
        thread = DeviceThread("sextant-bench-gate")
        try:
            bare = thread.call(lambda: _bare_page(browser.endpoint, app.url + "/"), 60, "opening the bare page")
            device.open()
            for number in range(pairs):
                expression = f"timed({('GET', 'POST')[number % 2]!r}, 3)"
                asked = {"expression": expression, "returnByValue": True, "awaitPromise": True}
                reply = thread.call(lambda asked=asked: bare.send("Runtime.evaluate", asked), 30, "timing")
                plain.append(median([float(value) for value in reply["result"]["value"]]))
                gated.append(median([float(value) for value in device.evaluate(expression)]))
            report(f"timed {pairs} pairs")
            thread.call(bare.connection.close, 5, "closing")
        finally:
            device.close()
            thread.stop()
            registry.kill(browser)
            registry.forget(browser)
    return plain, gated


async def _bare_page(endpoint: str, address: str) -> Session:
    """A page at that address, in a session that does nothing but evaluate."""
    connection = await Connection.open(endpoint)
    target = await connection.browser.send("Target.createTarget", {"url": address})
    asked = {"targetId": target["targetId"], "flatten": True}
    session = connection.session((await connection.browser.send("Target.attachToTarget", asked))["sessionId"])
    asked = {"expression": "typeof timed", "returnByValue": True}
    while (await session.send("Runtime.evaluate", asked))["result"]["value"] != "function":
        await asyncio.sleep(0.05)
    return session


def _plain(counts: Seen) -> dict[str, int]:
    return {" ".join(key): count for key, count in counts.items()}
