"""Runs from Python: the same as the command line, in a call each."""

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from sextant.build import Hooks, RunRequest, build_run, resume_run
from sextant.contracts import Person
from sextant.settings import Settings, load
from sextant.types.tasks import Episode
from sextant.types.transitions import Transition

__all__ = ["Unattended", "goto", "resume", "run"]

OnStep = Callable[[Transition], None]


class Unattended:
    """Nobody to ask: what needs a person is refused."""

    attended = False

    def allow(self, question: str, detail: str) -> bool:
        del question, detail
        return False

    def take_over(self, reason: str) -> bool:
        del reason
        return False


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
        person: Who is asked before what cannot be taken back; by default nobody, which means no.
        on_step: Called after each committed step.

    Raises:
        SextantError: The run could not be begun. What goes wrong later is the episode's status.
    """
    settings = settings or _found()
    if model:
        settings = replace(settings, models=replace(settings.models, actor=model))
    request = RunRequest(goal, device, "model", answer_schema)
    return build_run(request, settings, person or Unattended(), _hooks(on_step)).go()


def goto(target: str, device: str, *, settings: Settings | None = None, on_step: OnStep | None = None) -> Episode:
    """Reaches the screen that `target` describes, without any model, by the shortest way the map knows.

    Raises:
        SextantError: The run could not be begun.
    """
    request = RunRequest(target, device, "navigator")
    return build_run(request, settings or _found(), Unattended(), _hooks(on_step)).go()


def resume(
    run: str, *, settings: Settings | None = None, person: Person | None = None, on_step: OnStep | None = None
) -> Episode:
    """Takes a run up where it stopped: after Ctrl-C, a crash, a spent budget.

    Raises:
        NeedsPerson: Nobody can tell from the screen whether the last act happened.
        SextantError: There is no such run, or it is over.
    """
    return resume_run(run, settings or _found(), person or Unattended(), _hooks(on_step)).go()


def _found() -> Settings:
    """The settings of `sextant.toml`, in this folder or above, and of the environment."""
    return load({}, environ=os.environ, directory=Path.cwd())


def _hooks(on_step: OnStep | None) -> Hooks:
    return Hooks() if on_step is None else Hooks(on_step=on_step)
