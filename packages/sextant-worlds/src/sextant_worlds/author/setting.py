"""Settings: a phone full of apps and what can be asked of each, made from a seed and kept for a while."""

import random
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeVar

from sextant_worlds.author.depths import deep, depths
from sextant_worlds.author.fading import faded
from sextant_worlds.author.recipe import Family
from sextant_worlds.content import cast
from sextant_worlds.genres import GENRES
from sextant_worlds.genres.base import Built, Cast, Chore, Fork, Locale, Loop, Sink, Source
from sextant_worlds.genres.desk import desk
from sextant_worlds.rules.base import Ground
from sextant_worlds.spec.apps import AppSpec
from sextant_worlds.spec.blocks import Board, PictureBlock
from sextant_worlds.spec.phone import Look, Phone
from sextant_worlds.spec.tasks import nothing_asked
from sextant_worlds.spec.world import World
from sextant_worlds.twin.twin import Twin

_APPS = 6
_THEMES: tuple[Literal["material", "ios", "dense", "plain"], ...] = ("material", "ios", "dense", "plain")

T = TypeVar("T")


_MOST = 24


class _Kept(threading.local):
    """Settings made lately, by thread: a setting's stage is one twin, which cannot be shared between two."""

    def __init__(self) -> None:
        self.settings: OrderedDict[tuple[object, ...], Setting] = OrderedDict()


_KEPT = _Kept()


@dataclass(frozen=True)
class Setting:
    """The apps of a world before anything is asked in it."""

    cast: Cast
    builts: tuple[Built, ...]
    desk: AppSpec
    phone: Phone
    order: tuple[str, ...]
    """Of the apps on the launcher."""
    known: dict[str, bool] = field(default_factory=dict[str, bool], compare=False)
    """By source: whether its value stands in its place only, once that was looked at."""

    @cached_property
    def stage(self) -> Twin:
        """A twin of the phone before anything is asked on it: every draft of this setting grows in it, in turn."""
        apps = {spec.id: spec for spec in self.apps}
        return Twin(
            World(
                id="draft",
                seed=0,
                phone=self.phone,
                apps=tuple(apps[app] for app in self.order),
                task=nothing_asked("draft"),
            )
        )

    @cached_property
    def ground(self) -> Ground:
        """What stands on its pages."""
        return Ground(self.stage.world)

    @cached_property
    def depths(self) -> Mapping[tuple[str, str], int]:
        """Of its pages."""
        return depths(self.apps)

    def drawn(self, source: Source) -> str:
        """What shows the value: `swatch`, `badge` … for a picture, `board` for a board, empty for a text."""
        app = next(spec for spec in self.apps if spec.id == source.place.app)
        page = next((page for page in app.pages if page.id == source.place.page), None)
        if source.medium == "text" or page is None:
            return ""
        for block in page.blocks:
            if isinstance(block, PictureBlock | Board) and block.id == source.test_id:
                return block.draw if isinstance(block, PictureBlock) else "board"
        return ""

    def depth(self, source: Source) -> int:
        """Pages below the start of its app at which the value stands, at least 1."""
        return deep(self.depths, source.place)

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


def setting(family: Family, number: int, locale: Locale, need: str = "", fading: int = 0) -> Setting:
    """The setting of that number. Those of the two families never share an app.

    Args:
        family: Seeds of the two are apart.
        number: Which one.
        locale: The language of everything in it.
        need: An app that has to be among them.
        fading: Steps after which some of the values are gone; 0: all stay.
    """
    kept = _KEPT.settings
    key = (family, number, locale, need, fading)
    found = kept.get(key)
    if found is None:
        found = kept[key] = _made(family, number, locale, need, fading)
        if len(kept) > _MOST:
            kept.popitem(last=False)
    kept.move_to_end(key)
    return found


def _made(family: Family, number: int, locale: Locale, need: str, fading: int) -> Setting:
    seed = f"{family} {number}"
    rng = random.Random(f"setting {seed} {need}")  # noqa: S311 - content, not secrets
    names = sorted(GENRES)
    chosen = rng.sample(names, min(_APPS, len(names)))
    if need in GENRES and need not in chosen:
        chosen[rng.randrange(len(chosen))] = need
    who = cast(f"{seed} {need}", locale)
    builts = tuple(GENRES[name](who) for name in chosen)
    if fading:
        builts = tuple(faded(built, fading, rng) for built in builts)
    order = [*chosen, "desk"]
    rng.shuffle(order)
    phone = Phone(
        locale=locale,
        currency=who.currency,
        today=who.today.isoformat(),
        clock=f"{rng.randint(7, 20):02d}:{rng.randint(0, 59):02d}",
        owner=who.owner.given,
        look=Look(theme=rng.choice(_THEMES), dark=rng.random() < 0.3),
    )
    return Setting(who, builts, desk(who), phone, tuple(order))
