"""`sextant bench overhead`: what a step costs besides the page's own time, and whether any look came too early.

A page with 64 interactive elements answers taps at once, by fetch after 30-800 ms, or by a timer alone. It says
itself how long it was busy with each tap; that time, and nothing the device claims, is taken off the step's.
"""

import random
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from sextant.assembly import AbsentPerson, Hooks, Probes, RunRequest, build_run
from sextant.devices.wrapper import DeviceWrapper
from sextant.protocols import Device
from sextant.settings import JournalSettings, Settings
from sextant.types.actions import ByIndex, Click, Gesture, Status
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.devices import Injection
from sextant.types.evidence import TextVisible
from sextant.types.screens import Observation
from sextant.types.tasks import Budget
from sextant.types.transitions import Transition
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, draw_seeds, environment
from sextant_bench.stage import CountingActor
from sextant_bench.statistics import median, percentile
from sextant_bench.web_server import TEXT, HttpAnswer, HttpRequest, LoopbackServer, Reply

Kind = Literal["instant", "fetch", "chain", "timer"]

_COLUMNS = 4
_ROWS = 15

_PAGE = (Path(__file__).parent / "overhead.html").read_text(encoding="utf-8")


def run(options: BenchOptions) -> BenchResult:
    """Taps through the page with journal, pictures and identity on. `options.n` is the number of fetch taps."""
    fetches = options.n or 220
    seeds = draw_seeds(4, options.seed)
    rng = random.Random(seeds.entropy)  # noqa: S311 - delays
    plan = _plan(fetches, rng)
    with _WaitingSite(plan) as site, tempfile.TemporaryDirectory(prefix="sextant-overhead-") as scratch:
        measured = _measure(plan, site.url, Path(scratch), options)
    return _result(measured, seeds, fetches)


@dataclass
class _Measured:
    plan: Sequence[tuple[Kind, int]]
    own_ms: list[float] = field(default_factory=list[float])
    device_own_ms: list[float] = field(default_factory=list[float])
    cpu_ms: list[float] = field(default_factory=list[float])
    """What this process computed for a step, the page's server included; the browser is another process."""
    kinds: list[Kind] = field(default_factory=list[Kind])
    early: dict[str, int] = field(default_factory=dict[str, int])
    elements: list[int] = field(default_factory=list[int])
    unanswered: int = 0


def _plan(fetches: int, rng: random.Random) -> list[tuple[Kind, int]]:
    counts: tuple[tuple[Kind, int], ...] = (
        ("fetch", fetches - fetches // 4),
        ("chain", fetches // 4),
        ("instant", fetches // 3),
        ("timer", fetches // 5),
    )
    kinds: list[Kind] = [kind for kind, count in counts for _ in range(count)]
    rng.shuffle(kinds)
    return [(kind, 0 if kind == "instant" else rng.randint(30, 800)) for kind in kinds]


def _measure(plan: Sequence[tuple[Kind, int]], url: str, scratch: Path, options: BenchOptions) -> _Measured:
    measured = _Measured(plan, early=dict.fromkeys(("instant", "fetch", "chain", "timer"), 0))
    looks = _FirstLooks()
    began: list[float] = []
    computed: list[float] = []

    def on_step(transition: Transition) -> None:
        now, cpu = time.perf_counter(), time.process_time()
        if transition.decision.action.kind == "click":
            _count(measured, looks, transition, now - began[-1])
            measured.cpu_ms.append((cpu - computed[-1]) * 1000)
            done = len(measured.own_ms)
            if done % 50 == 0:
                options.report(f"{done}/{len(plan)} taps, own {median(measured.own_ms):.0f} ms (median)")
        began.append(time.perf_counter())
        computed.append(time.process_time())

    settings = Settings(
        budget=Budget(max_steps=len(plan) + 5),
        journal=JournalSettings(scratch / "runs"),
    )
    probes = Probes(device=looks.around, actor=lambda: _Tapper(len(plan)))
    request = RunRequest("tap every lamp", f"web:{url}")
    run = build_run(request, settings, AbsentPerson(), Hooks(on_step=on_step, probes=probes))
    began.append(time.perf_counter())
    computed.append(time.process_time())
    episode = run.go()
    measured.unanswered += 0 if episode.status == "success" else len(plan) - len(measured.own_ms)
    return measured


def _count(measured: _Measured, looks: "_FirstLooks", transition: Transition, seconds: float) -> None:
    number = len(measured.own_ms) + 1
    kind = measured.plan[number - 1][0]
    wanted = f"Tap {number} is done after "
    shown = next((e.text for e in transition.after.elements if e.text.startswith(wanted)), "")
    first = any(text.startswith(wanted) for text in looks.first)
    measured.early[kind] += 0 if first else 1
    measured.unanswered += 0 if shown or kind == "timer" else 1  # a timer may outlast its step
    busy = float(shown.removeprefix(wanted).split()[0]) if shown else 0.0
    claimed = sum(attempt.busy_seconds for attempt in transition.attempts)
    measured.kinds.append(kind)
    measured.elements.append(sum(1 for e in transition.after.elements if e.interactable))
    measured.own_ms.append(seconds * 1000 - busy)
    measured.device_own_ms.append((seconds - claimed) * 1000)


def _result(measured: _Measured, seeds: Any, fetches: int) -> BenchResult:
    own = [ms for ms, kind in zip(measured.own_ms, measured.kinds, strict=True) if kind != "timer"]
    by_kind: dict[str, Json] = {
        kind: {
            "n": len(chosen),
            "own_ms": round(median(chosen), 1),
            "own_p95_ms": round(percentile(chosen, 95), 1),
            "early_looks": measured.early[kind],
        }
        for kind in ("instant", "fetch", "chain", "timer")
        if (chosen := [ms for ms, k in zip(measured.own_ms, measured.kinds, strict=True) if k == kind])
    }
    timers = measured.kinds.count("timer")
    return BenchResult(
        name="overhead",
        figures=(
            Figure("own_ms", median(own), 130, "ms", "low"),
            Figure("own_p95_ms", percentile(own, 95), 300, "ms", "low"),
            Figure("early_looks", measured.early["fetch"] + measured.early["chain"], 0, "", "low"),
            Figure("fetch_actions", measured.kinds.count("fetch") + measured.kinds.count("chain"), 200),
            Figure("interactive_elements", min(measured.elements, default=0), 60),
            Figure("timer_early_looks", measured.early["timer"]),
            Figure("timer_actions", timers),
            Figure("device_own_ms", median(measured.device_own_ms), None, "ms", "low"),
            Figure("cpu_ms", median(measured.cpu_ms), None, "ms", "low"),
        ),
        n=len(measured.own_ms),
        errors=measured.unanswered,
        seeds=seeds,
        environment=environment("playwright"),
        details={"by_kind": by_kind, "fetches_asked_for": fetches},
    )


class _Tapper(CountingActor):
    """Taps the lamps in turn; expects each tap to be answered."""

    profile: Profile = "action-only"

    def __init__(self, taps: int) -> None:
        self._taps = taps

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        del objections, rejected
        screen = brief.screen
        if self.done >= self._taps:
            shown = TextVisible(f"Tap {self._taps} is done")
            return Decision(Status("complete"), screen.digest, "every lamp was tapped", expectations=(shown,))
        lamps = [item for item in screen.elements if item.role == "button" and item.visibility == "visible"]
        lamp = lamps[self.done % len(lamps)]
        shown = TextVisible(f"Tap {self.done + 1} is done")
        return Decision(
            Click(ByIndex(lamp.index, screen.digest)), screen.digest, f"tap {lamp.label}", expectations=(shown,)
        )


class _FirstLooks:
    """Remembers what the first look after each injection showed: the executor's own patience is left out."""

    def __init__(self) -> None:
        self.first: tuple[str, ...] = ()
        self._armed = False

    def around(self, device: Device) -> Device:
        """The device with this probe in between."""
        return _WatchedDevice(device, self)

    def injected(self) -> None:
        self._armed = True

    def looked(self, observation: Observation) -> None:
        if self._armed:
            self._armed = False
            self.first = tuple(element.text for element in observation.elements)


class _WatchedDevice(DeviceWrapper):
    def __init__(self, inner: Device, looks: _FirstLooks) -> None:
        super().__init__(inner)
        self._looks = looks

    def look(self, picture: bool = True) -> Observation:
        observation = super().look(picture)
        self._looks.looked(observation)
        return observation

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        injection = super().perform(gesture, intent)
        if intent:
            self._looks.injected()
        return injection


class _WaitingSite(LoopbackServer):
    """Serves the page and answers `/wait?ms=` as late as it is asked to."""

    def __init__(self, plan: Sequence[tuple[Kind, int]]) -> None:
        page = _PAGE.replace("__PLAN__", str([list(item) for item in plan]))
        self._page = page.replace("__COUNT__", str(_COLUMNS * _ROWS))
        super().__init__()

    def answer(self, request: HttpRequest) -> Reply:
        if request.path == "/wait":
            threading.Event().wait(float(request.query["ms"]) / 1000)
        return self._page if request.path == "/" else HttpAnswer("ok", TEXT)
