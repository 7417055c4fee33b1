"""Keeps secrets out of everything that is stored: named secrets by rule, and all values by search."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from sextant.elements.refs import resolve
from sextant.text.spellings import Spellings, placeholder
from sextant.types.actions import Gesture, InputText, TypeText
from sextant.types.decisions import Decision
from sextant.types.devices import Intent
from sextant.types.geometry import Box
from sextant.types.screens import Element, ElementRef, Screen
from sextant.types.transitions import Attempt, Transition

PASSWORD_FIELD = "password field"  # noqa: S105 - a name shown instead of a value

_IDENTIFIERS = {
    (Intent, "id"),
    (Intent, "before"),
    (Attempt, "intent"),
    (Screen, "digest"),
    (Decision, "screen"),
}
"""Generated ids that are compared: changing them would break the record and protect nothing."""


class Redactor:
    """Holds secret values in memory, and knows the fields that were filled with them."""

    def __init__(self, secrets: Mapping[str, str] | Spellings | None = None) -> None:
        self._spellings = secrets if isinstance(secrets, Spellings) else Spellings(secrets)
        self._filled: set[ElementRef] = set()

    def learn(self, name: str, value: str) -> None:
        """Adds a secret, whose spellings are replaced from now on."""
        self._spellings.learn(name, value)

    def fill(self, element: ElementRef | None) -> None:
        """Marks a field as filled with a secret, so that it is masked in pictures from now on."""
        if element is not None:
            self._filled.add(element)

    def text(self, text: str) -> str:
        """The text without secret values."""
        return self._spellings.replaced(text, placeholder)

    def touches(self, encoded: str) -> bool:
        """Whether JSON text may contain a secret value. Fast; a false alarm only costs time."""
        return self._spellings.holds(encoded)

    def value(self, value: Any) -> Any:
        """A copy of a value (frozen types, tuples, mappings, JSON) without secret values."""
        return mapped(value, self.text)

    def boxes(self, screen: Screen) -> tuple[Box, ...]:
        """The boxes of a screen that must be masked in a stored picture."""
        hidden = {element.index for element in screen.elements if self._is_private(element)}
        for ref in self._filled:
            element = resolve(screen, ref)
            if element is not None:
                hidden.add(element.index)
        return tuple(element.box for element in screen.elements if element.index in hidden)

    def _is_private(self, element: Element) -> bool:
        if "password" in element.states or element.input_type == "password":
            return True
        return any(self.text(shown) != shown for shown in (element.value, element.text, element.name) if shown)

    def intent(self, intent: Intent, before: Screen | None) -> Intent:
        """The intention for storage: a gesture with a secret contains the secret's name instead of its value."""
        self._note_gesture(intent.gesture, intent.element)
        gesture = conceal(intent.gesture, before)
        decision = None if intent.decision is None else _conceal_decision(intent.decision, _names_password(gesture))
        return replace(intent, gesture=gesture, decision=decision)

    def transition(self, transition: Transition) -> Transition:
        """The transition for storage; its screens are unchanged."""
        for attempt in transition.attempts:
            self._note_gesture(attempt.gesture, attempt.element)
        attempts = tuple(
            replace(attempt, gesture=conceal(attempt.gesture, transition.before)) for attempt in transition.attempts
        )
        hidden = any(_names_password(attempt.gesture) for attempt in attempts)
        return replace(transition, attempts=attempts, decision=_conceal_decision(transition.decision, hidden))

    def _note_gesture(self, gesture: Gesture, element: ElementRef | None) -> None:
        if isinstance(gesture, TypeText) and gesture.secret:
            if gesture.text and gesture.text not in (gesture.secret, placeholder(gesture.secret)):
                self.learn(gesture.secret, gesture.text)
            self.fill(element)


def mapped(value: Any, change: Callable[[str], str]) -> Any:
    """A copy of a value (frozen types, tuples, mappings, JSON) with every free text changed."""
    match value:
        case str():
            return change(value)
        case Mapping():
            return {mapped(key, change): mapped(item, change) for key, item in _pairs(value)}
        case list():
            return [mapped(item, change) for item in _items(value)]
        case tuple():
            return tuple(mapped(item, change) for item in _items(value))
        case AbstractSet():
            return frozenset(mapped(item, change) for item in _items(value))
        case _ if is_dataclass(value) and not isinstance(value, type):
            changed = {name: mapped(getattr(value, name), change) for name in _open_fields(type(value))}
            return replace(value, **changed)
        case _:
            return value


def conceal(gesture: Gesture, before: Screen | None) -> Gesture:
    """The gesture without secrets and without text typed into a password field."""
    if not isinstance(gesture, TypeText):
        return gesture
    if gesture.secret:
        return replace(gesture, text=gesture.secret)
    if gesture.text and before is not None and _hits_password(gesture, before):
        return replace(gesture, text=placeholder(PASSWORD_FIELD))
    return gesture


def _conceal_decision(decision: Decision, into_password: bool) -> Decision:
    action = decision.action
    if not isinstance(action, InputText) or not action.text:
        return decision
    if action.secret:
        return replace(decision, action=replace(action, text=""))
    return replace(decision, action=replace(action, text=placeholder(PASSWORD_FIELD))) if into_password else decision


def _hits_password(gesture: TypeText, screen: Screen) -> bool:
    def is_hit(element: Element) -> bool:
        if gesture.point is None:
            return "focused" in element.states
        return element.box.contains(gesture.point)

    return any("password" in element.states and is_hit(element) for element in screen.elements)


def _names_password(gesture: Gesture) -> bool:
    return isinstance(gesture, TypeText) and gesture.text == placeholder(PASSWORD_FIELD)


def _pairs(value: Any) -> Sequence[tuple[Any, Any]]:
    return tuple(value.items())


def _items(value: Any) -> Sequence[Any]:
    return tuple(value)


@cache
def _open_fields(kind: type[Any]) -> tuple[str, ...]:
    """Fields of a frozen type with free text; fixed vocabularies and identifiers are left out."""
    hints = get_type_hints(kind)
    return tuple(
        field.name
        for field in fields(kind)
        if field.init and (kind, field.name) not in _IDENTIFIERS and not _is_closed(hints[field.name])
    )


def _is_closed(annotation: Any) -> bool:
    if get_origin(annotation) is Literal:
        return True
    if annotation in (int, float, bool, type(None), Ellipsis):
        return True
    arguments = get_args(annotation)
    return bool(arguments) and all(_is_closed(argument) for argument in arguments)
