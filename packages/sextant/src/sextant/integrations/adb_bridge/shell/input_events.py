"""`input`: touches, keys and text."""

import re
import time
from collections.abc import Callable
from dataclasses import replace

from sextant.integrations.adb_bridge.phone import HOLD_SECONDS, STILL, BridgedPhone
from sextant.integrations.adb_bridge.shell.context import Finger, ShellContext
from sextant.integrations.adb_bridge.shell.job import Job, Program
from sextant.integrations.adb_bridge.shell.key_codes import KEY_NAMES, character_of, key_code
from sextant.integrations.adb_bridge.shell.subcommands import failed_with, next_required
from sextant.integrations.adb_bridge.shell.touch_panel import LiftedFinger

__all__ = ["INPUT_COMMANDS", "lift", "press"]

MOST_KEYS = 1000
LONGEST_TEXT = 20_000
USAGE = """Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The sources are:{}
      trackball
      joystick
      touchnavigation
      mouse
      keyboard
      gamepad
      touchpad
      dpad
      stylus
      touchscreen
      rotaryencoder

-d: specify the display ID.
      (Default: -1 for key event, 0 for motion event if not specified.)
The commands and default sources are:
      text <string> (Default: keyboard)
      keyevent [--longpress|--doubletap|--async|--delay <duration between keycodes in ms>] \
<key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      press (Default: trackball)
      roll <dx> <dy> (Default: trackball)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)
      scroll (Default: rotaryencoder). Has the following syntax:
            scroll <x> <y> [axis_value] (for pointer-based sources)
            scroll [axis_value] (for non-pointer-based sources)
            Axis options: SCROLL, HSCROLL, VSCROLL
            None or one or multiple axis value options can be specified.
            To specify multiple axes, use one axis option for per axis.
            Example: `scroll --axis VSCROLL,2 --axis SCROLL,-2.4`
      keycombination [-t duration(ms)] <key code 1> <key code 2> ... \
(Default: keyboard, the key order is important here.)""".format(" ")

_SOURCES = frozenset(re.findall(r"^ {6}(\w+)$", USAGE, re.MULTILINE))


def _input(job: Job) -> int:
    words = list(job.args)
    if words and words[0] in _SOURCES:
        words.pop(0)
    if words[:1] == ["-d"]:
        display = words[1] if len(words) > 1 else ""
        if not re.fullmatch(r"-?\d{1,9}|INVALID_DISPLAY|DEFAULT_DISPLAY", display):
            return failed_with(job, "-d", "java.lang.NumberFormatException", f'For input string: "{display}"')
        words = words[2:]
        if display not in ("0", "-1", "DEFAULT_DISPLAY", "INVALID_DISPLAY"):
            return 0  # an unknown display: the event is dropped
    if not words or words[0] in ("help", "-h"):
        job.say(USAGE)
        return 0 if words else 255
    command, *rest = words
    handler = _COMMANDS.get(command)
    if handler is None:
        job.complain(f"Error: Unknown command: {command}")
        job.say(USAGE)
        return 255
    try:
        return handler(job, rest)
    except IndexError:
        return next_required(job, command)
    except ValueError as error:
        text = re.search(r": '(.*)'$", str(error), re.DOTALL)
        return failed_with(
            job, command, "java.lang.NumberFormatException", f'For input string: "{text[1] if text else ""}"'
        )


def _numbers(words: list[str], least: int, most: int) -> list[float]:
    """Parses between `least` and `most` numbers.

    Raises:
        IndexError: There are fewer words.
        ValueError: A word is not a number.
    """
    if len(words) < least:
        raise IndexError
    numbers = [float(word) for word in words[:most]]
    if any(number != number or abs(number) > 1e6 for number in numbers):
        raise ValueError(f"could not convert string to float: '{words[0][:40]}'")
    return numbers


def _tap(job: Job, words: list[str]) -> int:
    x, y = _numbers(words, 2, 2)
    if job.machine.phone.awake:
        job.machine.phone.tap(x, y)
    return 0


def _swipe(job: Job, words: list[str]) -> int:
    x1, y1, x2, y2, *duration = _numbers(words, 4, 5)
    milliseconds = duration[0] if duration and duration[0] >= 0 else 300
    if job.machine.phone.awake:
        job.machine.phone.swipe((x1, y1), (x2, y2), min(milliseconds, 60_000) / 1000)
    return 0


def _drag(job: Job, words: list[str]) -> int:
    x1, y1, x2, y2, *_ = _numbers(words, 4, 5)
    if job.machine.phone.awake:
        job.machine.phone.drag((x1, y1), (x2, y2))
    return 0


def _motion(job: Job, words: list[str]) -> int:
    """Handles `motionevent`: several commands put one finger down, move it and lift it."""
    if not words:
        raise IndexError
    kind = words[0].upper()
    if kind not in ("DOWN", "UP", "MOVE", "CANCEL"):
        text = f"Unknown action: {words[0]}"
        return failed_with(job, "motionevent", "java.lang.IllegalArgumentException", text)
    machine, phone, now = job.machine, job.machine.phone, time.monotonic()
    point = (0.0, 0.0) if kind == "CANCEL" and len(words) < 3 else tuple(_numbers(words[1:], 2, 2))
    here = (point[0], point[1])
    finger = machine.finger
    if kind == "DOWN":
        machine.finger = Finger(here, now)
    elif kind == "MOVE" and finger:
        machine.finger = replace(finger, held_seconds=finger.held_seconds or max(now - finger.at, 1e-6))
    else:
        machine.finger = None
        if kind == "UP" and finger:
            lift(phone, LiftedFinger(finger.start, here, now - finger.at, finger.held_seconds))
    return 0


def lift(phone: BridgedPhone, finger: LiftedFinger) -> None:
    """What a finger did that was put down, perhaps moved, and lifted."""
    if not phone.awake:
        return
    across, down = finger.start[0] - finger.end[0], finger.start[1] - finger.end[1]
    if finger.held_seconds >= HOLD_SECONDS and max(abs(across), abs(down)) >= STILL:
        phone.drag(finger.start, finger.end)
    else:
        phone.swipe(finger.start, finger.end, finger.seconds)


def _text(job: Job, words: list[str]) -> int:
    if not words:
        raise IndexError
    text = words[0][:LONGEST_TEXT]
    if not text.isascii():
        return failed_with(
            job,
            "text",
            "java.lang.NullPointerException",
            "Attempt to get length of null array",
            "com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:335) "
            "com.android.server.input.InputShellCommand.runText(InputShellCommand.java:321)",
        )
    if job.machine.phone.awake:
        job.machine.keyboard.type(re.sub(r"(?<!\\)%s", " ", text))
    return 0


def _keyevent(job: Job, words: list[str]) -> int:
    long = False
    while words and words[0].startswith("--"):
        option = words.pop(0)
        long = long or option == "--longpress"
        if option in ("--delay", "--duration"):
            words.pop(0)
        elif option not in ("--longpress", "--doubletap", "--async"):
            return failed_with(job, "keyevent", "java.lang.IllegalArgumentException", f"Unsupported option: {option}")
    if not words:
        raise IndexError
    codes = [key_code(word) for word in words[:MOST_KEYS]]
    at = 0
    while at < len(codes):
        run = 1
        while at + run < len(codes) and codes[at + run] == codes[at] and codes[at] in (67, 112):
            run += 1
        press(job.machine, codes[at], count=run, long=long)
        at += run
    return 0


def _combination(job: Job, words: list[str]) -> int:
    if words[:1] == ["-t"]:
        words = words[2:]
    if len(words) < 2:
        return failed_with(
            job, "keycombination", "java.lang.IllegalArgumentException", "keycombination requires at least 2 keycodes"
        )
    codes = [key_code(word) for word in words[:10]]
    held = {KEY_NAMES.get(code, "").partition("_")[0] for code in codes[:-1]}
    _pressed_with(job.machine, codes[-1], held)
    return 0


def _pressed_with(machine: ShellContext, code: int, held: set[str]) -> None:
    name = KEY_NAMES.get(code, "")
    if not machine.phone.awake:
        return
    if held & {"CTRL", "META"}:
        keyboard = machine.keyboard
        shortcuts = {
            "A": keyboard.select_all,
            "C": keyboard.copy,
            "X": lambda: keyboard.copy(cut=True),
            "V": keyboard.paste,
        }
        if name in shortcuts:
            shortcuts[name]()
        return
    press(machine, code, shift="SHIFT" in held)


def press(machine: ShellContext, code: int, *, count: int = 1, shift: bool = False, long: bool = False) -> None:
    """Presses one key; a delete key `count` times. Keys that are not emulated are ignored."""
    phone, keyboard, name = machine.phone, machine.keyboard, KEY_NAMES.get(code, "")
    if name in ("POWER", "WAKEUP", "SLEEP", "SOFT_SLEEP"):
        phone.awake = name == "WAKEUP" or (name == "POWER" and (not phone.awake or long))
    elif not phone.awake:
        return
    elif name in _BUTTONS:
        _BUTTONS[name](phone)
    elif name in ("DEL", "FORWARD_DEL"):
        keyboard.delete(forward=name == "FORWARD_DEL", count=count)
    elif name in _MOVES:
        keyboard.move(_MOVES[name])
    elif name in ("CUT", "COPY"):
        keyboard.copy(cut=name == "CUT")
    elif name == "PASTE":
        keyboard.paste()
    else:
        keyboard.type(character_of(code, shift))


def _page(phone: BridgedPhone, start: float, end: float) -> None:
    width, height = phone.size
    phone.swipe((width / 2, height * start), (width / 2, height * end), 0.3)


_MOVES = {"DPAD_LEFT": -1, "DPAD_RIGHT": 1, "MOVE_HOME": -(10**6), "MOVE_END": 10**6}
_BUTTONS: dict[str, Callable[[BridgedPhone], object]] = {
    "BACK": BridgedPhone.press_back,
    "ESCAPE": BridgedPhone.press_back,
    "HOME": BridgedPhone.press_home,
    "APP_SWITCH": BridgedPhone.press_recents,
    "ENTER": BridgedPhone.press_enter,
    "NUMPAD_ENTER": BridgedPhone.press_enter,
    "PAGE_UP": lambda phone: _page(phone, 0.3, 0.7),
    "PAGE_DOWN": lambda phone: _page(phone, 0.7, 0.3),
}


def _nothing(_: Job, __: list[str]) -> int:
    """A trackball or wheel event: ignored, because the phone has neither."""
    return 0


_COMMANDS: dict[str, Callable[[Job, list[str]], int]] = {
    "text": _text,
    "keyevent": _keyevent,
    "tap": _tap,
    "swipe": _swipe,
    "draganddrop": _drag,
    "press": _nothing,
    "roll": _nothing,
    "scroll": _nothing,
    "motionevent": _motion,
    "keycombination": _combination,
}

INPUT_COMMANDS: dict[str, Program] = {"input": _input}
