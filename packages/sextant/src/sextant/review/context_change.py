"""Checks that the context of an action has not changed since the screen on which it was reviewed."""

import re
from collections.abc import Callable
from dataclasses import replace

from sextant.elements.refs import ref_of, resolve
from sextant.review.action_identity import ActionIdentity, identity_of, same_act, without_counters
from sextant.types.actions import (
    Action,
    ByPoint,
    Click,
    DoubleTap,
    Drag,
    InputText,
    LongPress,
    Scroll,
    Swipe,
    Target,
)
from sextant.types.screens import Screen

__all__ = ["changed_context"]

_NUMBER = re.compile(r"(\d{1,9})")


def changed_context(action: Action, reviewed: Screen, fresh: Screen) -> str:
    """A sentence that says what changed in the context of an action; empty if nothing relevant changed.

    The control, its row or dialog, the headings and the address of the page, and the contents of the submitted fields
    must be equal. Clocks, counters and slider positions are ignored, and so are numbers that changed no more than the
    time between the two screens (`29 s left`). A doubtful case counts as changed, because a new decision costs less
    than an action on the wrong object.
    """
    if fresh.app != reviewed.app:
        return f"{fresh.app!r} has come to the front"
    was = _comparable(identity_of(action, reviewed))
    now = _with_earlier_numbers(_comparable(identity_of(_retargeted(action, reviewed, fresh), fresh)), reviewed, fresh)
    if not set(now.controls) & set(was.controls):
        return f"it would act on {_listed(now.controls)}, not on {_listed(was.controls)}"
    if (was.place, was.dialog) != (now.place, now.dialog):
        return f"it stands in {now.place or 'the page'!r}, not in {was.place or 'the page'!r}"
    if set(was.near) != set(now.near):
        return f"{'the dialog' if now.dialog else 'its row'} says {_listed(now.near)}, not {_listed(was.near)}"
    if _another_page(was.heads, now.heads):
        return f"the page is {_listed(now.heads)}, not {_listed(was.heads)}"
    if _path(fresh.location) != _path(reviewed.location):
        return "the page is one at another address"
    held, holds = dict(was.values), dict(now.values)
    other = sorted(field for field in {*held, *holds} if held.get(field) != holds.get(field))
    if other:
        return f"another value stands in {_listed(tuple(other))}"
    return "" if same_act(was, now, fresh) else "it is another of several that look the same"


def _path(location: str) -> str:
    """The address without its query and fragment, which pages rewrite."""
    return re.split(r"[?#]", location, maxsplit=1)[0]


def _retargeted(action: Action, reviewed: Screen, fresh: Screen) -> Action:
    """The action with its targets found on the fresh screen; a missing target keeps its index."""

    def again(target: Target) -> Target:
        chosen = None if isinstance(target, ByPoint) else reviewed.element(target.index)
        found = None if chosen is None else resolve(fresh, ref_of(reviewed, chosen))
        return target if found is None or isinstance(target, ByPoint) else replace(target, index=found.index)

    return _with_targets(action, again)


def _with_targets(action: Action, change: Callable[[Target], Target]) -> Action:
    match action:
        case Click() | DoubleTap() | LongPress():
            return replace(action, target=change(action.target))
        case InputText() | Swipe() | Scroll():
            return action if action.target is None else replace(action, target=change(action.target))
        case Drag():
            return replace(action, start=change(action.start), end=change(action.end))
        case _:
            return action


def _another_page(was: tuple[str, ...], now: tuple[str, ...]) -> bool:
    """Whether the first heading differs, or a heading was replaced; added or removed headings do not count."""
    if was[:1] != now[:1]:
        return True
    return not (set(was) <= set(now) or set(now) <= set(was))


def _comparable(act: ActionIdentity) -> ActionIdentity:
    """The act without slider positions and empty fields."""
    return replace(
        act, values=tuple((field, value) for field, value in act.values if value and not field.startswith("slider "))
    )


def _with_earlier_numbers(now: ActionIdentity, reviewed: Screen, fresh: Screen) -> ActionIdentity:
    """The later act with earlier texts of its row, dialog and page, if they differ only by elapsed time.

    A text that is on both screens is not replaced.
    """
    seconds = max(0.0, fresh.observation.at - reviewed.observation.at)
    gone, come = _texts_on(reviewed) - _texts_on(fresh), _texts_on(fresh) - _texts_on(reviewed)

    def before(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(
            next((one for one in gone if text in come and _ticked_on(one, text, seconds)), text) for text in texts
        )

    return replace(now, near=before(now.near), heads=before(now.heads))


def _texts_on(screen: Screen) -> set[str]:
    dialog = () if screen.modal is None else (screen.modal.message,)
    labels = (text for element in screen.elements for text in (element.label, element.text))
    return {without_counters(text) for text in (*labels, *dialog)}


def _ticked_on(one: str, other: str, seconds: float) -> bool:
    """Whether two texts differ only in numbers, each by at most the elapsed seconds plus 1."""
    parts, others = _NUMBER.split(one), _NUMBER.split(other)
    if len(parts) != len(others) or parts[::2] != others[::2]:
        return False
    moved = (abs(int(a) - int(b)) for a, b in zip(parts[1::2], others[1::2], strict=True))
    return all(step <= seconds + 1 for step in moved)


def _listed(texts: tuple[str, ...]) -> str:
    return ", ".join(repr(text[:60]) for text in texts[:4]) or "nothing"
