"""The keyboards of automation tools as installed input methods: ADB Keyboard, and uiautomator2's own."""

import base64
import binascii
from collections.abc import Mapping

from sextant.integrations.adb_bridge.shell.context import (
    ADB_KEYBOARD,
    UIAUTOMATOR_KEYBOARD,
    BroadcastResult,
    InputMethod,
    Receiver,
    ShellContext,
)
from sextant.integrations.adb_bridge.shell.input_events import press
from sextant.integrations.adb_bridge.shell.intents import Extra

__all__ = ["install_keyboards"]

_DONE = BroadcastResult(-1, "success")
_FAILED = BroadcastResult(0, "failed")


def install_keyboards(machine: ShellContext) -> None:
    """Installs both on the phone; neither is enabled."""
    machine.add_input_method(ADB_KEYBOARD, InputMethod("ADB Keyboard", _adb_keyboard(machine)), "2.0")
    machine.add_input_method(UIAUTOMATOR_KEYBOARD, InputMethod("AdbKeyboard", _uiautomator_keyboard(machine)), "2.4.0")


def _decoded(text: Extra | None) -> str | None:
    try:
        return base64.b64decode(str(text or ""), validate=False).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return None


def _adb_keyboard(machine: ShellContext) -> dict[str, Receiver]:
    """The broadcasts of senzhk's ADB Keyboard. They return no results."""

    def text(extras: Mapping[str, Extra]) -> BroadcastResult:
        machine.keyboard.type(str(extras.get("msg", "")))
        return BroadcastResult()

    def encoded(extras: Mapping[str, Extra]) -> BroadcastResult:
        machine.keyboard.type(_decoded(extras.get("msg")) or "")
        return BroadcastResult()

    def characters(extras: Mapping[str, Extra]) -> BroadcastResult:
        codes = extras.get("chars")
        points = codes if isinstance(codes, tuple) else ()
        machine.keyboard.type("".join(chr(code) for code in points if 0 < code < 0xD800 or 0xDFFF < code < 0x110000))
        return BroadcastResult()

    def code(extras: Mapping[str, Extra]) -> BroadcastResult:
        number = extras.get("code", -1)
        if isinstance(number, int) and number > 0:
            press(machine, number)
        return BroadcastResult()

    def editor(_: Mapping[str, Extra]) -> BroadcastResult:
        machine.phone.press_enter()
        return BroadcastResult()

    def clear(_: Mapping[str, Extra]) -> BroadcastResult:
        machine.keyboard.replace("")
        return BroadcastResult()

    return {
        "ADB_INPUT_TEXT": text,
        "ADB_INPUT_B64": encoded,
        "ADB_INPUT_CHARS": characters,
        "ADB_INPUT_CODE": code,
        "ADB_EDITOR_CODE": editor,
        "ADB_CLEAR_TEXT": clear,
    }


def _uiautomator_keyboard(machine: ShellContext) -> dict[str, Receiver]:
    """The broadcasts of the keyboard that uiautomator2 installs."""

    def text(extras: Mapping[str, Extra]) -> BroadcastResult:
        decoded = _decoded(extras.get("text"))
        return _DONE if decoded is not None and machine.keyboard.type(decoded) else _FAILED

    def clear(_: Mapping[str, Extra]) -> BroadcastResult:
        machine.keyboard.replace("")
        return _DONE

    def enter(_: Mapping[str, Extra]) -> BroadcastResult:
        machine.phone.press_enter()
        return _DONE

    def hide(_: Mapping[str, Extra]) -> BroadcastResult:
        if machine.phone.view().keyboard:
            machine.phone.press_back()
        return _DONE

    def set_clipboard(extras: Mapping[str, Extra]) -> BroadcastResult:
        decoded = _decoded(extras.get("text"))
        machine.phone.settings.clipboard = decoded or ""
        return _FAILED if decoded is None else _DONE

    def get_clipboard(_: Mapping[str, Extra]) -> BroadcastResult:
        return BroadcastResult(-1, base64.b64encode(machine.phone.settings.clipboard.encode()).decode())

    return {
        "ADB_KEYBOARD_INPUT_TEXT": text,
        "ADB_KEYBOARD_CLEAR_TEXT": clear,
        "ADB_KEYBOARD_EDITOR_CODE": enter,
        "ADB_KEYBOARD_SMART_ENTER": enter,
        "ADB_KEYBOARD_HIDE": hide,
        "ADB_KEYBOARD_SET_CLIPBOARD": set_clipboard,
        "ADB_KEYBOARD_GET_CLIPBOARD": get_clipboard,
    }
