"""One episode as a row: plain data for checkpoints, worker processes and figures."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sextant.journal import recovery_of
from sextant_bench.harness import scratch
from sextant_bench.memory_world.causes import FAULTS, cause_of
from sextant_bench.memory_world.episode import Played, instructed, play
from sextant_worlds.author.splits import Split, SplitEntry, entry, world_of
from sextant_worlds.memory.scoring import score, trace_of

__all__ = ["MemoryCase", "MemoryRow", "row_of", "work"]


@dataclass(frozen=True, slots=True)
class MemoryCase:
    """One task for one actor."""

    split: Split
    index: int
    actor: str
    seed: int
    backend: str = "twin"
    instructions: bool = False

    @property
    def name(self) -> str:
        told = " with instructions" if instructed(self.actor, self.instructions) else ""
        return f"{self.split}/{self.index} {self.actor}{told}"


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """What one episode came to. Memory figures that nothing was measured for are None."""

    task: str
    actor: str
    world: str
    template: str
    locale: str
    memory: bool
    category: str
    success: bool
    claimed: str
    status: str
    reason: str
    steps: int
    actions: int
    oracle_steps: int
    tokens: int | None
    seconds: float
    side_effects: int
    complete: int
    partial: int
    none: int
    accuracy: float | None
    irr: float | None
    trigger_precision: float | None
    trigger_recall: float | None
    delay: float | None
    size: int
    cause: str
    rollbacks: int
    restarts: int
    dials: Mapping[str, str] = field(default_factory=dict[str, str])
    instructions: bool = False
    """Whether the actor was given the way, line by line, with the goal."""

    @property
    def false_done(self) -> bool:
        """Whether an end was claimed that the world does not bear out."""
        return bool(self.claimed) and not self.success


def work(job: MemoryCase) -> list[MemoryRow]:
    """Builds the task and plays it."""
    found = entry(job.split, job.index)
    with scratch("memory-world") as folder:
        told = job.instructions
        played = play(world_of(found), job.actor, folder, job.seed, backend=job.backend, instructions=told)
    return [replace(row_of(found, job.actor, played), instructions=instructed(job.actor, told))]


def row_of(found: SplitEntry, actor: str, played: Played) -> MemoryRow:
    """The row of an episode, its memory scored and its failure explained."""
    world, episode, judged = played.world, played.episode, played.grade
    trace = trace_of(world, played.transitions, played.places, played.first, judged.success)
    memory = score(world, trace)
    recovery = recovery_of(played.transitions)
    return MemoryRow(
        task=found.name,
        actor=actor,
        world=world.id,
        template=world.task.template,
        locale=world.phone.locale,
        memory=world.task.memory,
        category=world.task.category,
        success=judged.success,
        claimed=episode.agent_claimed,
        status=episode.status,
        reason=_reason(played)[:300],
        steps=episode.steps,
        actions=played.actions,
        oracle_steps=world.task.oracle_steps,
        tokens=played.tokens,
        seconds=round(played.seconds, 4),
        side_effects=len(judged.side_effects),
        complete=memory.count("complete"),
        partial=memory.count("partial"),
        none=memory.count("none"),
        accuracy=memory.accuracy,
        irr=memory.irr,
        trigger_precision=memory.trigger_precision,
        trigger_recall=memory.trigger_recall,
        delay=memory.delay,
        size=memory.size,
        cause=cause_of(played, memory) or "",
        rollbacks=recovery.rollbacks,
        restarts=recovery.restarts,
        dials=_dials(world.task.dials.model_dump()),
    )


def _reason(played: Played) -> str:
    """What was missed; of a fault, what failed."""
    faulted = played.episode.status in FAULTS and not played.grade.success
    return played.episode.reason if faulted else played.grade.reason or played.episode.reason


def _dials(dials: Mapping[str, Any]) -> dict[str, str]:
    told = {name: str(value) for name, value in dials.items() if name != "kinds"}
    return told | {"kinds": "+".join(sorted(set(dials["kinds"]))) or "none"}
