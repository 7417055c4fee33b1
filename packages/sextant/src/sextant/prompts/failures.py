"""What was tried on a screen and did not work: told whenever that screen is there again (LongHorizonUI, section 2.4).

It is kept by screen and by what was touched, forgotten once the same target works, and left out while it says nothing:
the target is not there, lies open again, or can be used by now.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from sextant.dataclass import dataclass
from sextant.elements.refs import ref_of, resolve
from sextant.prompts.text import in_quotes
from sextant.state import Fold
from sextant.text.legible import quoted, worded
from sextant.types.actions import ByPoint, Click, DoubleTap, Drag, InputText, LongPress, Target
from sextant.types.events import Event
from sextant.types.evidence import SettledVerdict
from sextant.types.screens import ElementRef, Screen
from sextant.types.transitions import Cause, Transition

__all__ = ["FAILURES", "Failures", "failures_here"]

_SCREENS = 50
_A_SCREEN = 6
_COMPACT = 2
_NAME = 24

_TOLD: Mapping[Cause, tuple[str, str]] = {
    "missed": ("the touch had no effect", "another control or another way may do"),
    "unanswered": ("the app got the touch and shows nothing of it", "look again before it is touched once more"),
    "wrong_element": ("it led elsewhere than its address says", "it may not be what it seems"),
    "covered": ("something lies over it", "close that, or scroll it into the open"),
    "disabled": ("it is disabled", "something else has to be filled in or chosen first"),
}
"""Causes that lie with the target, and what helps. Others (a popup, a slow page, a dead app) say nothing of it."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The failed attempts on one target: an element, or a point on the 0-1000 frame."""

    element: ElementRef | None
    point: tuple[int, int] | None
    act: str
    cause: Cause
    step: int
    """The last step that tried it."""
    digest: str
    """The screen as that step found it."""
    times: int = 1
    encodings: tuple[str, ...] = ()

    def same(self, element: ElementRef | None, point: tuple[int, int] | None) -> bool:
        return self.element == element and self.point == point


Failures = tuple[tuple[tuple[str, ...], tuple[Failure, ...]], ...]
"""Failed targets by screen, the latest of each, bounded however long the run; the screen used last at the end."""


def _fold(state: Failures, event: Event) -> Failures:
    match event:
        case SettledVerdict(step=step, effective=True):  # a later screen has shown that it worked after all
            return _without(state, lambda one: one.step == step)
        case Transition(interrupt=""):
            return _after(state, event)
        case _:
            return state


FAILURES: Fold[Failures] = Fold("failures", Failures, (), _fold)


def _after(state: Failures, step: Transition) -> Failures:
    """The failures after a step: a target that worked is removed, one that failed is added."""
    action = step.decision.action
    if not isinstance(action, Click | DoubleTap | LongPress | InputText | Drag):
        return state
    target = action.start if isinstance(action, Drag) else action.target
    element, point = (None, None) if target is None else _touched(target, step)
    if element is None and point is None:
        return state
    screen = _name(step.before)
    kept = dict(state).get(screen, ())
    old = next((one for one in kept if one.same(element, point)), None)
    if step.effectiveness == "effective":
        return state if old is None else _without(state, lambda one: one is old)
    if not _failed(step):
        return state
    encodings = _distinct(attempt.encoding for attempt in step.attempts)
    act = action.kind.replace("_", " ")
    made = Failure(element, point, act, step.cause, step.step, step.before.digest, encodings=encodings)
    if old is not None:
        made = replace(made, times=old.times + 1, encodings=_distinct((*old.encodings, *made.encodings)))
    others = tuple((name, tried) for name, tried in state if name != screen)
    return (*others, (screen, (*(one for one in kept if one is not old), made)[-_A_SCREEN:]))[-_SCREENS:]


def _without(state: Failures, gone: Callable[[Failure], bool]) -> Failures:
    if not any(gone(one) for _, kept in state for one in kept):
        return state
    left = ((name, tuple(one for one in kept if not gone(one))) for name, kept in state)
    return tuple((name, kept) for name, kept in left if kept)


def failures_here(state: Failures, screen: Screen, compact: bool = False) -> str:
    """The failures on this screen that are still useful, one on each line; empty if there are none.

    `compact`: the latest two on one line.
    """
    kept = dict(state).get(_name(screen), ())
    there = [(one, here) for one in kept if (here := _here(one, screen, compact))]
    if compact:
        return "; ".join(f"{here}: {_TOLD[one.cause][0]}" for one, here in there[-_COMPACT:])
    return "\n".join(_line(one, here, screen) for one, here in there)


def _failed(transition: Transition) -> bool:
    """Whether the target failed. An uncertain result does not count, because it may have worked."""
    if transition.cause not in _TOLD:
        return False
    if transition.effectiveness != "uncertain":
        return transition.effectiveness in ("ineffective", "refused")
    denied = bool(transition.verdicts) and all(verdict.outcome == "fails" for verdict in transition.verdicts)
    return denied and transition.cause == "wrong_element" and not transition.irreversible


def _touched(target: Target, transition: Transition) -> tuple[ElementRef | None, tuple[int, int] | None]:
    """The target: its element, also for a point on it; else the point."""
    element = next((attempt.element for attempt in transition.attempts if attempt.element is not None), None)
    if element is not None:
        return element, None
    if isinstance(target, ByPoint):
        return None, (round(target.x), round(target.y))
    chosen = transition.before.element(target.index)
    return (None if chosen is None else ref_of(transition.before, chosen)), None


def _here(one: Failure, screen: Screen, compact: bool = False) -> str:
    """The name of a target on this screen; empty if it is not there.

    A point is told of the very same screen only: on another, something else may lie there.
    """
    if one.element is None:
        return f"the point {one.point}" if one.digest == screen.digest else ""
    found = resolve(screen, one.element)
    if found is None:
        return ""
    if one.cause == "covered" and found.visibility in ("visible", "clipped"):
        return ""
    if one.cause == "disabled" and "disabled" not in found.states:
        return ""
    label = found.label or worded(found.test_id)
    if compact:
        return f"{quoted(label, _NAME)} [{found.index}]"
    return f"{found.role} {in_quotes(label)} [{found.index}]"  # the number last: this is no line of the listing


def _line(one: Failure, here: str, screen: Screen) -> str:
    why, helps = _TOLD[one.cause]
    count = "once" if one.times == 1 else f"{one.times} times"
    several = len(one.encodings) > 1  # one alone is the action's own, and says nothing further
    by = f" by {', '.join(one.encodings)}" if several else "" if one.encodings else ", never touched"
    since = "" if one.digest == screen.digest else " (the screen has changed since)"
    return f"{here}: {one.act} {count}{by}: {why}{since}; {helps}"


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _name(screen: Screen) -> tuple[str, ...]:
    return (screen.key.app, screen.key.id, *(part for pair in screen.binding for part in pair))
