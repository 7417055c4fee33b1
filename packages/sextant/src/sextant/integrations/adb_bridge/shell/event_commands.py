"""`getevent` and `sendevent`: the input devices of the phone."""

import queue
import re
from typing import Final

from sextant.integrations.adb_bridge.shell.job import Job, Program, usage
from sextant.integrations.adb_bridge.shell.touch_panel import CODES, PATH, TYPES, InputEvent

__all__ = ["EVENT_COMMANDS"]

_NAME: Final = "sextant_touch"
_LOOK: Final = 0.2
"""Seconds after which a reader that gets nothing looks whether its client is still there."""
_USAGE: Final = """\
Usage: getevent [-t] [-n] [-s switchmask] [-S] [-v [mask]] [-d] [-p] [-i] [-l] [-q] [-c count] [-r] [device]
    -t: show time stamps
    -n: don't print newlines
    -s: print switch states for given bits
    -S: print all switch states
    -v: verbosity mask (errs=1, dev=2, name=4, info=8, vers=16, pos. events=32, props=64)
    -d: show HID descriptor, if available
    -p: show possible events (errs, dev, name, pos. events)
    -i: show all device info and possible events
    -l: label event types and names in plain text
    -q: quiet (clear verbosity mask)
    -c: print given number of events then exit
    -r: print rate events are received"""


def _getevent(job: Job) -> int:
    """Describes the touch screen, or prints its events until the client leaves."""
    flags, count, path = set[str](), 0, ""
    words = list(job.args)
    while words:
        word = words.pop(0)
        if not word.startswith("-"):
            path = word
        elif word == "-c":
            count = int(words.pop(0)) if words and words[0].isdigit() else 0
        elif re.fullmatch("-[tnSdpilqr]+", word):
            flags |= set(word[1:])
        else:
            return usage(job, _USAGE, 1)
    if path not in ("", PATH):
        return job.fail(f"could not open {path}, No such file or directory")
    if not path and not ("q" in flags and not flags & {"p", "i"}):
        job.say(f"add device 1: {PATH}")
    if flags & {"p", "i"}:
        _describe(job, "l" in flags, "i" in flags)
        return 0
    if not path and "q" not in flags:
        job.say(f'  name:     "{_NAME}"')
    with job.machine.panel.reading() as events:
        while not job.background:
            try:
                event = events.get(timeout=_LOOK)
            except queue.Empty:
                job.alive()
                continue
            stamp = f"[{event.at:15.6f}] " if "t" in flags else ""
            job.say(f"{stamp}{'' if path else f'{PATH}: '}{_formatted_event(event, 'l' in flags)}")
            count -= 1
            if count == 0:
                break
    return 0


def _formatted_event(event: InputEvent, labels: bool) -> str:
    if not labels:
        return f"{event.type:04x} {event.code:04x} {event.value:08x}"
    code = CODES.get(event.type, {}).get(event.code, f"{event.code:04x}")
    value = {0: "UP", 1: "DOWN", 2: "REPEAT"}.get(event.value, "") if event.type == 1 else ""
    return f"{TYPES.get(event.type, f'{event.type:04x}'):12.12} {code:20.20} {value or f'{event.value:08x}':20.20}"


def _describe(job: Job, labels: bool, whole: bool) -> None:
    width, height = job.machine.phone.size
    if whole:
        job.say("  bus:      0018\n  vendor    0000\n  product   0000\n  version   0000")
    job.say(f'  name:     "{_NAME}"')
    if whole:
        job.say('  location: ""\n  id:       ""\n  version:  1.0.1')
    keys = [name if labels else f"{code:04x}" for code, name in CODES[1].items()]
    job.say(f"  events:\n    KEY (0001): {' '.join(f'{key:20}' if labels else f' {key}' for key in keys)}")
    most = {47: 9, 53: width - 1, 54: height - 1, 57: 65535}
    for number, (code, name) in enumerate(CODES[3].items()):
        head = "    ABS (0003): " if number == 0 else " " * 16
        called = f"{name:22}" if labels else f"{code:04x}  "
        job.say(f"{head}{called}: value 0, min 0, max {most[code]}, fuzz 0, flat 0, resolution 0")
    job.say("  input props:\n    INPUT_PROP_DIRECT")


def _sendevent(job: Job) -> int:
    if len(job.args) != 4:
        return usage(job, f"use: {job.name} device type code value", 1)
    path, *words = job.args
    if path != PATH:
        job.complain(f"could not open {path}, No such file or directory")
        return 1
    try:
        kind, code, value = (int(word) for word in words)
    except ValueError:
        return usage(job, f"use: {job.name} device type code value", 1)
    job.machine.panel.write(kind & 0xFFFF, code & 0xFFFF, value)
    return 0


EVENT_COMMANDS: dict[str, Program] = {"getevent": _getevent, "sendevent": _sendevent}
