"""`world demonstrate` writes training records; `world serve` serves worlds to OpenEnv clients."""

import random
import socket
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated, get_args

import typer

from sextant.assembly import open_journal
from sextant.assembly.guides import guides_beside
from sextant.assembly.maps import OpenedMaps
from sextant.assembly.recording import PERSON
from sextant.cli.options import JsonFlag
from sextant.cli.options import settings_of as own_settings
from sextant.cli.output import boundary, counted
from sextant.errors import MissingExtra, UsageError
from sextant.evidence import ClaimLedger, Hindsight, judge_step
from sextant.perception import Perceiver
from sextant.settings import JournalSettings, Settings
from sextant.settings.sources import preset_named, settings_of
from sextant.state import CLAIMS, PAGES, EventLog
from sextant.types.decisions import Act, Profile
from sextant_worlds.demonstrations import DemonstrationStep, Trace, TrainingRecord, demonstrate_recovery, records, save
from sextant_worlds.demonstrations import demonstrate as walked
from sextant_worlds.envs.tasks import memory_world
from sextant_worlds.names import find_world

__all__ = ["demonstrate", "serve"]


def demonstrate(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="WORLD...", help="Files, tasks of splits (train/0), seeds.")
    ] = None,
    out_file: Annotated[Path, typer.Option("--out", help="JSON Lines file to write.")] = Path("out/demos.jsonl"),
    form: Annotated[str, typer.Option("--form", help="messages, or completion (prompt and completion).")] = "messages",
    profile: Annotated[
        str,
        typer.Option(
            "--profile",
            help="full, lite, react, action-only, compact, reflection or stamp. Default: that of the preset.",
        ),
    ] = "",
    preset: Annotated[str, typer.Option("--preset", help="Preset of the prompts: history, guides and form.")] = "none",
    mistakes: Annotated[
        int, typer.Option("--mistakes", help="Mistakes per episode, each with its recovery.", min=0)
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the mistakes.")] = 0,
    runs: Annotated[
        list[str] | None, typer.Option("--run", metavar="RUN", help="A recorded run instead of a world; repeatable.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    json: JsonFlag = False,
) -> None:
    """Write training records of the oracle's episodes or of recorded runs: a model's prompts, and the answers."""
    with boundary(json) as out:
        if form not in ("messages", "completion"):
            raise UsageError(f"There is no form {form!r}.", "Choose messages or completion.")
        settings = settings_of(preset_named(preset))
        named = profile or settings.models.profile
        chosen = _profile("full" if named == "auto" else named)
        if out_file.exists() and not force:
            told = f"{str(out_file)!r} is there already."
            raise UsageError(told, "Add --force to overwrite it, or choose another --out.")
        names, runs = names or [], runs or []
        if not names and not runs:
            raise UsageError("No world is named.", "Name a world, such as train/0, or a recorded run: --run last")
        measured = [name for name in names if name.startswith(("lite/", "standard/", "long/", "perturbed/"))]
        if measured:
            out.say_aside(f"{measured[0]} is a task that agents are measured on: train on train/N instead.")
        made: list[TrainingRecord] = []
        slipped = 0
        for place, name in enumerate(names):
            records, slips = _records(name, chosen, settings, mistakes, seed + place)
            made += records
            slipped += slips
            if slips < mistakes:
                out.say_aside(f"{name}: {slips} of {counted(mistakes, 'mistake')} fit its episode.")
            out.say(f"{name}: {counted(len(made), 'record')} so far")
        for run in runs:
            made += _of_run(run, chosen, settings)
            out.say(f"{run}: {counted(len(made), 'record')} so far")
        try:
            count = save(made, out_file, "messages" if form == "messages" else "completion")
        except OSError as error:
            told = f"{str(out_file)!r} cannot be written: {error.strerror or error}."
            raise UsageError(told, "Choose another --out.") from error
        out.result({"path": str(out_file), "worlds": len(names), "records": count, "mistakes": slipped})
        source = counted(len(names), "world") if names else counted(len(runs), "run")
        out.say(f"{counted(count, 'record')} of {source}: {out_file}")


def _profile(name: str) -> Profile:
    known: tuple[Profile, ...] = get_args(Profile)
    chosen: Profile | None = next((one for one in known if one == name), None)
    if chosen is None:
        raise UsageError(f"There is no profile {name!r}.", f"Choose one of: {', '.join(known)}.")
    return chosen


def _records(
    name: str, profile: Profile, settings: Settings, mistakes: int, seed: int
) -> tuple[tuple[TrainingRecord, ...], int]:
    """The records of a world's walk, and how many mistakes found a place in it."""
    world = find_world(name)
    trace = None
    if mistakes:
        rng = random.Random(seed)  # noqa: S311 - where slips happen
        trace = demonstrate_recovery(
            world, rng, judge=judge_step, perceive=Perceiver(), slips=mistakes, asking=Hindsight
        )
    made = 0 if trace is None else sum(taken.label == "mistake" for taken in trace.steps)
    trace = trace or walked(world, judge=judge_step, perceive=Perceiver(), asking=Hindsight)
    return _rendered(trace, f"world:{world.id}", profile, settings), made


def _of_run(name: str, profile: Profile, settings: Settings) -> tuple[TrainingRecord, ...]:
    """The records of what a person did.

    Raises:
        UsageError: Nobody recorded that run.
    """
    journal = open_journal(own_settings(None))  # of the user: those of the prompts name no journal
    with journal.read(journal.find(name)) as record:
        head = record.head
        if head.actor != PERSON:
            raise UsageError(
                f"The run {head.run!r} was not recorded from a person.", "Record one: sextant record TARGET"
            )
        act = Act(head.task.goal)
        steps = tuple(DemonstrationStep(act, replace(step, step=at)) for at, step in enumerate(record.transitions()))
    trace = Trace(head.device, 0, "recorded", head.task, PERSON, steps, success=True)
    return _rendered(trace, head.device, profile, settings)


def _rendered(trace: Trace, device: str, profile: Profile, settings: Settings) -> tuple[TrainingRecord, ...]:
    """The records as runs with these settings are prompted; the map begins empty, as on a phone that is new."""
    closers: list[Callable[[], None]] = []
    with ExitStack() as closing:
        scratch = Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="sextant-records-")))
        alone = replace(settings, journal=JournalSettings(scratch / "runs"))
        closing.callback(lambda: [close() for close in closers])
        log, maps = EventLog((PAGES, CLAIMS)), OpenedMaps(alone, time.time, closers.append)
        context = settings.context
        return records(
            trace,
            profile,
            max_tokens=context.max_tokens,
            full_history=context.history == "full",
            pictures=context.pictures,
            further_actions=settings.models.further_actions,
            guides=guides_beside(alone, trace.task, profile, log, device, maps),
            ledger=ClaimLedger(log),
            judge=judge_step,
            told=log.append,
        )


def serve(
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="Port to listen on.", min=1, max=65535)] = 8000,
    sessions: Annotated[int, typer.Option("--sessions", help="Limit of simultaneous sessions.", min=1)] = 16,
    json: JsonFlag = False,
) -> None:
    """Serve the splits of Memory-World as an OpenEnv environment. Ctrl-C ends it."""
    with boundary(json) as out:
        try:
            from sextant_worlds.envs.openenv import serve as run
        except ModuleNotFoundError as error:
            raise MissingExtra(str(error.name), "openenv") from error
        _check_free(host, port)
        out.say(f"OpenEnv server at http://{host}:{port}  # Ctrl-C ends it")
        run(memory_world(), host, port, sessions=sessions)
        out.result({"host": host, "port": port})


def _check_free(host: str, port: int) -> None:
    """Says that a port is taken before anything is announced."""
    try:
        with socket.create_server((host, port)):
            return
    except OSError as error:
        raise UsageError(
            f"Port {port} of {host} cannot be used: {error.strerror}.", "Choose another --port."
        ) from error
