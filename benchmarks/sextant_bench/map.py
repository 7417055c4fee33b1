"""`sextant bench map`: how soon and how far the explorer draws maps, of third-party apps and of worlds.

An app's truth are the targets of `bench navigate`, which were written by hand: each has to come into sight, and a plan
on the map has to lead there in the fewest steps. A world's truth is its chart: every screen there is, those behind
`Send`, `Book`, `New` and other orders among them, which an explorer leaves alone, and every control that changes data.
"""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sextant.errors import SextantError, UsageError
from sextant_bench.apps import FOLDER, App, folders, installed, load, running
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Seeds, draw_seeds, environment
from sextant_bench.map_drawings import Drawn, Sought, draw
from sextant_bench.navigate_truth import targets_of, truth_hash
from sextant_bench.statistics import mean_or_nan, share
from sextant_worlds.names import find_world
from sextant_worlds.runtime.true_map import true_map

__all__ = ["run"]

_WORLDS = 4
_STEPS = 600


@dataclass(slots=True)
class _Drawings:
    """What was drawn, and what could not be."""

    apps: list[Drawn] = field(default_factory=list[Drawn])
    worlds: list[Drawn] = field(default_factory=list[Drawn])
    failed: list[str] = field(default_factory=list[str])
    skipped: int = 0
    excluded: int = 0


def run(options: BenchOptions) -> BenchResult:
    """Draws a map of every app that is installed, and of `options.n` worlds (4 unless told); some minutes.

    With `options.device` of that one alone, without any truth.

    Raises:
        UsageError: There are no apps, or a file of theirs is malformed.
    """
    found = _Drawings()
    if options.device:
        _attempt(found.apps, options.device, lambda folder: _alone(options, folder), options, found.failed)
        found.excluded = 1
        return _result(found, {}, None)
    seeds = draw_seeds(options.n or _WORLDS, options.seed)
    every = [app for app in map(load, folders(Path(options.extra.get("apps", str(FOLDER))))) if app.targets.is_file()]
    chosen = _chosen([app.name for app in every], options)
    for app in every:
        if app.name not in chosen:
            found.excluded += 1
        elif not installed(app):
            found.skipped += 1
        else:
            _attempt(found.apps, app.name, _of_app(app, options), options, found.failed)
    if "worlds" in chosen:
        for seed in seeds.all:
            _attempt(found.worlds, f"world:{seed}", _of_world(seed, options), options, found.failed)
    else:
        found.excluded += 1
    return _result(found, {"truth_hash": truth_hash([app.targets for app in every])}, seeds)


def _chosen(names: Sequence[str], options: BenchOptions) -> frozenset[str]:
    """What `only` names; everything where it is not given."""
    every = {*names, "worlds"}
    only = {name.strip() for name in options.extra.get("only", "").split(",") if name.strip()}
    if wrong := only - every:
        raise UsageError(f"There is no app {min(wrong)!r}.", f"Choose one of: {', '.join(sorted(every))}.")
    return frozenset(only or every)


def _alone(options: BenchOptions, folder: Path) -> Drawn:
    return draw(options.device, options.device, folder, options.whole("steps", _STEPS))


def _of_app(app: App, options: BenchOptions) -> Callable[[Path], Drawn]:
    def drawn(folder: Path) -> Drawn:
        with running(app) as address:
            device = f"web:{address}{app.start}"
            return draw(app.name, device, folder, options.whole("steps", _STEPS), targets_of(app))

    return drawn


def _of_world(seed: int, options: BenchOptions) -> Callable[[Path], Drawn]:
    def drawn(folder: Path) -> Drawn:
        device, steps = f"world:{seed}", options.whole("steps", _STEPS)
        return draw(device, device, folder, steps, true=true_map(find_world(str(seed))))

    return drawn


def _attempt(
    into: list[Drawn], subject: str, drawing: Callable[[Path], Drawn], options: BenchOptions, failed: list[str]
) -> None:
    with tempfile.TemporaryDirectory(prefix="sextant-map-") as temporary:
        try:
            one = drawing(Path(temporary))
        except SextantError as error:
            failed.append(f"{subject}: {error}")
            options.report(failed[-1])
            return
    into.append(one)
    options.report(f"{subject}: {one.screens} screens in {one.steps} steps, {one.seconds:.0f} s, {one.finished}")


def _result(found: _Drawings, details: dict[str, Json], seeds: Seeds | None) -> BenchResult:
    drawn = [*found.apps, *found.worlds]
    return BenchResult(
        name="map",
        figures=(*_effort(drawn), *_against_targets(found.apps), *_against_charts(found.worlds)),
        n=len(drawn),
        skipped=found.skipped,
        errors=len(found.failed),
        excluded=found.excluded,
        seeds=seeds,
        environment=environment("playwright"),
        details={**details, "drawings": [_row(one) for one in drawn], "failed": found.failed},
    )


def _effort(drawn: Sequence[Drawn]) -> tuple[Figure, ...]:
    """Steps in all, and after how many most of what was found had been found."""
    return (
        Figure("steps", mean_or_nan([one.steps for one in drawn]), unit="steps", better="low"),
        Figure("steps_to_80", mean_or_nan([one.step_at(0.8) for one in drawn]), unit="steps", better="low"),
        Figure("steps_to_95", mean_or_nan([one.step_at(0.95) for one in drawn]), unit="steps", better="low"),
        Figure("steps_to_all", mean_or_nan([one.step_at(1.0) for one in drawn]), unit="steps", better="low"),
        Figure("steps_a_screen", share(sum(one.steps for one in drawn), sum(one.screens for one in drawn))),
        Figure("finished", mean_or_nan([one.finished == "complete" for one in drawn])),
    )


def _against_targets(apps: Sequence[Drawn]) -> tuple[Figure, ...]:
    targets = [one for drawn in apps for one in drawn.targets]
    planned = [one for one in targets if one.planned is not None]
    steps = sum(max(one.planned or 0, one.optimal) for one in planned)
    return (
        Figure("targets_seen", mean_or_nan([one.seen is not None for one in targets])),
        Figure("targets_planned", mean_or_nan([one.planned is not None for one in targets])),
        Figure("plan_ratio", share(steps, sum(one.optimal for one in planned)), better="low"),
    )


def _against_charts(worlds: Sequence[Drawn]) -> tuple[Figure, ...]:
    return (
        Figure("world_screens", share(sum(one.true_found for one in worlds), sum(one.true_screens for one in worlds))),
        Figure("stirred", sum(len(one.stirred) for one in worlds), better="low"),
    )


def _row(one: Drawn) -> dict[str, Json]:
    plain: dict[str, Json] = {
        "subject": one.subject,
        "finished": one.finished,
        "screens": one.screens,
        "steps": one.steps,
        "steps_to": {f"{share:.0%}": one.step_at(share) for share in (0.5, 0.8, 0.95, 1.0)},
        "steps_for": dict(one.parts.most_common()),
        "seconds": one.seconds,
        "untried": one.untried,
    }
    if one.targets:
        plain["targets"] = {target.id: _sought(target) for target in one.targets}
    if one.true_screens:
        plain |= {"true_screens": one.true_screens, "true_found": one.true_found, "stirred": one.stirred}
    return plain


def _sought(one: Sought) -> str:
    if one.seen is None:
        return "never in sight"
    way = "opens where one begins" if one.planned is None else f"planned in {one.planned}"
    return f"seen at step {one.seen}, {way}, {one.optimal} at least"
