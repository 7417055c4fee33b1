"""`memory-world 1` never changes silently: what its splits ask for is fixed by hash.

Whoever changes a wording, a genre or the author on purpose raises `SPLIT_VERSION` (or, before a release, writes the
new hashes down here) and says so in the change.

What tasks are made of is fixed too: train is made of other things than the tasks that are measured.
"""

import hashlib
import json
from collections.abc import Iterable
from itertools import islice

import pytest

from sextant_worlds.author import TaskRecipe, first_draft
from sextant_worlds.author.recipe import Family
from sextant_worlds.author.shapes import shape_of
from sextant_worlds.author.splits import NAME, SPLIT_VERSION, SPLITS, Split, entries, world_of
from sextant_worlds.author.templates import TEMPLATES
from sextant_worlds.spec.tasks import Dials

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


_ENDS = {"submit complete", "state complete", "act complete", "nothing complete", "nothing infeasible"}


def _shapes(family: Family, template: str, count: int) -> set[str]:
    """Shapes of so many drafts, with more and more to remember."""
    found = set[str]()
    for number in range(count):
        recipe = TaskRecipe(template, family, 30 * number + 1 if template in ("long", "saga") else 1)
        found.add(shape_of(first_draft(9_000 + 37 * number, Dials(variables=number + 1), recipe).world))
    return found


@pytest.mark.parametrize(
    ("family", "template", "shape"),
    [
        ("test", "report", {"look answer -> submit complete", "look act answer -> submit complete"}),
        ("test", "sweep-errand", {"act each(act) -> state complete", "act each(act) act -> state complete"}),
        ("test", "impossible", {"act -> nothing infeasible"}),
        ("train", "keep-one", {"look answer act -> submit complete", "look act answer act -> submit complete"}),
        ("train", "refuse", {"act each(act) act -> nothing infeasible"}),
    ],
)
def test_a_shape_leaves_out_words_apps_values_and_lengths(family: Family, template: str, shape: set[str]) -> None:
    assert _shapes(family, template, 4) <= shape


def test_no_template_of_train_has_the_shape_of_one_of_test() -> None:
    ours = {name: _shapes("train", name, 4) for name in TEMPLATES["train"]}
    theirs = {name: _shapes("test", name, 4) for name in TEMPLATES["test"]}
    measured = set[str]().union(*theirs.values())
    assert {name: found & measured for name, found in ours.items() if found & measured} == {}
    assert {shape.partition("-> ")[2] for shape in measured} <= _ENDS


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_no_world_of_train_has_the_shape_of_one_that_is_measured() -> None:
    sizes: dict[Split, int] = {"train": 126, "lite": 60, "standard": 120, "long": 60, "perturbed": 30}
    shapes = {
        split: {shape_of(world_of(found)) for found in islice(entries(split, n), n)} for split, n in sizes.items()
    }
    measured = set[str]().union(*(found for split, found in shapes.items() if split != "train"))
    assert len(shapes["train"]) >= 20
    assert len(measured) >= 40
    assert not shapes["train"] & measured
