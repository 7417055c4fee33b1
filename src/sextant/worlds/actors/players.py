"""Actors of the loop that are no agents: the oracle, one that does nothing, one that touches at random.

Each is labelled as simulated in every report.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any, assert_never

from sextant.errors import UsageError
from sextant.types import actions as act
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant.worlds.actors.oracle import Oracle
from sextant.worlds.actors.walking import Done, LostError, Note, Wish
from sextant.worlds.spec.world import World

__all__ = ["NothingPlayer", "OraclePlayer", "RandomPlayer"]

Json = dict[str, Any]


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


class OraclePlayer(_Player):
    """The oracle in the loop: it holds the world with its truth, and reads the state for lists and conditions."""

    name = "oracle (simulated)"

    def __init__(self, world: World, state: Callable[[], Json]) -> None:
        oracle = Oracle(world)
        self._status = world.task.reference.ends
        self.notes: list[Note] = []
        self._walker = oracle.walker(oracle.moves(state), self.notes.append)

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        if rejected is not None:
            return rejected  # it knows better, and a second thought would lose its place
        screen = brief.screen
        try:
            wish = self._walker.next(screen)
        except LostError as lost:
            return Decision(act.Status("infeasible", lost.message), screen.digest, "lost", actor="oracle")
        if isinstance(wish, Done):
            return Decision(act.Status(self._status), screen.digest, "the reference is at its end", actor="oracle")
        label = f" {wish.element.label!r}" if wish.element is not None else ""
        return Decision(_action(wish, screen), screen.digest, f"{wish.gesture.kind}{label}", actor="oracle")


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


def _action(wish: Wish, screen: Screen) -> act.Action:
    """The gesture as an action on that screen; where it is aimed off the middle of its element, as a share of it."""
    gesture, element = wish.gesture, wish.element
    match gesture:
        case act.Tap() | act.Hold() | act.TypeText():
            assert gesture.point is not None
            if element is None:
                raise UsageError(f"The oracle aims {gesture.kind!r} at nothing.", "Mend the walker.")
            box, point = element.box, gesture.point
            x, y = (point.x - box.x) / max(box.width, 1), (point.y - box.y) / max(box.height, 1)
            middle = abs(x - 0.5) < 0.01 and abs(y - 0.5) < 0.01
            target: act.Target = act.ByIndex(element.index, screen.digest)
            if not middle:
                target = act.ByRelative(element.index, min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0), screen.digest)
            if isinstance(gesture, act.Tap):
                return act.Click(target)
            return act.LongPress(target) if isinstance(gesture, act.Hold) else act.InputText(gesture.text, target)
        case act.ScrollBy():
            return act.Scroll(gesture.direction)
        case act.PressKey(key=key):
            return _KEYS[key]()
        case act.Pause(seconds=seconds):
            return act.Wait(seconds)
        case act.LaunchApp(name=name):
            return act.OpenApp(name)
        case act.TerminateApp(name=name):
            return act.CloseApp(name)
        case act.DragPath():
            raise UsageError("The oracle does not drag.", "Mend the walker.")
        case _:
            assert_never(gesture)


_KEYS: dict[str, type[act.KeyboardEnter | act.NavigateBack | act.NavigateHome | act.Recents]] = {
    "enter": act.KeyboardEnter,
    "back": act.NavigateBack,
    "home": act.NavigateHome,
    "recents": act.Recents,
}
