"""Phones: a set of apps and what can be asked of each, made from a seed and cached."""

import random
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from sextant_worlds.author.recipe import Family
from sextant_worlds.content import cast
from sextant_worlds.genres import GENRES
from sextant_worlds.genres.base import Built, Chore, FactSource, Fork, Loop, Sink
from sextant_worlds.genres.desk import desk
from sextant_worlds.rules.base import WorldTexts
from sextant_worlds.rules.walk import effects_of
from sextant_worlds.spec.apps import AppPage, AppSpec
from sextant_worlds.spec.blocks import Banner, Block, Board, FactRow, FactsBlock, PictureBlock
from sextant_worlds.spec.effects import Effect, Go, Launch
from sextant_worlds.spec.phone import THEMES, Locale, PhoneLook, PhoneSpec
from sextant_worlds.spec.scenario import FactPlace
from sextant_worlds.spec.tasks import nothing_asked
from sextant_worlds.spec.world import World
from sextant_worlds.twin.twin import Twin

__all__ = ["deep", "depths", "faded"]

_APPS = 6

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

    builts: tuple[Built, ...]
    desk: AppSpec
    phone: PhoneSpec
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
    def ground(self) -> WorldTexts:
        """The texts on its pages."""
        return WorldTexts(self.stage.world)

    @cached_property
    def depths(self) -> Mapping[tuple[str, str], int]:
        """Of its pages."""
        return depths(self.apps)

    def drawn(self, source: FactSource) -> str:
        """The kind of drawing that shows the value: `swatch`, `badge` …, `board`; empty for a text."""
        app = next(spec for spec in self.apps if spec.id == source.place.app)
        page = next((page for page in app.pages if page.id == source.place.page), None)
        if source.medium == "text" or page is None:
            return ""
        for block in page.blocks:
            if isinstance(block, PictureBlock | Board) and block.id == source.test_id:
                return block.draw if isinstance(block, PictureBlock) else "board"
        return ""

    def depth(self, source: FactSource) -> int:
        """The number of pages between the start of its app and the value, at least 1."""
        return deep(self.depths, source.place)

    @property
    def apps(self) -> tuple[AppSpec, ...]:
        """All apps, the desk last."""
        return (*(built.app for built in self.builts), self.desk)

    def name(self, app: str) -> str:
        """The name of the app."""
        return next(spec.name for spec in self.apps if spec.id == app)

    def sources(self) -> tuple[tuple[str, FactSource], ...]:
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
    phone = PhoneSpec(
        locale=locale,
        currency=who.currency,
        today=who.today.isoformat(),
        clock=f"{rng.randint(7, 20):02d}:{rng.randint(0, 59):02d}",
        owner=who.owner.given,
        look=PhoneLook(theme=rng.choice(THEMES), dark=rng.random() < 0.3),
    )
    return Setting(builts, desk(who), phone, tuple(order))


# -- how deep a page lies in its app: the pages between it and the app's start


Depths = Mapping[tuple[str, str], int]
_DEEPEST = 6


def depths(apps: Sequence[AppSpec]) -> Depths:
    """By app and page: how many pages below the app's start or one of its tabs it lies, by the shortest way."""
    leads: dict[tuple[str, str], set[tuple[str, str]]] = {}
    found: dict[tuple[str, str], int] = {}
    for app in apps:
        found |= {(app.id, page): 0 for page in {tab.page for tab in app.tabs} | {app.home}}
        for page in app.pages:
            leads[app.id, page.id] = {
                target for done in effects_of(page, "") if (target := _target(app.id, done.effect)) is not None
            }
    ahead = list(found)
    for node in ahead:
        for target in sorted(leads.get(node, set())):
            if target not in found:
                found[target] = found[node] + 1
                ahead.append(target)
    return found


def deep(known: Depths, place: FactPlace) -> int:
    """Depth of a value that stands there, as the dial counts: 1 to 6."""
    return max(1, min(known.get((place.app, place.page), 1), _DEEPEST))


def _target(app: str, effect: Effect) -> tuple[str, str] | None:
    match effect:
        case Go():
            return app, effect.page
        case Launch() if effect.app == app and effect.page is not None:
            return app, effect.page
        case _:
            return None


# -- values that do not stay: rows of facts become strips that are gone some steps after their page was first opened


_FADING = 3
"""So many rows of an app fade."""


def faded(built: Built, steps: int, rng: random.Random) -> Built:
    """The app with some of its facts shown for that many steps only."""
    places = sorted({(s.place.page, s.test_id) for s in built.sources if _may_fade(s)})
    chosen = set(rng.sample(places, min(_FADING, len(places))))
    sources = tuple(
        replace(source, test_id=_strip(source.test_id), transient=steps)
        if (source.place.page, source.test_id) in chosen
        else source
        for source in built.sources
    )
    return replace(built, app=_app(built.app, chosen, steps), sources=sources)


def _may_fade(source: FactSource) -> bool:
    return source.medium == "text" and source.test_id.startswith("fact-") and not source.group and source.depth > 1


def _strip(test_id: str) -> str:
    return f"notice-{test_id.removeprefix('fact-')}"[:48]


def _app(app: AppSpec, chosen: set[tuple[str, str]], steps: int) -> AppSpec:
    pages = tuple(
        _page(page, {test_id for name, test_id in chosen if name == page.id}, steps)
        if any(name == page.id for name, _ in chosen)
        else page
        for page in app.pages
    )
    strips = {f"{row.label}: {row.value}": f"{app.also[row.label]}: {row.value}" for row in _rows(app, chosen)}
    return app.model_copy(update={"pages": pages, "also": app.also | strips})


def _rows(app: AppSpec, chosen: set[tuple[str, str]]) -> list[FactRow]:
    """The rows that fade and whose labels are known in the other language."""
    return [
        row
        for page in app.pages
        for block in page.blocks
        if isinstance(block, FactsBlock)
        for row in block.rows
        if (page.id, f"fact-{row.id}") in chosen and row.label in app.also
    ]


def _page(page: AppPage, chosen: set[str], steps: int) -> AppPage:
    strips: list[Block] = []
    rest: list[Block] = []
    for block in page.blocks:
        if not isinstance(block, FactsBlock):
            rest.append(block)
            continue
        gone = [row for row in block.rows if f"fact-{row.id}" in chosen]
        left = tuple(row for row in block.rows if row not in gone)
        strips += [_banner(row, steps) for row in gone]
        if left:
            rest.append(block.model_copy(update={"rows": left}))
    return page.model_copy(update={"blocks": (*strips, *rest)})


def _banner(row: FactRow, steps: int) -> Banner:
    return Banner(id=_strip(f"fact-{row.id}"), text=f"{row.label}: {row.value}", shown=steps, when=row.when)
