"""A walk carried out by the real executor, popups closed as in a run, and what came of the change behind it."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sextant.assembly import AbsentPerson
from sextant.elements.refs import collapse
from sextant.evidence import dialog_of
from sextant.execution import ScreenObserver, StepExecutor
from sextant.perception.perceive import Perceiver
from sextant.protocols import Device
from sextant.types.actions import (
    Action,
    ByIndex,
    Click,
    InputText,
    NavigateBack,
    NavigateHome,
    OpenApp,
    Recents,
    Scroll,
    Wait,
)
from sextant.types.decisions import Decision
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition
from sextant_bench.belief.beds import bed_of
from sextant_bench.belief.walks import Move, Walk
from sextant_bench.stage import AskedClock, NoJournal
from sextant_worlds.oracle.walker import find

__all__ = ["Hands", "PlayedWalk", "WalkTruth", "Watching", "action_of", "first_difference", "play", "truth_of"]

_TRIES = 4


class Watching(Protocol):
    """Whoever takes note of the steps of a walk."""

    def begin(self, screen: Screen) -> None: ...

    def observe(self, transition: Transition) -> None: ...


@dataclass(frozen=True, slots=True)
class PlayedWalk:
    """The steps of a walk, each with what was hidden after it. `whole`: every move could be made."""

    steps: tuple[Transition, ...]
    hidden: tuple[Any, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class WalkTruth:
    """The step whose screen is the first to show the change; None where none does."""

    reveal: int | None
    changed: bool


class _Lost(Exception):  # noqa: N818 - control flow inside this module
    pass


class Hands:
    """Acts on a device as a run does: by the executor, popups closed; whoever watches is told of every step."""

    def __init__(self, device: Device, seed: int, watching: Sequence[Watching], hidden: Callable[[], Any]) -> None:
        self._watching, self._now_hidden = tuple(watching), hidden
        observer = ScreenObserver(device, Perceiver())
        rng = random.Random(f"belief {seed}")  # noqa: S311 - jitter, no secret
        self._executor = StepExecutor(observer, NoJournal(), lambda name: name, AbsentPerson(), rng, AskedClock())
        self._steps: list[Transition] = []
        self._hidden: list[Any] = []
        self.screen = observer.look()
        for one in watching:
            one.begin(self.screen)

    def do(self, action: Action) -> None:
        """One act, and the popups that came of it."""
        decision = Decision(action, self.screen.digest, action.kind.replace("_", " "))
        self._note(self._executor.execute(decision, self.screen, len(self._steps)))
        closer = find(self.screen, "popup-close")
        if closer is not None and closer.visibility == "visible":
            touch = Decision(Click(ByIndex(closer.index, self.screen.digest)), self.screen.digest, "close the popup")
            self._note(self._executor.execute(touch, self.screen, len(self._steps), interrupt="popup"))

    def played(self, whole: bool) -> PlayedWalk:
        """What was done so far."""
        return PlayedWalk(tuple(self._steps), tuple(self._hidden), whole)

    def _note(self, transition: Transition) -> None:
        self._steps.append(transition)
        self._hidden.append(self._now_hidden())
        for one in self._watching:
            one.observe(transition)
        self.screen = transition.after


def play(walk: Walk, *watching: Watching) -> PlayedWalk:
    """Takes the walk, watched."""
    bed = bed_of(walk)
    hands = Hands(bed.device, walk.seed, watching, bed.hidden)
    try:
        for place, move in enumerate(walk.moves):
            if walk.change and place == walk.at:
                bed.change(walk.change)
            _make(move, hands)
    except _Lost:
        return hands.played(False)
    return hands.played(True)


def _make(move: Move, hands: Hands) -> None:
    """Makes a move; what is not in sight is scrolled to, what is not there yet is waited for."""
    for turn in range(_TRIES):
        action = action_of(move, hands.screen)
        if action is not None:
            hands.do(action)
            return
        hidden = _found(move.label, hands.screen, hidden=True)
        way = "down" if hidden is None or hidden.box.y > 0 else "up"
        hands.do(Wait(1.0) if hidden is None and turn < 3 else Scroll(way))
    raise _Lost(move.label)


def truth_of(walk: Walk, played: PlayedWalk) -> WalkTruth:
    """From the same walk without the change: since when the hidden states differ, and when it first shows."""
    return first_difference(played, play(walk.calm))


def first_difference(played: PlayedWalk, calm: PlayedWalk) -> WalkTruth:
    """Since when what is hidden differs between two walks of the same steps, and when a screen first does."""
    changed = False
    for place, step in enumerate(played.steps):
        if place >= len(calm.steps):
            break
        other = calm.steps[place]
        if place > 0 and _differ(step.before, other.before):
            return WalkTruth(place, True)  # the look that the executor takes before it touches anything
        changed = changed or played.hidden[place] != calm.hidden[place]
        if changed and _differ(step.after, other.after):
            return WalkTruth(place, True)
    return WalkTruth(None, changed)


def _differ(one: Screen, other: Screen) -> bool:
    """Whether the pages differ in what is in view. Behind a popup nothing is shown yet; scrolled is not otherwise."""
    if dialog_of(one) is not None or dialog_of(other) is not None or _lines(one, True) == _lines(other, True):
        return False
    return _place(one) != _place(other) or _lines(one, False) != _lines(other, False)


def _place(screen: Screen) -> tuple[str, str]:
    return (screen.app, screen.location)


def _lines(screen: Screen, in_view: bool) -> Counter[tuple[object, ...]]:
    """What stands on a page, the focus aside."""
    shown = [one for one in screen.elements if not in_view or one.visibility in ("visible", "clipped")]
    return Counter((one.role, one.text, one.name, one.value, one.states - {"focused"}) for one in shown)


def action_of(move: Move, screen: Screen) -> Action | None:
    """The move on this screen; None where what it names is not in sight."""
    match move.kind:
        case "tap" | "type":
            found = _found(move.label, screen, move.kind == "type")
            if found is None:
                return None
            target = ByIndex(found.index, screen.digest)
            return Click(target) if move.kind == "tap" else InputText(move.text, target)
        case "open":
            return OpenApp(move.label)
        case "back":
            return NavigateBack()
        case "home":
            return NavigateHome()
        case "recents":
            return Recents()
        case "scroll":
            return Scroll("down" if move.label == "down" else "up")
        case "wait":
            return Wait(1.0)


def _found(label: str, screen: Screen, typing: bool = False, hidden: bool = False) -> Element | None:
    """What bears the label and can be touched, or typed into; `hidden`: also where it is out of sight."""
    wanted = collapse(label)
    if hidden:
        alike = [one for one in screen.elements if collapse(one.label).startswith(wanted)]
        return next((one for one in alike if one.visibility == "offscreen"), None)
    able = "type" if typing else "tap"
    there = [one for one in screen.elements if able in one.affordances and one.visibility in ("visible", "clipped")]
    exact = [one for one in there if collapse(one.label) == wanted]
    begun = [one for one in there if collapse(one.label).startswith(wanted)]
    return next(iter(exact or begun), None)
