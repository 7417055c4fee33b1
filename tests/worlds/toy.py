"""A small world of two apps and a desk, for the tests of state, twin, grading and rules: `data/toy.yaml`."""

from typing import Any

from sextant_worlds.data_files import read_yaml
from sextant_worlds.spec.world import World

Json = dict[str, Any]


def toy(loop: bool = False, surprises: tuple[Json, ...] = ()) -> Json:
    """The world as JSON, to be broken by tests. `loop`: with a page that opens itself."""
    made: Json = read_yaml("tests.worlds", "data/toy.yaml")
    made["phone"]["surprises"] = list(surprises)
    if loop:
        page = {"id": "loop", "title": "Loop", "blocks": [], "opened": [{"kind": "go", "page": "loop"}]}
        made["apps"][0]["pages"].append(page)
    return made


def toy_world(loop: bool = False, surprises: tuple[Json, ...] = ()) -> World:
    """The world of `toy`."""
    return World.model_validate(toy(loop, surprises))
