"""The memory score against pairs that it was never tuned on.

The first figure: 100 of 110 (0.9091, 95 % interval 0.841 to 0.950), by kind 11 of 11 for code, date, time, name, number
and total, 10 of 11 for price and condition, 7 of 11 for ordering and text.
After the comparison had been reworked on other pairs: 103 of 110 (0.9364, 0.874 to 0.969), the overall number alone.

No single pair has been looked at since, and none is to be: a disagreement stays in the figure. The floor is the lower
end of that interval; it guards against losses and is no aim.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from sextant.worlds.memory import compare

_PAIRS = Path(__file__).parent / "truth" / "held_out_pairs.jsonl"
_FLOOR = 0.87


def test_the_score_agrees_with_pairs_it_was_not_tuned_on():
    lines = _PAIRS.read_text(encoding="utf-8").splitlines()
    pairs = [json.loads(line) for line in lines if line.strip()]
    right = Counter(
        pair["kind"]
        for pair in pairs
        if compare(pair["gold"], pair["memory"], pair["kind"], pair["locale"], pair.get("today", "")) == pair["label"]
    )
    share = right.total() / len(pairs)
    sys.stdout.write(f"{right.total()}/{len(pairs)} = {share:.4f} {dict(right)}\n")
    assert len(pairs) >= 100
    assert share >= _FLOOR, (share, dict(right))
