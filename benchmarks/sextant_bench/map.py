"""`sextant bench map`: how soon and how far the explorer draws maps, of third-party apps and of worlds.

An app's truth are the targets of `bench navigate`, which were written by hand: each has to come into sight, and a plan
on the map has to lead there in the fewest steps. Where `screens.jsonl` lists every screen that a person met, these have
to come into sight too, each on a screen of the map of its own. A world's truth is its chart: every screen there is,
those behind `Send`, `Book`, `New` and other orders among them, which an explorer leaves alone, and every control that
changes data.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from sextant.errors import UsageError
from sextant_bench.apps import FOLDER, App, folders, installed, load, running
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, draw_seeds, environment
from sextant_bench.harness import Results, play_all, scratch
from sextant_bench.map_drawings import Drawn, Limits, Sought, draw
from sextant_bench.navigate_truth import screens_of, targets_of, truth_hash
from sextant_bench.request_tap import tapped
from sextant_bench.statistics import mean_or_nan, share
from sextant_worlds.names import find_world
from sextant_worlds.runtime.true_map import true_map

__all__ = ["run"]

_WORLDS = 4
_STEPS = 600
_SECONDS = 300

_Case = App | int | str
"""An app, a world by its number, or a device by its name."""


def run(options: BenchOptions) -> BenchResult:
    """Draws a map of every app that is installed, and of `options.n` worlds (4 unless told); some minutes.

    With `options.device` of that one alone, without any truth.

    Raises:
        UsageError: There are no apps, or a file of theirs is malformed.
    """
    every: list[App] = []
    cases: list[_Case] = [options.device]
    seeds, skipped, excluded, details = None, 0, 1, dict[str, Json]()
    if not options.device:
        seeds = draw_seeds(options.n or _WORLDS, options.seed)
        root = Path(options.extra.get("apps", str(FOLDER)))
        every = [app for app in map(load, folders(root)) if app.targets.is_file()]
        chosen = _chosen([app.name for app in every], options)
        apps = [app for app in every if app.name in chosen]
        here = [app for app in apps if installed(app)]
        worlds = "worlds" in chosen
        cases = [*here, *(seeds.all if worlds else ())]
        skipped, excluded = len(apps) - len(here), len(every) - len(apps) + (not worlds)
        truth = [file for app in every for file in (app.targets, app.screens) if file.is_file()]
        details = {"truth_hash": truth_hash(truth)}
    limits = Limits(options.whole("steps", _STEPS), options.whole("seconds", _SECONDS))
    play = partial(_drawn, limits=limits)
    played = play_all(cases, play, name=_name, report=options.report, progress=_progress)
    drawn = played.records
    return BenchResult(
        name="map",
        figures=(
            *_effort(drawn),
            *_against_targets(drawn),
            *_against_screens([one for one in drawn if one.sightings.true]),
            Figure("writes_reached_server", sum(len(one.writes) for one in drawn), unit="requests", better="low"),
            *_against_charts([one for one in drawn if one.true_screens]),
        ),
        n=len(drawn),
        skipped=skipped,
        errors=len(played.errors),
        excluded=excluded,
        seeds=seeds,
        environment=environment("playwright"),
        details={**details, "drawings": [_row(one) for one in drawn], "failed": played.errors},
    )


def _chosen(names: Sequence[str], options: BenchOptions) -> frozenset[str]:
    """What `only` names; everything where it is not given."""
    every = {*names, "worlds"}
    only = {name.strip() for name in options.extra.get("only", "").split(",") if name.strip()}
    if wrong := only - every:
        raise UsageError(f"There is no app {min(wrong)!r}.", f"Choose one of: {', '.join(sorted(every))}.")
    return frozenset(only or every)


def _drawn(case: _Case, limits: Limits) -> list[Drawn]:
    """One drawing: of an app, of a world's number, or of whatever else `--device` names."""
    with scratch("map") as folder:
        if isinstance(case, str):
            return [draw(case, case, folder, limits)]
        if isinstance(case, int):
            world = Limits(limits.steps)
            return [draw(_name(case), _name(case), folder, world, true=true_map(find_world(str(case))))]
        with running(case) as address, tapped(address) as tap:
            device = f"web:{tap.address}{case.start}"
            drawn = draw(case.name, device, folder, limits, targets_of(case), screens_of(case))
            drawn.writes = tuple(tap.taken())
            return [drawn]


def _name(case: _Case) -> str:
    return case.name if isinstance(case, App) else case if isinstance(case, str) else f"world:{case}"


def _progress(case: _Case, found: Results[Drawn], drawn: Sequence[Drawn]) -> str:
    del drawn
    told = [f"{one.screens} screens in {one.steps} steps, {one.seconds:.0f} s, {one.finished}" for one in found.records]
    looked = [one.sightings for one in found.records if one.sightings.true]
    told += [f"; in sight {len(one.step)} of {len(one.true)}" for one in looked]
    return f"{_name(case)}: {''.join(told)}"


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


def _against_screens(apps: Sequence[Drawn]) -> tuple[Figure, ...]:
    """How many of the screens that a person met came into sight, and how the map tells them apart."""
    if not apps:
        return ()
    sightings = [one.sightings for one in apps]
    found = sum(len(one.step) for one in sightings)
    return (
        Figure("apps_with_screens", len(apps), unit="apps"),
        Figure("screens_found", share(found, sum(len(one.true) for one in sightings)), 0.85),
        Figure(
            "merged",
            share(sum(len(one.merged) for one in sightings), sum(len(one.shown) for one in sightings)),
            0.05,
            better="low",
        ),
        Figure("split", share(sum(len(one.split) for one in sightings), found), 0.1, better="low"),
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
        "reason": one.reason,
        "screens": one.screens,
        "steps": one.steps,
        "steps_to": {f"{share:.0%}": one.step_at(share) for share in (0.5, 0.8, 0.95, 1.0)},
        "steps_for": dict(one.parts.most_common()),
        "seconds": one.seconds,
        "untried": one.untried,
    }
    if one.targets:
        plain["targets"] = {target.id: _sought(target) for target in one.targets}
    if one.sightings.true:
        looked = one.sightings
        found = f"{len(looked.step)} of {len(looked.true)}"
        plain |= {"found": found, "missed": list(looked.missed), "merged": looked.merged, "split": looked.split}
    if one.writes:
        plain["writes"] = list(one.writes)
    if one.true_screens:
        plain |= {"true_screens": one.true_screens, "true_found": one.true_found, "stirred": one.stirred}
    return plain


def _sought(one: Sought) -> str:
    if one.seen is None:
        return "never in sight"
    way = "opens where one begins" if one.planned is None else f"planned in {one.planned}"
    return f"seen at step {one.seen}, {way}, {one.optimal} at least"
