"""What a search for a screen remembers of its run, and its limits."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sextant.actors.judge import Heard
from sextant.actors.walk import Destination, WalkState
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
        patience: Untried ways on that are taken in one run before it settles for the best screen it has seen.
        steps: Steps that are made before it does so.
        horizon: Ways on more actions away than this, and not on the way back, are not thought of; None: all are.
        by_address: Whether a page that is known and more than one touch away is opened by its address.
    """

    patience: int = 25
    steps: int = 60
    horizon: int | None = None
    by_address: bool = False


@dataclass(slots=True)
class SearchState:
    """All that a run has to remember, JSON-able; the map itself is on disk."""

    walk: WalkState = field(default_factory=WalkState)
    goal: str = ""
    """What all but the walk is about."""
    aim: Destination | None = None
    patience: int = 0
    """Steps that may still be made towards the aim."""
    led: Led = field(default_factory=Led)
    """What was touched to come here."""
    came: dict[str, Led] = field(default_factory=dict[str, Led])
    """By place, as `key_of` has it, what led there in this run: a map can be older than the app."""
    opened: ElementRef | None = None
    """What was touched last and changed the screen without leaving it."""
    undo: ElementRef | None = None
    """What was touched last and hid ways on without showing any: it is touched again."""
    hides: set[ElementRef] = field(default_factory=set[ElementRef])
    """What was found to do so; it is left alone, wherever it stands."""
    explored: int = 0
    """Ways on that were taken."""
    steps: int = 0
    heard: Heard = field(default_factory=Heard)
    """What a model said of the goal."""
    judged: bool = False
    """Whether a model said what is meant of what is known now."""
    vouched: tuple[str, ...] | None = None
    """The page that it says is what was asked for."""
    doubts: int = 0
    """Ways on that were taken although one screen is likely enough but for what they may lead to."""
    refused: set[Place] = field(default_factory=set[Place])
    """Where an arrival was claimed and not believed."""
    lost: set[Place] = field(default_factory=set[Place])
    """What could not be got to although the map knows a way; until something new is seen."""
    claimed: Place | None = None
    typed: list[str] = field(default_factory=list[str])
    """Addresses that were opened, where that is allowed, in their order."""
    named: Led = field(default_factory=Led)
    """What names the page whose address is being opened; nothing is touched for it."""
    search_at: tuple[Place, ElementRef] | None = None
    """Where the app's own search is."""
    search: str = ""
    """How far the app's own search has come: empty, `typed`, `sent`."""
    results: list[Place] = field(default_factory=list[Place])
    """The screens on which the results of the search stand: they quote the goal and are not it."""


@dataclass(frozen=True, slots=True)
class LookSurvey:
    """What one look has to choose from.

    Attributes:
        here: The present screen; None where it can't be what was asked for.
        known: All screens and pages that were read, the likeliest first.
        ways: Actions to every place within reach.
        found: Ways on that are untried, that of most worth first.
        likely: By page, how likely it is.
        settled: The same if none of the ways on led to anything better.
    """

    here: KnownScreen | None
    known: Sequence[KnownScreen]
    ways: Mapping[Place, int]
    found: Sequence[SearchOption]
    likely: Mapping[tuple[str, ...], float]
    settled: Mapping[tuple[str, ...], float]

    def of(self, one: KnownScreen | None) -> float:
        """How likely a screen is what was asked for."""
        return 0.0 if one is None else self.likely.get(one.page, 0.0)

    @property
    def best(self) -> tuple[KnownScreen | None, float]:
        """The likeliest screen that was walked, and how likely it is if no way on led to anything better."""
        walked = next((one for one in self.known if not one.read), None)
        return walked, 0.0 if walked is None else self.settled.get(walked.page, 0.0)


def for_next_goal(memory: Any) -> Any:
    """What of a run's memory, as a snapshot has it, serves its next goal: the way back, and what did not work."""
    walk = from_json(SearchState, json.dumps(memory)).walk
    kept = WalkState(
        walk.avoid, forbidden=walk.forbidden, back=walk.back, home=walk.home, start=walk.start, looked=walk.looked
    )
    return json.loads(to_json(SearchState, SearchState(kept)))
