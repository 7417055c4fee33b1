"""What is true in a world, what merely looks like it, and what the answer is. Never given to an agent."""

from typing import Literal

from pydantic import Field

from sextant_worlds.spec.base import Id, SpecModel

FactKind = Literal["code", "price", "date", "time", "name", "number", "ordering", "total", "condition", "text"]


class FactPlace(SpecModel):
    """Where something stands: an app, a page of it, the page's record."""

    app: Id
    page: Id
    record: str = ""


class Fact(SpecModel):
    """A value that stands in exactly one place and has to be remembered from there."""

    id: Id
    kind: FactKind
    label: str
    """What it is, in words: `the pickup code of order 4182`."""
    value: str
    """Canonical: money as an integer of the smallest unit, a date as ISO 8601."""
    shown: str
    """As the page shows it."""
    place: FactPlace
    where: str
    """The way to it in words: `Orders > Ceramic teapot`."""
    medium: Literal["text", "pixels"] = "text"
    test_id: str = ""
    """Of the element that shows it."""


class Distractor(SpecModel):
    """A value of the same kind that must not be taken for a fact."""

    id: Id
    kind: FactKind
    shown: str
    place: FactPlace
    why: str = ""
    """Why it changes neither a ranking nor a sum."""


class Truth(SpecModel):
    """The answer, and which facts it follows from."""

    gold: str = ""
    """Canonical answer; empty where the task has none to report."""
    facts: tuple[Id, ...] = ()


class Scenario(SpecModel):
    facts: tuple[Fact, ...] = ()
    distractors: tuple[Distractor, ...] = ()
    truth: Truth = Truth()
    options: dict[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])
    """By fact: the values it could have had, for guessers; of a condition or a text, its closed list."""
