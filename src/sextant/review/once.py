"""What was done and cannot be taken back is remembered: doing it again needs evidence that it had no effect."""

from typing import Any

from sextant.review.reaching import element_at
from sextant.types.actions import Action, targets_of
from sextant.types.codec import to_json
from sextant.types.decisions import Decision, Objection
from sextant.types.refs import ref_of
from sextant.types.screens import ElementRef, Screen
from sextant.types.transitions import Transition


class Once:
    """Remembers irreversible injections of a run whose outcome no screen has shown.

    An act that was seen to work, or seen to have had no effect, may be decided on again: it is another act. One
    whose outcome is uncertain may not, unless a person says so (design, Executing without harm).
    """

    def __init__(self) -> None:
        self._open: dict[str, int] = {}

    def object_to(self, decision: Decision, screen: Screen) -> tuple[Objection, ...]:
        """An objection where this very act was injected before and nothing shows what became of it."""
        step = self._open.get(_name(decision.action, screen))
        if step is None:
            return ()
        message = f"this was already done in step {step}, cannot be taken back, and no screen has shown its outcome"
        return (Objection("irreversible", message, ask=True),)

    def observe(self, transition: Transition) -> None:
        """Takes note of an act that was injected and cannot be taken back."""
        if not transition.attempts or not transition.irreversible:
            return
        name = _name(transition.decision.action, transition.before)
        if transition.effectiveness == "uncertain":
            self._open[name] = transition.step
        else:
            self._open.pop(name, None)

    def snapshot(self) -> Any:
        return dict(self._open)

    def restore(self, state: Any) -> None:
        self._open = {str(name): int(step) for name, step in state.items()}


def _name(action: Action, screen: Screen) -> str:
    targets = targets_of(action)
    element = element_at(targets[0], screen) if targets else None
    if element is None:
        return f"{screen.app} {screen.key.id} {to_json(Action, action)}"
    return f"{screen.app} {action.kind} {to_json(ElementRef, ref_of(screen, element))}"
