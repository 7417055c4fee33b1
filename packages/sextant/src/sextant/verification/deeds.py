"""Renders what a run did for the verifier: touches, texts, notes, and the app's writes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from sextant.addresses.parts import readable
from sextant.elements.refs import resolve
from sextant.prompts.positions import places
from sextant.prompts.stamp import MEMORY
from sextant.state import row_name
from sextant.text.legible import on_one_line
from sextant.types.actions import ByPoint, InputText, Scroll, Swipe, Wait, targets_of
from sextant.types.effects import ObservedEffect
from sextant.types.evidence import Claim
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition

__all__ = ["HARMLESS", "acts_in_words", "kept_in_words", "notes_in_words", "write_in_words"]

_LONGEST_NOTE, _MOST_KEPT = 300, 30
HARMLESS = "harmless to repeat"


def acts_in_words(transition: Transition) -> Iterator[str]:
    """What a step touched or typed, by the screen's labels; a secret by its name only."""
    action, screen = transition.decision.action, transition.before
    if transition.interrupt or not transition.attempts or isinstance(action, Scroll | Swipe | Wait):
        return
    elements = [screen.element(target.index) for target in targets_of(action) if not isinstance(target, ByPoint)]
    touched = " to ".join(_named(one, screen) for one in elements if one is not None)
    if isinstance(action, InputText):
        typed = f"the secret {action.secret}" if action.secret else f"{action.text[:160]!r}"
        yield f"typed {typed} into {_field_of(transition) or touched or 'the field in use'}"
        return
    aimed = transition.attempts[-1].element
    found = None if touched or aimed is None else resolve(screen, aimed)
    yield f"{action.kind.replace('_', ' ')} {touched if found is None else _named(found, screen)}".strip()


def notes_in_words(transition: Transition) -> Iterator[str]:
    """The notes of a step's decision, in the actor's words, a line each."""
    said = transition.decision.fields.get(MEMORY)
    if transition.interrupt or not isinstance(said, Mapping):
        return
    form = cast("Mapping[str, Any]", said)
    remembered, notes = form.get("remember"), form.get("notes")
    lines = remembered.splitlines() if isinstance(remembered, str) else []
    for note in cast("Sequence[Any]", notes) if isinstance(notes, list | tuple) else ():
        if isinstance(note, Mapping):
            one = cast("Mapping[str, Any]", note)
            lines.append(": ".join(str(one[part]) for part in ("meaning", "value") if one.get(part)))
    yield from (f"step {transition.step}: {on_one_line(line)[:_LONGEST_NOTE]}" for line in lines if line.strip())


def kept_in_words(claims: Sequence[Claim]) -> Iterator[str]:
    """The latest values that the memory guide stored."""
    notes = [one for one in claims if one.kind == MEMORY]
    yield from (f"step {one.step}: {one.subject}: {one.value}"[:_LONGEST_NOTE] for one in notes[-_MOST_KEPT:])


def _field_of(transition: Transition) -> str:
    """The field that received a text, where the target was a label or words over it."""
    action, after = transition.decision.action, transition.after
    aimed = [transition.before.element(one.index) for one in targets_of(action) if not isinstance(one, ByPoint)]
    if any(one is not None and "type" in one.affordances for one in aimed):
        return ""
    fields = [one for one in after.elements if {"focused", "editable"} <= one.states]
    return _named(fields[0], after) if len(fields) == 1 else ""


def _named(element: Element, screen: Screen) -> str:
    """`button 'Save' in row 'Note 7'`; an element without a name by its place."""
    name = element.name or (element.hint if "type" in element.affordances else element.text or element.hint)
    if not name:
        place = places(screen, (element,)).get(element.index, "")
        return f"{element.role} without a name {place}".rstrip()
    row = row_name(element, screen)
    return f"{element.role} {name[:80]!r}" + (f" in row {row!r}" if row else "")


def write_in_words(step: int, effect: ObservedEffect) -> str:
    """A write of the app, with its full address where that is known; one that is harmless to repeat ends so."""
    address = effect.whole or f"{effect.origin}{'' if effect.address.startswith('/') else ' '}{effect.address}"
    said = " ".join(filter(None, (effect.kind, effect.method, readable(address), effect.operation)))
    by = f"step {step}" if effect.cause == "touch" else f"by the page itself at step {step}"
    outcome = "held: it has not happened" if effect.held else effect.outcome
    told = ", ".join(filter(None, (outcome, HARMLESS if effect.harmless else "")))
    return f"{by}: {said}" + (f" ({told})" if told else "")
