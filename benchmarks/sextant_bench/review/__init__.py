"""`sextant bench review`: right decisions that the review vetoes, and wrong ones that it catches.

Right ones are the oracle's on its way through worlds, half of them called irreversible with words of the goal. Wrong
ones are put in its place, as far as structure shows that they are wrong: what is not there, what leads out of the apps,
what is called irreversible and rests on no words of the goal. Whether an act is what the goal means is for models.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context

from sextant.errors import SextantError, UsageError
from sextant_bench.code import code_hash
from sextant_bench.figures import BenchOptions, BenchResult, Json, draw_seeds, environment
from sextant_bench.review.judging import judge_world
from sextant_bench.review.tallies import Judged, details, figures, listings
from sextant_worlds.author.recipe import Family

__all__ = ["run"]

WORLDS = 48
EACH = 8
"""Wrong decisions of a class in a world, where it offers so many."""


@dataclass(frozen=True, slots=True)
class _Found:
    judged: tuple[Judged, ...] = ()
    error: str = ""


def run(options: BenchOptions) -> BenchResult:
    """Reviews `options.n` worlds (48 unless told).

    Raises:
        UsageError: An option is malformed.
    """
    family = _family(options.extra.get("family", "test"))
    each, wrong = options.whole("each", EACH), options.whole("wrong", 0, 0)
    seeds = draw_seeds(options.n or WORLDS, options.seed)
    chosen = seeds.all[: options.limit] if options.limit else seeds.all
    found: list[Judged] = []
    errors: list[str] = []
    for number, (seed, one) in enumerate(_results(chosen, family, each, options.whole("workers", 2)), 1):
        found += one.judged
        errors += [f"{seed}: {one.error}"] if one.error else []
        if number % 8 == 0:
            options.report(f"{number}/{len(chosen)} worlds, {len(found)} decisions")
    told: dict[str, Json] = {**details(sorted(found, key=str), wrong), "errors": [*errors]}
    return BenchResult(
        "review",
        figures(found),
        n=len(found),
        errors=len(errors),
        excluded=len(seeds.all) - len(chosen),
        seeds=seeds,
        environment={
            **environment(),
            "code": code_hash(),
            "worlds": f"{len(chosen)} of the {family} family",
            "policy": "irreversible acts need words of the goal; nobody to be asked",
        },
        details=told,
        listings=listings(found),
    )


def _family(name: str) -> Family:
    if name == "test" or name == "train":
        return name
    raise UsageError(f"There is no family {name!r}.", "Choose test or train.")


def _results(seeds: Sequence[int], family: Family, each: int, workers: int) -> Iterator[tuple[int, _Found]]:
    if workers == 1 or len(seeds) < 2:
        yield from ((seed, _world(seed, family, each)) for seed in seeds)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting = {pool.submit(_world, seed, family, each): seed for seed in seeds}
        for done in as_completed(waiting):
            yield waiting[done], done.result()


def _world(seed: int, family: Family, each: int) -> _Found:
    try:
        return _Found(judge_world(seed, family, each))
    except SextantError as error:
        return _Found(error=str(error))
