"""One task of Memory-World played through the real loop: brief, decision, review, execution, journal."""

import copy
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from sextant.actors.guest import GuestActor
from sextant.assembly import Hooks, Probes
from sextant.assembly.guests import find_guest, is_guest
from sextant.perception import Perceiver
from sextant.prompts import count_tokens
from sextant.protocols import Actor, Device, GuestTask
from sextant.settings import JournalSettings, ModelChoices, Settings
from sextant.types.decisions import Brief, Decision, Objection
from sextant.types.tasks import Budget, Episode, Policy
from sextant.types.transitions import Transition
from sextant_bench.stage import ActorBetween, AskedClock, Bystander, play_on
from sextant_worlds.actors.baselines import NothingPlayer, RandomPlayer
from sextant_worlds.actors.dials import parse_dials
from sextant_worlds.actors.faulty import Faulty, goal_with_instructions
from sextant_worlds.engine.data import Json
from sextant_worlds.oracle.actor import OracleActor
from sextant_worlds.spec.world import World
from sextant_worlds.truth.grade import Grade, grade
from sextant_worlds.twin.device import TwinDevice
from sextant_worlds.twin.twin import Twin

__all__ = ["BACKENDS", "SIMULATED", "Place", "Played", "PlayerSetup", "budget_of", "instructed", "play"]

Place = tuple[str, str, str]
"""App, page and record that a step ended on."""

BACKENDS = ("twin", "chromium")

SIMULATED = ("oracle", "nothing", "random", "faulty")
"""Actors that are no agents; `faulty` takes dials behind a colon."""


@dataclass(frozen=True)
class PlayerSetup:
    """What stands beside the actor of an episode.

    Attributes:
        settings: Those of the run; models, budget, policy and journal are the bench's own.
        probes: What stands between the agent and its parts; the actor is the bench's own.
        actor: What is put around a simulated actor.
    """

    settings: Settings = field(default_factory=Settings)
    probes: Probes = field(default_factory=Probes)
    actor: Callable[[Actor], Actor] = lambda actor: actor


@dataclass(frozen=True)
class Played:
    """An episode: every step with where it ended, how the run ended, and how the world judges it."""

    world: World
    transitions: tuple[Transition, ...]
    places: tuple[Place, ...]
    episode: Episode
    grade: Grade
    end: Json
    seconds: float
    tokens: int | None = 0
    """Of all requests; for simulated actors the estimated tokens of the briefs they got, for guests what they say."""
    first: Place = ("", "", "")

    @property
    def actions(self) -> int:
        """Steps that reached the device."""
        return sum(1 for step in self.transitions if step.attempts)


def budget_of(world: World) -> int:
    """Steps allowed: twice those of the oracle, and ten."""
    return 2 * world.task.oracle_steps + 10


def instructed(actor: str, instructions: bool) -> bool:
    """Whether an actor gets the instructions with the goal: where they are asked for, and `faulty` in any case."""
    return instructions or actor.partition(":")[0] == "faulty"


def play(
    world: World,
    actor: str,
    scratch: Path,
    seed: int = 0,
    backend: str = "twin",
    instructions: bool = False,
    setup: PlayerSetup | None = None,
) -> Played:
    """Plays a world's task with an actor named as on the command line, in the twin or in Chromium.

    With `instructions` the goal comes with the way to it, line by line and without values; `faulty`, which can only
    follow such lines, gets them always. `setup` says what stands beside the actor: nothing, where it is not given.
    """
    setup = setup or PlayerSetup()
    began = time.perf_counter()
    stage: _Stage = _Browser(world) if backend == "chromium" else _InTwin(world)
    told = instructed(actor, instructions)
    most = budget_of(world)
    player = _player(actor, world, seed, most)
    goal = goal_with_instructions(world.task.goal, world.task.instructions) if told else world.task.goal
    settings = replace(
        setup.settings,
        models=replace(setup.settings.models, default=actor) if player is None else ModelChoices(),
        budget=Budget(max_steps=most),
        policy=Policy(irreversible="allow"),
        journal=JournalSettings(scratch / "runs"),
    )
    steps: list[Transition] = []
    places: list[Place] = []

    def on_step(transition: Transition) -> None:
        steps.append(transition)
        places.append(stage.place())

    clock = AskedClock() if backend == "twin" else time.time
    probes = replace(setup.probes, actor=None if player is None else lambda: setup.actor(player.make()))
    hooks = Hooks(on_step=on_step, clock=clock, seed=seed, probes=probes)
    try:
        stage.device.open()
        first, start = stage.place(), copy.deepcopy(stage.state())
        episode = play_on(stage.device, goal, settings, Bystander(), hooks)
        end = copy.deepcopy(stage.state())
    finally:
        stage.device.close()
    judged = grade(world, end, episode.agent_claimed, start)
    tokens = episode.usage.tokens if player is None else player.tokens()
    seconds = time.perf_counter() - began
    return Played(world, tuple(steps), tuple(places), episode, judged, end, seconds, tokens, first)


class _Stage(Protocol):
    """A world on a device, with a look behind the scenes for grading."""

    @property
    def device(self) -> Device: ...

    def state(self) -> Json: ...

    def place(self) -> Place: ...


class _InTwin:
    def __init__(self, world: World) -> None:
        self.device = TwinDevice(world)

    def state(self) -> Json:
        return self.device.twin.state

    def place(self) -> Place:
        return _place(self.device.twin.scene)


class _Browser:
    """Chromium; a twin that is put into the page's state tells where the phone is."""

    def __init__(self, world: World) -> None:
        from sextant_worlds.runtime.chromium import ChromiumWorld

        self.device = ChromiumWorld(world)
        self._twin = Twin(world)

    def state(self) -> Json:
        return self.device.state()

    def place(self) -> Place:
        self._twin.restore(self.state())
        return _place(self._twin.scene)


class _Counting(ActorBetween):
    """An actor whose briefs are counted, in estimated tokens."""

    def __init__(self, actor: Actor) -> None:
        super().__init__(actor)
        self._counted = 0

    def make(self) -> Actor:
        return self

    def tokens(self) -> int | None:
        return self._counted

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        self._counted += count_tokens(brief.prefix) + sum(brief.tokens.values())
        return super().decide(brief, objections, rejected)


def _place(scene: Mapping[str, str]) -> Place:
    return scene["app"], scene["page"], scene["rec"]


class _Player(Protocol):
    """Who decides in place of a model, and the tokens it took."""

    def make(self) -> Actor: ...

    def tokens(self) -> int | None: ...


class _Visiting:
    """A guest, begun anew for a task."""

    def __init__(self, name: str, info: GuestTask) -> None:
        self._actor = GuestActor(find_guest(name), info)

    def make(self) -> Actor:
        return self._actor

    def tokens(self) -> int | None:
        return self._actor.tokens()


def _player(actor: str, world: World, seed: int, most: int) -> _Player | None:
    """Who plays under that name; None for a model."""
    if is_guest(actor):
        return _Visiting(actor, GuestTask(most, world.phone.locale, seed))
    made = _simulated(actor, world, seed)
    return None if made is None else _Counting(made)


def _simulated(actor: str, world: World, seed: int) -> Actor | None:
    match actor.partition(":")[0]:
        case "oracle":
            return OracleActor(world, Perceiver())
        case "nothing":
            return NothingPlayer()
        case "random":
            return RandomPlayer(random.Random(f"{seed}/{world.id}").getrandbits(32))  # noqa: S311 - baseline
        case "faulty":
            return Faulty(parse_dials(actor))
        case _:
            return None
