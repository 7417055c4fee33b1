"""One episode as a row: plain data for checkpoints, worker processes and figures."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from sextant.journal import recovery_of
from sextant_bench.memory_world.causes import FAULTS, cause_of
from sextant_bench.memory_world.playing import Played, instructed, play
from sextant_worlds.author.splits import Split, SplitEntry, entry, world_of
from sextant_worlds.memory.scoring import score, trace_of

__all__ = ["Job", "Row", "keep", "kept", "row_of", "work"]


@dataclass(frozen=True, slots=True)
class Job:
    """One task for one worker: it is built once and played by every actor named."""

    split: Split
    index: int
    actors: tuple[str, ...]
    seed: int
    scratch: str
    backend: str = "twin"
    instructions: bool = False

    @property
    def name(self) -> str:
        return f"{self.split}/{self.index}"


@dataclass(frozen=True, slots=True)
class Row:
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


def work(job: Job) -> list[Row]:
    """Builds the task and plays it with every actor."""
    found = entry(job.split, job.index)
    world = world_of(found)
    scratch = Path(job.scratch)
    rows: list[Row] = []
    for actor in job.actors:
        played = play(world, actor, scratch, job.seed, backend=job.backend, instructions=job.instructions)
        rows.append(replace(row_of(found, actor, played), instructions=instructed(actor, job.instructions)))
    return rows


def row_of(found: SplitEntry, actor: str, played: Played) -> Row:
    """The row of an episode, its memory scored and its failure explained."""
    world, episode, judged = played.world, played.episode, played.grade
    trace = trace_of(world, played.transitions, played.places, played.first, judged.success)
    memory = score(world, trace)
    recovery = recovery_of(played.transitions)
    return Row(
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


def keep(path: Path, rows: list[Row]) -> None:
    """Adds rows to a checkpoint, each a line of its own; a line that a crash cut off stays apart."""
    torn = path.exists() and not path.read_bytes().endswith(b"\n") and path.stat().st_size > 0
    with path.open("a", encoding="utf-8") as file:
        file.write("\n" if torn else "")
        for row in rows:
            file.write(json.dumps(asdict(row), ensure_ascii=False) + "\n")


def kept(path: Path) -> list[Row]:
    """The rows of a checkpoint; a line that was cut off by a crash is left out."""
    if not path.exists():
        return []
    rows: list[Row] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            rows.append(Row(**cast("dict[str, Any]", json.loads(line))))
        except (json.JSONDecodeError, TypeError):
            continue
    return rows
