"""Commands about recorded runs: runs show, line, script, rm, gc; brief."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from shlex import join
from typing import Annotated

import typer

from sextant.cli.guide_report import GuideCounts, calls_in_words
from sextant.cli.options import ConfigFile, JsonFlag, RunName, settings_of
from sextant.cli.output import Json, Output, boundary, counted, print_json
from sextant.cli.output_files import make_place, written
from sextant.cli.progress import money, next_command, recovery_json, say_candidates, say_recovery, say_step
from sextant.journal import (
    CandidateSummary,
    RecoveryCounter,
    RecoveryStatistics,
    Retention,
    RunRecord,
    RunStore,
    RunSummary,
    StepSummary,
    asked_and_done,
    briefs_of,
    candidates_of,
    line_of,
    not_accepted,
    status_words,
    step_row,
)
from sextant.journal.salvage import repair_note
from sextant.types.tasks import Graded

__all__ = ["add_to", "journal_of", "size_in_words"]


def add_to(app: typer.Typer) -> None:
    """Adds the commands to the application."""
    runs = typer.Typer(help="List, show and remove runs.", invoke_without_command=True)
    runs.callback()(list_runs)
    runs.command("show")(show)
    runs.command("line")(line)
    runs.command("script")(script)
    runs.command("rm")(remove)
    runs.command("gc")(collect)
    app.add_typer(runs, name="runs")
    app.command()(brief)


def list_runs(context: typer.Context, config: ConfigFile = None, json: JsonFlag = False) -> None:
    """List the stored runs, newest first."""
    if context.invoked_subcommand is not None:
        return
    with boundary(json) as out:
        runs = journal_of(config).runs()
        if out.as_json:
            out.result({"runs": [_summary_json(run) for run in runs]})
            return
        if not runs:
            out.say('No runs yet. Start one: sextant goto web:URL "some text"')
            return
        out.table(
            ("run", "status", "steps", "calls", "dollars", "size", "device", "goal"),
            [_row(run) for run in runs],
            right={"steps", "calls", "dollars", "size"},
        )
        out.say("next: sextant runs show RUN, sextant replay RUN")


def _row(run: "RunSummary") -> tuple[str, ...]:

    size = size_in_words(run.bytes)
    lost = f", {counted(run.lost_steps, 'step')} lost" if run.lost_steps else ""
    return (
        run.run,
        status_words(run.status, run.verified_by) + lost,
        str(run.steps),
        str(run.requests),
        money(run.dollars),
        size,
        run.device,
        _short(run.goal),
    )


def _short(text: str, limit: int = 60) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


def show(run: RunName = "last", config: ConfigFile = None, json: JsonFlag = False) -> None:
    """Show a run step by step. A damaged run is repaired first, and the loss is reported."""
    with boundary(json) as out:
        journal = journal_of(config)
        name = journal.find(run)
        with journal.read(name) as record, record.reporting_damage():
            counting, guide_counts, steps = RecoveryCounter(), GuideCounts(), list["StepSummary"]()
            against = not_accepted(record)
            for transition, asked in asked_and_done(record):
                counting.observe(transition)
                guide_counts.observe(transition)
                row = step_row(transition, asked)
                if (refusal := against.get(row.step)) is not None and not row.interrupt:
                    row = replace(row, place=refusal.place, why="; ".join(filter(None, (row.why, refusal.reason))))
                steps.append(row)
            summary = journal.show(name)
            salvaged = record.salvaged
            recovery = counting.statistics
            candidates = candidates_of(None if summary.status == "running" else record.episode, record.head)
            out.result(
                {
                    **_summary_json(summary),
                    "recovery": recovery_json(recovery),
                    "calls": dict(record.calls()),
                    "beside": guide_counts.as_json(),
                    "candidates": [asdict(one) for one in candidates],
                    "salvaged": None if salvaged is None else {key: str(value) for key, value in salvaged.items()},
                    "trace": [_step_json(step) for step in steps],
                }
            )
            if not out.as_json:
                _say_run(out, summary, record, steps, recovery, guide_counts, candidates)


def _say_run(
    out: Output,
    summary: "RunSummary",
    record: "RunRecord",
    steps: "Sequence[StepSummary]",
    recovery: "RecoveryStatistics",
    guide_counts: "GuideCounts",
    candidates: "Sequence[CandidateSummary]",
) -> None:

    status = status_words(summary.status, summary.verified_by)
    out.say(f"{summary.run}  {status}  on {summary.device} by {summary.actor}")
    out.say(f"goal: {_short(summary.goal, 400)}")
    if record.salvaged is not None:
        out.say(repair_note(record.salvaged), style="yellow")
    for step in steps:
        say_step(out, step, whole=True)
    say_recovery(out, recovery)
    if did := guide_counts.in_words():
        out.say(did)
    if summary.pending:
        out.say(f"{summary.pending} action has an unknown outcome; a resume determines it.", style="yellow")
    if summary.reason:
        out.say(f"{status}: {summary.reason}")
    say_candidates(out, candidates)
    if summary.answer:
        out.say(f"answer: {summary.answer}")
    if summary.graded:
        out.say(f"graded by the world's own state: {summary.graded}: {summary.graded_reason}")
    taken, calls = counted(summary.steps, "step"), calls_in_words(summary.requests, Counter(record.calls()))
    out.say(f"{taken}, {calls}, {summary.tokens} tokens, {money(summary.dollars)}")
    out.say(f"next: {_next(summary, record)}")


def _next(summary: "RunSummary", record: "RunRecord") -> str:
    """The next command; it raises the limit that ended a run, which would else end again at once."""
    if summary.resumable and summary.status == "over_budget" and record.episode is not None:
        return next_command(record.episode)
    return f"sextant {'resume' if summary.resumable else 'replay'} {summary.run}"


def brief(
    run: RunName,
    step: Annotated[int, typer.Argument(metavar="STEP", help="Number of a step, as in `sextant runs show`.")],
    config: ConfigFile = None,
    json: JsonFlag = False,
) -> None:
    """Print the prompt of a step word for word, and its tokens by section."""
    with boundary(json) as out:
        journal = journal_of(config)
        name = journal.find(run)
        with journal.read(name) as record, record.reporting_damage():
            found = briefs_of(record, step)
        out.result({"run": name, "step": step, "briefs": [asdict(one) for one in found]})
        if out.as_json:
            return
        for one in found:
            if one.revision:
                out.say("\n--- asked again, after an objection ---\n")
            else:
                out.say(f"{one.prefix}\n")
            out.say(one.text)
            if one.pictures:
                out.say(f"\n[{counted(one.pictures, 'picture')}]")
        last = found[-1]
        out.say_aside(f"tokens without the prefix: {sum(last.tokens.values())} ({last.tokenizer})")
        for section, count in sorted(last.tokens.items(), key=lambda item: -item[1]):
            out.say_aside(f"{count:>6}  {section}")


def line(
    runs: Annotated[list[str], typer.Argument(metavar="RUN...", help="Runs, or `last`.")],
    reward: Annotated[
        float | None,
        typer.Option("--reward", min=0, max=1, help="Reward given by the benchmark's judge; 1 means solved."),
    ] = None,
    judge: Annotated[str, typer.Option("--judge", metavar="NAME", help="Name of the judge.")] = "benchmark",
    config: ConfigFile = None,
) -> None:
    """Print runs as lines of JSON, in the format of a leaderboard. Append them to a file with >>."""
    with boundary(as_json=False):
        journal = journal_of(config)
        graded = None if reward is None else Graded(judge, reward >= 1, reward)
        for name in [journal.find(run) for run in runs]:
            with journal.read(name) as record, record.reporting_damage():
                print_json(line_of(record, graded).as_json())


def script(
    run: RunName = "last",
    out_file: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write a file instead of standard output.")
    ] = None,
    config: ConfigFile = None,
) -> None:
    """Print a recorded run as a script for `sextant check`."""
    from sextant.qa.script_recording import recorded_script  # a third of what the list of runs would load

    with boundary(as_json=False) as out:
        if out_file is not None:
            make_place(out_file)
        journal = journal_of(config)
        with journal.read(journal.find(run)) as record, record.reporting_damage():
            made = recorded_script(record, Path() if out_file is None else out_file.parent)
        if out_file is None:
            out.say(made.text.rstrip())  # what would steer a terminal is named
            return
        written(out_file, made.text)
        out.say(f"next: {join(['sextant', 'check', str(out_file), *made.options])}")


def remove(
    runs: Annotated[list[str], typer.Argument(metavar="RUN...", help="Runs to delete.")],
    config: ConfigFile = None,
    json: JsonFlag = False,
) -> None:
    """Delete runs and their pictures."""
    with boundary(json) as out:
        journal = journal_of(config)
        names = [journal.find(run) for run in runs if run]
        for name in names:
            journal.rm(name)
            out.say(f"removed {name}")
        out.result({"removed": names})


def collect(config: ConfigFile = None, json: JsonFlag = False) -> None:
    """Delete runs beyond journal.keep_days and journal.keep_megabytes. Active runs stay."""
    with boundary(json) as out:
        settings = settings_of(config, uses=("journal",))
        days, megabytes = settings.journal.keep_days, settings.journal.keep_megabytes
        swept = RunStore.open(settings.journal.directory).gc(
            Retention(
                max_age_seconds=None if days is None else days * 86_400,
                max_bytes=None if megabytes is None else int(megabytes * 1e6),
            )
        )
        out.result({"removed": list(swept.removed), "freed_bytes": swept.freed_bytes, "skipped": list(swept.skipped)})
        out.say(f"removed {counted(len(swept.removed), 'run')}, freed {size_in_words(swept.freed_bytes)}")


def size_in_words(count: int) -> str:
    """A number of bytes for people: `1.5 kB`."""
    if count >= 1e6:
        return f"{count / 1e6:.1f} MB"
    return f"{count / 1e3:.{0 if count >= 1e4 else 1}f} kB" if count >= 100 else f"{count} B"


def journal_of(config: Path | None) -> "RunStore":
    """The journal of the settings."""
    return RunStore.open(settings_of(config, uses=("journal",)).journal.directory)


def _summary_json(run: "RunSummary") -> dict[str, Json]:

    # The fields are plain: `asdict` would copy each, which takes longer than reading the list.
    return {**{field.name: getattr(run, field.name) for field in fields(run)}, "resumable": run.resumable}


def _step_json(step: "StepSummary") -> dict[str, Json]:

    return asdict(step)
