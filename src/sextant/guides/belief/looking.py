"""What screens and steps say, as far as it bears on what is hidden: where one is, what was touched, what is in view."""

from collections.abc import Iterator

from sextant.evidence.dialogs import dialog_of
from sextant.guides.belief.words import ENTERS, LOCKED
from sextant.types.actions import KeyboardEnter, targets_of
from sextant.types.legible import on_one_line
from sextant.types.refs import collapse, ref_of, resolve
from sextant.types.screens import Element, ElementRef, Screen
from sextant.types.transitions import Transition

__all__ = [
    "CHOICES",
    "acted",
    "choice_state",
    "covered",
    "fields_in_view",
    "gate_of",
    "in_view",
    "is_web",
    "moved",
    "name_of",
    "named",
    "place_of",
    "readable",
    "said",
    "short",
    "texts_of",
    "touched",
    "value_of",
]

CHOICES = frozenset({"checkbox", "switch", "radio", "option", "menuitemcheckbox", "menuitemradio"})
_SEEN = ("visible", "clipped")
_ON = ("checked", "selected", "pressed")
_SPARSE = 7
"""A page with more to touch than that is more than a locked door."""
_SHORT = 160
_NAME = 300
_HELD = 2000
_MUCH = 900


def short(text: str, most: int = 200) -> str:
    """A text on one line, bounded."""
    line = on_one_line(text[: most * 4])
    return line if len(line) <= most else line[: most - 1] + "…"


def place_of(screen: Screen) -> str:
    """The screen's identity with what it shows: an item page is another place for each item."""
    return "|".join((screen.app, screen.key.id, *(f"{name}={value}" for name, value in screen.binding)))[:300]


def name_of(screen: Screen) -> str:
    """What a person would call it."""
    return short(screen.title or screen.key.label or screen.location, 60)


def is_web(app: str) -> bool:
    """Whether pages of it may be loaded anew whenever they are opened."""
    return app.startswith(("http:", "https:", "file:"))


def covered(screen: Screen) -> bool:
    """Whether something lies over the page, so that it says little."""
    if screen.modal is not None:
        return True
    dialog = dialog_of(screen)
    return dialog is not None and dialog.blocking


def readable(screen: Screen) -> bool:
    """Whether what stands there is what the page has to show."""
    return screen.condition == "ok" and screen.observation.settled and not covered(screen)


def acted(transition: Transition) -> bool:
    """Whether something was injected and, as far as anybody can tell, arrived."""
    return bool(transition.attempts) and transition.attempts[-1].received is not False


def touched(transition: Transition) -> Element | None:
    """The element that the step touched, on the screen before it."""
    for attempt in reversed(transition.attempts):
        if attempt.element is not None:
            found = resolve(transition.before, attempt.element)
            if found is not None:
                return found
    for target in targets_of(transition.decision.action):
        if target.kind != "point" and transition.attempts:
            return transition.before.element(target.index)
    return None


def in_view(screen: Screen, ref: ElementRef | None) -> Element | None:
    """The element, where it is in view and is what it was; None where it is not, or nobody can say."""
    found = None if ref is None else resolve(screen, ref)
    if found is None or ref is None or found.visibility not in _SEEN:
        return None
    if ref.name and collapse(found.label) != collapse(ref.name) and collapse(found.name) != collapse(ref.name):
        return None
    return found


def value_of(element: Element) -> str | None:
    """What a field holds, as much of it as is kept; None where it is no field, or not to be read."""
    if "password" in element.states or "type" not in element.affordances:
        return None
    text = element.text if "editable" in element.states and element.text != element.name else ""
    return (element.value or text)[:_HELD]


def named(screen: Screen, element: Element) -> ElementRef | None:
    """The reference of an element that may be kept; None where what it is called is no name but a text."""
    ref = ref_of(screen, element)
    return ref if max(len(ref.name), len(ref.anchor), len(ref.test_id)) <= _NAME else None


def choice_state(element: Element, toggles: bool = False) -> bool | None:
    """Whether it is chosen; None where it says neither. What `toggles` says nothing of it when it is off."""
    if any(state in element.states for state in _ON):
        return True
    if toggles or "unchecked" in element.states or element.role in CHOICES:
        return False
    return None


def fields_in_view(screen: Screen) -> list[Element]:
    """Fields whose text can be read."""
    return [one for one in screen.elements if one.visibility in _SEEN and value_of(one) is not None]


def texts_of(screen: Screen) -> Iterator[Element]:
    """Elements in view that say something, secrets aside."""
    for one in screen.elements:
        if one.visibility in _SEEN and one.label and "password" not in one.states:
            yield one


def said(transition: Transition) -> list[str]:
    """Short texts that are new on the screen after the step: what it says of it."""
    before = {collapse(one.label) for one in transition.before.elements}
    return [
        one.label
        for one in texts_of(transition.after)
        if len(one.label) <= _SHORT and collapse(one.label) not in before
    ]


def pressed_enter(transition: Transition) -> bool:
    """Whether the step handed in what stands in the focused field."""
    return isinstance(transition.decision.action, KeyboardEnter)


def moved(transition: Transition) -> bool:
    """Whether the step only moved what is in view."""
    return transition.decision.action.kind in ("scroll", "swipe", "drag")


def gate_of(screen: Screen) -> tuple[bool, Element | None]:
    """Whether the screen is nothing but a locked door, and what opens it.

    It says so in a short text, there is something to go on with or a password to give, and hardly anything else.
    """
    shown = list(texts_of(screen))
    says = [one for one in shown if len(one.label) <= _SHORT and "tap" not in one.affordances]
    lines = [one.label for one in says] + [screen.title]
    modal = "" if screen.modal is None else screen.modal.message
    if not any(LOCKED.search(line) for line in (*lines, modal[:_SHORT])):
        return False, None
    able = [one for one in screen.elements if one.visibility in _SEEN and one.affordances & {"tap", "type"}]
    secret = any("password" in one.states for one in screen.elements)
    door = next((one for one in able if "type" not in one.affordances and ENTERS.search(collapse(one.label))), None)
    whole = sum(len(one.label) for one in shown)
    if (door is None and not secret) or len(able) > _SPARSE or whole > _MUCH:
        return False, None
    return True, door
