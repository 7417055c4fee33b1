"""`sextant bench context`: what a model reads at step 50 and at step 500 of one walk, and what it still finds there.

The walk goes through the real loop on worlds, with a scripted model: with all guides and a program in one call a step,
and with the full text history; both with answers that are malformed or vetoed, and earlier steps that are asked for. A
part of it goes with each published system's own calls, and without any of that, as the calls are published.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sextant.settings import Settings
from sextant.settings.schema import Preset
from sextant.settings.sources import PRESET_NAMES, settings_of
from sextant_bench.context.episode import ContextWalk, walk
from sextant_bench.context.stage import LEAST_ELEMENTS, WalkStage, stage_of
from sextant_bench.context.walker import PLANTED, plan_of, with_program
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Listing, draw_seeds, environment
from sextant_bench.harness import Results, play_all, scratch

__all__ = ["run"]

STEPS = 500
EARLY = 50
MISHAPS = 3
"""So often at least each kind of mishap has to happen on a walk, so that what it costs is in the figures."""
_SEPARATE_STEPS = 40
_STAGES = 4
PUBLISHED: Mapping[Preset, float] = {"baseline": 1, "agentprog": 2, "stamp": 1, "tsr": 2}
"""Requests a step of the papers: AgentProg's action and counter, TSR's actor and updater. Agent+P's target is picked
when the map grows, and the verifier of LongHorizonUI's touches is not played here: see `bench presets`."""


@dataclass(frozen=True, slots=True)
class _WalkCase:
    """One walk of so many steps; a long one stumbles."""

    name: str
    stage: WalkStage
    settings: Settings
    steps: int


_Walked = tuple[_WalkCase, ContextWalk]


def run(options: BenchOptions) -> BenchResult:
    """Walks on stages of several seeds; figures are those of the worst."""
    seeds = draw_seeds(options.n or _STAGES, options.seed)
    stages = [stage_of(seed) for seed in seeds.all]
    # Every step of `all` is decided by the model: reuse would flatter the number of calls.
    whole = [("all", settings_of("all", {"program.reuse": False})), ("baseline", settings_of("baseline"))]
    cases = [_WalkCase(name, stage, with_program(one, stage), STEPS) for stage in stages for name, one in whole]
    apart: list[Preset] = [name for name in PRESET_NAMES if name not in ("none", "all")]
    cases += [_WalkCase(name, stages[0], with_program(settings_of(name), stages[0]), _SEPARATE_STEPS) for name in apart]
    played = play_all(cases, _played, name=lambda case: case.name, report=options.report, progress=_progress)
    fused, history = ([one for case, one in played.records if _is(case, name)] for name in ("all", "baseline"))
    calls = {
        case.name: one.requests / max(1, one.steps - one.episode.counters.get("reused", 0))
        for case, one in played.records
        if case.steps != STEPS
    }
    return BenchResult(
        name="context",
        figures=_figures(fused, [stage.elements for stage in stages], calls),
        n=len(fused),
        errors=len(played.errors),
        seeds=seeds,
        baselines=_baselines(history),
        environment=environment(),
        details=_details(fused, history, calls, played.errors),
        listings=(_listing(fused),),
    )


def _is(case: _WalkCase, name: str) -> bool:
    """Whether it is a long walk of that name."""
    return case.steps == STEPS and case.name == name


def _played(case: _WalkCase) -> list[_Walked]:
    stumbling = case.steps == STEPS
    with scratch("context") as folder:
        plan = plan_of(case.stage, case.steps, stumbling)
        return [(case, walk(case.stage, plan, case.settings, folder, stumbling))]


def _progress(case: _WalkCase, found: Results[_Walked], walked: Sequence[_Walked]) -> str:
    del walked
    told = "".join(f"{one.requests} requests, {one.at(STEPS).total} tokens in the end" for _, one in found.records)
    return f"{case.name}: {told}"


def _figures(fused: list[ContextWalk], elements: list[int], calls: Mapping[str, float]) -> tuple[Figure, ...]:
    nothing = float("nan")
    late = max((walked.at(STEPS).total for walked in fused), default=nothing)
    growth = max((walked.at(STEPS).total / walked.at(EARLY).total for walked in fused), default=nothing)
    retained = min((len(walked.at(STEPS).told) / len(PLANTED) for walked in fused), default=nothing)
    largest = max((read.total for walked in fused for read in walked.reads), default=nothing)
    requests = max((walked.requests / walked.acts for walked in fused), default=nothing)
    rarest = min((count for walked in fused for count in walked.happened.values()), default=0)
    same = all(walked.at(EARLY).page == walked.at(STEPS).page for walked in fused)
    placed = all(walked.at(EARLY).place == walked.at(STEPS).place != "" for walked in fused)
    agree = [abs(calls.get(preset, nothing) - published) <= 0.05 for preset, published in PUBLISHED.items()]
    return (
        Figure("at_50", max((walked.at(EARLY).total for walked in fused), default=nothing), unit="tokens"),
        Figure("at_500", late, 4000, "tokens", "low"),
        Figure("largest", largest, 4000, "tokens", "low"),
        Figure("growth", growth, 1.1, "", "low"),
        Figure("retained", retained, 1.0),
        Figure("fused_calls_per_step", requests, 1.1, "", "low"),
        Figure("rarest_mishap", rarest, MISHAPS),
        Figure("separate_calls_agree", sum(agree) / len(agree), 1.0),
        Figure("same_screen", float(same and bool(fused)), 1.0),
        Figure("same_place", float(placed and bool(fused)), 1.0),
        Figure("elements", min(elements, default=0), LEAST_ELEMENTS),
        Figure("steps", min((walked.steps for walked in fused), default=0), STEPS),
    )


def _baselines(history: list[ContextWalk]) -> tuple[Figure, ...]:
    if not history:
        return ()
    return (
        Figure("full_history_at_50", max(walked.at(EARLY).total for walked in history)),
        Figure("full_history_at_500", max(walked.at(STEPS).total for walked in history)),
        Figure("full_history_growth", max(one.at(STEPS).total / one.at(EARLY).total for one in history)),
        Figure("full_history_retained", min(len(one.at(STEPS).told) / len(PLANTED) for one in history)),
    )


def _details(
    fused: list[ContextWalk], history: list[ContextWalk], calls: Mapping[str, float], errors: Sequence[str]
) -> Mapping[str, Json]:
    return {
        "tokenizer": fused[0].tokenizer if fused else "",
        "simulated": "a scripted model that reads the prompts; no language model",
        "separate_calls_per_step": {str(name): count for name, count in calls.items()},
        "published_calls_per_step": {str(name): count for name, count in PUBLISHED.items()},
        "sections_at_50": [dict(walked.at(EARLY).tokens) for walked in fused],
        "sections_at_500": [dict(walked.at(STEPS).tokens) for walked in fused],
        "ended": [f"{walked.episode.status}: {walked.episode.reason}" for walked in (*fused, *history)],
        "counters": [dict(walked.episode.counters) for walked in fused],
        "happened": [dict(walked.happened) for walked in fused],
        "errors": errors,
    }


def _listing(fused: list[ContextWalk]) -> Listing:
    """Tokens by section of the first walk, early and late."""
    if not fused:
        return Listing("tokens by section", ("section", f"at {EARLY}", f"at {STEPS}"), ())
    early, late = fused[0].at(EARLY).tokens, fused[0].at(STEPS).tokens
    names = dict.fromkeys([*late, *early])
    rows = tuple((name, str(early.get(name, 0)), str(late.get(name, 0))) for name in names)
    return Listing(f"tokens by section ({fused[0].tokenizer})", ("section", f"at {EARLY}", f"at {STEPS}"), rows)
