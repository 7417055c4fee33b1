"""The step after which something came up over its page, as JSON: a run that is taken up again sees what it did."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sextant.types.codec import from_json, to_json
from sextant.types.decisions import Decision
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Attempt, Transition

__all__ = ["kept", "taken_up"]

_TEXT = 2000
"""Of longer texts the beginning: no more of one is believed."""
_WHOLE = 400_000
"""Characters of JSON; of a larger step is only kept that there was one."""


def kept(transition: Transition | None) -> Any:
    """What is looked at of it later, without pictures; True where that is too much, and False where there is none."""
    if transition is None:
        return False
    bare = Transition(
        transition.step,
        _bare(transition.before),
        Decision(transition.decision.action, transition.decision.screen),
        _bare(transition.after),
        transition.effectiveness,
        tuple(
            Attempt(one.intent, one.gesture, element=one.element, received=one.received) for one in transition.attempts
        ),
        irreversible=transition.irreversible,
        interrupt=transition.interrupt,
    )
    written = to_json(Transition, bare)
    return json.loads(written) if len(written) <= _WHOLE else True


def taken_up(state: Any) -> Transition | None:
    """The step that `kept` wrote; None where there was none, or nothing but the fact that there was one."""
    return from_json(Transition, json.dumps(state)) if isinstance(state, Mapping) else None


def _bare(screen: Screen) -> Screen:
    elements = tuple(map(_cut, screen.elements))
    return replace(screen, observation=replace(screen.observation, elements=elements, picture=None))


def _cut(element: Element) -> Element:
    return replace(
        element,
        text=element.text[:_TEXT],
        name=element.name[:_TEXT],
        value=element.value[:_TEXT],
        hint=element.hint[:_TEXT],
        href=element.href[:_TEXT],
    )
