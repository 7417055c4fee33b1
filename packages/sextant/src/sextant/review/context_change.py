"""Whether an act is still about what it was about on the screen it was reviewed on."""

import re
from collections.abc import Callable
from dataclasses import replace

from sextant.elements.refs import ref_of, resolve
from sextant.review.action_identity import ActionIdentity, act_of, same_act, steady
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
    """What an act is about on a fresh look and was not on the screen it was reviewed on; empty where nothing.

    The control that it presses, its row or dialog, the headings and the address of the page, and what the fields hold
    that it carries have to be the same. Clocks, counters and the place of a slider go on by themselves and tell
    nothing, nor does a number beside the control that moved no further than the time between the two looks (`29 s
    left`). Where it is doubtful the act is another: deciding anew costs less than paying somebody else.
    """
    if fresh.app != reviewed.app:
        return f"{fresh.app!r} has come to the front"
    was = _lasting(act_of(action, reviewed))
    now = _wound_back(_lasting(act_of(_on_fresh(action, reviewed, fresh), fresh)), reviewed, fresh)
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
    """The address without its query and its fragment: a page rewrites those as it goes."""
    return re.split(r"[?#]", location, maxsplit=1)[0]


def _on_fresh(action: Action, reviewed: Screen, fresh: Screen) -> Action:
    """The action with its targets found again; one that is not there any more keeps its number."""

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
    """Whether it begins with something else, or a heading has been replaced: more of them may come or go."""
    if was[:1] != now[:1]:
        return True
    return not (set(was) <= set(now) or set(now) <= set(was))


def _lasting(act: ActionIdentity) -> ActionIdentity:
    """The act without the places of sliders, and without fields that hold nothing."""
    return replace(
        act, values=tuple((field, value) for field, value in act.values if value and not field.startswith("slider "))
    )


def _wound_back(now: ActionIdentity, reviewed: Screen, fresh: Screen) -> ActionIdentity:
    """The later act with what its row, dialog and page said before, where only the time has moved a number.

    Of a text that stands on both screens nothing has moved: it is about another thing.
    """
    seconds = max(0.0, fresh.observation.at - reviewed.observation.at)
    gone, come = _said(reviewed) - _said(fresh), _said(fresh) - _said(reviewed)

    def before(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(
            next((one for one in gone if text in come and _ticked(one, text, seconds)), text) for text in texts
        )

    return replace(now, near=before(now.near), heads=before(now.heads))


def _said(screen: Screen) -> set[str]:
    dialog = () if screen.modal is None else (screen.modal.message,)
    labels = (text for element in screen.elements for text in (element.label, element.text))
    return {steady(text) for text in (*labels, *dialog)}


def _ticked(one: str, other: str, seconds: float) -> bool:
    """Whether two texts differ in their numbers alone, and none of these moved further than the time, in seconds."""
    parts, others = _NUMBER.split(one), _NUMBER.split(other)
    if len(parts) != len(others) or parts[::2] != others[::2]:
        return False
    moved = (abs(int(a) - int(b)) for a, b in zip(parts[1::2], others[1::2], strict=True))
    return all(step <= seconds + 1 for step in moved)


def _listed(texts: tuple[str, ...]) -> str:
    return ", ".join(repr(text[:60]) for text in texts[:4]) or "nothing"
