"""Asks about predicates that a screen left undecided, in the next decision (hindsight)."""

from collections.abc import Mapping
from dataclasses import field, replace

from sextant.dataclass import dataclass
from sextant.elements.refs import collapse, resolve
from sextant.evidence.change import changed_behind
from sextant.evidence.dialogs import came_up, dialog_of
from sextant.evidence.evaluate import evaluate, held
from sextant.state import EventLog, Fold
from sextant.types.actions import ByPoint, Click, NavigateBack, Wait, targets_of
from sextant.types.decisions import Judgement, Question
from sextant.types.events import Event
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
from sextant.types.screens import ElementRef, Screen
from sextant.types.transitions import Transition

_MAX_OPEN = 3
"""Most questions about one step."""


@dataclass(frozen=True, slots=True)
class Expected:
    """An undecided verdict with its step, the screen before (without its picture) and the location after."""

    verdict: Verdict
    step: int
    before: Screen
    location: str
    """Location after the step; empty where the screen could not be read."""
    failing: bool
    looked: bool = False
    """Whether the page was evaluated again, or the run has left it: nothing to wait for."""

    def settled(self, verdict: Verdict) -> SettledVerdict:
        """A later verdict as an event."""
        effective = verdict.outcome == "holds" and not verdict.vacuous and not self.failing
        return SettledVerdict(self.step, verdict, effective)


@dataclass(frozen=True, slots=True)
class Expectations:
    """Undecided predicates by the id of their question; `last` is the latest decided step."""

    last: int = -1
    open: Mapping[str, Expected] = field(default_factory=dict[str, Expected])


def _fold(state: Expectations, event: Event) -> Expectations:
    match event:
        case SettledVerdict(step=step, verdict=verdict):
            left = {
                name: item
                for name, item in state.open.items()
                if (item.step, item.verdict.predicate) != (step, verdict.predicate)
            }
            return state if len(left) == len(state.open) else replace(state, open=left)
        case Transition():
            return _after(state, event)
        case _:
            return state


OPEN = Fold("asking", Expectations, Expectations(), _fold)


def _after(state: Expectations, step: Transition) -> Expectations:
    """Close the questions that were asked, and open those of this step."""
    left = state.open if step.interrupt else _looked_again(state.open, step.before)
    if _leaves_the_page(step):
        left = {name: replace(item, looked=True) for name, item in left.items()}
    if step.interrupt:
        return replace(state, open=left)
    judged = {judgement.question for judgement in step.decision.judgements}
    left = {name: item for name, item in left.items() if not item.looked and name not in judged}
    if step.effectiveness != "none":  # a claim: the course asks about it
        left |= _undecided(step)
    kept = list(left)[-_MAX_OPEN:]  # older ones cannot be decided on this screen
    return Expectations(step.step, {name: left[name] for name in kept})


def _undecided(step: Transition) -> dict[str, Expected]:
    failing = any(verdict.outcome == "fails" for verdict in step.verdicts)
    before = replace(step.before, observation=replace(step.before.observation, picture=None))
    where = step.after.location if step.after.condition == "ok" else ""
    return {
        f"q{step.step}.{place}": Expected(verdict, step.step, before, where, failing)
        for place, verdict in enumerate(step.verdicts)
        if verdict.outcome == "undecided" and _can_be_told(verdict, step.after)
    }


def _looked_again(open_: Mapping[str, Expected], screen: Screen) -> dict[str, Expected]:
    """What is still undecided after an evaluation on this screen; only the actor can decide it."""
    return {
        name: replace(item, looked=True) if _may_show(item, screen) else item
        for name, item in open_.items()
        if not _may_show(item, screen) or _again(item, screen).outcome == "undecided"
    }


def _may_show(item: Expected, screen: Screen) -> bool:
    return not item.looked and _shows_the_page(item, screen)


def _again(item: Expected, screen: Screen) -> Verdict:
    return evaluate(item.verdict.predicate, item.before, screen, item.step)


class Hindsight:
    """Open questions about the last step, each asked once.

    A dialog in the way, or an unreadable screen, leaves a predicate undecided: it is evaluated again, without a model,
    on the first screen that shows the page again. What is still undecided of the last step is asked in the next
    decision. Earlier steps are not asked about: a later step may have caused what is seen. A yes counts if its quote
    is on the screen; a no needs none, since nothing shows what is absent. Each settled verdict becomes an event of the
    log.
    """

    def __init__(self, log: EventLog | None = None) -> None:
        self._log = log or EventLog((OPEN,))

    def ask(self, screen: Screen) -> tuple[Question, ...]:
        """Evaluate again, and return what is still open as questions; none while the page is hidden."""
        self._log.append(*self._seen(screen))
        state = self._log[OPEN]
        left = _looked_again(state.open, screen)
        last = [(name, item) for name, item in left.items() if item.looked and item.step == state.last]
        asked = [(name, item) for name, item in last if not _out_of_view(item, screen)]
        return tuple(Question(name, _words(item.verdict)) for name, item in asked)

    def answered(self, transition: Transition) -> tuple[SettledVerdict, ...]:
        """The verdicts on earlier steps that a step brings: by the screen it was decided on, and by its answers."""
        if transition.interrupt:
            return ()
        left = _looked_again(self._log[OPEN].open, transition.before)
        given = ((left.get(one.question), one) for one in transition.decision.judgements)
        told = (_answered(item, judgement, transition) for item, judgement in given if item is not None)
        return (*self._seen(transition.before), *(one for one in told if one is not None))

    def observe(self, transition: Transition) -> None:
        """Append a step, with what it settles, to a log that no loop writes."""
        self._log.append(*self.answered(transition), transition)

    def _seen(self, screen: Screen) -> tuple[SettledVerdict, ...]:
        """The verdicts of this screen on what is open."""
        found = [(item, _again(item, screen)) for item in self._log[OPEN].open.values() if _may_show(item, screen)]
        return tuple(item.settled(verdict) for item, verdict in found if verdict.outcome != "undecided")


def _answered(item: Expected, judgement: Judgement, transition: Transition) -> SettledVerdict | None:
    """The verdict of a no, or of a yes whose quote is on the screen; None for any other answer."""
    cited = held(TextVisible(judgement.quote), transition.before, transition.step)
    shown = cited.outcome == "holds"
    if judgement.answer == "unknown" or (judgement.answer == "yes" and not shown):
        return None
    outcome = "holds" if judgement.answer == "yes" else "fails"
    reason = f"judged from {judgement.quote!r}" if shown else "the answer was no"
    evidence = cited.evidence if shown else ()
    return item.settled(Verdict(item.verdict.predicate, outcome, reason, evidence, attested=True))


def _shows_the_page(item: Expected, screen: Screen) -> bool:
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
    """Whether a person could see it: a password is never shown, and a key of a screen is no name."""
    match verdict.predicate:
        case TextVisible(text=text) | Effect(description=text) | ScreenIs(text=text):
            return bool(collapse(text))
        case FieldHas(element=ref):
            found = resolve(after, ref)
            return found is None or "password" not in found.states
        case _:
            return True


def _out_of_view(item: Expected, screen: Screen) -> bool:
    """Whether a text is on the page and out of view: nobody has to be asked whether it is shown."""
    if not isinstance(item.verdict.predicate, TextVisible):
        return False
    cited = (screen.element(one.element) for one in _again(item, screen).evidence if one.element is not None)
    return any(one is not None and one.visibility == "offscreen" for one in cited)


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
        case ScreenIs(text=text):
            return f"Is this the screen {text!r}, as you expected?"
        case Changed():
            return f"Did your last step change anything? So far: {verdict.reason}."


def _name(ref: ElementRef | None) -> str:
    return "" if ref is None else ref.name or ref.test_id or ref.role
