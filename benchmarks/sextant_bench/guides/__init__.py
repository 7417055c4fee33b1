"""`sextant bench guides`: what each guide is worth on the failure it is meant for. The actor is simulated.

Against the full text history under the same token budget, task by task: with the guide, in the bare loop (`plain`),
with a reminder that knows nothing, with what the guide told in another task (placebo), where the actor does not fail,
and, if asked for, with wrong updates.
"""

from collections.abc import Iterator, Mapping, Sequence

from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Listing, draw_seeds, environment
from sextant_bench.guides.arms import DIALS, GUIDES, TOKENS, cheap_arm
from sextant_bench.guides.belief import BeliefFigures, belief_figures
from sextant_bench.guides.episode import Group, GuideOutcome, play_group
from sextant_bench.guides.metrics import arm_gain, figures, guide_json
from sextant_bench.harness import play_all
from sextant_worlds.author.recipe import Family

__all__ = ["run"]

TASKS = 200
_WALKS = 60
"""Seeds of walks with and without something that changes behind the actor."""
_TOGETHER = 5
"""Tasks that are played together: each lends the next its placebo."""


def run(options: BenchOptions) -> BenchResult:
    """Plays every arm on the same tasks.

    Raises:
        UsageError: An option is malformed.
    """
    guides = options.some_of("only", GUIDES, "guide")
    noise = options.share("updater_noise", 0.0)
    family: Family = options.one_of("family", ("test", "train"), "test")
    forms = options.one_of("forms", ("checked", "unchecked"), "checked")
    seeds = draw_seeds(options.n or TASKS, options.seed)
    groups = [
        Group(guide, tuple(together), family, noise, forms == "unchecked")
        for guide in guides
        for together in _batches(seeds.all, _TOGETHER)
    ]
    played = play_all(
        groups,
        play_group,
        name=lambda group: f"{group.guide} {group.seeds[0]}",
        workers=options.whole("workers", 2),
        report=options.report,
        progress=lambda group, found, outcomes: _progress(_by_guide(guides, outcomes)),  # noqa: ARG005
    )
    changes = None
    if "belief" in guides:
        changes = belief_figures(options.whole("walks", _WALKS), options.seed, options.report)
    told: dict[str, Json] = {"tokens": TOKENS, "updater_noise": noise, "forms": forms, "errors": played.errors}
    by_guide = _by_guide(guides, played.records)
    return BenchResult(
        name="guides",
        figures=(*figures(by_guide), *_noticing(changes)),
        n=len(played.records),
        skipped=len(GUIDES) - len(guides),
        errors=len(played.errors),
        seeds=seeds,
        environment={**environment(), "actor": "faulty (simulated)", "family": family},
        details={
            **{guide: guide_json(outcomes) for guide, outcomes in by_guide.items()},
            "dials": dict(DIALS),
            "changes": None if changes is None else changes.told(),
            **told,
        },
        listings=(_listing(by_guide),),
    )


def _by_guide(guides: Sequence[str], outcomes: Sequence[GuideOutcome]) -> dict[str, list[GuideOutcome]]:
    return {guide: [one for one in outcomes if one.guide == guide] for guide in guides}


def _batches(seeds: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Groups of at least two, since who is alone has nobody to lend from."""
    found = [seeds[at : at + size] for at in range(0, len(seeds), size)]
    if len(found) > 1 and len(found[-1]) == 1:
        found[-2:] = [[*found[-2], *found[-1]]]
    yield from map(tuple, found)


def _progress(by_guide: Mapping[str, Sequence[GuideOutcome]]) -> str:
    told = [
        f"{guide} {arm_gain(outcomes, 'guide', 'history').points:+.0f} ({len(outcomes)})"
        for guide, outcomes in by_guide.items()
        if outcomes
    ]
    return ", ".join(told)


def _noticing(changes: BeliefFigures | None) -> tuple[Figure, ...]:
    """How often what changed behind the actor was noticed, and how often nothing was taken for a change."""
    if changes is None:
        return ()
    return (
        Figure("mismatch_recall", changes.mismatch_recall, 0.95),
        Figure("false_alarm_rate", changes.false_alarm_rate, 0.02, "", "low"),
    )


def _listing(by_guide: Mapping[str, Sequence[GuideOutcome]]) -> Listing:
    rows = [
        (
            guide,
            _told(outcomes, "guide", "history"),
            _told(outcomes, "guide", "plain"),
            _told(outcomes, cheap_arm(guide), "history"),
            _told(outcomes, "guide", cheap_arm(guide)),
            _told(outcomes, "placebo", "history"),
            _told(outcomes, "sound_guide", "sound_history"),
        )
        for guide, outcomes in by_guide.items()
    ]
    headings = (
        "guide",
        "gain",
        "gain over plain",
        "reminder, or noting",
        "gain over it",
        "placebo",
        "where nothing fails",
    )
    return Listing("points over the full history, with 95 % intervals (simulated)", headings, tuple(rows))


def _told(outcomes: Sequence[GuideOutcome], arm: str, against: str) -> str:
    found = arm_gain(outcomes, arm, against)
    return f"{found.points:+.1f} ({found.low:+.1f} to {found.high:+.1f})"
