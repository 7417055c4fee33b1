"""`sextant bench utg-ablation`: Agent+P's table 4 over worlds, with two rows more: no map, no k-hop fallback.

The explorer that carries plans out is the navigator; each row takes one part of it away through a seam (`rows`). All
rows get the same tasks, the same phones and the same static maps with the same mistakes.
"""

import os
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

from sextant.actors.judge import ModelJudge, TargetJudge
from sextant.errors import SextantError, UsageError
from sextant.protocols import Model
from sextant.utg.comparing.static import StaticDials
from sextant_bench.apps import App
from sextant_bench.code import code_hash
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Seeds, draw_seeds, environment
from sextant_bench.navigate_walks import MOST_STEPS
from sextant_bench.utg_ablation.keeping import Found, Plan, kept_in
from sextant_bench.utg_ablation.merging import merged
from sextant_bench.utg_ablation.playing import walk
from sextant_bench.utg_ablation.real import chosen_apps, left_out, play_app
from sextant_bench.utg_ablation.rows import ROWS, Given, Row, Scripted
from sextant_bench.utg_ablation.tallies import Outcome, all_steps, reduction, row_json, size_listing
from sextant_bench.utg_ablation.tasks import SIZES, Asked, tasks_of, truth_hash

__all__ = ["run"]

PHONES = 16
EACH = 6
MOST = 30
"""Steps of an episode. The paper has a limit and does not say which; ten times the steps of a person are usual."""
RIGHT = 0.9
_SCRIPTED = "scripted"


def run(options: BenchOptions) -> BenchResult:
    """Plays every row on every task.

    Raises:
        UsageError: An option is malformed.
    """
    plan = _plan(options)
    if options.limit is not None and not options.extra.get("apps"):
        raise UsageError("--limit counts the targets of real apps, and none are named.", "Add -o apps=benchmarks/apps.")
    seeds = draw_seeds(options.n or PHONES, options.seed)
    begun = time.perf_counter()
    outcomes: list[Outcome] = []
    errors: list[str] = []
    curves: list[dict[str, Json]] = []
    apps = chosen_apps(options.extra.get("apps", ""))
    kept = kept_in(options.extra.get("checkpoint", ""), plan)
    found: dict[int, Found] = {seed: kept.phones[seed] for seed in seeds.all if seed in kept.phones}
    for seed, one in _results([seed for seed in seeds.all if seed not in found], plan, options.whole("workers", 2)):
        found[seed] = one
        kept.keep(seed, one)
        options.report(_progress(found, len(seeds.all), time.perf_counter() - begun))
    for seed in seeds.all:
        outcomes += found[seed].outcomes
        errors += found[seed].errors
        curves.append(found[seed].merged)
    real = _real(apps, options, plan, errors)
    return _result(plan, seeds, outcomes, real, left_out(apps, options.limit), errors, curves)


def _real(apps: Sequence[App], options: BenchOptions, plan: Plan, errors: list[str]) -> list[Outcome]:
    """The rows on real apps, where a folder of them is named."""
    found: list[Outcome] = []
    model = _model(plan.model)
    judge = None if model is None else ModelJudge(model)
    for app in apps:
        try:
            with tempfile.TemporaryDirectory(prefix="sextant-ablation-", dir=_memory()) as scratch:
                found += play_app(app, options.limit, plan.rows, judge, Path(scratch), options.report)
        except SextantError as error:
            errors.append(f"{app.name}: {error}")
    if model is not None:
        model.close()
    return found


def _plan(options: BenchOptions) -> Plan:
    chosen = tuple(name for name in options.extra.get("rows", "").split(",") if name)
    known = tuple(row.name for row in ROWS)
    unknown = sorted(set(chosen) - set(known))
    if unknown:
        raise UsageError(f"There is no row {unknown[0]!r}.", f"Rows: {', '.join(known)}.")
    dials = StaticDials(options.share("missing", 0.2), options.share("infeasible", 0.1))
    model = options.extra.get("model", _SCRIPTED)
    return Plan(options.whole("each", EACH), dials, model, options.share("right", RIGHT), chosen or known)


def _results(seeds: Sequence[int], plan: Plan, workers: int) -> Iterator[tuple[int, Found]]:
    """What each phone gave, as they are done; the large ones are begun first, so that none is waited for alone."""
    ordered = sorted(seeds, key=lambda seed: -SIZES[seed % len(SIZES)])
    if workers == 1:
        yield from ((seed, _phone(seed, plan)) for seed in ordered)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting = {pool.submit(_phone, seed, plan): seed for seed in ordered}
        for done in as_completed(waiting):
            yield waiting[done], done.result()


def _progress(found: Mapping[int, Found], phones: int, seconds: float) -> str:
    """One line: phones done, time, and how the two rows of the first figure stand."""
    outcomes = [outcome for one in found.values() for outcome in one.outcomes]
    full, bare = ([one for one in outcomes if one.row == name] for name in ("full", "no_map"))
    stand = ""
    if full and bare:
        solved = (
            f"full {sum(one.solved for one in full)}, no_map {sum(one.solved for one in bare)} of {len(full)} solved"
        )
        stand = f"; {solved}, steps {-reduction(full, bare).reduction:+.0%}"
    return f"{len(found)}/{phones} phones, {seconds:.0f} s{stand}"


def _phone(seed: int, plan: Plan) -> Found:
    """All tasks of one phone in all rows."""
    outcomes: list[Outcome] = []
    errors: list[str] = []
    model = _model(plan.model)
    with tempfile.TemporaryDirectory(prefix="sextant-ablation-", dir=_memory()) as scratch:
        for number, asked in enumerate(tasks_of(seed, plan.each, plan.dials)):
            judge = Scripted(asked, plan.right) if model is None else ModelJudge(model)
            for row in ROWS:
                if row.name in plan.rows:
                    try:
                        outcomes.append(_episode(row, asked, judge, Path(scratch), f"{seed}/{number}"))
                    except SextantError as error:
                        errors.append(f"{row.name} on {asked.goal!r}: {error}")
    if model is not None:
        model.close()
    return Found(tuple(outcomes), merged(seed, plan.dials), tuple(errors))


def _episode(row: Row, asked: Asked, judge: TargetJudge, scratch: Path, task: str) -> Outcome:
    given = Given(asked.static, asked.static.app)
    with row.store(given) as store:
        done = walk(asked.world, asked.goal, lambda: row.make(given, judge, store), MOST, scratch, asked.seed)
    solved = done.claimed and done.page == asked.page
    return Outcome(
        row.name, task, asked.wording, asked.size, asked.shortest, MOST, solved, done.steps, done.seconds, done.page
    )


def _model(spec: str) -> Model | None:
    if spec == _SCRIPTED:
        return None
    from sextant.models import open_model

    return open_model(spec)


def _memory() -> str | None:
    """Where files are kept in memory, if there is such a place: the journals of episodes are read by nobody."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - a folder of its own is made in it


def _result(
    plan: Plan,
    seeds: Seeds,
    outcomes: list[Outcome],
    real: list[Outcome],
    excluded: int,
    errors: list[str],
    curves: list[dict[str, Json]],
) -> BenchResult:
    """The figures are of worlds; what real apps gave stands beside them under `real`, with nothing put together."""
    worlds, apps = _by_row(plan, outcomes), _by_row(plan, real)
    figures: list[Figure] = []
    if worlds.get("full") and worlds.get("no_map"):
        figures = _gains(worlds["full"], worlds["no_map"], frozenset(map(str, seeds.drawn)))
    figures += [Figure(f"success_{name}", _success(found)) for name, found in worlds.items()]
    figures += [Figure(f"real_success_{name}", _success(found)) for name, found in apps.items()]
    if apps.get("full") and apps.get("no_map"):
        figures.append(Figure("real_steps_reduction", reduction(apps["full"], apps["no_map"]).reduction))
    details: dict[str, Json] = {
        "rows": _table(plan, worlds),
        "real": _table(plan, apps),
        "khop_fallback": _fallback(worlds),
        "merged": [*curves],
        "errors": [*errors],
        "episodes": [_told(one) for one in (*outcomes, *real)],
    }
    return BenchResult(
        "utg-ablation",
        tuple(figures),
        n=len(outcomes) + len(real),
        skipped=len(ROWS) - len(plan.rows),
        errors=len(errors),
        excluded=excluded,
        seeds=seeds,
        environment={**environment(), **_configuration(plan)},
        details=details,
        listings=(size_listing(worlds), *([size_listing(apps, " on real apps")] if apps else ())),
    )


def _by_row(plan: Plan, outcomes: Sequence[Outcome]) -> dict[str, list[Outcome]]:
    """The episodes of each row that was played, by the name that it goes by in figures."""
    found = {_called(name, plan): [one for one in outcomes if one.row == name] for name in plan.rows}
    return {name: episodes for name, episodes in found.items() if episodes}


def _called(row: str, plan: Plan) -> str:
    """What a row is called in figures: one without a model must not be taken for one with."""
    return "scripted_selector" if row == "model" and plan.model == _SCRIPTED else row


def _table(plan: Plan, by_row: Mapping[str, Sequence[Outcome]]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for row in ROWS:
        name = _called(row.name, plan)
        if name in by_row:
            said = {"paper": row.paper, "is": row.says}
            if name != row.name:
                said = {"paper": f"{row.paper}, a script for its model", "is": f"no model: a script for it; {row.says}"}
            found[name] = {**said, **row_json(by_row[name])}
    return found


def _gains(full: Sequence[Outcome], bare: Sequence[Outcome], drawn: AbstractSet[str]) -> list[Figure]:
    """What the map is worth: steps over the tasks that both solve, steps over all, success; on `drawn` phones alone."""
    both, every = reduction(full, bare), 1 - all_steps(full) / all_steps(bare)
    taken = 1 - sum(one.steps for one in full) / max(1, sum(one.steps for one in bare))
    fresh = reduction(*([one for one in row if one.phone in drawn] for row in (full, bare)))
    return [
        Figure("steps_reduction", both.reduction, 0.37),
        Figure("steps_reduction_low", both.interval.low),
        Figure("steps_reduction_high", both.interval.high),
        Figure("steps_reduction_drawn", fresh.reduction),
        Figure("steps_reduction_all", every),
        Figure("steps_reduction_taken", taken),
        Figure("solved_by_both", both.tasks, unit="tasks"),
        Figure("success_gain", _success(full) - _success(bare), 0.0),
    ]


def _fallback(by_row: Mapping[str, Sequence[Outcome]]) -> dict[str, Json]:
    """In how many tasks it made a difference what is thought of where there is no plan."""
    full = {one.task: (one.solved, one.steps) for one in by_row.get("full", ())}
    without = {one.task: (one.solved, one.steps) for one in by_row.get("no_khop", ())}
    both = full.keys() & without.keys()
    return {"tasks": len(both), "other_steps_or_outcome": sum(full[task] != without[task] for task in both)}


def _success(outcomes: Sequence[Outcome]) -> float:
    return sum(outcome.solved for outcome in outcomes) / len(outcomes)


def _told(one: Outcome) -> list[Json]:
    return [one.task, one.row, one.wording, one.size, one.shortest, one.solved, one.steps, one.ended_on]


def _configuration(plan: Plan) -> dict[str, str]:
    scripted = f"no model: it is told the right screen, and is right in {plan.right:.0%} of the tasks"
    return {
        "code": code_hash(),
        "model_selector": scripted if plan.model == _SCRIPTED else plan.model,
        "static_map": f"{plan.dials.missing:.0%} of the transitions missing, {plan.dials.infeasible:.0%} infeasible",
        "step_limit": f"{MOST}; on real apps {MOST_STEPS}",
        "real_apps": "only where -o apps=FOLDER names them; the row with a scripted model is not played on them",
        "apps_on_a_phone": ", ".join(map(str, SIZES)),
        "goals": f"world_goals.tsv {truth_hash()}",
    }
