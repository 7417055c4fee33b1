"""Asks about predicates that a screen left undecided, in the next decision (hindsight)."""

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
"""Key of the last step in the snapshot; other keys are names of questions."""
_MAX_OPEN = 3
"""Most questions about one step."""


@dataclass(frozen=True, slots=True)
class _Open:
    """An undecided verdict with its step, the screen before (without its picture) and the location after."""

    verdict: Verdict
    step: int
    before: Screen
    location: str
    """Location after the step; empty where the screen could not be read."""
    failing: bool
    looked: bool = False
    """Whether the page was evaluated again, or the run has left it: nothing to wait for."""


class Hindsight:
    """Open questions about the last step, each asked once.

    A dialog in the way, or an unreadable screen, leaves a predicate undecided: it is evaluated again, without a model,
    on the first screen that shows the page again. What is still undecided of the last step is asked in the next
    decision. Earlier steps are not asked about: a later step may have caused what is seen. An answer counts if its
    quote is on the screen. `tell` receives each settled verdict.
    """

    def __init__(self, tell: Callable[[SettledVerdict], None] | None = None) -> None:
        self._open: dict[str, _Open] = {}
        self._last = -1
        self._tell = tell

    def ask(self, screen: Screen) -> tuple[Question, ...]:
        """Evaluate again, and return what is still open as questions; none while the page is hidden."""
        for name, item in list(self._open.items()):
            if not item.looked and _shows_the_page(item, screen):
                self._look_again(name, item, screen)
        asked = [(name, item) for name, item in self._open.items() if item.looked and item.step == self._last]
        return tuple(Question(name, _words(item.verdict)) for name, item in asked)

    def observe(self, transition: Transition) -> None:
        """Close the questions that were asked, and open those of this step."""
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
            del self._open[name]  # too old to be decided on this screen

    def snapshot(self) -> Any:
        return {_LAST: str(self._last)} | {name: to_json(_Open, item) for name, item in self._open.items()}

    def restore(self, state: Any) -> None:
        stored = dict(cast("Mapping[str, str]", state))
        self._last = int(stored.pop(_LAST, -1))
        self._open = {name: from_json(_Open, text) for name, text in stored.items() if '"before"' in text}

    def _look_again(self, name: str, item: _Open, screen: Screen) -> None:
        again = evaluate(item.verdict.predicate, item.before, screen, item.step)
        if again.outcome == "undecided":
            self._open[name] = replace(item, looked=True)
            return
        del self._open[name]
        self._settle(item, again)

    def _answered(self, asked: _Open, judgement: Judgement, transition: Transition) -> None:
        """Settle a question by a yes or no whose quote is on the screen; ignore any other answer."""
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
    """Whether a step may have changed the page itself. Closing a dialog does not.

    An app that was launched anew shows another page.
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
    """Whether a person could see it: a password is never shown."""
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
        case Effect(description=effect):
            return f"Did your last step have this effect: {effect}?"
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
