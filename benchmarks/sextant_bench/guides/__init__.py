"""`sextant bench guides`: what each guide is worth on the failure it is meant for. The actor is simulated.

Against the full text history under the same token budget, task by task: with the guide, with a reminder that knows
nothing, with what the guide told in another task (placebo), where the actor does not fail, and, if asked for, with
wrong updates.
"""

from collections.abc import Iterator, Mapping, Sequence

from sextant.errors import UsageError
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Listing, Seeds, draw_seeds, environment
from sextant_bench.guides.arms import DIALS, GUIDES, TOKENS, cheap_arm
from sextant_bench.guides.playing import Group, Outcome, results_of, work
from sextant_bench.guides.tallies import figures, gain, guide_json
from sextant_bench.guides_belief import BeliefFigures, belief_figures
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
    guides = _chosen(options.extra.get("only", ""))
    noise = options.share("updater_noise", 0.0)
    family = _family(options.extra.get("family", "test"))
    unchecked = _unchecked(options.extra.get("forms", "checked"))
    seeds = draw_seeds(options.n or TASKS, options.seed)
    groups = [
        Group(guide, tuple(together), family, noise, unchecked)
        for guide in guides
        for together in _batches(seeds.all, _TOGETHER)
    ]
    by_guide: dict[str, list[Outcome]] = {guide: [] for guide in guides}
    errors: list[str] = []
    for done, (outcomes, wrong) in enumerate(results_of(work, groups, options.whole("workers", 2)), 1):
        for one in outcomes:
            by_guide[one.guide].append(one)
        errors += wrong
        options.report(f"{done}/{len(groups)} {_progress(by_guide)}")
    changes = None
    if "belief" in guides:
        changes = belief_figures(options.whole("walks", _WALKS), options.seed, options.report)
    played = {"tokens": TOKENS, "updater_noise": noise, "forms": "unchecked" if unchecked else "checked"}
    return _result(by_guide, seeds, played, family, errors, len(GUIDES) - len(guides), changes)


def _batches(seeds: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Groups of at least two, since who is alone has nobody to lend from."""
    found = [seeds[at : at + size] for at in range(0, len(seeds), size)]
    if len(found) > 1 and len(found[-1]) == 1:
        found[-2:] = [[*found[-2], *found[-1]]]
    yield from map(tuple, found)


def _chosen(text: str) -> tuple[str, ...]:
    chosen = tuple(name.strip() for name in text.split(",") if name.strip())
    unknown = [name for name in chosen if name not in GUIDES]
    if unknown:
        raise UsageError(f"There is no guide {unknown[0]!r} here.", f"Guides: {', '.join(GUIDES)}.")
    return chosen or GUIDES


def _family(text: str) -> Family:
    if text not in ("test", "train"):
        raise UsageError(f"There is no family {text!r}.", "Families: test, train.")
    return "train" if text == "train" else "test"


def _unchecked(text: str) -> bool:
    if text not in ("unchecked", "checked"):
        raise UsageError(
            f"There are no forms {text!r}.",
            "Forms: checked (as the apps have them), unchecked (they can be sent as they stand).",
        )
    return text == "unchecked"


def _progress(by_guide: Mapping[str, Sequence[Outcome]]) -> str:
    told = [
        f"{guide} {gain(outcomes, 'guide', 'history').points:+.0f} ({len(outcomes)})"
        for guide, outcomes in by_guide.items()
        if outcomes
    ]
    return ", ".join(told)


def _result(
    by_guide: Mapping[str, Sequence[Outcome]],
    seeds: Seeds,
    played: Mapping[str, Json],
    family: Family,
    errors: list[str],
    skipped: int,
    changes: BeliefFigures | None,
) -> BenchResult:
    details: dict[str, Json] = {guide: guide_json(outcomes) for guide, outcomes in by_guide.items()}
    return BenchResult(
        name="guides",
        figures=(*figures(by_guide), *_noticing(changes)),
        n=sum(len(outcomes) for outcomes in by_guide.values()),
        skipped=skipped,
        errors=len(errors),
        seeds=seeds,
        environment={**environment(), "actor": "faulty (simulated)", "family": family},
        details={
            **details,
            "dials": dict(DIALS),
            **played,
            "changes": None if changes is None else _changes_json(changes),
            "errors": errors,
        },
        listings=(_listing(by_guide),),
    )


def _noticing(changes: BeliefFigures | None) -> tuple[Figure, ...]:
    """How often what changed behind the actor was noticed, and how often nothing was taken for a change."""
    if changes is None:
        return ()
    return (
        Figure("mismatch_recall", changes.mismatch_recall, 0.95),
        Figure("false_alarm_rate", changes.false_alarm_rate, 0.02, "", "low"),
    )


def _changes_json(changes: BeliefFigures) -> Json:
    recall, alarms = changes.mismatch_interval, changes.false_alarm_interval
    return {
        "mismatch_n": changes.mismatch_n,
        "mismatch_recall_95": [recall.low, recall.high],
        "calm_n": changes.calm_n,
        "calm_steps": changes.calm_steps,
        "false_alarm_rate_95": [alarms.low, alarms.high],
        "named": changes.named,
        "early": changes.early,
        "hidden": changes.hidden,
        "recall_by_kind": dict(changes.recall_by_kind),
        "alarms_by_kind": dict(changes.alarms_by_kind),
        "seeds": {"fixed": changes.seeds.fixed, "drawn": changes.seeds.drawn, "entropy": changes.seeds.entropy},
        "mistakes": [f"{one.kind} {one.seed}: {one.told}" for one in changes.mistakes[:40]],
    }


def _listing(by_guide: Mapping[str, Sequence[Outcome]]) -> Listing:
    rows = [
        (
            guide,
            _told(outcomes, "guide", "history"),
            _told(outcomes, cheap_arm(guide), "history"),
            _told(outcomes, "guide", cheap_arm(guide)),
            _told(outcomes, "placebo", "history"),
            _told(outcomes, "sound_guide", "sound_history"),
        )
        for guide, outcomes in by_guide.items()
    ]
    headings = ("guide", "gain", "reminder, or noting", "gain over it", "placebo", "where nothing fails")
    return Listing("points over the full history, with 95 % intervals (simulated)", headings, tuple(rows))


def _told(outcomes: Sequence[Outcome], arm: str, against: str) -> str:
    found = gain(outcomes, arm, against)
    return f"{found.points:+.1f} ({found.low:+.1f} to {found.high:+.1f})"
