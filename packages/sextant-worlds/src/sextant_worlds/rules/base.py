"""Shared by the rules: a break, a world prepared for search, and the limits of size."""

import re
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sextant_worlds.engine.data import Json
from sextant_worlds.engine.prepare import served
from sextant_worlds.engine.update import start
from sextant_worlds.rules.texts import texts_of
from sextant_worlds.spec.apps import AppSpec
from sextant_worlds.spec.scenario import Fact, FactKind, FactPlace
from sextant_worlds.spec.world import World
from sextant_worlds.truth.patterns import MAX_PATTERN

DERIVED: frozenset[FactKind] = frozenset({"total", "ordering"})
"""Kinds that are worked out from what is shown, and stand nowhere themselves."""
OPEN: frozenset[FactKind] = frozenset({"condition"})
"""Kinds whose values may be spoken of: which of them it is has to be remembered."""
WORDED: frozenset[FactKind] = frozenset({"condition", "text"})
"""Kinds whose values are words of a closed list, `scenario.options`."""


@dataclass(frozen=True, slots=True)
class Break:
    """A broken rule: its name, the path of the field, and the problem."""

    rule: str
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.where}: {self.message}"


def stands_in(value: str, text: str) -> bool:
    """Whether the text contains the value as whole words, ignoring case."""
    value, text = value.casefold(), text.casefold()
    if not value or value not in text:
        return False
    left = r"(?<![^\W_])" if re.match(r"\w", value) and value[0].isascii() else ""
    right = r"(?![^\W_])" if re.search(r"\w$", value) and value[-1].isascii() else ""
    return re.search(left + re.escape(value) + right, text) is not None


@dataclass(frozen=True, slots=True)
class _PageTexts:
    """The texts on the pages of some apps."""

    apps: tuple[AppSpec, ...]
    places: dict[tuple[str, str, str], tuple[str, ...]]
    pages: dict[tuple[str, str, str], str]
    whole: str


_KEPT = 48
_KNOWN_VALID: "OrderedDict[tuple[object, ...], _PageTexts]" = OrderedDict()
"""Many tasks are written for the same apps."""


_VALID: "OrderedDict[tuple[int, ...], tuple[AppSpec, ...]]" = OrderedDict()


def is_known_valid(apps: tuple[AppSpec, ...]) -> bool:
    """Whether these very apps were found to fit together lately: many tasks are written for the same ones."""
    return tuple(sorted(map(id, apps))) in _VALID


def note_valid(apps: tuple[AppSpec, ...]) -> None:
    """Notes that they do; what is noted holds them, so that no other app has their identity."""
    _VALID[tuple(sorted(map(id, apps)))] = apps
    if len(_VALID) > _KEPT:
        _VALID.popitem(last=False)


class WorldTexts:
    """A started world without its surprises, and the texts on each of its pages."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.served: Json = served(world)
        self.served["phone"]["surprises"] = []
        self.state: Json = start(self.served)
        self.facts = {fact.id: fact for fact in world.scenario.facts}

    @cached_property
    def remembered(self) -> tuple[Fact, ...]:
        """The facts that the task's answer or memory items rest on."""
        ids = [*(item.fact for item in self.world.task.memory_items), *self.world.scenario.truth.facts]
        return tuple(self.facts[fact] for fact in dict.fromkeys(ids) if fact in self.facts)

    @cached_property
    def pages(self) -> dict[tuple[str, str, str], str]:
        """The same, each page as one folded text."""
        return self._laid.pages

    @cached_property
    def whole(self) -> str:
        """All pages as one folded text, for a fast check that a text occurs nowhere."""
        return self._laid.whole

    @cached_property
    def _laid(self) -> "_PageTexts":
        phone = self.world.phone
        key = (*sorted(id(app) for app in self.world.apps), phone.locale, phone.currency, phone.today)
        found = _KNOWN_VALID.get(key)
        if found is None:  # what is kept holds its apps, so no other app has their identity
            places = {place: texts_of(self.served, self.state, *place) for place in self._places()}
            pages = {place: "\n".join(texts).casefold() for place, texts in places.items()}
            found = _KNOWN_VALID[key] = _PageTexts(self.world.apps, places, pages, "\n\n".join(pages.values()))
            if len(_KNOWN_VALID) > _KEPT:
                _KNOWN_VALID.popitem(last=False)
        return found

    def _places(self) -> Iterator[tuple[str, str, str]]:
        for app in self.world.apps:
            for page in app.pages:
                if page.of is None:
                    yield app.id, page.id, ""
                else:
                    for record in app.collections.get(page.of, ()):
                        yield app.id, page.id, str(record["id"])

    def key(self, place: FactPlace) -> tuple[str, str, str]:
        """A place as `places` knows it."""
        try:
            of = self.world.app(place.app).page(place.page).of
        except KeyError:
            of = ""
        return place.app, place.page, place.record if of is not None else ""


# -- rule `size`: a world is small. Checked first, so that nothing else has to fear a large one


MAX_APPS, MAX_PAGES, MAX_BLOCKS = 12, 40, 60
MAX_RECORDS, MAX_ALL_RECORDS, MAX_TEXT = 400, 3000, 4000
MAX_SURPRISES, MAX_LINES = 40, 600


def size_breaks(world: World, apps: bool = True) -> Iterator[Break]:
    """What is too large. Without `apps`, of task and phone alone."""
    task = world.task
    yield from _over("apps", len(world.apps), MAX_APPS, "apps")
    yield from _over("phone.surprises", len(world.phone.surprises), MAX_SURPRISES, "surprises")
    yield from _over("task.instructions", len(task.instructions), MAX_LINES, "lines")
    yield from _over("task.grading.pass_regex", len(task.grading.pass_regex), MAX_PATTERN, "characters")
    total = 0
    for number, app in enumerate(world.apps if apps else ()):
        yield from _over(f"apps.{number}.pages", len(app.pages), MAX_PAGES, "pages")
        for place, page in enumerate(app.pages):
            yield from _over(f"apps.{number}.pages.{place}.blocks", len(page.blocks), MAX_BLOCKS, "blocks")
        for name, records in app.collections.items():
            path = f"apps.{number}.collections.{name}"
            total += len(records)
            yield from _over(path, len(records), MAX_RECORDS, "records")
            for place, record in enumerate(records):
                longest = max((len(value) for value in record.values() if isinstance(value, str)), default=0)
                yield from _over(f"{path}.{place}", longest, MAX_TEXT, "characters in one text")
    yield from _over("apps", total, MAX_ALL_RECORDS, "records in all")


def _over(where: str, size: int, limit: int, what: str) -> Iterator[Break]:
    if size > limit:
        yield Break("size", where, f"has {size} {what}; at most {limit} are allowed")
