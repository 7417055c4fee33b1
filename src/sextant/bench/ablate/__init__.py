"""`sextant bench ablate`: presets, and presets without one of their guides, on the same tasks as the baseline."""

from collections.abc import Sequence

from sextant.bench.ablate.rows import (
    Arm,
    Found,
    Job,
    guides_of,
    is_simulated,
    played_in,
    refuse_unplayable,
    suite_named,
)
from sextant.bench.ablate.tallies import arm_json, figures, listing, over
from sextant.bench.figures import BenchOptions, BenchResult, Json, environment
from sextant.bench.guides.frozen import simulator_hash
from sextant.bench.preset_settings import preset_named
from sextant.errors import UsageError

__all__ = ["arms_of", "run"]

ACTOR = "faulty:forget=3,lost=0.2,trusting=1"
"""Forgets what stood on screens older than three steps, and is lost in a fifth of its decisions. Simulated."""
_AGAINST = "baseline"


def run(options: BenchOptions) -> BenchResult:
    """Plays every task of the suite in every arm. There are no targets: it compares.

    Raises:
        UsageError: An option is malformed, or there is no such suite, preset or actor.
    """
    suite = suite_named(options.extra.get("suite", "memory-world:lite"), options.limit, options.n)
    actor = options.actor or ACTOR
    arms = arms_of(options.extra.get("preset", "all"), options.flag("parts", True))
    refuse_unplayable(actor, arms)
    instructions = options.flag("instructions", False)
    jobs = [Job(suite.split, place, actor, arms, options.seed or 0, instructions) for place in suite.places]
    found: list[Found] = []
    errors: list[str] = []
    for done, (rows, wrong) in enumerate(played_in(jobs, options.whole("workers", 2)), 1):
        found += rows
        errors += wrong
        options.report(f"{done}/{len(jobs)} {_standing(found, arms)}")
    names = [arm.name for arm in arms]
    label = f"{actor} (simulated)" if is_simulated(actor) else actor
    details: dict[str, Json] = {name: {**arm_json(found, name), "over": over(found, name, _AGAINST)} for name in names}
    return BenchResult(
        name="ablate",
        figures=figures(found, names),
        n=len({one.task for one in found}),
        errors=len(errors),
        excluded=suite.left_out,
        environment={**environment(), "actor": label, "suite": suite.name, "simulator": simulator_hash()},
        details={**details, "errors": errors},
        listings=(listing(found, names, _AGAINST, f"{suite.name}, {label}"),),
    )


def arms_of(presets: str, parts: bool) -> tuple[Arm, ...]:
    """The baseline, each preset, and each preset without each of its guides.

    Raises:
        UsageError: There is no such preset.
    """
    named = list(dict.fromkeys(name.strip() for name in presets.split(",") if name.strip()))
    if not named:
        raise UsageError("No preset was named.", "Write --preset all, or several with commas.")
    arms = [Arm(_AGAINST, "baseline")]
    for preset in map(preset_named, named):
        if preset == _AGAINST:
            continue
        arms.append(Arm(preset, preset))
        guides = guides_of(preset)
        for guide in guides if parts and len(guides) > 1 else ():
            others = ", ".join(name for name in guides if name != guide)
            arms.append(Arm(f"{preset} without {guide}", preset, (("guides.use", others),)))
    return tuple(arms)


def _standing(found: Sequence[Found], arms: Sequence[Arm]) -> str:
    told = [f"{arm.name} {sum(one.success for one in found if one.arm == arm.name)}" for arm in arms]
    return ", ".join(told)
