"""Determines by looking whether an injection happened whose outcome was lost in a crash."""

from dataclasses import replace
from typing import Literal

from sextant.dataclass import dataclass
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
"""Seconds between two looks within that time."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """What became of an intention. If it is `unknown` and irreversible, a person has to decide."""

    intent: Intent
    outcome: Literal["happened", "not_injected", "unknown"]
    reason: str
    screen: Screen
    transition: Transition | None = None
    """The step, if it has happened; None if it was not injected."""


def settle_intent(intent: Intent, before: Screen, observer: ScreenObserver, restored: bool = False) -> Settlement:
    """Determines whether a journalled injection happened, from the device's record and from the screen.

    An injection that the page never received did not happen. One whose expectation holds now and did not hold before
    has happened. Everything else is unknown: the app may have acted without showing it. If the device does not know, or
    shows a reloaded page (`restored`), an irreversible act counts as happened only by something that is present: a
    missing button may have other reasons. A reloaded page shows what its server knows, and is not waited for.
    """
    received = observer.device.injected(intent.id)
    screen = observer.look()
    decisive = _decisive(intent, positive=intent.irreversible and (restored or not received))
    proof = _proof(decisive, intent, before, screen)
    if received is False and not (intent.irreversible and proof):
        return Settlement(intent, "not_injected", "the app never received it", screen)
    change_tells = bool(received) and not intent.irreversible
    waits = (decisive or change_tells) and not restored
    for _ in range(round(GRACE_SECONDS / _GLANCE_SECONDS) if waits else 0):
        if proof or (change_tells and before.digest != screen.digest):
            break
        observer.device.perform(Pause(_GLANCE_SECONDS))
        screen = observer.look()
        proof = _proof(decisive, intent, before, screen)
    late = _late_transition(intent, before, screen)
    if proof:
        return Settlement(intent, "happened", proof, screen, late)
    if change_tells and before.digest != screen.digest:
        return Settlement(intent, "happened", "the app received it and the screen has changed", screen, late)
    return Settlement(intent, "unknown", "the screen does not show whether it happened", screen, late)


def _decisive(intent: Intent, positive: bool) -> tuple[Predicate, ...]:
    """The expectations that can prove the outcome; if `positive`, only those about something that is present."""
    decisive = [predicate for predicate in intent.expectations if not isinstance(predicate, Changed | Effect)]
    if positive:
        decisive = [predicate for predicate in decisive if isinstance(predicate, TextVisible | FieldHas)]
    return tuple(decisive)


def _proof(decisive: tuple[Predicate, ...], intent: Intent, before: Screen, after: Screen) -> str:
    """The reason why the act has happened, if an expectation holds and none fails; else empty."""
    verdicts = [evaluate(predicate, before, after, intent.step) for predicate in decisive]
    if any(verdict.outcome == "fails" for verdict in verdicts):
        return ""
    return next((verdict.reason for verdict in verdicts if verdict.outcome == "holds" and not verdict.vacuous), "")


def _late_transition(intent: Intent, before: Screen, after: Screen) -> Transition | None:
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


def confirmed_by_person(settled: Settlement) -> Transition | None:
    """The step of an act that a person has confirmed; its verdict is attested, whatever the screen shows."""
    if settled.transition is None:
        return None
    late = Effect(settled.intent.description or "the act")
    verdict = Verdict(late, "holds", "a person says that it happened", attested=True)
    return replace(
        settled.transition, effectiveness="effective", verdicts=(*settled.transition.verdicts, verdict), cause=""
    )
