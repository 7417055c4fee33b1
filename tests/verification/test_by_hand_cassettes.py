"""Runs that were played by hand: what structure says of the same answers on the same screens does not get worse."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.by_hand.cassettes import FOLDER, Cassette, read
from benchmarks.by_hand.replay import said_of, worse
from benchmarks.by_hand.truth import tasks

CASSETTES = sorted(FOLDER.glob("*.jsonl.gz"))
pytestmark = pytest.mark.long


def named(path: Path) -> str:
    return path.name.removesuffix(".jsonl.gz")


@pytest.mark.parametrize("path", CASSETTES, ids=named)
def test_structure_says_no_worse_of_the_same_answers(path: Path) -> None:
    cassette = read(path)
    assert cassette.said
    assert worse(cassette, said_of(cassette)) == []


@pytest.mark.parametrize("path", CASSETTES, ids=named)
def test_a_cassette_tells_how_it_came_about(path: Path) -> None:
    cassette = read(path)
    assert cassette.how
    assert cassette.record["task"] in tasks()
    assert {"status", "truth", "refusals", "requests", "tree"} <= set(cassette.record)


def test_they_stay_small() -> None:
    assert sum(path.stat().st_size for path in CASSETTES) < 4_500_000


def changed(cassette: Cassette, number: int, action: dict[str, object]) -> Cassette:
    """The cassette with another action in one answer."""
    exchanges = [dict(one) for one in cassette.exchanges]
    for one in exchanges:
        if one["number"] == number:
            one["answer"] = json.dumps({"action": action})
    return replace(cassette, exchanges=exchanges)


def test_an_answer_that_is_refused_now_is_told() -> None:
    cassette = read(next(path for path in CASSETTES if "machinery" in path.name))
    act = next(one for one in cassette.said if one["accepted"] and one["kind"] == "act")
    other = changed(cassette, int(act["number"]), {"type": "click", "index": 9999})
    assert [told for told in worse(other, said_of(other)) if f"exchange {act['number']}," in told]


def test_an_answer_that_is_accepted_now_is_told() -> None:
    cassette = read(next(path for path in CASSETTES if "machinery" in path.name))
    refused = next(one for one in cassette.said if not one["accepted"])
    other = changed(cassette, int(refused["number"]), {"type": "wait", "seconds": 1})
    assert [told for told in worse(other, said_of(other)) if f"exchange {refused['number']}," in told]


@pytest.mark.parametrize("command", ["run", "hand", "judge", "prove", "report"])
def test_the_commands_start_from_any_directory(command: str, tmp_path: Path) -> None:
    script = Path(FOLDER).parent / command
    ran = subprocess.run(
        [sys.executable, script, "no-such-name"],
        cwd=tmp_path,
        env={"HOME": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert ran.returncode
    assert "Traceback" not in ran.stdout + ran.stderr


def test_the_report_tells_of_each_run_what_it_asked_and_claimed_and_compares_presets() -> None:
    ran = subprocess.run([sys.executable, Path(FOLDER).parent / "report"], capture_output=True, text=True, check=True)
    runs, presets = ran.stdout.split("\n\n")[:2]
    record = read(FOLDER / "moin-crane-plain.jsonl.gz").record
    row = next(line for line in runs.splitlines() if line.startswith("| moin-crane | plain |"))
    cells = [cell.strip() for cell in row.split("|")]
    assert {record["claimed"], str(sum(record["requests"].values())), f"{record['prompt_tokens']:,}"} <= set(cells)
    assert "lektor-deposit, moin-crane, prefect-limits, worlds-cart, worlds-invites" in presets.splitlines()[0]
    assert {"plain", "all", "tsr"} <= {line.split("|")[1].strip() for line in presets.splitlines()}
