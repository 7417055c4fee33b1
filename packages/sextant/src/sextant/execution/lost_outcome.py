"""Settling an intention whose outcome was lost in a crash, by looking (design, Resuming)."""

from dataclasses import dataclass, replace
from typing import Literal

from sextant.evidence import evaluate, judge_step
from sextant.execution.observer import ScreenObserver
from sextant.types.actions import Pause
from sextant.types.devices import Intent
from sextant.types.evidence import Changed, Effect, FieldHas, Predicate, TextVisible, Verdict
from sextant.types.screens import Screen
from sextant.types.transitions import Attempt, Transition

GRACE_SECONDS = 2.0
"""How long a screen may take to show what an act has done."""
_GLANCE_SECONDS = 0.25
"""Between two looks within that time."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """What became of an intention. `unknown` and irreversible is for a person to say."""

    intent: Intent
    outcome: Literal["happened", "not_injected", "unknown"]
    reason: str
    screen: Screen
    transition: Transition | None = None
    """The step as it can be told afterwards, for the case that it happened; None where it was not injected."""


def settle_intent(intent: Intent, before: Screen, observer: ScreenObserver, restored: bool = False) -> Settlement:
    """Tells whether a journalled injection happened: from the device's own record and from the screen.

    An injection that the page never received did not happen, and may be decided on anew. One whose expectation
    holds now and did not before has happened. Everything else is unknown: that the screen shows nothing is no
    evidence, since the app may have acted without showing it. Where the device cannot
    tell, or shows a page loaded anew (`restored`), only what is positively there speaks for an irreversible act: that
    a button is gone may have other reasons.
    """
    received = observer.device.injected(intent.id)
    screen = observer.look()
    telling = _telling(intent, positive=intent.irreversible and (restored or not received))
    proof = _proof(telling, intent, before, screen)
    if received is False and not (intent.irreversible and proof):
        return Settlement(intent, "not_injected", "the app never received it", screen)
    change_tells = bool(received) and not intent.irreversible
    for _ in range(round(GRACE_SECONDS / _GLANCE_SECONDS) if telling or change_tells else 0):
        if proof or (change_tells and before.digest != screen.digest):
            break
        observer.device.perform(Pause(_GLANCE_SECONDS))
        screen = observer.look()
        proof = _proof(telling, intent, before, screen)
    told = _told_afterwards(intent, before, screen)
    if proof:
        return Settlement(intent, "happened", proof, screen, told)
    if change_tells and before.digest != screen.digest:
        return Settlement(intent, "happened", "the app received it and the screen has changed", screen, told)
    return Settlement(intent, "unknown", "the screen does not show whether it happened", screen, told)


def _telling(intent: Intent, positive: bool) -> tuple[Predicate, ...]:
    """The expectations that can tell; where `positive`, only those of something that is there."""
    telling = [predicate for predicate in intent.expectations if not isinstance(predicate, Changed | Effect)]
    if positive:
        telling = [predicate for predicate in telling if isinstance(predicate, TextVisible | FieldHas)]
    return tuple(telling)


def _proof(telling: tuple[Predicate, ...], intent: Intent, before: Screen, after: Screen) -> str:
    """Why it has happened, where one of them holds and none fails; else empty."""
    verdicts = [evaluate(predicate, before, after, intent.step) for predicate in telling]
    if any(verdict.outcome == "fails" for verdict in verdicts):
        return ""
    return next((verdict.reason for verdict in verdicts if verdict.outcome == "holds" and not verdict.vacuous), "")


def _told_afterwards(intent: Intent, before: Screen, after: Screen) -> Transition | None:
    if intent.decision is None:
        return None
    judgement = judge_step(intent.expectations, before, after, intent.step)
    attempt = Attempt(intent.id, intent.gesture, element=intent.element, verdicts=judgement.verdicts)
    return Transition(
        step=intent.step,
        before=before,
        decision=intent.decision,
        after=after,
        effectiveness=judgement.effectiveness,
        attempts=(attempt,),
        irreversible=intent.irreversible,
        at_most_once=intent.irreversible,
        verdicts=judgement.verdicts,
    )


def said_by_person(settled: Settlement) -> Transition | None:
    """The step of an act that a person says has happened: attested by them, whatever the screen shows."""
    if settled.transition is None:
        return None
    told = Effect(settled.intent.description or "the act")
    verdict = Verdict(told, "holds", "a person says that it happened", attested=True)
    return replace(
        settled.transition, effectiveness="effective", verdicts=(*settled.transition.verdicts, verdict), cause=""
    )
