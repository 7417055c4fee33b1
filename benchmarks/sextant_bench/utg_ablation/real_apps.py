"""The same rows on real apps in Chromium: their targets, on a map that the explorer has drawn."""

from collections.abc import Callable, Sequence
from pathlib import Path

from sextant.actors.judge import TargetJudge
from sextant.assembly import AbsentPerson, Hooks, Probes, RunRequest, build_run
from sextant.errors import UsageError
from sextant.types.transitions import Transition
from sextant.utg.graph import Graph
from sextant.utg.store import open_store
from sextant_bench.apps import App, folders, load, running
from sextant_bench.navigate_truth import Target, reached, targets_of
from sextant_bench.navigate_walks import MAPS, MOST_STEPS, crawl, settings_in, steps_of
from sextant_bench.utg_ablation.metrics import RowEpisode
from sextant_bench.utg_ablation.rows import ROWS, AblationRow, Given

__all__ = ["chosen_apps", "left_out", "play_app"]


def chosen_apps(root: str) -> list[App]:
    """The apps below a folder; none where none is named.

    Raises:
        UsageError: The folder holds none, or one is malformed.
    """
    return [app for app in map(load, folders(Path(root))) if app.targets.is_file()] if root else []


def left_out(apps: Sequence[App], most: int | None) -> int:
    """How many targets of the apps are not gone for where only the first `most` of each are.

    Raises:
        UsageError: A file of targets is malformed.
    """
    return sum(max(0, len(targets_of(app)) - most) for app in apps) if most is not None else 0


def play_app(
    app: App,
    most: int | None,
    rows: Sequence[str],
    judge: TargetJudge | None,
    scratch: Path,
    report: Callable[[str], None],
) -> list[RowEpisode]:
    """Every row on the first `most` targets of an app; a row without its model is left out.

    Raises:
        SextantError: The app does not start, or the explorer drew nothing.
    """
    found: list[RowEpisode] = []
    with running(app) as address:
        device = f"web:{address}{app.start}"
        given = Given(_drawn(app, device, scratch / "drawn"))
        report(f"{app.name}: a map of {len(given.graph.nodes)} screens")
        for target in targets_of(app)[:most]:
            played = [row for row in ROWS if row.name in rows and (row.name != "model" or judge is not None)]
            found += [_visit(row, target, given, judge, device, scratch / f"{target.id}-{row.name}") for row in played]
            report(f"{app.name}: {target.id}")
    return found


def _drawn(app: App, device: str, folder: Path) -> Graph:
    """The map that the explorer draws."""
    crawled = crawl(app, 0, device, folder)
    with open_store(folder / MAPS) as store:
        maps = [store.load(name) for name in store.apps()]
    if not maps:
        raise UsageError(f"The explorer drew no map of {app.name!r}: {crawled.note}", "Run sextant map on it and see.")
    return max(maps, key=lambda graph: len(graph.nodes))


def _visit(
    row: AblationRow, target: Target, given: Given, judge: TargetJudge | None, device: str, folder: Path
) -> RowEpisode:
    """One run of a row to a target, judged by the truth on its last screen."""
    taken: list[Transition] = []
    with row.store(given) as store:
        probes = Probes(actor=lambda: row.make(given, judge, store))
        hooks = Hooks(on_step=taken.append, probes=probes)
        settings = settings_in(folder, MOST_STEPS)
        episode = build_run(RunRequest(target.words, device, "navigator"), settings, AbsentPerson(), hooks).go()
    last = taken[-1].after if taken else None
    solved = episode.status == "success" and last is not None and reached(target, last)
    task, size = f"{target.app}/{target.id}", len(given.graph.nodes)
    ended = "" if last is None else last.location
    steps = steps_of(taken)
    return RowEpisode(row.name, task, "real", size, target.steps, MOST_STEPS, solved, steps, episode.seconds, ended)
