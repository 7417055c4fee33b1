"""Settings: a phone full of apps and what can be asked of each, made from a seed and kept for a while."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar

from sextant.worlds.author.recipe import Family
from sextant.worlds.content import cast
from sextant.worlds.genres import GENRES
from sextant.worlds.genres.base import Built, Cast, Chore, Fork, Locale, Loop, Sink, Source
from sextant.worlds.genres.desk import desk
from sextant.worlds.spec.apps import AppSpec

_APPS = 6

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Setting:
    """The apps of a world before anything is asked in it."""

    cast: Cast
    builts: tuple[Built, ...]
    desk: AppSpec
    known: dict[str, bool] = field(default_factory=dict[str, bool], compare=False)
    """By source: whether its value stands in its place only, once that was looked at."""

    @property
    def apps(self) -> tuple[AppSpec, ...]:
        """All apps, the desk last."""
        return (*(built.app for built in self.builts), self.desk)

    def name(self, app: str) -> str:
        """What the app is called."""
        return next(spec.name for spec in self.apps if spec.id == app)

    def sources(self) -> tuple[tuple[str, Source], ...]:
        return self._all(lambda built: built.sources)

    def sinks(self) -> tuple[tuple[str, Sink], ...]:
        return self._all(lambda built: built.sinks)

    def chores(self) -> tuple[tuple[str, Chore], ...]:
        return self._all(lambda built: built.chores)

    def loops(self) -> tuple[tuple[str, Loop], ...]:
        return self._all(lambda built: built.loops)

    def forks(self) -> tuple[tuple[str, Fork], ...]:
        return self._all(lambda built: built.forks)

    def _all(self, of: Callable[[Built], Sequence[T]]) -> tuple[tuple[str, T], ...]:
        return tuple((built.app.id, found) for built in self.builts for found in of(built))


@lru_cache(maxsize=48)
def setting(family: Family, number: int, locale: Locale, need: str = "", count: int = _APPS) -> Setting:
    """The setting of that number. Those of the two families never share an app.

    Args:
        family: Seeds of the two are apart.
        number: Which one.
        locale: The language of everything in it.
        need: An app that has to be among them.
        count: How many apps besides the desk, at most as many as there are genres.
    """
    seed = f"{family} {number}"
    rng = random.Random(f"setting {seed} {need}")  # noqa: S311 - content, not secrets
    names = sorted(GENRES)
    chosen = rng.sample(names, min(count, len(names)))
    if need in GENRES and need not in chosen:
        chosen[rng.randrange(len(chosen))] = need
    who = cast(f"{seed} {need}", locale)
    return Setting(who, tuple(GENRES[name](who) for name in chosen), desk(who))
