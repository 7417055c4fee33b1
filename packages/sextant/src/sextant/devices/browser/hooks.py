"""Hooks: JavaScript of the page that handles phone keys, or runs before the first look and after the last."""

import json
from collections.abc import Mapping
from typing import Literal, get_args

from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.driver import Driver
from sextant.errors import UsageError
from sextant.text.legible import shortened
from sextant.types.actions import Gesture, LaunchApp, PressKey

__all__ = ["HookName", "call_hook", "check_hooks", "hook_of"]

HookName = Literal["begin", "home", "back", "recents", "open_app", "end"]
"""`begin`: once, before the first look; `end`: each time that the device disconnects."""


def check_hooks(hooks: Mapping[str, str]) -> None:
    """Check that every hook has a known name.

    Raises:
        UsageError: One has not.
    """
    unknown = sorted(set(hooks) - set(get_args(HookName)))
    if unknown:
        raise UsageError(
            f"There is no hook {unknown[0]!r}.", f"The hooks are: {', '.join(get_args(HookName))}. See docs/devices.md."
        )


def hook_of(gesture: Gesture, hooks: Mapping[str, str]) -> HookName | None:
    """Return the hook that replaces the gesture; None if the gesture is performed as usual."""
    match gesture:
        case PressKey(key="home" | "back" | "recents" as key):
            return key if key in hooks else None
        case LaunchApp():
            return "open_app" if "open_app" in hooks else None
        case _:
            return None


async def call_hook(driver: Driver, name: HookName, app: str = "") -> str | None:
    """Evaluate a hook in the page's own world and return a note, which may be empty.

    The expression may be a promise and may use `app`, the requested name. `false` means that the page does not handle
    it: the result is None, and the gesture is performed as usual. Text and errors become the note.
    """
    expression = driver.settings.hooks.get(name)
    if expression is None:
        return None
    params = {
        "expression": f"(async (app) => ({expression}))({json.dumps(app)})",
        "returnByValue": True,
        "awaitPromise": True,
        "userGesture": True,
    }
    try:
        reply = await driver.tab.session.send("Runtime.evaluate", params, driver.settings.limits.command)
    except ProtocolError:  # for instance because it opened another page; the next look shows it
        return f"the page went while the hook {name} ran"
    if (details := reply.get("exceptionDetails")) is not None:
        message = str(details.get("exception", {}).get("description") or details.get("text", ""))
        return f"the hook {name} failed: {shortened(message.splitlines()[0], 300) if message else 'without a message'}"
    value = reply.get("result", {}).get("value")
    if value is False:
        return None
    return shortened(value, 300) if isinstance(value, str) else ""
