"""A tab that belongs to another program's browser, used and left as it is.

It keeps its size, user agent, clock, address and downloads. Nothing is opened in it before the first look, and it is
not closed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from sextant.devices.browser.cdp import Connection, Session
from sextant.devices.browser.emulation import Command, agent_command
from sextant.devices.browser.settings import BrowserOptions
from sextant.devices.browser.write_gate import WriteGate
from sextant.errors import DeviceUnreachable
from sextant.text.legible import shortened
from sextant.types.geometry import Size

__all__ = ["as_shown", "find_target", "session_commands"]

_MOST_TABS = 20


async def find_target(connection: Connection, wanted: str) -> str:
    """Return the id of the open tab with that id, or of the only one whose address starts with `wanted`.

    Raises:
        DeviceUnreachable: No tab matches, or several addresses do.
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
    shown = [f"{info['targetId']} ({shortened(str(info['url']), 80)})" for info in infos]
    return ", ".join(shown[:_MOST_TABS]) or "none is open"


async def as_shown(settings: BrowserOptions, session: Session) -> BrowserOptions:
    """Return the settings with the viewport and the scale of the session's page."""
    reply = await session.send(
        "Runtime.evaluate",
        {"expression": "[innerWidth, innerHeight, devicePixelRatio]", "returnByValue": True},
        settings.limits.command,
    )
    width, height, scale = reply["result"]["value"]
    size = Size(float(width), float(height))
    return replace(settings, phone=replace(settings.phone, viewport=size, scale_factor=float(scale), keyboard=False))


def session_commands(key: str, gate: WriteGate, page: bool) -> list[Command]:
    """Return the commands that set up a session of a borrowed tab: the agent script, and the gate if it holds writes.

    The browser undoes all of them when the session ends. `page`: the session of a tab, not of a frame.
    """
    found: list[Command] = [agent_command(key)]
    if page:
        found.append(("Emulation.setFocusEmulationEnabled", {"enabled": True}))
    found.append(("Page.setInterceptFileChooserDialog", {"enabled": True}))
    if gate.pauses or gate.settings.leave != "allow":
        found.append(("Fetch.enable", gate.fetch))
    return found
