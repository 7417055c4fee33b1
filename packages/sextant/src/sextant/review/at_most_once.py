"""At most once: an act of unknown outcome is not done again before a screen has shown what became of it."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sextant.elements.refs import ref_of, resolve
from sextant.evidence import held
from sextant.review.action_identity import ActionIdentity, act_of, entered_in, field_key, same_act
from sextant.review.hit_test import element_at, typed_into
from sextant.state import Fold
from sextant.types.actions import Action, ByIndex, Click, DoubleTap, Drag, InputText, LongPress, targets_of
from sextant.types.codec import to_json
from sextant.types.decisions import Decision, Objection
from sextant.types.events import Event
from sextant.types.evidence import Changed, Effect, ElementState, FieldHas, Predicate, TextVisible
from sextant.types.screens import ElementRef, Screen
from sextant.types.transitions import Transition

_SEEN = ("visible", "clipped")
_SHOWING = (ElementState, FieldHas, TextVisible)
_LOOKS = 2
"""So many later screens have to show that nothing came of an act."""


@dataclass(frozen=True, slots=True)
class OpenAct:
    """An act whose outcome is not known: its step, what its screen said, later screens that said the same.

    `page` is where it was done, `missing` what was to be seen there of it, was not before, and has not been yet.
    `entered` names the fields in which something was entered since. `act` is None in what earlier versions kept.
    `sent` names a write that was seen of it, where the actor did not call the act irreversible.
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

    def shown_on(self, screen: Screen) -> bool:
        """Whether its page shows later all that was missing."""
        if not self.missing or screen.condition != "ok" or self.page != _page(screen):
            return False
        return all(held(predicate, screen).outcome == "holds" for predicate in self.missing)


Once = Mapping[str, OpenAct]
"""Acts of a run that the actor called irreversible, or that wrote, and whose outcome no screen has shown.

An act that was seen to work (later, where something lay over it), or seen to have had no effect, or that the app
never got, may be decided on again: it is another act. So may one that was to show something and did not, where two
later screens show the page it was done on, saying the very same, with its target there. One whose outcome stays
uncertain may not, unless a person says so (design, Executing without harm): an app may act and show nothing.
An act that nobody called irreversible, and that was seen to write, counts where the screen shows nothing of it.
An act is known by what it does and carries (`same_act`), not by how it is addressed: the button and the Enter key
are one, and the same button is another act where it stands for another thing or something else was entered since.
"""


def done_before(state: Once, decision: Decision, screen: Screen) -> tuple[Objection, ...]:
    """An objection where this very act was injected before and nothing shows what became of it.

    It is advice where the actor called the act irreversible neither time, and a write was seen of it.
    """
    act = act_of(decision.action, screen)
    found = next((one for name, one in state.items() if _is_same(name, one, act, decision.action, screen)), None)
    if found is None:
        return ()
    if found.sent and not decision.irreversible:
        message = (
            f"step {found.step} already did this and sent {found.sent}; look for its outcome before doing it again"
        )
        return (Objection("irreversible", message, advisory=True),)
    message = (
        f"this was already done in step {found.step}, cannot be taken back, and no screen has shown its outcome; "
        "look for the outcome where the app keeps it, then go on, or end the run and say what is unclear"
    )
    return (Objection("irreversible", message, ask=True),)


def _fold(state: Once, event: Event) -> Once:
    """Takes note of an act that was injected and may not be repeated, and of what later screens show of others."""
    if not isinstance(event, Transition):
        return state
    left = _looked_again(state, event) if state else state
    declared, sent = bool(event.decision.irreversible), _sent(event)
    if not event.attempts or not (declared or sent) or event.refused:
        return left
    action, before = _as_taken(event), event.before
    act = act_of(action, before)
    left = {name: one for name, one in left.items() if not _is_same(name, one, act, action, before)}
    arrived = any(attempt.received is not False for attempt in event.attempts)
    shown = event.wrote and not event.at_most_once and before.digest != event.after.digest
    if event.effectiveness == "uncertain" and arrived and not shown:
        element = event.attempts[-1].element if _would_show(event) else None
        told = "" if declared else sent
        left[act.name] = OpenAct(event.step, _said(before), element, 0, _page(before), _missing(event), act, sent=told)
    return left


ONCE: Fold[Once] = Fold("once", dict[str, OpenAct], {}, _fold)


def _is_same(name: str, found: OpenAct, act: ActionIdentity, action: Action, screen: Screen) -> bool:
    """Whether an act would be one of unknown outcome again."""
    if found.act is None:
        return name == _name_by_target(action, screen)
    return same_act(found.act, act, screen, found.entered)


def _looked_again(state: Once, step: Transition) -> Once:
    """Without the acts that the screen after a step shows to have worked, or to have had no effect."""
    after, entered, left = step.after, _entered(step), dict[str, OpenAct]()
    for name, found in state.items():
        if found.shown_on(after):
            continue
        target = None if found.element is None else resolve(after, found.element)
        alike = target is not None and target.visibility in _SEEN and _said(after) == found.before
        looks = found.looks + alike
        if not alike or looks < _LOOKS:
            left[name] = replace(found, entered=tuple(dict.fromkeys((*found.entered, *entered))), looks=looks)
    return left


def _would_show(transition: Transition) -> bool:
    """Whether the act was to show something on the screen, and has not: else an unchanged page tells nothing.

    So has one over which the app went down, or a popup came up, before anybody could see.
    """
    return any(
        item.outcome != "holds" and not isinstance(item.predicate, Changed | Effect) for item in transition.verdicts
    )


def _sent(transition: Transition) -> str:
    """A write of this act that left the page, in words; empty where none was seen."""
    seen = (item for item in transition.effects if item.touched)
    return next((f"{item.method or item.kind} {item.address}".strip() for item in seen), "")


def _missing(transition: Transition) -> tuple[Predicate, ...]:
    """The expected sign of the action that did not appear; empty if a part of it cannot appear later.

    What is gone may have been gone for other reasons, a page may be come to by other ways, and what was there before
    proves nothing.
    """
    telling = [item for item in transition.verdicts if item.outcome != "holds"]
    shown: list[Predicate] = [item.predicate for item in telling if isinstance(item.predicate, _SHOWING)]
    if len(shown) < len(telling) or any(held(item, transition.before).outcome == "holds" for item in shown):
        return ()
    return tuple(shown)


def _page(screen: Screen) -> str:
    return f"{screen.app} {screen.location} {screen.key.id}"


def _said(screen: Screen) -> str:
    """The visible content of a screen without positions; the focus does not count as an effect."""
    lines = sorted(
        (item.role, item.text, item.name, item.value, sorted(item.states - {"focused"}))
        for item in screen.elements
        if item.visibility in _SEEN and item.role != "status"
    )
    written = json.dumps([screen.app, screen.location, screen.key.id, screen.condition, lines])
    return hashlib.sha256(written.encode("ascii")).hexdigest()[:32]


def _as_taken(transition: Transition) -> Action:
    """The action on the screen on which it was injected, which may be newer than the one it was decided on."""
    action, element = transition.decision.action, transition.attempts[-1].element
    found = None if element is None else resolve(transition.before, element)
    if found is None or not isinstance(action, Click | DoubleTap | LongPress | InputText):
        return action
    if isinstance(action.target, ByIndex):
        return replace(action, target=ByIndex(found.index))
    return action


def _entered(transition: Transition) -> tuple[str, ...]:
    """The fields in which a step of the course entered something: seen there, or aimed at to be typed into."""
    action, before = transition.decision.action, transition.before
    if transition.interrupt or transition.irreversible or not isinstance(action, Click | DoubleTap | Drag | InputText):
        return ()
    fields = set(entered_in(before, transition.after))
    if isinstance(action, InputText) and transition.attempts:
        taken = _as_taken(transition)
        field = typed_into(taken, before) if isinstance(taken, InputText) else None
        fields |= set() if field is None else {field_key(field, before)}
    return tuple(sorted(fields))


def _name_by_target(action: Action, screen: Screen) -> str:
    """How acts were named in what earlier versions kept."""
    targets = targets_of(action)
    element = element_at(targets[0], screen) if targets else None
    if element is None:
        return f"{screen.app} {screen.key.id} {to_json(Action, action)}"
    return f"{screen.app} {action.kind} {to_json(ElementRef, ref_of(screen, element))}"
