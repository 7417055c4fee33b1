"""Leaks: values on screens before they are read, and truth in the served page."""

import json
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any

from sextant.errors import UsageError
from sextant.types.screens import Screen
from sextant_worlds.engine.data import Json
from sextant_worlds.engine.prepare import served
from sextant_worlds.oracle.walk import place_of
from sextant_worlds.page.html import plain_text, served_text
from sextant_worlds.rules import Break
from sextant_worlds.rules.base import DERIVED, OPEN, stands_in
from sextant_worlds.spec.apps import AppSpec
from sextant_worlds.spec.scenario import Fact, FactPlace
from sextant_worlds.spec.world import World

__all__ = ["early_leaks", "served_breaks", "truth_breaks"]

_SERVED = frozenset({"id", "phone", "order", "apps"})
_TELLING = 4
"""A value of fewer characters stands anywhere by chance."""
_LABELLED = 12
"""A label or an id of fewer characters may be a page's own word."""
_KEPT = 400
_READ: "OrderedDict[int, tuple[AppSpec, str]]" = OrderedDict()
"""All texts of apps that were served lately, by identity: many tasks are written for the same ones."""


def early_leaks(
    world: World, screens: Sequence[Screen], read: dict[str, int], places: Sequence[FactPlace] = ()
) -> Iterator[Break]:
    """Finds values that are on a screen before they are read, outside their own place.

    Args:
        world: The world with its facts.
        screens: The screens of a walk, in order.
        read: The index of the screen on which each fact was read.
        places: The place of each screen, for devices that do not report it.
    """
    texts: dict[int, str] = {}
    for fact in world.scenario.facts:
        if fact.kind in DERIVED or fact.kind in OPEN or fact.id not in read:
            continue
        for index, screen in enumerate(screens[: read[fact.id]]):
            if not _shows(screen, fact, texts):
                continue
            if _belongs(places[index] if places else place_of(screen), fact):
                continue
            place = screen.key.label or screen.key.id
            where = f"scenario.facts[{fact.id}]"
            yield Break("early", where, f"{fact.shown!r} is on the screen {place!r} at step {index}, unread")
            break


def _shows(screen: Screen, fact: Fact, texts: dict[int, str]) -> bool:
    """`texts` is by identity: the screens are held by their walk, and the twin gives the same one again."""
    text = texts.get(id(screen))
    if text is None:
        said = [part for element in screen.elements for part in (element.text, element.value, element.name) if part]
        text = texts[id(screen)] = "\n".join(said)
    return fact.shown in text and stands_in(fact.shown, text)


def _belongs(at: FactPlace, fact: Fact) -> bool:
    return (at.app, at.page) == (fact.place.app, fact.place.page) and at.record in ("", fact.place.record)


def served_breaks(world: World, page: str) -> Iterator[Break]:
    """Checks that the served page contains only phone and apps, and no fact outside its packed data.

    The packed data contain the values as records, but never the truth about them: the guideline, the pattern of the
    answer, ids and labels of facts, or a computed answer.
    """
    plain = plain_text(page)
    for fact in world.scenario.facts:
        if fact.kind not in DERIVED | OPEN and len(fact.shown) >= _TELLING and fact.shown in plain:
            yield Break("served", f"scenario.facts[{fact.id}]", f"the served page holds {fact.shown!r} unpacked")
    try:
        known = json.loads(served_text(page))
    except (UsageError, ValueError) as error:
        yield Break("served", "page", f"what is served cannot be looked into: {error}")
        return
    more = sorted(set(known) - _SERVED)
    if more:
        yield Break("served", "page", f"it serves {more} besides phone and apps")
    yield from _told(world, "\n".join(_strings(known)))


def truth_breaks(world: World) -> Iterator[Break]:
    """The same of the world as any page would serve it, without making one: its apps are read once for all tasks."""
    known = served(world)
    rest = {name: value for name, value in known.items() if name != "apps"}
    texts = (_read(app, known["apps"][app.id]) for app in world.apps)
    yield from _told(world, "\n".join((*_strings(rest), *texts)))


def _read(app: AppSpec, known: Json) -> str:
    found = _READ.get(id(app))
    if found is not None and found[0] is app:
        return found[1]
    text = "\n".join((app.id, *_strings(known)))
    _READ[id(app)] = (app, text)  # what is kept holds its app, so no other app has its identity
    if len(_READ) > _KEPT:
        _READ.popitem(last=False)
    return text


def _told(world: World, text: str) -> Iterator[Break]:
    for where, secret in _truth(world):
        if secret in text and stands_in(secret, text):
            yield Break("served", where, f"the served world holds {secret[:80]!r}")


def _truth(world: World) -> Iterator[tuple[str, str]]:
    """The data that only the author knows, by field."""
    task, scenario = world.task, world.scenario
    yield from (("task.guideline", line) for line in task.guideline.splitlines() if len(line) >= _LABELLED)
    if task.grading.pass_regex:
        yield "task.grading.pass_regex", task.grading.pass_regex
    for fact in scenario.facts:
        where = f"scenario.facts[{fact.id}]"
        if len(fact.id) >= _LABELLED and fact.id != fact.test_id:
            yield where, fact.id
        if len(fact.label) >= _LABELLED:
            yield where, fact.label
        if fact.kind in DERIVED and len(fact.shown) >= _TELLING:
            yield where, fact.shown
    if task.grading.kind in DERIVED and len(scenario.truth.gold) >= _TELLING:
        yield "scenario.truth.gold", scenario.truth.gold


def _strings(value: Json) -> list[str]:
    """Every text in JSON data, keys among them."""
    found: list[str] = []
    waiting: list[Any] = [value]
    while waiting:
        inner = waiting.pop()
        if type(inner) is str:
            found.append(inner)
        elif type(inner) is dict:
            waiting += inner  # pyright: ignore[reportUnknownArgumentType]
            waiting += inner.values()  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
        elif type(inner) is list:
            waiting += inner  # pyright: ignore[reportUnknownArgumentType]
    return found
