"""What earlier versions have stored is taken up, and equal screens have equal texts in every process."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from sextant.errors import JournalFault
from sextant.journal.entries import checksum
from sextant.types.codec import from_json, to_json
from sextant.types.geometry import Box
from sextant.types.screens import Element
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


STATES = ("checked", "disabled", "editable", "expanded", "focused", "invalid", "required", "selected")
ELEMENT = Element(0, Box(0, 0, 1, 1), "textbox", states=frozenset(STATES), affordances=frozenset(("type", "tap")))
WRITE = "from tests.journal.test_stored_states import ELEMENT, to_json, Element; print(to_json(Element, ELEMENT))"


def test_sets_are_written_in_order_and_read_back() -> None:
    text = to_json(Element, ELEMENT)
    assert json.loads(text)["states"] == list(STATES)
    assert from_json(Element, text) == ELEMENT


def test_another_process_writes_the_same() -> None:
    texts = {
        subprocess.run(
            [sys.executable, "-c", WRITE],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(texts) == 1
