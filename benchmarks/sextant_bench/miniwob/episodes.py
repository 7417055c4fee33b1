"""One episode: a page, an actor, an executor, and the verdict of the truth channel."""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from sextant.errors import DeviceLost
from sextant.execution.executor import StepExecutor
from sextant.execution.observer import ScreenObserver
from sextant.protocols import Actor
from sextant.types.actions import Action, Answer, HandOver, InputText, LaunchApp, Scroll, Status, TerminateApp
from sextant.types.decisions import Act, Brief, Decision
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from sextant_bench.miniwob.server import MiniWobServer, ServedEpisode
from sextant_bench.miniwob.truth import EpisodeTruth

__all__ = ["APP", "NOTES", "EpisodeReport", "EpisodeRunner", "kind_of"]

APP = "miniwob"
"""The app that opens the assigned task."""

NOTES = "notes"
"""A second app, for tasks that need two."""

_START_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class EpisodeReport:
    """What happened in one episode. `solved` is the page's verdict and the actor's own claim together."""

    task: str
    seed: int
    solved: bool
    reward: float
    steps: int
    seconds: float
    claimed: str
    reason: str = ""
    kinds: Mapping[str, int] = field(default_factory=dict[str, int])
    """Action kinds that reached the page, with their modes: `input_text/append`, `scroll/element`."""


def kind_of(action: Action) -> str:
    """An action's kind, with its mode where it has two."""
    match action:
        case InputText():
            return f"input_text/{action.mode}"
        case Scroll():
            return f"scroll/{'page' if action.target is None else 'element'}"
        case _:
            return action.kind


class EpisodeRunner:
    """Plays episodes one after the other on one device."""

    def __init__(
        self, server: MiniWobServer, observer: ScreenObserver, executor: StepExecutor, max_steps: int = 80
    ) -> None:
        self._server, self._observer, self._executor = server, observer, executor
        self._max_steps = max_steps

    def play(self, served: ServedEpisode, actor: Actor, grade_seconds: float = 3.0) -> EpisodeReport:
        """Opens the task by its app name, lets the actor play, and asks the page for its verdict.

        Success counts only where the actor also declared the task done, as in AndroidWorld. The verdict is waited for
        at most `grade_seconds`.

        Raises:
            DeviceFault: The device failed; an error of the bench, not of the episode.
        """
        started = time.monotonic()
        opened = self.open(served)
        played = _play(self._observer, self._executor, actor, opened.goal, self._max_steps)
        truth = self._graded(served, played.last, grade_seconds)
        return EpisodeReport(
            task=served.task,
            seed=served.seed,
            solved=_solved(truth, played.last),
            reward=truth.reward,
            steps=played.steps,
            seconds=time.monotonic() - started,
            claimed=_claim(played.last),
            reason=played.last.reason if isinstance(played.last, Status) else "",
            kinds=played.kinds,
        )

    def open(self, served: ServedEpisode) -> EpisodeTruth:
        """Starts the apps afresh: one that is running would come to the front as the last episode left it.

        Raises:
            DeviceLost: The page did not start.
        """
        self._server.assign(served)
        for gesture in (TerminateApp(NOTES), TerminateApp(APP), LaunchApp(APP)):
            self._observer.device.perform(gesture)
        opened = self._server.truth.wait_started(served.id, _START_SECONDS)
        if not opened.starts:
            raise DeviceLost(f"The page of {served.task!r} did not start within {_START_SECONDS:g} s.")
        return opened

    def _graded(self, served: ServedEpisode, last: Action, seconds: float) -> EpisodeTruth:
        known = self._server.truth.of(served.id)
        if _claim(last) != "complete" or known.expected:
            return known
        return self._server.truth.wait_done(served.id, seconds)


@dataclass(frozen=True, slots=True)
class _Played:
    last: Action
    steps: int
    kinds: Mapping[str, int]


def _play(observer: ScreenObserver, executor: StepExecutor, actor: Actor, goal: str, max_steps: int) -> _Played:
    task, kinds = Task(goal), Counter[str]()
    screen = observer.look()
    for step in range(max_steps):
        decision = actor.decide(_brief(task, screen, step))
        transition = executor.execute(decision, screen, step)
        if _reached(decision, transition):
            kinds[kind_of(decision.action)] += 1
        if isinstance(decision.action, Status | Answer | HandOver):
            return _Played(decision.action, step, kinds)
        actor.observe(transition)
        screen = transition.after
    return _Played(Status("infeasible", f"not done after {max_steps} steps"), max_steps, kinds)


def _reached(decision: Decision, transition: Transition) -> bool:
    return bool(transition.attempts) or isinstance(decision.action, Status | Answer)


def _brief(task: Task, screen: Screen, step: int) -> Brief:
    return Brief(task=task, directive=Act(task.goal), screen=screen, prefix=task.goal, sections=(), step=step)


def _claim(last: Action) -> str:
    match last:
        case Status():
            return last.goal_status
        case Answer():
            return "complete"
        case _:
            return ""


def _solved(truth: EpisodeTruth, last: Action) -> bool:
    if truth.expected and isinstance(last, Answer):
        return last.text == truth.expected
    if truth.infeasible:
        return isinstance(last, Status) and last.goal_status == "infeasible" and not truth.done
    return truth.solved and _claim(last) == "complete"
