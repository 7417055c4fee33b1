"""Finds the frame of a tab that lies under a point, and the one that has the focus."""

from collections.abc import Mapping
from typing import Any

from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.collector import Frame
from sextant.devices.browser.tabs import Tab
from sextant.types.geometry import Point


async def frame_at(tab: Tab, point: Point, entered: list[str] | None = None) -> tuple[Frame, Point]:
    """Return the innermost frame under a point of the viewport, and the point in its own pixels.

    `entered` receives the ids of the frames passed, also of a last one in which the agent does not run.
    """
    frame, local = tab.contexts()[0], point
    for _ in range(len(tab.frames)):
        holder = await tab.handle(frame, f"sextant.frameAt({local.x},{local.y})")
        if not holder:
            break
        node = (await frame.session.send("DOM.describeNode", {"objectId": holder}))["node"]
        _enter(node, entered)
        call = {
            "objectId": holder,
            "functionDeclaration": "function () { return sextant.inner(this) }",
            "returnByValue": True,
        }
        place = (await frame.session.send("Runtime.callFunctionOn", call))["result"]["value"]
        inner = tab.frames.get(node.get("frameId", ""))
        if inner is None or not inner.contexts:
            break
        frame = inner
        local = Point((local.x - place["x"]) / place["sx"], (local.y - place["y"]) / place["sy"])
    return frame, local


async def focused(tab: Tab, entered: list[str] | None = None) -> tuple[Frame, str, str]:
    """Return the frame with the focus, the kind of the focused field (`none`: no field), and the input's type.

    `entered`: see `frame_at`.
    """
    frames = tab.contexts()
    if not frames:
        raise ProtocolError("type", "no document")
    frame = frames[0]
    for _ in range(len(tab.frames)):
        state = await tab.ask(frame, "sextant.focused()")
        if state["kind"] != "frame":
            return frame, str(state["kind"]), str(state["type"])
        holder = await tab.handle(frame, "sextant.focusedElement()")
        node = (await frame.session.send("DOM.describeNode", {"objectId": holder}))["node"]
        _enter(node, entered)
        inner = tab.frames.get(node.get("frameId", ""))
        if inner is None or not inner.contexts:
            break
        frame = inner
    return frame, "none", ""


def _enter(node: Mapping[str, Any], entered: list[str] | None) -> None:
    if entered is not None and node.get("frameId"):
        entered.append(str(node["frameId"]))
