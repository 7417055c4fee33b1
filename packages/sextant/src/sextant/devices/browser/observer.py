"""One look: the elements of all frames, a picture, and the sheet over them."""

import asyncio
import time
from dataclasses import replace
from typing import Any, Literal

from sextant.addresses.origins import origin_of_page
from sextant.addresses.parts import clean_location
from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.collector import GONE, Frame, collect, parents_first, snapshots
from sextant.devices.browser.driver import Described, Driver
from sextant.devices.browser.private_values import HELD
from sextant.devices.browser.sheet_answers import sheet_of
from sextant.devices.browser.sheets import with_sheet
from sextant.devices.browser.snapshot import Assembled, assemble
from sextant.devices.browser.tabs import INNER_SECONDS, Tab
from sextant.devices.browser.unresponsive import MOST_DIALOGS, RESCUE_SECONDS, end_page, stop_loading
from sextant.errors import DeviceLost
from sextant.types.screens import Condition, Observation, Picture

_LARGEST_PNG = 200_000
"""Bytes; a page of text and controls at two device pixels takes about half of it."""
_JPEG_QUALITY = 85
_MEDIA: dict[str, Literal["image/png", "image/jpeg", "image/webp"]] = {
    "png": "image/png",
    "jpeg": "image/jpeg",
    "webp": "image/webp",
}


async def look(driver: Driver, picture: bool, deadline: float) -> Observation:
    """Describe the foreground without changing it.

    Raises:
        DeviceLost: The page could not be described before the deadline (monotonic).
    """
    tab = driver.tab
    if tab.dialogs > MOST_DIALOGS and not driver.attached_to_other:
        await end_page(driver, tab, f"the page opened {tab.dialogs} dialogs in a row, without end")
    sheet = sheet_of(driver)
    if tab.dialog is not None or tab.challenge is not None:
        # The page is blocked or about to close: the last observation shows what is below the dialog.
        below = driver.front.seen or _bare(driver, tab, "ok")
        shot = (driver.front.picture or _empty_picture(driver)) if picture else None
        observation = _with(driver, below, shot, tab)
    else:
        observation = await _look_at_page(driver, picture, deadline)
        driver.front.seen, driver.front.picture = observation, observation.picture or driver.front.picture
    return observation if sheet is None else with_sheet(observation, sheet, driver.settings.phone.viewport)


def _with(driver: Driver, below: Observation, shot: Picture | None, tab: Tab) -> Observation:
    from dataclasses import replace

    return replace(
        below,
        picture=shot,
        location=clean_location(tab.url) or below.location,
        at=driver.clock(),
        notes=driver.take_notes(),
    )


async def _look_at_page(driver: Driver, picture: bool, deadline: float) -> Observation:
    begun, stopped = time.monotonic(), False
    patience = deadline - min(RESCUE_SECONDS, (deadline - begun) / 2)
    while True:
        tab = driver.tab
        if tab.crashed:
            return _bare(driver, tab, "crashed")
        try:
            found, shot = await _pass(driver, tab, picture, deadline if stopped else patience)
        except (ProtocolError, TimeoutError) as error:
            if tab.dialog is not None or tab.challenge is not None or tab.crashed or tab.closed:
                return await look(driver, picture, deadline)
            asking = next((other for other in driver.tabs.values() if other.dialog is not None), None)
            if asking is not None:  # its dialog blocks all pages of the process, also this one
                driver.bring_to_front(asking.target)
                return await look(driver, picture, deadline)
            waited = f"{time.monotonic() - begun:.0f} s"
            if not stopped and time.monotonic() > patience:
                stopped = True
                await stop_loading(tab)
                loading = clean_location(tab.asked[-1]) if tab.asked else ""
                if loading and loading != clean_location(tab.url):
                    driver.notes.append(f"{loading} did not answer for {waited}: loading it was stopped")
                continue
            if time.monotonic() > deadline:
                if isinstance(error, TimeoutError):
                    await end_page(driver, tab, f"the page did not answer for {waited}")
                    continue
                raise DeviceLost(
                    f"The page could not be read: {error or 'it does not answer'}.", "Resume the run later."
                ) from error
            await tab.activity.wait_idle(min(deadline, time.monotonic() + 0.2), lambda: False)
            await asyncio.sleep(0.01)  # between two documents: wait for their events
            continue
        return _observation(driver, tab, found, shot)


async def describe(driver: Driver, tab: Tab, deadline: float) -> Described:
    """Return what the page shows now, as a look would find it.

    Raises:
        ProtocolError: Its document is being replaced.
        TimeoutError: It does not answer.
    """
    await _pass(driver, tab, False, deadline)
    assert driver.front.described is not None
    return driver.front.described


def _assembled(driver: Driver, frames: list[Frame], raws: list[str]) -> Assembled:
    """Combine the frames' answers; unchanged answers yield the same element objects as the last look."""
    answers, last = tuple(snapshots(frames, raws)), driver.front.described
    same = last is not None and last.answers == answers
    found = last.assembled if last is not None and same else assemble(answers, driver.settings.phone.viewport)
    driver.front.described = Described(tuple(frames), answers, found)
    return found


async def _pass(driver: Driver, tab: Tab, picture: bool, deadline: float) -> tuple[Assembled, Picture | None]:
    frames = parents_first(tab.contexts(), tab.main)
    if not frames:
        raise ProtocolError("look", "no document yet")
    left = max(0.05, min(deadline - time.monotonic(), 5.0))
    shooting = asyncio.create_task(_shoot(driver, tab, left)) if picture else None
    try:
        raws = await asyncio.gather(
            _describe(driver, tab, frames[0], left),
            *(_ask_child(driver, tab, frame, min(left, INNER_SECONDS)) for frame in frames[1:]),
        )
        shot = await shooting if shooting is not None else None
    finally:
        if shooting is not None:
            shooting.cancel()
            await asyncio.gather(shooting, return_exceptions=True)
    return _assembled(driver, frames, raws), shot


async def _describe(driver: Driver, tab: Tab, frame: Frame, timeout: float) -> str:
    async def ask(expression: str) -> Any:
        """Ask also what private fields hold: a later request may carry it when they hold it no longer."""
        raw, values = await tab.ask(frame, f"[{expression}, {HELD}]", timeout)
        driver.writes.gate.private.learn_fields(values)
        return raw

    return await collect(ask)


async def _ask_child(driver: Driver, tab: Tab, frame: Frame, timeout: float) -> str:
    try:
        return await _describe(driver, tab, frame, timeout)
    except (ProtocolError, TimeoutError):
        return GONE


async def _shoot(driver: Driver, tab: Tab, timeout: float) -> Picture | None:
    capture, phone = driver.settings.capture, driver.settings.phone
    form = "png" if capture.format == "auto" else capture.format
    params: dict[str, Any] = {"format": form, "optimizeForSpeed": True}
    if form != "png":
        params["quality"] = capture.quality
    if abs(capture.scale - phone.scale_factor) > 1e-6:
        metrics = await tab.session.send("Page.getLayoutMetrics", timeout=timeout)
        view = metrics["cssVisualViewport"]
        params["clip"] = {
            "x": view["pageX"],
            "y": view["pageY"],
            "width": view["clientWidth"],
            "height": view["clientHeight"],
            "scale": capture.scale / phone.scale_factor * phone.viewport.width / max(1.0, view["clientWidth"]),
        }
    import base64

    reply = await tab.session.send("Page.captureScreenshot", params, timeout)
    data = base64.b64decode(reply["data"])
    if capture.format == "auto" and len(data) > _LARGEST_PNG:
        return Picture(await asyncio.to_thread(_as_jpeg, data), "image/jpeg", capture.scale)
    return Picture(data, _MEDIA[form], capture.scale)


def _as_jpeg(data: bytes) -> bytes:
    from io import BytesIO

    from PIL import Image

    out = BytesIO()
    Image.open(BytesIO(data)).convert("RGB").save(out, "JPEG", quality=_JPEG_QUALITY)
    return out.getvalue()


def _empty_picture(driver: Driver) -> Picture:
    """Return a grey picture, for a dialog that opened before any picture was taken."""
    from io import BytesIO

    from PIL import Image

    capture, size = driver.settings.capture, driver.settings.phone.viewport
    out = BytesIO()
    grey = Image.new("RGB", (round(size.width * capture.scale), round(size.height * capture.scale)), (200, 202, 206))
    form = "png" if capture.format == "auto" else capture.format
    grey.save(out, form.upper())
    return Picture(out.getvalue(), _MEDIA[form], capture.scale)


def _observation(driver: Driver, tab: Tab, found: Assembled, shot: Picture | None) -> Observation:
    condition: Condition = found.condition
    if tab.status == -1:
        condition = "error_page"
    elif tab.url in ("", "about:blank") and not found.elements:
        condition = "app_gone"
    elif tab.status >= 500:
        condition = "error_page"
    if shot is not None and found.size.width > 0:
        # a page without a viewport of its own is laid out wider than the phone and shown smaller
        shot = replace(shot, scale=shot.scale * driver.settings.phone.viewport.width / found.size.width)
    facts = dict(found.facts)
    if tab.status > 0:
        facts["http_status"] = str(tab.status)
    location = clean_location(tab.url)
    driver.note_origin()
    if driver.state.url != tab.url and tab.url.startswith(("http", "file")):
        driver.remember(url=tab.url)
    return Observation(
        app=origin_of_page(tab.url),
        location=location,
        title=found.title,
        size=found.size,
        elements=found.elements,
        landmarks=found.landmarks,
        condition=condition,
        picture=shot,
        scroll=found.scroll,
        keyboard_height=tab.keyboard,
        settled=driver.front.settled,
        at=driver.clock(),
        notes=driver.take_notes(),
        unlisted=found.unlisted,
        said=tab.toasts.unseen(found.elements, found.title, read=shot is not None),
        facts=facts,
    )


def _bare(driver: Driver, tab: Tab, condition: Condition) -> Observation:
    return Observation(
        app=origin_of_page(tab.url),
        location=clean_location(tab.url),
        title="",
        size=driver.settings.phone.viewport,
        elements=(),
        condition=condition,
        at=driver.clock(),
        notes=driver.take_notes(),
    )
