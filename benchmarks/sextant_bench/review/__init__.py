"""`sextant bench review`: right decisions that the review vetoes, and wrong ones that it catches.

Right ones are the oracle's on its way through worlds, half of them called irreversible with words of the goal. Wrong
ones are put in its place, as far as structure shows that they are wrong: what is not there, what leads out of the apps,
what is called irreversible and rests on no words of the goal. Whether an act is what the goal means is for models.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from sextant_bench.code import code_hash
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Listing, draw_seeds, environment
from sextant_bench.harness import play_all
from sextant_bench.review.desk import WRONG, ReviewedDecision, judge_world
from sextant_bench.statistics import grouped, mean_or_nan
from sextant_worlds.author.recipe import Family

__all__ = ["details", "figures", "run"]

WORLDS = 48
EACH = 8
"""Wrong decisions of a class in a world, where it offers so many."""


def run(options: BenchOptions) -> BenchResult:
    """Reviews `options.n` worlds (48 unless told).

    Raises:
        UsageError: An option is malformed.
    """
    family: Family = options.one_of("family", ("test", "train"), "test")
    each, wrong = options.whole("each", EACH), options.whole("wrong", 0, 0)
    seeds = draw_seeds(options.n or WORLDS, options.seed)
    chosen = seeds.all[: options.limit] if options.limit else seeds.all
    played = play_all(
        chosen,
        partial(judge_world, family=family, each=each),
        workers=options.whole("workers", 2),
        report=options.report,
        progress=lambda seed, episode, found: f"worlds, {len(found)} decisions",  # noqa: ARG005
        every=8,
    )
    found = played.records
    return BenchResult(
        "review",
        figures(found),
        n=len(found),
        errors=len(played.errors),
        excluded=len(seeds.all) - len(chosen),
        seeds=seeds,
        environment={
            **environment(),
            "code": code_hash(),
            "worlds": f"{len(chosen)} of the {family} family",
            "policy": "irreversible acts need words of the goal; nobody to be asked",
        },
        details={**details(sorted(found, key=str), wrong), "errors": played.errors},
        listings=(_listing(found),),
    )


def figures(found: Sequence[ReviewedDecision]) -> tuple[Figure, ...]:
    """`caught_rate` is the mean of the classes, so that none hides behind a larger one."""
    by = grouped(found, lambda one: one.truth)
    right = by.get("right", [])
    caught = [mean_or_nan(one.vetoed for one in by.get(name, [])) for name in WRONG]
    return (
        Figure("false_veto_rate", mean_or_nan(one.vetoed for one in right), 0.0, better="low"),
        Figure("caught_rate", sum(caught) / len(caught), 1.0),
        Figure("advice_on_right", mean_or_nan(one.advised for one in right), better="low"),
        *(Figure(f"caught_{name}", rate) for name, rate in zip(WRONG, caught, strict=True)),
        Figure("right_decisions", len(right)),
        Figure("wrong_decisions", sum(len(by.get(name, [])) for name in WRONG)),
    )


def details(found: Sequence[ReviewedDecision], wrong: int) -> dict[str, Json]:
    """Counts by class and kind, by rule, and with `wrong` examples of what went wrong."""
    rows: dict[str, Json] = {
        key: {
            "n": len(group),
            "vetoed": sum(one.vetoed for one in group),
            "advised": sum(one.advised for one in group),
        }
        for key, group in sorted(grouped(found, lambda one: f"{one.truth} {one.kind}").items())
    }
    rules: dict[str, Json] = {
        name: dict(Counter(rule for one in group for rule in {*one.vetoes, *one.advice}))
        for name, group in sorted(grouped(found, lambda one: one.truth).items())
    }
    missed = [one for one in found if _mistaken(one)]
    named: list[Json] = [
        [one.truth, one.kind, one.where, one.said, one.goal[:300], one.why] for one in _spread(missed, wrong)
    ]
    return {"kinds": rows, "rules": rules, "mistaken": named}


def _mistaken(one: ReviewedDecision) -> bool:
    return (one.vetoed or one.advised) if one.truth == "right" else not one.vetoed


def _spread(found: Sequence[ReviewedDecision], most: int) -> list[ReviewedDecision]:
    """At most so many, from all over."""
    step = max(1, len(found) // most) if most else 1
    return list(found[::step][:most])


def _listing(found: Sequence[ReviewedDecision]) -> Listing:
    """For people: each class and kind with what became of it."""
    rows = [
        (
            key,
            str(len(group)),
            f"{mean_or_nan(one.vetoed for one in group):.1%}",
            f"{mean_or_nan(one.advised for one in group):.1%}",
        )
        for key, group in sorted(grouped(found, lambda one: f"{one.truth}: {one.kind}").items())
    ]
    return Listing("Decisions", ("class and kind", "n", "vetoed", "advised against"), tuple(rows))
