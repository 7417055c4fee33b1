"""What a run of the navigator remembers: settings, aim, best screen so far, the way back. All of it JSON-able."""

from dataclasses import dataclass, field

from sextant.utg.arrival import Landing
from sextant.utg.exits import Exit
from sextant.utg.graph import Place, Trigger


@dataclass(frozen=True, slots=True)
class NavigatorSettings:
    """Limits of a search.

    Attributes:
        patience: Untried exits taken in one run before it settles for the best screen it has seen.
        scrolls: Scrolls towards one element before it counts as out of reach.
        tries: Times that one action may fail on one screen.
    """

    patience: int = 50
    scrolls: int = 12
    tries: int = 1


@dataclass(frozen=True, slots=True)
class Aim:
    """Where the navigator is going: a place, there an exit, and why in words."""

    place: Place
    exit: Exit | None
    why: str
    relevance: float = 0.0


@dataclass(frozen=True, slots=True)
class Sighted:
    """The best answer to the goal so far."""

    place: Place
    score: float
    name: str
    said: float = 0.0
    explored: int = 0
    """How many exits had been tried when it was found."""


@dataclass(slots=True)
class State:
    """All that a run has to remember, JSON-able; the map itself is on disk."""

    avoid: set[tuple[str, Trigger]] = field(default_factory=set[tuple[str, Trigger]])
    fails: dict[str, int] = field(default_factory=dict[str, int])
    back: list[Place] = field(default_factory=list[Place])
    refused: set[Place] = field(default_factory=set[Place])
    aim: Aim | None = None
    best: Sighted | None = None
    landing: Landing = field(default_factory=Landing)
    home: str = ""
    seen: set[str] = field(default_factory=set[str])
    start: Place | None = None
    explored: int = 0
    scrolling: str = ""
    in_a_row: int = 0
    scrolled: dict[str, int] = field(default_factory=dict[str, int])
    waited: dict[str, int] = field(default_factory=dict[str, int])
