"""Types text into the focused field, in any script, and reads the field afterwards to check it."""

import base64
import shlex
from collections.abc import Callable
from typing import Final

from sextant.devices.android.adb import Adb
from sextant.devices.android.listing import held_by
from sextant.devices.android.options import Keyboard
from sextant.devices.android.packages import input_methods_of, refused
from sextant.devices.android.phone_driver import DELETE, MOVE_END, PhoneDriver, ShellDriver
from sextant.devices.android.views import View
from sextant.types.secrets import NOTHING_TYPED

__all__ = ["TextEntry", "restore_keyboard"]

ADB_KEYBOARD: Final = "com.android.adbkeyboard/.AdbIME"
_KEPT: Final = "/data/local/tmp/sextant-keyboard"
"""The file with the user's input method while another one is set, so that it is restored even after a crash."""
_MOST_DELETED: Final = 12_000
_AT_ONCE: Final = 200
"""Keys of one command, which ends in time on slow phones too."""
UNREAD: Final = "after typing no field has the focus, so that what was typed could not be read back"


def restore_keyboard(adb: Adb) -> bool:
    """Restores the user's input method if an interrupted run left another one; True if it had to."""
    kept = adb.shell(f"cat {_KEPT} 2>/dev/null").text.strip()
    if "/" not in kept:
        return False
    adb.shell(f"ime enable {shlex.quote(kept)} >/dev/null 2>&1; ime set {shlex.quote(kept)}; rm -f {_KEPT}")
    return True


class TextEntry:
    """Types into the focused field. Tries several ways until the field shows the text."""

    def __init__(self, adb: Adb, driver: PhoneDriver, keyboard: Keyboard, field: Callable[[], View | None]) -> None:
        self._adb, self._driver, self._keyboard, self._field = adb, driver, keyboard, field

    def enter(self, text: str, *, replace: bool, secret: bool) -> str:
        """Types the text. Returns a note if the field then shows another text; the note never contains a secret."""
        before = self._field()
        if before is None:
            return "there is no field to type into"
        hidden = "password" in before.flags
        held = "" if replace else held_by(before)[0]
        wanted, tried = held + text, False
        # Other apps on the phone can read a broadcast and the clipboard, and any app could listen at a server's port.
        ways = (self._typed,) if secret else (self._set, self._typed, self._by_keyboard, self._pasted)
        for way in ways:
            if not way(text, replace):
                continue
            tried = True
            after = self._field()
            if after is None:
                return UNREAD
            if _holds(after, wanted, hidden=hidden):
                return ""
            if hidden and not replace:
                break  # the content is masked: another try could type the text twice
            text, replace = wanted, True
        if not tried and secret:
            return f"{NOTHING_TYPED}: `input text`, the only way in which a secret is typed, takes ASCII only"
        if not tried:
            return (
                "nothing was typed: this phone's own keyboard takes ASCII only; set android.keyboard to 'adb' with ADB "
                "Keyboard installed, or use uiautomator2"
            )
        return self._differs(secret or hidden)

    def _set(self, text: str, clear: bool) -> bool:
        """Sets the whole text by the accessibility API."""
        if clear:
            return self._driver.set_text(text)
        field = self._field()
        if field is None or "password" in field.flags:
            return False
        return self._driver.set_text(held_by(field)[0] + text)

    def _typed(self, text: str, clear: bool) -> bool:
        plain = self._driver
        if not isinstance(plain, ShellDriver) or not text.isascii() or not text.isprintable():
            return False
        self._clear(clear)
        return plain.type_plain(text)

    def _by_keyboard(self, text: str, clear: bool) -> bool:
        """Types with ADB Keyboard, if allowed and installed. Then restores the user's keyboard."""
        if self._keyboard != "adb":
            return False
        if ADB_KEYBOARD not in input_methods_of(self._adb.shell("ime list -s -a").text):
            return False
        own = self._adb.shell("settings get secure default_input_method").text.strip()
        encoded = base64.b64encode(text.encode()).decode()
        try:
            if own != ADB_KEYBOARD:
                output = self._adb.shell(
                    f"echo {shlex.quote(own)} > {_KEPT} && ime enable {ADB_KEYBOARD} && ime set {ADB_KEYBOARD}"
                )
                if refused(output.text):
                    return False
            self._clear(clear)
            package = ADB_KEYBOARD.partition("/")[0]  # only this app receives the text
            output = self._adb.shell(f"am broadcast -a ADB_INPUT_B64 -p {package} --es msg {encoded}", 30.0)
            return not refused(output.text)
        finally:
            if own != ADB_KEYBOARD:
                restore_keyboard(self._adb)

    def _pasted(self, text: str, clear: bool) -> bool:
        self._clear(clear)
        return self._driver.paste(text)

    def _clear(self, wanted: bool) -> None:
        """Deletes the text of the field: a long one as a selection where the phone can, else by single keys."""
        held = self._length() if wanted else 0
        if held > _AT_ONCE and self._driver.select_all():
            self._driver.keys((DELETE,))
            held = self._length()
        keys = [MOVE_END, *[DELETE] * min(held, _MOST_DELETED)]
        for start in range(0, len(keys), _AT_ONCE):
            self._driver.keys(keys[start : start + _AT_ONCE])

    def _length(self) -> int:
        field = self._field()
        return 0 if field is None else len(held_by(field)[0])

    def _differs(self, private: bool) -> str:
        after = self._field()
        if after is None:
            return UNREAD
        held = held_by(after)[0]
        return f"the field holds {len(held)} characters after typing" if private else f"the field shows {held[:80]!r}"


def _holds(field: View, text: str, *, hidden: bool) -> bool:
    """Whether the field shows this text; for a password field, only the length is compared.

    A text that equals the hint counts as shown where Android does not tell them apart, so that it is not typed twice.
    """
    held = held_by(field)[0]
    if not held and field.text == text and "showing-hint" not in field.flags:
        return True
    return len(held) == len(text) if hidden else " ".join(held.split()) == " ".join(text.split())
