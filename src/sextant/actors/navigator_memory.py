"""What a run of the navigator remembers: limits, the walk, the best screen so far. All of it JSON-able."""

import json
from dataclasses import dataclass, field
from typing import Any

from sextant.actors.walk import Aim, Walk
from sextant.types.codec import from_json, to_json
from sextant.types.screens import ElementRef
from sextant.utg.graph import Place
from sextant.utg.searching.arrival import Landing


@dataclass(frozen=True, slots=True)
class NavigatorSettings:
    """Limits of a search.

    Attributes:
        patience: Untried exits taken in one run before it settles for the best screen it has seen.
        scrolls: Scrolls towards one element before it counts as out of reach.
        tries: Times that one action may fail on one screen.
        horizon: Untried exits more actions away than this, and not on the way back, are not thought of; None: all are.
        trusted: With this confidence a screen chosen by its meaning is gone to before anything is tried, as where a
            model chooses on a map that is whole (Agent+P, algorithm 1); None: only when what is new has been tried.
    """

    patience: int = 50
    scrolls: int = 12
    tries: int = 1
    horizon: int | None = None
    trusted: float | None = None


@dataclass(frozen=True, slots=True)
class Sighted:
    """The best answer to the goal so far."""

    place: Place
    score: float
    name: str
    said: float = 0.0
    explored: int = 0
    """How many exits had been tried when it was found."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A screen that counts as the goal by other than its words, and why."""

    place: Place
    name: str
    why: str
    opened: ElementRef | None = None
    """What has to have been touched there: it opens on the spot what was meant."""
    before: bool = False
    """The very same goal was reached there before."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A goal that was said to be reached, and where."""

    goal: str
    place: Place


@dataclass(slots=True)
class State:
    """All that a run has to remember, JSON-able; the map itself is on disk."""

    walk: Walk = field(default_factory=Walk)
    refused: set[Place] = field(default_factory=set[Place])
    lost: set[Place] = field(default_factory=set[Place])
    """What could not be got to although the map knows a way; until something new is seen."""
    passed: set[Place] = field(default_factory=set[Place])
    """Where it was, and what was shown did not make sure that it was the goal, whatever the map says of it."""
    returned: set[Place] = field(default_factory=set[Place])
    """Places of the map that were gone to for what it says of them, and were not the goal."""
    tried: set[Place] = field(default_factory=set[Place])
    """Places that were come to by the very control that was aimed at."""
    aim: Aim | None = None
    best: Sighted | None = None
    chosen: Chosen | None = None
    landing: Landing = field(default_factory=Landing)
    opened: ElementRef | None = None
    """What was touched last and opened something without leaving the place."""
    explored: int = 0
    denied: int | None = None
    """How many exits had been tried when one that surely answers the goal could not be touched."""
    goal: str = ""
    """What all but the walk is about."""
    claimed: Claimed | None = None
    """The last claim, until it is known what became of it."""


def for_next_goal(memory: Any) -> Any:
    """What of a run's memory, as a snapshot has it, serves its next goal: the way back, and what did not work."""
    walk = from_json(State, json.dumps(memory)).walk
    kept = Walk(avoid=walk.avoid, fails=walk.fails, back=walk.back, home=walk.home, start=walk.start)
    return json.loads(to_json(State, State(kept)))
