"""The clipboard: what was copied, told from what the page says and shows, and what pasting brings out."""

import re

from sextant.guides.belief.entries import Entry, fits
from sextant.guides.belief.keeping import Beliefs, Field, Pasting
from sextant.guides.belief.looking import (
    acted,
    fields_in_view,
    in_view,
    name_of,
    named,
    place_of,
    readable,
    said,
    texts_of,
    touched,
    value_of,
)
from sextant.guides.belief.words import COPIED, COPIES, NOTHING_TO_PASTE, PASTES
from sextant.types.refs import collapse
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition

__all__ = ["check", "follow"]

_AROUND = re.compile(r"^[\s:“”\"'«»„.!,–—-]+|[\s:“”\"'«»„.!,–—-]+$")
_FILLER = re.compile(r"\b(?:to|the|in|into|your|has been|was|is|this|from)\b|\bclipboard\b", re.IGNORECASE)
_PATIENCE = 3
"""So many steps later at most is looked at what pasting brought out."""


def follow(beliefs: Beliefs, transition: Transition) -> None:
    """Enters what was copied; notes what is pasted into."""
    element = touched(transition)
    if element is None or not acted(transition) or "type" in element.affordances or len(element.label) > 60:
        return
    label = collapse(element.label)
    if PASTES.search(label):
        beliefs.state.pasting = _pasting(transition, element)
    elif COPIES.search(label) and transition.decision.action.kind in ("click", "long_press", "double_tap"):
        _copied(beliefs, transition, element)


def _copied(beliefs: Beliefs, transition: Transition, control: Element) -> None:
    screen = transition.before
    notices = [line for line in said(transition) if COPIED.search(line)]
    value, sure = _meant(screen, control, notices)
    near = _near(screen, control)
    others = tuple(text for text in near if text != value)[:2]
    place = place_of(screen)
    beliefs.enter(
        Entry(
            id="",
            kind="clipboard",
            about="Clipboard",
            value=value or (near[0] if near else ""),
            app=screen.app,
            step=transition.step,
            seen=transition.step,
            hypothesis=not (value and sure and notices),
            alternatives=() if value and sure else others,
            page=name_of(screen),
            candidates=tuple(one.value or one.label for one in texts_of(screen)),
            source=named(screen, control),
            source_place=place,
            basis="copied",
        )
    )


def _meant(screen: Screen, control: Element, notices: list[str]) -> tuple[str, bool]:
    """What was copied, and whether it is more than a guess: as it is quoted, or named by the control or the notice."""
    shown = {collapse(one.label): one.label for one in texts_of(screen)}
    for line, words in [(line, COPIED) for line in notices] + [(control.label, COPIES)]:
        rest = _AROUND.sub("", _FILLER.sub(" ", words.sub(" ", line)))
        rest = _AROUND.sub("", " ".join(rest.split()))
        if not rest:
            continue
        beside = _beside(screen, rest)
        if beside:
            return beside, True
        if collapse(rest) in shown and words is COPIED:
            return shown[collapse(rest)], True
    fields = [one for one in fields_in_view(screen) if "focused" in one.states and value_of(one)]
    return (value_of(fields[0]) or "", True) if len(fields) == 1 else ("", False)


def _beside(screen: Screen, label: str) -> str:
    """The value that stands beside a label: a field's, the next text, or what follows a colon."""
    wanted = collapse(label)
    shown = list(texts_of(screen))
    for place, one in enumerate(shown):
        if collapse(one.label) == wanted:
            if value_of(one):
                return value_of(one) or ""
            after = shown[place + 1] if place + 1 < len(shown) else None
            if one.role in ("text", "heading", "term", "cell") and after is not None and "tap" not in after.affordances:
                return after.label
        head, colon, tail = one.label.partition(":")
        if colon and collapse(head) == wanted and tail.strip():
            return tail.strip()
    return ""


def _near(screen: Screen, control: Element) -> list[str]:
    """Texts near the control, the nearest first, what can be touched last."""
    middle = control.box.centre
    shown = [
        one for one in texts_of(screen) if one.index != control.index and one.role not in ("button", "tab", "link")
    ]
    shown.sort(key=lambda one: abs(one.box.centre.y - middle.y) + abs(one.box.centre.x - middle.x) / 8)
    return [one.value or one.label for one in shown[:3]]


def _pasting(transition: Transition, control: Element) -> Pasting:
    screen = transition.before
    middle = control.box.centre
    fields = fields_in_view(screen)
    fields.sort(key=lambda one: ("focused" not in one.states, abs(one.box.centre.y - middle.y)))
    known = [(named(screen, one), value_of(one) or "") for one in fields[:12]]
    held = tuple(Field(ref, value) for ref, value in known if ref is not None)
    return Pasting(place_of(screen), transition.step, held)


def check(beliefs: Beliefs, screen: Screen) -> None:
    """What pasting brought out, as soon as the fields are in view again."""
    state = beliefs.state
    pasting = state.pasting
    if pasting is None or not readable(screen):
        return
    place = place_of(screen)
    if state.step - pasting.step > _PATIENCE or (place != pasting.place and state.step > pasting.step):
        state.pasting = None
        return
    seen = [(held, found) for held in pasting.fields if (found := in_view(screen, held.element)) is not None]
    if not seen:
        return
    state.pasting = None
    changed = [found for held, found in seen if (value_of(found) or "") != held.value]
    into = changed[0] if changed else seen[0][1]
    value = value_of(into) or ""
    entry = next(iter(beliefs.of("clipboard")), None)
    empty = any(NOTHING_TO_PASTE.search(one.label) for one in texts_of(screen) if len(one.label) < 80)
    if entry is None or entry.status == "contradicted":
        if changed and value:
            _shown(beliefs, screen, value)
        return
    if not empty and fits(value, entry):
        beliefs.change(entry, value=value if entry.hypothesis else entry.value)
        beliefs.verify(entry, screen, into, value)
        return
    beliefs.fall(entry, screen, into, value or "nothing", surprise=True)


def _shown(beliefs: Beliefs, screen: Screen, value: str) -> None:
    step = beliefs.state.step
    made = Entry("", "clipboard", "Clipboard", value, screen.app, step, step, page=name_of(screen), basis="pasted")
    beliefs.enter(made)
