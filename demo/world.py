"""The demo's second act: a world, and the oracle that plays it in Chromium through the real loop.

The oracle is no agent: it holds the task's answer and its reference, and is there to show a world and the loop.
"""

from dataclasses import dataclass
from pathlib import Path

from sextant.assembly import AbsentPerson, Hooks, Probes, RunRequest, build_run, open_journal
from sextant.cli.output import Output
from sextant.cli.progress import say_step
from sextant.journal import step_row
from sextant.journal.replay import write_replay
from sextant.perception import Perceiver
from sextant.protocols import Actor, Device
from sextant.settings import Settings
from sextant.types.tasks import Episode
from sextant.types.transitions import Transition
from sextant_worlds.engine.data import Json
from sextant_worlds.engine.prepare import served
from sextant_worlds.engine.update import start
from sextant_worlds.names import find_world
from sextant_worlds.oracle import OracleActor
from sextant_worlds.runtime.chromium import ChromiumWorld
from sextant_worlds.spec import World
from sextant_worlds.truth import Grade, grade

SEED = 49
"""Two values out of two apps have to be carried into a third one."""
PLAYED_BY = "the oracle, a script that knows the answer"


@dataclass(frozen=True, slots=True)
class Played:
    """How the run ended, how the world grades it, and how many steps reached the phone."""

    episode: Episode
    grade: Grade
    acts: int


def second_act(out: Output, settings: Settings, replay: Path) -> bool:
    """Plays the world, writes its replay, and says whether the world itself grades it as solved."""
    world = find_world(str(SEED))
    out.say("")
    out.say(f"a world of {len(world.apps)} apps, written from seed {SEED}", "bold")
    out.say(f"goal: {world.task.goal}")
    out.say(f"It is played by {PLAYED_BY}. It is no agent; it shows the world.")
    played = play(out, world, settings, replay)
    episode, found, acts = played.episode, played.grade, played.acts
    good = episode.status == "success" and found.success
    told = f"{acts} on the phone, and the claim that it is done"
    out.say(f"{episode.steps} steps, numbered from 0 as in the replay: {told}")
    graded = "solved" if found.success else f"not solved ({found.reason})"
    out.say(f"graded by the world's own state: {graded}", "green" if good else "red")
    return good


def play(out: Output, world: World, settings: Settings, replay: Path) -> Played:
    """One run of the oracle, recorded."""
    held: list[ChromiumWorld] = []
    end: Json = {}

    def keep(device: Device) -> Device:
        assert isinstance(device, ChromiumWorld)
        held.append(device)
        return device

    def actor() -> Actor:
        return OracleActor(world, Perceiver())

    acts: list[Transition] = []

    def on_step(transition: Transition) -> None:
        acts.extend([transition] if transition.attempts else [])
        say_step(out, step_row(transition))
        end.update(held[0].state())

    hooks = Hooks(on_step=on_step, on_note=out.say_aside, probes=Probes(device=keep, actor=actor))
    request = RunRequest(world.task.goal, f"world:{SEED}+chromium", "navigator", played_by=PLAYED_BY)
    episode = build_run(request, settings, AbsentPerson(), hooks).go()
    with open_journal(settings).read(episode.run) as record:
        write_replay(record, replay)
    claimed = "infeasible" if episode.agent_claimed == "infeasible" else "complete"
    return Played(episode, grade(world, end, claimed, start(served(world))), len(acts))
