"""Runs that earlier versions have stored are taken up: what the model is told next is what that version would tell."""

import json
from pathlib import Path

import pytest

from tests.journal.stored.legs import STORIES, Leg, bench_for, first_leg, put_stored

STORED = Path(__file__).parent / "stored"


@pytest.mark.parametrize("name", STORIES)
def test_a_run_of_an_earlier_version_goes_on_as_it_would_have(name: str, tmp_path: Path) -> None:
    story = STORIES[name]
    known = json.loads((STORED / f"{name}.json").read_text())
    bench = bench_for(tmp_path / name, story)
    first_leg(bench, story)  # brings the device to where the stored run left it
    put_stored(STORED / f"{name}.sqlite.gz", known["run"], bench)
    leg = Leg(bench, story, story.second)
    assert leg.resume(known["run"]).go().status == known["status"]
    assert [prompt.text for prompt in leg.model.prompts] == known["prompts"]
