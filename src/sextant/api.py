"""Runs from Python: the same as the command line, in a call each."""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from sextant.build import Hooks, Nobody, RunRequest, build_run, open_journal, resume_run
from sextant.contracts import Person
from sextant.settings import Settings, load
from sextant.types.tasks import Episode
from sextant.types.transitions import Transition

__all__ = ["goto", "resume", "run"]

OnStep = Callable[[Transition], None]


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
    """Pursues a goal with a language model and returns how it went.

    Args:
        goal: What is wanted, in words.
        device: `web:URL`; see docs/devices.md for the other forms.
        model: `openai:gpt-5`, `local:smollm2` …; empty takes the one of the settings.
        answer_schema: JSON schema that `Episode.answer` follows.
        settings: Everything else; by default from `sextant.toml` and the environment.
        person: Who is asked before what cannot be taken back; by default nobody, which means no. What a new model
            provider is sent is said on standard error before its first call.
        on_step: Called after each committed step.

    Raises:
        SextantError: The run could not be begun. What goes wrong later is the episode's status.
    """
    settings = settings or _found()
    if model:
        settings = replace(settings, models=replace(settings.models, actor=model))
    request = RunRequest(goal, device, "model", answer_schema)
    return build_run(request, settings, person or Nobody(), _hooks(on_step)).go()


def goto(target: str, device: str, *, settings: Settings | None = None, on_step: OnStep | None = None) -> Episode:
    """Reaches the screen that `target` describes, without any model, by the shortest way the map knows.

    Raises:
        SextantError: The run could not be begun.
    """
    request = RunRequest(target, device, "navigator")
    return build_run(request, settings or _found(), Nobody(), _hooks(on_step)).go()


def resume(
    run: str, *, settings: Settings | None = None, person: Person | None = None, on_step: OnStep | None = None
) -> Episode:
    """Takes a run up where it stopped: after Ctrl-C, a crash, a spent budget. By default with its own settings.

    Raises:
        NeedsPerson: Nobody can tell from the screen whether the last act happened.
        SextantError: There is no such run, or it is over.
    """
    settings = settings or _begun_with(run)
    return resume_run(run, settings, person or Nobody(), _hooks(on_step)).go()


def _found() -> Settings:
    """The settings of `sextant.toml`, in this folder or above, and of the environment."""
    return load({}, environ=os.environ, directory=Path.cwd())


def _begun_with(run: str) -> Settings:
    """The settings the run was begun with, over those of the file and the environment."""
    with open_journal(_found()).read(run) as record:
        return load({}, environ=os.environ, directory=Path.cwd(), recorded=record.head.settings)


def _hooks(on_step: OnStep | None) -> Hooks:
    return Hooks(on_note=_say) if on_step is None else Hooks(on_step=on_step, on_note=_say)


def _say(text: str) -> None:
    """Notes are said aloud: what leaves this machine must not be remembered as told where nobody was told."""
    sys.stderr.write(f"sextant: {text}\n")
