"""One actor with different things beside it, on the same tasks: arms, jobs, and what each episode came to."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

from sextant.errors import SextantError, UsageError
from sextant.settings.preset_settings import settings_of
from sextant.settings.schema import Preset
from sextant_bench.memory_world.playing import SIMULATED, Setup, play
from sextant_bench.memory_world.rows import row_of
from sextant_worlds.author.splits import SPLITS, Split, entry, world_of

__all__ = ["Arm", "Found", "Job", "Suite", "guides_of", "is_simulated", "playable", "played_in", "suite_named"]

_TRAINING = 60
"""Tasks of the training split, which has no end, where nobody says how many."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A preset, with what is set besides it (by dotted name); `name` is what reports call it."""

    name: str
    preset: Preset
    more: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Suite:
    """Tasks of Memory-World, by place in their split."""

    split: Split
    places: tuple[int, ...]
    left_out: int

    @property
    def name(self) -> str:
        return f"memory-world:{self.split}"


@dataclass(frozen=True, slots=True)
class Job:
    """One task, played in every arm with the same random streams."""

    split: Split
    place: int
    actor: str
    arms: tuple[Arm, ...]
    seed: int
    instructions: bool


@dataclass(frozen=True, slots=True)
class Found:
    """One episode."""

    task: str
    arm: str
    success: bool
    memory_accuracy: float | None
    actions: int
    tokens: int | None
    requests: int | None
    """Of all roles; None for actors that ask no model."""
    cause: str


def suite_named(text: str, limit: int | None, default: int | None = None) -> Suite:
    """`memory-world:lite`, the only kind of suite that there is yet; `limit` leaves tasks out, which is counted.

    Raises:
        UsageError: There is no such suite.
    """
    kind, _, name = text.partition(":")
    for split, tasks in SPLITS.items():
        if kind == "memory-world" and split == (name or "lite"):
            size = tasks or default or _TRAINING
            count = min(size, limit or size)
            return Suite(split, tuple(range(count)), size - count)
    raise UsageError(
        f"There is no suite {text!r}.", f"Suites: {', '.join(f'memory-world:{known}' for known in SPLITS)}."
    )


_SIMULATED: Mapping[Preset, tuple[tuple[str, str], ...]] = {
    "all": (("program.write", "no"), ("models.profile", "full")),
    "plain": (("models.profile", "full"),),
}
"""What a simulated actor leaves of a preset: of `all` the guides, of `plain` that nothing is reviewed."""


def guides_of(preset: Preset) -> tuple[str, ...]:
    """The guides that a preset uses."""
    return settings_of(preset).guides.use


def playable(actor: str, arms: Sequence[Arm]) -> tuple[Arm, ...]:
    """The arms as that actor plays them: a simulated one has one form of decisions, and writes no program for `all`.

    Raises:
        UsageError: A simulated actor would play something else: a preset with a program, other calls or another form.
    """
    if not is_simulated(actor):
        return tuple(arms)
    played = tuple(replace(arm, more=(*arm.more, *_SIMULATED.get(arm.preset, ()))) for arm in arms)
    for arm in played:
        settings = settings_of(arm.preset, dict(arm.more))
        needs = settings.program.write or settings.guides.mode == "separate"
        if needs or settings.models.profile not in ("auto", "full"):
            raise UsageError(
                f"The preset {arm.preset!r} needs a model: {actor!r} is simulated, and would play something else.",
                "Name a model: --actor openai:gpt-5.",
            )
    return played


def is_simulated(actor: str) -> bool:
    """Whether an actor is none that anybody would use."""
    return actor.partition(":")[0] in SIMULATED


def played_in(jobs: Sequence[Job], workers: int) -> Iterator[tuple[list[Found], list[str]]]:
    """What each job came to, with what the bench itself could not play, as they are done."""
    if workers == 1 or len(jobs) < 2:
        yield from map(_work, jobs)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(_work, job) for job in jobs]):
            problem = future.exception()
            yield ([], [f"{type(problem).__name__}: {problem}"]) if problem is not None else future.result()


def _work(job: Job) -> tuple[list[Found], list[str]]:
    found: list[Found] = []
    errors: list[str] = []
    place = entry(job.split, job.place)
    world = world_of(place)
    for arm in job.arms:
        setup = Setup(settings=settings_of(arm.preset, dict(arm.more)))
        try:
            with tempfile.TemporaryDirectory(prefix="sextant-ablate-") as scratch:
                played = play(world, job.actor, Path(scratch), job.seed, instructions=job.instructions, setup=setup)
        except SextantError as error:
            errors.append(f"{place.name} {arm.name}: {error}")
            continue
        row = row_of(place, job.actor, played)
        requests = None if is_simulated(job.actor) else played.episode.usage.requests
        found.append(
            Found(place.name, arm.name, row.success, row.accuracy, row.actions, row.tokens, requests, row.cause)
        )
    return found, errors
