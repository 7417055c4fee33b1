"""`sextant bench plan`: how quick planning is, and whether three planners that share no code agree on what it costs.

The exact planner, Fast Downward and rustworkx (distances; orders by trying all) answer the same questions on random
graphs and on the graphs of real apps. Every plan is validated by `sextant.utg.planning.planners`.
"""

import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sextant.errors import MissingExtra
from sextant.utg.planning.fast_downward import FastDownward, installation
from sextant.utg.planning.network import Network, PlanGoal, PlanResult, network_of
from sextant.utg.planning.planners import plan, validate
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Seeds, draw_seeds, environment
from sextant_bench.harness import play_all
from sextant_bench.plan_cases import (
    REAL,
    Baseline,
    Opinion,
    PlanCase,
    drawn_case,
    large_network,
    real_cases,
    real_networks,
)
from sextant_bench.plan_tours import cheapest_tour
from sextant_bench.statistics import median, percentile

_RANDOM = 500
_NODES, _EDGES, _HIGHEST = 200_000, 1_000_000, 1000
_OSMAND = "osmand_CTGwithFragment"
_QUERIES = 300
_TIMES = 2
_EXACT = 12
"""Goals in any order that have to be planned exactly."""


@dataclass
class _Comparison:
    """What was compared so far."""

    disagreements: list[str] = field(default_factory=list[str])
    invalid: list[str] = field(default_factory=list[str])
    failed: list[str] = field(default_factory=list[str])
    plans: int = 0

    def add(self, case: PlanCase, answers: Sequence[PlanResult], third: Opinion | None) -> None:
        """Compares what the planners say of a case, and validates every plan once more."""
        opinions = {Opinion(len(one.unreached), one.cost) for one in answers}
        if third is not None:
            opinions.add(third)
        if len(opinions) > 1:
            self.disagreements.append(f"{case.name}: {sorted((one.unmet, one.cost) for one in opinions)}")
        for answer in answers:
            self.plans += 1
            if answer.status in ("failed", "out_of_time"):
                self.failed.append(f"{case.name}: {answer.planner}: {answer.reason}")
            elif fault := validate(case.network, case.start, case.asked, case.order, answer):
                self.invalid.append(f"{case.name}: {answer.planner}: {fault}")


def run(options: BenchOptions) -> BenchResult:
    """`options.n` random graphs (500 by default) and every real one; two minutes or more, most of it Fast Downward."""
    seeds = draw_seeds(options.n or _RANDOM, options.seed)
    real = real_networks(Path(options.extra.get("graphs", "../shared/data/utg")).expanduser())
    rng = random.Random(seeds.entropy)  # noqa: S311 - problems, not secrets
    fast_downward, baseline = _fast_downward(), Baseline() if Baseline.installed() else None
    found, details = _Comparison(), dict[str, Json]()
    figures = [
        *_osmand(real, rng, details),
        *_large(baseline, rng, details, options),
        *_many_goals(rng),
        *_real(real, rng, fast_downward, baseline, found, details),
    ]
    _compare(seeds, fast_downward, baseline, found, details, options)
    figures += [
        Figure("cost_disagreements", len(found.disagreements), 0, better="low"),
        Figure("invalid_plans", len(found.invalid), 0, better="low"),
    ]
    details |= {"plans": found.plans, "disagreements": found.disagreements[:20], "invalid": found.invalid[:20]}
    details |= {"failed": found.failed[:20], "real_graphs": sorted(real)}
    missing = ("up-fast-downward",) * (fast_downward is None) + ("rustworkx",) * (baseline is None)
    return BenchResult(
        "plan",
        tuple(figure for figure in figures if not figure.name.startswith("rustworkx")),
        n=len(seeds.all) + len(real),
        skipped=len(missing),
        errors=len(found.failed),
        excluded=len(REAL) - len(real),
        seeds=seeds,
        baselines=tuple(figure for figure in figures if figure.name.startswith("rustworkx")),
        environment=environment("up-fast-downward", "rustworkx"),
        details={**details, "missing": missing},
    )


def _fast_downward() -> FastDownward | None:
    try:
        return FastDownward(installation())
    except MissingExtra:
        return None


def _timed(network: Network[Any, Any], start: int, goals: Sequence[int], order: str = "ordered") -> PlanResult:
    asked = [PlanGoal(frozenset({goal})) for goal in goals]
    return plan(network, start, asked, "ordered" if order == "ordered" else "unordered", deadline_seconds=600)


def _osmand(
    real: dict[str, tuple[Network[str, Any], int]], rng: random.Random, details: dict[str, Json]
) -> list[Figure]:
    """One to three goals, from any screen that has exits to any; the figure is the 95th percentile."""
    if _OSMAND not in real:
        return [Figure("osmand_ms", math.nan, 5, "ms", "low")]
    network, _ = real[_OSMAND]
    starts = [node for node in range(len(network.nodes)) if network.heads[node] < network.heads[node + 1]]
    times: list[float] = []
    for number in range(_QUERIES):
        goals = [rng.randrange(len(network.nodes)) for _ in range(1 + number % 3)]
        order = "ordered" if number % 2 else "unordered"
        times.append(1000 * _timed(network, rng.choice(starts), goals, order).seconds)
    details["osmand"] = {"queries": _QUERIES, "median_ms": median(times), "max_ms": max(times)}
    return [Figure("osmand_ms", percentile(times, 95), 5, "ms", "low")]


def _large(
    baseline: Baseline | None, rng: random.Random, details: dict[str, Json], options: BenchOptions
) -> list[Figure]:
    """The slowest of several questions on a million edges, one of them without an answer: it has to look at all."""
    figures: list[Figure] = []
    for name, highest, target in (("million_edge_s", 1, 1.0), ("million_edge_weighted_s", _HIGHEST, 3.0)):
        begun = time.perf_counter()
        network = large_network(_NODES, _EDGES, highest, rng.randrange(2**32))
        built = time.perf_counter() - begun
        incoming = set(network.targets)
        island = next(node for node in range(_NODES) if node not in incoming)
        asked = [(rng.randrange(_NODES), goal) for goal in (*(rng.randrange(_NODES) for _ in range(7)), island)]
        answers = [_timed(network, start, [goal]) for start, goal in asked]
        seconds = [answer.seconds for answer in answers]
        details[name] = {"build_s": built, "median_s": median(seconds), "unreachable_s": seconds[-1]}
        figures.append(Figure(name, max(seconds), target, "s", "low"))
        if baseline is not None:
            figures += _large_baseline(baseline, name, network, asked, answers)
        options.report(f"{name}: slowest {max(seconds):.2f} s")
    return figures


def _large_baseline(
    baseline: Baseline,
    name: str,
    network: Network[int, int],
    asked: Sequence[tuple[int, int]],
    answers: Sequence[PlanResult],
) -> list[Figure]:
    graph = baseline.graph(network)
    slowest, differing = 0.0, 0
    for (start, goal), answer in zip(asked, answers, strict=True):
        begun = time.perf_counter()
        distance = baseline.distances(graph, start).get(goal)
        slowest = max(slowest, time.perf_counter() - begun)
        differing += (answer.cost if answer.found else None) != (None if distance is None else round(distance))
    return [Figure(f"rustworkx_{name}", slowest, unit="s", better="low"), _same(name, differing)]


def _same(name: str, differing: int) -> Figure:
    return Figure(f"{name.removesuffix('_s')}_disagreements", differing, 0, better="low")


def _many_goals(rng: random.Random) -> list[Figure]:
    """Goals in any order on a strongly connected graph: exact up to twelve, and beyond that said to be no more.

    Exact is what costs as little as the tour that is worked out apart; a number counts if all below it are exact.
    """
    size = 400
    edges = [(node, (node + 1) % size, rng.randint(1, 20)) for node in range(size)]
    edges += [(rng.randrange(size), rng.randrange(size), rng.randint(1, 20)) for _ in range(3 * size)]
    network = network_of(edges, range(size))
    asked = {count: rng.sample(range(1, size), count) for count in range(1, 16)}
    answers = {count: _timed(network, 0, goals, "unordered") for count, goals in asked.items()}
    proven = [
        answers[count].status == "optimal" and answers[count].cost == cheapest_tour(edges, 0, asked[count])
        for count in range(1, _EXACT + 1)
    ]
    exact = next((count for count, good in enumerate(proven) if not good), _EXACT)
    beyond = [answer for count, answer in answers.items() if count > _EXACT]
    kept = sum(answer.status == "satisficing" and answer.complete for answer in beyond)
    return [
        Figure("exact_unordered_goals", exact, _EXACT),
        Figure("satisficing_beyond", kept / len(beyond), 1.0),
        Figure("twelve_goals_s", answers[_EXACT].seconds, unit="s", better="low"),
    ]


def _answers(case: PlanCase, fast_downward: FastDownward | None) -> list[PlanResult]:
    answers = [plan(case.network, case.start, case.asked, case.order)]
    if fast_downward is not None:
        answers.append(plan(case.network, case.start, case.asked, case.order, fast_downward, deadline_seconds=60))
    return answers


def _real(
    real: dict[str, tuple[Network[str, Any], int]],
    rng: random.Random,
    fast_downward: FastDownward | None,
    baseline: Baseline | None,
    found: _Comparison,
    details: dict[str, Json],
) -> list[Figure]:
    """One question after the other, so that the times are those of a machine that does nothing else."""
    slowest: dict[str, Json] = {}
    worst = 0.0
    for name, (network, start) in real.items():
        times: list[float] = []
        for case in real_cases(name, network, start, rng, _TIMES):
            answers = _answers(case, fast_downward)
            times.append(answers[-1].seconds)
            found.add(case, answers, baseline.opinion(case) if baseline else None)
        slowest[name] = max(times)
        worst = max(worst, *times)
    details["fast_downward_max_s"] = slowest
    measured = bool(real) and fast_downward is not None
    return [Figure("fast_downward_max_s", worst if measured else math.nan, 1, "s", "low")]


def _compare(
    seeds: Seeds,
    fast_downward: FastDownward | None,
    baseline: Baseline | None,
    found: _Comparison,
    details: dict[str, Json],
    options: BenchOptions,
) -> None:
    begun = time.perf_counter()
    cases = [drawn_case(seed) for seed in seeds.all]

    played = play_all(
        cases,
        lambda case: [(case, _answers(case, fast_downward))],
        name=lambda case: case.name,
        workers=options.whole("workers", 2),
        pool="threads",
        report=options.report,
        progress="random graphs",
        every=50,
    )
    for case, answers in played.records:
        found.add(case, answers, baseline.opinion(case) if baseline else None)
    found.failed += played.errors
    details["random_graphs_s"] = time.perf_counter() - begun
    details["random_unreachable"] = sum(
        not plan(case.network, case.start, case.asked, case.order).complete for case in cases
    )
