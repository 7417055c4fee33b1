"""Values of what takes no text: sliders, spin buttons, wheels and lists of options, set and read back.

Keys and taps are real input, as a person gives it; only a wheel is scrolled by its scroller, to the pixel.
"""

import json
from importlib.resources import files
from typing import Any, Literal, assert_never

from sextant.devices.browser import touch
from sextant.devices.browser.frames import frame_at
from sextant.devices.browser.tabs import Frame, Tab
from sextant.types.actions import TypeText
from sextant.types.geometry import Point

__all__ = ["set_widget"]

_SOURCE = files(__package__).joinpath("widgets.js").read_text(encoding="utf-8")
_ONES = 40
"""So many keys at most look for a value that is no number, in each direction."""
_ROUNDS, _MOST = 8, 400
"""Bursts of keys towards a number, and keys in one of them."""
_OPENS_MS = 1500
"""So long a list is waited for that a tap opens."""
_KEYS: tuple[tuple[touch.Arrow, touch.Arrow], ...] = (("ArrowUp", "ArrowDown"), ("ArrowRight", "ArrowLeft"))

Kind = Literal["range", "steps", "options", "wheel", "opens"]


async def set_widget(tab: Tab, gesture: TypeText, limit: float) -> str | None:
    """Sets what lies at the gesture's point to its text; None where that is no such thing, or a field to type into.

    The note says what it stands at where that is something else; it is empty where the value was read back.
    """
    if gesture.point is None or not gesture.text:
        return None
    frame, local = await frame_at(tab, gesture.point)
    kind: Kind | Literal[""] = await _ask(tab, frame, f"find({local.x},{local.y})")
    shift = Point(gesture.point.x - local.x, gesture.point.y - local.y)
    match kind:
        case "":
            return None
        case "range":
            return await _range(tab, frame, gesture)
        case "steps":
            return await _steps(tab, frame, gesture.text, limit)
        case "options" | "wheel":
            return await _choose(tab, frame, gesture, kind, shift, limit)
        case "opens":
            await touch.tap(tab, gesture.point, 1, limit)
            if tab.missed or not await _ask(tab, frame, f"opened({_OPENS_MS})"):
                return "nothing to choose from opened"
            return await _choose(tab, frame, gesture, "options", shift, limit)
        case _:
            assert_never(kind)


async def _ask(tab: Tab, frame: Frame, call: str) -> Any:
    return await tab.ask(frame, f"(sextant.widgets ??= {_SOURCE.strip()}).{call}")


async def _range(tab: Tab, frame: Frame, gesture: TypeText) -> str:
    wanted = await _ask(tab, frame, f"number({json.dumps(gesture.text)})")
    if wanted is None:
        return "the slider takes a number"
    done = await tab.ask(frame, f"sextant.setValue({json.dumps(f'{wanted:g}')})")
    return "" if done["ok"] and float(done["value"]) == wanted else f"the slider stands at {done['value']}"


async def _steps(tab: Tab, frame: Frame, text: str, limit: float) -> str:
    """Arrow keys, as many as one of them is seen to be worth; one by one where the value is a word."""
    wanted: float | None = await _ask(tab, frame, f"number({json.dumps(text)})")
    folded: str = await _ask(tab, frame, f"fold({json.dumps(text)})")
    state = await _ask(tab, frame, "value()")

    def there() -> bool:
        return folded in (state["text"], str(state["now"])) or (wanted is not None and state["now"] == wanted)

    for more, less in _KEYS:
        began = state
        if wanted is not None and state["now"] is not None:
            for _ in range(_ROUNDS):
                if there():
                    return ""
                gap, was = wanted - state["now"], state["now"]
                key = more if gap > 0 else less
                await touch.press_arrow(tab, key, 1, limit)
                state = await _ask(tab, frame, "value()")
                worth = abs(state["now"] - was)
                if not worth:
                    break
                rest = min(int(abs(wanted - state["now"]) / worth + 1e-6), _MOST)
                if rest and not there():
                    await touch.press_arrow(tab, more if wanted > state["now"] else less, rest, limit)
                    state = await _ask(tab, frame, "value()")
        else:
            for key in (more, less):
                for _ in range(_ONES):
                    if there():
                        return ""
                    was = state
                    await touch.press_arrow(tab, key, 1, limit)
                    state = await _ask(tab, frame, "value()")
                    if state == was:
                        break
        if there():
            return ""
        if state != began:
            break
    return f"it stands at {state['text'] or state['now']}; keys do not bring it to what was asked"


async def _choose(
    tab: Tab, frame: Frame, gesture: TypeText, kind: Literal["options", "wheel"], shift: Point, limit: float
) -> str:
    asked = json.dumps(gesture.text)
    found = await _ask(tab, frame, f"option({asked})")
    if "point" not in found:
        if found.get("disabled"):
            return "that option is disabled"
        return f"there is no such option; there are: {', '.join(found['known']) or 'none'}"
    if kind == "options" and not found["selected"]:
        x, y = found["point"]
        await touch.tap(tab, Point(x + shift.x, y + shift.y), 1, limit)
    chosen = await _ask(tab, frame, f"chosen({asked})")
    return "the option was touched and is not chosen" if chosen is False else ""
