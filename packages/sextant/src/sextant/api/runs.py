"""Runs from Python: `run`, `goto` and `resume`."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sextant.api.found import OnStep, found_settings, hooks_of
from sextant.assembly import AbsentPerson, RunRequest, build_run, open_journal, resume_run
from sextant.assembly.tours import Order, touring
from sextant.protocols import Person
from sextant.qa.route_keeper import RouteFilesKeeper
from sextant.qa.route_recording import ArrivedWalk
from sextant.settings import Settings, load
from sextant.settings.credentials import without_credentials
from sextant.types.tasks import Episode
from sextant.types.transitions import Transition

__all__ = ["goto", "resume", "run"]


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
    settings = settings or found_settings()
    if model:
        settings = replace(settings, models=replace(settings.models, actor=model))
    request = RunRequest(goal, device, "model", answer_schema)
    return build_run(request, settings, person or AbsentPerson(), hooks_of(on_step)).go()


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
    asked = touring(texts, device, settings or found_settings(), order)
    keeping = None if save is None else RouteFilesKeeper.planned(Path(save), device, asked.stops, build)
    steps: list[Transition] = []

    def noted(transition: Transition) -> None:
        steps.append(transition)
        if on_step is not None:
            on_step(transition)

    run = build_run(asked.request, asked.settings, AbsentPerson(), hooks_of(noted))
    episode = run.go()
    ended = run.stops()
    if keeping is not None and (episode.status == "success" or any(one.reached for one in ended)):
        keeping.keep(ArrivedWalk(steps, run.device.name), ended, asked.settings, hooks_of(None))
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
    return resume_run(run, settings, person or AbsentPerson(), hooks_of(on_step)).go()


def _begun_with(run: str) -> Settings:
    """The settings that the run was started with, over those of the file and the environment."""
    with open_journal(found_settings()).read(run) as record:
        return load({}, environ=os.environ, directory=Path.cwd(), recorded=record.head.to_resume())
