"""Runs of the navigator through one or several stops."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from sextant.assembly.run import RunRequest
from sextant.dataclass import dataclass
from sextant.errors import UsageError
from sextant.protocols import Actor
from sextant.settings import Settings
from sextant.types.codec import field_of
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.snapshots import Json
from sextant.types.tasks import Order
from sextant.types.transitions import Transition

__all__ = ["Tour", "TourRun", "stops_in_words", "tour_run"]


@dataclass(frozen=True, slots=True)
class TourRun:
    """The request and the settings of a run through stops; the settings contain the stops for a resume."""

    request: RunRequest
    settings: Settings
    stops: tuple[str, ...]


def tour_run(texts: Sequence[str], target: str, settings: Settings, order: Order = "ordered") -> TourRun:
    """A walk to the screens that these words describe.

    Raises:
        UsageError: There are none, one is empty, or one is named twice.
    """
    stops = tuple(" ".join(text.split()) for text in texts)
    if not stops or not all(stops):
        raise UsageError(
            "The text to reach is empty.", 'Describe the wanted screen: sextant goto web:URL "privacy policy"'
        )
    twice = next((stop for number, stop in enumerate(stops) if stop in stops[:number]), None)
    if twice is not None:
        raise UsageError(
            f"The stop {twice!r} is named twice.", "Name each screen once, or visit it again in another command."
        )
    if len(stops) == 1:
        return TourRun(RunRequest(stops[0], target, "navigator"), settings, stops)
    settings = replace(settings, route=replace(settings.route, stops=stops, order=order))
    return TourRun(RunRequest(stops_in_words(stops, order), target, "navigator"), settings, stops)


def stops_in_words(stops: Sequence[str], order: Order) -> str:
    """The goal of a run through stops, as a text for the journal."""
    between = ", then " if order == "ordered" else ", "
    end = "" if order == "ordered" else ", in any order"
    return between.join(map(repr, stops)) + end


class Tour:
    """An `Actor` that makes a new actor for each goal.

    Args:
        make: Makes the actor of one goal.
        handed_on: Derives the next actor's snapshot from that of the last one.
    """

    def __init__(self, make: Callable[[], Actor], handed_on: Callable[[Any], Any]) -> None:
        self._make, self._handed_on = make, handed_on
        self._goal = ""
        self._actor = make()

    @property
    def profile(self) -> Profile:
        return self._actor.profile

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        """The decision of the current goal's actor."""
        goal = brief.directive.instruction or brief.task.goal
        if goal != self._goal:
            if self._goal:
                memory = self._handed_on(self._actor.snapshot())
                self._actor = self._make()
                self._actor.restore(memory)
            self._goal = goal
        return self._actor.decide(brief, objections, rejected)

    def observe(self, transition: Transition) -> None:
        self._actor.observe(transition)

    def snapshot(self) -> Json:
        return {"goal": self._goal, "actor": self._actor.snapshot()}

    def restore(self, state: Json) -> None:
        self._goal = str(field_of(state, "goal"))
        self._actor = self._make()
        self._actor.restore(field_of(state, "actor"))
