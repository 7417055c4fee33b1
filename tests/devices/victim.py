"""A process that drives a browser and is killed: `python -m tests.devices.victim URL LABEL [GESTURE]`.

It prints its lease as JSON, touches what bears the label (if any is given), prints `settled`, and waits for its end. A
gesture other than `tap` puts a finger down that stays for a minute: `hold`, or `drag` before it moves.
"""

import json
import sys
import threading

from sextant.devices.browser import BrowserDevice, BrowserOptions
from sextant.types.actions import DragPath, Gesture, Hold, Tap
from sextant.types.geometry import Point
from tests.devices.browsing import labelled

MINUTE = 60.0


def gesture(kind: str, at: Point) -> Gesture:
    match kind:
        case "hold":
            return Hold(at, MINUTE)
        case "drag":
            return DragPath(at, Point(at.x, at.y + 160), MINUTE)
        case _:
            return Tap(at)


def main(url: str, label: str = "", kind: str = "tap") -> None:
    device = BrowserDevice(BrowserOptions(url=url))
    device.open()
    seen = device.look()
    lease = device.lease()
    assert lease is not None
    sys.stdout.write(json.dumps(dict(lease.data)) + "\n")
    sys.stdout.flush()
    if label:
        device.perform(gesture(kind, labelled(seen, label).box.centre), "the-intent")
        sys.stdout.write("settled\n")
        sys.stdout.flush()
    threading.Event().wait(MINUTE)


if __name__ == "__main__":
    main(*sys.argv[1:])
