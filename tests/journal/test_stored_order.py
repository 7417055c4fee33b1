"""Equal screens have equal texts in every process: what a run stores is found again by its digest."""

import json
import os
import subprocess
import sys

from sextant.types.codec import from_json, to_json
from sextant.types.geometry import Box
from sextant.types.screens import Element

STATES = ("checked", "disabled", "editable", "expanded", "focused", "invalid", "required", "selected")
ELEMENT = Element(0, Box(0, 0, 1, 1), "textbox", states=frozenset(STATES), affordances=frozenset(("type", "tap")))
WRITE = "from tests.journal.test_stored_order import ELEMENT, to_json, Element; print(to_json(Element, ELEMENT))"


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
