"""What tasks are made of, and that train is made of other things than the tasks that are measured."""

from itertools import islice

import pytest

from sextant_worlds.author import TaskRecipe, draft
from sextant_worlds.author.recipe import Family
from sextant_worlds.author.shapes import shape_of
from sextant_worlds.author.splits import Split, entries, world_of
from sextant_worlds.author.templates import TEMPLATES
from sextant_worlds.spec.tasks import Dials

pytestmark = pytest.mark.long

_ENDS = {"submit complete", "state complete", "act complete", "nothing complete", "nothing infeasible"}


def _shapes(family: Family, template: str, count: int) -> set[str]:
    """Shapes of so many drafts, with more and more to remember."""
    found = set[str]()
    for number in range(count):
        recipe = TaskRecipe(template, family, 30 * number + 1 if template in ("long", "saga") else 1)
        found.add(shape_of(draft(9_000 + 37 * number, Dials(variables=number + 1), recipe)))
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
