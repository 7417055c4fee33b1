"""One case of the suite played through the real loop, and judged at every claim and at the end."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from sextant.bench.false_done.cases import Case
from sextant.bench.false_done.seeking import Seeker
from sextant.bench.kept import AskedClock, KeptDevice
from sextant.bench.memory_world.playing import Bystander
from sextant.build import Hooks, Probes, open_journal
from sextant.build.wire import Wiring
from sextant.contracts import Actor
from sextant.journal import Start
from sextant.settings import JournalSettings, ModelChoices, Settings
from sextant.types.actions import Answer, Status
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.tasks import Budget, Episode, Policy, Task
from sextant.types.transitions import Transition
from sextant.worlds.actors.dials import parse_dials
from sextant.worlds.actors.faulty import Faulty
from sextant.worlds.engine.data import Json
from sextant.worlds.truth.grade import answer_passes, grade
from sextant.worlds.twin.device import TwinDevice

__all__ = ["Claim", "Played", "play"]

_SPARE = 20


@dataclass(frozen=True, slots=True)
class Claim:
    """What was said at a step, and whether the world bore it out at that moment."""

    said: Literal["complete", "infeasible"]
    true: bool
    step: int


@dataclass(frozen=True, slots=True)
class Played:
    """A run: how it ended, whether what it ended with is true, and every claim on the way."""

    case: Case
    episode: Episode
    true: bool
    claims: tuple[Claim, ...]


class _Told:
    """A follower of instructions that gets them with its brief; the goal of the run stays as it is."""

    def __init__(self, actor: Actor, instructions: Sequence[str]) -> None:
        self._actor = actor
        self._lines = "\n".join(f"{number}. {line}" for number, line in enumerate(instructions, 1))

    @property
    def profile(self) -> Profile:
        return self._actor.profile

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        return self._actor.decide(replace(brief, prefix=f"{brief.prefix}\n\nHow:\n{self._lines}"), objections, rejected)

    def observe(self, transition: Transition) -> None:
        self._actor.observe(transition)

    def snapshot(self) -> object:
        return self._actor.snapshot()

    def restore(self, state: object) -> None:
        self._actor.restore(state)


def play(case: Case, actor: str, scratch: Path, seed: int = 0) -> Played:
    """Plays a case with `oracle` or `faulty:…`."""
    world = case.world
    device = TwinDevice(world)
    start: list[Json] = []
    claims: list[Claim] = []

    def made() -> Actor:
        if actor == "oracle":
            return Seeker(case, lambda: device.twin.state)
        dials = parse_dials(actor)
        return _Told(Faulty(replace(dials, seed=dials.seed + seed)), world.task.instructions)

    def on_step(transition: Transition) -> None:
        action = transition.decision.action
        if isinstance(action, Answer):
            claims.append(Claim("complete", _right(case, device.twin.state, start[0], action.text), transition.step))
        elif isinstance(action, Status):
            said = action.goal_status
            true = case.kind == "impossible" if said == "infeasible" else _right(case, device.twin.state, start[0], "")
            claims.append(Claim(said, true, transition.step))

    settings = Settings(
        models=ModelChoices(),
        budget=Budget(max_steps=2 * world.task.oracle_steps + _SPARE),
        policy=Policy(irreversible="allow"),
        journal=JournalSettings(scratch / "runs"),
    )
    clock = AskedClock()
    hooks = Hooks(on_step=on_step, clock=clock, seed=seed, probes=Probes(actor=made))
    kept = KeptDevice(device)
    try:
        kept.open()
        start.append(copy.deepcopy(device.twin.state))
        task = Task(world.task.goal, policy=settings.policy)
        log = open_journal(settings, clock).begin(task, Start(kept.name, "model", {}, None))
        episode = Wiring(settings, Bystander(), hooks, task, "model").wire(kept, log, settings.budget).go()
        end = copy.deepcopy(device.twin.state)
    finally:
        device.close()
    if episode.status == "infeasible":
        return Played(case, episode, case.kind == "impossible", tuple(claims))
    return Played(case, episode, _right(case, end, start[0], episode.answer), tuple(claims))


def _right(case: Case, state: Json, start: Json, answer: str) -> bool:
    """Whether the world is as the goal wants it, or the answer is the asked one."""
    if case.kind == "impossible":
        return False
    if case.question:
        return answer_passes(case.world.task.grading, answer)
    return grade(case.world, state, "complete", start).success
