"""The identity of an action: what it touches, the meaning of that element, and its content."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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

__all__ = ["ActionIdentity", "act_of", "entered_in", "field_key", "same_act", "steady"]

_PASSING = re.compile(r"\(\s*\d+\+?\s*\)|\b\d{1,2}:\d{2}(?::\d{2})?\b")
"""Counters and clocks: they go on by themselves."""
_CHOOSERS = frozenset({"checkbox", "combobox", "listbox", "radio", "slider", "spinbutton", "switch"})
_SETTINGS = ("checked", "mixed", "selected", "pressed", "unchecked", "unpressed")
_GRID = 50
"""Where nothing is described, touches within such a square (of a screen of 1000 by 1000) are one act."""


@dataclass(frozen=True, slots=True)
class ActionIdentity:
    """An act by what it does, however it is addressed.

    Attributes:
        app: Whose act it is.
        controls: What is pressed, drawn or opened; several where Enter might press any of them.
        place: The landmark that it stands in.
        twins: How many controls there are that look the same; `rank` is the number of this one among them.
        near: What its row or its dialog says.
        dialog: Whether `near` is what a dialog says.
        heads: The headings of the page, or its title where it has none.
        values: What the fields hold that it carries, by field.
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
        """Equal for equal acts."""
        return hashlib.sha256(to_json(ActionIdentity, self).encode()).hexdigest()[:32]


def act_of(action: Action, screen: Screen) -> ActionIdentity:
    """The act that an action is on its screen: the same one for a number, a point in the element, or the Enter key."""
    match action:
        case Click() | DoubleTap() | LongPress():
            control = pressed(action.target, screen)
            return _on((control,), screen) if control is not None else _nowhere(action, screen)
        case KeyboardEnter() | InputText():
            buttons = pressed_by_enter(action, screen)
            field = typed_into(action, screen)
            found = buttons or (() if field is None else (field,))
            typed = _typed(action, field, screen) if isinstance(action, InputText) else {}
            return _on(found, screen, typed) if found else _nowhere(action, screen)
        case Drag() | Swipe() | Scroll():
            return _drawn(action, screen)
        case OpenApp():
            return ActionIdentity(screen.app, (_opened(action.name),))
        case _:
            return _nowhere(action, screen)


def same_act(done: ActionIdentity, now: ActionIdentity, screen: Screen, entered: Iterable[str] = ()) -> bool:
    """Whether an act on this screen is one that was done before.

    Another is one of another control, row, dialog or page, and one that carries something else that was `entered`
    since, by field. What a form holds otherwise tells nothing: the act itself may have cleared it.
    """
    if done.app != now.app or not set(done.controls) & set(now.controls) or _elsewhere(done, now):
        return False
    if _about_another(done, now) or _fits_a_twin(done, now, screen):
        return False
    held, since = dict(done.values), frozenset(entered)
    return not any(value and value != held.get(field, "") for field, value in now.values if field in since)


def entered_in(before: Screen, after: Screen) -> frozenset[str]:
    """The fields of a screen that hold something else than before."""
    was = _values(None, before)
    return frozenset(field for field, value in _values(None, after).items() if field in was and value != was[field])


def field_key(field: Element, screen: Screen) -> str:
    """A field by what it is, whatever it holds."""
    return _field_keys(screen).get(field.index) or f"{_described(field, screen)} 0"


def _field_keys(screen: Screen) -> dict[int, str]:
    """The keys of all fields by index; those that are described alike are counted."""
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


def _on(
    controls: Sequence[Element], screen: Screen, typed: dict[str, str] | None = None, kind: str = ""
) -> ActionIdentity:
    control = controls[0]
    twins = _twins(control, screen)
    dialog = in_dialog(control, screen)
    return ActionIdentity(
        screen.app,
        tuple(dict.fromkeys(kind + _control(item) for item in controls)),
        steady(control.landmark),
        len(twins),
        twins.index(control) if control in twins else 0,
        _steadied(container_text(control, screen)),
        dialog,
        _heads(screen),
        tuple(sorted((_values(control, screen) | (typed or {})).items())),
    )


def _nowhere(action: Action, screen: Screen) -> ActionIdentity:
    """An action without a described element: identified by its position on the screen."""
    target = next(iter(targets_of(action)), None)
    if target is None:
        return ActionIdentity(screen.app, (f"{screen.key.id} {to_json(Action, action)}",))
    point = point_of(target, screen)
    x, y = (int(part * NORMALISED // _GRID) for part in (point.x / screen.size.width, point.y / screen.size.height))
    return ActionIdentity(screen.app, (f"{screen.key.id} {x},{y}",))


def _drawn(action: Drag | Swipe | Scroll, screen: Screen) -> ActionIdentity:
    reached = [item for target in targets_of(action) if (item := element_at(target, screen)) is not None]
    if not reached:
        return _nowhere(action, screen)
    onto = f"onto {_control(reached[1])} " if len(reached) > 1 else f"{action.kind} "
    return _on((reached[0],), screen, kind=onto)


def _opened(address: str) -> str:
    return f"open {address.strip()}"


def _control(element: Element) -> str:
    if element.href.startswith(("http://", "https://")):
        return _opened(element.href)
    return f"{element.role} {steady(element.label) or element.test_id}"


def _twins(control: Element, screen: Screen) -> list[Element]:
    wanted = (_control(control), steady(control.landmark))
    return [item for item in screen.elements if (_control(item), steady(item.landmark)) == wanted]


def _elsewhere(done: ActionIdentity, now: ActionIdentity) -> bool:
    """Whether it stands elsewhere, or is another of several that are the same in all that stands about them.

    Where one of these has come or gone, nobody can tell which is which.
    """
    if done.place != now.place:
        return True
    return done.near == now.near and done.twins == now.twins and done.rank != now.rank


def _about_another(done: ActionIdentity, now: ActionIdentity) -> bool:
    """Whether the dialog, the row or the page says that it is about something else."""
    if done.dialog or now.dialog:
        one, other = set(done.near), set(now.near)
        return done.dialog != now.dialog or bool(one) != bool(other) or not (one <= other or other <= one)
    if _leads_elsewhere(_led(done.near), _led(now.near)):
        return True
    return _leads_elsewhere(done.heads, now.heads)


def _leads_elsewhere(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether what is said first in either is not said in the other; what says nothing tells nothing."""
    return bool(one and other) and one[0] not in other and other[0] not in one


def _led(near: tuple[str, ...]) -> tuple[str, ...]:
    """The texts of a row that hold words, without their numbers: `2 min ago` and `3 min ago` are one."""
    said = (collapse("".join(" " if letter.isdigit() else letter for letter in text)) for text in near)
    return tuple(text for text in said if any(letter.isalpha() for letter in text))


def _fits_a_twin(done: ActionIdentity, now: ActionIdentity, screen: Screen) -> bool:
    """Whether the row of another control that looks the same has more of what the row said then."""
    if now.twins < 2 or not done.near or done.dialog:
        return False
    said = set(done.near)
    own = len(said & set(now.near))
    twins = [item for item in screen.elements if _control(item) in now.controls]
    return any(len(said & set(_steadied(container_text(twin, screen)))) > own for twin in twins)


def _heads(screen: Screen) -> tuple[str, ...]:
    heads = [
        element.label
        for element in screen.elements
        if element.role == "heading" and not element.landmark.startswith(("dialog", "alertdialog"))
    ]
    return _steadied(heads) or _steadied([screen.title])


def _values(control: Element | None, screen: Screen) -> dict[str, str]:
    """What the fields hold that stand with the control; of the whole screen where none does."""
    fields = [*value_fields(screen)]
    known = {field.index for field in fields}
    fields += [item for item in screen.elements if item.role in _CHOOSERS and item.index not in known]
    if control is not None:
        own = [item for item in fields if (item.landmark, item.frame) == (control.landmark, control.frame)]
        fields = own or fields
    keys = _field_keys(screen)
    return {keys[field.index]: _held(field) for field in fields}


def _held(field: Element) -> str:
    if "type" in field.affordances:
        return collapse(legible(field.value))
    return collapse(legible(field.value)) or next((state for state in _SETTINGS if state in field.states), "")


def _typed(action: InputText, field: Element | None, screen: Screen) -> dict[str, str]:
    """What the field will hold; a secret says nothing."""
    if field is None:
        return {}
    before = field.value if action.mode == "append" else ""
    return {field_key(field, screen): "" if action.secret else collapse(legible(before + action.text))}


def steady(text: str) -> str:
    """A text without the counters and clocks in it, which go on by themselves."""
    return collapse(_PASSING.sub(" ", legible(text)))


def _steadied(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(said for text in texts if (said := steady(text))))
