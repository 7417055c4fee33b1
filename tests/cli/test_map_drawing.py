"""`sextant map TARGET`: what it prints, how it exits, and what it refuses."""

import json
from pathlib import Path

import pytest

from tests.cli.test_commands import run


def test_a_target_alone_draws_its_map(device: str, tmp_path: Path) -> None:
    out = tmp_path / "map.json"
    ran = run("map", device, "--json", "--out", str(out), "--set", f"journal.directory={tmp_path / 'runs'}")
    assert ran.code == 0, ran.err
    told = ran.json
    assert (told["finished"], told["app"], told["screens"], told["untried"]) == ("complete", "toy", 4, 0)
    assert told["left_out"]["form control"]["count"] == 1
    assert told["left_out"]["did nothing"]["examples"] == ["Nothing"]
    assert told["next"] == "sextant map show toy"
    assert len(json.loads(out.read_text())["nodes"]) == 4
    lines = [line.split()[0] for line in ran.err.splitlines() if line.endswith("to try")]
    assert lines == ["1", "2", "3", "4"], "one line for each screen, the first included"


def test_for_people_it_ends_with_what_to_do_next(device: str, tmp_path: Path) -> None:
    journal = f"journal.directory={tmp_path / 'runs'}"
    first = run("map", device, "--budget", "1", "--set", journal)
    assert first.code == 0
    assert "ended: " in first.out
    assert first.out.rstrip().splitlines()[-1].startswith(f"next: sextant map {device}")
    second = run("map", "draw", device, "--set", journal)
    assert second.code == 0
    assert "complete: " in second.out
    assert "left alone:" in second.out
    assert second.out.rstrip().splitlines()[-1] == "next: sextant map show toy"
    assert "\x1b" not in second.out


def test_a_dry_run_touches_nothing(device: str, tmp_path: Path) -> None:
    ran = run("map", device, "--dry-run", "--json", "--set", f"journal.directory={tmp_path / 'runs'}")
    assert ran.code == 0
    assert [way["label"] for way in ran.json["would_try"]] == ["Settings", "About", "Nothing"]
    assert not (tmp_path / "maps.sqlite").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nonsense",), "Unknown device"),
        (("http://localhost",), "Did you mean"),
        (("scripted:missing.json",), "cannot be read"),
        (("--budget", "0", "world:1"), "--budget"),
        (("--rate", "0", "world:1"), "--rate"),
        (("--alike", "1", "world:1"), "--alike"),
        (("world:1", "--out", "nowhere/at/all.json"), "this folder does not exist"),
    ],
)
def test_bad_input_is_named(words: tuple[str, ...], said: str, state: Path, tmp_path: Path) -> None:
    ran = run("map", *words, "--set", f"journal.directory={tmp_path / 'runs'}")
    assert ran.code == 2, ran.out
    assert said in " ".join((ran.out + ran.err).split())
    assert "Traceback" not in ran.err
