"""Whether an act is still about what it was about on the screen it was reviewed on."""

import re
from collections.abc import Callable
from dataclasses import replace

from sextant.review.acts import Act, act_of, same_act
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
from sextant.types.legible import legible
from sextant.types.refs import collapse, ref_of, resolve
from sextant.types.screens import Screen

__all__ = ["departed"]

_UNIT = (
    r"(?:s|secs?|seconds?|sek\w*|segundos?|m|mins?|minutes?|minuten?|minutos?|h|hrs?|hours?|stunden?|heures?|horas?)"
)
_AGE = re.compile(
    rf"\b\d+\s*{_UNIT}\s+(?:ago|left|remaining)\b|\b(?:in|vor|noch|il y a|dans|hace|quedan)\s+\d+\s*{_UNIT}\b"
    r"|\d+\s*(?:秒|分钟?|小时|時間)(?:前|后|後)",
    re.IGNORECASE,
)
"""How long ago, and how long still: it goes on by itself."""


def departed(action: Action, reviewed: Screen, fresh: Screen) -> str:
    """What an act is about on a fresh look and was not on the screen it was reviewed on; empty where nothing.

    The control that it presses, its row or dialog, the headings and the address of the page, and what the fields hold
    that it carries have to be the same. Clocks, counters, ages and the place of a slider go on by themselves and tell
    nothing. Where it is doubtful the act is another: deciding anew costs less than paying somebody else.
    """
    if fresh.app != reviewed.app:
        return f"{fresh.app!r} has come to the front"
    was = _lasting(act_of(action, reviewed))
    now = _lasting(act_of(_on_fresh(action, reviewed, fresh), fresh))
    if not set(now.controls) <= set(was.controls):
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


def _lasting(act: Act) -> Act:
    """The act without what goes on by itself."""
    carried = tuple((field, value) for field, value in act.values if value and not field.startswith("slider "))
    return replace(act, near=_unaged(act.near), heads=_unaged(act.heads), values=carried)


def _unaged(texts: tuple[str, ...]) -> tuple[str, ...]:
    said = (collapse(_AGE.sub(" ", legible(text))) for text in texts)
    return tuple(dict.fromkeys(text for text in said if text))


def _listed(texts: tuple[str, ...]) -> str:
    return ", ".join(repr(text[:60]) for text in texts[:4]) or "nothing"
