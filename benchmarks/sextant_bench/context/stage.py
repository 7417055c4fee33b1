"""A long walk on a world: a page of many elements, details behind its rows, three of which hold what is asked for."""

import itertools
from dataclasses import dataclass

from sextant.errors import UsageError
from sextant.types.actions import PressKey, Tap
from sextant.types.screens import Element, Observation
from sextant_worlds.content import cast
from sextant_worlds.genres import GENRES
from sextant_worlds.spec.phone import PhoneSpec
from sextant_worlds.spec.tasks import nothing_asked
from sextant_worlds.spec.world import World
from sextant_worlds.twin.device import TwinDevice

__all__ = ["LEAST_ELEMENTS", "Fact", "WalkStage", "stage_of"]

LEAST_ELEMENTS = 40
_FACTS = 3
_ROWS = 4
"""Rows in view that lead somewhere; fewer make no walk."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A value behind a row of the list, what stands before it there, and what heads that page and begins the row."""

    title: str
    field: str
    value: str


@dataclass(frozen=True, slots=True)
class WalkStage:
    """A world and its long page.

    Attributes:
        titles: Of the rows in view, which head what is behind them too.
        switch: Labels of the button beside each row that changes something and back.
        facts: What is asked for.
    """

    world: World
    page: str
    elements: int
    titles: tuple[str, ...]
    switch: tuple[str, str]
    facts: tuple[Fact, ...]

    @property
    def goal(self) -> str:
        """What is wanted, without any value."""
        wanted = "; ".join(f'the "{fact.field}" of "{fact.title}"' for fact in self.facts)
        return f"Go through the rows of the list and switch each, and in the end report these: {wanted}."


def stage_of(seed: int) -> WalkStage:
    """The stage of a seed: the first kind of app, from where the seed points, that has such a page.

    Raises:
        UsageError: No kind of app has one; the seed is of no use.
    """
    names = list(GENRES)
    for place in range(len(names)):
        found = _stage(seed, names[(seed + place) % len(names)])
        if found is not None:
            return found
    raise UsageError(f"No world of the seed {seed} has a page of {LEAST_ELEMENTS} elements.", "Take another seed.")


def _stage(seed: int, genre: str) -> WalkStage | None:
    there = cast(seed, "en")
    app = GENRES[genre](there).app
    phone = PhoneSpec(
        locale="en", currency=there.currency, today=there.today.isoformat(), owner=there.owner.given, start=app.id
    )
    world = World(id=f"long-walk-{seed}", seed=seed, phone=phone, apps=(app,), task=nothing_asked("walk"))
    page = _begun(world).look()
    if len(page.elements) < LEAST_ELEMENTS:
        return None
    switch = _switch(world, page)
    behind = [found for row in _rows(page) if (found := _behind(world, page, row)) is not None]
    facts = [found.facts[0] for found in behind if found.facts]
    if switch is None or len(behind) < _ROWS or len(facts) < _FACTS:
        return None
    titles = tuple(found.title for found in behind)
    return WalkStage(world, page.location, len(page.elements), titles, switch, tuple(facts[:_FACTS]))


@dataclass(frozen=True, slots=True)
class _Behind:
    title: str
    facts: tuple[Fact, ...]


def _rows(page: Observation) -> list[Element]:
    """What can be touched in view and is named once."""
    labels = [element.label for element in page.elements]
    return [
        element
        for element in page.elements
        if element.role in ("button", "link", "listitem", "row")
        and element.visibility == "visible"
        and element.label
        and labels.count(element.label) == 1
        and '"' not in element.label
    ]


def _begun(world: World) -> TwinDevice:
    device = TwinDevice(world)
    device.open()
    return device


def _behind(world: World, page: Observation, row: Element) -> _Behind | None:
    """What a row leads to; None where it leads nowhere or not back."""
    device = _begun(world)
    device.perform(Tap(row.box.centre))
    opened = device.look()
    title = next((e.label for e in opened.elements if e.role == "heading" and row.label.startswith(e.label)), "")
    if opened.location == page.location or not title:
        return None
    device.perform(PressKey("back"))
    if device.look().location != page.location:
        return None
    listed = " ".join(element.label for element in page.elements)
    facts = [Fact(title, label, value) for label, value in _pairs(opened) if value not in listed]
    return _Behind(title, tuple(facts))


def _switch(world: World, page: Observation) -> tuple[str, str] | None:
    """Labels of a button beside the rows that is called otherwise after a touch, and again as before after another."""
    for element in page.elements:
        if element.role != "button" or element.visibility != "visible":
            continue
        device = _begun(world)
        device.perform(Tap(element.box.centre))
        once = device.look()
        other = next((one for one in once.elements if one.index == element.index), None)
        if other is None or once.location != page.location or other.label == element.label:
            continue
        device.perform(Tap(other.box.centre))
        after = device.look()
        again = [one.label for one in after.elements if one.index == element.index]
        several = sum(one.label in (element.label, other.label) for one in page.elements) >= _ROWS
        if several and after.location == page.location and again == [element.label]:
            return element.label, other.label
    return None


def _pairs(page: Observation) -> list[tuple[str, str]]:
    """Texts in view that stand one after the other, the second with a figure in it and nowhere else on the page."""
    texts = [element for element in page.elements if element.role == "text" and element.visibility == "visible"]
    told = [element.label for element in texts]
    return [
        (one.label, two.label)
        for one, two in itertools.pairwise(texts)
        if any(character.isdigit() for character in two.label)
        and not any(character.isdigit() for character in one.label)
        and told.count(one.label) == told.count(two.label) == 1
        and 3 <= len(one.label) <= 40
        and len(two.label) <= 40
        and '"' not in one.label
    ]
