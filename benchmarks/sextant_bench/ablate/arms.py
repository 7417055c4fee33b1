"""One actor with different things beside it, on the same tasks: arms, jobs, and what each episode came to."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from sextant.errors import SextantError, UsageError
from sextant.settings.schema import Preset
from sextant.settings.sources import settings_of
from sextant_bench.figures import BenchOptions, environment
from sextant_bench.harness import Results, play_all, scratch
from sextant_bench.memory_world.episode import SIMULATED, PlayerSetup, play
from sextant_bench.memory_world.record import row_of
from sextant_worlds.author.splits import SPLITS, Split, entry, world_of

__all__ = ["Arm", "ArmEpisode", "Suite", "compare", "guides_of", "is_simulated", "playable", "suite_named"]

ACTOR = "faulty:forget=3,lost=0.2,trusting=1"
"""Forgets what stood on screens older than three steps, and is lost in a fifth of its decisions. Simulated."""

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
class ArmsCase:
    """One task, played in every arm with the same random streams."""

    split: Split
    place: int
    actor: str
    arms: tuple[Arm, ...]
    seed: int
    instructions: bool


@dataclass(frozen=True, slots=True)
class ArmEpisode:
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


@dataclass(frozen=True, slots=True)
class ArmComparison:
    """Every episode of a comparison; `label` is what reports call the actor."""

    suite: Suite
    label: str
    found: Sequence[ArmEpisode]
    errors: Sequence[str]

    @property
    def tasks(self) -> int:
        """How many tasks were played."""
        return len({one.task for one in self.found})

    @property
    def environment(self) -> dict[str, str]:
        """Where it was measured, by whom, on what."""
        return {**environment(), "actor": self.label, "suite": self.suite.name}


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


def compare(
    options: BenchOptions, arms: Sequence[Arm], standing: Callable[[Sequence[ArmEpisode]], str]
) -> ArmComparison:
    """Plays every task of the suite in every arm; `standing` is what is reported on the way.

    Raises:
        UsageError: An option is malformed, there is no such suite, or the actor cannot play one of the arms.
    """
    suite = suite_named(options.extra.get("suite", "memory-world:lite"), options.limit, options.n)
    actor = options.actor or ACTOR
    arms = playable(actor, arms)
    instructions = options.flag("instructions", False)
    played = play_all(
        [ArmsCase(suite.split, place, actor, arms, options.seed or 0, instructions) for place in suite.places],
        _played,
        name=lambda job: f"{job.split}/{job.place}",
        workers=options.whole("workers", 2),
        report=options.report,
        progress=lambda job, episode, found: f"tasks {standing(found)}",  # noqa: ARG005
    )
    label = f"{actor} (simulated)" if is_simulated(actor) else actor
    return ArmComparison(suite, label, played.records, played.errors)


def _played(job: ArmsCase) -> Results[ArmEpisode]:
    found: list[ArmEpisode] = []
    errors: list[str] = []
    place = entry(job.split, job.place)
    world = world_of(place)
    for arm in job.arms:
        setup = PlayerSetup(settings=settings_of(arm.preset, dict(arm.more)))
        try:
            with scratch("ablate") as folder:
                played = play(world, job.actor, folder, job.seed, instructions=job.instructions, setup=setup)
        except SextantError as error:
            errors.append(f"{place.name} {arm.name}: {error}")
            continue
        row = row_of(place, job.actor, played)
        requests = None if is_simulated(job.actor) else played.episode.usage.requests
        found.append(
            ArmEpisode(place.name, arm.name, row.success, row.accuracy, row.actions, row.tokens, requests, row.cause)
        )
    return Results(found, errors)
