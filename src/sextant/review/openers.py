"""Buttons that open the page on which an act is filled in: they begin it and carry nothing out yet."""

from sextant.review.interface import deed_of
from sextant.review.lexicon import lexicon
from sextant.review.reaching import element_at
from sextant.review.scope import scope_of, value_fields
from sextant.review.vocabulary import names_a_strict_deed
from sextant.types.actions import Click
from sextant.types.decisions import Decision
from sextant.types.legible import legible
from sextant.types.refs import collapse
from sextant.types.screens import Screen

__all__ = ["names_only_its_deed", "opens_a_form"]


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


def names_only_its_deed(label: str, name: str) -> bool:
    """Whether a name is what a button of that label does (`Comment`), and so no other thing."""
    return bool(name) and name in label and deed_of(label) is not None
