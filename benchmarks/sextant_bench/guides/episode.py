"""One group of tasks, each played in every arm. Tasks of a group lend each other their placebos."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from sextant.assembly import Probes
from sextant.errors import SextantError
from sextant.protocols import Actor, Guide
from sextant_bench.guides.arms import DIALS, GuideArm, arms_of
from sextant_bench.guides.lost_drafts import behind_popup
from sextant_bench.guides.placebo import Placebo, Told, listening
from sextant_bench.guides.rivals import Largest, Noting, Reminder
from sextant_bench.guides.tasks import task_of
from sextant_bench.guides.wrong_updates import Wrongly
from sextant_bench.harness import Results, scratch
from sextant_bench.memory_world.episode import PlayerSetup, play
from sextant_worlds.author.recipe import Family
from sextant_worlds.spec.world import World

__all__ = ["Group", "GuideOutcome", "play_group"]


@dataclass(frozen=True, slots=True)
class Group:
    """Tasks of one guide that are played together. `unchecked`: forms can be sent as they stand."""

    guide: str
    seeds: tuple[int, ...]
    family: Family
    noise: float
    unchecked: bool = False

    @property
    def kind(self) -> str:
        """Of its tasks."""
        return f"{self.guide}-unchecked" if self.unchecked and self.guide == "belief" else self.guide


@dataclass(frozen=True, slots=True)
class GuideOutcome:
    """One task in all arms: whether it was done, by the world's own state.

    Attributes:
        largest: The most tokens of a brief, of what the budget bounds.
        popup: Whether what is typed is lost behind a popup.
    """

    guide: str
    seed: int
    world: str
    solved: Mapping[str, bool]
    steps: Mapping[str, int]
    largest: Mapping[str, int] = field(kw_only=True, default_factory=dict[str, int])
    popup: bool = field(kw_only=True, default=False)


def play_group(group: Group) -> Results[GuideOutcome]:
    """Plays the group; what the bench itself cannot play is named."""
    errors: list[str] = []
    worlds: dict[int, World] = {}
    for seed in group.seeds:
        try:
            worlds[seed] = task_of(group.kind, seed, group.family)
        except SextantError as error:
            errors.append(f"{group.guide} {seed}: {error}")
    told: dict[int, Told] = {seed: [] for seed in worlds}
    played: dict[int, dict[str, _Arm]] = {seed: {} for seed in worlds}
    seeds = tuple(worlds)
    arms = arms_of(group.guide, group.noise)
    for arm in arms:
        for place, seed in enumerate(seeds):
            other = told[seeds[place - 1]]
            try:
                played[seed][arm.name] = _played(group, arm, worlds[seed], seed, told[seed], other)
            except SextantError as error:
                errors.append(f"{group.guide} {seed} {arm.name}: {error}")
    whole = [seed for seed in seeds if len(played[seed]) == len(arms)]
    return Results([_outcome(group.guide, seed, worlds[seed], played[seed]) for seed in whole], errors)


@dataclass(frozen=True, slots=True)
class _Arm:
    """One task in one arm."""

    solved: bool
    steps: int
    largest: int


def _outcome(guide: str, seed: int, world: World, played: Mapping[str, _Arm]) -> GuideOutcome:
    return GuideOutcome(
        guide,
        seed,
        world.id,
        {name: one.solved for name, one in played.items()},
        {name: one.steps for name, one in played.items()},
        largest={name: one.largest for name, one in played.items()},
        popup=behind_popup(world),
    )


def _played(group: Group, arm: GuideArm, world: World, seed: int, told: Told, other: Told) -> _Arm:
    guide = group.guide
    largest: list[Largest] = []

    def beside(guides: tuple[Guide, ...]) -> tuple[Guide, ...]:
        if arm.reminding:
            return tuple(Reminder(one.name) for one in guides)
        if arm.placebo:
            rng = random.Random(f"{seed}/placebo") if arm.placebo == "any step" else None  # noqa: S311 - simulated
            return tuple(Placebo(one.name, other, rng) for one in guides)
        return tuple(listening(one, told) for one in guides) if arm.name == "guide" else guides

    def around(actor: Actor) -> Actor:
        actor = Noting(actor) if arm.noting else actor
        largest.append(Largest(Wrongly(actor, guide, group.noise, f"{seed}") if arm.wrong else actor))
        return largest[-1]

    dials = f"{DIALS[guide]},seed={seed}" if arm.failing else f"seed={seed}"
    setup = PlayerSetup(arm.settings(guide), Probes(guides=beside), around)
    with scratch("guides") as folder:
        played = play(world, f"faulty:{dials}", folder, seed, setup=setup)
    return _Arm(played.grade.success, played.actions, max(one.tokens for one in largest))
