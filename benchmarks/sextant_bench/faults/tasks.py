"""The tasks of the bench: of the standard split and of drawn seeds, their own dials at zero."""

from dataclasses import dataclass
from typing import Any

from sextant.errors import UsageError
from sextant_worlds.author.builder import build
from sextant_worlds.author.splits import SPLITS, entry, world_of
from sextant_worlds.spec.apps import AppSpec
from sextant_worlds.spec.blocks import Banner
from sextant_worlds.spec.world import World

__all__ = ["Chosen", "calm", "drawn_task", "fixed_tasks", "task_named"]

_TRIES = 40


@dataclass(frozen=True, slots=True)
class Chosen:
    """A task of the bench.

    `drawn`: its seed was drawn at run time. `unwritten`: the drawn seeds in whose place it stands, of which the author
    writes no world, each with why.
    """

    name: str
    drawn: bool
    unwritten: tuple[str, ...] = ()


def calm(world: World) -> World:
    """The world with its own dials at zero: no popups, no lost sessions or drafts, pages at once, facts that stay."""
    phone = world.phone.model_copy(update={"surprises": ()})
    return world.model_copy(update={"phone": phone, "apps": tuple(_patient(app) for app in world.apps)})


def fixed_tasks(count: int) -> tuple[Chosen, ...]:
    """The first tasks of the standard split.

    Raises:
        UsageError: There are not so many.
    """
    there = SPLITS["standard"] or 0
    if there < count:
        raise UsageError(f"There are {there} such tasks, not {count}.", "Ask for fewer with --n.")
    return tuple(Chosen(f"standard/{index}", drawn=False) for index in range(count))


def drawn_task(seed: int) -> Chosen:
    """The task of a seed, or of the first one after it of which there is a world.

    Raises:
        UsageError: None of the seeds after it gives one.
    """
    unwritten: list[str] = []
    for tried in range(seed, seed + _TRIES):
        try:
            build(tried)
        except UsageError as e:
            unwritten.append(f"seed {tried}: {e}")
            continue
        return Chosen(str(tried), drawn=True, unwritten=tuple(unwritten))
    raise UsageError(f"No seed from {seed} to {seed + _TRIES - 1} gives a world.", "Take another seed.")


def task_named(name: str) -> World:
    """The task of a name as `Chosen` has it, its dials at zero."""
    split, _, index = name.partition("/")
    if index:
        assert split == "standard"
        return calm(world_of(entry("standard", int(index))))
    return calm(build(int(split)))


def _patient(app: AppSpec) -> AppSpec:
    pages = tuple(
        page.model_copy(update={"loads": 0, "blocks": tuple(_lasting(block) for block in page.blocks)})
        for page in app.pages
    )
    return app.model_copy(update={"pages": pages})


def _lasting(block: Any) -> Any:
    return block.model_copy(update={"shown": 0}) if isinstance(block, Banner) and block.shown else block
