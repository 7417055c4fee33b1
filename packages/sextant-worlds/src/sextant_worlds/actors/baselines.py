"""Baselines as actors of the loop: one that does nothing, one that touches at random. Both are labelled simulated."""

import random
from collections.abc import Sequence
from typing import Any

from sextant.types import actions as act
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.transitions import Transition

__all__ = ["NothingPlayer", "RandomPlayer"]


class _Player:
    """What the simulated actors share: nothing is observed, nothing kept."""

    profile: Profile = "action-only"
    name = "player"

    def observe(self, transition: Transition) -> None:
        """Takes no note."""

    def snapshot(self) -> Any:
        return None

    def restore(self, state: Any) -> None:
        """Nothing to take up."""


class NothingPlayer(_Player):
    """Claims at once that the task is done."""

    name = "nothing (simulated)"

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        del objections, rejected
        return Decision(act.Status("complete"), brief.screen.digest, "do nothing", actor="nothing")


class RandomPlayer(_Player):
    """Touches, scrolls and goes back at random."""

    name = "random (simulated)"

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(f"random player {seed}")  # noqa: S311 - a baseline

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        del objections, rejected
        screen, rng = brief.screen, self._rng
        pool = [item for item in screen.elements if item.interactable and item.visibility == "visible"]
        draw = rng.random()
        action: act.Action
        if not pool or draw < 0.1:
            action = act.NavigateBack()
        elif draw < 0.15:
            action = act.Scroll("down" if rng.random() < 0.7 else "up")
        elif draw < 0.16:
            action = act.Status("complete")
        else:
            chosen = act.ByIndex(rng.choice(pool).index, screen.digest)
            action = act.Click(chosen)
        return Decision(action, screen.digest, action.kind, actor="random")
