"""At most once: an act with an unknown outcome is not repeated before a screen shows the outcome."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace

from sextant.dataclass import dataclass
from sextant.elements.refs import ref_of, resolve
from sextant.evidence import held
from sextant.review.action_identity import ActionIdentity, changed_fields, field_key, identity_of, same_act
from sextant.review.hit_test import element_at, typed_into
from sextant.state import Fold
from sextant.types.actions import Action, ByIndex, Click, DoubleTap, Drag, InputText, LongPress, targets_of
from sextant.types.codec import to_json
from sextant.types.decisions import Decision, Judgement, Objection
from sextant.types.events import Event
from sextant.types.evidence import Changed, Effect, ElementState, FieldHas, Predicate, SettledVerdict, TextVisible
from sextant.types.screens import ElementRef, Screen
from sextant.types.transitions import Transition

_SEEN = ("visible", "clipped")
_SHOWING = (ElementState, FieldHas, TextVisible)
_UNANSWERED = ("beacon", "storage")
"""Kinds of writes that no answer confirms."""
_LOOKS = 2
"""The number of later screens that must show that an act had no effect."""


@dataclass(frozen=True, slots=True)
class OpenAct:
    """An act with an unknown outcome.

    Attributes:
        step: The step that did it.
        before: A digest of the content of its screen.
        element: The touched element; None if the act would show nothing on its screen.
        looks: The number of later screens with the same content.
        page: The page on which it was done.
        missing: The expected signs of its effect, which no screen has shown yet.
        act: Its identity; None in states of earlier versions.
        entered: The fields that were edited since.
        sent: An observed write of an act that the actor did not call irreversible.
        denied: Whether the actor has looked for its outcome, and said that it is not shown.
    """

    step: int
    before: str
    element: ElementRef | None
    looks: int = 0
    page: str = ""
    missing: tuple[Predicate, ...] = ()
    act: ActionIdentity | None = None
    entered: tuple[str, ...] = ()
    sent: str = ""
    denied: bool = False

    def shown_on(self, screen: Screen) -> bool:
        """Whether a screen is its page and shows all missing signs."""
        if not self.missing or screen.condition != "ok" or self.page != _page(screen):
            return False
        return all(held(predicate, screen).outcome == "holds" for predicate in self.missing)


OpenActs = Mapping[str, OpenAct]
"""The irreversible or writing acts of a run whose outcome no screen has shown.

An act may be repeated if a screen showed that it worked or had no effect, or if the app never received it. It may also
be repeated if it was expected to show something and two later screens of its page are unchanged and contain its
target. An act with an uncertain outcome may be repeated only if a person allows it (design, Executing without harm),
because an app may act and show nothing. An act that the actor did not call irreversible is included if it wrote and
its screen shows nothing of that. Acts are compared by what they do and submit (`same_act`): pressing a button and
pressing Enter can be one act, and pressing one button twice can be two acts.
"""


def repeat_objections(state: OpenActs, decision: Decision, screen: Screen) -> tuple[Objection, ...]:
    """An objection to repeating an act with an unknown outcome.

    It is advisory if the actor never called the act irreversible, so that only its write is known. This advice is to
    look for the outcome: it is left out if the actor says that it is not shown.
    """
    act = identity_of(decision.action, screen)
    found = next((one for name, one in state.items() if _is_same(name, one, act, decision.action, screen)), None)
    if found is None:
        return ()
    if found.sent and not decision.irreversible:
        if found.denied or any(_denies(one, found) for one in decision.judgements):
            return ()
        message = (
            f"step {found.step} already did this and sent {found.sent}; look for its outcome before doing it again"
        )
        return (Objection("irreversible", message, advisory=True),)
    message = (
        f"this was already done in step {found.step}, cannot be taken back, and no screen has shown its outcome; "
        "look for the outcome where the app keeps it, then go on, or end the run and say what is unclear"
    )
    return (Objection("irreversible", message, ask=True),)


def _fold(state: OpenActs, event: Event) -> OpenActs:
    """Adds the act of a step if it may not be repeated, and removes acts whose outcome its screen shows."""
    if not isinstance(event, Transition):
        return _without_advice(state, event) if isinstance(event, SettledVerdict) else state
    left = _without_resolved(state, event) if state else state
    declared, sent = bool(event.decision.irreversible), _first_write(event)
    if not event.attempts or not (declared or sent) or event.refused:
        return left
    action, before = _injected_action(event), event.before
    act = identity_of(action, before)
    left = {name: one for name, one in left.items() if not _is_same(name, one, act, action, before)}
    arrived = any(attempt.received is not False for attempt in event.attempts)
    shown = event.wrote and not event.at_most_once and before.digest != event.after.digest
    if event.effectiveness == "uncertain" and arrived and not (shown or _is_proven(event)):
        element = event.attempts[-1].element if _expects_visible(event) else None
        told = "" if declared else sent
        left[act.name] = OpenAct(
            event.step, _content_digest(before), element, 0, _page(before), _missing_signs(event), act, sent=told
        )
    return left


OPEN_ACTS: Fold[OpenActs] = Fold("once", dict[str, OpenAct], {}, _fold)


def _without_advice(state: OpenActs, settled: SettledVerdict) -> OpenActs:
    """The open acts after an answer of the actor about one of them. A no is its word alone, and resolves nothing."""
    if not settled.verdict.attested or settled.verdict.outcome != "fails":
        return state
    return {name: replace(one, denied=one.denied or one.step == settled.step) for name, one in state.items()}


def _denies(judgement: Judgement, found: OpenAct) -> bool:
    return judgement.answer == "no" and judgement.question.startswith(f"q{found.step}.")


def _is_same(name: str, found: OpenAct, act: ActionIdentity, action: Action, screen: Screen) -> bool:
    """Whether an act repeats the open act `found`."""
    if found.act is None:
        return name == _name_by_target(action, screen)
    return same_act(found.act, act, screen, found.entered)


def _without_resolved(state: OpenActs, step: Transition) -> OpenActs:
    """The open acts without those whose outcome the screen after a step shows."""
    after, entered, left = step.after, _edited_fields(step), dict[str, OpenAct]()
    for name, found in state.items():
        if found.shown_on(after):
            continue
        target = None if found.element is None else resolve(after, found.element)
        alike = target is not None and target.visibility in _SEEN and _content_digest(after) == found.before
        looks = found.looks + alike
        if not alike or looks < _LOOKS:
            left[name] = replace(found, entered=tuple(dict.fromkeys((*found.entered, *entered))), looks=looks)
    return left


def _expects_visible(transition: Transition) -> bool:
    """Whether the act was expected to show something and did not. Otherwise an unchanged page proves nothing.

    This includes acts after which the app crashed or a popup appeared.
    """
    return any(
        item.outcome != "holds" and not isinstance(item.predicate, Changed | Effect) for item in transition.verdicts
    )


def _first_write(transition: Transition) -> str:
    """The first observed write of this act, in words; empty if there was none."""
    seen = (item for item in transition.effects if item.touched)
    return next((f"{item.method or item.kind} {item.address}".strip() for item in seen), "")


def _is_proven(step: Transition) -> bool:
    """Whether all that was expected has come, and all writes of the touch succeeded: then the outcome is known."""
    caused = [effect for effect in step.effects if effect.cause == "touch" and effect.kind not in _UNANSWERED]
    came = bool(step.verdicts) and all(one.outcome == "holds" and not one.vacuous for one in step.verdicts)
    return came and bool(caused) and all(200 <= effect.status < 400 for effect in caused)


def _missing_signs(transition: Transition) -> tuple[Predicate, ...]:
    """The expected signs of the action that did not appear; empty if one of them could not prove it later.

    A missing text or another page may have other causes, and a sign that was there before proves nothing.
    """
    telling = [item for item in transition.verdicts if item.outcome != "holds"]
    shown: list[Predicate] = [item.predicate for item in telling if isinstance(item.predicate, _SHOWING)]
    if len(shown) < len(telling) or any(held(item, transition.before).outcome == "holds" for item in shown):
        return ()
    return tuple(shown)


def _page(screen: Screen) -> str:
    return f"{screen.app} {screen.location} {screen.key.id}"


def _content_digest(screen: Screen) -> str:
    """The visible content of a screen without positions; the focus does not count as an effect."""
    lines = sorted(
        (item.role, item.text, item.name, item.value, sorted(item.states - {"focused"}))
        for item in screen.elements
        if item.visibility in _SEEN and item.role != "status"
    )
    written = json.dumps([screen.app, screen.location, screen.key.id, screen.condition, lines])
    return hashlib.sha256(written.encode("ascii")).hexdigest()[:32]


def _injected_action(transition: Transition) -> Action:
    """The action as it was injected; its screen may be newer than the one that it was decided on."""
    action, element = transition.decision.action, transition.attempts[-1].element
    found = None if element is None else resolve(transition.before, element)
    if found is None or not isinstance(action, Click | DoubleTap | LongPress | InputText):
        return action
    if isinstance(action.target, ByIndex):
        return replace(action, target=ByIndex(found.index))
    return action


def _edited_fields(transition: Transition) -> tuple[str, ...]:
    """The fields that a step of the course edited: fields with a new content, and the target of typing."""
    action, before = transition.decision.action, transition.before
    if transition.interrupt or transition.irreversible or not isinstance(action, Click | DoubleTap | Drag | InputText):
        return ()
    fields = set(changed_fields(before, transition.after))
    if isinstance(action, InputText) and transition.attempts:
        taken = _injected_action(transition)
        field = typed_into(taken, before) if isinstance(taken, InputText) else None
        fields |= set() if field is None else {field_key(field, before)}
    return tuple(sorted(fields))


def _name_by_target(action: Action, screen: Screen) -> str:
    """The name of an act in states of earlier versions."""
    targets = targets_of(action)
    element = element_at(targets[0], screen) if targets else None
    if element is None:
        return f"{screen.app} {screen.key.id} {to_json(Action, action)}"
    return f"{screen.app} {action.kind} {to_json(ElementRef, ref_of(screen, element))}"
