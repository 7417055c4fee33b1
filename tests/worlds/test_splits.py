"""`memory-world 1` never changes silently: what its splits ask for is fixed by hash.

Whoever changes a wording, a genre or the author on purpose raises `SPLIT_VERSION` (or, before a release, writes the
new hashes down here) and says so in the change.
"""

import hashlib
import json
from collections.abc import Iterable

import pytest

from sextant_worlds.author.splits import NAME, SPLIT_VERSION, SPLITS, Split, entries, world_of

pytestmark = pytest.mark.long

LITE_GOALS = "8e9d9faa934a3c5317035140f42617e86b26416adc863041a946a907f86649fe"
"""SHA-256 of the goals and answers of lite, in order."""
PLACES = "87cadfe4b91d6600633da9e77d123b95f5d66546eb3a770ad650d080a17b947a"
"""SHA-256 of what all splits draw: seeds, dials, recipes."""


def _hash(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _values(recipe: object) -> str:
    """What `repr` shows of the values; what the class is called does not matter."""
    return repr(recipe).removeprefix(type(recipe).__name__)


def test_what_is_drawn_is_fixed() -> None:
    assert (NAME, SPLIT_VERSION) == ("memory-world", 1)
    names: list[Split] = list(SPLITS)
    lines = [
        f"{place.name} {place.seed} {json.dumps(place.dials.model_dump(mode='json'), sort_keys=True)} "
        f"Recipe{_values(place.recipe)}"
        for name in names
        for place in entries(name, None if SPLITS[name] else 100)
    ]
    assert len(set(lines)) == len(lines) == 60 + 300 + 60 + 120 + 100
    assert _hash(lines) == PLACES


def test_the_goals_of_lite_are_fixed() -> None:
    tasks = [world_of(place).task for place in entries("lite")]
    assert len({task.goal for task in tasks}) == 60
    assert _hash(f"{task.id}\t{task.goal}\t{task.grading.gold}" for task in tasks) == LITE_GOALS
