"""check, and goto --save: what they print, write and exit with."""

import copy
import json
import os
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from sextant.qa.checks import CheckOptions, Checks, FileChecked
from sextant.qa.route_files import find_routes
from sextant.settings import load
from tests.cli import toy
from tests.cli.test_commands import Ran, run
from tests.qa.test_junit import follows_schema

App = dict[str, Any]


def write_app(path: Path, app: Mapping[str, Any]) -> str:
    path.write_text(json.dumps(app), encoding="utf-8")
    return f"scripted:{path}"


def renamed() -> App:
    app: App = copy.deepcopy(dict(toy.APP))
    app["pages"]["home"]["widgets"][1]["label"] = "Preferences"
    return app


def removed() -> App:
    app: App = copy.deepcopy(dict(toy.APP))
    app["pages"]["settings"]["widgets"].pop()
    return app


@pytest.fixture
def folder(tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_app(tmp_path / "app.json", toy.APP)
    write_app(tmp_path / "renamed.json", renamed())
    write_app(tmp_path / "removed.json", removed())
    return tmp_path


def save(name: str = "routes/privacy.toml", words: str = "privacy policy", *more: str) -> Ran:
    return run("goto", "scripted:app.json", words, "--save", name, *more)


def test_a_route_is_saved_and_holds(folder: Path) -> None:
    ran = save("routes/privacy.toml", "privacy policy", "--build", "2026.11")
    assert ran.code == 0, ran.out + ran.err
    assert "saved routes/privacy.toml: 'Settings' › 'Privacy' (2 hops" in ran.out
    assert ran.out.splitlines()[-1] == "next: sextant check routes/privacy.toml"
    text = (folder / "routes" / "privacy.toml").read_text(encoding="utf-8")
    assert 'target = "scripted:../app.json"' in text
    assert 'build = "2026.11"' in text
    assert str(folder) not in text
    told = save("routes/privacy.toml", "privacy policy", "--json").json
    assert (told["status"], told["saved"]["file"]) == ("success", "routes/privacy.toml")
    assert told["saved"]["hops"] == ["Settings", "Privacy"]
    ran = run("check", "routes/privacy.toml")
    assert ran.code == 0, ran.out + ran.err
    assert ran.out.startswith("exact ")
    assert "1 exact" in ran.out
    shown = run("runs", "show", "last", "--json").json
    assert (shown["status"], shown["actor"]) == ("success", "check"), "each check is a run on record"
    assert run("replay", "last", "--out", "replay.html").code == 0


def test_what_is_not_reached_is_not_saved_and_a_check_that_is_cut_off_not_resumed(folder: Path) -> None:
    ran = save("none.toml", "xylophone lessons")
    assert ran.code == 1
    assert "nothing was saved" in ran.out
    assert not (folder / "none.toml").exists()
    save()
    ran = run("check", "routes", "--max-steps", "1", "--json")
    assert ran.code == 1
    checked = ran.json["routes"][0]
    assert checked["verdict"] == "failed"
    assert "limit of 1 step is reached" in checked["reason"]
    ran = run("resume", checked["run"])
    assert ran.code == 2
    assert "sextant check" in ran.err


def test_a_change_is_told_and_written_when_asked(folder: Path) -> None:
    save()
    renamed = ("check", "routes", "--device", "scripted:renamed.json")
    ran = run(*renamed, "--junit", "junit.xml")
    case = next(follows_schema((folder / "junit.xml").read_text(encoding="utf-8")).iter("testcase"))
    assert case.find("failure") is None
    assert (case.findtext("system-out") or "").startswith("warning: moved: link 'Settings'")
    assert properties(case)["verdict"] == "moved"
    assert ran.code == 0, ran.out + ran.err
    assert "hop 1: link 'Settings' is called 'Preferences' now" in ran.out
    assert "was: 'Settings' › 'Privacy'" in ran.out
    assert "now: 'Preferences' › 'Privacy'" in ran.out
    assert ran.out.splitlines()[-1].startswith("next: sextant check routes/privacy.toml --update")
    assert run(*renamed, "--strict", "--junit", "junit.xml").code == 1
    case = next(follows_schema((folder / "junit.xml").read_text(encoding="utf-8")).iter("testcase"))
    assert [failure.attrib["type"] for failure in case.findall("failure")] == ["moved"]
    before = (folder / "routes" / "privacy.toml").read_text(encoding="utf-8")
    ran = run(*renamed, "--update", "--strict", "--json")
    assert (ran.code, ran.json["routes"][0]["written"]) == (0, True), "what was written is accepted even if strict"
    after = (folder / "routes" / "privacy.toml").read_text(encoding="utf-8")
    differing = [(old, new) for old, new in zip(before.splitlines(), after.splitlines(), strict=True) if old != new]
    assert differing == [
        ("# 1. Settings -> Settings", "# 1. Preferences -> Settings"),
        ('name = "Settings"', 'name = "Preferences"'),
    ]
    assert run(*renamed, "--strict").code == 0


def test_a_route_that_fails_says_where_and_what_was_there(folder: Path) -> None:
    save()
    save("routes/about.toml", "about this app")
    ran = run("check", "routes", "--device", "scripted:removed.json", "--junit", "out/junit.xml", "--workers", "2")
    assert ran.code == 1
    assert "1 exact, 1 failed" in ran.out
    assert "hop 2: link 'Privacy' is not on 'Settings' (/settings)" in ran.out
    assert "on the screen: 'Settings'" in ran.out
    root = follows_schema((folder / "out" / "junit.xml").read_text(encoding="utf-8"))
    names = {case.attrib["name"]: case for case in root.iter("testcase")}
    assert set(names) == {"about: about this app", "privacy: privacy policy"}
    failure = names["privacy: privacy policy"].find("failure")
    assert failure is not None
    assert "hop 2" in (failure.text or "")
    assert properties(names["about: about this app"])["verdict"] == "exact"
    assert properties(names["privacy: privacy policy"])["run"]
    assert f"sextant replay {properties(names['privacy: privacy policy'])['run']}" in ran.out


def properties(case: ET.Element) -> dict[str, str]:
    lines = (case.findtext("system-out") or "").splitlines()
    return dict(line.split(": ", 1) for line in lines if ": " in line)


def test_github_gets_an_annotation_of_each_route_that_is_not_exact(folder: Path) -> None:
    save()
    save("routes/about.toml", "about this app")
    assert "::" not in run("check", "routes", "--device", "scripted:removed.json").out
    ran = run("check", "routes", "--device", "scripted:removed.json", "--github")
    (failed,) = (line for line in ran.out.splitlines() if line.startswith("::"))
    assert failed.startswith("::error file=routes/privacy.toml,title=failed%3A privacy policy::")
    assert "hop 2: link 'Privacy' is not on 'Settings' (/settings)" in failed
    assert "%0A" in failed
    renamed = ("check", "routes/privacy.toml", "--device", "scripted:renamed.json", "--github")
    assert "\n::warning file=routes/privacy.toml,title=moved%3A privacy policy::" in run(*renamed).out
    assert "\n::error file=" in run(*renamed, "--strict").out
    assert "\n::notice file=" in run(*renamed, "--update").out
    assert run(*renamed, "--json").json["moved"] == 0


@pytest.mark.parametrize(
    ("name", "text", "target"),
    [
        ("some.map", '{"app":"http://club.test:8000","nodes":[],"edges":[]}', "web:http://club.test:8000"),
        ("spaced.json", '\n{ "format": "sextant-map", "app": "phone" }', "TARGET"),
        ("some.dot", "strict digraph club {\n  Home -> Help;\n}\n", "TARGET"),
    ],
)
def test_a_map_is_not_taken_for_a_route(name: str, text: str, target: str, folder: Path) -> None:
    (folder / "odd.toml").write_text("graph = 3\n", encoding="utf-8")
    assert "does not say format" in run("check", "odd.toml").out
    (folder / name).write_text(text, encoding="utf-8")
    ran = run("check", name)
    assert ran.code == 2
    assert f"This is a map, not a route: '{name}'." in ran.out
    assert f'Record one with: sextant goto {target} "some text" --save routes/NAME.toml' in ran.out
    assert "sextant map diff OLD NEW" in ran.out
    assert "TOML:" not in ran.out


def test_a_file_that_cannot_be_checked_is_an_error_and_the_others_are_checked(folder: Path) -> None:
    save()
    for name, text in (
        ("broken", 'format = "sextant-route"\nversion = 1\n'),
        ("newer", 'format = "sextant-route"\nversion = 9\n'),
        ("pyproject", "[project]\nname = 'club'\n"),
    ):
        (folder / "routes" / f"{name}.toml").write_text(text, encoding="utf-8")
    ran = run("check", "routes", "--json", "--junit", "junit.xml")
    assert ran.code == 2
    told = {Path(one["file"]).stem: (one["verdict"], one["reason"]) for one in ran.json["routes"]}
    assert sorted((name, verdict) for name, (verdict, _) in told.items()) == [
        *(("broken", "error"), ("newer", "error"), ("privacy", "exact"))
    ]
    assert "goal" in told["broken"][1]
    assert "version 9" in told["newer"][1]
    follows_schema((folder / "junit.xml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("more", "part"),
    [(("--device", "scripted:gone.json"), "gone.json"), (("--base-url", "http://staging.test:8080"), "web:")],
)
def test_a_device_that_cannot_be_had_is_an_error_and_no_failure(folder: Path, more: tuple[str, ...], part: str) -> None:
    save()
    ran = run("check", "routes", *more, "--json")
    assert ran.code == 2
    assert ran.json["routes"][0]["verdict"] == "error"
    assert part in ran.json["routes"][0]["reason"]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["check", "gone.toml"], "'gone.toml'"),
        (["check", "."], "route"),
        (["check", "app.json", "--base-url", "x", "--device", "scripted:app.json"], "Give one"),
        (["goto", "scripted:app.json", "privacy", "--save", "route.txt"], ".toml"),
        (["goto", "scripted:app.json", "privacy", "--save", "other.toml"], "other.toml"),
        (["goto", "scripted:app.json", "privacy", "--model", "scripted:gone.json"], "gone.json"),
        (["goto", "web:file:///srv/app/index.html", "privacy", "--save", "route.toml"], "Serve"),
    ],
)
def test_wrong_input_is_named_before_anything_is_walked(words: list[str], part: str, folder: Path) -> None:
    (folder / "other.toml").write_text("[tool]\n", encoding="utf-8")
    ran = run(*words)
    assert ran.code == 2, ran.out
    assert part in ran.err, ran.err
    assert "next:" in ran.err


def test_after_a_stop_nothing_more_is_begun(folder: Path) -> None:
    save()
    save("routes/about.toml", "about this app")
    done: list[FileChecked] = []

    def on_done(one: FileChecked) -> None:
        done.append(one)
        checks.stop()

    checks = Checks(find_routes(["routes"]), load({}, environ=os.environ, directory=folder), CheckOptions(), on_done)
    assert checks.run() == tuple(done)
    assert len(done) == 1
