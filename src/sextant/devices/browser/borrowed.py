"""A tab that somebody else's harness owns, used and left as it is; hooks, JavaScript that stands for a phone's keys.

A borrowed tab keeps its size, its user agent, its clock, its address and its downloads. Nothing is opened in it before
the first look, and it is not closed.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from sextant.devices.browser.cdp import Connection, ProtocolError
from sextant.devices.browser.emulation import Command, agent_command
from sextant.devices.browser.settings import BrowserSettings
from sextant.errors import DeviceUnreachable, UsageError
from sextant.types.actions import Gesture, LaunchApp, PressKey
from sextant.types.geometry import Size

if TYPE_CHECKING:
    from sextant.devices.browser.driver import Driver

__all__ = ["HookName", "as_shown", "call_hook", "check_hooks", "find_target", "hook_of", "session_commands"]

HookName = Literal["begin", "home", "back", "recents", "open_app", "end"]
"""`begin`: once, before the first look; `end`: each time that the device lets go."""

_MOST_TABS = 20


def check_hooks(hooks: Mapping[str, str]) -> None:
    """Every hook has a name that is known.

    Raises:
        UsageError: One has not.
    """
    unknown = sorted(set(hooks) - set(get_args(HookName)))
    if unknown:
        raise UsageError(
            f"There is no hook {unknown[0]!r}.", f"The hooks are: {', '.join(get_args(HookName))}. See docs/devices.md."
        )


async def find_target(connection: Connection, wanted: str) -> str:
    """The id of the open tab with that id, or of the only one whose address begins so.

    Raises:
        DeviceUnreachable: There is none, or several have such an address.
    """
    infos: list[dict[str, Any]] = (await connection.browser.send("Target.getTargets"))["targetInfos"]
    pages = [info for info in infos if info["type"] == "page"]
    found = [info for info in pages if info["targetId"] == wanted]
    found = found or [info for info in pages if str(info["url"]).startswith(wanted)]
    if len(found) == 1:
        return str(found[0]["targetId"])
    what = "no tab" if not found else f"{len(found)} tabs"
    raise DeviceUnreachable(
        f"The browser has {what} {wanted!r}.", f"Name one of these by its id: {_listed(found or pages)}."
    )


def _listed(infos: Iterable[Mapping[str, Any]]) -> str:
    shown = [f"{info['targetId']} ({str(info['url'])[:80]})" for info in infos]
    return ", ".join(shown[:_MOST_TABS]) or "none is open"


async def as_shown(driver: "Driver") -> BrowserSettings:
    """The settings with the viewport and the scale that the page in front has."""
    reply = await driver.tab.session.send(
        "Runtime.evaluate",
        {"expression": "[innerWidth, innerHeight, devicePixelRatio]", "returnByValue": True},
        driver.settings.limits.command,
    )
    width, height, scale = reply["result"]["value"]
    phone = replace(
        driver.settings.phone, viewport=Size(float(width), float(height)), scale_factor=float(scale), keyboard=False
    )
    return replace(driver.settings, phone=phone)


def session_commands(driver: "Driver", page: bool) -> list[Command]:
    """What a session of a borrowed tab is set to: the agent in a world of its own, and the gate where it holds writes.

    The browser takes all of it back when the session ends.
    """
    found: list[Command] = [agent_command(driver.state.key)]
    if page:
        found.append(("Emulation.setFocusEmulationEnabled", {"enabled": True}))
    found.append(("Page.setInterceptFileChooserDialog", {"enabled": True}))
    if driver.writes.gate.pauses:
        found.append(("Fetch.enable", driver.writes.gate.fetch))
    return found


def hook_of(gesture: Gesture, hooks: Mapping[str, str]) -> HookName | None:
    """The hook that stands for the gesture; None where it is carried out as always."""
    name: HookName
    match gesture:
        case PressKey(key="home" | "back" | "recents"):
            name = gesture.key
        case LaunchApp():
            name = "open_app"
        case _:
            return None
    return name if name in hooks else None


async def call_hook(driver: "Driver", name: HookName, app: str = "") -> str | None:
    """Evaluates a hook in the page's own world: a note, empty where there is nothing to note.

    The expression may be a promise and may use `app`, the name that was asked for. `false` means that the page has no
    answer: None, and the gesture is carried out as always. Text is noted. An error is noted with its message.
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
    except ProtocolError:  # as where it opens another page; what came of it, the next look shows
        return f"the page went while the hook {name} ran"
    if (details := reply.get("exceptionDetails")) is not None:
        told = str(details.get("exception", {}).get("description") or details.get("text", ""))
        return f"the hook {name} failed: {told.splitlines()[0][:300] if told else 'without a message'}"
    value = reply.get("result", {}).get("value")
    if value is False:
        return None
    return value[:300] if isinstance(value, str) else ""
