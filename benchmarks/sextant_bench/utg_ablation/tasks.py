"""Goals in words on phones of all sizes, with the static map that every row with a map begins with."""

import random
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Literal, NamedTuple

from sextant.elements.refs import ref_of
from sextant.perception.perceive import Perceiver
from sextant.utg.comparing.static import StaticDials, degraded
from sextant.utg.exclusions import unguarded
from sextant.utg.graph import Graph, Trigger, place_of
from sextant.utg.route import reachable
from sextant_worlds.app_map import MapBounds, chart_of
from sextant_worlds.content import cast
from sextant_worlds.genres import GENRES
from sextant_worlds.genres.desk import desk
from sextant_worlds.runtime.true_map import TrueMap, true_map
from sextant_worlds.spec.phone import PhoneSpec
from sextant_worlds.spec.tasks import nothing_asked
from sextant_worlds.spec.world import World

__all__ = ["SIZES", "AskedTask", "Wording", "Wordings", "phone_of", "tasks_of", "true_of", "truth_hash", "wordings"]

SIZES = (1, 2, 4, 7, 11)
"""Apps on a phone, the desk besides."""
_RECORDS = 5
_TEMPLATES = ("Open {what} in {app}.", "In {app}, go to {what}.")
_WITHOUT = ("Show me {what}.", "Go to {what}.")
"""Where no other app of the phone has something that is called the same: the app is to be found too."""

Wording = Literal["named", "worded"]
"""By the words of the screen itself, or by others."""


class Known(NamedTuple):
    """A phone and what is true of it."""

    true: TrueMap
    world: World


@dataclass(frozen=True, slots=True)
class AskedTask:
    """One task: a goal, the page on which it is met, and what is known of the way.

    Attributes:
        page: App and page, such as `shop/orders`; any record of it will do.
        size: Screens on the true map.
        shortest: Least number of touches from the launcher, on the true map.
    """

    world: World
    seed: int
    goal: str
    wording: Wording
    page: str
    node: str
    size: int
    shortest: int
    static: Graph


Wordings = dict[str, tuple[str, str]]
"""By page: what it is called by its own words, and by others."""


def _truth() -> str:
    return (files("sextant_bench") / "truth" / "world_goals.tsv").read_text(encoding="utf-8")


def truth_hash() -> str:
    """Of the file with the goals."""
    return sha256(_truth().encode()).hexdigest()[:16]


@lru_cache(maxsize=1)
def wordings() -> Wordings:
    """The goals that were written by hand."""
    rows = [line.split("\t") for line in _truth().splitlines() if line and not line.startswith("#")]
    return {page: (named, worded) for page, named, worded in rows}


def phone_of(seed: int, apps: int) -> World:
    """A phone with so many apps and no surprises; nothing is asked in it."""
    rng = random.Random(f"ablation {seed}")  # noqa: S311 - an experiment, no secret
    there = cast(seed, "en")
    names = rng.sample(sorted(GENRES), apps)
    return World(
        id=f"ablation-{seed}-{apps}",
        seed=seed,
        phone=PhoneSpec(today=there.today.isoformat(), currency=there.currency, owner=there.owner.given),
        apps=(*(GENRES[name](there).app for name in names), desk(there)),
        task=nothing_asked("ablation"),
    )


@lru_cache(maxsize=2)
def true_of(seed: int) -> Known:
    """The phone of a seed with its true map."""
    world = phone_of(seed, SIZES[seed % len(SIZES)])
    return Known(true_map(world, chart_of(world, MapBounds(records=_RECORDS))), world)


def tasks_of(seed: int, each: int, dials: StaticDials) -> list[AskedTask]:
    """So many tasks on the phone of a seed, half of them in the words of the screen; equal seeds give equal tasks."""
    rng = random.Random(f"tasks {seed}")  # noqa: S311 - an experiment, no secret
    true, world = true_of(seed)
    static = degraded(true.graph, StaticDials(dials.missing, dials.infeasible, dials.seed + seed))
    ways = _shortest(true)
    pages = {one.spot.component: _node(true, one.spot.component) for one in true.chart.screens}
    known = sorted(page for page in pages if page in wordings() and ways.get(pages[page], 0) > 0)
    found: list[AskedTask] = []
    for number, page in enumerate(rng.sample(known, min(each, len(known)))):
        wording: Wording = "worded" if number % 2 else "named"
        what = wordings()[page][number % 2]
        alone = sum(what in wordings()[other] for other in pages if other in wordings()) == 1
        said = rng.choice(_WITHOUT if alone and number // 2 % 2 else _TEMPLATES)
        goal = said.format(what=what, app=world.app(page.partition("/")[0]).name)
        node = pages[page]
        found.append(AskedTask(world, seed, goal, wording, page, node, len(true.graph.nodes), ways[node], static))
    return found


def _shortest(true: TrueMap) -> dict[str, int]:
    """By screen: touches from the launcher, by controls that review has nothing against."""
    screens = [Perceiver()(one.observation) for one in true.chart.screens]
    avoid = frozenset(
        (screen.key.id, Trigger("tap", ref_of(screen, element)))
        for screen in screens
        for element in screen.elements
        if element.affordances and unguarded(element, screen)
    )
    start = Perceiver()(true.chart.at()[true.chart.start].observation)
    found: dict[str, int] = {}
    for place, cost in reachable(true.graph, place_of(start), avoid).items():
        found[place.node] = min(cost, found.get(place.node, cost))
    return found


def _node(true: TrueMap, component: str) -> str:
    one = next(one for one in true.chart.screens if one.spot.component == component)
    return Perceiver()(one.observation).key.id
