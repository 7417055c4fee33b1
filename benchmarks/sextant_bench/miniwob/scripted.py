"""Actors without a model: one plays a solution, one does nothing, one touches at random."""

import random
from collections.abc import Sequence

from sextant.types.actions import Action, ByIndex, Click, Status, Wait
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant_bench.miniwob.screen_queries import Lost
from sextant_bench.miniwob.solution import Solution, Steps
from sextant_bench.stage import CountingActor

__all__ = ["IdleActor", "RandomActor", "ScriptedActor"]


class _Simple(CountingActor):
    """What all three share: no model, nothing learnt from transitions."""

    profile: Profile = "action-only"

    def observe(self, transition: Transition) -> None:
        del transition


class ScriptedActor(_Simple):
    """Plays one solution for one episode. Where the solution is lost it says so and claims nothing."""

    def __init__(self, solution: Solution) -> None:
        self._solution = solution
        self._steps: Steps | None = None

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        del objections, rejected
        return _decision(self._next(brief.task.goal, brief.screen), brief.screen, "scripted")

    def _next(self, goal: str, screen: Screen) -> Action:
        try:
            if self._steps is None:
                self._steps = self._solution(goal, screen)
                return next(self._steps)
            return self._steps.send(screen)
        except StopIteration:
            return Status("complete")
        except Lost as lost:
            return Status("infeasible", str(lost))
        except (LookupError, ValueError) as error:
            # A goal or a screen of a form the solution did not expect: its failure, not the bench's.
            return Status("infeasible", f"The solution stumbled: {error!r}.")


class IdleActor(_Simple):
    """Waits a moment and claims success: what a task gives to those who do nothing."""

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        del objections, rejected
        self.done += 1
        return _decision(Wait(0.2) if self.done == 1 else Status("complete"), brief.screen, "idle")


class RandomActor(_Simple):
    """Touches anything touchable, up to `steps` times, drawn from the generator given."""

    def __init__(self, rng: random.Random, steps: int = 5) -> None:
        self._rng, self._steps = rng, steps

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        del objections, rejected
        choices = [e for e in brief.screen.elements if e.interactable and e.visibility in ("visible", "clipped")]
        if self.done >= self._steps or not choices:
            return _decision(Status("complete"), brief.screen, "random")
        self.done += 1
        return _decision(Click(ByIndex(self._rng.choice(choices).index)), brief.screen, "random")


def _decision(action: Action, screen: Screen, actor: str) -> Decision:
    return Decision(action=action, screen=screen.digest, description=action.kind, actor=actor)
