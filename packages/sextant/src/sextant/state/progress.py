"""The progress of a run: the screens that it has seen, the actions tried on them, and failures in a row."""

from collections.abc import Mapping
from dataclasses import field, replace

from sextant.dataclass import dataclass
from sextant.state.event_log import Fold
from sextant.types.actions import Action, Scroll, Swipe, Wait
from sextant.types.codec import to_json
from sextant.types.events import ClaimProposed, Event
from sextant.types.transitions import Transition

__all__ = ["PROGRESS", "RunProgress", "attempt_key"]

_KNOWN = 1000
"""The most screens that are remembered; older ones count as new again."""
_BACK = ("rollback", "restart")


@dataclass(frozen=True, slots=True)
class RunProgress:
    """Progress of a run, and the lack of it.

    Attributes:
        screens: Digests of the screens that were seen, with the first step of each.
        pages: Keys of the pages that were seen, likewise.
        began: The page on which the run began.
        tried: How often each action was carried out on each screen since the last new screen or finished
            leaf of the program (`pair_of`).
        effective: How often of these it had an effect.
        last: The last tried action, as an `attempt_key`.
        failed: The number of failed decisions in a row.
        rollbacks: The number of rollbacks since the last progress.
        restarts: The number of restarts of the app since then.
        interrupt: The kind of interrupt of the latest step; empty if it was none.
        back: Whether the latest steps belong to a rollback or restart.
    """

    screens: Mapping[str, int] = field(default_factory=dict[str, int])
    pages: Mapping[str, int] = field(default_factory=dict[str, int])
    began: str = ""
    tried: Mapping[str, int] = field(default_factory=dict[str, int])
    effective: Mapping[str, int] = field(default_factory=dict[str, int])
    last: str = ""
    failed: int = 0
    rollbacks: int = 0
    restarts: int = 0
    interrupt: str = ""
    back: bool = False

    def ineffective_repeats(self, pair: str) -> float:
        """How often an action was tried on one screen; a try that had an effect counts half."""
        return self.tried.get(pair, 0) - self.effective.get(pair, 0) / 2


def attempt_key(action: Action, digest: str) -> str:
    """The key of an action on the screen with that digest."""
    return f"{digest} {to_json(Action, action)}"


def _fold(state: RunProgress, event: Event) -> RunProgress:
    if isinstance(event, ClaimProposed) and event.claim.is_leaf and state.tried:
        return replace(state, tried={}, effective={})
    if not isinstance(event, Transition):
        return state
    found = _with_repeats(state, event)
    found = _with_return(found, event) if event.interrupt else _with_decision(found, event)
    return replace(found, interrupt=event.interrupt)


PROGRESS = Fold("progress", RunProgress, RunProgress(), _fold)


def _with_repeats(state: RunProgress, step: Transition) -> RunProgress:
    """Counts the action of a step. A rollback or restart halves all counts, so that actions may be tried again."""
    back = step.interrupt in _BACK and bool(step.attempts)
    if back and not state.back:
        tried = {pair: count // 2 for pair, count in state.tried.items()}
        effective = {pair: count // 2 for pair, count in state.effective.items()}
        state = replace(state, tried=tried, effective=effective)
    state = replace(state, back=back)
    if step.interrupt or not step.attempts or isinstance(step.decision.action, Wait):
        return state
    if step.cause == "refused":  # what it sent was held: a setting or a person may let it pass the next time
        return state
    screens, tried, effective = dict(state.screens), dict(state.tried), dict(state.effective)
    screens.setdefault(step.before.digest, step.step)
    if step.after.digest not in screens:
        tried, effective = {}, {}
        screens[step.after.digest] = step.step + 1
        if len(screens) > _KNOWN:
            del screens[next(iter(screens))]
    pair = attempt_key(step.decision.action, step.before.digest)
    tried[pair] = tried.get(pair, 0) + 1
    effective[pair] = effective.get(pair, 0) + (step.effectiveness == "effective")
    return replace(state, screens=screens, tried=tried, effective=effective, last=pair)


def _with_return(state: RunProgress, step: Transition) -> RunProgress:
    """Counts rollbacks, which may take several steps, and restarts."""
    if step.interrupt not in _BACK or step.interrupt == state.interrupt:
        return state
    rolled = step.interrupt == "rollback"
    return replace(state, failed=0, rollbacks=state.rollbacks + rolled, restarts=state.restarts + (not rolled))


def _with_decision(state: RunProgress, step: Transition) -> RunProgress:
    """Counts a failed decision. A successful step, or a new page, is progress and resets the counts."""
    before, after = step.before.key.id, step.after.key.id
    pages = {before: step.step, **state.pages}
    new = after not in pages and step.after.condition == "ok"
    pages.setdefault(after, step.step + 1)
    state = replace(state, pages=pages if len(pages) > len(state.pages) else state.pages, began=state.began or before)
    if step.effectiveness == "effective" or (new and step.attempts):
        return replace(state, failed=0, rollbacks=0, restarts=0)
    return replace(state, failed=state.failed + 1) if _led_nowhere(step) else state


def _led_nowhere(step: Transition) -> bool:
    """Whether a step that should change something had no effect, or the app was lost.

    Scrolling, waiting and refused decisions are no failures. Neither is a page that changed differently than
    predicted, nor an undecided result, because an app may act and show nothing.
    """
    if isinstance(step.decision.action, Wait | Scroll | Swipe) or step.cause == "refused":
        return False
    return step.effectiveness in ("ineffective", "refused") or step.cause == "device"
