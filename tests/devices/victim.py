"""A process that drives a browser and is killed: `python -m tests.devices.victim URL LABEL GESTURE OPTIONS BEFORE`.

It prints its lease as JSON, evaluates `BEFORE`, touches what bears the label (if any is given), prints `settled`, and
waits for its end. If somebody has to decide it prints `asked`, and nobody decides. A gesture other than `tap` puts a
finger down that stays for a minute: `hold`, or `drag` before it moves. With `release` the device is told that the run
ends. The options are those of the browser, as JSON.
"""

import json
import sys
import threading
from collections.abc import Iterator, Sequence

from sextant.devices.browser import BrowserDevice, BrowserOptions
from sextant.types.actions import DragPath, Gesture, Hold, Tap
from sextant.types.effects import HeldWrite, WriteRuling
from sextant.types.geometry import Point
from tests.devices.browsing import labelled

MINUTE = 60.0


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class Nobody:
    def decide(self, writes: Sequence[HeldWrite]) -> Iterator[tuple[HeldWrite, WriteRuling]]:
        say("asked")
        threading.Event().wait(MINUTE)
        return iter(())


def gesture(kind: str, at: Point) -> Gesture:
    match kind:
        case "hold":
            return Hold(at, MINUTE)
        case "drag":
            return DragPath(at, Point(at.x, at.y + 160), MINUTE)
        case _:
            return Tap(at)


def main(url: str, label: str = "", kind: str = "tap", options: str = "{}", before: str = "") -> None:
    device = BrowserDevice(BrowserOptions(url=url, **json.loads(options)))
    device.authorise(Nobody())
    device.open()
    seen = device.look()
    lease = device.lease()
    assert lease is not None
    say(json.dumps(dict(lease.data)))
    if before:
        device.evaluate(before)
        seen = device.look()
    if kind == "release":
        device.release()
        say("settled")
    if label:
        device.perform(gesture(kind, labelled(seen, label).box.centre), "the-intent")
        say("settled")
    threading.Event().wait(MINUTE)


if __name__ == "__main__":
    main(*sys.argv[1:])
