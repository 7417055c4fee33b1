"""`sextant bench navigate`: third-party web apps, screens in words, no model: reached or not, and in how many steps.

Each repetition begins with empty maps. A visit is judged by the truth on the last screen, not by what the navigator
claims; steps are weighed against the shortest way, which was written by hand and is proven by a crawl of its own.
"""

import hashlib
import random
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path

from sextant.errors import SextantError, UsageError
from sextant_bench.apps import FOLDER, App, folders, installed, load
from sextant_bench.code import code_hash
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, environment
from sextant_bench.harness import Checkpoint, Results, play_all
from sextant_bench.navigate_optima import Optimum, compute, known
from sextant_bench.navigate_truth import Target, targets_of, truth_hash
from sextant_bench.navigate_walks import Part, Visit, WalkCase, walk
from sextant_bench.statistics import mean, mean_or_nan, wilson

_REPETITIONS = 3
_LEAST_APPS = 3


def run(options: BenchOptions) -> BenchResult:
    """`options.n` repetitions (3 by default) over every app; about half an hour on two cores.

    Raises:
        UsageError: There are no apps, or a file of theirs is malformed.
    """
    root = Path(options.extra.get("apps", str(FOLDER)))
    every = [app for app in map(load, folders(root)) if app.targets.is_file()]  # the others are for other benches
    truth = {app.name: targets_of(app) for app in every}
    chosen, targets = _chosen(every, truth, options)
    here = [app for app in chosen if installed(app)]
    repetitions = options.n or _REPETITIONS
    parts: tuple[Part, ...] = ("mapped", "visits") if options.flag("mapped", True) else ("visits",)
    jobs = [
        WalkCase(str(app.folder), number, tuple(one.id for one in targets[app.name]), part)
        for number in range(repetitions)
        for part in parts
        for app in here
    ]
    walks = walk_all(jobs, options)
    visits, failed = walks.records, list(walks.errors)
    optima = [one for app in here for one in _optima(app, targets[app.name], options, failed)]
    phases = 3 if "mapped" in parts else 2
    planned = repetitions * sum(len(targets[app.name]) for app in here) * phases
    walked = [one for one in visits if one.phase != "crawl"]
    apart = _apart(root)
    excluded = sum(len(one) for one in truth.values()) - sum(len(one) for one in targets.values())
    return BenchResult(
        name="navigate",
        figures=(*figures_of(visits, optima, apart), *_coverage(here, targets, apart)),
        n=len(walked),
        skipped=sum(len(targets[app.name]) for app in chosen if not installed(app)),
        errors=len(failed) + sum(one.status == "error" for one in visits) + max(0, planned - len(walked)),
        excluded=excluded + (0 if "mapped" in parts else 1),
        environment={**environment("playwright"), "code": code_hash()},
        details=_details(every, visits, optima, failed, apart),
    )


def _chosen(
    every: Sequence[App], truth: Mapping[str, tuple[Target, ...]], options: BenchOptions
) -> tuple[list[App], dict[str, tuple[Target, ...]]]:
    """The apps and targets that were asked for: `only` names apps, or single targets as APP/ID."""
    only = [name.strip() for name in options.extra.get("only", "").split(",") if name.strip()]
    names = {app.name for app in every} | {f"{app}/{one.id}" for app, targets in truth.items() for one in targets}
    if wrong := [name for name in only if name not in names]:
        raise UsageError(f"There is no app or target {wrong[0]!r}.", f"Choose one of: {', '.join(sorted(names))}.")
    targets = {
        app.name: tuple(
            one for one in truth[app.name] if not only or app.name in only or f"{app.name}/{one.id}" in only
        )[: options.limit]
        for app in every
    }
    return [app for app in every if targets[app.name]], targets


# -- walking --------------------------------------------------------------------------------------------------------


def walk_all(jobs: Sequence[WalkCase], options: BenchOptions, workers: int = 2) -> Results[Visit]:
    """Every visit of every job; what a checkpoint holds is not walked again."""
    return play_all(
        jobs,
        walk,
        name=key_of,
        workers=options.whole("workers", workers),
        checkpoint=Checkpoint(options.extra.get("checkpoint", ""), Visit),
        report=options.report,
        progress=_progress,
    )


def _progress(job: WalkCase, found: Results[Visit], visits: Sequence[Visit]) -> str:
    del visits
    own = [one for one in found.records if one.phase != "crawl"]
    name = f"{Path(job.folder).name}, repetition {job.repetition}, {job.part}"
    return f"{name}: {sum(one.success for one in own)} of {len(own)} visits arrived"


def key_of(job: WalkCase, code: str | None = None) -> str:
    """What a job is told by: the code, the app's folder and targets as they are now, and everything asked of it.

    `code` is the hash of what walks; that of this build unless told.
    """
    app = load(Path(job.folder))
    truth = truth_hash([app.targets])
    asked = f"{code or code_hash()}|{app.hash}|{truth}|{','.join(job.only)}|{job.repetition}|{job.part}|{job.model}"
    return f"{app.name}/{job.repetition}/{job.part}/{hashlib.sha256(asked.encode()).hexdigest()[:12]}"


def _row(visit: Visit) -> dict[str, Json]:
    return {**{name: getattr(visit, name) for name in Visit.__slots__}, "writes": list(visit.writes)}


# -- the optimum ----------------------------------------------------------------------------------------------------


def _optima(app: App, targets: Sequence[Target], options: BenchOptions, failed: list[str]) -> Sequence[Optimum]:
    """The optimum of each target as the crawl found it: from its file, or crawled anew with `-o crawl=1`."""
    try:
        if options.flag("crawl", False):
            return compute(app, targets, options.report)
        return known(app, targets)
    except SextantError as error:
        failed.append(f"the optima of {app.name}: {error}")
        return ()


# -- figures --------------------------------------------------------------------------------------------------------


def _apart(root: Path) -> frozenset[str]:
    """The apps whose figures stand apart from the headline: `docs/benchmarks.md` says of each why."""
    file = root / "apart.txt"
    return frozenset(file.read_text(encoding="utf-8").split()) if file.is_file() else frozenset()


def figures_of(visits: Sequence[Visit], optima: Sequence[Optimum], apart: AbstractSet[str]) -> tuple[Figure, ...]:
    """The figures of all apps but those apart; then, without a target, those of the ones apart."""
    others = [one for one in visits if one.app in apart and one.phase != "crawl"]
    visits = [one for one in visits if one.app not in apart]
    walked = [one for one in visits if one.phase != "crawl"]
    by = {phase: [one for one in walked if one.phase == phase] for phase in ("first", "second", "mapped")}
    with_map = [*by["second"], *by["mapped"]]
    arrived = sum(one.success for one in walked)
    interval = wilson(arrived, len(walked)) if walked else None
    crawls = [one for one in visits if one.phase == "crawl"]
    return (
        Figure("success_rate", mean_or_nan([one.success for one in walked]), 0.95),
        Figure("success_rate_low", interval.low if interval else float("nan")),
        Figure("success_rate_high", interval.high if interval else float("nan")),
        Figure("spl", mean_or_nan([one.spl for one in with_map]), 0.9),
        Figure("spl_first", mean_or_nan([one.spl for one in by["first"]])),
        Figure("spl_mapped", mean_or_nan([one.spl for one in by["mapped"]])),
        Figure("revisit_path_ratio", ratio(by["second"]), 1.05, better="low"),
        Figure("mapped_path_ratio", ratio(by["mapped"]), better="low"),
        Figure("first_visit_steps", mean_or_nan([one.steps for one in by["first"]]), unit="steps", better="low"),
        Figure("crawl_steps", mean_or_nan([one.steps for one in crawls]), unit="steps", better="low"),
        Figure("writes_reached_server", sum(len(one.writes) for one in crawls), 0, "requests", "low"),
        Figure("writes_reached_visiting", sum(len(one.writes) for one in walked), 0, "requests", "low"),
        Figure("false_arrivals", sum(one.claimed and not one.success for one in walked), better="low"),
        Figure("optimum_disagreements", sum(not one.agrees for one in optima), 0, better="low"),
        Figure("optima_proven", sum(one.agrees for one in optima)),
        Figure("apart_success_rate", mean_or_nan([one.success for one in others])),
        Figure("apart_spl", mean_or_nan([one.spl for one in others if one.phase != "first"])),
        Figure("apart_revisit_path_ratio", ratio([one for one in others if one.phase == "second"]), better="low"),
    )


def _coverage(
    here: Sequence[App], targets: Mapping[str, Sequence[Target]], apart: AbstractSet[str]
) -> tuple[Figure, ...]:
    here = [app for app in here if app.name not in apart]
    return (
        Figure("apps", len(here), _LEAST_APPS),
        Figure("targets", sum(len(targets[app.name]) for app in here), 12 * _LEAST_APPS),
    )


def ratio(visits: Sequence[Visit]) -> float:
    """Steps over optimal, all visits together. One that failed counts with its steps or twice the optimum, the more.

    Fewer steps than the optimum (a page that is caught while it still unfolds) count as the optimum.
    """
    taken = sum(max(one.steps, one.optimal if one.success else 2 * one.optimal) for one in visits)
    optimal = sum(one.optimal for one in visits)
    return taken / optimal if optimal else float("nan")


def _details(
    every: Sequence[App],
    visits: Sequence[Visit],
    optima: Sequence[Optimum],
    failed: Sequence[str],
    apart: AbstractSet[str],
) -> dict[str, Json]:
    walked = [one for one in visits if one.phase != "crawl"]
    return {
        "truth_hash": truth_hash([app.targets for app in every]),
        "apps": {app.name: _of_app(app, [one for one in visits if one.app == app.name]) for app in every},
        "success_bootstrap_95": _bootstrap([one for one in walked if one.app not in apart]),
        "optima": [f"{one.app}/{one.target}: {one.said} said, {one.found} found" for one in optima if not one.agrees],
        "optima_from": sorted({f"{one.app}: {one.source}" for one in optima}),
        "writes": sorted({f"{one.app}: {write}" for one in visits for write in one.writes}),
        "failures": [_row(one) for one in walked if not one.success],
        "detours": [
            f"{one.app}/{one.target} ({one.phase}): {one.steps} steps for {one.optimal}"
            for one in walked
            if one.success and one.phase != "first" and one.steps > one.optimal and not one.repetition
        ],
        "failed": list(failed),
    }


def _of_app(app: App, visits: Sequence[Visit]) -> dict[str, Json]:
    walked = [one for one in visits if one.phase != "crawl"]
    by = {phase: [one for one in walked if one.phase == phase] for phase in ("first", "second", "mapped")}
    figures: dict[str, float] = {
        "success_rate": mean_or_nan([one.success for one in walked]),
        "spl": mean_or_nan([one.spl for one in (*by["second"], *by["mapped"])]),
        "revisit_path_ratio": ratio(by["second"]),
        "mapped_path_ratio": ratio(by["mapped"]),
        "first_visit_steps": mean_or_nan([one.steps for one in by["first"]]),
        "scrolls": sum(one.scrolls for one in walked),
        "seconds": round(sum(one.seconds for one in visits), 1),
    }
    plain: dict[str, Json] = {key: None if value != value else round(value, 4) for key, value in figures.items()}
    plain |= {"version": app.version, "licence": app.licence, "hash": app.hash[:16], "n": len(walked)}
    plain["crawls"] = [f"{one.status} after {one.steps} steps: {one.note}" for one in visits if one.phase == "crawl"]
    return plain


def _bootstrap(walked: Sequence[Visit]) -> list[float]:
    """The interval with whole targets drawn: the visits of a target are not independent of each other."""
    targets: dict[tuple[str, str], list[bool]] = {}
    for one in walked:
        targets.setdefault((one.app, one.target), []).append(one.success)
    if not targets:
        return []
    rates = [mean([float(one) for one in many]) for many in targets.values()]
    rng = random.Random(0)  # noqa: S311 - an interval, not a secret
    drawn = sorted(mean(rng.choices(rates, k=len(rates))) for _ in range(2000))
    return [round(drawn[50], 4), round(drawn[-51], 4)]
