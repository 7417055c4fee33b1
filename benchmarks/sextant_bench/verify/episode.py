"""One episode under faults through the whole loop, and what is true of every step of it."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sextant.assembly import Hooks, Probes, RunRequest
from sextant.devices.faults import FaultyDevice
from sextant.devices.faults.plan import FaultId, FaultPlan
from sextant.evidence import Hindsight, change_between, evaluate
from sextant.perception import Perceiver
from sextant.settings import JournalSettings, Settings
from sextant.types.evidence import Outcome, SettledVerdict
from sextant.types.screens import Screen
from sextant.types.tasks import Budget, Policy
from sextant.types.transitions import Effectiveness, Transition
from sextant_bench.memory_world.episode import budget_of
from sextant_bench.repeated_acts import beyond
from sextant_bench.silent_devices import Blind
from sextant_bench.stage import AskedClock, Bystander, KeptDevice, in_place, play_through
from sextant_bench.verify.expectations import Foresight, Now, Stated, Stating, Style, stating_of
from sextant_bench.verify.truth import Moment, StepTruth, Truths, Watched
from sextant_worlds.oracle import OracleActor, rehearse
from sextant_worlds.spec.world import World
from sextant_worlds.twin.device import TwinDevice

__all__ = ["JudgedEpisode", "JudgedStep", "play"]

_RESUMED = 12
"""So often a run is taken up again after its device was lost."""
_ANY = "world:lite/0"
"""Stands where a device is named; the failing twin takes its place."""


@dataclass(frozen=True, slots=True)
class JudgedStep:
    """A step with what was said of it and what is true.

    Attributes:
        step: Its number in the episode.
        kind: Of the action, `click` …
        interrupt: Whose step it was; empty for the course's own.
        faults: What failed between this step and the next.
        said: The executor's word.
        later: What was seen once the page was shown again, without a model; empty where nothing was.
        worked: The truth.
        at_first: Whether its first injection worked by itself.
        by: Whether the truth is told by the world's state or by the true screens.
        changed: Whether the screen differed in anything at all.
        stated: Whether what was expected is right, wrong, or true of almost any step.
        verdicts: Of each expectation its kind, its outcome, and what the true screens say.
    """

    step: int
    kind: str
    interrupt: str
    faults: tuple[FaultId, ...]
    said: Effectiveness
    later: Effectiveness | None
    worked: bool
    at_first: bool
    by: str
    changed: bool
    verdicts: tuple[tuple[str, Outcome, Outcome], ...]
    world: str = ""
    what: str = ""
    stated: Stating = "right"

    @property
    def last_word(self) -> Effectiveness:
        """What is believed of the step when the next one is decided on."""
        return self.said if self.said != "uncertain" or self.later is None else self.later


@dataclass(frozen=True, slots=True)
class JudgedEpisode:
    """An episode: its steps, how it ended, how many of its steps meant to do nothing, what was done too often."""

    steps: tuple[JudgedStep, ...]
    status: str
    idle: int
    resumed: int
    duplicated: int


def play(world: World, plan: FaultPlan, style: Style, scratch: Path, blind: bool = False) -> JudgedEpisode:
    """Plays the world's task with the oracle that decides from screens, on a twin that fails as planned.

    `blind`: the device cannot tell whether an input arrived.
    """
    clock = AskedClock()
    twin = TwinDevice(world, clock)
    device = Watched(FaultyDevice(twin, plan, clock), twin)
    device.open()
    now, truths = Now(), Truths(world, Perceiver())
    now.moment = device.now
    seen: list[tuple[Transition, Moment]] = []
    actor = Stated(OracleActor(world, Perceiver()), style, random.Random(f"{plan}/{style}"))  # noqa: S311
    actor.foresee = Foresight(truths, now)
    kept = KeptDevice(Blind(device) if blind else device)
    hooks = Hooks(
        on_step=lambda transition: seen.append((transition, device.now())),
        clock=clock,
        seed=plan.seed,
        probes=Probes(device=in_place(kept), actor=lambda: actor),
    )
    settings = Settings(
        budget=Budget(max_steps=2 * budget_of(world) + 20),
        policy=Policy(irreversible="allow"),
        journal=JournalSettings(scratch / "runs"),
    )
    request = RunRequest(world.task.goal, _ANY, played_by="the oracle")
    episode, resumed = play_through(request, settings, Bystander(), hooks, _RESUMED)
    steps = _judged(world, seen, device, truths)
    carried = sum(1 for transition, _ in seen if transition.attempts)
    wanted = rehearse(world, Perceiver()).end
    return JudgedEpisode(steps, episode.status, carried - len(steps), resumed, beyond(wanted, twin.twin.snapshot()))


def _judged(
    world: World, seen: Sequence[tuple[Transition, Moment]], device: Watched, truths: Truths
) -> tuple[JudgedStep, ...]:
    later = _settled([transition for transition, _ in seen])
    found: list[JudgedStep] = []
    for transition, after in seen:
        before = [device.moments[attempt.intent] for attempt in transition.attempts if attempt.intent in device.moments]
        truth = truths.of(transition, before, after)
        if truth is not None:
            found.append(_one(world, transition, truth, later.get(transition.step), device.failed(transition)))
    return tuple(found)


def _one(
    world: World, transition: Transition, truth: StepTruth, later: Effectiveness | None, faults: tuple[FaultId, ...]
) -> JudgedStep:
    verdicts = tuple[tuple[str, Outcome, Outcome], ...](
        (item.predicate.kind, item.outcome, evaluate(item.predicate, truth.before, truth.after, 0).outcome)
        for item in transition.verdicts
    )
    return JudgedStep(
        transition.step,
        transition.decision.action.kind,
        transition.interrupt,
        faults,
        transition.effectiveness,
        later,
        truth.worked,
        truth.at_first,
        truth.by,
        transition.before.digest != transition.after.digest,
        verdicts,
        world.id,
        transition.decision.description,
        stating_of(transition.decision),
    )


def _settled(steps: Sequence[Transition]) -> Mapping[int, Effectiveness]:
    """What later screens said of steps that were uncertain: a function of the trace, as the loop computes it."""
    heard: list[SettledVerdict] = []
    asking, found = Hindsight(heard.append), dict[int, Effectiveness]()
    before: dict[int, Screen] = {}
    for transition in steps:
        if not transition.interrupt:
            asking.ask(transition.before)
            for item in heard:
                if item.effective:
                    found[item.step] = "effective"
                elif item.verdict.outcome == "fails":
                    shown = change_between(before[item.step], transition.before).kind
                    found.setdefault(item.step, "ineffective" if shown in ("same", "moved") else "uncertain")
            heard.clear()
        before[transition.step] = transition.before
        asking.observe(transition)
    return found
