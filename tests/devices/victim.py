"""A process that drives a browser and is killed: `python -m tests.devices.victim URL LABEL`.

It prints its lease as JSON, touches what bears the label (if any is given), prints `settled`, and waits for its end.
"""

import json
import sys
import threading

from sextant.devices.browser import BrowserDevice, BrowserSettings
from sextant.types.actions import Tap
from tests.devices.browsing import labelled


def main(url: str, label: str = "") -> None:
    device = BrowserDevice(BrowserSettings(url=url))
    device.open()
    seen = device.look()
    lease = device.lease()
    assert lease is not None
    sys.stdout.write(json.dumps(dict(lease.data)) + "\n")
    sys.stdout.flush()
    if label:
        device.perform(Tap(labelled(seen, label).box.centre), "the-intent")
        sys.stdout.write("settled\n")
        sys.stdout.flush()
    threading.Event().wait(60)


if __name__ == "__main__":
    main(*sys.argv[1:])
