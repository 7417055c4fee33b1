"""`sextant bench utg-ablation`: Agent+P's table 4 over worlds, with two rows more: no map, no k-hop fallback.

The explorer that carries plans out is the navigator; each row takes one part of it away through a seam (`rows`). All
rows get the same tasks, the same phones and the same static maps with the same mistakes.
"""

import os
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from sextant.bench.figures import BenchOptions, BenchResult, Figure, Json, Seeds, draw_seeds, environment
from sextant.bench.utg_ablation.merging import merged
from sextant.bench.utg_ablation.playing import walk
from sextant.bench.utg_ablation.real import chosen_apps, play_app
from sextant.bench.utg_ablation.rows import ROWS, Given, Parts, Row, Scripted
from sextant.bench.utg_ablation.tallies import Outcome, reduction, row_json
from sextant.bench.utg_ablation.tasks import SIZES, Asked, tasks_of, truth_hash
from sextant.build.guides import open_selector
from sextant.contracts import Model
from sextant.errors import SextantError, UsageError
from sextant.utg.comparing.static import StaticDials

__all__ = ["run"]

PHONES = 16
EACH = 4
MOST = 30
"""Steps of an episode. The paper has a limit and does not say which; ten times the steps of a person are usual."""
RIGHT = 0.9
_SCRIPTED = "scripted"


@dataclass(frozen=True, slots=True)
class _Plan:
    """What one process is told."""

    each: int
    dials: StaticDials
    model: str
    right: float
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    outcomes: tuple[Outcome, ...]
    merged: dict[str, Json]
    errors: tuple[str, ...]


def run(options: BenchOptions) -> BenchResult:
    """Plays every row on every task.

    Raises:
        UsageError: An option is malformed.
    """
    plan = _plan(options)
    seeds = draw_seeds(options.n or PHONES, options.seed)
    begun = time.perf_counter()
    outcomes: list[Outcome] = []
    errors: list[str] = []
    curves: list[dict[str, Json]] = []
    for number, found in enumerate(_results(seeds, plan, options.whole("workers", 2)), 1):
        outcomes += found.outcomes
        errors += found.errors
        curves.append(found.merged)
        options.report(f"{number}/{len(seeds.all)} phones, {time.perf_counter() - begun:.0f} s")
    real = _real(options, plan, errors)
    return _result(plan, seeds, [*outcomes, *real], errors, curves)


def _real(options: BenchOptions, plan: _Plan, errors: list[str]) -> list[Outcome]:
    """The rows on real apps, where a folder of them is named."""
    found: list[Outcome] = []
    model = _model(plan.model)
    parts = Parts(None if model is None else open_selector(model), open_selector())
    for app in chosen_apps(options.extra.get("apps", "")):
        try:
            with tempfile.TemporaryDirectory(prefix="sextant-ablation-", dir=_memory()) as scratch:
                found += play_app(app, options.limit, plan.rows, parts, Path(scratch), options.report)
        except SextantError as error:
            errors.append(f"{app.name}: {error}")
    if model is not None:
        model.close()
    return found


def _plan(options: BenchOptions) -> _Plan:
    chosen = tuple(name for name in options.extra.get("rows", "").split(",") if name)
    known = tuple(row.name for row in ROWS)
    unknown = sorted(set(chosen) - set(known))
    if unknown:
        raise UsageError(f"There is no row {unknown[0]!r}.", f"Rows: {', '.join(known)}.")
    dials = StaticDials(options.share("missing", 0.2), options.share("infeasible", 0.1))
    model = options.extra.get("model", _SCRIPTED)
    return _Plan(options.whole("each", EACH), dials, model, options.share("right", RIGHT), chosen or known)


def _results(seeds: Seeds, plan: _Plan, workers: int) -> Iterable[_Found]:
    if workers == 1:
        yield from (_phone(seed, plan) for seed in seeds.all)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for waiting in [pool.submit(_phone, seed, plan) for seed in seeds.all]:
            yield waiting.result()


def _phone(seed: int, plan: _Plan) -> _Found:
    """All tasks of one phone in all rows."""
    outcomes: list[Outcome] = []
    errors: list[str] = []
    selector, model = open_selector(), _model(plan.model)
    with tempfile.TemporaryDirectory(prefix="sextant-ablation-", dir=_memory()) as scratch:
        for number, asked in enumerate(tasks_of(seed, plan.each, plan.dials)):
            parts = Parts(Scripted(asked, plan.right, selector) if model is None else open_selector(model), selector)
            for row in ROWS:
                if row.name in plan.rows:
                    try:
                        outcomes.append(_episode(row, asked, parts, Path(scratch), f"{seed}/{number}"))
                    except SextantError as error:
                        errors.append(f"{row.name} on {asked.goal!r}: {error}")
    if model is not None:
        model.close()
    return _Found(tuple(outcomes), merged(seed, plan.dials), tuple(errors))


def _episode(row: Row, asked: Asked, parts: Parts, scratch: Path, task: str) -> Outcome:
    given = Given(asked.static, asked.static.app)
    with row.store(given) as store:
        done = walk(asked.world, asked.goal, lambda: row.make(given, parts, store), MOST, scratch, asked.seed)
    solved = done.claimed and done.page == asked.page
    return Outcome(
        row.name, task, asked.wording, asked.size, asked.shortest, solved, done.steps, done.seconds, done.page
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
    plan: _Plan, seeds: Seeds, outcomes: list[Outcome], errors: list[str], curves: list[dict[str, Json]]
) -> BenchResult:
    by_row = {name: [outcome for outcome in outcomes if outcome.row == name] for name in plan.rows}
    table: dict[str, Json] = {
        row.name: {"paper": row.paper, "is": row.says, **row_json(by_row[row.name], MOST)}
        for row in ROWS
        if by_row.get(row.name)
    }
    missing = len(ROWS) - len(plan.rows)
    figures: list[Figure] = []
    if by_row.get("full") and by_row.get("no_map"):
        gain = _success(by_row["full"]) - _success(by_row["no_map"])
        figures = [
            Figure("steps_reduction", reduction(by_row["full"], by_row["no_map"]), 0.37),
            Figure("success_gain", gain, 0.0),
        ]
    return BenchResult(
        "utg-ablation",
        (*figures, *(Figure(f"success_{name}", _success(found)) for name, found in by_row.items() if found)),
        n=len(outcomes),
        skipped=missing,
        errors=len(errors),
        seeds=seeds,
        environment={**environment(), **_configuration(plan)},
        details={"rows": table, "merged": curves, "errors": errors, "episodes": [_told(one) for one in outcomes]},
    )


def _success(outcomes: list[Outcome]) -> float:
    return sum(outcome.solved for outcome in outcomes) / len(outcomes)


def _told(one: Outcome) -> list[Json]:
    return [one.task, one.row, one.wording, one.size, one.shortest, one.solved, one.steps, one.ended_on]


def _configuration(plan: _Plan) -> dict[str, str]:
    scripted = f"no model: it is told the right screen, and is right in {plan.right:.0%} of the tasks"
    return {
        "model_selector": scripted if plan.model == _SCRIPTED else plan.model,
        "static_map": f"{plan.dials.missing:.0%} of the transitions missing, {plan.dials.infeasible:.0%} infeasible",
        "step_limit": str(MOST),
        "real_apps": "only where -o apps=FOLDER names them; the row with a scripted model is not played on them",
        "apps_on_a_phone": ", ".join(map(str, SIZES)),
        "goals": f"world_goals.tsv {truth_hash()}",
    }
