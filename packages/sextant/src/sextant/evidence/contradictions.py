"""Finds expectations of one decision that cannot all come true, before the action is executed."""

from collections.abc import Sequence
from itertools import combinations

from sextant.elements.refs import collapse, whole_words
from sextant.types.evidence import ElementState, FieldHas, Gone, Predicate, ScreenIs, TextVisible
from sextant.types.screens import State

_OPPOSED: frozenset[frozenset[State]] = frozenset(
    {frozenset({"checked", "unchecked"}), frozenset({"pressed", "unpressed"})}
)


def contradictions(expectations: Sequence[Predicate]) -> tuple[str, ...]:
    """One sentence for each pair that excludes itself; empty where all can come true."""
    found = (_clash(one, other) or _clash(other, one) for one, other in combinations(expectations, 2))
    return tuple(dict.fromkeys(clash for clash in found if clash))


def _clash(one: Predicate, other: Predicate) -> str:
    match one, other:
        case TextVisible(), Gone() if _is_in(other.text, one.text):
            return f"{one.text!r} cannot be visible while {other.text!r} is gone"
        case FieldHas(), FieldHas() if one.element == other.element and collapse(one.value) != collapse(other.value):
            return f"the field {one.element.name!r} cannot hold both {one.value!r} and {other.value!r}"
        case ((ElementState() | FieldHas()), Gone()) if other.element is not None and one.element == other.element:
            return f"nothing can be told of {one.element.name!r} once it is gone"
        case ElementState(), ElementState() if one.element == other.element and _opposed(one, other):
            return f"{one.element.name!r} cannot be {one.state!r} and not so at once"
        case ScreenIs(), ScreenIs() if one.key and other.key and one.key != other.key:
            return "the screen cannot be two screens at once"
        case _:
            return ""


def _is_in(text: str, longer: str) -> bool:
    wanted = collapse(text)
    return bool(wanted) and whole_words(wanted).search(collapse(longer)) is not None


def _opposed(one: ElementState, other: ElementState) -> bool:
    if one.state == other.state:
        return one.present != other.present
    return one.present and other.present and frozenset({one.state, other.state}) in _OPPOSED
