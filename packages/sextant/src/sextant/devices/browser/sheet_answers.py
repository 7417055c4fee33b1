"""The sheet over the foreground tab (dialog, sign-in, permission, file, select, tabs), and its answers."""

import asyncio
from collections.abc import Sequence
from typing import Any

from sextant.addresses.origins import origin_of_page
from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.collector import Frame
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.foreign_frames import document_in, refusal_of
from sextant.devices.browser.sheets import Sheet, SheetField, SheetOption
from sextant.devices.browser.tabs import Challenge, FileChooser, PermissionRequest, ScriptDialog, Tab
from sextant.devices.browser.uploads import choose_file, copy_for_page, offered_files
from sextant.types.effects import ObservedEffect
from sextant.types.screens import Modal

CANCEL, OK = "cancel", "ok"


def sheet_of(driver: Driver) -> Sheet | None:
    """Return the sheet in the foreground; the same object while its cause lasts."""
    tab, front = driver.tab, driver.front
    cause = tab.dialog or tab.challenge or tab.chooser or tab.permission or front.menu
    if cause is None:
        front.sheet = front.sheet_for = None
        return None
    if front.sheet is None or front.sheet_for is not cause:
        front.sheet, front.sheet_for = _sheet_for(driver, tab, cause), cause
    return front.sheet


def _sheet_for(
    driver: Driver, tab: Tab, cause: ScriptDialog | Challenge | FileChooser | PermissionRequest | Sheet
) -> Sheet:
    match cause:
        case ScriptDialog():
            return _script_sheet(driver, tab, cause)
        case Challenge():
            return _auth_sheet(tab, cause)
        case FileChooser():
            return _file_sheet(driver, tab, cause)
        case PermissionRequest():
            return _permission_sheet(driver, tab, cause)
        case Sheet():
            return cause


def _script_sheet(driver: Driver, tab: Tab, dialog: ScriptDialog) -> Sheet:
    async def answer(value: str, texts: Sequence[str]) -> str:
        await driver.answer_dialog(tab, value == OK, texts[0] if texts else "")
        return ""

    message = dialog.message
    ok, cancel = "OK", "Cancel"
    if dialog.kind == "beforeunload":
        message, ok, cancel = message or "Leave site? Changes you made may not be saved.", "Leave", "Stay"
    buttons = [SheetOption(ok, OK)]
    if dialog.kind != "alert":
        buttons.insert(0, SheetOption(cancel, CANCEL))
    fields = (SheetField("Answer", dialog.default),) if dialog.kind == "prompt" else ()
    return Sheet(
        Modal(dialog.kind, message, origin_of_page(dialog.url)), answer, tuple(buttons), fields=fields, confirm=OK
    )


def _auth_sheet(tab: Tab, challenge: Challenge) -> Sheet:
    async def answer(value: str, texts: Sequence[str]) -> str:
        tab.challenge = None
        reply: dict[str, Any] = {"response": "CancelAuth"}
        if value == OK:
            reply = {"response": "ProvideCredentials", "username": texts[0], "password": texts[1]}
        await challenge.session.send(
            "Fetch.continueWithAuth", {"requestId": challenge.request, "authChallengeResponse": reply}
        )
        return ""

    message = f"Sign in to {challenge.origin}" + (f" ({challenge.realm})" if challenge.realm else "")
    return Sheet(
        Modal("auth", message, challenge.origin),
        answer,
        (SheetOption("Cancel", CANCEL), SheetOption("Sign in", OK)),
        fields=(SheetField("Username"), SheetField("Password", password=True)),
        confirm=OK,
    )


_WANTS = {
    "geolocation": "know your location",
    "notifications": "show notifications",
    "camera": "use the camera",
    "microphone": "use the microphone",
}


def _permission_sheet(driver: Driver, tab: Tab, request: PermissionRequest) -> Sheet:
    origin = origin_of_page(request.url)

    async def answer(value: str, texts: Sequence[str]) -> str:
        del texts
        tab.permission = None
        effect = ObservedEffect("permission", "", request.name, origin)
        ruling = await driver.writes.gate.ask(tab.target, effect, request.url) if value == OK else None
        setting = "granted" if ruling is not None and ruling.allowed else "denied"
        if driver.connection is not None:
            permission = {"permission": {"name": request.name}, "setting": setting, "origin": origin}
            await driver.connection.browser.send("Browser.setPermission", permission)
        await request.session.send(
            "Runtime.evaluate",
            {"expression": f"sextant.permitted({request.number})", "contextId": request.context},
        )
        why = f": {ruling.reason}" if ruling is not None and not ruling.allowed else ""
        return f"{setting} {request.name} to {origin}{why}"

    message = f"{origin} wants to {_WANTS.get(request.name, 'use ' + request.name)}"
    return Sheet(Modal("permission", message, origin), answer, (SheetOption("Block", CANCEL), SheetOption("Allow", OK)))


async def give_file(driver: Driver, tab: Tab, chooser: FileChooser, text: str, named: bool) -> str:
    """Give the file that a text names to the document that asked for it, if that may get it; return a note.

    `named`: whether the note may repeat the text; typed text may be a secret.
    """
    try:
        chosen = choose_file(driver.settings.chrome.uploads_dir, text)
    except OSError as error:
        return f"no file was given: {error.strerror}"
    with chosen.content:
        document = document_in(driver, tab, [chooser.frame])
        strange = document.strange and driver.settings.leave != "allow"
        if strange and (refused := await refusal_of(driver, tab, document)):
            return refused
        try:
            path = await asyncio.to_thread(copy_for_page, chosen, driver.state_dir)
        except OSError as error:
            return f"no file was given: {error.strerror}"
    if strange and document_in(driver, tab, [chooser.frame]) != document:
        return "no file was given: the part of the page that asked for it has changed"
    tab.chooser = None
    await chooser.session.send("DOM.setFileInputFiles", {"files": [str(path)], "backendNodeId": chooser.backend_node})
    return f"chose {path.name}" if named else "chose the file"


def _file_sheet(driver: Driver, tab: Tab, chooser: FileChooser) -> Sheet:
    directory = driver.settings.chrome.uploads_dir

    async def answer(value: str, texts: Sequence[str]) -> str:
        if value == CANCEL:
            tab.chooser = None
            return ""
        return await give_file(driver, tab, chooser, texts[0] if value == OK else value, named=value != OK)

    files, why = list[str](), "no uploads directory is set or it is empty"
    try:
        files = offered_files(directory)
    except OSError as error:
        why = f"the uploads directory cannot be used: {error.strerror}"
    message = "Choose a file" if files else f"Choose a file (none may be uploaded: {why})"
    return Sheet(
        Modal("file_chooser", message, origin_of_page(document_in(driver, tab, [chooser.frame]).address or "")),
        answer,
        (SheetOption("Cancel", CANCEL), SheetOption("Choose", OK)),
        options=tuple(SheetOption(name, name, "option") for name in files),
        fields=(SheetField("File"),),
        confirm=OK,
    )


def select_sheet(driver: Driver, tab: Tab, frame: Frame, found: dict[str, Any]) -> Sheet:
    """Return a sheet with the options of a tapped select."""

    async def answer(value: str, texts: Sequence[str]) -> str:
        del texts
        driver.front.menu = None
        if value == CANCEL:
            await _quietly(tab, frame, "sextant.letGo()")
            return ""
        done = await tab.ask(frame, f"sextant.choose({int(value)})")
        return "" if done["ok"] else "the option can no longer be chosen"

    options = tuple(
        SheetOption(option["label"] or option["value"], str(place), "option", option["selected"], option["disabled"])
        for place, option in enumerate(found["options"])
    )
    message = str(found.get("label") or "Choose one").strip()
    return Sheet(
        Modal("select", message, origin_of_page(frame.url)), answer, (SheetOption("Cancel", CANCEL),), options=options
    )


def recents_sheet(driver: Driver) -> Sheet:
    """Return a sheet with the open tabs, to switch between them."""

    async def answer(value: str, texts: Sequence[str]) -> str:
        del texts
        driver.front.menu = None
        if value in driver.tabs:
            driver.bring_to_front(value)
        await asyncio.sleep(0)
        return ""

    options = tuple(
        SheetOption(tab.app or tab.url or "New tab", tab.target, "option", tab.target == driver.front.target)
        for tab in reversed(driver.tabs.values())
    )
    return Sheet(Modal("select", "Recent tabs", ""), answer, (SheetOption("Close", CANCEL),), options=options)


async def _quietly(tab: Tab, frame: Frame, expression: str) -> None:
    try:
        await tab.ask(frame, expression)
    except (ProtocolError, TimeoutError):
        return
