"""Which screens a run has seen, what it tried on them, and how often that led nowhere."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sextant.state.event_log import Fold
from sextant.types.actions import Action, Scroll, Swipe, Wait
from sextant.types.codec import to_json
from sextant.types.events import Event, Proposed
from sextant.types.transitions import Transition

__all__ = ["PROGRESS", "RunProgress", "pair_of"]

_KNOWN = 1000
"""Screens kept in mind; older ones count as new again."""
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
        last: What was tried last.
        failed: Decisions in a row that led nowhere.
        rollbacks: How often it was gone back since something led on.
        restarts: How often the app was begun anew since then.
        interrupt: What kind of interrupt the latest step was.
        back: Whether the latest steps went back.
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

    def in_vain(self, pair: str) -> float:
        """How often something was repeated on one screen; a repetition that had an effect counts half."""
        return self.tried.get(pair, 0) - self.effective.get(pair, 0) / 2


def pair_of(action: Action, digest: str) -> str:
    """An action on the screen with that digest."""
    return f"{digest} {to_json(Action, action)}"


def _fold(state: RunProgress, event: Event) -> RunProgress:
    if isinstance(event, Proposed) and event.claim.is_leaf and state.tried:
        return replace(state, tried={}, effective={})
    if not isinstance(event, Transition):
        return state
    found = _with_repeats(state, event)
    found = _with_return(found, event) if event.interrupt else _with_decision(found, event)
    return replace(found, interrupt=event.interrupt)


PROGRESS = Fold("progress", RunProgress, RunProgress(), _fold)


def _with_repeats(state: RunProgress, step: Transition) -> RunProgress:
    """What was counted before it was gone back counts half: another beginning is another chance, and no endless one."""
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
    pair = pair_of(step.decision.action, step.before.digest)
    tried[pair] = tried.get(pair, 0) + 1
    effective[pair] = effective.get(pair, 0) + (step.effectiveness == "effective")
    return replace(state, screens=screens, tried=tried, effective=effective, last=pair)


def _with_return(state: RunProgress, step: Transition) -> RunProgress:
    """Counts a way back, which may take several steps, and a new beginning."""
    if step.interrupt not in _BACK or step.interrupt == state.interrupt:
        return state
    rolled = step.interrupt == "rollback"
    return replace(state, failed=0, rollbacks=state.rollbacks + rolled, restarts=state.restarts + (not rolled))


def _with_decision(state: RunProgress, step: Transition) -> RunProgress:
    """Counts a decision that led nowhere. A step that worked, or a page never seen before, is progress."""
    before, after = step.before.key.id, step.after.key.id
    pages = {before: step.step, **state.pages}
    new = after not in pages and step.after.condition == "ok"
    pages.setdefault(after, step.step + 1)
    state = replace(state, pages=pages if len(pages) > len(state.pages) else state.pages, began=state.began or before)
    if step.effectiveness == "effective" or (new and step.attempts):
        return replace(state, failed=0, rollbacks=0, restarts=0)
    return replace(state, failed=state.failed + 1) if _led_nowhere(step) else state


def _led_nowhere(step: Transition) -> bool:
    """Whether the step was to change something and changed nothing, or the app was lost.

    Looking on is no failure, nor is what review refused. A page that changed in another way than was predicted leads
    somewhere, and what no screen decides may have worked: an app may act and show nothing.
    """
    if isinstance(step.decision.action, Wait | Scroll | Swipe) or step.cause == "refused":
        return False
    return step.effectiveness in ("ineffective", "refused") or step.cause == "device"
