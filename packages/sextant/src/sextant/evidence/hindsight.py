"""What a screen left undecided is looked at again, then asked in the next decision and answered before its action."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from sextant.evidence.change import changed_behind
from sextant.evidence.dialogs import came_up, dialog_of
from sextant.evidence.evaluate import evaluate, held
from sextant.types.actions import ByPoint, Click, NavigateBack, Wait, targets_of
from sextant.types.codec import from_json, to_json
from sextant.types.decisions import Judgement, Question
from sextant.types.evidence import (
    Changed,
    Effect,
    ElementState,
    FieldHas,
    Gone,
    ScreenIs,
    SettledVerdict,
    TextVisible,
    Verdict,
)
from sextant.types.refs import collapse, resolve
from sextant.types.screens import ElementRef, Screen
from sextant.types.transitions import Transition

_LAST = "last"
"""The key of the last step in what is kept; the others are names of questions."""
_MAX_OPEN = 3
"""Questions about one step at most."""


@dataclass(frozen=True, slots=True)
class _Open:
    """Something undecided: of which step, acted on which screen (its picture left out), which then showed where."""

    verdict: Verdict
    step: int
    before: Screen
    location: str
    """Of the screen after the step; empty where that could not be read."""
    failing: bool
    looked: bool = False
    """Whether there is nothing left to wait for: the page was evaluated again, or the run has left it."""


class Hindsight:
    """Open questions about the last step, each asked once.

    A dialog in the way, or a screen that could not be read, leaves a predicate undecided for the moment only: it is
    evaluated again, without a model, on the first screen that shows the page again. What is still undecided of the
    last step becomes a question to the next decision; of earlier steps nothing is asked, since another step may have
    done what is seen by then. An answer counts when the words it quotes stand on the screen. `tell` hears what is
    settled.
    """

    def __init__(self, tell: Callable[[SettledVerdict], None] | None = None) -> None:
        self._open: dict[str, _Open] = {}
        self._last = -1
        self._tell = tell

    def ask(self, screen: Screen) -> tuple[Question, ...]:
        """Looks again, and gives what is still open as questions. While the page is hidden nothing is asked."""
        for name, item in list(self._open.items()):
            if not item.looked and _shows_the_page(item, screen):
                self._look_again(name, item, screen)
        asked = [(name, item) for name, item in self._open.items() if item.looked and item.step == self._last]
        return tuple(Question(name, _words(item.verdict)) for name, item in asked)

    def observe(self, transition: Transition) -> None:
        """Closes what was asked, answered or not, and opens what this step left undecided."""
        if _leaves_the_page(transition):
            self._open = {name: replace(item, looked=True) for name, item in self._open.items()}
        if transition.interrupt:
            return
        for judgement in transition.decision.judgements:
            asked = self._open.pop(judgement.question, None)
            if asked is not None:
                self._answered(asked, judgement, transition)
        self._open = {name: item for name, item in self._open.items() if not item.looked}
        self._last = transition.step
        if transition.effectiveness == "none":
            return  # a claim: the course asks about it
        failing = any(verdict.outcome == "fails" for verdict in transition.verdicts)
        before = replace(transition.before, observation=replace(transition.before.observation, picture=None))
        after = transition.after
        where = after.location if after.condition == "ok" else ""
        for place, verdict in enumerate(transition.verdicts):
            if verdict.outcome == "undecided" and _can_be_told(verdict, after):
                self._open[f"q{transition.step}.{place}"] = _Open(verdict, transition.step, before, where, failing)
        for name in list(self._open)[:-_MAX_OPEN]:
            del self._open[name]  # too old to be told from this screen

    def snapshot(self) -> Any:
        return {_LAST: str(self._last)} | {name: to_json(_Open, item) for name, item in self._open.items()}

    def restore(self, state: Any) -> None:
        kept = dict(cast("Mapping[str, str]", state))
        self._last = int(kept.pop(_LAST, -1))
        self._open = {name: from_json(_Open, text) for name, text in kept.items() if '"before"' in text}

    def _look_again(self, name: str, item: _Open, screen: Screen) -> None:
        again = evaluate(item.verdict.predicate, item.before, screen, item.step)
        if again.outcome == "undecided":
            self._open[name] = replace(item, looked=True)
            return
        del self._open[name]
        self._settle(item, again)

    def _answered(self, asked: _Open, judgement: Judgement, transition: Transition) -> None:
        """A yes or no that quotes what stands on the screen it was given on settles it; any other answer does not."""
        cited = held(TextVisible(judgement.quote), transition.before, transition.step)
        if judgement.answer == "unknown" or cited.outcome != "holds":
            return
        outcome = "holds" if judgement.answer == "yes" else "fails"
        reason = f"judged from {judgement.quote!r}"
        self._settle(asked, Verdict(asked.verdict.predicate, outcome, reason, cited.evidence, attested=True))

    def _settle(self, item: _Open, verdict: Verdict) -> None:
        effective = verdict.outcome == "holds" and not verdict.vacuous and not item.failing
        if self._tell is not None:
            self._tell(SettledVerdict(item.step, verdict, effective))


def _shows_the_page(item: _Open, screen: Screen) -> bool:
    if screen.condition != "ok" or (item.location and item.location != screen.location):
        return False
    dialog = came_up(item.before, screen)
    return dialog is None or not dialog.blocking


def _leaves_the_page(transition: Transition) -> bool:
    """Whether a step may have changed more than what lies over the page: not so where it touches a dialog to close it.

    An app that is launched anew shows another page, whatever was on the one that is gone.
    """
    if transition.interrupt:
        return transition.interrupt != "popup"
    if not transition.attempts or isinstance(transition.decision.action, Wait):
        return False
    dialog = dialog_of(transition.before)
    if dialog is None or not dialog.blocking:
        return True
    if isinstance(transition.decision.action, NavigateBack):
        return False
    if not isinstance(transition.decision.action, Click):
        return True
    targets = targets_of(transition.decision.action)
    touched = {target.index for target in targets if not isinstance(target, ByPoint)}
    if touched & {element.index for element in dialog.closers}:
        return False
    inside = touched & {element.index for element in dialog.elements}
    return not inside or changed_behind(transition.before, transition.after)


def _can_be_told(verdict: Verdict, after: Screen) -> bool:
    """Whether it says anything that somebody could see: a password is shown to nobody."""
    match verdict.predicate:
        case TextVisible(text=text) | Effect(description=text):
            return bool(collapse(text))
        case FieldHas(element=ref):
            found = resolve(after, ref)
            return found is None or "password" not in found.states
        case _:
            return True


def _words(verdict: Verdict) -> str:
    match verdict.predicate:
        case Effect(description=told):
            return f"Did your last step have this effect: {told}?"
        case TextVisible(text=text):
            return f"Is {text!r} shown now, as you expected?"
        case Gone(text=text, element=ref):
            return f"Is {text or _name(ref)!r} gone now, as you expected?"
        case FieldHas(element=ref, value=value):
            return f"Does the field {_name(ref)!r} hold {value!r} now?"
        case ElementState(element=ref, state=state, present=present):
            return f"Is {_name(ref)!r} {'' if present else 'not '}{state} now?"
        case ScreenIs(key=key, text=text):
            return f"Is this the screen {text or key!r}, as you expected?"
        case Changed():
            return f"Did your last step change anything? So far: {verdict.reason}."


def _name(ref: ElementRef | None) -> str:
    return "" if ref is None else ref.name or ref.test_id or ref.role
