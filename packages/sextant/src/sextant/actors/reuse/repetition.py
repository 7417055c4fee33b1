"""Two executions of a leaf that were the same way, and what doing it once more would be on the present screen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sextant.actors.reuse.places import saying, value_now
from sextant.actors.reuse.recording import Execution, RecordedMove, TargetMark, mark_of
from sextant.actors.reuse.substitution import Values, Variation
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

__all__ = ["LeafDone", "Redone", "Repetition", "same_way"]

_SEEN = ("visible", "clipped")


@dataclass(frozen=True, slots=True)
class Redone:
    """An action on the present screen, with what is expected of it."""

    action: Action
    expectations: tuple[Predicate, ...]
    description: str
    irreversible: bool | None


@dataclass(frozen=True, slots=True)
class LeafDone:
    """That a leaf is done: the words that show it, or the value that was read."""

    quote: str


def same_way(first: Execution, second: Execution, target: str) -> bool:
    """Whether two executions are equal but for the values of variables. `target`: a value is read as well."""
    varied = Variation(first.values, second.values, second.values)
    if first.closing is None or second.closing is None or len(first.moves) != len(second.moves):
        return False
    if first.closing.key != second.closing.key:
        return False
    if target:
        kinds = {(place.kind, place.role) for place in first.closing.places}
        if not kinds & {(place.kind, place.role) for place in second.closing.places}:
            return False
    else:
        told = varied.carried(first.closing.quote, second.closing.quote)
        if told is None or not first.closing.roles & second.closing.roles:
            return False
    pairs = list(zip(first.moves, second.moves, strict=True))
    return all(_same_move(one, two, varied) and _expected(one, two, varied) is not None for one, two in pairs)


class Repetition:
    """What two executions that were the same way come to with the values of now."""

    def __init__(self, pair: tuple[Execution, Execution], values: Values) -> None:
        self._first, self._second = pair
        self._values = values
        self._varied = Variation(self._first.values, self._second.values, values)

    @property
    def length(self) -> int:
        """How many actions it takes."""
        return len(self._first.moves)

    def begins_with(self, made: Sequence[RecordedMove]) -> bool:
        """Whether what was done so far is how it begins."""
        if len(made) > self.length:
            return False
        varied = Variation(self._second.values, self._values, self._values)
        return all(_same_move(self._second.moves[at], move, varied) for at, move in enumerate(made))

    def move(self, number: int, screen: Screen) -> Redone | None:
        """That action on this screen; None where the screen is another one, or its target is not surely there."""
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
        told = self._varied.carried(first.description, second.description)
        said = told or " ".join([action.kind.replace("_", " "), *(repr(element.label) for element in targets)])
        aimed = _aimed(action, [element.index for element in targets], screen.digest)
        return Redone(aimed, expected, said, first.irreversible or second.irreversible)

    def closing(self, screen: Screen, shows: Callable[[Screen, str], Element | None], target: str) -> LeafDone | None:
        """That it is done, or the value read; None where what showed it both times does not show it now."""
        first, second = self._first.closing, self._second.closing
        if first is None or second is None or screen.key.id != second.key:
            return None
        if target:
            quote = value_now(screen, first.places, second.places, self._varied)
        else:
            quote = self._varied.carried(first.quote, second.quote)
        if not quote:
            return None
        roles = {element.role for element in saying(screen, quote)}
        by_the_same = bool(target) or first.roles & second.roles <= roles
        return LeafDone(quote) if by_the_same and shows(screen, quote) is not None else None

    def _find(self, screen: Screen, first: TargetMark, second: TargetMark) -> Element | None:
        """The only element that is what those two were; visible, enabled, and as they were set."""
        of_role = [element for element in screen.elements if element.role == second.role]
        test_id = self._varied.carried(first.test_id, second.test_id, exact=True)
        names = self._varied.matching(first.name, second.name)
        anchors = self._varied.matching(first.anchor, second.anchor)
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
        return found[0] if usable and mark_of(screen, found[0]).states == second.states else None


def _same_move(first: RecordedMove, second: RecordedMove, varied: Variation) -> bool:
    if first.key != second.key or len(first.marks) != len(second.marks):
        return False
    if _action(first.action, second.action, varied) is None:
        return False
    return all(_same_mark(one, two, varied) for one, two in zip(first.marks, second.marks, strict=True))


def _same_mark(first: TargetMark, second: TargetMark, varied: Variation) -> bool:
    if first.role != second.role or first.states != second.states:
        return False
    by_id = varied.carried(first.test_id, second.test_id, exact=True)
    named = varied.matching(first.name, second.name)
    anchored = varied.matching(first.anchor, second.anchor)
    return (bool(by_id) or (named is not None and bool(first.name))) and anchored is not None


def _action(first: Action, second: Action, varied: Variation) -> Action | None:
    """The action with the texts of now, its targets those of the second; None where they are not the same act."""
    if _without_texts(first) != _without_texts(second):
        return None
    match first, second:
        case InputText(text=one), InputText(text=two):
            text = varied.carried(one, two, exact=True)
            return None if text is None else replace(second, text=text)
        case (OpenApp(name=one), OpenApp(name=two)) | (CloseApp(name=one), CloseApp(name=two)):
            name = varied.carried(one, two, exact=True)
            return None if name is None else replace(second, name=name)
        case _:
            return second


def _without_texts(action: Action) -> Action:
    """The action without what may vary: the texts in it, and the numbers of its targets."""
    bare = _aimed(action, [0] * len(targets_of(action)), "")
    match bare:
        case InputText():
            return replace(bare, text="")
        case OpenApp() | CloseApp():
            return replace(bare, name="")
        case _:
            return bare


def _aimed(action: Action, indices: Sequence[int], screen: str) -> Action:
    """The action with its targets at those elements."""
    changed: dict[str, Target] = {}
    left = iter(indices)
    for name in ("target", "start", "end"):
        target = getattr(action, name, None)
        if isinstance(target, ByIndex | ByRelative):
            changed[name] = replace(target, index=next(left), screen=screen)
    plain: Any = action
    return replace(plain, **changed) if changed else action


def _expected(first: RecordedMove, second: RecordedMove, varied: Variation) -> tuple[Predicate, ...] | None:
    """What is expected now: what was both times. Where that is nothing, the screen that both led to; None without one.

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


def _predicate(first: Predicate, second: Predicate, varied: Variation) -> Predicate | None:
    match first, second:
        case TextVisible(text=one), TextVisible(text=two):
            text = varied.carried(one, two)
            return None if text is None else TextVisible(text)
        case Gone(text=one, element=ref), Gone(text=two, element=other):
            text = varied.carried(one, two)
            element = _ref(ref, other, varied) if ref is not None and other is not None else None
            whole = text is not None and (element is not None) == (other is not None) == (ref is not None)
            return Gone(text or "", element) if whole else None
        case FieldHas(element=ref, value=one), FieldHas(element=other, value=two):
            value, element = varied.carried(one, two, exact=True), _ref(ref, other, varied)
            return None if value is None or element is None else FieldHas(element, value)
        case ScreenIs(key=key, text=one), ScreenIs(key=other_key, text=two) if key == other_key:
            text = varied.carried(one, two)
            return None if text is None else ScreenIs(key, text)
        case Changed(), Changed():
            return second
        case ElementState(element=ref, state=state), ElementState(element=other, state=other_state):
            element = _ref(ref, other, varied)
            alike = state == other_state and first.present == second.present
            return None if element is None or not alike else replace(second, element=element)
        case _:
            return None


def _ref(first: ElementRef, second: ElementRef, varied: Variation) -> ElementRef | None:
    name = varied.carried(first.name, second.name)
    test_id = varied.carried(first.test_id, second.test_id, exact=True)
    if name is None or test_id is None or (first.role, first.ordinal) != (second.role, second.ordinal):
        return None
    return ElementRef(first.role, name, test_id, varied.carried(first.anchor, second.anchor) or "", first.ordinal)
