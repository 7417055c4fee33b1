"""`sextant bench touch`: whether touches on pages that move meet what they are meant for.

A script chooses elements by their labels and touches them through the real executor and the real browser device. An
app of our own moves its pages between look and touch; its server's log is the truth. A share of the same visits is
played without the device making sure of what it touches, as the baseline.
"""

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from multiprocessing import get_context

from sextant.bench.figures import BenchOptions, BenchResult, Seeds, draw_seeds, environment
from sextant.bench.touch.app import KINDS, LONG_SPLASHES, Item, MovingApp, Plan, planned
from sextant.bench.touch.tallies import Timed, Touch, baselines, details, figures
from sextant.build import Nobody
from sextant.devices.between import Between
from sextant.devices.browser import BrowserDevice, BrowserSettings
from sextant.errors import SextantError
from sextant.execution import Executor, Eyes
from sextant.perception import Perceiver
from sextant.types.actions import ByIndex, Click, Gesture, LaunchApp, Meant, Pause, Tap
from sextant.types.decisions import Decision
from sextant.types.devices import Injection, Intent
from sextant.types.meeting import unmeant
from sextant.types.refs import ref_of
from sextant.types.screens import Element, Screen
from sextant.types.tasks import Episode
from sextant.types.transitions import Transition

__all__ = ["run"]

TOUCHES = 2000
"""Touches that are made sure of, unless told."""
_A_VISIT = 4
_WITHOUT = 8
"""One visit in so many is played once more without making sure."""
_PATIENCE = 30.0
"""Seconds in which a target has to come into view, and be touched."""
_PAIRS = 60


@dataclass(frozen=True, slots=True)
class Job:
    """What one process plays, in one browser."""

    plans: tuple[Plan, ...]
    pairs: int
    seed: int


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a job."""

    touches: tuple[Touch, ...] = ()
    timed: tuple[Timed, ...] = ()
    left: int = 0
    left_without: int = 0
    errors: tuple[str, ...] = ()


def run(options: BenchOptions) -> BenchResult:
    """Touches through all kinds of pages; `options.n` is the number of touches.

    Raises:
        UsageError: An option is malformed.
    """
    wanted = options.n or TOUCHES
    visits = -(-wanted // (len(KINDS) * _A_VISIT - 2))
    seeds = draw_seeds(max(visits, 4), options.seed)
    plans = _plans(seeds, visits)
    workers = options.whole("workers", 2)
    jobs = [Job(tuple(plans[first::workers]), _PAIRS if first == 0 else 0, first) for first in range(workers)]
    found: list[Played] = []
    for number, played in enumerate(_results(jobs), 1):
        found.append(played)
        options.report(f"{number}/{len(jobs)} browsers done, {len(played.touches)} touches")
    touches = [touch for played in found for touch in played.touches]
    errors = [error for played in found for error in played.errors]
    timed = [pair for played in found for pair in played.timed]
    sure = [touch for touch in touches if touch.sure]
    return BenchResult(
        "touch",
        figures(touches, timed, sum(played.left for played in found), min(wanted, TOUCHES)),
        n=sum(touch.injected for touch in sure),
        errors=len(errors),
        seeds=seeds,
        baselines=baselines(touches, sum(played.left_without for played in found)),
        environment=environment(),
        details={**details(touches), "errors": errors},
    )


def _plans(seeds: Seeds, visits: int) -> list[Plan]:
    """Every kind of page for every seed, in an order that gives each browser some of each; the long splashes first."""
    plans: list[Plan] = []
    for number, seed in enumerate(seeds.all[:visits]):
        rng = random.Random(f"{seeds.entropy if seed in seeds.drawn else 0} {seed}")  # noqa: S311 - timings
        plans += [planned(kind, number, _A_VISIT, rng) for kind in KINDS]
    splashes = [plan for plan in plans if plan.kind == "splash"]
    for plan, seconds in zip(splashes, LONG_SPLASHES, strict=False):
        plans[plans.index(plan)] = replace(plan, splash=round(1000 * seconds))
    return plans


def _results(jobs: Sequence[Job]) -> Iterator[Played]:
    if len(jobs) == 1:
        yield _played(jobs[0])
        return
    with ProcessPoolExecutor(len(jobs), mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(_played, job) for job in jobs]):
            problem = done.exception()
            yield done.result() if problem is None else Played(errors=(f"{type(problem).__name__}: {problem}",))


def _played(job: Job) -> Played:
    touches, errors, timed = list[Touch](), list[str](), tuple[Timed, ...]()
    left = Counter[bool]()
    with MovingApp() as app:
        device = BrowserDevice(BrowserSettings(url=f"{app.url}/to/start"))
        device.open()
        try:
            finger = _Finger(device, app, random.Random(job.seed))  # noqa: S311 - an actor's pauses
            for number, plan in enumerate(job.plans):
                for sure in (True, False) if number % _WITHOUT == 0 else (True,):
                    before = app.left
                    try:
                        touches += finger.visit(plan, sure)
                    except SextantError as error:
                        errors.append(f"{plan.kind} {plan.seed}: {error}")
                    left[sure] += app.left - before
            if job.pairs:
                timed = finger.timed(next(plan for plan in job.plans if plan.kind == "still"), job.pairs)
        finally:
            device.close()
    return Played(tuple(touches), timed, left[True], left[False], tuple(errors))


class _Unsure(Between):
    """The device without what makes sure that a touch meets what it is for."""

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        return super().perform(unmeant(gesture), intent)


class _Unkept:
    """A journal that keeps nothing."""

    def intend(self, intent: Intent, before: Screen) -> None:
        """Not kept."""

    def commit(self, transition: Transition, snapshots: Mapping[str, object]) -> None:
        """Not kept."""

    def permission(self, question: str, answer: bool, by: str, detail: str = "") -> None:
        """Not kept."""

    def note(self, kind: str, data: Mapping[str, object]) -> None:
        """Not kept."""

    def finish(self, episode: Episode) -> None:
        """Not kept."""


class _Finger:
    """Looks, chooses an element by its label, and touches it; notes what the touch met in truth."""

    def __init__(self, device: BrowserDevice, app: MovingApp, rng: random.Random) -> None:
        self._device, self._app, self._rng = device, app, rng
        self._step = 0

    def visit(self, plan: Plan, sure: bool) -> list[Touch]:
        """The touches of a visit, in their order, up to one that went wrong."""
        device = self._device if sure else _Unsure(self._device)
        eyes = Eyes(device, Perceiver())
        executor = Executor(eyes, _Unkept(), lambda name: name, Nobody(), self._rng, time.monotonic)
        device.perform(LaunchApp(self._app.show(plan)))
        self._app.met()
        wanted = list(plan.wanted)
        if plan.kind == "select":
            wanted.insert(0, Item("select", "Go to", link=False))
        touches: list[Touch] = []
        for item in wanted:
            touches.append(self._touch(plan, item, sure, eyes, executor))
            if not touches[-1].right:
                break  # the page may be another by now
        return touches

    def _touch(self, plan: Plan, item: Item, sure: bool, eyes: Eyes, executor: Executor) -> Touch:
        """One touch, after as many looks and refusals as it takes."""
        refusals, deadline = list[str](), time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            screen = eyes.look(picture=False)
            element = _in_view(screen, item.label)
            if element is None:
                eyes.device.perform(Pause(0.4))
                continue
            self._think()
            self._step += 1
            click = Decision(Click(ByIndex(element.index, screen.digest)), screen.digest, f"touch {item.label}")
            done = executor.execute(click, screen, self._step)
            if done.attempts:
                clicks, arrivals = self._met()
                met = tuple(dict.fromkeys((*clicks, *arrivals)))
                seconds = sum(attempt.seconds for attempt in done.attempts)
                return Touch(plan.kind, sure, item.id, met, done.effectiveness, done.cause, seconds, tuple(refusals))
            refusals.append(done.cause)
        return Touch(plan.kind, sure, item.id, refusals=tuple(refusals), injected=False)

    def timed(self, plan: Plan, pairs: int) -> tuple[Timed, ...]:
        """Seconds of touches on a page that rests, each without and with making sure."""
        self._device.perform(LaunchApp(self._app.show(plan)))
        item = next(one for one in plan.items if not one.link)
        found: list[Timed] = []
        for _ in range(pairs):
            seen = self._device.look(picture=False)
            element = next(one for one in seen.elements if one.label == item.label)
            bare = Tap(element.box.centre)
            sure = replace(bare, meant=Meant(ref_of(seen, element), element.box))
            without = self._device.perform(bare).seconds
            self._device.look(picture=False)
            found.append(Timed(without, self._device.perform(sure).seconds))
        return tuple(found)

    def _think(self) -> None:
        """An actor takes its time."""
        threading.Event().wait(self._rng.uniform(0.0, 0.15))

    def _met(self) -> tuple[list[str], list[str]]:
        """What the touch met; the page tells it at once, its server a moment later."""
        for _ in range(10):
            clicks, arrivals = self._app.met()
            if clicks or arrivals:
                return clicks, arrivals
            threading.Event().wait(0.03)
        return [], []


def _in_view(screen: Screen, label: str) -> Element | None:
    seen = ("visible", "clipped")
    return next(
        (one for one in screen.elements if one.label == label and one.interactable and one.visibility in seen), None
    )
