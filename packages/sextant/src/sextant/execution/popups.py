"""What comes up over the app uninvited is closed before the course goes on (LongHorizonUI, appendix E, protocol 1)."""

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

__all__ = ["Dismissal", "Popups"]

MOST_IN_A_ROW = 3
_NAME = "popup"
"""Of the interrupt."""
_OUTSIDE = 24.0
"""Least pixels between a dialog and the edge of the screen for a touch beside it."""
_SAID = 200
"""Most characters of a closed popup's text that the history repeats."""


class Dismissal:
    """Says how to dismiss what came up over the app, and leaves every dialog alone that wants an answer.

    To the actor goes what asks something, what answers the last step's expectation, what its own touch opened over a
    page that is otherwise as it was, what was there when it last acted, and what could not be closed. The rest is
    closed by the control in its corner, else left by a touch beside it, each once; what it offers is never touched.
    """

    def __init__(
        self,
        log: EventLog,
        safe: Callable[[Decision, Screen], bool] = lambda decision, screen: True,  # noqa: ARG005
    ) -> None:
        self._log, self._safe = log, safe

    def decision(self, screen: Screen, tries: int = 0) -> Decision | None:
        """The touch that dismisses it, after so many that did not; None where nothing is to be dismissed."""
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
        return last is None or not (_was_there(dialog, last) or _answers(dialog, last) or _opened_by(dialog, last))


class Popups:
    """Dismisses popups through the executor, each way once, at most three touches in a row."""

    def __init__(self, executor: Executor, dismissal: Dismissal) -> None:
        self._executor, self._dismissal = executor, dismissal

    def clear(self, screen: Screen, step: int) -> Cleared:
        """Dismisses what is over the screen; what stays in spite of it goes to the actor."""
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


def _was_there(dialog: Dialog, last: Transition) -> bool:
    """Whether the actor acted with it in view: it has had its say, and the dialog is the actor's."""
    before = dialog_of(last.before)
    return before is not None and before.same(dialog)


def _answers(dialog: Dialog, last: Transition) -> bool:
    """Whether it is what the last step expected."""
    inside = {element.index for element in dialog.elements}
    return any(
        verdict.outcome == "holds" and not verdict.vacuous and any(item.element in inside for item in verdict.evidence)
        for verdict in last.verdicts
    )


def _opened_by(dialog: Dialog, last: Transition) -> bool:
    """Whether the last step's own touch may have opened it: it came up then, and the page behind shows nothing new."""
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
    """A touch beside it, where it leaves room and no other control would take the touch."""
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
    """A point well beside the dialog; None where it leaves no room."""
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
