"""What a genre gives: an app with content, and what can be asked of it.

A genre is a function of a `Cast`. Everything it offers is bound to moves by test id, so that each can be proven by
carrying it out. Phrases are offered in several wordings, in the language of the cast.
"""

from dataclasses import dataclass
from typing import Literal, Protocol

from sextant_worlds.content.people import Cast, WorldPerson
from sextant_worlds.spec.apps import AppSpec
from sextant_worlds.spec.reference import Each, Move
from sextant_worlds.spec.scenario import Distractor, FactKind, FactPlace
from sextant_worlds.spec.tasks import StatePredicate

__all__ = ["Built", "Cast", "Chore", "FactSource", "Fork", "Genre", "Loop", "Sink", "WorldPerson"]


@dataclass(frozen=True, slots=True)
class FactSource:
    """A value that stands in one place of the app, can be read there, and is to be found nowhere else.

    `moves` lead from the app's start page to where it is on the screen. `options` are values it could have had (the
    same kind and form), those of the distractors among them.
    """

    id: str
    kind: FactKind
    label: str
    """In a sentence: `the pickup code of the ceramic teapot`."""
    field: str
    """As the page labels it: `Pickup code`. Empty where the value stands in pixels only."""
    value: str
    shown: str
    place: FactPlace
    where: str
    moves: tuple[Move, ...]
    options: tuple[str, ...]
    distractors: tuple[Distractor, ...] = ()
    medium: Literal["text", "pixels"] = "text"
    test_id: str = ""
    depth: int = 1
    transient: int = 0
    """Steps after which it is gone; 0: it stays."""
    group: str = ""
    """Sources of one group can be compared or added: prices of one wish list."""


@dataclass(frozen=True, slots=True)
class Sink:
    """Something to do with values that were read elsewhere. `{0}`, `{1}` … stand for them in every text.

    In `goals` the author puts the label of a source, in `moves` and `expects` the value or `{fact:ID}`.
    """

    id: str
    takes: tuple[FactKind, ...]
    """Kinds accepted, one a place."""
    goals: tuple[str, ...]
    """Wordings: `text {0} to Amara Okafor`."""
    moves: tuple[Move, ...]
    expects: tuple[StatePredicate, ...]
    touches: tuple[str, ...]
    once: bool = False
    """An act that must happen exactly once."""


@dataclass(frozen=True, slots=True)
class Chore:
    """Something to do that needs no memory: everything stands in the goal."""

    id: str
    goals: tuple[str, ...]
    moves: tuple[Move, ...]
    expects: tuple[StatePredicate, ...]
    touches: tuple[str, ...]
    once: bool = False
    satisfied: bool = False
    """It is so already: doing nothing and saying so is right."""
    impossible: str = ""
    """Why it cannot be done, where it cannot; `moves` then lead to where this is to be seen."""


@dataclass(frozen=True, slots=True)
class Loop:
    """The same for each record of a list whose length is not told.

    `moves` are carried out for each, with `{item.FIELD}`; they begin and end on the screen that `enter` leads to.
    With `reads`, that field of each is read and added up instead: `total` is then the sum, and `goals` are noun phrases
    for it (`what all saved items cost together`).
    """

    id: str
    goals: tuple[str, ...]
    enter: tuple[Move, ...]
    each: Each
    step: str
    """What is done for one, in words, with `{item}` for its name: `Archive {item}`."""
    moves: tuple[Move, ...]
    expects: tuple[StatePredicate, ...] = ()
    touches: tuple[str, ...] = ()
    reads: str = ""
    total: str = ""
    kind: FactKind = "total"
    where: str = ""
    place: FactPlace | None = None
    items: tuple[str, ...] = ()
    """Values that are added, in order, where `reads` is set."""


@dataclass(frozen=True, slots=True)
class Fork:
    """Two things, of which one is to be done, by what is found.

    `source` is of kind `condition`; `when` is one of its values, `then` and `otherwise` are chores of this genre.
    """

    id: str
    source: FactSource
    when: str
    goals: tuple[str, ...]
    """Wordings: `if {0} says "Delayed", {then}; otherwise {otherwise}`."""
    then: Chore
    otherwise: Chore


@dataclass(frozen=True, slots=True)
class Built:
    """An app and what can be asked of it."""

    app: AppSpec
    sources: tuple[FactSource, ...] = ()
    sinks: tuple[Sink, ...] = ()
    chores: tuple[Chore, ...] = ()
    loops: tuple[Loop, ...] = ()
    forks: tuple[Fork, ...] = ()


class Genre(Protocol):
    """Builds an app of a kind. Equal casts give equal apps."""

    def __call__(self, cast: Cast) -> Built: ...
