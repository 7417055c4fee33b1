"""Performs a gesture as one injection: records it, sends it once, waits for its effects."""

import asyncio
import time
from dataclasses import replace
from typing import Any, Literal, assert_never

from sextant.devices.browser import touch
from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.device_state import InjectionMark, Target
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.emulation import device_metrics
from sextant.devices.browser.foreign_frames import Reach, reach_of
from sextant.devices.browser.frames import focused, frame_at
from sextant.devices.browser.hooks import call_hook, hook_of
from sextant.devices.browser.keeper import inputs_seen
from sextant.devices.browser.key_guard import press
from sextant.devices.browser.navigation import go_back, go_home, launch_app, terminate_app
from sextant.devices.browser.places import KeyResponse
from sextant.devices.browser.scroller import scroll
from sextant.devices.browser.settlement import SettleResult, blocked, settle, unless_blocked
from sextant.devices.browser.sheet_answers import CANCEL, recents_sheet, select_sheet, sheet_of
from sextant.devices.browser.sheets import ROW, Sheet
from sextant.devices.browser.tabs import Tab
from sextant.devices.browser.touch_guard import TouchGuard
from sextant.devices.browser.touch_point import find
from sextant.devices.browser.typing_text import type_into
from sextant.devices.browser.unresponsive import run_or_end_page
from sextant.elements.touch_match import meant_by
from sextant.types.actions import (
    VECTORS,
    DragPath,
    Gesture,
    Hold,
    LaunchApp,
    Pause,
    PressKey,
    ScrollBy,
    Tap,
    TerminateApp,
    TypeText,
)
from sextant.types.devices import Injection, Untouched

_TOUCHES = 60
"""Number of taps whose points are remembered."""
KEYBOARD_SHARE = 0.36
"""Share of the viewport's height that a phone's keyboard takes."""


async def perform(driver: Driver, gesture: Gesture, intent: str) -> Injection:
    """Inject one gesture, once, and wait until its effects settle.

    Raises:
        DeviceFault: The injection could not be recorded; nothing was sent.
        DeviceLost: The browser died, or did not take the input in time.
    """
    await driver.refusals.gone()
    try:
        return await _perform(driver, gesture, intent)
    finally:
        driver.writes.touches.end()


async def _perform(driver: Driver, gesture: Gesture, intent: str) -> Injection:
    start = time.monotonic()
    deadline = start + driver.settings.limits.settle
    tab = driver.tab
    sheet = sheet_of(driver)
    phone = phone_event(gesture) if driver.settings.phone.keys == "page" else None
    kind: Target = "sheet" if sheet is not None else "page" if phone is not None else _target_of(gesture)
    mark = InjectionMark(intent, "prepared", gesture.kind, kind, url=tab.url)
    if intent:  # an injection without intent must not replace the mark of one whose outcome is still open
        driver.remember(mark=mark)
    targeted = meant_by(gesture) is not None
    tab.begin(intent)
    if sheet is None and not tab.crashed:
        mark = replace(mark, documents=await _begin(driver, tab, intent, targeted))
    if intent:
        driver.promise(replace(mark, stage="sending"))
    untouched: Untouched = ""
    if targeted:
        found = await find(driver, tab, sheet, gesture, deadline)
        untouched, gesture = (found, gesture) if isinstance(found, str) else ("", found)
    note = "" if untouched else await run_or_end_page(driver, tab, _inject(driver, tab, sheet, phone, gesture))
    if isinstance(gesture, Pause):
        deadline = time.monotonic() + driver.settings.limits.settle
    settled = await settle(driver, deadline)
    untouched = "moved" if tab.missed else untouched
    if intent and kind == "page" and isinstance(gesture, Tap) and not untouched:
        driver.touches = dict([*driver.touches.items(), (intent, gesture.point)][-_TOUCHES:])
    _take_select(driver, settled)
    if driver.settings.phone.keyboard and not blocked(driver, driver.tab):
        settled = await _raise_keyboard(driver, settled, deadline)
    _remember_done(driver, tab, mark, not untouched)
    driver.front.settled = settled.rested
    driver.note_origin()
    if not blocked(driver, driver.tab):
        await driver.key_history.arrive(driver.tab)
    seconds, front = time.monotonic() - start, driver.tab
    notes = tuple(part for part in (note, *driver.notes, *settled.notes) if part)
    return Injection(
        seconds,
        min(settled.busy_seconds, seconds),
        settled.rested,
        notes,
        untouched,
        met=targeted and not untouched,
        asked=tuple(front.asked),
        routes=tuple(front.routes),
    )


async def settle_again(driver: Driver) -> None:
    """Wait for effects of responses that came after a gesture had settled.

    If the deadline passes first, the next look reports that the page is still changing.
    """
    settled = await settle(driver, time.monotonic() + driver.settings.limits.settle)
    _take_select(driver, settled)
    driver.front.settled = settled.rested


async def _inject(driver: Driver, tab: Tab, sheet: Sheet | None, phone: dict[str, str] | None, gesture: Gesture) -> str:
    if not isinstance(gesture, Pause):
        driver.writes.gate.begin(tab.target)
    if _target_of(gesture) == "page":
        driver.key_history.response = KeyResponse()
    if isinstance(gesture, TypeText) and gesture.secret:
        driver.writes.gate.private.learn(gesture.text)
    if sheet is not None:
        return await _on_sheet(driver, tab, sheet, gesture)
    if phone is not None:
        return await _tell(tab, phone)
    if (hook := hook_of(gesture, driver.settings.hooks)) is not None:
        note = await call_hook(driver, hook, getattr(gesture, "name", ""))
        if note is not None:
            return note
    return await _on_page(driver, tab, gesture)


def phone_event(gesture: Gesture) -> dict[str, str] | None:
    """Return the event for a page that emulates a phone; None for gestures that reach it as input."""
    match gesture:
        case PressKey() if gesture.key != "enter":
            return {"on": "key", "key": gesture.key}
        case LaunchApp():
            return {"on": "launch", "app": gesture.name}
        case TerminateApp():
            return {"on": "close", "app": gesture.name}
        case Pause():
            return {"on": "wait"}
        case _:
            return None


async def _tell(tab: Tab, event: dict[str, str]) -> str:
    frame = next((frame for frame in tab.contexts() if frame.id == tab.main), None)
    if frame is None:
        return "there is no page to receive the event"
    await tab.ask(frame, f"sextant.phone({_js(_js(event))})")
    return ""


def _target_of(gesture: Gesture) -> Target:
    match gesture:
        case Tap() | Hold() | DragPath() | ScrollBy() | TypeText():
            return "page"
        case PressKey():
            return "page" if gesture.key == "enter" else "browser"
        case LaunchApp() | TerminateApp():
            return "browser"
        case Pause():
            return "none"
        case _:
            assert_never(gesture)


async def _begin(driver: Driver, tab: Tab, intent: str, targeted: bool) -> tuple[str, ...]:
    """Set the intent in every frame; return the ids of the documents that received it.

    From now on, a `targeted` touch reaches only its element. What private fields hold now is kept back from then on.
    """
    frames = tab.contexts()
    expression = f"sextant.begin({_js(intent)}, true, {_js(targeted)})"
    limit = driver.settings.limits.command
    asked = [tab.ask(frame, expression, tab.brief(frame, limit)) for frame in frames]
    answers = await unless_blocked(driver, tab, asked)
    replies = [reply for reply in answers if reply is not None]
    for reply in replies:
        driver.writes.gate.private.learn_fields(reply.get("held") or ())
    return tuple(reply["id"] for reply in replies)


def _js(text: str | bool | dict[str, str]) -> str:
    import json

    return json.dumps(text)


async def _raise_keyboard(driver: Driver, settled: SettleResult, deadline: float) -> SettleResult:
    """Reserve the bottom of the viewport for the keyboard while a text field has the focus."""
    tab, phone = driver.tab, driver.settings.phone
    try:
        kind = (await focused(tab))[1]
    except (ProtocolError, TimeoutError):
        return settled
    height = round(phone.viewport.height * KEYBOARD_SHARE) if kind in ("line", "area", "rich") else 0
    if height == tab.keyboard:
        return settled
    tab.keyboard = height
    tab.activity.begin()
    await tab.session.send(*device_metrics(phone, height))
    after = await settle(driver, deadline)
    return replace(settled, rested=after.rested, busy_seconds=settled.busy_seconds + after.busy_seconds)


def _take_select(driver: Driver, settled: SettleResult) -> None:
    """Open the sheet of a tapped select; one that is open stays as far scrolled as it is."""
    if settled.select is None or blocked(driver, driver.tab):
        return
    fresh, menu = select_sheet(driver, driver.tab, *settled.select), driver.front.menu
    if menu is None or (menu.modal, menu.options) != (fresh.modal, fresh.options):
        driver.front.menu = fresh


def _remember_done(driver: Driver, tab: Tab, mark: InjectionMark, sent: bool) -> None:
    if not mark.intent:
        return
    wanted = _EVIDENCE.get(mark.gesture, _TOUCHED)
    arrived = sent and (mark.target != "page" or bool(tab.inputs & wanted))
    past = {**driver.state.past, mark.intent: arrived}
    driver.remember(mark=replace(mark, stage="done"), past=past)


# ---------------------------------------------------------------------- the page


async def _on_page(driver: Driver, tab: Tab, gesture: Gesture) -> str:
    if refused := (reach := await reach_of(driver, tab, gesture)).refused:
        return refused
    if not isinstance(gesture, Tap | Hold | DragPath | TypeText):
        return await _carry_out(driver, tab, gesture, reach)
    async with TouchGuard(driver, tab, reach) as guard:
        note = guard.refused or await _carry_out(driver, tab, gesture, reach)
    return guard.refused or note


async def _carry_out(driver: Driver, tab: Tab, gesture: Gesture, reach: Reach) -> str:
    limit = driver.settings.limits.command
    match gesture:
        case Tap():
            await touch.tap(tab, gesture.point, gesture.count, limit)
        case Hold():
            place = await frame_at(tab, gesture.point)
            await touch.hold(tab, place, gesture.point, gesture.seconds, limit)
        case DragPath():
            return await _drag(tab, gesture, limit)
        case ScrollBy():
            return await scroll(driver, tab, gesture, limit)
        case TypeText():
            return await type_into(driver, tab, gesture, limit, reach)
        case PressKey():
            return await _press(driver, tab, gesture.key, reach)
        case LaunchApp():
            return await launch_app(driver, gesture.name)
        case TerminateApp():
            return await terminate_app(driver, gesture.name)
        case Pause():
            await _pause(driver, tab, gesture.seconds)
        case _:
            assert_never(gesture)
    return ""


async def _press(driver: Driver, tab: Tab, key: Literal["enter", "back", "home", "recents"], reach: Reach) -> str:
    match key:
        case "enter":
            return await press(driver, tab, reach, touch.press_enter)
        case "back":
            return await go_back(driver, tab)
        case "home":
            return await go_home(driver)
        case "recents":
            if len(driver.tabs) == 1:
                return "no other page is open; there is nothing to switch to"
            driver.front.menu = recents_sheet(driver)
            return ""
        case _:
            assert_never(key)


async def _drag(tab: Tab, gesture: DragPath, limit: float) -> str:
    kind: touch.DragKind
    try:
        frame, local = await frame_at(tab, gesture.start)
        kind = await touch.drag_kind(tab, frame, local)
    except (ProtocolError, TimeoutError, IndexError):
        kind = "finger"
    match kind:
        case "mouse":
            await touch.drag_mouse(tab, gesture.start, gesture.end, limit)
        case "finger":
            await touch.drag_finger(tab, gesture.start, gesture.end, gesture.hold_seconds, limit)
        case "scroll":
            await touch.scroll_finger(tab, gesture, limit)
        case _:
            assert_never(kind)
    return ""


async def _pause(driver: Driver, tab: Tab, seconds: float) -> None:
    """Wait until something changes, at most `seconds`."""
    starts = tab.activity.starts
    work = [tab.ask(frame, f"sextant.change({int(seconds * 1000)})", seconds + 2) for frame in tab.contexts()[:12]]
    tasks = [asyncio.ensure_future(part) for part in work]
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not blocked(driver, tab) and tab.activity.starts == starts:
        if any(_has_changed(task) for task in tasks if task.done()):
            break
        if tasks:
            await asyncio.wait(tasks, timeout=0.05, return_when=asyncio.FIRST_COMPLETED)
        else:
            await asyncio.sleep(0.02)
        tasks = [task for task in tasks if not task.done() or _has_changed(task)]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _has_changed(asked: "asyncio.Future[bool]") -> bool:
    """Return whether a document has changed, or has gone; one that does not answer has not."""
    error = asked.exception()
    return asked.result() if error is None else not isinstance(error, TimeoutError)


# ---------------------------------------------------------------------- a sheet over it


async def _on_sheet(driver: Driver, tab: Tab, sheet: Sheet, gesture: Gesture) -> str:
    size = driver.settings.phone.viewport
    match gesture:
        case Tap() | Hold():
            choice = sheet.choice_at(gesture.point, size)
            if choice is not None:
                return await sheet.answer(choice.value, tuple(sheet.texts))
            sheet.focus_at(gesture.point, size)
        case TypeText():
            return await _type_on_sheet(driver, sheet, gesture)
        case ScrollBy():
            sheet.scroll(VECTORS[gesture.direction][1] * round(ROW * 7.5 * gesture.extent), size)
        case DragPath():
            sheet.scroll(gesture.start.y - gesture.end.y, size)
        case PressKey():
            if gesture.key == "back":
                return await sheet.answer(sheet.cancel, tuple(sheet.texts))
            if gesture.key == "enter" and sheet.confirm:
                return await sheet.answer(sheet.confirm, tuple(sheet.texts))
            return await _beside_sheet(driver, tab, gesture)
        case LaunchApp() | TerminateApp():
            return await _beside_sheet(driver, tab, gesture)
        case Pause():
            deadline = time.monotonic() + gesture.seconds
            while blocked(driver, tab) and time.monotonic() < deadline:
                await asyncio.sleep(0.02)
        case _:
            assert_never(gesture)
    return ""


async def _type_on_sheet(driver: Driver, sheet: Sheet, gesture: TypeText) -> str:
    if gesture.point is not None:
        sheet.focus_at(gesture.point, driver.settings.phone.viewport)
    if (refused := driver.secrets.refused_on(sheet, gesture.secret)) or sheet.type(gesture.text, gesture.replace):
        return refused
    choice = sheet.option_named(gesture.text)
    if choice is not None:
        note = await sheet.answer(choice.value, ())
        return "" if gesture.secret else note  # the note names the chosen option, whose label is the secret
    return "the dialog has no field to type into, and no option of that name"


async def _beside_sheet(driver: Driver, tab: Tab, gesture: PressKey | LaunchApp | TerminateApp) -> str:
    """Leave a page under an open sheet: harmless sheets are closed, others must be answered first."""
    if tab.dialog is not None or tab.challenge is not None:
        return "a dialog is open and has to be answered first"
    sheet = sheet_of(driver)
    if sheet is not None:
        await sheet.answer(CANCEL, ())
    return await _on_page(driver, tab, gesture)


# ---------------------------------------------------------------------- afterwards

_EVIDENCE: dict[str, frozenset[str]] = {
    "type_text": frozenset({"keydown", "beforeinput", "input", "change"}),
    "scroll_by": frozenset({"scroll", "touchstart", "pointerdown"}),
    "drag_path": frozenset({"touchmove", "touchend", "pointerup", "scroll", "mousedown", "mouseup"}),
    "press_key": frozenset({"keydown", "phone"}),
    "launch_app": frozenset({"phone"}),
    "terminate_app": frozenset({"phone"}),
    "pause": frozenset({"phone"}),
}
_LIFTED = frozenset({"pointerup", "touchend", "mouseup", "click"})
_TOUCHED = frozenset({"pointerdown", "touchstart", "mousedown", "click"})
"""Events of a finger put down: the page may act on them, whether or not it was lifted."""


async def injected(driver: Driver, intent: str) -> bool | None:
    """Whether the gesture with that intent reached the app; None if unknown."""
    known = driver.state.past.get(intent)
    mark = driver.state.mark
    if known is not None:
        return known
    if mark.intent != intent or mark.stage == "prepared":
        return False  # marks are written before sending: none was written, or it stayed `prepared`
    if mark.target == "none":
        return True
    tab = driver.tab
    if mark.target == "sheet":
        return None if tab.dialog is None else False
    if mark.target == "browser":
        if driver.restored:
            return None  # the documents are gone either way
        return tab.url != mark.url or await _documents_gone(tab, mark)
    if tab.dialog is not None:
        return True  # this input opened it: no dialog was open when the input was sent
    wanted = _EVIDENCE.get(mark.gesture, _TOUCHED)
    if mark.gesture == "tap":
        wanted = _LIFTED  # a finger that was never lifted is no tap
    same = False
    for reply in await _seen(driver, tab, intent):
        if reply["events"] is not None and wanted & set(reply["events"]):
            return True
        same = same or reply["id"] == (mark.documents or ("",))[0]
    connection = driver.connection if driver.browser is not None else None
    if connection is not None and wanted & await inputs_seen(connection, intent):
        return True
    return False if same else None


async def _documents_gone(tab: Tab, mark: InjectionMark) -> bool:
    ids = {reply["id"] for reply in await _all_agents(tab, "({id: sextant.id})")}
    return bool(mark.documents) and mark.documents[0] not in ids


async def _seen(driver: Driver, tab: Tab, intent: str) -> list[dict[str, Any]]:
    del driver
    return await _all_agents(tab, f"sextant.seen({_js(intent)})")


async def _all_agents(tab: Tab, expression: str) -> list[dict[str, Any]]:
    """Return the answers of all agents in all frames, also those of earlier sessions."""
    found: list[dict[str, Any]] = []
    for frame in tab.contexts():
        for context in frame.contexts:
            params = {"expression": expression, "contextId": context, "returnByValue": True}
            try:
                reply = await frame.session.send("Runtime.evaluate", params, 3.0)
            except (ProtocolError, TimeoutError):
                continue
            value = reply.get("result", {}).get("value")
            if isinstance(value, dict):
                found.append(value)  # pyright: ignore[reportUnknownArgumentType]
    return found
