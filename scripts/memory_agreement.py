"""How far the memory score agrees with notes labelled by hand (`tests/worlds/truth`); nothing is asserted."""

import json
from pathlib import Path
from typing import cast

from sextant_worlds.memory import Label, compare
from sextant_worlds.spec.scenario import FactKind

TRUTH = Path(__file__).parent.parent / "tests" / "worlds" / "truth"
PROSE = ("condition", "ordering", "text")
"""Kinds of the sets whose notes are sentences; worlds ask for states of a closed list instead."""


def main() -> None:
    """Prints a line for each set and one for all."""
    whole: list[tuple[str, Label, Label]] = []
    for path in sorted(TRUTH.glob("*_pairs.jsonl")):
        pairs = [cast("dict[str, str]", json.loads(line)) for line in path.read_text("utf-8").splitlines() if line]
        found = [_judged(pair) for pair in pairs]
        print(f"{path.stem.removesuffix('_pairs'):20} {_figures(found)}")
        whole += found
    print(f"{'all':20} {_figures(whole)}")


def _judged(pair: dict[str, str]) -> tuple[str, Label, Label]:
    """Kind, label by hand, label by the score."""
    kind = cast("FactKind", pair["kind"])
    return kind, cast("Label", pair["label"]), compare(pair["gold"], pair["memory"], kind)


def _figures(found: list[tuple[str, Label, Label]]) -> str:
    values = [one for one in found if one[0] not in PROSE]
    right = sum(label == given for _, label, given in found)
    valued = sum(label == given for _, label, given in values)
    missed = sum(label == "complete" != given for _, label, given in values)
    taken = sum(label != "complete" == given for _, label, given in values)
    return (
        f"{right} of {len(found)} ({right / len(found):.3f}); values {valued} of {len(values)} "
        f"({valued / len(values):.3f}): {missed} not found, {taken} taken though the note says otherwise"
    )


if __name__ == "__main__":
    main()
