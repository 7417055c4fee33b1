"""Starts legs, kills them, resumes them, and compares what the journal says with what the server counted."""

import json
import os
import random
import signal
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from sextant.journal import RunRecord, RunStore, SettledIntention
from sextant.types.devices import Intent
from sextant.types.evidence import FieldHas, TextVisible
from sextant_bench.children import environment_with_suites
from sextant_bench.crash.desk import ORDERS, Desk, DeskServer, Mode
from sextant_bench.crash.players import order_of
from sextant_bench.crash.programmed import COURSES, Course, program_of, state_in, states_of
from sextant_bench.crash.subject import LegPlan, Place, begun_leg
from sextant_bench.figures import BenchOptions, BenchResult, Figure, draw_seeds, environment
from sextant_bench.statistics import share

_POINTS: tuple[Place, ...] = ("before_intent", "intent_injection", "injection_effect", "effect_commit", "picture")
_VAGUE_POINTS: tuple[Place, ...] = ("intent_injection", "injection_effect", "random")
_FEW_ORDERS = 8
_LEG_SECONDS = 240.0
"""A leg that takes longer hangs; one that places all orders unseen takes most of two minutes on a busy machine."""
_RANDOM_WITHIN = (0.3, 4.0)
"""A random kill comes so many seconds after its leg began: while it starts, attaches, looks, acts or commits."""

Browser = Literal["lives", "killed"]
OnDevice = Literal["web", "android"]
Desks = Callable[["Condition"], AbstractContextManager[Desk]]


@dataclass
class KillTally:
    """What one condition came to."""

    kills: Counter[str] = field(default_factory=Counter[str])
    resumes: int = 0
    resumed_ok: int = 0
    asked: int = 0
    needless: list[str] = field(default_factory=list[str])
    """Asked, though the device or the page could have told."""
    wrong: list[str] = field(default_factory=list[str])
    lost: list[str] = field(default_factory=list[str])
    duplicated: int = 0
    missing: int = 0
    errors: list[str] = field(default_factory=list[str])
    states: int = 0
    """States of a program that were compared with those of a walk that nothing stopped."""
    astray: list[str] = field(default_factory=list[str])
    """Of these the ones that are others, and results that are."""
    reused: int = 0
    """Steps that were done again without asking the actor."""

    @property
    def killed(self) -> int:
        return self.kills.total()

    def plain(self) -> dict[str, Any]:
        """For the details of the result."""
        return {**vars(self), "kills": dict(self.kills)}


def run(options: BenchOptions) -> BenchResult:
    """Kills runs and reports what was done twice, lost or wrongly settled.

    `options.n` scales it: kills at each named point (20 by default); five times as many come at random. Where the
    browser is killed too, half of the runs have ambiguous evidence: a button that is gone, on a page that shows nothing
    when it is loaded anew. Nothing may be settled by that.
    """
    each = options.n or 20
    course: Course = options.one_of("course", COURSES, "goal")
    on: OnDevice = options.one_of("device", ("web", "android"), "web")
    seeds = draw_seeds(4, options.seed)
    rng = random.Random(seeds.entropy)  # noqa: S311 - moments of kills
    with tempfile.TemporaryDirectory(prefix="sextant-crash-") as scratch, _desks(on, Path(scratch)) as desks:
        stage = _Stage(Path(scratch), rng, options, desks)
        live, dead, vague, silent = _killed(course, on, each, stage)
    everything = (live, dead, vague, silent)
    browsers = () if on == "android" else _of_browsers(dead, vague)
    return BenchResult(
        name="crash",
        figures=(
            Figure("kills", live.killed, target=float(10 * each)),
            Figure("duplicated_irreversible", sum(t.duplicated for t in everything), target=0, better="low"),
            Figure("lost_committed_steps", sum(len(t.lost) for t in everything), target=0, better="low"),
            Figure("wrong_settled", sum(len(t.wrong) for t in everything), target=0, better="low"),
            Figure("resumed_ok", share(live.resumed_ok, live.resumes), target=1.0),
            Figure("silent_needs_attention_correct", attention(silent), target=1.0),
            Figure("needless_asks", sum(len(t.needless) for t in everything), target=0, better="low"),
            *browsers,
            Figure("silent_kills", silent.killed),
            Figure("silent_asked", silent.asked),
            *_of_programs(course, everything),
        ),
        n=sum(t.killed for t in everything),
        errors=sum(len(t.errors) for t in everything),
        seeds=seeds,
        environment=environment("playwright", "adbutils", "uiautomator2"),
        details={
            "browser_lives_page_shows": live.plain(),
            "browser_killed": dead.plain(),
            "browser_killed_ambiguous": vague.plain(),
            "silent": silent.plain(),
        },
    )


def _of_browsers(dead: KillTally, vague: KillTally) -> tuple[Figure, ...]:
    """What came of kills of run and browser together."""
    return (
        Figure("browser_killed_needs_attention_correct", attention(dead), target=1.0),
        Figure("ambiguous_needs_attention_correct", attention(vague), target=1.0),
        Figure("browser_killed_kills", dead.killed),
        Figure("browser_killed_asked", dead.asked),
        Figure("ambiguous_kills", vague.killed),
        Figure("ambiguous_asked", vague.asked),
    )


@contextmanager
def _desks(on: OnDevice, room: Path) -> Generator[Desks]:
    """Gives the desk of each run: a page of its own, or a phone."""
    if on == "web":
        yield lambda c: nullcontext(Desk(c.mode, orders=c.orders, curtain=c.ambiguous))
        return
    from sextant_bench.crash.phone_desk import phone_desks  # needs the packages of Android

    with phone_desks(room) as opened:
        yield lambda c: opened(c.mode, c.orders)


@dataclass(frozen=True, slots=True)
class _Stage:
    """What all episodes share."""

    room: Path
    rng: random.Random
    options: BenchOptions
    desks: Desks


def _killed(
    course: Course, on: OnDevice, each: int, stage: _Stage
) -> tuple[KillTally, KillTally, KillTally, KillTally]:
    """Every condition: the browser lives, it is killed too, its page is ambiguous, the page is silent.

    A phone outlives the runs on it: its runs have the first condition and the last.
    """
    live, dead, vague, silent = KillTally(), KillTally(), KillTally(), KillTally()

    def until(tally: KillTally, kills: int, mode: Mode, browser: Browser, at: Place, *, vague: bool = False) -> None:
        _until(tally, kills, Condition(mode, browser, at, ambiguous=vague, course=course, on=on), stage)

    for point in _POINTS:
        until(live, each, "evidence", "lives", point)
    until(live, 5 * each, "evidence", "lives", "random")
    fewer, few = max(1, each // 2), max(1, each // 4)
    if on == "web":
        until(dead, fewer, "evidence", "killed", "random")
        until(dead, fewer, "evidence", "killed", "injection_effect")
        for point in _VAGUE_POINTS:
            until(vague, few, "evidence", "killed", point, vague=True)
    until(silent, fewer, "silent", "lives", "random")
    until(silent, fewer, "silent", "lives", "effect_commit")
    return live, dead, vague, silent


def _of_programs(course: Course, tallies: tuple[KillTally, ...]) -> tuple[Figure, ...]:
    """Whether counter and variables were those of a walk that nothing stopped."""
    if course == "goal":
        return ()
    return (
        Figure("states_astray", sum(len(tally.astray) for tally in tallies), target=0, better="low"),
        Figure("states_compared", sum(tally.states for tally in tallies)),
        Figure("reused_steps", sum(tally.reused for tally in tallies)),
    )


@dataclass(frozen=True, slots=True)
class Condition:
    """What the page shows, whether the browser dies too, where the run is killed, and on which device."""

    mode: Mode
    browser: Browser
    at: Place
    ambiguous: bool = False
    course: Course = "goal"
    on: OnDevice = "web"

    @property
    def program(self) -> str:
        """The program of its runs; empty where they follow their goal."""
        return program_of(self.mode, self.orders) if self.course == "program" else ""

    @property
    def ends(self) -> tuple[str, ...]:
        """How a run may end: a page that shows nothing verifies nothing."""
        return ("success",) if self.mode == "evidence" else ("success", "unverified")

    @property
    def orders(self) -> int:
        """Every question to the person ends the killing of a run: where it is asked each time, runs are short.

        A phone shows a few orders without scrolling.
        """
        few = self.ambiguous or self.mode == "silent" or self.on == "android"
        return _FEW_ORDERS if few else ORDERS

    def decidable(self, intent: Intent, happened: bool) -> bool:
        """Whether device and page together tell what became of an order.

        A browser that lives says what never reached it. What did is told by a page that shows it, also when it is
        loaded anew, where the order itself was expected to show.
        """
        if not happened:
            return self.browser == "lives"
        return self.mode == "evidence" and any(isinstance(e, TextVisible | FieldHas) for e in intent.expectations)


def _until(tally: KillTally, kills: int, condition: Condition, stage: _Stage) -> None:
    """Runs episodes under a condition until so many kills have been counted at its point."""
    point = condition.at
    wanted = tally.kills[point] + kills
    episodes = 0
    while tally.kills[point] < wanted and episodes < kills + 5:
        episodes += 1
        _Episode(condition, tally, stage, wanted).go()
        done = kills - (wanted - tally.kills[point])
        stage.options.report(
            f"{condition.on}, {condition.mode}, browser {condition.browser}, {point}: {done}/{kills} kills"
        )


class _Episode:
    """One run from its first leg to its end, killed on the way."""

    def __init__(self, condition: Condition, tally: KillTally, stage: _Stage, wanted: int) -> None:
        self._c, self._tally, self._rng, self._wanted = condition, tally, stage.rng, wanted
        self._desks = stage.desks
        self._root = Path(tempfile.mkdtemp(dir=stage.room))
        self._events = self._root / "events.jsonl"
        self._events.touch()
        self._run = ""
        self._committed = set[int]()
        self._compared = set[str]()
        self._legs = 0
        self._leaves = 0
        self._source = condition.program
        self._walk = states_of(self._source)

    def go(self) -> None:
        """Legs until the run has come to its end; then the server is asked what was done twice."""
        with self._desks(self._c) as desk, DeskServer(desk) as server:
            if not any(self._leg(server.url, desk) for _ in range(6 * desk.orders)):
                self._tally.errors.append("the run never came to its end")
            desk.quiet()
            self._tally.duplicated += sum(count - 1 for count in desk.counts.values() if count > 1)
            self._tally.missing += desk.orders - len(desk.counts)
            self._kill_browser()

    def _leg(self, url: str, desk: Desk) -> bool:
        """One leg; True where the run has come to its end."""
        kill = self._tally.kills[self._c.at] < self._wanted
        status, events = self._process(url, desk, self._c.at if kill else "none", truth=False)
        if status == -signal.SIGKILL:
            self._tally.kills[self._c.at] += 1
            if self._c.browser == "killed":
                self._kill_browser()
            return False
        if any(event.get("error") == "NeedsPerson" for event in events):
            self._asked(desk)
            status, events = self._process(url, desk, "none", truth=True)
        if any("is over: success" in str(event.get("message", "")) for event in events):
            return True  # it was killed after its end was written
        if status != 0:
            tail = (self._root / "leg.log").read_text(encoding="utf-8", errors="replace")[-1500:]
            self._tally.errors.append(f"a leg ended with {status}: {events[-1:]} {tail}")
        return True

    def _process(self, url: str, desk: Desk, at: Place, *, truth: bool) -> tuple[int, list[Mapping[str, Any]]]:
        """Runs one leg to its death or its end: its exit status, negative for a signal, and what it told."""
        plan = LegPlan(
            url=url,
            root=str(self._root / "runs"),
            events=str(self._events),
            mode=self._c.mode,
            at=at,
            after=self._legs % 2,
            run=self._run,
            truth=truth,
            ambiguous=self._c.ambiguous,
            program=self._source,
            device=desk.device,
        )
        self._legs += 1
        seen = len(self._told())
        status = self._wait(plan)
        events = self._told()[seen:]
        resumed = bool(plan.run)
        for event in events:
            self._note(event, resumed=resumed, truth=truth)
        return status, events

    def _wait(self, plan: LegPlan) -> int:
        with begun_leg(plan, self._root, environment_with_suites()) as leg:
            try:
                return leg.wait(self._rng.uniform(*_RANDOM_WITHIN) if plan.at == "random" else _LEG_SECONDS)
            except subprocess.TimeoutExpired:
                leg.kill()
                if plan.at != "random":
                    self._tally.errors.append(f"a leg hung at {self._c.at}")
                return leg.wait(10)

    def _note(self, event: Mapping[str, Any], *, resumed: bool, truth: bool) -> None:
        if event["event"] == "begun":
            self._run = str(event["run"])
            if resumed:
                self._judge({int(order): int(count) for order, count in event["counts"].items()}, truth=truth)
        elif event["event"] == "committed":
            self._committed.add(int(event["step"]))
            if self._source:
                self._compare_state(event["machine"])
        elif event["event"] == "ended":
            self._ended(event)

    def _ended(self, event: Mapping[str, Any]) -> None:
        if event["status"] not in self._c.ends:
            self._tally.errors.append(f"the run ended {event['status']}: {event['reason']}")
        elif self._source and event["answer"] != str(self._c.orders):
            self._tally.astray.append(f"{self._run}: it returned {event['answer']!r}")
        self._tally.reused += int(event["reused"])

    def _compare_state(self, snapshot: Any) -> None:
        """Compares what was written down of the program with a walk that nothing stopped: it never goes back either."""
        state = state_in(self._source, snapshot)
        self._tally.states += 1
        if state.leaves < self._leaves or state != self._walk.get(state.leaves):
            self._tally.astray.append(f"{self._run}: {state} after {self._leaves} leaves")
        self._leaves = state.leaves

    def _judge(self, counts: Mapping[int, int], *, truth: bool) -> None:
        """Compares a resume with the server: nothing committed is lost, nothing is settled wrongly.

        `counts` were taken after settling and before the leg did anything.
        """
        with self._record() as record:
            steps = {transition.step for transition in record.transitions()}
            settled = [r.entry for r in record.records("settled") if isinstance(r.entry, SettledIntention)]
            intents = {intent.id: intent for intent in record.intents()}
        lost = sorted(self._committed - steps)
        self._tally.lost += [f"{self._run}: step {step}" for step in lost]
        wrong = len(self._tally.wrong)
        for told in settled:
            order = order_of(intents[told.intent].description)
            if order and told.intent not in self._compared:
                self._compared.add(told.intent)
                self._compare(told, intents[told.intent], counts.get(order, 0) > 0)
        if not truth:
            self._tally.resumes += 1
            self._tally.resumed_ok += not lost and len(self._tally.wrong) == wrong

    def _compare(self, told: SettledIntention, intent: Intent, happened: bool) -> None:
        if told.happened is not None and told.happened != happened:
            self._tally.wrong.append(f"{told.intent}: told {told.happened} by {told.by}, the server says {happened}")
        elif told.happened and told.by == "page" and not self._c.decidable(intent, happened):
            self._tally.wrong.append(f"{told.intent}: told from a page that does not show it ({told.reason})")

    def _asked(self, desk: Desk) -> None:
        """A person is wanted: rightly so only where neither device nor page could tell."""
        self._tally.resumes += 1
        self._tally.asked += 1
        desk.quiet()
        with self._record() as record:
            pending = [item.intent for item in record.pending() if item.intent.irreversible]
        for intent in pending[:1]:
            happened = desk.counts[order_of(intent.description)] > 0
            if self._c.decidable(intent, happened):
                self._tally.needless.append(f"{intent.id}: {intent.description}, the server says {happened}")

    def _record(self) -> RunRecord:
        return RunStore.open(self._root / "runs").read(self._run)

    def _kill_browser(self) -> None:
        if not self._run:
            return
        with self._record() as record:
            lease = record.leased
        pid = 0 if lease is None else int(lease.data.get("pid", "0"))
        if pid > 1:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)

    def _told(self) -> list[Mapping[str, Any]]:
        lines = self._events.read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]


def attention(tally: KillTally) -> float:
    """Share of resumes settled rightly, and put to a person only where neither page nor device could tell."""
    return share(tally.resumes - len(tally.wrong) - len(tally.needless), tally.resumes)
