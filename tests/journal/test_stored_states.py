"""Runs that earlier versions have stored are taken up: what the model is told next is what that version would tell."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sextant.errors import JournalFault
from sextant.journal.entries import checksum
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


def test_a_state_that_no_version_has_written_is_refused_with_the_place_of_the_damage(tmp_path: Path) -> None:
    story = STORIES["program"]
    bench = bench_for(tmp_path, story)
    run = first_leg(bench, story)
    with closing(sqlite3.connect(bench.root / "runs" / run / "run.sqlite")) as db:
        (body,) = db.execute("SELECT body FROM snapshots WHERE name = 'course'").fetchone()
        damaged = str(body).replace('"at":1', '"at":"one"')
        assert damaged != body
        db.execute("UPDATE snapshots SET body = ?, crc = ? WHERE name = 'course'", (damaged, checksum(damaged)))
        db.commit()
    with pytest.raises(JournalFault, match=r"is damaged: frames\.0\.at: .*\. Look at it with: sextant replay"):
        Leg(bench, story, story.second).resume(run)
