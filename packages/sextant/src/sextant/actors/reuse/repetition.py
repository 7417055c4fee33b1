"""Compares two executions of a leaf, and computes its next action on the present screen."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from sextant.actors.reuse.places import saying, value_now
from sextant.actors.reuse.recording import Execution, RecordedMove, TargetMark, target_mark
from sextant.actors.reuse.substitution import Substitution, Values
from sextant.dataclass import dataclass
from sextant.elements.refs import anchor_of
from sextant.types.actions import (
    Action,
    ByIndex,
    ByRelative,
    CloseApp,
    InputText,
    OpenApp,
    Target,
    targets_of,
)
from sextant.types.evidence import Changed, Effect, ElementState, FieldHas, Gone, Predicate, ScreenIs, TextVisible
from sextant.types.screens import Element, ElementRef, Screen

__all__ = ["LeafDone", "Redone", "Repetition", "aimed", "same_way"]

_SEEN = ("visible", "clipped")


@dataclass(frozen=True, slots=True)
class Redone:
    """A repeated action on the present screen, with its expectations."""

    action: Action
    expectations: tuple[Predicate, ...]
    description: str
    irreversible: bool | None


@dataclass(frozen=True, slots=True)
class LeafDone:
    """The answer that a leaf is done: the text that shows it, or the value that was read."""

    quote: str


def same_way(first: Execution, second: Execution, target: str) -> bool:
    """Whether two executions are equal except for values of variables. `target`: the variable that the leaf reads."""
    varied = Substitution(first.values, second.values, second.values)
    if first.closing is None or second.closing is None or len(first.moves) != len(second.moves):
        return False
    if first.closing.key != second.closing.key:
        return False
    if target:
        kinds = {(place.kind, place.role) for place in first.closing.places}
        if not kinds & {(place.kind, place.role) for place in second.closing.places}:
            return False
    else:
        told = varied.substituted(first.closing.quote, second.closing.quote)
        if told is None or not first.closing.roles & second.closing.roles:
            return False
    pairs = list(zip(first.moves, second.moves, strict=True))
    return all(_same_move(one, two, varied) and _expected(one, two, varied) is not None for one, two in pairs)


class Repetition:
    """The repetition of two equal executions with the present values of the variables."""

    def __init__(self, pair: tuple[Execution, Execution], values: Values) -> None:
        self._first, self._second = pair
        self._values = values
        self._varied = Substitution(self._first.values, self._second.values, values)

    @property
    def length(self) -> int:
        """The number of actions."""
        return len(self._first.moves)

    def begins_with(self, made: Sequence[RecordedMove]) -> bool:
        """Whether the actions so far are its first actions."""
        if len(made) > self.length:
            return False
        varied = Substitution(self._second.values, self._values, self._values)
        return all(_same_move(self._second.moves[at], move, varied) for at, move in enumerate(made))

    def move(self, number: int, screen: Screen) -> Redone | None:
        """The action of that number on this screen; None if the screen differs or the target is not certain."""
        first, second = self._first.moves[number], self._second.moves[number]
        if screen.key.id != second.key:
            return None
        found = [self._find(screen, one, two) for one, two in zip(first.marks, second.marks, strict=True)]
        targets = [element for element in found if element is not None]
        if len(targets) < len(found):
            return None
        action = _action(first.action, second.action, self._varied)
        expected = _expected(first, second, self._varied)
        if action is None or expected is None:
            return None
        told = self._varied.substituted(first.description, second.description)
        said = told or " ".join([action.kind.replace("_", " "), *(repr(element.label) for element in targets)])
        again = aimed(action, [element.index for element in targets], screen.digest)
        return Redone(again, expected, said, first.irreversible or second.irreversible)

    def closing(self, screen: Screen, shows: Callable[[Screen, str], Element | None], target: str) -> LeafDone | None:
        """The answer that the leaf is done; None if the screen lacks the evidence of both executions."""
        first, second = self._first.closing, self._second.closing
        if first is None or second is None or screen.key.id != second.key:
            return None
        if target:
            quote = value_now(screen, first.places, second.places, self._varied)
        else:
            quote = self._varied.substituted(first.quote, second.quote)
        if not quote:
            return None
        roles = {element.role for element in saying(screen, quote)}
        by_the_same = bool(target) or first.roles & second.roles <= roles
        return LeafDone(quote) if by_the_same and shows(screen, quote) is not None else None

    def _find(self, screen: Screen, first: TargetMark, second: TargetMark) -> Element | None:
        """The only element that matches both marks; it must be visible, enabled and in the same state."""
        of_role = [element for element in screen.elements if element.role == second.role]
        test_id = self._varied.substituted(first.test_id, second.test_id, exact=True)
        names = self._varied.matcher(first.name, second.name)
        anchors = self._varied.matcher(first.anchor, second.anchor)
        if anchors is None or (not test_id and names is None):
            return None
        found = [
            element
            for element in of_role
            if (not test_id or element.test_id == test_id)
            and (names is None or names(element.label))
            and anchors(anchor_of(screen, element))
        ]
        if len(found) != 1:
            return None
        usable = found[0].visibility in _SEEN and "disabled" not in found[0].states
        return found[0] if usable and target_mark(screen, found[0]).states == second.states else None


def _same_move(first: RecordedMove, second: RecordedMove, varied: Substitution) -> bool:
    if first.key != second.key or len(first.marks) != len(second.marks):
        return False
    if _action(first.action, second.action, varied) is None:
        return False
    return all(_same_mark(one, two, varied) for one, two in zip(first.marks, second.marks, strict=True))


def _same_mark(first: TargetMark, second: TargetMark, varied: Substitution) -> bool:
    if first.role != second.role or first.states != second.states:
        return False
    by_id = varied.substituted(first.test_id, second.test_id, exact=True)
    named = varied.matcher(first.name, second.name)
    anchored = varied.matcher(first.anchor, second.anchor)
    return (bool(by_id) or (named is not None and bool(first.name))) and anchored is not None


def _action(first: Action, second: Action, varied: Substitution) -> Action | None:
    """The action with present values and the targets of the second execution; None if the actions differ."""
    if _without_texts(first) != _without_texts(second):
        return None
    match first, second:
        case InputText(text=one), InputText(text=two):
            text = varied.substituted(one, two, exact=True)
            return None if text is None else replace(second, text=text)
        case (OpenApp(name=one), OpenApp(name=two)) | (CloseApp(name=one), CloseApp(name=two)):
            name = varied.substituted(one, two, exact=True)
            return None if name is None else replace(second, name=name)
        case _:
            return second


def _without_texts(action: Action) -> Action:
    """The action without its texts and the indices of its targets."""
    bare = aimed(action, [0] * len(targets_of(action)), "")
    match bare:
        case InputText():
            return replace(bare, text="")
        case OpenApp() | CloseApp():
            return replace(bare, name="")
        case _:
            return bare


def aimed(action: Action, indices: Sequence[int], screen: str) -> Action:
    """The action with those elements as targets."""
    changed: dict[str, Target] = {}
    left = iter(indices)
    for name in ("target", "start", "end"):
        target = getattr(action, name, None)
        if isinstance(target, ByIndex | ByRelative):
            changed[name] = replace(target, index=next(left), screen=screen)
    plain: Any = action
    return replace(plain, **changed) if changed else action


def _expected(first: RecordedMove, second: RecordedMove, varied: Substitution) -> tuple[Predicate, ...] | None:
    """The common expectations of both executions; if none, the screen that both led to; None without one.

    An effect told in words is left out: without a model nobody could say whether it came. Of what cannot be taken back
    something has to have been expected both times, where anything was.
    """
    found: list[Predicate] = []
    for one in first.expectations:
        again = (_predicate(one, two, varied) for two in second.expectations if not isinstance(one, Effect))
        found += [predicate for predicate in again if predicate is not None][:1]
    if found:
        return tuple(dict.fromkeys(found))
    told = bool(first.expectations or second.expectations)
    if first.led_to != second.led_to or (told and (first.grave or second.grave)):
        return None
    return (Changed(),) if second.led_to == second.key else (ScreenIs(second.led_to),)


def _predicate(first: Predicate, second: Predicate, varied: Substitution) -> Predicate | None:
    match first, second:
        case TextVisible(text=one), TextVisible(text=two):
            text = varied.substituted(one, two)
            return None if text is None else TextVisible(text)
        case Gone(text=one, element=ref), Gone(text=two, element=other):
            text = varied.substituted(one, two)
            element = _ref(ref, other, varied) if ref is not None and other is not None else None
            whole = text is not None and (element is not None) == (other is not None) == (ref is not None)
            return Gone(text or "", element) if whole else None
        case FieldHas(element=ref, value=one), FieldHas(element=other, value=two):
            value, element = varied.substituted(one, two, exact=True), _ref(ref, other, varied)
            return None if value is None or element is None else FieldHas(element, value)
        case ScreenIs(key=key, text=one), ScreenIs(key=other_key, text=two) if key == other_key:
            text = varied.substituted(one, two)
            return None if text is None else ScreenIs(key, text)
        case Changed(), Changed():
            return second
        case ElementState(element=ref, state=state), ElementState(element=other, state=other_state):
            element = _ref(ref, other, varied)
            alike = state == other_state and first.present == second.present
            return None if element is None or not alike else replace(second, element=element)
        case _:
            return None


def _ref(first: ElementRef, second: ElementRef, varied: Substitution) -> ElementRef | None:
    name = varied.substituted(first.name, second.name)
    test_id = varied.substituted(first.test_id, second.test_id, exact=True)
    if name is None or test_id is None or (first.role, first.ordinal) != (second.role, second.ordinal):
        return None
    return ElementRef(first.role, name, test_id, varied.substituted(first.anchor, second.anchor) or "", first.ordinal)
