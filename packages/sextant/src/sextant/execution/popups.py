"""Closes uninvited popups before the course continues (LongHorizonUI, appendix E, protocol 1)."""

from collections.abc import Callable

from sextant.elements.refs import ref_of
from sextant.evidence import Dialog, came_up, changed_behind, dialog_of
from sextant.protocols import Cleared, Executor
from sextant.state import EventLog
from sextant.types.actions import ByIndex, ByPoint, Click, Scroll, Swipe, Wait
from sextant.types.decisions import Decision
from sextant.types.evidence import Gone
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition

__all__ = ["PopupHandler", "PopupPolicy"]

MOST_IN_A_ROW = 3
_NAME = "popup"
"""The name of the interrupt."""
_OUTSIDE = 24.0
"""Least pixels between a dialog and the screen's edge for a touch beside it."""
_SAID = 200
"""Most characters of a closed popup's text that are recorded."""


class PopupPolicy:
    """Decides how to dismiss a popup, and leaves dialogs to the actor that need an answer.

    Left to the actor are dialogs that ask something, that the last step expected, that its touch opened over an
    otherwise unchanged page, that were there when the actor last acted, and that could not be closed. Others are closed
    by the control in their corner, else by a touch beside them, each once. Their offers are never touched.
    """

    def __init__(
        self,
        log: EventLog,
        safe: Callable[[Decision, Screen], bool] = lambda decision, screen: True,  # noqa: ARG005
    ) -> None:
        self._log, self._safe = log, safe

    def decision(self, screen: Screen, tries: int = 0) -> Decision | None:
        """The touch that dismisses the popup, after `tries` failed ones; None if nothing is to be dismissed."""
        dialog = dialog_of(screen)
        if dialog is None or not self._uninvited(dialog):
            return None
        ways = [way for way in (_by_closer(dialog, screen), _by_touch_beside(dialog, screen)) if way is not None]
        safe = [way for way in ways if self._safe(way, screen)]
        return safe[tries] if tries < len(safe) else None

    def _uninvited(self, dialog: Dialog) -> bool:
        if dialog.native or dialog.asks or not dialog.blocking:
            return False
        closed = next((step for step in reversed(self._log.recent) if step.interrupt == _NAME), None)
        left = None if closed is None else dialog_of(closed.after)
        if left is not None and left.same(dialog):
            return False
        last = self._log.last
        return last is None or not (_was_visible(dialog, last) or _answers(dialog, last) or _opened_by(dialog, last))


class PopupHandler:
    """Dismisses popups through the executor, each way once, at most three touches in a row."""

    def __init__(self, executor: Executor, dismissal: PopupPolicy) -> None:
        self._executor, self._dismissal = executor, dismissal

    def clear(self, screen: Screen, step: int) -> Cleared:
        """Dismisses the popups over the screen; one that stays is left to the actor."""
        taken: list[Transition] = []
        tries = 0
        while len(taken) < MOST_IN_A_ROW:
            decision = self._dismissal.decision(screen, tries)
            if decision is None:
                break
            over = dialog_of(screen)
            taken.append(self._executor.execute(decision, screen, step + len(taken), interrupt=_NAME))
            screen = taken[-1].after
            still = dialog_of(screen)
            tries = tries + 1 if over is not None and still is not None and still.same(over) else 0
        return Cleared(screen, tuple(taken))


def _was_visible(dialog: Dialog, last: Transition) -> bool:
    """Whether the dialog was visible when the actor last acted."""
    before = dialog_of(last.before)
    return before is not None and before.same(dialog)


def _answers(dialog: Dialog, last: Transition) -> bool:
    """Whether the last step expected the dialog."""
    inside = {element.index for element in dialog.elements}
    return any(
        verdict.outcome == "holds" and not verdict.vacuous and any(item.element in inside for item in verdict.evidence)
        for verdict in last.verdicts
    )


def _opened_by(dialog: Dialog, last: Transition) -> bool:
    """Whether the last step's touch may have opened the dialog: it came up then, and the page behind is unchanged."""
    if isinstance(last.decision.action, Scroll | Swipe | Wait):
        return False
    over = came_up(last.before, last.after)
    return over is not None and over.same(dialog) and not changed_behind(last.before, last.after)


def _by_closer(dialog: Dialog, screen: Screen) -> Decision | None:
    closer = dialog.closer
    if closer is None:
        return None
    words = f"close {_named(dialog)} by {closer.label or closer.role!r}; it said {dialog.text[:_SAID]!r}"
    expected = (Gone(element=ref_of(screen, closer)),)
    touch = Click(ByIndex(closer.index, screen.digest))
    return Decision(touch, screen.digest, words, expectations=expected, actor="interrupt")


def _by_touch_beside(dialog: Dialog, screen: Screen) -> Decision | None:
    """A touch beside the dialog, if there is room and no other control would take it."""
    beside = _beside(dialog.box, screen)
    if beside is None or any(_takes(element, beside, dialog) for element in screen.elements):
        return None
    x, y = beside.normalised(screen.size)
    words = f"touch beside {_named(dialog)}; it said {dialog.text[:_SAID]!r}"
    gone = (Gone(text=dialog.title),) if dialog.title else ()
    touch = Click(ByPoint(x, y, screen.digest))
    return Decision(touch, screen.digest, words, expectations=gone, actor="interrupt")


def _takes(element: Element, point: Point, dialog: Dialog) -> bool:
    free = element.visibility in ("visible", "clipped") and element not in dialog.elements
    return free and bool(element.affordances - {"scroll"}) and element.box.contains(point)


def _beside(box: Box, screen: Screen) -> Point | None:
    """A point clearly outside the dialog; None if there is no room."""
    size = screen.size
    rooms = (
        (box.y, Point(size.width / 2, box.y / 2)),
        (size.height - box.bottom, Point(size.width / 2, (box.bottom + size.height) / 2)),
        (box.x, Point(box.x / 2, size.height / 2)),
        (size.width - box.right, Point((box.right + size.width) / 2, size.height / 2)),
    )
    room, point = max(rooms, key=lambda pair: pair[0])
    return point if room >= _OUTSIDE else None


def _named(dialog: Dialog) -> str:
    return f"the popup {dialog.title!r}" if dialog.title else "the popup"
