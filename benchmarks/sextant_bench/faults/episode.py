"""One episode: a task on its twin, a device that fails on purpose, and the whole real loop around the steady oracle."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sextant.assembly import AbsentPerson, Hooks, Probes, RunRequest
from sextant.devices.faults import FaultId, FaultPlan, FaultyDevice
from sextant.journal import recovery_of
from sextant.perception import Perceiver
from sextant.protocols import Actor, Device
from sextant.settings import JournalSettings, Settings
from sextant.types.tasks import Budget, Episode
from sextant.types.transitions import Transition
from sextant_bench.faults.metrics import FaultRow
from sextant_bench.faults.setups import FaultSetup, Tells
from sextant_bench.repeated_acts import beyond
from sextant_bench.silent_devices import Blind, FrameOnly, perceiving_frames
from sextant_bench.stage import AskedClock, KeptDevice, in_place, play_through
from sextant_worlds.engine.data import Json
from sextant_worlds.oracle import FrameLocator, OracleActor, PageRecognizer, rehearse, shows_its_deeds
from sextant_worlds.oracle.rehearsal import Rehearsal
from sextant_worlds.spec.world import World, save
from sextant_worlds.truth.grade import grade
from sextant_worlds.twin.device import TwinDevice
from sextant_worlds.twin.twin import Twin

__all__ = ["FaultStage", "play", "stage_of"]

_RESUMES = 30
"""Times that a broken run is taken up again."""
_ROOM = 60
"""Steps allowed beside six times those of the rehearsal."""


@dataclass(frozen=True)
class FaultStage:
    """A task ready to be played: its world, on a file too, how it begins and how it ends when nothing fails.

    `unseen`: no listing shows one of its deeds that must not be done twice.
    """

    name: str
    drawn: bool
    world: World
    file: Path
    start: Json
    end: Json
    most: int
    unseen: bool

    @cached_property
    def rehearsal(self) -> Rehearsal:
        """The task on a device that fails in nothing."""
        return rehearse(self.world, Perceiver())

    @cached_property
    def of_frames(self) -> Rehearsal:
        """The same for who is told nothing but frames."""
        return rehearse(self.world, perceiving_frames(Perceiver()))

    @cached_property
    def places(self) -> PageRecognizer:
        """The pages of the world, for who is told nothing but frames."""
        return PageRecognizer(self.world, self.of_frames.parts)


def stage_of(name: str, drawn: bool, world: World, scratch: Path) -> FaultStage:
    """The stage of a task; its file lies in the scratch folder."""
    file = scratch / f"{name.replace('/', '-')}.json"
    save(world, file)
    rehearsed = rehearse(world, Perceiver())
    unseen = not shows_its_deeds(world, Perceiver())
    return FaultStage(
        name, drawn, world, file, Twin(world).snapshot(), rehearsed.end, 6 * rehearsed.steps + _ROOM, unseen
    )


def play(stage: FaultStage, fault: FaultId | None, setup: FaultSetup, seed: int, scratch: Path) -> FaultRow:
    """Plays a task to its end; a run that broke off is resumed as a person would, with nobody there to be asked."""
    plan = FaultPlan({} if fault is None else {fault: setup.rate}, seed)
    clock = AskedClock()
    twin = TwinDevice(stage.world, clock)
    faulty = FaultyDevice(twin, plan, clock)
    kept = KeptDevice(_telling(faulty, setup.tells))
    steps: list[Transition] = []

    probes = Probes(
        device=in_place(kept),
        actor=lambda: _actor(stage, setup.tells),
        execution=setup.execution,
        recovers=setup.recovers,
    )
    hooks = Hooks(on_step=steps.append, clock=clock, seed=seed, probes=probes)
    settings = Settings(budget=Budget(max_steps=stage.most), journal=JournalSettings(scratch / "runs"))
    request = RunRequest(stage.world.task.goal, f"world:{stage.file}", played_by="steady oracle (simulated)")
    episode, resumed = play_through(request, settings, AbsentPerson(), hooks, _RESUMES)
    state = twin.twin.snapshot()
    return _row(stage, fault, setup, faulty, steps, state, episode, resumed + 1)


def _telling(device: Device, tells: Tells) -> Device:
    return {"all": device, "no_receipts": Blind(device), "frame": FrameOnly(device)}[tells]


def _actor(stage: FaultStage, tells: Tells) -> Actor:
    """The oracle, as it knows the screens of the device."""
    if tells != "frame":
        return OracleActor(stage.world, Perceiver(), stage.rehearsal)
    return FrameLocator(OracleActor(stage.world, perceiving_frames(Perceiver()), stage.of_frames), stage.places)


def _row(
    stage: FaultStage,
    fault: FaultId | None,
    setup: FaultSetup,
    faulty: FaultyDevice,
    steps: list[Transition],
    state: Json,
    episode: Episode,
    legs: int,
) -> FaultRow:
    graded = grade(stage.world, state, episode.agent_claimed, stage.start)
    recovery = recovery_of(steps)
    return FaultRow(
        task=stage.name,
        drawn=stage.drawn,
        kind=stage.world.task.kind,
        fault=fault or "",
        setup=setup.name,
        solved=graded.success,
        claimed=episode.agent_claimed,
        status=episode.status,
        reason=(graded.reason if episode.agent_claimed else episode.reason)[:300],
        steps=episode.steps,
        fired=len(faulty.fired),
        accepted=faulty.accepted,
        duplicated=beyond(stage.end, state),
        rollbacks=recovery.rollbacks,
        restarts=recovery.restarts,
        legs=legs,
        retried=recovery.retried,
        compensated=recovery.compensated,
        rungs=dict(recovery.settled),
        side_effects=len(graded.side_effects),
        unseen=stage.unseen,
    )
