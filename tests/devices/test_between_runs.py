"""Between a run that was killed and the next, a page that goes on alone gets nothing out and is given nothing."""

from collections.abc import Generator
from pathlib import Path
from typing import Literal

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions, Chrome, Phone
from sextant.types.effects import LeaveMode, WriteMode
from tests.devices.browsing import until
from tests.devices.crashing import Crash
from tests.devices.places import Places

pytestmark = pytest.mark.browser
STRANGER = "localhost"


@pytest.fixture
def places() -> Generator[Places]:
    with Places() as served:
        yield served


def after_a_kill(crash: Crash, places: Places, settings: BrowserOptions, page: str, **start: str) -> BrowserDevice:
    """The next run's device, not yet opened; the page goes on alone, and has been told to do what it is for."""
    places.pages |= {"/": page, "/alone": "no"}
    victim, lease = crash.start(settings.url, **start)
    device = crash.after(settings, lease)
    crash.kill(victim)
    asked = len(places.arrived)
    assert until(lambda: len(places.arrived) > asked + 2), "the page goes on alone"
    places.pages["/alone"] = "yes"
    return device


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
    crash: Crash, places: Places, leave: LeaveMode, writes: WriteMode
) -> None:
    settings = BrowserOptions(url=places.url(), leave=leave, writes=writes)
    device = after_a_kill(crash, places, settings, _WHEN_ALONE, leave=leave, writes=writes)
    arrived = ["GET localhost/inner", *(["GET localhost/page"] if leave == "allow" else [])]
    if leave != "allow":
        assert until(lambda: "GET 127.0.0.1/tried" in places.arrived), [*dict.fromkeys(places.arrived)]
    assert until(lambda: set(arrived) <= set(places.at(STRANGER))), [*dict.fromkeys(places.arrived)]
    places.pages["/alone"] = "no"
    assert device.open().how == "reattached"
    if leave != "allow":
        assert device.look(picture=False).location == places.url()
        assert places.at(STRANGER) == arrived


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
    crash: Crash, places: Places, tmp_path: Path, after: Literal["deny", "ask", "grant"]
) -> None:
    places.files["/report.bin"] = b"a report"
    chrome = Chrome(downloads_dir=tmp_path / "kept", downloads="on")
    settings = BrowserOptions(url=places.url("/", STRANGER), phone=Phone(permissions=after), chrome=chrome)
    crash.home = str(tmp_path)
    device = after_a_kill(crash, places, settings, _TAKES, leave="allow", writes="observe")
    assert until(lambda: "GET localhost/tried" in places.arrived)
    assert until(lambda: "GET localhost/report.bin" in places.arrived)
    assert device.open().how == "reattached"
    assert device.evaluate("o.textContent") == "denied denied denied"
    state = "navigator.permissions.query({name: 'geolocation'}).then(now => now.state)"
    assert device.evaluate(state) == {"deny": "denied", "ask": "prompt", "grant": "granted"}[after]
    assert [path for path in tmp_path.rglob("*") if path.is_file() and path.name.startswith("report")] == []
