"""The splits of Memory-World: which task stands at which index. A version never changes.

`lite` and `standard` run over all templates and the oracle-length buckets up to 50 steps, `long` over 30 to 150,
`perturbed` shows tasks of `standard` on other surfaces, `train` has `TRAIN`. About a fifth of each needs no memory.
Train shares with the others neither wordings nor values nor the content of an app, and has templates of its own, none
of them with the shape of a test template (`sextant_worlds.author.shapes`). The kinds of app are the same.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from sextant.errors import UsageError
from sextant_worlds.author.builder import build
from sextant_worlds.author.dials import asked_of, given, honoured
from sextant_worlds.author.perturbation import Kind, perturb
from sextant_worlds.author.recipe import TaskRecipe
from sextant_worlds.author.templates import TEMPLATES
from sextant_worlds.spec.phone import Locale
from sextant_worlds.spec.tasks import Dials
from sextant_worlds.spec.world import World

__all__ = ["BUCKETS", "NAME", "SPLITS", "TRAIN", "Split", "SplitEntry", "entries", "entry", "task_of_split", "world_of"]

NAME = "memory-world"
SPLIT_VERSION = 1

Split = Literal["lite", "standard", "long", "perturbed", "train"]

TRAIN = 100_000
"""So many tasks of `train` have a number; whoever needs more writes them from seeds of their own."""

SPLITS: dict[Split, int | None] = {"lite": 60, "standard": 300, "long": 60, "perturbed": 120, "train": None}
"""How many tasks each holds; None: as many as are asked for, up to `TRAIN`."""

BUCKETS: tuple[tuple[int, int], ...] = ((1, 5), (6, 10), (11, 15), (16, 25), (26, 50), (51, 150))
"""Oracle lengths by which figures are told."""

_BASE: dict[Split, int] = {
    "lite": 1_000_000,
    "standard": 2_000_000,
    "long": 3_000_000,
    "perturbed": 2_000_000,
    "train": 500_000_000,
}
_CONTROLS: dict[str, tuple[str, ...]] = {
    "test": ("errands", "sweep-errand", "impossible", "satisfied"),
    "train": ("jobs", "comb-job", "refuse", "no-need"),
}
_SHORT_ONLY = ("impossible", "satisfied", "refuse", "no-need")
_NEVER_SHORT = ("rank", "routine", "sweep", "fork", "tally", "report-several", "add", "long", "sweep-errand")
_CAN_BE_SHORT = ("report", "transfer", "pixels", "board", "pixels-transfer", "act-once", "tally-act")
_GIVEN_UP = ("interference", "delay", "popups", "hops", "distance", "transience")
"""Dials, first the one that is missed least where no phone offers them all."""
_KINDS: tuple[Kind, ...] = ("labels", "layout", "icons", "theme", "language", "all")


@dataclass(frozen=True, slots=True)
class SplitEntry:
    """One task of a split: enough to build it again."""

    split: Split
    index: int
    seed: int
    dials: Dials
    recipe: TaskRecipe

    @property
    def name(self) -> str:
        """As a user writes it: `lite/7`."""
        return f"{self.split}/{self.index}"


def entries(split: Split, count: int | None = None) -> Iterator[SplitEntry]:
    """The tasks of a split in order; `count` is needed for `train` only."""
    size = SPLITS[split]
    if size is None and count is None:
        raise UsageError("The split 'train' has no fixed size.", "Give the number of tasks.")
    for index in range(min(TRAIN if count is None else count, size or TRAIN)):
        yield entry(split, index)


def entry(split: Split, index: int) -> SplitEntry:
    """The task of that place.

    Raises:
        UsageError: There is no such split, or no such place in it.
    """
    if split not in SPLITS:
        raise UsageError(f"There is no split {split!r}.", f"Choose one of: {', '.join(SPLITS)}.")
    size = SPLITS[split] or TRAIN
    if not 0 <= index < size:
        raise UsageError(f"The split {split!r} has no task {index}.", f"Its tasks are 0 to {size - 1}.")
    seed = _BASE[split] + index * 8 + index % 8
    rng = random.Random(f"{NAME} {SPLIT_VERSION} {split if split != 'perturbed' else 'standard'} {index}")  # noqa: S311
    if split == "long":
        return SplitEntry(split, index, seed, _long_dials(rng), _long_recipe(rng, index))
    family: Literal["test", "train"] = "train" if split == "train" else "test"
    recipe = _recipe(rng, index, family)
    dials = _dials(rng, recipe)
    if split == "perturbed":
        dials = dials.model_copy(update={"perturbation": _KINDS[index % len(_KINDS)]})
    return SplitEntry(split, index, seed, dials, recipe)


def task_of_split(split: str, index: int) -> World:
    """The world of a task by the name of its split.

    Raises:
        UsageError: There is no such split or task.
    """
    named: dict[str, Split] = {known: known for known in SPLITS}
    if split not in named:
        raise UsageError(f"There is no split {split!r}.", f"Splits: {', '.join(SPLITS)}.")
    return world_of(entry(named[split], index))


def world_of(found: SplitEntry) -> World:
    """The world of a place, built and proven.

    Its length is that of its place; dials are the least of what may come out, and one of them is given up where
    no phone offers them all. What was asked for stands in `task.asked` all the same, so far as the template honours it.
    """
    kind = found.dials.perturbation
    plain = found.dials.model_copy(update={"perturbation": "none"})
    world = _softened(found, plain)
    world = world if kind == "none" else perturb(world, kind, found.seed)
    asked = asked_of(given(honoured(found.recipe.family, found.recipe.template, found.dials)))
    return world.model_copy(update={"task": world.task.model_copy(update={"asked": asked})})


def _softened(found: SplitEntry, dials: Dials) -> World:
    """The world with all of the dials, or without one of them, or without any."""
    turned = [name for name in _GIVEN_UP if getattr(dials, name)]
    for given_up in ([], *([name] for name in turned), turned):
        free: dict[str, int] = dict.fromkeys(given_up, 0)
        try:
            return build(found.seed, dials.model_copy(update=free), found.recipe, closely=False)
        except UsageError:
            continue
    easy = replace(found.recipe, shortest=1, longest=150)  # no phone offers that length either
    return build(found.seed, Dials(variables=dials.variables), easy, closely=False)


def _recipe(rng: random.Random, index: int, family: Literal["test", "train"]) -> TaskRecipe:
    controls = _CONTROLS[family]
    bucket = index % 5
    if index % 5 == (index // 5) % 5:  # a fifth, spread over the buckets
        template = controls[(index // 5) % len(controls)]
        if template in _SHORT_ONLY:
            return TaskRecipe(template, family, 1, 15 if family == "test" else 30, _locale(rng))
        low, high = BUCKETS[bucket]
        if family == "train":
            return TaskRecipe(template, family, min(low, 11), max(high, 30), _locale(rng))
        return TaskRecipe(template if bucket else controls[0], family, low, max(high, 5), _locale(rng))
    names = [name for name in TEMPLATES[family] if name not in controls and name != "long"]
    ordinal = index - index // 5 - (index % 5 > (index // 5) % 5)
    random.Random(f"{NAME} order {ordinal // len(names)}").shuffle(names)  # noqa: S311
    template = names[ordinal % len(names)]
    if template == "saga":
        return TaskRecipe(template, family, 30 + (index * 17) % 90, 150, _locale(rng))
    if bucket == 0 or (bucket > 2 and template in _CAN_BE_SHORT and rng.random() < 0.5):
        bucket = 1 + (index // 5) % 2  # five steps and less leave no room for memory
    low, high = BUCKETS[bucket]
    if template in _NEVER_SHORT or family == "train":
        low, high = (low, 50) if bucket > 1 else (6, 50)
    elif template not in _CAN_BE_SHORT:
        high = max(high, 15)
    return TaskRecipe(template, family, low, high, _locale(rng))


def _long_recipe(rng: random.Random, index: int) -> TaskRecipe:
    shortest = 30 + (index * 17) % 105
    if index % 5 == 4:
        return TaskRecipe("errands", "test", min(shortest, 60), 150, _locale(rng))
    return TaskRecipe("long", "test", shortest, 150, _locale(rng))


def _locale(rng: random.Random) -> Locale:
    return "zh" if rng.random() < 0.25 else "en"


def _dials(rng: random.Random, recipe: TaskRecipe) -> Dials:
    room = recipe.longest - recipe.shortest
    return Dials(
        variables=rng.choice((1, 2, 2, 3, 4)),
        distance=rng.choice((0, 0, 3, 5, 8)) if recipe.longest > 15 else 0,
        interference=rng.choice((0, 0, 0, 1, 2)) if recipe.longest > 15 else 0,
        hops=rng.choice((0, 0, 2, 3)) if recipe.longest > 25 else 0,
        transience=rng.choice((0, 0, 0, 4)) if recipe.longest > 10 else 0,
        depth=rng.choice((1, 1, 2)),
        popups=rng.choice((0, 0, 0, 1, 2)) if room > 4 else 0,
        delay=rng.choice((0, 0, 0, 1, 2)) if room > 8 else 0,
    )


def _long_dials(rng: random.Random) -> Dials:
    return Dials(
        variables=4,
        distance=rng.choice((10, 15, 20)),
        transience=rng.choice((0, 0, 5)),
        popups=rng.choice((0, 1, 3)),
        delay=rng.choice((0, 0, 1)),
    )
