"""The state and the limits of a search for a screen."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from sextant.actors.judge import JudgeAnswers
from sextant.actors.walk import Destination, WalkState
from sextant.dataclass import dataclass
from sextant.types.codec import from_json, to_json
from sextant.types.screens import ElementRef
from sextant.utg.graph import Place
from sextant.utg.relevance import Led
from sextant.utg.search import KnownScreen, SearchOption

__all__ = ["LookSurvey", "NavigatorSettings", "SearchState", "for_next_goal"]


@dataclass(frozen=True, slots=True)
class NavigatorSettings:
    """Limits of a search.

    Attributes:
        patience: Untried exits taken in one run before it settles for the best screen it has seen.
        steps: Steps made before it does so.
        horizon: Exits more actions away than this, and not on the way back, are ignored; None: none are.
        by_address: Whether a known page more than one touch away is opened by its address.
    """

    patience: int = 25
    steps: int = 60
    horizon: int | None = None
    by_address: bool = False


@dataclass(slots=True)
class SearchState:
    """State of a run, JSON-able; the map itself is on disk."""

    walk: WalkState = field(default_factory=WalkState)
    goal: str = ""
    """The goal of all but `walk`."""
    aim: Destination | None = None
    patience: int = 0
    """Steps left towards the aim."""
    led: Led = field(default_factory=Led)
    """The touch that led to the current screen."""
    came: dict[str, Led] = field(default_factory=dict[str, Led])
    """By `key_of` a place, the touch that led there in this run: a map can be older than the app."""
    opened: ElementRef | None = None
    """The last touch that changed the screen without leaving it."""
    undo: ElementRef | None = None
    """The last touch that hid exits without showing any: it is touched again."""
    hides: set[ElementRef] = field(default_factory=set[ElementRef])
    """Elements found to hide exits; they are left alone everywhere."""
    explored: int = 0
    """Exits that were taken."""
    steps: int = 0
    heard: JudgeAnswers = field(default_factory=JudgeAnswers)
    """A model's answers for the goal."""
    judged: bool = False
    """Whether a model chose among what is known now."""
    vouched: tuple[str, ...] | None = None
    """The page that the model says is the goal."""
    doubts: int = 0
    """Exits taken although one screen is likely enough."""
    refused: set[Place] = field(default_factory=set[Place])
    """Places whose claimed arrival was refused."""
    lost: set[Place] = field(default_factory=set[Place])
    """Places that could not be reached although the map has a route; reset when a new screen is seen."""
    claimed: Place | None = None
    typed: list[str] = field(default_factory=list[str])
    """Addresses that were opened, in order."""
    named: Led = field(default_factory=Led)
    """The names of the page whose address is being opened, which no touch leads to."""
    search_at: tuple[Place, ElementRef] | None = None
    """The place and the field of the app's own search."""
    search: str = ""
    """State of the app's own search: empty, `typed`, `sent`."""
    results: list[Place] = field(default_factory=list[Place])
    """The screens with results of the search: they quote the goal but are not it."""


@dataclass(frozen=True, slots=True)
class LookSurvey:
    """All that one look can choose from.

    Attributes:
        here: The current screen; None where it cannot be the goal.
        known: All screens and pages that were read, the likeliest first.
        ways: Actions to every reachable place.
        found: Untried exits, by descending worth.
        likely: By page, its likelihood.
        settled: The same if no exit led to anything better.
    """

    here: KnownScreen | None
    known: Sequence[KnownScreen]
    ways: Mapping[Place, int]
    found: Sequence[SearchOption]
    likely: Mapping[tuple[str, ...], float]
    settled: Mapping[tuple[str, ...], float]

    def of(self, one: KnownScreen | None) -> float:
        """The likelihood that a screen is the goal."""
        return 0.0 if one is None else self.likely.get(one.page, 0.0)

    @property
    def best(self) -> tuple[KnownScreen | None, float]:
        """The likeliest walked screen, and its likelihood if no exit led to anything better."""
        walked = next((one for one in self.known if not one.read), None)
        return walked, 0.0 if walked is None else self.settled.get(walked.page, 0.0)


def for_next_goal(memory: Any) -> Any:
    """The part of a run's snapshot that serves its next goal: the way back, and what failed."""
    walk = from_json(SearchState, json.dumps(memory)).walk
    carried = WalkState(
        walk.avoid, forbidden=walk.forbidden, back=walk.back, home=walk.home, start=walk.start, looked=walk.looked
    )
    return json.loads(to_json(SearchState, SearchState(carried)))
