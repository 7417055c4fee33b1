"""Routes as tests in a real Chromium: recorded on one build, checked on the others, served from elsewhere."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest

from sextant.assembly import AbsentPerson, Hooks, RunRequest, build_run
from sextant.qa.file_check import RouteResult
from sextant.qa.route_check import RouteCheck
from sextant.qa.route_recording import ArrivedWalk, saved
from sextant.qa.walked_route import RouteFacts
from sextant.settings import Settings, load
from sextant.types.transitions import Transition
from sextant.utg.files.saved import SavedRoute
from tests.support.builds import BASE, BUILDS, RECORDED
from tests.support.served import Served

pytestmark = pytest.mark.browser


def settings_in(folder: Path) -> Settings:
    flags = {"journal.directory": str(folder / "runs"), "budget.max_steps": 60}
    return load(flags, environ=os.environ, directory=folder)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> SavedRoute:
    folder = tmp_path_factory.mktemp("recorded")
    served, steps = Served(BASE), list[Transition]()
    try:
        target = f"web:{served.url}"
        request = RunRequest(RECORDED, target, "navigator")
        run = build_run(request, settings_in(folder), AbsentPerson(), Hooks(on_step=steps.append))
        assert run.go().status == "success"
        walked = ArrivedWalk(steps, run.device.name)
        return saved(walked, RouteFacts(RECORDED, target, steps[0].before.app), target, settings_in(folder)).route
    finally:
        served.close()


@pytest.fixture
def served() -> Generator[Served]:
    site = Served(BASE)
    yield site
    site.close()


def check(folder: Path, route: SavedRoute, served: Served) -> RouteResult:
    return RouteCheck(route, f"web:{served.url}", settings_in(folder)).walk()


def test_a_slow_server_at_another_address_changes_nothing(recorded: SavedRoute, served: Served, tmp_path: Path) -> None:
    served.seconds = 1.5
    checked = check(tmp_path, recorded, served)
    assert checked.verdict == "exact", (checked.reason, checked.deviations)


@pytest.mark.parametrize("name", ["relabelled", "folded", "readdressed"])
def test_the_verdict_is_what_a_person_would_say(
    name: str, recorded: SavedRoute, served: Served, tmp_path: Path
) -> None:
    build = BUILDS[name]
    served.pages = build.pages
    checked = check(tmp_path, recorded, served)
    told = (checked.reason, checked.deviations, checked.changes)
    assert checked.verdict == build.outcome, told
    if build.outcome == "moved":
        assert checked.new is not None
        assert tuple(hop.label for hop in checked.new.hops) == build.way, told
        assert checked.changes[0].hop == build.hop, told
        assert all(words in repr(told) for words in build.says), told


COOKIES = """<div role=dialog aria-modal=true aria-label="Cookies" style="position:fixed;inset:0;background:#fff">
<h2>Cookies</h2><p>We use some.</p><button onclick="this.parentNode.remove()">Close</button></div>"""
ALERT = "<script>alert('The garden is closed today.')</script>"


@pytest.mark.parametrize(
    ("html", "says"), [(COOKIES, "'Close' had to be touched first"), (ALERT, "The garden is closed today.")]
)
def test_what_comes_up_uninvited_is_told_and_the_walk_goes_on(
    html: str, says: str, recorded: SavedRoute, served: Served, tmp_path: Path
) -> None:
    served.extra["/about"] = html
    checked = check(tmp_path, recorded, served)
    assert checked.verdict == "moved", (checked.reason, checked.deviations)
    assert says in checked.reason
    assert checked.deviations[0].hop == 1


def test_a_screen_that_is_gone_fails_with_a_picture(recorded: SavedRoute, served: Served, tmp_path: Path) -> None:
    served.pages = BUILDS["broken"].pages
    checked = check(tmp_path, recorded, served)
    assert checked.verdict == "failed"
    assert checked.deviations[0].hop == 2
    assert "Not found" in checked.reason
    assert checked.found.picture is not None
    assert checked.found.picture.stat().st_size > 1000


def test_nobody_there_is_an_error_and_no_failure(recorded: SavedRoute, served: Served, tmp_path: Path) -> None:
    served.close()
    checked = check(tmp_path, recorded, served)
    assert (checked.verdict, checked.fault, checked.exit_code) == ("error", "DeviceUnreachable", 4), checked.reason
