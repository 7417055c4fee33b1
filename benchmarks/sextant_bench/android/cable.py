"""A run whose phone is unplugged again and again: what the app counted is the truth."""

import random
import re
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sextant.assembly import Hooks, Probes, Run, RunRequest, build_run, resume_run
from sextant.errors import DeviceLost, DeviceUnreachable, NeedsPerson
from sextant.settings import JournalSettings, Settings
from sextant.settings.groups import AndroidSettings
from sextant.types.actions import ByIndex, Click, Status, Wait
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.evidence import TextVisible
from sextant.types.screens import Screen
from sextant.types.tasks import Budget, Policy
from sextant.types.transitions import Transition
from sextant_bench.android.bridges import REFERENCE, BridgeProcess, Plugged
from sextant_bench.harness import scratch
from sextant_bench.stage import Bystander, CountingActor

__all__ = ["Pulled", "added", "pull_cables", "tally"]

_A_RUN = 60
"""Touches of one run; then the next begins."""
_AWAY = (0.1, 4.0)
"""Seconds for which the cable is out."""
_THERE = 30.0
"""Seconds in which a phone must be there again, once its cable is in."""


@dataclass
class Pulled:
    """What the soak came to.

    Attributes:
        lost: Touches that a run calls effective and the app did not count.
        doubled: Counts of the app beyond one for each touch.
    """

    pulls: int = 0
    touches: int = 0
    counted: int = 0
    lost: int = 0
    doubled: int = 0
    runs: int = 0
    resumed: int = 0
    ends: list[str] = field(default_factory=list[str])
    """How runs ended that were not finished."""


class AddingActor(CountingActor):
    """Touches `Add` until it has done so often enough, or the time is up."""

    profile: Profile = "action-only"

    def __init__(self, until: float) -> None:
        self._until = until

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        del objections, rejected
        screen, number = brief.screen, added(brief.screen)
        button = next((one for one in screen.elements if one.label == "Add" and one.affordances), None)
        if button is None or number is None:
            return Decision(Wait(0.5), screen.digest, "wait for the app")
        if self.done >= _A_RUN or time.monotonic() >= self._until:
            done = (TextVisible(f"added {number}"),)
            return Decision(Status("complete"), screen.digest, "enough was added", expectations=done)
        target = ByIndex(button.index, screen.digest)
        expected = (TextVisible(f"added {number + 1}"),)
        return Decision(Click(target), screen.digest, f"add {number + 1}", expectations=expected, irreversible=True)


def added(screen: Screen) -> int | None:
    """The number that the app shows."""
    found = [re.fullmatch(r"added (\d+)", one.label) for one in screen.elements]
    return next((int(match[1]) for match in found if match), None)


def pull_cables(process: BridgeProcess, pulls: int, seconds: float, seed: int, report: Callable[[str], None]) -> Pulled:
    """Plays runs on one phone for so long, and pulls its cable at random moments."""
    found, chance = Pulled(), random.Random(seed)  # noqa: S311 - repeatable on purpose
    until = time.monotonic() + seconds
    steps: list[Transition] = []
    with process.plugged(REFERENCE) as phone:
        puller = threading.Thread(target=_pull, args=(phone, found, chance, pulls, until), daemon=True)
        puller.start()
        while puller.is_alive() or time.monotonic() < until:
            _run(phone, found, steps, until)
            report(f"{found.pulls}/{pulls} pulls, {len(steps)} steps, {found.resumed} resumed")
        puller.join()
        found.counted = phone.state()["effects"].get("add", 0)
    found.touches, found.lost, found.doubled = tally(steps, found.counted)
    return found


def _pull(phone: Plugged, found: Pulled, chance: random.Random, pulls: int, until: float) -> None:
    """Pulls at a random moment of each of equal spans of the time."""
    pace = threading.Event()
    for left in range(pulls, 0, -1):
        span = max(0.5, (until - time.monotonic()) / left)
        away = min(chance.uniform(*_AWAY), span / 2)
        pace.wait(chance.uniform(0, span - away))
        phone.pull_out()
        pace.wait(away)
        phone.plug_in()
        found.pulls += 1


def _run(phone: Plugged, found: Pulled, steps: list[Transition], until: float) -> None:
    """One run, resumed wherever the phone was away for too long, as a person does it."""
    with scratch("android") as room:
        settings = Settings(
            android=AndroidSettings(reconnect_seconds=20.0),
            budget=Budget(max_steps=10 * _A_RUN),
            policy=Policy(irreversible="allow"),
            journal=JournalSettings(room / "runs"),
        )
        hooks = Hooks(on_step=steps.append, probes=Probes(actor=lambda: AddingActor(until)))
        request = RunRequest("add again and again", f"android:{phone.address}")
        run = _patiently(lambda: build_run(request, settings, Bystander(), hooks))
        found.runs += 1
        try:
            episode = run.go()
            while episode.status == "device_fault":
                found.resumed += 1
                episode = _patiently(lambda: resume_run(run.id, settings, Bystander(), hooks)).go()
        except NeedsPerson as asked:
            found.ends.append(f"needs_person: {asked}")
            return
    if episode.status != "success":
        found.ends.append(f"{episode.status}: {episode.reason}")


def _patiently(begin: Callable[[], Run]) -> Run:
    """A run that begins as soon as the phone is there."""
    deadline, pace = time.monotonic() + _THERE, threading.Event()
    while True:
        try:
            return begin()
        except (DeviceUnreachable, DeviceLost):
            if time.monotonic() >= deadline:
                raise
            pace.wait(0.2)


def tally(steps: Sequence[Transition], counted: int) -> tuple[int, int, int]:
    """Touches, lost ones and doubled ones: of a touch, the app may count one more than before, and no other time."""
    touches = [step for step in steps if step.decision.action.kind == "click"]
    gains = [(added(step.after) or 0) - (added(step.before) or 0) for step in touches]
    lost = sum(step.effectiveness == "effective" and gain < 1 for step, gain in zip(touches, gains, strict=True))
    came = sum(gain >= 1 for gain in gains)
    return len(touches), lost + max(0, came - counted), max(0, counted - came)
