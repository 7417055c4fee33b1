"""The requirements of the goal, as the decisions of a run state and restate them."""

from collections.abc import Sequence
from dataclasses import replace

from sextant.state.event_log import Fold
from sextant.text import folded
from sextant.types.decisions import Requirement
from sextant.types.events import Event
from sextant.types.transitions import Transition

__all__ = ["REQUIREMENTS", "restated"]

_MOST = 12


def restated(before: Sequence[Requirement], now: Sequence[Requirement]) -> tuple[Requirement, ...]:
    """Merge restated requirements. A deed stays a deed, by id or by words, and none is dropped."""
    ids = {one.id for one in before}
    deeds = [one for one in before if one.kind == "deed"]
    words = {folded(one.text) for one in deeds}

    def was_deed(one: Requirement) -> bool:
        return one.id in {deed.id for deed in deeds} or (one.id not in ids and folded(one.text) in words)

    new = [replace(one, kind="deed") if was_deed(one) else one for one in _unique(now)]
    if not new:
        return tuple(before)
    left: list[Requirement] = []
    if sum(one.kind == "deed" for one in new) < len(deeds):
        known = {one.id for one in new} | {folded(one.text) for one in new}
        left = [one for one in deeds if one.id not in known and folded(one.text) not in known]
    return tuple((*left, *new)[:_MOST])


def _unique(requirements: Sequence[Requirement]) -> tuple[Requirement, ...]:
    """The first of each id, bounded in number."""
    found: dict[str, Requirement] = {}
    for one in requirements:
        name = one.id.strip()
        if name and one.text.strip():
            found.setdefault(name, replace(one, id=name))
    return tuple(found.values())[:_MOST]


def _fold(state: tuple[Requirement, ...], event: Event) -> tuple[Requirement, ...]:
    if not isinstance(event, Transition) or event.interrupt or not event.decision.requirements:
        return state
    return restated(state, event.decision.requirements)


REQUIREMENTS: Fold[tuple[Requirement, ...]] = Fold("requirements", tuple[Requirement, ...], (), _fold)
