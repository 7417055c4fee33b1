"""Pursues several goals in order; each goal gets a new actor."""

from collections.abc import Callable, Sequence
from typing import Any

from sextant.protocols import Actor
from sextant.types.codec import field_of
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition

__all__ = ["Tour"]


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
