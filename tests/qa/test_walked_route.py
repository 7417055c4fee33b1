"""Following a route where the app answers otherwise than it did, on the scripted device: whole runs, no browser."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from sextant.assembly import AbsentPerson, Hooks, Probes, RunRequest, build_run
from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.errors import UsageError
from sextant.qa.file_check import RouteResult
from sextant.qa.route_check import RouteCheck
from sextant.qa.route_files import based, stored_target
from sextant.qa.route_recording import ArrivedWalk, saved
from sextant.qa.walked_route import RouteFacts
from sextant.settings import Settings, load
from sextant.types.codec import to_json
from sextant.types.transitions import Transition
from sextant.utg.files.saved import SavedRoute

OPEN = Widget("Settings", role="link", test_id="open-settings", goes="settings")
PRIVACY = Widget("Privacy", role="link", goes="privacy")
APP = ScriptedApp(
    pages={
        "home": Page("Home", (Widget("Home", role="heading"), OPEN)),
        "settings": Page("Settings", (Widget("Settings", role="heading"), PRIVACY)),
        "privacy": Page("Privacy policy", (Widget("Privacy policy", role="heading"),)),
    },
    start="home",
)


def hooks_on(app: ScriptedApp) -> Hooks:
    device = ScriptedDevice(app)
    return Hooks(probes=Probes(device=lambda _: device))


def settings_in(folder: Path) -> Settings:
    return load({"journal.directory": str(folder / "runs")}, environ=os.environ, directory=folder)


@pytest.fixture(scope="session")
def route(tmp_path_factory: pytest.TempPathFactory) -> SavedRoute:
    """The route to the privacy policy of `APP`."""
    folder, steps = tmp_path_factory.mktemp("recorded"), list[Transition]()
    target = f"scripted:{folder / 'app.json'}"
    (folder / "app.json").write_text(to_json(ScriptedApp, APP))
    run = build_run(
        RunRequest("privacy policy", target, "navigator"),
        settings_in(folder),
        AbsentPerson(),
        Hooks(on_step=steps.append),
    )
    assert run.go().status == "success"
    facts = RouteFacts("privacy policy", "scripted:app.json", "toy")
    return saved(ArrivedWalk(steps, run.device.name), facts, target, settings_in(folder)).route


@pytest.fixture
def check(tmp_path: Path, route: SavedRoute) -> Callable[[ScriptedApp], RouteResult]:
    file = tmp_path / "app.json"
    file.write_text(to_json(ScriptedApp, APP))
    return lambda app: RouteCheck(route, f"scripted:{file}", settings_in(tmp_path), hooks_on(app)).walk()


Check = Callable[[ScriptedApp], RouteResult]


def with_page(name: str, *widgets: Widget, **more: Page) -> ScriptedApp:
    return replace(APP, pages={**APP.pages, name: replace(APP.pages[name], widgets=widgets), **more})


@pytest.mark.parametrize(
    ("app", "verdict", "hops", "said"),
    [
        (APP, "exact", [], ""),
        (with_page("home", replace(OPEN, after=1)), "exact", [], ""),  # what answers late is touched again
        (with_page("home", replace(OPEN, goes="")), "failed", [1], "without effect"),
        (with_page("settings", replace(PRIVACY, disabled=True)), "failed", [2], "cannot be touched"),
    ],
)
def test_a_control_that_does_not_lead_on_fails(
    check: Check, app: ScriptedApp, verdict: str, hops: list[int], said: str
) -> None:
    checked = check(app)
    assert checked.verdict == verdict, checked.reason
    assert [one.hop for one in checked.deviations[:1]] == hops
    assert said in checked.reason
    assert app is not APP or checked.steps == 3


def test_a_screen_that_only_answers_the_words_is_not_the_target(check: Check) -> None:
    decoy = Page("Privacy policy of old", (Widget("Privacy policy of old", role="heading"),))
    heading, link = Widget("Settings", role="heading"), replace(PRIVACY, goes="decoy")
    checked = check(with_page("settings", heading, link, decoy=decoy))
    assert checked.verdict == "failed", checked.reason
    assert "Privacy policy of old" in checked.reason


def test_a_new_label_under_the_old_test_id_has_moved(check: Check) -> None:
    checked = check(with_page("home", replace(OPEN, label="Preferences")))
    assert (checked.verdict, checked.steps) == ("moved", 3), "nothing had to be searched for"
    assert [change.text for change in checked.changes] == ["link 'Settings' is called 'Preferences' now"]


def test_the_same_screen_sooner_has_moved(check: Check) -> None:
    checked = check(with_page("home", Widget("Home", role="heading"), replace(OPEN, goes="privacy")))
    assert checked.verdict == "moved"
    assert [change.kind for change in checked.changes] == ["skipped"]


def test_another_start_page_is_said(check: Check) -> None:
    hello = Page("Hello", (Widget("Hello", role="heading"), Widget("Go on", role="link", goes="home")))
    checked = check(replace(APP, pages={**APP.pages, "hello": hello}, start="hello"))
    assert checked.verdict == "moved"
    assert checked.deviations[0].hop == 0
    assert "Hello" in checked.deviations[0].text
    assert checked.new is not None
    assert [hop.label for hop in checked.new.hops] == ["Go on", "Settings", "Privacy"]


@pytest.mark.parametrize(
    ("target", "stored"),
    [
        ("web:http://anna:secret@club.test:8000/a?x=1&token=abc#part", "web:http://club.test:8000/a?x=1"),
        ("web:http://club.test/#/start", "web:http://club.test/#/start"),
        ("world:lite/0", "world:lite/0"),
        ("world:7+chromium", "world:7+chromium"),
    ],
)
def test_a_target_is_saved_without_secrets(target: str, stored: str, tmp_path: Path) -> None:
    assert stored_target(target, tmp_path) == stored


def test_files_are_named_relative_to_the_route(tmp_path: Path) -> None:
    (tmp_path / "worlds").mkdir()
    world = tmp_path / "worlds" / "w.json"
    world.write_text("{}")
    assert stored_target(f"world:{world}", tmp_path / "routes") == "world:../worlds/w.json"
    assert stored_target(f"world:{world}+chromium", tmp_path / "routes") == "world:../worlds/w.json+chromium"


def test_a_base_url_takes_the_place_of_scheme_host_and_port() -> None:
    assert based("web:http://localhost:8000/a/b?c=d", "https://staging.test") == "web:https://staging.test/a/b?c=d"
    for base in ("staging.test", "http://staging.test/sub", "ftp://staging.test"):
        with pytest.raises(UsageError, match="base-url"):
            based("web:http://localhost:8000/", base)
