"""Drafts and choices: what was typed and ticked, followed out of sight and looked at again on return."""

from dataclasses import dataclass
from typing import Literal

from sextant.guides.belief import emptied
from sextant.guides.belief.entries import Entry, plain
from sextant.guides.belief.keeping import Beliefs
from sextant.guides.belief.looking import (
    CHOICES,
    acted,
    choice_state,
    covered,
    in_view,
    is_web,
    name_of,
    named,
    place_of,
    pressed_enter,
    readable,
    touched,
    value_of,
)
from sextant.guides.belief.words import CLEARS, HANDS_IN, PASTES
from sextant.types.actions import InputText, NavigateBack
from sextant.types.refs import collapse, ref_of, resolve
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition

__all__ = ["Own", "check", "follow", "own_of", "typed"]

Act = Literal["none", "choice", "field", "paste", "clears", "hands in", "leads", "other", "back", "away"]
_ADDRESS = 500
_ORDER = 4
"""A label of more words is a thing, and no order."""
_LEADING = ("link", "tab", "menuitem", "listitem", "row", "treeitem", "gridcell", "article")


@dataclass(frozen=True, slots=True)
class Own:
    """What a step of the run's own may have changed.

    `took`: the choice that was touched shows that it was.
    """

    act: Act
    element: Element | None
    place: str
    took: bool = False

    def explains(self, entry: Entry, empty: bool) -> bool:
        """Whether it may be why what the entry is about is other than before."""
        if self.place != entry.place:
            return False
        match self.act:
            case "none" | "leads" | "back" | "away":
                return False
            case "field":
                return not empty
            case "choice":
                return (entry.kind == "draft" and not empty) or (entry.kind == "selection" and self.took)
            case _:
                return True


def own_of(transition: Transition) -> Own:
    """What the step did, by what it touched."""
    before, action = transition.before, transition.decision.action
    place = place_of(before)
    if not acted(transition) or transition.interrupt == "popup":
        return Own("none", None, place)
    if isinstance(action, InputText):
        return Own("field", touched(transition), place)
    if isinstance(action, NavigateBack):
        return Own("none" if covered(before) else "back", None, place)
    if pressed_enter(transition):
        return Own("hands in", None, place)
    element = touched(transition)
    if element is None:
        moving = action.kind in ("open_app", "close_app", "navigate_home", "recents")
        looking = action.kind in ("scroll", "swipe", "wait")
        return Own("away" if moving else "none" if looking else "other", None, place)
    if action.kind in ("scroll", "swipe"):
        return Own("none", None, place)
    return Own(_act(element, transition), element, place, _took(element, transition))


def _act(element: Element, transition: Transition) -> Act:
    label = collapse(element.label)
    if element.role in CHOICES or _toggled(element, transition):
        return "clears" if CLEARS.search(label) and element.role in CHOICES else "choice"
    if "type" in element.affordances:
        return "field"
    if covered(transition.before):
        return "other"
    if PASTES.search(label):
        return "paste"
    if _names_the_page(label, transition.after) and place_of(transition.after) != place_of(transition.before):
        return "leads"
    order = element.role not in _LEADING and len(label.split()) <= _ORDER
    if transition.irreversible or (order and HANDS_IN.search(label)):
        return "hands in"
    if order and CLEARS.search(label):
        return "clears"
    return "leads" if element.role in _LEADING else "other"


def _names_the_page(label: str, screen: Screen) -> bool:
    names = [screen.title, *(one.label for one in screen.elements if one.role == "heading")]
    return bool(label) and any(label == collapse(name) for name in names)


def _took(element: Element, transition: Transition) -> bool:
    after = resolve(transition.after, ref_of(transition.before, element))
    return after is not None and choice_state(after, toggles=True) != choice_state(element, toggles=True)


def _toggled(element: Element, transition: Transition) -> bool:
    """Whether a button stays down when it is pressed, or came up again."""
    after = resolve(transition.after, ref_of(transition.before, element))
    held = after is not None and ("pressed" in after.states) != ("pressed" in element.states)
    return held and place_of(transition.after) == place_of(transition.before)


def follow(beliefs: Beliefs, transition: Transition, own: Own) -> None:
    """Enters what was typed and chosen, lets go of what was handed in, and doubts what was left."""
    _let_go(beliefs, transition, own)
    if isinstance(transition.decision.action, InputText):
        typed(beliefs, transition)
    elif own.act == "choice" and own.element is not None:
        _chosen(beliefs, transition, own.element)


def typed(beliefs: Beliefs, transition: Transition) -> None:
    """Enters what was typed, as the field holds it after the step, be it covered; nothing where it holds none."""
    action, after = transition.decision.action, transition.after
    if not isinstance(action, InputText) or not acted(transition) or action.secret:
        return
    element = touched(transition)
    if element is None:
        focused = [one for one in after.elements if "focused" in one.states and value_of(one) is not None]
        element = focused[0] if len(focused) == 1 else None
        ref = None if element is None else ref_of(after, element)
    else:
        ref = ref_of(transition.before, element)
    shown = None if ref is None else resolve(after, ref)
    value = None if shown is None else value_of(shown)
    if ref is None or shown is None or not value or (transition.attempts[-1].element is None and not ref.name):
        return
    _enter(beliefs, transition, "draft", shown, value)


def _chosen(beliefs: Beliefs, transition: Transition, element: Element) -> None:
    ref = ref_of(transition.before, element)
    shown = resolve(transition.after, ref)
    if shown is None or place_of(transition.after) != place_of(transition.before):
        return
    chosen = choice_state(shown, toggles=True)
    if chosen is not None and not ref.ordinal:
        _enter(beliefs, transition, "selection", shown, "chosen" if chosen else "not chosen")


def _enter(
    beliefs: Beliefs, transition: Transition, kind: Literal["draft", "selection"], shown: Element, value: str
) -> None:
    screen = transition.after
    ref = named(screen, shown)
    if ref is None:
        return
    derived = tuple(one.id for one in beliefs.of("session", screen.app))
    beliefs.enter(
        Entry(
            id="",
            kind=kind,
            about=shown.label if shown.label != value else shown.hint or shown.role,
            value=value,
            app=screen.app,
            step=transition.step,
            seen=transition.step,
            place=place_of(transition.before),
            page=name_of(transition.before),
            location=transition.before.location[:_ADDRESS],
            element=ref,
            state="checked" if kind == "selection" else None,
            present=value == "chosen",
            derived_from=derived,
            basis="typed" if kind == "draft" else "touched",
        )
    )


def _let_go(beliefs: Beliefs, transition: Transition, own: Own) -> None:
    before, after = transition.before, transition.after
    kept = [*beliefs.of("draft"), *beliefs.of("selection")]
    here = [one for one in kept if one.place == own.place]
    left = place_of(after) != own.place and not covered(after)
    if own.act == "hands in":
        for one in here:
            beliefs.drop(one)
        doubted = [one for one in kept if one.app == before.app]
    elif own.act == "clears":
        doubted = [one for one in kept if one.app == before.app and (left or one not in here)]
    elif left and own.act == "back" and after.app != before.app and not is_web(before.app):
        doubted = []  # back from its first page leaves an app open as it is (Android 12)
    elif left and (own.act in ("back", "other", "none", "choice", "field") or is_web(before.app)):
        doubted = here
    else:
        doubted = []
    for one in doubted:
        if beliefs.find(one.id) is not None:
            beliefs.doubt(one)
    if own.act == "clears":
        for one in here:
            emptied.handed(beliefs, one, "thrown away")
    elif own.act in ("hands in", "other", "paste"):
        for one in doubted:
            emptied.handed(beliefs, one, "perhaps")


def check(beliefs: Beliefs, screen: Screen, own: Own | None = None) -> None:
    """Looks at every draft and choice of this screen that is in view."""
    if not readable(screen):
        _unseen(beliefs, own, ("clears", "paste", "other"))
        return
    _unseen(beliefs, own, ("clears",), screen)
    emptied.look(beliefs, screen)
    place = place_of(screen)
    for entry in [*beliefs.of("draft", place=place), *beliefs.of("selection", place=place)]:
        found = in_view(screen, entry.element)
        if found is None or entry.status == "contradicted" or beliefs.find(entry.id) is None:
            continue
        if entry.kind == "draft":
            _check_draft(beliefs, entry, screen, found, own)
        else:
            _check_choice(beliefs, entry, screen, found, own)


def _unseen(beliefs: Beliefs, own: Own | None, acts: tuple[Act, ...], screen: Screen | None = None) -> None:
    """What the step may have changed where nobody could see it is a guess from now on."""
    if own is None or own.act not in acts:
        return
    for entry in [*beliefs.of("draft", place=own.place), *beliefs.of("selection", place=own.place)]:
        if screen is None or in_view(screen, entry.element) is None:
            beliefs.doubt(entry)


def _check_draft(beliefs: Beliefs, entry: Entry, screen: Screen, found: Element, own: Own | None) -> None:
    value = value_of(found)
    if value is None:
        return
    if plain(value) == plain(entry.value) and (value or not entry.value):
        beliefs.verify(beliefs.change(entry, handed="no"), screen, found, value)
    elif own is not None and own.explains(entry, not value):
        if value:
            beliefs.change(entry, value=value, seen=beliefs.state.step)
        else:
            beliefs.drop(entry)
    else:
        if not value:
            emptied.note(beliefs, entry, screen)
        beliefs.fall(entry, screen, found, value or "nothing")


def _check_choice(beliefs: Beliefs, entry: Entry, screen: Screen, found: Element, own: Own | None) -> None:
    now = choice_state(found, toggles=found.role == "button")
    if now is None:
        return
    if now == entry.present:
        beliefs.verify(entry, screen, found, found.label)
    elif own is not None and own.explains(entry, not now):
        beliefs.change(entry, present=now, value="chosen" if now else "not chosen", seen=beliefs.state.step)
    else:
        beliefs.fall(entry, screen, found, "chosen" if now else "not chosen")
