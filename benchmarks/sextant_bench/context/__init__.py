"""`sextant bench context`: what a model reads at step 50 and at step 500 of one walk, and what it still finds there.

The walk goes through the real loop on worlds, with a scripted model: with all guides and a program in one call a step,
and with the full text history; both with answers that are malformed or vetoed, and earlier steps that are asked for. A
part of it goes with each published system's own calls, and without any of that, as the calls are published.
"""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from sextant.errors import SextantError
from sextant.settings import Settings
from sextant.settings.schema import Preset, ProgramChoices
from sextant.settings.sources import PRESET_NAMES, settings_of
from sextant_bench.context.episode import ContextWalk, walk
from sextant_bench.context.stage import LEAST_ELEMENTS, WalkStage, stage_of
from sextant_bench.context.walker import PLANTED, plan_of, program_of
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Listing, draw_seeds, environment

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


def run(options: BenchOptions) -> BenchResult:
    """Walks on stages of several seeds; figures are those of the worst."""
    seeds = draw_seeds(options.n or _STAGES, options.seed)
    errors: list[str] = []
    fused: list[ContextWalk] = []
    history: list[ContextWalk] = []
    elements: list[int] = []
    with tempfile.TemporaryDirectory(prefix="sextant-context-") as scratch:
        for seed in seeds.all:
            stage = stage_of(seed)
            elements.append(stage.elements)
            for name, kept, settings in (("all", fused, _fused(stage)), ("baseline", history, settings_of("baseline"))):
                found = _tried(
                    lambda path, s=settings, g=stage: _walked(g, s, STEPS, path, True), Path(scratch), errors
                )
                kept += [] if found is None else [found]
                if found is not None:
                    early, late = found.at(EARLY).total, found.at(STEPS).total
                    options.report(f"seed {seed}, {name}: {early} tokens at {EARLY}, {late} at {found.steps - 1}")
        stage = stage_of(seeds.all[0])
        calls: dict[str, float] = {}
        for preset in PRESET_NAMES:
            if preset in ("none", "all"):
                continue
            source = program_of(stage) if preset == "agentprog" else ""
            settings = replace(settings_of(preset), program=_with_source(settings_of(preset).program, source))
            found = _tried(lambda path, s=settings: _walked(stage, s, _SEPARATE_STEPS, path), Path(scratch), errors)
            if found is not None:
                calls[preset] = found.requests / max(1, found.steps - found.episode.counters.get("reused", 0))
                options.report(f"{preset}: {calls[preset]:.2f} requests a step")
    return BenchResult(
        name="context",
        figures=_figures(fused, elements, calls),
        n=len(fused),
        errors=len(errors),
        seeds=seeds,
        baselines=_baselines(history),
        environment=environment(),
        details=_details(fused, history, calls, errors),
        listings=(_listing(fused),),
    )


def _fused(stage: WalkStage) -> Settings:
    """All guides and a program, every step decided by the model: reuse would flatter the number of calls."""
    settings = settings_of("all", {"program.reuse": False})
    return replace(settings, program=_with_source(settings.program, program_of(stage)))


def _with_source(program: ProgramChoices, source: str) -> ProgramChoices:
    return replace(program, source=source)


def _walked(stage: WalkStage, settings: Settings, steps: int, scratch: Path, stumbling: bool = False) -> ContextWalk:
    with tempfile.TemporaryDirectory(dir=scratch) as own:
        return walk(stage, plan_of(stage, steps, stumbling), settings, Path(own), stumbling)


def _tried(work: Callable[[Path], ContextWalk], scratch: Path, errors: list[str]) -> ContextWalk | None:
    try:
        return work(scratch)
    except SextantError as error:
        errors.append(f"{type(error).__name__}: {error}")
        return None


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
    fused: list[ContextWalk], history: list[ContextWalk], calls: Mapping[str, float], errors: list[str]
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
