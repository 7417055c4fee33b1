"""The memory score against pairs labelled by hand before it was run on them, set after set.

Each set was committed before the code was run on it. Its first figure is the honest one; what is asserted is the figure
after the set had been worked with. The sixth and the seventh were written to be hard: idioms, sources that disagree,
things said in a roundabout way.

| set | pairs | first figure |
|---|---|---|
| development | 683 | 584 (0.855), before any of the work it was written for |
| validation | 259 | 241 (0.931) |
| second validation | 146 | 130 (0.890) |
| third validation | 138 | 125 (0.906) |
| fourth validation | 129 | 116 (0.899) |
| fifth validation | 100 | 90 (0.900) |
| sixth validation | 66 | 49 (0.742) |
| seventh validation | 56 | 47 (0.839) |
"""

import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from sextant.worlds.memory import compare

_TRUTH = Path(__file__).parent / "truth"
_SETS = (
    "development",
    "validation",
    *(f"{which}_validation" for which in ("second", "third", "fourth", "fifth", "sixth", "seventh")),
)


@pytest.mark.parametrize("name", _SETS)
def test_the_score_agrees_with_the_labelled_pairs(name: str):
    lines = (_TRUTH / f"{name}_pairs.jsonl").read_text(encoding="utf-8").splitlines()
    pairs = [json.loads(line) for line in lines if line.strip()]
    wrong = [
        pair["id"]
        for pair in pairs
        if compare(pair["gold"], pair["memory"], pair["kind"], pair["locale"], pair.get("today", "")) != pair["label"]
    ]
    share = 1 - len(wrong) / len(pairs)
    sys.stdout.write(f"{name}: {len(pairs) - len(wrong)}/{len(pairs)} = {share:.4f}\n")
    assert len(pairs) >= 50
    assert share >= 0.98, (share, wrong)


def test_no_pair_stands_in_two_sets():
    seen: Counter[tuple[str, str, str, str]] = Counter()
    for name in _SETS:
        for line in (_TRUTH / f"{name}_pairs.jsonl").read_text(encoding="utf-8").splitlines():
            pair = json.loads(line)
            seen[pair["kind"], pair["gold"], pair["memory"], pair.get("today", "")] += 1
    assert not [key for key, count in seen.items() if count > 1 and key[2].strip()]
