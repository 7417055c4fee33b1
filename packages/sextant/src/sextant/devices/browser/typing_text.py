"""Types text: finds the field, then sends keys to fields that handle them, or sets the value of others."""

from sextant.devices.browser import touch
from sextant.devices.browser.collector import Frame
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.foreign_frames import Reach
from sextant.devices.browser.frames import focused, frame_at
from sextant.devices.browser.key_guard import KeyGuard
from sextant.devices.browser.secret_guard import receiver_of
from sextant.devices.browser.sheet_answers import give_file
from sextant.devices.browser.tabs import Tab
from sextant.devices.browser.widgets import set_widget
from sextant.text.values import absent_entry, entry_meant, other_entry
from sextant.types.actions import TypeText
from sextant.types.secrets import NOTHING_TYPED


async def type_into(driver: Driver, tab: Tab, gesture: TypeText, limit: float, reach: Reach) -> str:
    """Type into the field at the point or the focused one, or set the widget there to that value.

    Returns a note if that failed or another value was read back. If the touch on the field was suppressed, or the focus
    is in a document that the gesture may not reach, nothing is typed.
    """
    async with KeyGuard(driver, tab, reach) as keys:
        note = await _type(driver, tab, gesture, limit, keys)
    if not keys.strayed:
        return note
    return f"{note or f'the {_what(gesture)} was typed in part'}; the page moved the focus meanwhile"


async def _type(driver: Driver, tab: Tab, gesture: TypeText, limit: float, keys: KeyGuard) -> str:
    if not gesture.secret and (note := await set_widget(driver, tab, gesture, limit)) is not None:
        return note
    if gesture.point is not None:
        await touch.tap(tab, gesture.point, 1, limit)
        if tab.dialog is not None or tab.closed:
            return "a dialog opened when the field was touched; nothing was typed"
    entered: list[str] = []
    frame, kind, field_type = await focused(tab, entered)
    if tab.missed:
        return ""
    if tab.chooser is not None:
        return await give_file(driver, tab, tab.chooser, gesture.text, named=not gesture.secret)
    if kind == "none" and gesture.point is not None:
        # A label, an icon or a slider took the touch and did not move the focus.
        below, local = await frame_at(tab, gesture.point)
        if await tab.ask(below, f"sextant.focusAt({local.x},{local.y})"):
            entered.clear()
            frame, kind, field_type = await focused(tab, entered)
    if refused := keys.refusal(entered, bool(gesture.secret)):
        return refused
    if field_type == "password":
        driver.writes.gate.private.learn(gesture.text)
        driver.typed_private()
    if gesture.secret and (refused := await _kept_back(driver, tab, gesture.secret, frame, keys)):
        return refused
    return await _fill(tab, gesture, limit, (frame, kind, field_type))


async def _kept_back(driver: Driver, tab: Tab, secret: str, frame: Frame, keys: KeyGuard) -> str:
    """Return why a secret is not typed. If it may be, only the focused field of the frame gets keys from now on."""
    receiver = await receiver_of(tab, frame)
    if refused := driver.secrets.refused(secret, receiver):
        return refused
    driver.typed_private()
    if refused := await keys.confine(frame):
        return refused
    if await receiver_of(tab, frame) != receiver:
        return f"{NOTHING_TYPED}: the field changed as the secret was to be typed; try again"
    return ""


async def _fill(tab: Tab, gesture: TypeText, limit: float, at: tuple[Frame, str, str]) -> str:
    frame, kind, field_type = at
    if kind == "none" and gesture.point is None:
        await touch.type_text(tab, gesture.text, False, limit)  # games and canvases handle only keys
        return ""
    match kind:
        case "none":
            return "there is no field to type into"
        case "select":
            return await _choose(tab, frame, gesture)
        case "value":
            return await _set_value(tab, frame, field_type, gesture)
        case "file":
            return "the field takes a file: tap it, then choose one"
        case _:
            await _keys(tab, frame, kind, gesture, limit)
            return ""


def _what(gesture: TypeText) -> str:
    return "secret" if gesture.secret else "text"


def _js(text: str | bool) -> str:
    import json

    return json.dumps(text)


async def _keys(tab: Tab, frame: Frame, kind: str, gesture: TypeText, limit: float) -> None:
    if gesture.replace:
        await tab.ask(frame, "sextant.selectAll()")
        if not gesture.text:
            if not await tab.ask(frame, "sextant.empty()"):
                await touch.delete_selection(tab, limit)
            return
        if kind == "rich" and not await tab.ask(frame, "sextant.empty()"):
            await touch.delete_selection(tab, limit)
    else:
        await tab.ask(frame, "sextant.toEnd()")
    await touch.type_text(tab, gesture.text, kind == "line", limit)


async def _choose(tab: Tab, frame: Frame, gesture: TypeText) -> str:
    choices = await tab.ask(frame, "sextant.choices()")
    labels: list[str] = choices["labels"]
    place = entry_meant(labels, gesture.text, choices["values"])
    if place is None:
        return absent_entry([label for label in labels if label])
    if not (await tab.ask(frame, f"sextant.choose({place})"))["ok"]:
        return "that option is disabled"
    return "" if gesture.secret else other_entry(labels[place], gesture.text)


async def _set_value(tab: Tab, frame: Frame, field_type: str, gesture: TypeText) -> str:
    done = await tab.ask(frame, f"sextant.setValue({_js(gesture.text.strip())})")
    if done["ok"]:
        return ""
    form = {
        "date": "2026-03-31",
        "time": "14:30",
        "datetime-local": "2026-03-31T14:30",
        "month": "2026-03",
        "week": "2026-W14",
        "color": "#1a2b3c",
    }.get(field_type, "a number")
    return f"the {field_type} field does not take that; it wants the form {form}"
