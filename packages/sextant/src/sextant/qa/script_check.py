"""Scripts as tests: takes the steps of a script again, and reports whether they still work."""

from dataclasses import replace

from sextant.assembly.run import Hooks
from sextant.qa.file_check import FileCheck, RouteResult
from sextant.qa.script_actor import ScriptActor
from sextant.qa.script_files import Script
from sextant.review.authorization import control_of
from sextant.review.hit_test import commits, pressed_by_enter
from sextant.settings import Settings
from sextant.types.actions import Action, InputText, Scroll, Swipe
from sextant.types.screens import Element, Screen
from sextant.utg.exclusions import unguarded

__all__ = ["ScriptCheck", "lasting_control"]


def lasting_control(action: Action, screen: Screen, *, gated: bool) -> Element | None:
    """The control that an action presses, if a walk never touches it; without a write gate, also one that submits."""
    if isinstance(action, Scroll | Swipe):
        return None
    if isinstance(action, InputText):
        control = next(iter(pressed_by_enter(action, screen)), None)
    else:
        control = control_of(action, screen)
    if control is None or "type" in control.affordances:
        return None
    return control if unguarded(control, screen) or (not gated and commits(control, screen)) else None


class ScriptCheck(FileCheck):
    """One check: a run in the journal whose actor takes the steps of the script.

    Args:
        script: The script.
        target: Where it is taken, as on the command line.
        settings: The user's settings; they have the secrets that the script names.
        hooks: Hooks of the run.
    """

    def __init__(self, script: Script, target: str, settings: Settings, hooks: Hooks | None = None) -> None:
        super().__init__(script, target, settings, hooks)
        self._player = ScriptActor(script, lambda action, screen: lasting_control(action, screen, gated=self._gated))

    @property
    def _followed(self) -> ScriptActor:
        return self._player

    def _actor(self) -> ScriptActor:
        return self._player

    def _reached(self, checked: RouteResult) -> RouteResult:
        told = "; ".join(one.text for one in checked.deviations)
        return replace(checked, verdict="moved" if told else "exact", reason=told or "as it was recorded", exit_code=0)

    def _failed(self, checked: RouteResult) -> RouteResult:
        return replace(checked, found=self._failure(self._player.end, checked.reason))
