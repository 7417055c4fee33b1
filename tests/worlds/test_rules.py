"""One broken world for each rule (`data/broken.yaml`): the break names the rule and the field."""

from typing import Any

import pytest

from sextant_worlds.data_files import read_yaml
from sextant_worlds.rules import breaks
from sextant_worlds.rules.base import stands_in
from sextant_worlds.spec.world import World
from tests.worlds.sample import sample
from tests.worlds.toy import toy, toy_world

MANY = [{"id": f"i{n}"} for n in range(500)]
CASES: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    "too many records": ("size", "apps.0.collections.items", "500 records", {"apps.0.collections.items": MANY}),
    **read_yaml("tests.worlds", "data/broken.yaml"),
}


def change(world: Any, path: str, value: object) -> None:
    """Sets the field at a dotted path; `+` as last part appends, and `cut PATH` removes the field."""
    *way, last = path.removeprefix("cut ").split(".")
    here = world
    for part in way:
        here = here[int(part) if part.isdigit() else part]
    place = int(last) if last.isdigit() else last
    if path.startswith("cut "):
        here.pop(place)
    elif place == "+":
        here.append(value)
    else:
        here[place] = value


def test_whole_worlds_break_nothing() -> None:
    assert breaks(toy_world()) == ()
    structural = {"size", "unique-ids", "reference", "unreachable", "page-cycle", "filters"}
    assert [found for found in breaks(sample()) if found.rule in structural and found.where.startswith("apps")] == []


@pytest.mark.parametrize("case", sorted(CASES))
def test_a_broken_world_is_told(case: str) -> None:
    rule, where, said, changes = CASES[case]
    world = toy()
    for path, value in changes.items():
        change(world, path, value)
    found = breaks(World.model_validate(world))
    fitting = [one for one in found if (one.rule, one.where) == (rule, where)]
    assert any(said in one.message for one in fitting), [str(one) for one in found]


@pytest.mark.parametrize(
    ("value", "text", "held"),
    [
        ("QX-1", "the code QX-1.", True),
        ("QX-1", "the code QX-12", False),
        ("12", "at 2012", False),
        ("ada", "Ask Ada!", True),
        ("李雷", "告诉李雷吧", True),
        ("", "anything", False),
    ],
)
def test_values_are_found_as_words(value: str, text: str, held: bool) -> None:
    assert stands_in(value, text) is held
