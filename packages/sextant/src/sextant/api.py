"""Sextant from Python: one function for each command."""

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sextant.assembly import AbsentPerson, Hooks, RunRequest, build_run, open_journal, resume_run
from sextant.assembly.privacy import known_secrets
from sextant.assembly.tours import tour_run
from sextant.errors import UsageError
from sextant.protocols import Person
from sextant.qa.check_reports import junit_xml
from sextant.qa.checks import CheckOptions, Checks, FileChecked
from sextant.qa.map_drawing_run import Bounds, MapRequest, Summary, begin_map
from sextant.qa.map_reader import Map
from sextant.qa.route_files import find_routes
from sextant.qa.route_keeper import RouteFilesKeeper
from sextant.qa.route_recording import ArrivedWalk
from sextant.qa.stored_maps import find_map
from sextant.settings import Settings, load
from sextant.settings.credentials import without_credentials
from sextant.settings.trust import printable
from sextant.storage import write_whole
from sextant.types.tasks import Episode, Order
from sextant.types.transitions import Transition

__all__ = ["Bounds", "Map", "check", "goto", "map", "read_map", "resume", "run"]

OnStep = Callable[[Transition], None]
"""Called after each committed step."""


def run(
    goal: str,
    device: str,
    model: str = "",
    *,
    answer_schema: Mapping[str, Any] | None = None,
    settings: Settings | None = None,
    person: Person | None = None,
    on_step: OnStep | None = None,
) -> Episode:
    """Pursue a goal with a language model, and return the episode.

    Args:
        goal: What to achieve, in words.
        device: `web:URL`; see docs/devices.md for the other forms.
        model: `openai:gpt-5`, `local:smollm2` …; by default that of the settings.
        answer_schema: JSON schema of `Episode.answer`.
        settings: Everything else; by default from `sextant.toml` and the environment.
        person: Asked before irreversible actions; by default nobody, which means no. What a new model
            provider is sent is written to standard error before its first call.
        on_step: Called after each committed step.

    Raises:
        SextantError: The run could not begin. Later errors are the episode's status.
    """
    settings = settings or _found_settings()
    if model:
        settings = replace(settings, models=replace(settings.models, actor=model))
    request = RunRequest(goal, device, "model", answer_schema)
    return build_run(request, settings, person or AbsentPerson(), _hooks_of(on_step)).go()


def goto(
    target: str | Sequence[str],
    device: str,
    *,
    order: Order = "ordered",
    save: str | Path | None = None,
    build: str = "",
    settings: Settings | None = None,
    on_step: OnStep | None = None,
) -> Episode:
    """Reach the screen that `target` describes, or several, without a model, by the shortest route of the map.

    Args:
        target: Words of the screen; each of several is a goal of its own.
        device: `web:URL`, `world:NAME` …
        order: Of several: in the given order, or `unordered`, the shortest tour.
        save: A .toml file for the route, to be used by `check`; each of several gets its own file beside it.
        build: The build that the route is recorded on.
        settings: Everything else; by default from `sextant.toml` and the environment.
        on_step: Called after each committed step.

    Raises:
        SextantError: The run could not begin, or the route could not be confirmed or saved.
    """
    device = without_credentials(device)
    texts = (target,) if isinstance(target, str) else tuple(target)
    asked = tour_run(texts, device, settings or _found_settings(), order)
    keeping = None if save is None else RouteFilesKeeper.planned(Path(save), device, asked.stops, build)
    steps: list[Transition] = []

    def noted(transition: Transition) -> None:
        steps.append(transition)
        if on_step is not None:
            on_step(transition)

    run = build_run(asked.request, asked.settings, AbsentPerson(), _hooks_of(noted))
    episode = run.go()
    ended = run.about.stops()
    if keeping is not None and (episode.status == "success" or any(one.reached for one in ended)):
        keeping.keep(ArrivedWalk(steps, run.device.name), ended, asked.settings, _hooks_of(None))
    return episode


def resume(
    run: str, *, settings: Settings | None = None, person: Person | None = None, on_step: OnStep | None = None
) -> Episode:
    """Continue an interrupted run (Ctrl-C, a crash, a spent budget), by default with its own settings.

    Raises:
        NeedsPerson: The screen does not show whether the last act happened.
        SextantError: There is no such run, or it is over.
    """
    settings = settings or _begun_with(run)
    return resume_run(run, settings, person or AbsentPerson(), _hooks_of(on_step)).go()


def map(  # noqa: A001 - named as the command is
    target: str,
    *,
    budget: int = 300,
    max_screens: int | None = None,
    rate: float | None = None,
    bounds: Bounds | None = None,
    fresh: bool = False,
    label: str = "",
    settings: Settings | None = None,
    on_step: OnStep | None = None,
) -> Summary:
    """Draw the map of an app by exploring it, safely and without a model.

    Known parts are not explored again: a call continues where the budget of the last one ended.

    Args:
        target: `web:URL`, `world:NAME` …
        budget: Most acts of this drawing.
        max_screens: Screens at which it ends, known ones included.
        rate: Most acts a second that may load something; by default 1, and no limit on this machine.
        bounds: How far to explore, and what to leave alone.
        fresh: Delete the existing map first.
        label: Name of the build, stored with the map.
        settings: Everything else; by default from `sextant.toml` and the environment.
        on_step: Called after each committed step.

    Raises:
        SextantError: The drawing could not begin. Later errors are in the summary.
    """
    settings = settings or _found_settings()
    settings = replace(settings, budget=replace(settings.budget, max_steps=budget))
    request = MapRequest(target, bounds or Bounds(), max_screens, rate, fresh, label)
    return begin_map(request, settings, _hooks_of(on_step)).go()


def read_map(name: str | Path, *, settings: Settings | None = None) -> Map:
    """Read a map from a file (JSON or DOT), or the stored map of a target (`web:URL`, `world:NAME`).

    Raises:
        UsageError: There is no such map, or there are several; the remedy lists them.
        JournalFault: The store is corrupt, held by another process, or of a newer version.
    """
    return Map(find_map(str(name), settings or _found_settings()))


def check(
    *routes: str | Path,
    device: str = "",
    base_url: str = "",
    update: bool = False,
    workers: int = 1,
    junit: str | Path | None = None,
    strict: bool = False,
    settings: Settings | None = None,
    on_done: Callable[[FileChecked], None] | None = None,
) -> tuple[FileChecked, ...]:
    """Walk saved routes again: the `verdict` of each is `exact`, `moved`, `failed` or `error`.

    Args:
        routes: Route files, or folders of them.
        device: Device to walk them on instead of the recorded one.
        base_url: Scheme, host and port where the app is served now.
        update: Rewrite the files of routes that have moved.
        workers: How many are walked at a time.
        junit: File for the results as JUnit XML.
        strict: In that file, a route that has moved counts as failed.
        settings: Everything else; by default from `sextant.toml` and the environment.
        on_done: Called after each route.

    Raises:
        UsageError: There are no such routes, `device` and `base_url` are both given, or the report cannot be written.
    """
    files = find_routes([str(route) for route in routes])
    began = time.time()
    options = CheckOptions(device, base_url, update, workers)
    used = settings or _found_settings()
    checks = Checks(files, used, options, on_done or (lambda _: None), Hooks(on_note=_say))
    done = checks.run()
    if junit is not None:
        try:
            report = junit_xml(done, strict, began, known_secrets(used).replaced)
            write_whole(Path(junit), report.encode("utf-8", "replace"))
        except OSError as error:
            raise UsageError(f"{str(junit)!r} cannot be written: {error.strerror}.", "Name another file.") from error
    return done


def _begun_with(run: str) -> Settings:
    """The settings that the run was started with, over those of the file and the environment."""
    with open_journal(_found_settings()).read(run) as record:
        return load({}, environ=os.environ, directory=Path.cwd(), recorded=record.head.to_resume())


def _found_settings() -> Settings:
    """Load the settings of `sextant.toml`, in this folder or above, and of the environment."""
    settings = load({}, environ=os.environ, directory=Path.cwd())
    if settings.told:
        _say(settings.told)
    return settings


def _hooks_of(on_step: OnStep | None) -> Hooks:
    """Hooks that call `on_step`, and write notes to standard error."""
    return Hooks(on_note=_say) if on_step is None else Hooks(on_step=on_step, on_note=_say)


def _say(text: str) -> None:
    """Write a note to standard error. A provider counts as announced only if somebody could read the note."""
    sys.stderr.write(f"sextant: {printable(text)}\n")
