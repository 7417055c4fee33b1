"""What comes up over the app uninvited is closed before the course goes on (LongHorizonUI, appendix E, protocol 1)."""

from collections.abc import Callable
from typing import Any

from sextant.contracts import Cleared, Executing
from sextant.evidence import Dialog, dialog_of
from sextant.types.actions import ByIndex, ByPoint, Click, targets_of
from sextant.types.decisions import Decision
from sextant.types.evidence import Gone
from sextant.types.geometry import Box, Point
from sextant.types.refs import ref_of
from sextant.types.screens import Screen
from sextant.types.transitions import Transition

__all__ = ["Dismissal", "Popups"]

IN_A_ROW = 3
_SHARED = 2
"""So many words of the goal in a dialog make it one about the task (of Chinese and Japanese, pairs of characters)."""
_OUTSIDE = 24.0
"""Least pixels between a dialog and the edge of the screen for a touch beside it."""


class Dismissal:
    """Says how to dismiss what came up over the app, and leaves every dialog alone that wants an answer.

    To the actor goes what asks something, what only tells something (an error, a number to note), what answers the
    last step's expectation, what speaks of what was touched or of the task, and what was there when the actor last
    acted. What shows no close is left by a touch beside it, once; what it offers is never touched.
    """

    def __init__(self, goal: str, safe: Callable[[Decision, Screen], bool] = lambda decision, screen: True) -> None:  # noqa: ARG005
        self._goal, self._safe = goal, safe
        self._last: Transition | None = None
        self._left: Dialog | None = None

    def decision(self, screen: Screen, tries: int = 0) -> Decision | None:
        """The touch that dismisses it, after so many that did not; None where nothing is to be dismissed."""
        dialog = dialog_of(screen)
        if dialog is None or not self._uninvited(dialog):
            return None
        for closer in dialog.closers:
            target = ByIndex(closer.index, screen.digest)
            words = f"close {_named(dialog)} by {closer.label or closer.role!r}"
            expected = (Gone(element=ref_of(screen, closer)),)
            decision = Decision(Click(target), screen.digest, words, expectations=expected, actor="interrupt")
            if self._safe(decision, screen):
                return decision
        beside = _beside(dialog.box, screen)
        if beside is None or tries:
            return None
        x, y = beside.normalised(screen.size)
        touch, words = Click(ByPoint(x, y, screen.digest)), f"touch beside {_named(dialog)}"
        gone = (Gone(text=dialog.title),) if dialog.title else ()
        decision = Decision(touch, screen.digest, words, expectations=gone, actor="interrupt")
        return decision if self._safe(decision, screen) else None

    def leave(self, screen: Screen) -> None:
        """What is there now is the actor's."""
        self._left = dialog_of(screen)

    def observe(self, transition: Transition) -> None:
        """Keeps the last step of the course, which may have called a dialog."""
        if not transition.interrupt:
            self._last = transition

    def _uninvited(self, dialog: Dialog) -> bool:
        if dialog.native or dialog.asks or dialog.error or dialog.only_tells or not dialog.blocking:
            return False
        if self._left is not None and self._left.same(dialog):
            return False
        last = self._last
        if last is not None and (_was_there(dialog, last) or _answers(dialog, last) or _concerns(dialog, last)):
            return False
        return dialog.shared(self._goal) < _SHARED


class Popups:
    """Dismisses popups through the executor, at most three touches in a row."""

    def __init__(self, executor: Executing, dismissal: Dismissal) -> None:
        self._executor, self._dismissal = executor, dismissal

    @property
    def stuck(self) -> str:
        return ""

    def clear(self, screen: Screen, step: int) -> Cleared:
        """Dismisses what is over the screen; what stays in spite of it goes to the actor."""
        taken: list[Transition] = []
        while len(taken) < IN_A_ROW:
            decision = self._dismissal.decision(screen, len(taken))
            if decision is None:
                break
            taken.append(self._executor.execute(decision, screen, step + len(taken), interrupt="popup"))
            screen = taken[-1].after
        if taken:
            self._dismissal.leave(screen)
        return Cleared(screen, tuple(taken))

    def observe(self, transition: Transition) -> None:
        self._dismissal.observe(transition)

    def snapshot(self) -> Any:
        return None

    def restore(self, state: Any) -> None:
        """Nothing to take up: a dialog that is still there is judged anew."""


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


def _concerns(dialog: Dialog, last: Transition) -> bool:
    """Whether it speaks of what was touched last."""
    targets = [target for target in targets_of(last.decision.action) if not isinstance(target, ByPoint)]
    touched = [last.before.element(target.index) for target in targets]
    words = [item.label for item in touched if item is not None]
    words += [attempt.element.name for attempt in last.attempts if attempt.element is not None]
    return bool(words) and dialog.concerns(*words)


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
