"""Between a run that was killed and the next, a page that goes on alone gets nothing out and is given nothing."""

import json
import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Literal

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions, Chrome, Phone
from sextant.types.devices import Lease
from sextant.types.effects import LeaveMode, WriteMode
from tests.devices.browsing import Hand, until
from tests.devices.places import Places

pytestmark = pytest.mark.browser
STRANGER = "localhost"


@pytest.fixture
def places() -> Generator[Places]:
    with Places() as served:
        yield served


_KILLED = """
import sys, json
from sextant.devices.browser import BrowserDevice, BrowserOptions
device = BrowserDevice(BrowserOptions(url=sys.argv[1], leave=sys.argv[2], writes=sys.argv[3]))
device.open()
lease = device.lease()
print(json.dumps([lease.device, dict(lease.data)]), flush=True)
sys.stdin.read()
"""
_WHEN_ALONE = """<title>Own</title><iframe></iframe><script>
const tick = async () => {
  const answer = await (await fetch('/alone')).text();
  if (answer === 'yes') {
    const frame = document.querySelector('iframe');
    frame.onload = () => {
      location = 'http://localhost:{port}/page';
      fetch('/tried', {keepalive: true});
    };
    frame.src = 'http://localhost:{port}/inner';
  } else setTimeout(tick, 50);
};
tick();
</script>"""


@pytest.mark.parametrize(("leave", "writes"), [("ask", "ask"), ("deny", "deny"), ("ask", "observe"), ("allow", "ask")])
def test_no_page_is_left_for_between_a_killed_run_and_the_next(
    places: Places, leave: LeaveMode, writes: WriteMode
) -> None:
    places.pages |= {"/": _WHEN_ALONE, "/alone": "no"}
    command = [sys.executable, "-c", _KILLED, places.url(), leave, writes]
    victim = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert victim.stdout is not None
    name, data = json.loads(victim.stdout.readline())
    settings = BrowserOptions(url=places.url(), leave=leave, writes=writes)
    device = BrowserDevice(settings, Lease(name, data))
    try:
        victim.kill()
        victim.communicate()
        asked = len(places.arrived)
        assert until(lambda: len(places.arrived) > asked + 2), "the page goes on alone"
        places.pages["/alone"] = "yes"
        arrived = ["GET localhost/inner", *(["GET localhost/page"] if leave == "allow" else [])]
        if leave != "allow":
            assert until(lambda: "GET 127.0.0.1/tried" in places.arrived), [*dict.fromkeys(places.arrived)]
        assert until(lambda: set(arrived) <= set(places.at(STRANGER))), [*dict.fromkeys(places.arrived)]
        places.pages["/alone"] = "no"
        assert device.open().how == "reattached"
        if leave != "allow":
            assert device.look(picture=False).location == places.url()
            assert places.at(STRANGER) == arrived
    finally:
        device.close()


_TAKES = """<title>Own</title><p id=o>-</p><script>
const tick = async () => {
  const answer = await (await fetch('/alone')).text();
  if (answer === 'yes') {
    const states = await Promise.all(['geolocation', 'notifications', 'background-sync'].map(
      name => navigator.permissions.query({name}).then(now => now.state)));
    o.textContent = states.join(' ');
    location = '/report.bin';
    fetch('/tried');
  } else setTimeout(tick, 50);
};
tick();
</script>"""


@pytest.mark.parametrize("after", ["deny", "ask", "grant"])
def test_a_page_keeps_no_file_and_is_given_nothing_between_a_killed_run_and_the_next(
    places: Places, tmp_path: Path, after: Literal["deny", "ask", "grant"]
) -> None:
    places.pages |= {"/": _TAKES, "/alone": "no"}
    places.files["/report.bin"] = b"a report"
    url = places.url("/", STRANGER)
    victim = subprocess.Popen(
        [sys.executable, "-c", _KILLED, url, "allow", "observe"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    assert victim.stdout is not None
    name, data = json.loads(victim.stdout.readline())
    settings = BrowserOptions(
        url=url, phone=Phone(permissions=after), chrome=Chrome(downloads_dir=tmp_path / "kept", downloads="on")
    )
    device = BrowserDevice(settings, Lease(name, data))
    try:
        victim.kill()
        victim.communicate()
        asked = len(places.arrived)
        assert until(lambda: len(places.arrived) > asked + 2), "the page goes on alone"
        places.pages["/alone"] = "yes"
        assert until(lambda: "GET localhost/tried" in places.arrived)
        assert until(lambda: "GET localhost/report.bin" in places.arrived)
        assert device.open().how == "reattached"
        hand = Hand(device)
        assert hand.device.evaluate("o.textContent") == "denied denied denied"
        state = "navigator.permissions.query({name: 'geolocation'}).then(now => now.state)"
        assert hand.device.evaluate(state) == {"deny": "denied", "ask": "prompt", "grant": "granted"}[after]
        assert [path for path in tmp_path.rglob("*") if path.is_file() and path.name.startswith("report")] == []
    finally:
        device.close()
