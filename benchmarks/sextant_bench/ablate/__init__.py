"""`sextant bench ablate`: presets, and presets without one of their guides, on the same tasks as the baseline."""

from collections.abc import Sequence

from sextant.errors import UsageError
from sextant.settings.sources import preset_named
from sextant_bench.ablate.arms import Arm, ArmEpisode, compare, guides_of
from sextant_bench.ablate.metrics import arm_json, figures, listing, over
from sextant_bench.figures import BenchOptions, BenchResult, Json

__all__ = ["arms_of", "run"]

_AGAINST = "baseline"


def run(options: BenchOptions) -> BenchResult:
    """Plays every task of the suite in every arm. There are no targets: it compares.

    Raises:
        UsageError: An option is malformed, or there is no such suite, preset or actor.
    """
    arms = arms_of(options.extra.get("preset", "all"), options.flag("parts", True))
    played = compare(options, arms, lambda found: _standing(found, arms))
    names, found = [arm.name for arm in arms], played.found
    details: dict[str, Json] = {
        name: {**arm_json(found, name), "over": over(found, name, _AGAINST).told()} for name in names
    }
    return BenchResult(
        name="ablate",
        figures=figures(found, names),
        n=played.tasks,
        errors=len(played.errors),
        excluded=played.suite.left_out,
        environment=played.environment,
        details={**details, "errors": played.errors},
        listings=(listing(found, names, _AGAINST, f"{played.suite.name}, {played.label}"),),
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


def _standing(found: Sequence[ArmEpisode], arms: Sequence[Arm]) -> str:
    told = [f"{arm.name} {sum(one.success for one in found if one.arm == arm.name)}" for arm in arms]
    return ", ".join(told)
