"""goto with several screens: in their order or in any, with what cannot be reached told, resumed, saved, checked."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli import toy
from tests.cli.test_commands import Ran, run


@pytest.fixture
def device(tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    toy.app_file(tmp_path)
    monkeypatch.chdir(tmp_path)
    return "scripted:app.json"


def reached(ran: Ran) -> list[tuple[str, bool]]:
    return [(one["stop"], one["reached"]) for one in ran.json["stops"]]


def test_several_screens_are_reached_one_after_the_other(device: str) -> None:
    ran = run("goto", device, "privacy policy", "about this app", "--json")
    assert ran.code == 0, ran.out + ran.err
    assert ran.json["status"] == "success"
    assert reached(ran) == [("privacy policy", True), ("about this app", True)]
    assert ran.json["reason"] == "reached: 'privacy policy', 'about this app'"
    assert ran.json["usage"]["requests"] == 0


def test_a_screen_that_is_not_there_is_told_and_the_rest_is_reached(device: str) -> None:
    ran = run("goto", device, "privacy policy", "zebra crossing", "about this app", "--save", "tour.toml", "--json")
    assert [one["file"] for one in ran.json["saved"]] == ["tour-1.toml", "tour-3.toml"]
    assert not Path("tour-2.toml").exists()
    assert run("check", "tour-1.toml", "tour-3.toml").code == 0
    assert ran.json["status"] == "unverified"
    assert ran.code == ran.json["exit_code"] == 1
    assert reached(ran) == [("privacy policy", True), ("zebra crossing", False), ("about this app", True)]
    assert "not reached: 'zebra crossing': Nothing that surely answers" in ran.json["reason"]


def test_an_interrupted_walk_goes_on_with_the_stops_that_are_left(device: str) -> None:
    begun = run("goto", device, "privacy policy", "about this app", "--max-steps", "3", "--json")
    assert begun.json["status"] == "over_budget"
    assert reached(begun) == [("privacy policy", True)]
    ran = run("resume", begun.json["run"], "--max-steps", "30", "--json")
    assert ran.code == 0, ran.out + ran.err
    assert reached(ran) == [("privacy policy", True), ("about this app", True)]


def test_stops_of_the_settings_are_left_alone_by_a_walk_to_one_screen(device: str) -> None:
    Path("sextant.toml").write_text('[route]\nstops = ["about this app"]\n', encoding="utf-8")
    ran = run("goto", device, "privacy policy", "--json", "--config", "sextant.toml")
    assert (ran.code, reached(ran)) == (0, []), ran.out + ran.err


def test_each_stop_is_kept_as_a_route_and_checked_as_a_test_case(device: str) -> None:
    words = ["privacy policy", "about this app"]
    ran = run("goto", device, *words, "--save", "routes/tour.toml", "--json")
    assert ran.code == 0, ran.out + ran.err
    assert [one["file"] for one in ran.json["saved"]] == ["routes/tour-1.toml", "routes/tour-2.toml"]
    assert [one["hops"] for one in ran.json["saved"]] == [["Settings", "Privacy"], ["About"]]
    assert ran.json["next"] == "sextant check routes/tour-1.toml routes/tour-2.toml"

    home = toy.APP["pages"]["home"]
    home = {**home, "widgets": [one for one in home["widgets"] if one["label"] != "About"]}
    Path("app.json").write_text(json.dumps({**toy.APP, "pages": {**toy.APP["pages"], "home": home}}), encoding="utf-8")
    checked = run("check", "routes", "--junit", "report.xml", "--json")
    assert checked.code == 1, checked.out + checked.err
    root = ET.parse("report.xml").getroot()
    assert [bool(case.findall("failure")) for case in root.iter("testcase")] == [False, True]


@pytest.mark.parametrize(
    ("texts", "part"),
    [(("a", ""), "empty"), (("a", "b", "a"), "named twice"), (("about  us", "about us"), "named twice")],
)
def test_stops_that_make_no_sense_are_refused(device: str, texts: tuple[str, ...], part: str) -> None:
    ran = run("goto", device, *texts, "--json")
    assert ran.code == 2
    assert part in ran.json["error"]["message"]
