"""MiniWoB++ with a language model: whole runs of Sextant's, judged by the pages, each kept as one line.

An episode ends when its page grades it, as the suite itself ends it, or when the run does. Nobody is asked and nothing
is refused. The model sees what it sees of any app: never the page's source, a seed or a reward.
"""

import itertools
import os
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from sextant.assembly import AbsentPerson, Harness, Hooks, Run, RunRequest, build_run, open_journal
from sextant.journal import RunLine, line_of
from sextant.settings import JournalSettings, Settings, load
from sextant.types.tasks import Budget, Episode, Graded, Policy
from sextant.types.transitions import Transition
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, draw_seeds, environment
from sextant_bench.harness import Results, play_all
from sextant_bench.miniwob.server import MiniWobServer, ServedEpisode
from sextant_bench.miniwob.stage import MiniWobStage
from sextant_bench.stage import KeptDevice
from sextant_bench.statistics import interval_of, median

__all__ = ["run_with_model"]

_STEPS = 20
_GRADE_SECONDS = 1.0


def run_with_model(options: BenchOptions, tasks: Sequence[str], excluded: int) -> BenchResult:
    """Plays each task with each seed. The model is `options.actor`; all else comes from `sextant.toml`.

    Raises:
        UsageError: The model cannot be used, or the package `miniwob` is missing.
        DeviceUnreachable: No browser can be opened.
    """
    seeds = draw_seeds(options.n or 1, options.seed)
    drawn = ", ".join(str(seed) for seed in seeds.drawn)
    options.report(f"{len(tasks)} tasks, {len(seeds.all)} seeds each; drawn: {drawn} (--seed {seeds.entropy})")
    keep = Path(options.extra["lines"]) if options.extra.get("lines") else None
    with (
        tempfile.TemporaryDirectory(prefix="sextant-miniwob-") as scratch,
        MiniWobServer() as server,
        MiniWobStage(server, options) as stage,
    ):
        played = _play(stage, _settings(options, Path(scratch)), list(itertools.product(tasks, seeds.all)), options)
    if keep is not None:
        with keep.open("a", encoding="utf-8") as file:
            file.writelines(f"{line.as_json()}\n" for line in played.records)
    solved, episodes = sum(bool(line.judged) for line in played.records), len(played.records) + len(played.errors)
    faults = [line for line in played.records if line.status in ("device_fault", "model_fault")]
    details: dict[str, Json] = {
        "episodes": episodes,
        "solved_rate_95": interval_of(solved, episodes),
        "errors": [*played.errors, *(f"{line.task} {line.seed}: {line.reason}" for line in faults)],
        "runs": [asdict(line) for line in played.records],
    }
    return BenchResult(
        name="miniwob",
        figures=_figures(played.records, solved, episodes),
        n=len(tasks),
        errors=len(played.errors) + len(faults),
        excluded=excluded,
        seeds=seeds,
        environment={**environment("miniwob", "playwright"), "model": options.actor},
        details=details,
    )


def _figures(lines: Sequence[RunLine], solved: int, episodes: int) -> tuple[Figure, ...]:
    """Without targets: they measure the model as much as what is around it."""
    count = max(1, len(lines))
    return (
        Figure("solved_rate", solved / episodes if episodes else 0.0),
        Figure("steps", median([float(line.steps) for line in lines]) if lines else 0.0, better="low"),
        Figure("requests", sum(line.requests for line in lines) / count, better="low"),
        Figure("tokens", sum(line.input_tokens + line.output_tokens for line in lines) / count, better="low"),
        Figure("dollars", sum(line.dollars for line in lines), unit="$", better="low"),
        Figure("episode_s", median([line.seconds for line in lines]) if lines else 0.0, unit="s", better="low"),
    )


def _settings(options: BenchOptions, scratch: Path) -> Settings:
    """Those of the file and the environment with the model and the preset of the bench; all is allowed."""
    preset = options.extra.get("preset") or None
    flags: dict[str, object] = {"models.default": options.actor, "context.preset": preset}
    found = load(flags, environ=os.environ, directory=Path.cwd())
    budget = Budget(max_steps=options.whole("steps", _STEPS), max_seconds=found.budget.max_seconds)
    journal = JournalSettings(directory=scratch / "runs")
    return replace(found, policy=Policy.everything(), budget=budget, journal=journal)


def _play(
    stage: MiniWobStage, settings: Settings, episodes: Sequence[tuple[str, int]], options: BenchOptions
) -> Results[RunLine]:
    def played(case: tuple[str, int]) -> list[RunLine]:
        with stage.healed():
            return [_episode(stage, settings, ServedEpisode(stage.fresh_id(), *case))]

    def progress(case: tuple[str, int], found: Results[RunLine], done: Sequence[RunLine]) -> str:
        del done
        told = [
            f"{'solved' if line.judged else 'failed'} in {line.steps} steps, {line.status} {line.reason}".rstrip()
            for line in found.records
        ]
        return f"{case[0]} seed {case[1]}: {''.join(told)}"

    name = "{0[0]} {0[1]}".format  # of task and seed
    return play_all(episodes, played, name=name, report=options.report, progress=progress)


def _episode(stage: MiniWobStage, settings: Settings, served: ServedEpisode) -> RunLine:
    """One run on the page of one episode. It is ended as soon as the page has graded it."""
    truth, runs = stage.server.truth, list[Run]()

    def judge(episode: Episode) -> Graded:
        del episode
        found = truth.wait_done(served.id, _GRADE_SECONDS)
        return Graded("MiniWoB++", found.solved, min(1.0, max(0.0, found.reward)))

    def stepped(transition: Transition) -> None:
        del transition
        if truth.of(served.id).done:
            runs[0].stop()

    opened = stage.runner.open(served)
    harness = Harness(served.task, served.seed, KeptDevice(stage.device), judge)
    request = RunRequest(opened.goal, stage.device.name, harness=harness)
    runs.append(build_run(request, settings, AbsentPerson(), Hooks(on_step=stepped)))
    runs[0].go()
    with open_journal(settings).read(runs[0].id) as record:
        return line_of(record)
