"""`sextant bench utg-ablation`: Agent+P's table 4 over worlds, with two rows more: no map, no k-hop fallback.

The explorer that carries plans out is the navigator; each row takes one part of it away through a seam (`rows`). All
rows get the same tasks, the same phones and the same static maps with the same mistakes.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sextant.actors.judge import ModelJudge, TargetJudge
from sextant.errors import SextantError, UsageError
from sextant.protocols import Model
from sextant.utg.comparing.static import StaticDials
from sextant_bench.apps import App
from sextant_bench.code import code_hash
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Seeds, environment
from sextant_bench.harness import Checkpoint, Results, play_all, scratch
from sextant_bench.navigate_walks import MOST_STEPS
from sextant_bench.statistics import mean_or_nan
from sextant_bench.utg_ablation.episode import walk
from sextant_bench.utg_ablation.map_updates import Updated, updated
from sextant_bench.utg_ablation.metrics import RowEpisode, all_steps, reduction, row_json, size_listing
from sextant_bench.utg_ablation.real_apps import chosen_apps, left_out, play_app
from sextant_bench.utg_ablation.rows import ROWS, AblationRow, Given, Scripted
from sextant_bench.utg_ablation.tasks import SIZES, AskedTask, tasks_of, truth_hash

__all__ = ["run"]

PHONES = 16
EACH = 6
MOST = 30
"""Steps of an episode. The paper has a limit and does not say which; ten times the steps of a person are usual."""
RIGHT = 0.9
_SCRIPTED = "scripted"


@dataclass(frozen=True, slots=True)
class AblationPlan:
    """What one process is told."""

    each: int
    dials: StaticDials
    model: str
    right: float
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Phone:
    """What the tasks of one phone gave in all rows, and what observation made of its static map."""

    seed: int
    outcomes: tuple[RowEpisode, ...]
    updates: Updated


def run(options: BenchOptions) -> BenchResult:
    """Plays every row on every task.

    Raises:
        UsageError: An option is malformed.
    """
    plan = _plan(options)
    if options.limit is not None and not options.extra.get("apps"):
        raise UsageError("--limit counts the targets of real apps, and none are named.", "Add -o apps=benchmarks/apps.")
    apps = chosen_apps(options.extra.get("apps", ""))
    kept = Checkpoint(options.extra.get("checkpoint", ""), Phone, f"{plan} {truth_hash()}", options.seed)
    seeds = kept.draw(options.n or PHONES)
    phones = play_all(
        sorted(seeds.all, key=lambda seed: -SIZES[seed % len(SIZES)]),  # so that no large one is waited for alone
        partial(_phone, plan=plan),
        workers=options.whole("workers", 2),
        checkpoint=kept,
        report=options.report,
        progress=_progress,
    )
    ordered = sorted(phones.records, key=lambda phone: seeds.all.index(phone.seed))
    outcomes = [one for phone in ordered for one in phone.outcomes]
    real = _real(apps, options, plan)
    errors = [*phones.errors, *real.errors]
    curves = [phone.updates.told() for phone in ordered]
    return _result(plan, seeds, outcomes, real.records, left_out(apps, options.limit), errors, curves)


def _real(apps: Sequence[App], options: BenchOptions, plan: AblationPlan) -> Results[RowEpisode]:
    """The rows on real apps, where a folder of them is named."""
    model = _model(plan.model)
    judge = None if model is None else ModelJudge(model)

    def played(app: App) -> Sequence[RowEpisode]:
        with scratch("ablation") as folder:
            return play_app(app, options.limit, plan.rows, judge, folder, options.report)

    found = play_all(apps, played, name=lambda app: app.name, report=options.report)
    if model is not None:
        model.close()
    return found


def _plan(options: BenchOptions) -> AblationPlan:
    rows = options.some_of("rows", [row.name for row in ROWS], "row")
    dials = StaticDials(options.share("missing", 0.2), options.share("infeasible", 0.1))
    model = options.extra.get("model", _SCRIPTED)
    return AblationPlan(options.whole("each", EACH), dials, model, options.share("right", RIGHT), rows)


def _progress(seed: int, found: Results[Phone], phones: Sequence[Phone]) -> str:
    """How the two rows of the first figure stand."""
    del found
    outcomes = [outcome for phone in phones for outcome in phone.outcomes]
    full, bare = ([one for one in outcomes if one.row == name] for name in ("full", "no_map"))
    if not full or not bare:
        return f"phone {seed}"
    solved = f"full {sum(one.solved for one in full)}, no_map {sum(one.solved for one in bare)} of {len(full)} solved"
    return f"phone {seed}; {solved}, steps {-reduction(full, bare).reduction:+.0%}"


def _phone(seed: int, plan: AblationPlan) -> Results[Phone]:
    """All tasks of one phone in all rows."""
    outcomes: list[RowEpisode] = []
    errors: list[str] = []
    model = _model(plan.model)
    with scratch("ablation") as folder:
        for number, asked in enumerate(tasks_of(seed, plan.each, plan.dials)):
            judge = Scripted(asked, plan.right) if model is None else ModelJudge(model)
            for row in ROWS:
                if row.name in plan.rows:
                    try:
                        outcomes.append(_episode(row, asked, judge, folder, f"{seed}/{number}"))
                    except SextantError as error:
                        errors.append(f"{row.name} on {asked.goal!r}: {error}")
    if model is not None:
        model.close()
    return Results([Phone(seed, tuple(outcomes), updated(seed, plan.dials))], errors)


def _episode(row: AblationRow, asked: AskedTask, judge: TargetJudge, folder: Path, task: str) -> RowEpisode:
    given = Given(asked.static, asked.static.app)
    with row.store(given) as store:
        done = walk(asked.world, asked.goal, lambda: row.make(given, judge, store), MOST, folder, asked.seed)
    solved = done.claimed and done.page == asked.page
    return RowEpisode(
        row.name, task, asked.wording, asked.size, asked.shortest, MOST, solved, done.steps, done.seconds, done.page
    )


def _model(spec: str) -> Model | None:
    if spec == _SCRIPTED:
        return None
    from sextant.models import open_model

    return open_model(spec)


def _result(
    plan: AblationPlan,
    seeds: Seeds,
    outcomes: Sequence[RowEpisode],
    real: Sequence[RowEpisode],
    excluded: int,
    errors: Sequence[str],
    curves: Sequence[Json],
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
        "merged": curves,
        "errors": errors,
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


def _by_row(plan: AblationPlan, outcomes: Sequence[RowEpisode]) -> dict[str, list[RowEpisode]]:
    """The episodes of each row that was played, by the name that it goes by in figures."""
    found = {_called(name, plan): [one for one in outcomes if one.row == name] for name in plan.rows}
    return {name: episodes for name, episodes in found.items() if episodes}


def _called(row: str, plan: AblationPlan) -> str:
    """What a row is called in figures: one without a model must not be taken for one with."""
    return "scripted_selector" if row == "model" and plan.model == _SCRIPTED else row


def _table(plan: AblationPlan, by_row: Mapping[str, Sequence[RowEpisode]]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for row in ROWS:
        name = _called(row.name, plan)
        if name in by_row:
            said = {"paper": row.paper, "is": row.says}
            if name != row.name:
                said = {"paper": f"{row.paper}, a script for its model", "is": f"no model: a script for it; {row.says}"}
            found[name] = {**said, **row_json(by_row[name])}
    return found


def _gains(full: Sequence[RowEpisode], bare: Sequence[RowEpisode], drawn: AbstractSet[str]) -> list[Figure]:
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


def _fallback(by_row: Mapping[str, Sequence[RowEpisode]]) -> dict[str, Json]:
    """In how many tasks it made a difference what is thought of where there is no plan."""
    full = {one.task: (one.solved, one.steps) for one in by_row.get("full", ())}
    without = {one.task: (one.solved, one.steps) for one in by_row.get("no_khop", ())}
    both = full.keys() & without.keys()
    return {"tasks": len(both), "other_steps_or_outcome": sum(full[task] != without[task] for task in both)}


def _success(outcomes: Sequence[RowEpisode]) -> float:
    return mean_or_nan(outcome.solved for outcome in outcomes)


def _told(one: RowEpisode) -> list[Json]:
    return [one.task, one.row, one.wording, one.size, one.shortest, one.solved, one.steps, one.ended_on]


def _configuration(plan: AblationPlan) -> dict[str, str]:
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
