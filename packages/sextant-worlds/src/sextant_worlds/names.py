"""Finds a world by name: a file, a task of a split, or a seed."""

import re
from pathlib import Path

from sextant.errors import UsageError
from sextant_worlds.author import build
from sextant_worlds.author.splits import task_of_split
from sextant_worlds.spec import World, load

__all__ = ["WORLD_FORMS", "find_world"]

WORLD_FORMS = ("FILE.json", "SPLIT/INDEX", "SEED")
"""Every form a world may be named in, as shown to people: `w.json`, `lite/12`, `7`."""


def find_world(name: str) -> World:
    """The world that `name` stands for: a file, a task of a split, or what the author writes from a seed.

    Raises:
        UsageError: There is no such world; the message names the forms.
    """
    if re.fullmatch(r"\d{1,9}", name):
        return build(int(name))
    split, slash, index = name.partition("/")
    if slash and index.isdigit() and not Path(name).exists():
        return task_of_split(split, int(index))
    if name.endswith(".json") or Path(name).is_file():
        return load(Path(name))
    raise UsageError(f"Unknown world {name!r}.", f"Valid forms: {', '.join(WORLD_FORMS)}, such as lite/12 or 7.")
