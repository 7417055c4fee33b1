"""goto that ends unsure: the exit code, a line for each candidate, JSON, `runs show`; and --by-address."""

import shlex
from pathlib import Path

import pytest

from tests.cli import toy
from tests.cli.test_commands import run

GOAL = "cookies"


@pytest.fixture
def device(tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    toy.app_file(tmp_path)
    monkeypatch.chdir(tmp_path)
    return "scripted:app.json"


def test_programs_are_told_the_candidates_with_a_command_that_goes_there(device: str) -> None:
    ran = run("goto", device, GOAL, "--json")
    assert ran.code == ran.json["exit_code"] == 1, ran.out + ran.err
    assert ran.json["status"] == ran.json["agent_claimed"] == "unsure"
    first, *others = ran.json["candidates"]
    assert first["likelihood"] >= max(one["likelihood"] for one in others)
    assert (first["goal"], first["name"], first["way"]) == (GOAL, "Privacy policy", ["Settings", "Privacy"])
    assert ran.json["trace"][first["step"]]["step"] == first["step"]
    words = shlex.split(first["command"])
    assert words == ["sextant", "goto", device, "Privacy policy"]
    there = run(*words[1:], "--json")
    assert (there.code, there.json["steps"], there.json["candidates"]) == (0, 3, [])


def test_people_read_a_line_for_each(device: str) -> None:
    ran = run("goto", device, GOAL)
    lines = ran.out.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("unsure: Nothing that surely answers"))
    assert lines[place + 1].startswith("  perhaps 'Privacy policy' (")
    assert lines[place + 1].endswith(f": sextant goto {device} 'Privacy policy'")
    assert lines[-1].endswith("# shows the candidates")
    shown = run("runs", "show", "last").out.splitlines()
    assert lines[place + 1] in shown
    assert run("runs", "show", "last", "--json").json["candidates"][0]["name"] == "Privacy policy"


def test_of_several_screens_the_candidates_of_each_stand_below_it(device: str) -> None:
    ran = run("goto", device, GOAL, "licence", "--json")
    assert ran.json["status"] == "unsure"
    assert {one["goal"] for one in ran.json["candidates"]} == {GOAL, "licence"}
    assert set(ran.json["stops"][0]) == {"stop", "reached", "reason", "step"}
    lines = run("runs", "show", "last").out.splitlines()
    assert [line for line in lines if line.startswith("for ")] == [f"for {GOAL!r}:", "for 'licence':"]


def test_by_address_is_on_record_for_a_resume(device: str) -> None:
    begun = run("goto", device, "privacy policy", "--by-address", "--max-steps", "1", "--json")
    assert begun.json["status"] == "over_budget"
    assert run("resume", "last", "--max-steps", "30", "--json").json["status"] == "success"
