"""Which frame of a tab lies under a point, and which has the focus."""

from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.tabs import Frame, Tab
from sextant.types.geometry import Point


async def frame_at(tab: Tab, point: Point) -> tuple[Frame, Point]:
    """The innermost frame under a point of the viewport, and the point in its own pixels."""
    frame, local = tab.contexts()[0], point
    for _ in range(8):
        holder = await tab.handle(frame, f"sextant.frameAt({local.x},{local.y})")
        if not holder:
            break
        node = (await frame.session.send("DOM.describeNode", {"objectId": holder}))["node"]
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


async def focused(tab: Tab) -> tuple[Frame, str, str]:
    """The frame with the focus, what kind of field has it (`none` for no field), and the input's type."""
    frames = tab.contexts()
    if not frames:
        raise ProtocolError("type", "no document")
    frame = frames[0]
    for _ in range(8):
        state = await tab.ask(frame, "sextant.focused()")
        if state["kind"] != "frame":
            return frame, str(state["kind"]), str(state["type"])
        holder = await tab.handle(frame, "sextant.focusedElement()")
        node = (await frame.session.send("DOM.describeNode", {"objectId": holder}))["node"]
        inner = tab.frames.get(node.get("frameId", ""))
        if inner is None or not inner.contexts:
            break
        frame = inner
    return frame, "none", ""
