"""One episode of the ablation through the real loop, on the twin of a world."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sextant.assembly import AbsentPerson, Hooks, Probes
from sextant.protocols import Actor
from sextant.settings import JournalSettings, Settings
from sextant.types.tasks import Budget
from sextant.types.transitions import Transition
from sextant_bench.navigate_walks import steps_of
from sextant_bench.stage import AskedClock, play_on
from sextant_worlds.spec.world import World
from sextant_worlds.twin.device import TwinDevice

__all__ = ["GoalWalk", "walk"]


@dataclass(frozen=True, slots=True)
class GoalWalk:
    """How an episode went.

    Attributes:
        page: App and page that it ended on, the dialog over it included.
        claimed: Whether it said that it had arrived.
        steps: As `steps_of` counts them.
        seconds: On the clock, without those of the phone, which takes none.
    """

    page: str
    claimed: bool
    steps: int
    seconds: float
    ended: str = ""


def walk(world: World, goal: str, actor: Callable[[], Actor], most: int, scratch: Path, seed: int = 0) -> GoalWalk:
    """Lets an actor go for a goal, with so many steps at most."""
    device = TwinDevice(world)
    steps: list[Transition] = []
    settings = Settings(budget=Budget(max_steps=most), journal=JournalSettings(scratch / "runs"))
    clock = AskedClock()
    hooks = Hooks(on_step=steps.append, clock=clock, seed=seed, probes=Probes(actor=actor))
    device.open()
    begun = time.perf_counter()
    try:
        episode = play_on(device, goal, settings, AbsentPerson(), hooks, "navigator")
        seconds = time.perf_counter() - begun
        page = device.twin.observation().facts["component"]
    finally:
        device.close()
    return GoalWalk(page, episode.agent_claimed == "complete", steps_of(steps), seconds, episode.reason)
