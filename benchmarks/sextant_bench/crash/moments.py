"""One case of kills at random moments in what drives a browser: a run, a walk, a drawing, their resume, its start.

Each case has a state directory of its own, so that what it leaves on the machine is known by the system's own list. It
is begun, killed as planned, and then taken up and brought to its end.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from sextant.assembly.maps import open_maps
from sextant.errors import JournalFault
from sextant.journal import RunStore, RunSummary
from sextant.settings import JournalSettings, Settings
from sextant.utg.counts import app_screens
from sextant_bench.children import environment_with_suites
from sextant_bench.crash.desk import Desk, DeskServer
from sextant_bench.crash.leftovers import Leavings, Process
from sextant_bench.crash.site import Site, SiteServer, wanted_page
from sextant_bench.crash.subject import LegPlan, Task, begun_leg

__all__ = ["START_SECONDS", "Kill", "KillCase", "KillRecord", "case_of", "play"]

Kind = Literal["run", "goto", "map", "resume", "start"]
Victim = Literal["process", "keeper", "both"]
Since = Literal["process", "begun", "start"]

START_SECONDS = 2.0
"""A kill within so many seconds of a browser's first trace on disk counts as one of its start."""
_ORDERS = 6
_SILENT_SECONDS = 180.0
"""A leg that commits no step and tells nothing else for so long hangs, on however busy a machine."""
_GONE_SECONDS = 10.0
"""So long after a kill nothing may be left that nobody owns."""
_LISTING_SECONDS = 600.0
_POLL = 0.01


@dataclass(frozen=True, slots=True)
class Kill:
    """Who dies, and when: so many seconds after the leg's process, its run or its browser began."""

    kind: Kind
    victim: Victim
    since: Since
    seconds: float


@dataclass(frozen=True, slots=True)
class KillCase:
    """What is begun and how it is killed, leg by leg; then it is brought to its end."""

    number: int
    task: Task
    kills: tuple[Kill, ...]


@dataclass
class KillRecord:
    """What became of a case."""

    kills: dict[str, int] = field(default_factory=dict[str, int])
    starts: int = 0
    """Kills that came within two seconds of a browser's start, whatever they were meant for."""
    lost: list[str] = field(default_factory=list[str])
    doubled: list[str] = field(default_factory=list[str])
    left: list[str] = field(default_factory=list[str])
    unlisted: list[str] = field(default_factory=list[str])
    hung: list[str] = field(default_factory=list[str])
    resumes: list[tuple[str, float, float]] = field(default_factory=list[tuple[str, float, float]])
    """How the device was found, seconds from the process's start to its first new step, and its own CPU seconds."""
    gone_after: list[float] = field(default_factory=list[float])
    """Seconds from a kill until nothing was left that nobody owned."""


def case_of(number: int, entropy: int) -> KillCase:
    """The case of that number: of seven, four are killed while a browser starts."""
    rng = random.Random(f"{entropy} {number}")  # noqa: S311 - moments of kills
    victims: tuple[Victim, ...] = ("process",) * 5 + ("both", "keeper")

    def while_starting() -> Kill:
        return Kill("start", rng.choice(victims), "start", rng.uniform(0, START_SECONDS - 0.05))

    def while_going(kind: Kind) -> Kill:
        if rng.random() < 0.6:
            return Kill(kind, rng.choice(victims), "begun", rng.uniform(0, 3))
        return Kill(kind, rng.choice(victims), "process", rng.uniform(0.2, 5))

    tasks: tuple[Task, ...] = ("run", "goto", "map")
    match number % 7:
        case 0 | 1 | 2 as index:
            return KillCase(number, tasks[index], (while_starting(),))
        case 3:
            task: Task = "run" if number % 2 else "goto"
            return KillCase(number, task, (Kill(task, "both", "begun", rng.uniform(0.3, 2)), while_starting()))
        case 4:
            return KillCase(number, "run", (while_going("run"), while_going("resume")))
        case 5:
            return KillCase(number, "goto", (while_going("goto"), while_going("resume")))
        case _:
            return KillCase(number, "map", (while_going("map"), while_going("map")))


def play(case: KillCase) -> KillRecord:
    """Begins, kills and ends a case, and compares what is claimed with what the server and the system say."""
    with tempfile.TemporaryDirectory(prefix="sextant-kills-", ignore_cleanup_errors=True) as room:
        return _Playing(case, Path(room).resolve()).go()


class _Playing:
    def __init__(self, case: KillCase, room: Path) -> None:
        self._case, self._room, self.found = case, room, KillRecord()
        self._home = room / "state"
        self._leavings = Leavings(self._home)
        self._events = room / "events.jsonl"
        self._events.touch()
        self._journal = RunStore.open(room / "work" / "runs")
        self._told = dict[str, set[int]]()
        self._screens = 0
        self._over = False
        self._environment = environment_with_suites({**os.environ, "XDG_STATE_HOME": str(self._home)})

    def go(self) -> KillRecord:
        desk, site = Desk("evidence", orders=_ORDERS), Site()
        with ExitStack() as stack:
            server = stack.enter_context(DeskServer(desk) if self._case.task == "run" else SiteServer(site))
            stack.callback(self._end_all)
            for kill in self._case.kills:
                self._killed(server.url, kill)
            if not self._over:
                self._leg(server.url, None)
            self._check_record()
            self._await_gone("at the end", owned=False)
            if self._case.task == "run":
                desk.quiet()
                self.found.doubled += [f"order {n}: {count}" for n, count in desk.counts.items() if count > 1]
                self.found.lost += [f"order {n} was never placed" for n in range(1, _ORDERS + 1) if not desk.counts[n]]
            else:
                self.found.doubled += [f"{path}: {count}, unasked" for path, count in site.ordered.items()]
        where = f"case {self._case.number} ({self._case.task}): "
        for list_ in (self.found.lost, self.found.doubled, self.found.left, self.found.unlisted, self.found.hung):
            list_[:] = [where + line for line in list_]
        return self.found

    # ------------------------------------------------------------------ legs

    def _killed(self, url: str, kill: Kill) -> None:
        """A leg that is killed, unless it ends before; then what it left."""
        if self._over or not self._leg(url, kill):
            return
        self._check_listing()
        self._check_record()
        when = f"after {kill.kind} at {kill.seconds:.2f} s of {kill.since}, {kill.victim}"
        self._await_gone(when, owned=True)

    def _leg(self, url: str, kill: Kill | None) -> bool:
        """One process, from its beginning to its end; whether it was killed."""
        run = self._resumable()
        _, words = wanted_page(self._case.number)
        plan = LegPlan(
            url=url,
            root=str(self._journal.root),
            events=str(self._events),
            mode="evidence",
            run="" if run is None else run.run,
            truth=run is not None,
            task=self._case.task,
            wanted=words,
        )
        seen = len(self._lines())
        known = {*self._leavings.profiles(), *self._leavings.entries()}
        began, wall = time.monotonic(), time.time()
        with begun_leg(plan, self._room, self._environment) as leg:
            killed = kill is not None and self._strike(leg, kill, began, seen, known)
            self._await_end(leg, kill)
        events = self._lines()[seen:]
        self._note(events, run, wall)
        if not killed or (kill is not None and kill.victim == "keeper"):
            self._judge_end(events, run, expects_end=not killed)
        return killed

    def _await_end(self, leg: "subprocess.Popen[bytes]", kill: Kill | None) -> None:
        told, since = -1, time.monotonic()
        while True:
            with suppress(subprocess.TimeoutExpired):
                leg.wait(1.0)
                return
            if (size := self._events.stat().st_size) != told:
                told, since = size, time.monotonic()
            if time.monotonic() - since > _SILENT_SECONDS:
                self.found.hung.append(f"a leg told nothing for {_SILENT_SECONDS:g} s after {kill}")
                leg.kill()

    def _strike(self, leg: "subprocess.Popen[bytes]", kill: Kill, began: float, seen: int, known: set[Path]) -> bool:
        """Waits for the moment and kills; False where the leg had ended by then."""

        def started() -> bool:
            return not known.issuperset((*self._leavings.profiles(), *self._leavings.entries()))

        def begun() -> bool:
            return any(event["event"] == "begun" for event in self._lines()[seen:])

        start: float | None = None
        moment: float | None = began + kill.seconds if kill.since == "process" else None
        while leg.poll() is None:
            now = time.monotonic()
            if start is None and started():
                start = now
                moment = now + kill.seconds if kill.since == "start" else moment
            if moment is None and kill.since == "begun" and begun():
                moment = now + kill.seconds
            if moment is not None and now >= moment:
                break
            if now - began > _SILENT_SECONDS:
                return False
            time.sleep(_POLL)
        else:
            return False
        if not self._end_victims(leg, kill.victim):
            return False
        self.found.kills[kill.kind] = self.found.kills.get(kill.kind, 0) + 1
        self.found.starts += start is not None and time.monotonic() - start <= START_SECONDS
        return True

    def _end_victims(self, leg: "subprocess.Popen[bytes]", victim: Victim) -> bool:
        """Kills them; False where there was nobody to kill."""
        keepers = [one.pid for one in self._leavings.processes() if one.keeps] if victim != "process" else []
        for pid in keepers:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if victim != "keeper":
            leg.kill()
        return bool(keepers) or victim != "keeper"

    def _note(self, events: list[Mapping[str, Any]], run: RunSummary | None, wall: float) -> None:
        how, first = "", True
        current = "" if run is None else run.run
        for event in events:
            match event["event"]:
                case "note" if str(event["text"]).startswith("The device was "):
                    how = str(event["text"]).removeprefix("The device was ").rstrip(".")
                case "begun":
                    current = str(event["run"])
                case "committed":
                    self._told.setdefault(current, set()).add(int(event["step"]))
                    self._screens = max(self._screens, int(event["screens"]))
                    if first and run is not None:
                        self.found.resumes.append((how, event["at"] - wall, float(event["cpu"])))
                    first = False
                case _:
                    pass

    def _judge_end(self, events: list[Mapping[str, Any]], run: RunSummary | None, *, expects_end: bool) -> None:
        """What a leg that was left alone came to; one whose browser was killed may also have broken off."""
        last: Mapping[str, Any] = events[-1] if events else {}
        if last.get("event") == "ended" and last["status"] in ("success", "unverified"):
            self._over = True
        elif expects_end:
            taken = "begun" if run is None else f"taken up ({run.status}, {run.steps} steps)"
            tail = (self._room / "leg.log").read_text(encoding="utf-8", errors="replace")[-800:]
            self.found.lost.append(f"{taken}, and it came to {last or 'nothing'} {tail}")

    # ------------------------------------------------------------------ what is left

    def _resumable(self) -> RunSummary | None:
        """The newest run that can be taken up; a drawing goes on from its map instead."""
        runs = [run for run in self._runs() if run.resumable and run.actor != "explorer"]
        return max(runs, key=lambda run: run.run, default=None)

    def _runs(self) -> tuple[RunSummary, ...]:
        return self._journal.runs() if self._journal.root.is_dir() else ()

    def _check_listing(self) -> None:
        """Every browser that lives before and after `sextant devices` looks is in its list; it also clears away."""
        before = {one.pid for one in self._browsers()}
        command = [sys.executable, "-m", "sextant", "devices", "--json"]
        told = subprocess.run(
            command,
            cwd=self._room,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=_LISTING_SECONDS,
        )
        try:
            rows = json.loads(told.stdout.splitlines()[-1])["devices"]
        except (ValueError, IndexError, KeyError):
            self.found.unlisted.append(f"'sextant devices' said {told.stdout[-300:]} {told.stderr[-300:]}")
            return
        pids, profiles = {int(row["pid"]) for row in rows}, {str(row["profile"]) for row in rows}
        for one in self._browsers():
            if one.pid in before and one.pid not in pids and one.profile not in profiles:
                self.found.unlisted.append(f"a browser with {one.profile}")

    def _browsers(self) -> list[Process]:
        return [one for one in self._leavings.processes() if one.profile]

    def _check_record(self) -> None:
        """Nothing that was reported as committed is gone: steps of runs, screens of the map."""
        for run, steps in self._told.items():
            try:
                with self._journal.read(run) as record:
                    gone = steps - {transition.step for transition in record.transitions()}
            except JournalFault as error:
                self.found.lost.append(f"{run} cannot be read: {error}")
                continue
            self.found.lost += [f"step {step} of {run}" for step in sorted(gone)]
        if self._case.task != "map" or not self._screens:
            return
        with open_maps(Settings(journal=JournalSettings(self._journal.root))) as maps:
            screens = sum(len(app_screens(maps.load(app))) for app in maps.apps())
        if screens < self._screens:
            self.found.lost.append(f"{self._screens - screens} of {self._screens} screens of the map")
        self._screens = max(screens, self._screens)

    def _await_gone(self, when: str, *, owned: bool) -> None:
        """Waits until nothing is left that no run can be resumed with, or nothing at all where nothing is `owned`.

        A profile whose keeper was killed as well stays until the next command that looks after browsers is through.
        """
        began = time.monotonic()
        while (left := list(self._left(owned=owned))) and time.monotonic() - began <= _GONE_SECONDS:
            time.sleep(0.1)
        if left and owned:
            self._check_listing()
            left = list(self._left(owned=owned))
        if left:
            self.found.left.append(f"{when}: {', '.join(left)}")
        else:
            self.found.gone_after.append(round(time.monotonic() - began, 1))

    def _left(self, *, owned: bool) -> Iterator[str]:
        mine = self._owned() if owned else frozenset[str]()
        processes = self._leavings.processes()
        sessions = {one.session for one in processes if one.profile in mine}
        for one in processes:
            if one.session not in sessions and not mine.intersection(one.words) and not (sessions and one.reports):
                yield f"process {one.pid} {' '.join(one.words)[:160]}"
        for profile in self._leavings.profiles():
            if str(profile) not in mine:
                names = sorted((path.name for path in profile.iterdir()), reverse=True)
                yield f"profile {profile.name} with {names[:8]}"

    def _owned(self) -> frozenset[str]:
        """The profiles that a run can be resumed with."""
        found = set[str]()
        for run in self._runs():
            if run.resumable and run.actor != "explorer":
                with suppress(JournalFault), self._journal.read(run.run) as record:
                    found.add("" if record.leased is None else record.leased.data.get("profile", ""))
        return frozenset(found - {""})

    def _end_all(self) -> None:
        """Leaves the machine as it was, whatever was found."""
        for one in self._leavings.processes():
            with suppress(ProcessLookupError):
                os.kill(one.pid, signal.SIGKILL)

    def _lines(self) -> list[Mapping[str, Any]]:
        """What the legs have told; a last line that is yet to be written whole is left out."""
        text = self._events.read_text(encoding="utf-8")
        return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]
