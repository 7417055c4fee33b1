"""Makes a script from a recorded run of a person."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from sextant.dataclass import dataclass
from sextant.elements.named import NamedElement
from sextant.elements.refs import anchor_of
from sextant.errors import UsageError
from sextant.journal import RunRecord
from sextant.qa.route_files import stored_target
from sextant.qa.script_actor import elements_meant, place_name
from sextant.qa.script_check import lasting_control
from sextant.qa.script_files import Script, ScriptStep, ScriptTarget, script_text
from sextant.text.spellings import placeholder
from sextant.types.actions import Answer, ByPoint, Click, HandOver, InputText, Recall, Status, Target, targets_of
from sextant.types.decisions import PERSON
from sextant.types.screens import Screen
from sextant.types.transitions import Transition

__all__ = ["RecordedScript", "recorded_script", "script_of"]

_HIDDEN = re.compile(re.escape(placeholder("\0")).replace("\0", "(.*)"), re.DOTALL)
"""A text that is a placeholder: what was typed is a secret, or stood in a password field."""
_PRIVATE = placeholder("password field")


@dataclass(frozen=True, slots=True)
class RecordedScript:
    """The script of a recorded run.

    Attributes:
        text: The text of its file.
        options: The options of `sextant check` without which it cannot be taken again as it was recorded.
    """

    script: Script
    text: str
    options: tuple[str, ...]


def recorded_script(record: RunRecord, folder: Path) -> RecordedScript:
    """The script of a recorded run, for a file in that folder.

    Raises:
        UsageError: The run was not recorded from a person, or they did nothing.
    """
    head, end, transitions = record.head, record.episode, list(record.transitions())
    if head.actor != PERSON:
        raise UsageError(
            f"The run {record.run!r} was not recorded from a person.", "Record one: sextant record TARGET --script FILE"
        )
    script = script_of(transitions, head.task.goal, stored_target(head.device, folder))
    if not script.steps:
        raise UsageError(f"The run {record.run!r} has no steps.", "Record again: sextant record TARGET --script FILE")
    lost = 0 if end is None else end.counters.get("unrecorded", 0)
    missing = [f"Not all gestures were recorded ({lost} missing): sextant runs show {record.run}"] if lost else []
    text = script_text(script, [f"Recorded as the run {record.run}.", *missing])
    return RecordedScript(script, text, _options(script, transitions, head.device))


def _options(script: Script, transitions: Sequence[Transition], device: str) -> tuple[str, ...]:
    gated = device.startswith("web:")
    pressed = (lasting_control(one.decision.action, one.before, gated=gated) for one in transitions)
    labels = dict.fromkeys(one.label for one in pressed if one is not None and one.label)
    actions = [one.action for one in script.steps if isinstance(one, ScriptStep)]
    secrets = dict.fromkeys(one.secret for one in actions if isinstance(one, InputText) and one.secret)
    found = [word for label in labels for word in ("--allow", label)]
    found += [word for name in secrets for word in ("--secret", f"{name}=env:{name.upper()}")]
    return (*(("--device", device) if device.startswith("android:") else ()), *found)


def script_of(transitions: Sequence[Transition], goal: str, target: str) -> Script:
    """The steps of a person as a script. A touch of a field before text for it is left out: the text touches it."""
    steps = [one for one in transitions if not isinstance(one.decision.action, Answer | Status | Recall | HandOver)]
    names = _SecretNames()
    screens = {one.step: one.before for one in transitions}
    found = [names.filled(_step(one, screens.get(one.step + 1, one.after))) for one in steps]
    app = transitions[0].before.app if transitions else ""
    return Script(goal, target, app, tuple(_without_focusing(found)))


def _step(done: Transition, then: Screen) -> ScriptStep:
    """A step, with the name of the screen that followed, if it is another one."""
    action, before = done.decision.action, done.before
    assert not isinstance(action, Answer | Status | Recall | HandOver)
    targets = tuple(_named(before, one) for one in targets_of(action) if not isinstance(one, ByPoint))
    lands = place_name(then)
    return ScriptStep(action, targets, lands if lands != place_name(before) else "")


def _named(screen: Screen, target: Target) -> ScriptTarget:
    """The element of a target as a script names it: with its number, if others are named alike."""
    assert not isinstance(target, ByPoint)
    element = screen.element(target.index)
    assert element is not None, "a recorded step names an element of its own screen"
    named = NamedElement(" ".join(element.label.split()), element.role, anchor_of(screen, element), element.test_id)
    alike = elements_meant(screen, ScriptTarget(named))
    return ScriptTarget(named, alike.index(element) if len(alike) > 1 else None)


class _SecretNames:
    """Names the secrets of a script: by their own name, else `password`, numbered by field."""

    def __init__(self) -> None:
        self._fields: list[tuple[ScriptTarget, ...]] = []

    def filled(self, step: ScriptStep) -> ScriptStep:
        """The step with the name of a secret in place of a text that was not recorded."""
        action = step.action
        hidden = _HIDDEN.fullmatch(action.text) if isinstance(action, InputText) else None
        if hidden is None or not isinstance(action, InputText):
            return step
        if action.text != _PRIVATE:
            return replace(step, action=InputText(target=action.target, secret=hidden[1]))
        if step.targets not in self._fields:
            self._fields.append(step.targets)
        number = self._fields.index(step.targets) + 1
        return replace(
            step, action=InputText(target=action.target, secret="password" if number == 1 else f"password_{number}")
        )


def _without_focusing(steps: Sequence[ScriptStep]) -> Iterator[ScriptStep]:
    for step, following in pairwise([*steps, *steps[-1:]]):
        typed = isinstance(following.action, InputText) and following.targets == step.targets
        if not (isinstance(step.action, Click) and step.targets and typed and not step.lands):
            yield step
