# pyright: basic, reportMissingImports=false
"""mobilerun's real device driver on a bridge to `lite/0`: run with the address, where mobilerun-core-local is there."""

import asyncio
import sys
import time
from collections.abc import Iterator
from typing import Any

from async_adbutils import adb
from mobilerun_core_local.driver.android import AndroidDriver, portal

TASKS = "sextant.app.tasks"


def walk(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node["children"]:
        yield from walk(child)


async def check_set_up(serial: str) -> None:
    device = await adb.device(serial=serial)
    await portal.ensure_portal_ready(device, version="0.7.4")
    await portal.ping_portal(device)
    await portal.ping_portal_content(device)
    await portal.ping_portal_tcp(device)
    await device.shell("settings put secure enabled_accessibility_services other/.Service")
    assert not await portal.check_portal_accessibility(device)
    await portal.ensure_portal_ready(device)
    assert await portal.check_portal_accessibility(device)


async def check_driver(serial: str, tcp: bool) -> None:
    driver = AndroidDriver(serial=serial, use_tcp=tcp, portal_mode="required")
    await driver.connect()
    assert driver.portal_available
    assert driver.portal.tcp_available is tcp
    assert {"package": TASKS, "label": "清单派"} in await driver.get_apps()
    await driver.stop_app(TASKS)
    await driver.start_app(TASKS)
    state = await driver.get_ui_tree()
    assert state["phone_state"]["packageName"] == TASKS
    bounds = next(node for node in walk(state["a11y_tree"]) if node["isEditable"])["boundsInScreen"]
    await driver.tap((bounds["left"] + bounds["right"]) // 2, (bounds["top"] + bounds["bottom"]) // 2)
    text = "milk '牛奶' \"😀\" $x `y`"
    assert await driver.input_text(text, clear=True)
    assert (await driver.get_ui_tree())["phone_state"]["focusedElement"]["text"] == text
    await driver.set_clipboard("✂ it's")
    assert await driver.get_clipboard() == "✂ it's"
    assert (await driver.screenshot()).startswith(b"\x89PNG")
    await driver.swipe(600, 2000, 600, 1000, 50)
    await driver.press_button("back")
    await driver.press_button("home")
    assert (await driver.get_ui_tree())["phone_state"]["packageName"] != TASKS


async def main(serial: str) -> None:
    portal._version_map_cache = (time.monotonic() + 1e6, None)  # asks no server for versions
    await check_set_up(serial)
    for tcp in (False, True):
        await check_driver(serial, tcp)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
