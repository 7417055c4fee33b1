"""Kinds of app: each a function from a cast to an app and what can be asked of it.

A genre's module is imported when it is first built. The desk, which every world has, is `genres.desk.desk`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

from sextant_worlds.genres.base import Built, Cast, Genre


@dataclass(frozen=True, slots=True)
class LazyGenre:
    """The genre `build` of the module of that name."""

    name: str

    def __call__(self, cast: Cast) -> Built:
        built: Built = import_module(f"{__name__}.{self.name}").build(cast)
        return built


GENRES: Mapping[str, Genre] = {
    name: LazyGenre(name)
    for name in (
        "shop",
        "messages",
        "wallet",
        "parcels",
        "calendar",
        "travel",
        "tasks",
        "feed",
        "home",
        "clinic",
        "tiles",
    )
}
"""By id; the id is also that of the app."""

__all__ = ["GENRES", "LazyGenre"]
