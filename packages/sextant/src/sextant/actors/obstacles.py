"""Obstacles of a walk: dialogs of the device, and dialogs of the app that no touch opened."""

from sextant.actors.walk import Risky, decision
from sextant.types.actions import ByIndex, Click, NavigateBack
from sextant.types.decisions import Decision
from sextant.types.evidence import Changed
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant.utg.faces import local
from sextant.utg.moves import closer_of


def unasked(transition: Transition) -> bool:
    """Whether a dialog came up by itself: after no touch, or on another page than the touched one.

    A dialog that a touch opens over its own page, or under an address below it (`/builds/1` → `/builds/1/restart`), is
    a screen to be explored.
    """
    before, after = transition.before, transition.after
    if not _dialog(after) or _dialog(before):
        return False
    return transition.decision.action.kind != "click" or not local(after).startswith(local(before))


def _dialog(screen: Screen) -> str:
    """The landmark of the dialog in view; empty where there is none."""
    marks = (one.landmark for one in screen.elements if one.visibility == "visible")
    return next(filter(_is_dialog, (*screen.observation.landmarks, *marks)), "")


def _is_dialog(landmark: str) -> bool:
    return landmark.startswith(("dialog", "alertdialog"))


def close_unasked(screen: Screen, risky: Risky) -> Decision:
    """Close a dialog that came up by itself: by its close control, else its last button, else by going back."""
    why = f"{_dialog(screen)!r} appeared by itself and is closed."
    inside = [one for one in screen.elements if _is_dialog(one.landmark) and one.visibility == "visible"]
    buttons = [one for one in inside if one.interactable and "tap" in one.affordances]
    closer = closer_of(screen) or next((one for one in buttons[-1:] if not one.href and not risky(one, screen)), None)
    if closer is None:
        return decision(screen, NavigateBack(), "go back", why, (Changed(),))
    return decision(screen, Click(ByIndex(closer.index)), f"tap {closer.label!r}", why, (Changed(),))


def dismiss(screen: Screen) -> Decision:
    """Dismiss a dialog of the device by its first button, which agrees to nothing."""
    assert screen.modal is not None
    modal = screen.modal
    chosen = next((one for one in screen.elements if one.interactable and one.role == "button"), None)
    why = f"A {modal.kind} asks {modal.message[:80]!r}; nothing is answered on the way, only dismissed."
    if chosen is None:
        return decision(screen, NavigateBack(), "dismiss the dialog", why)
    return decision(screen, Click(ByIndex(chosen.index)), f"tap {chosen.label!r}", why)
