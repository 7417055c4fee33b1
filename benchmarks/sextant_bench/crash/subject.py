"""The process that is killed: a real run over a real browser or adb, which dies where its plan says.

Started by the bench as `python -m sextant_bench.crash.subject PLAN.json`.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.request import urlopen

from sextant.assembly import Hooks, Probes, Run, RunRequest, build_run, resume_run
from sextant.assembly.tours import tour_run
from sextant.devices.wrapper import DeviceWrapper
from sextant.errors import SextantError
from sextant.protocols import Device, Journal
from sextant.settings import BrowserSettings, JournalSettings, ProgramChoices, Settings
from sextant.types.actions import Gesture
from sextant.types.devices import Injection, Intent
from sextant.types.events import Aside
from sextant.types.screens import Screen
from sextant.types.snapshots import Snapshot
from sextant.types.tasks import Budget, Episode, Policy
from sextant.types.transitions import Transition
from sextant_bench.crash.players import DeskActor, DeskClerk, order_of

if TYPE_CHECKING:
    from sextant.qa.map_drawing_run import MapDrawing

Place = Literal["before_intent", "intent_injection", "injection_effect", "effect_commit", "picture", "random", "none"]
Task = Literal["run", "goto", "map"]


@dataclass(frozen=True, slots=True)
class LegPlan:
    """What one leg does, and where it dies.

    Attributes:
        url: Where the truth is asked for.
        device: What the run is on; empty for the page of the URL.
        at: The named point; `random` and `none` leave the killing to the supervisor, or to nobody.
        after: Steps that are committed in this leg before the point is armed.
        run: The run to resume; empty begins a new one.
        truth: A person is there and answers from the server's count.
        ambiguous: Of each order only that its button is gone is expected, which has other reasons too.
        program: The program that the run walks; empty where it follows its goal.
        task: What a new run is; a drawing is never resumed, it goes on from its map.
        wanted: Words of the screen that `goto` goes to.
    """

    url: str
    root: str
    events: str
    mode: Literal["evidence", "silent"]
    at: Place = "none"
    after: int = 1
    run: str = ""
    truth: bool = False
    ambiguous: bool = False
    program: str = ""
    task: Task = "run"
    wanted: str = ""
    device: str = ""


@contextmanager
def begun_leg(plan: LegPlan, room: Path, environment: Mapping[str, str]) -> Generator["subprocess.Popen[bytes]"]:
    """The process of a leg; plan and log lie in the room."""
    path = room / "plan.json"
    path.write_text(json.dumps(asdict(plan)), encoding="utf-8")
    command = [sys.executable, "-m", "sextant_bench.crash.subject", str(path)]
    with (room / "leg.log").open("ab") as log:
        yield subprocess.Popen(command, stdout=log, stderr=log, env=environment)


def main(arguments: Sequence[str]) -> int:
    """Runs one leg; 0 where the run ended by itself, 3 where a person is needed."""
    plan = LegPlan(**json.loads(Path(arguments[0]).read_bytes()))
    return _Leg(plan).go()


class _Leg:
    def __init__(self, plan: LegPlan) -> None:
        self._plan = plan
        self.committed = 0
        self._drawing: MapDrawing | None = None
        if plan.at == "picture":
            sys.addaudithook(self._audit)

    def go(self) -> int:
        plan = self._plan
        settings = Settings(
            browser=BrowserSettings(idle_minutes=1.0),
            policy=Policy(irreversible="allow"),
            budget=Budget(max_steps=200),
            journal=JournalSettings(Path(plan.root)),
            program=ProgramChoices(plan.program),
        )
        try:
            run = self._begin(settings)
            self.tell("begun", run=run.id, counts=_counts(plan.url))
            ended = run.go()
            episode = ended if isinstance(ended, Episode) else ended.episode
        except SextantError as error:
            self.tell("stopped", error=type(error).__name__, message=str(error))
            return 3
        told = {"status": episode.status, "reason": episode.reason, "steps": episode.steps, "answer": episode.answer}
        self.tell("ended", **told, reused=episode.counters.get("reused", 0))
        return 0

    def _begin(self, settings: Settings) -> "Run | MapDrawing":
        """What the plan is for: a run that is resumed, or a new one."""
        plan, person = self._plan, _Person(self._plan)
        probes = Probes(
            device=lambda device: _DyingDevice(device, self), journal=lambda journal: _DyingJournal(journal, self)
        )
        hooks = Hooks(on_note=lambda note: self.tell("note", text=note), probes=probes)
        device = plan.device or f"web:{plan.url}"
        if plan.task == "map":
            from sextant.qa.map_drawing_run import MapRequest, begin_map

            self._drawing = begin_map(MapRequest(device), settings, hooks)
            return self._drawing
        if plan.task == "run":
            probes = replace(
                probes, actor=lambda: (DeskClerk if plan.program else DeskActor)(plan.mode, plan.ambiguous)
            )
            hooks = replace(hooks, probes=probes)
        if plan.run:
            return resume_run(plan.run, settings, person, hooks)
        if plan.task == "goto":
            asked = tour_run([plan.wanted], device, settings)
            return build_run(asked.request, asked.settings, person, hooks)
        return build_run(
            RunRequest("place order after order until every order is placed", device), settings, person, hooks
        )

    def tell_commit(self, step: int, machine: object) -> None:
        """A step is on record; of a drawing also how many screens are on the map."""
        self.committed += 1
        screens = 0 if self._drawing is None else self._drawing.progress().screens
        self.tell("committed", step=step, machine=machine, screens=screens, cpu=time.process_time())

    @property
    def armed(self) -> bool:
        return self.committed >= self._plan.after

    def dies_at(self, place: Place) -> bool:
        return self._plan.at == place and self.armed

    def die(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def tell(self, event: str, **data: object) -> None:
        """Appends one line; the line outlives the process."""
        with Path(self._plan.events).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"event": event, "at": time.time(), **data}) + "\n")

    def die_once_the_server_has_it(self) -> None:
        """Kills this process as soon as the server has taken the next order, before the page hears of it."""
        seen = sum(_counts(self._plan.url).values())

        def wait() -> None:
            with urlopen(f"{self._plan.url}/wait?seen={seen}", timeout=25) as reply:  # noqa: S310 - loopback
                if json.loads(reply.read()) > seen:
                    self.die()

        threading.Thread(target=wait, daemon=True).start()

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        # a picture is complete once it is renamed: dying right before leaves it half-written
        if event == "os.rename" and self.armed:
            folder = Path(f"/proc/self/fd/{arguments[3]}").readlink() if arguments[3] >= 0 else ""
            if "pictures" in f"{folder}/{arguments[1]}":
                self.die()


class _Person:
    """Knows what the server has counted; without `truth` nobody is there."""

    def __init__(self, plan: LegPlan) -> None:
        self._plan = plan
        self.attended = plan.truth

    def allow(self, question: str, detail: str) -> bool:
        """Whatever has not been done yet may be done."""
        del detail
        return self.attended and not self._placed(question)

    def happened(self, what: str, detail: str) -> bool | None:
        """The server's word."""
        del detail
        return self._placed(what) if self.attended and order_of(what) else None

    def take_over(self, reason: str) -> bool:
        del reason
        return False

    def _placed(self, text: str) -> bool:
        return _counts(self._plan.url).get(order_of(text), 0) > 0


class _DyingDevice(DeviceWrapper):
    """The device, until the plan's point is reached."""

    def __init__(self, inner: Device, leg: _Leg) -> None:
        super().__init__(inner)
        self._leg = leg

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        if intent and self._leg.dies_at("intent_injection"):
            self._leg.die()
        if intent and self._leg.dies_at("injection_effect"):
            self._leg.die_once_the_server_has_it()
        return super().perform(gesture, intent)


class _DyingJournal:
    """The journal, until the plan's point is reached."""

    def __init__(self, inner: Journal, leg: _Leg) -> None:
        self._inner, self._leg = inner, leg

    def intend(self, intent: Intent, before: Screen) -> None:
        if self._leg.dies_at("before_intent"):
            self._leg.die()
        self._inner.intend(intent, before)

    def commit(self, transition: Transition, snapshot: Snapshot, asides: Sequence[Aside] = ()) -> None:
        if self._leg.dies_at("effect_commit"):
            self._leg.die()
        self._inner.commit(transition, snapshot, asides)
        self._leg.tell_commit(transition.step, _machine(snapshot))

    def permission(self, question: str, answer: bool, by: str, detail: str = "") -> None:
        self._inner.permission(question, answer, by, detail)

    def note(self, kind: str, data: Mapping[str, object]) -> None:
        self._inner.note(kind, data)

    def finish(self, episode: Episode) -> None:
        self._inner.finish(episode)


def _machine(snapshot: Snapshot) -> Any:
    """Where the program is, in what is written down of the course; None where the run follows none."""
    course = json.loads(snapshot.states.get("course", "null"))
    return course.get("machine") if isinstance(course, Mapping) else None  # pyright: ignore


def _counts(url: str) -> dict[int, int]:
    with urlopen(f"{url}/count", timeout=10) as reply:  # noqa: S310 - loopback
        return {int(order): int(count) for order, count in json.loads(reply.read()).items()}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
