"""Buttons that open the page on which an act is filled in: they begin it and carry nothing out yet."""

from sextant.review.interface import deed_of
from sextant.review.lexicon import lexicon
from sextant.review.reaching import element_at
from sextant.review.scope import scope_of, value_fields
from sextant.review.vocabulary import names_a_strict_deed
from sextant.review.wanted import says, wanted_in
from sextant.types.actions import Click
from sextant.types.decisions import Decision
from sextant.types.legible import legible
from sextant.types.refs import collapse
from sextant.types.screens import Screen

__all__ = ["is_a_thing_of_the_goal", "names_only_its_deed", "opens_a_form"]

_PARTED = " · "
_ROWS, _AROUND = 4, 40
"""So many rows are a list, among so many elements on each side."""


def opens_a_form(decision: Decision, screen: Screen, word: str) -> bool:
    """`Submit an answer` where nothing has been filled in: it says of what sort the thing is, and not which.

    Not so of a bare `Send`, of what is deleted, ended or left, and not in a row or a dialog. `word` names the deed.
    """
    if not isinstance(decision.action, Click) or not word or names_a_strict_deed(word):
        return False
    if any(field.value for field in value_fields(screen)):
        return False
    control = element_at(decision.action.target, screen)
    if control is None or scope_of(decision.action, screen).near:
        return False
    rest = collapse(legible(control.label)).replace(collapse(word), " ").split()
    return bool(rest) and all(part in lexicon().things for part in rest)


def is_a_thing_of_the_goal(decision: Decision, screen: Screen, goal: str) -> bool:
    """`Buy the exercise book`, `Portuguese course · Errand` among rows like it, for a goal that names that course.

    Such a row is one of the things that the goal is about, and opens it. It has a second line, and others below it.
    """
    control = element_at(decision.action.target, screen) if isinstance(decision.action, Click) else None
    if control is None or control.input_type or _PARTED not in control.label:
        return False
    around = screen.elements[max(0, control.index - _AROUND) : control.index + _AROUND + 1]
    rows = [
        other
        for other in around
        if (other.role, other.landmark, other.box.x, other.box.width)
        == (control.role, control.landmark, control.box.x, control.box.width)
        and _PARTED in other.label
    ]
    said = collapse(legible(control.label))
    return len(rows) >= _ROWS and any(says(said, name) for name in wanted_in(goal).named)


def names_only_its_deed(label: str, name: str) -> bool:
    """Whether a name is what a button of that label does (`Comment`), and so no other thing."""
    return bool(name) and name in label and deed_of(label) is not None
