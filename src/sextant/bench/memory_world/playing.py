"""One task of Memory-World played through the real loop: brief, decision, review, execution, journal."""

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sextant.build import Hooks, Probes, open_journal
from sextant.build.wire import Wiring
from sextant.contracts import Actor
from sextant.journal import Start
from sextant.settings import JournalSettings, ModelChoices, Settings
from sextant.types.tasks import Budget, Episode, Policy, Task
from sextant.types.transitions import Transition
from sextant.worlds.actors.dials import parse_dials
from sextant.worlds.actors.faulty import Faulty, goal_with_instructions
from sextant.worlds.actors.players import NothingPlayer, OraclePlayer, RandomPlayer
from sextant.worlds.engine.data import Json
from sextant.worlds.spec.world import World
from sextant.worlds.truth.grade import Grade, grade
from sextant.worlds.twin.device import TwinDevice

__all__ = ["SIMULATED", "Bystander", "Place", "Played", "budget_of", "play"]

Place = tuple[str, str, str]
"""App, page and record that a step ended on."""

SIMULATED = ("oracle", "nothing", "random", "faulty")
"""Actors that are no agents; `faulty` takes dials behind a colon."""


class Bystander:
    """Allows everything: in a world nothing is real, and what an act costs is what the grade says of it."""

    attended = True

    def allow(self, question: str, detail: str) -> bool:
        del question, detail
        return True

    def happened(self, what: str, detail: str) -> bool | None:
        del what, detail

    def take_over(self, reason: str) -> bool:
        del reason
        return False


@dataclass(frozen=True)
class Played:
    """An episode: every step with where it ended, how the run ended, and how the world judges it."""

    world: World
    transitions: tuple[Transition, ...]
    places: tuple[Place, ...]
    acts: tuple[int, ...]
    """Acts committed in the world after each step."""
    episode: Episode
    grade: Grade
    end: Json
    seconds: float
    first: Place = ("", "", "")

    @property
    def actions(self) -> int:
        """Steps that reached the device."""
        return sum(1 for step in self.transitions if step.attempts)


def budget_of(world: World) -> int:
    """Steps allowed: twice those of the oracle, and ten."""
    return 2 * world.task.oracle_steps + 10


def play(world: World, actor: str, scratch: Path, seed: int = 0, limit: int | None = None) -> Played:
    """Plays a world's task with an actor named as on the command line.

    `faulty` is given the instructions with the goal, every other actor the goal alone.
    """
    began = time.perf_counter()
    device = TwinDevice(world)
    probe, kind = _probe(actor, world, device, seed), actor.partition(":")[0]
    goal = goal_with_instructions(world.task.goal, world.task.instructions) if kind == "faulty" else world.task.goal
    settings = Settings(
        models=ModelChoices(default=actor) if probe is None else ModelChoices(),
        budget=Budget(max_steps=limit or budget_of(world)),
        policy=Policy(irreversible="allow"),
        journal=JournalSettings(scratch / "runs"),
    )
    steps: list[Transition] = []
    places: list[Place] = []
    acts: list[int] = []

    def on_step(transition: Transition) -> None:
        steps.append(transition)
        places.append(_place(device.twin.scene))
        acts.append(len(device.twin.state["acts"]))

    clock = _Clock()
    hooks = Hooks(on_step=on_step, clock=clock, seed=seed, probes=Probes(actor=probe))
    device.open()
    first, start = _place(device.twin.scene), device.twin.snapshot()
    task = Task(goal, policy=settings.policy)
    wiring = Wiring(settings, Bystander(), hooks, task, "model")
    log = open_journal(settings, clock).begin(task, Start(device.name, "model", {}, None))
    episode = wiring.wire(device, log, settings.budget).go()
    end = device.twin.snapshot()
    judged = grade(world, end, episode.agent_claimed, start)
    seconds = time.perf_counter() - began
    return Played(world, tuple(steps), tuple(places), tuple(acts), episode, judged, end, seconds, first)


class _Clock:
    """Moves a millisecond whenever it is asked: a twin takes no time, and nothing waits for it."""

    def __init__(self) -> None:
        self._now = 1_700_000_000.0

    def __call__(self) -> float:
        self._now += 0.001
        return self._now


def _place(scene: Mapping[str, str]) -> Place:
    return scene["app"], scene["page"], scene["rec"]


def _probe(actor: str, world: World, device: TwinDevice, seed: int) -> Callable[[], Actor] | None:
    """How to make a simulated actor; None for a model."""
    kind: Literal["oracle", "nothing", "random", "faulty"] | str = actor.partition(":")[0]
    match kind:
        case "oracle":
            return lambda: OraclePlayer(world, lambda: device.twin.state)
        case "nothing":
            return NothingPlayer
        case "random":
            return lambda: RandomPlayer(random.Random(f"{seed}/{world.id}").getrandbits(32))  # noqa: S311 - baseline
        case "faulty":
            return lambda: Faulty(parse_dials(actor))
        case _:
            return None
