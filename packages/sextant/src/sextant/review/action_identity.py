"""The identity of an action: what it touches, the meaning of that element, and its content."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from sextant.dataclass import dataclass
from sextant.elements.refs import anchor_of, collapse
from sextant.review.hit_test import element_at, point_of, pressed, pressed_by_enter, typed_into
from sextant.review.scope import container_text, in_dialog, value_fields
from sextant.text.legible import legible
from sextant.types.actions import (
    Action,
    Click,
    DoubleTap,
    Drag,
    InputText,
    KeyboardEnter,
    LongPress,
    OpenApp,
    Scroll,
    Swipe,
    targets_of,
)
from sextant.types.codec import to_json
from sextant.types.geometry import NORMALISED
from sextant.types.screens import Element, Screen

__all__ = ["ActionIdentity", "changed_fields", "field_key", "identity_of", "same_act", "without_counters"]

_PASSING = re.compile(r"\(\s*\d+\+?\s*\)|\b\d{1,2}:\d{2}(?::\d{2})?\b")
"""Counters and clocks, which change without an action."""
_CHOOSERS = frozenset({"checkbox", "combobox", "listbox", "radio", "slider", "spinbutton", "switch"})
_SETTINGS = ("checked", "mixed", "selected", "pressed", "unchecked", "unpressed")
_GRID = 50
"""Touches of undescribed elements within one square of this side (0-1000 frame) are one act."""


@dataclass(frozen=True, slots=True)
class ActionIdentity:
    """The identity of an act: what it does, independent of how its target is addressed.

    Attributes:
        app: The app in front.
        controls: The pressed, dragged or opened controls; several if Enter may press any of them.
        place: The landmark that contains the control.
        twins: The number of controls that look the same; `rank` is the position of this one among them.
        near: The texts of its row or dialog.
        dialog: Whether `near` comes from a dialog.
        heads: The headings of the page; its title if there are none.
        values: The contents of the fields that the act submits, by field.
    """

    app: str
    controls: tuple[str, ...]
    place: str = ""
    twins: int = 1
    rank: int = 0
    near: tuple[str, ...] = ()
    dialog: bool = False
    heads: tuple[str, ...] = ()
    values: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """A hash that is equal for equal acts."""
        return hashlib.sha256(to_json(ActionIdentity, self).encode()).hexdigest()[:32]


def identity_of(action: Action, screen: Screen) -> ActionIdentity:
    """The identity of an action on its screen, equal for an index, a point in the element, and the Enter key."""
    match action:
        case Click() | DoubleTap() | LongPress():
            control = pressed(action.target, screen)
            return _identity_on((control,), screen) if control is not None else _by_position(action, screen)
        case KeyboardEnter() | InputText():
            buttons = pressed_by_enter(action, screen)
            field = typed_into(action, screen)
            found = buttons or (() if field is None else (field,))
            typed = _typed(action, field, screen) if isinstance(action, InputText) else {}
            return _identity_on(found, screen, typed) if found else _by_position(action, screen)
        case Drag() | Swipe() | Scroll():
            return _dragged(action, screen)
        case OpenApp():
            return ActionIdentity(screen.app, (_opened(action.name),))
        case _:
            return _by_position(action, screen)


def same_act(done: ActionIdentity, now: ActionIdentity, screen: Screen, entered: Iterable[str] = ()) -> bool:
    """Whether the act `now` repeats the act `done`.

    It differs if its control, row, dialog or page differs, or if a field in `entered` (edited since then) has another
    value. Other fields are ignored, because the act itself may have cleared them.
    """
    if done.app != now.app or not set(done.controls) & set(now.controls) or _is_elsewhere(done, now):
        return False
    if _has_other_context(done, now) or _fits_twin_better(done, now, screen):
        return False
    held, since = dict(done.values), frozenset(entered)
    return not any(value and value != held.get(field, "") for field, value in now.values if field in since)


def changed_fields(before: Screen, after: Screen) -> frozenset[str]:
    """The keys of the fields whose content changed between two screens."""
    was = _values(None, before)
    return frozenset(field for field, value in _values(None, after).items() if field in was and value != was[field])


def field_key(field: Element, screen: Screen) -> str:
    """The identity of a field, independent of its content."""
    return _field_keys(screen).get(field.index) or f"{_described(field, screen)} 0"


def _field_keys(screen: Screen) -> dict[int, str]:
    """The keys of all fields by index; a number distinguishes fields with equal descriptions."""
    counts = Counter[str]()
    keys: dict[int, str] = {}
    for element in screen.elements:
        if "type" in element.affordances or element.role in _CHOOSERS:
            said = _described(element, screen)
            keys[element.index] = f"{said} {counts[said]}"
            counts[said] += 1
    return keys


def _described(field: Element, screen: Screen) -> str:
    said = f"{field.role} {_field_label(field)} {field.test_id} {field.frame}"
    return f"{said} {collapse(anchor_of(screen, field))}"


def _field_label(field: Element) -> str:
    own = field.name or field.hint
    return collapse(own if "type" in field.affordances or own else field.text)


def _identity_on(
    controls: Sequence[Element], screen: Screen, typed: dict[str, str] | None = None, kind: str = ""
) -> ActionIdentity:
    control = controls[0]
    twins = _twins(control, screen)
    dialog = in_dialog(control, screen)
    return ActionIdentity(
        screen.app,
        tuple(dict.fromkeys(kind + _control(item) for item in controls)),
        without_counters(control.landmark),
        len(twins),
        twins.index(control) if control in twins else 0,
        _lasting_texts(container_text(control, screen)),
        dialog,
        _headings(screen),
        tuple(sorted((_values(control, screen) | (typed or {})).items())),
    )


def _by_position(action: Action, screen: Screen) -> ActionIdentity:
    """An action without a described element: identified by its position on the screen."""
    target = next(iter(targets_of(action)), None)
    if target is None:
        return ActionIdentity(screen.app, (f"{screen.key.id} {to_json(Action, action)}",))
    point = point_of(target, screen)
    x, y = (int(part * NORMALISED // _GRID) for part in (point.x / screen.size.width, point.y / screen.size.height))
    return ActionIdentity(screen.app, (f"{screen.key.id} {x},{y}",))


def _dragged(action: Drag | Swipe | Scroll, screen: Screen) -> ActionIdentity:
    reached = [item for target in targets_of(action) if (item := element_at(target, screen)) is not None]
    if not reached:
        return _by_position(action, screen)
    onto = f"onto {_control(reached[1])} " if len(reached) > 1 else f"{action.kind} "
    return _identity_on((reached[0],), screen, kind=onto)


def _opened(address: str) -> str:
    return f"open {address.strip()}"


def _control(element: Element) -> str:
    if element.href.startswith(("http://", "https://")):
        return _opened(element.href)
    return f"{element.role} {without_counters(element.label) or element.test_id}"


def _twins(control: Element, screen: Screen) -> list[Element]:
    wanted = (_control(control), without_counters(control.landmark))
    return [item for item in screen.elements if (_control(item), without_counters(item.landmark)) == wanted]


def _is_elsewhere(done: ActionIdentity, now: ActionIdentity) -> bool:
    """Whether the landmark differs, or the position among controls with equal surroundings.

    If the number of these controls changed, their positions cannot be compared.
    """
    if done.place != now.place:
        return True
    return done.near == now.near and done.twins == now.twins and done.rank != now.rank


def _has_other_context(done: ActionIdentity, now: ActionIdentity) -> bool:
    """Whether the texts of the dialog, the row or the page contradict each other."""
    if done.dialog or now.dialog:
        one, other = set(done.near), set(now.near)
        return done.dialog != now.dialog or bool(one) != bool(other) or not (one <= other or other <= one)
    if _first_texts_differ(_words_only(done.near), _words_only(now.near)):
        return True
    return _first_texts_differ(done.heads, now.heads)


def _first_texts_differ(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether the first text of each is missing in the other; False if either is empty."""
    return bool(one and other) and one[0] not in other and other[0] not in one


def _words_only(near: tuple[str, ...]) -> tuple[str, ...]:
    """The texts of a row that contain letters, without their digits: `2 min ago` and `3 min ago` are equal."""
    said = (collapse("".join(" " if letter.isdigit() else letter for letter in text)) for text in near)
    return tuple(text for text in said if any(letter.isalpha() for letter in text))


def _fits_twin_better(done: ActionIdentity, now: ActionIdentity, screen: Screen) -> bool:
    """Whether the row of another control that looks the same shares more texts with the earlier row."""
    if now.twins < 2 or not done.near or done.dialog:
        return False
    said = set(done.near)
    own = len(said & set(now.near))
    twins = [item for item in screen.elements if _control(item) in now.controls]
    return any(len(said & set(_lasting_texts(container_text(twin, screen)))) > own for twin in twins)


def _headings(screen: Screen) -> tuple[str, ...]:
    heads = [
        element.label
        for element in screen.elements
        if element.role == "heading" and not element.landmark.startswith(("dialog", "alertdialog"))
    ]
    return _lasting_texts(heads) or _lasting_texts([screen.title])


def _values(control: Element | None, screen: Screen) -> dict[str, str]:
    """The contents of the fields in the region of the control; of all fields if the region has none."""
    fields = [*value_fields(screen)]
    known = {field.index for field in fields}
    fields += [item for item in screen.elements if item.role in _CHOOSERS and item.index not in known]
    if control is not None:
        own = [item for item in fields if (item.landmark, item.frame) == (control.landmark, control.frame)]
        fields = own or fields
    keys = _field_keys(screen)
    return {keys[field.index]: _field_content(field) for field in fields}


def _field_content(field: Element) -> str:
    if "type" in field.affordances:
        return collapse(legible(field.value))
    return collapse(legible(field.value)) or next((state for state in _SETTINGS if state in field.states), "")


def _typed(action: InputText, field: Element | None, screen: Screen) -> dict[str, str]:
    """The content of the field after the input; empty for a secret."""
    if field is None:
        return {}
    before = field.value if action.mode == "append" else ""
    return {field_key(field, screen): "" if action.secret else collapse(legible(before + action.text))}


def without_counters(text: str) -> str:
    """A text without its counters and clocks."""
    return collapse(_PASSING.sub(" ", legible(text)))


def _lasting_texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(said for text in texts if (said := without_counters(text))))
