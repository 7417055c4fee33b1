"""One episode in a world, with observations and rewards; all environments here are built on it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from sextant.errors import UsageError
from sextant.types.actions import Gesture
from sextant.types.screens import Screen
from sextant_worlds.engine.data import Json
from sextant_worlds.envs.actions import EndClaim, EnvAction, Invalid, NoteTaken, interpret
from sextant_worlds.envs.reward import (
    AgentNote,
    Claimed,
    MemoryScore,
    Reward,
    RewardProgress,
    RewardWeights,
    Where,
    noted,
    settle,
)
from sextant_worlds.spec import World
from sextant_worlds.truth.grade import Grade, grade

_LEAST_STEPS, _STEPS_PER_ORACLE_STEP = 30, 4


class Runtime(Protocol):
    """The runtime of a world: the twin, or a page in a browser. `reset` starts it again."""

    def reset(self) -> None: ...

    def perform(self, gesture: Gesture) -> bool:
        """Injects a gesture; False if nothing changed."""
        ...

    def screen(self) -> Screen: ...

    @property
    def state(self) -> Json:
        """The world's state, to be read only."""
        ...

    @property
    def scene(self) -> Json:
        """The present scene; `app`, `page` and `rec` are its place."""
        ...

    def snapshot(self) -> Json:
        """A copy of the state."""
        ...

    def restore(self, state: Json) -> None: ...


@dataclass(frozen=True, slots=True)
class EpisodeStep:
    """The result of an action.

    Attributes:
        screen: The present screen.
        valid: Whether it could be executed; `problem` says why not.
        changed: Whether the world changed.
        gesture: The injected gesture, if any.
        reward: The components of the reward so far.
        gain: The increase of the weighted total; all gains add up to the final total.
        terminated: Whether the agent claimed an end.
        truncated: Whether the limit of steps was reached.
        grade: The grade of the episode; None before its end.
    """

    screen: Screen
    valid: bool
    changed: bool
    gesture: Gesture | None
    reward: Reward
    gain: float
    terminated: bool = False
    truncated: bool = False
    grade: Grade | None = None
    problem: str = ""


def default_limit(world: World) -> int:
    """The default limit of actions: four times the oracle's, at least 30."""
    return max(_LEAST_STEPS, _STEPS_PER_ORACLE_STEP * world.task.oracle_steps)


class WorldEpisode:
    """A world from its start to a claim, or to the limit of steps."""

    def __init__(
        self,
        world: World,
        runtime: Runtime,
        max_steps: int | None = None,
        weights: RewardWeights | None = None,
        memory: MemoryScore = noted,
    ) -> None:
        self.world = world
        self._runtime = runtime
        self._limit = default_limit(world) if max_steps is None else max_steps
        self.weights, self._memory = weights or RewardWeights(), memory
        self.steps = 0
        self.ended = True
        self.reward = Reward()
        self.notes: tuple[AgentNote, ...] = ()

    def begin(self) -> Screen:
        """The first screen. Every begin of one world gives the same episode."""
        self._runtime.reset()
        self._start = self._runtime.snapshot()
        self._progress = RewardProgress(self.world, self._start)
        self.steps, self._moves, self._valid, self._total, self.ended = 0, 0, 0, 0.0, False
        self.notes, self._noted = (), 0.0
        screen = self._runtime.screen()
        self._progress.look(self._place(), screen, 0)
        self._share = self._progress.share(self._start)
        self.reward = Reward(progress=self._share)
        return screen

    def step(self, call: EnvAction) -> EpisodeStep:
        """Carries out one action.

        Raises:
            UsageError: The episode has ended, or never begun.
        """
        return self._take(call, None)

    def step_gesture(self, gesture: Gesture) -> EpisodeStep:
        """The same for a gesture as a device takes it, points in pixels."""
        return self._take(None, gesture)

    def _take(self, call: EnvAction | None, gesture: Gesture | None) -> EpisodeStep:
        if self.ended:
            raise UsageError("The episode is over.", "Call reset to begin another one.")
        runtime = self._runtime
        deed = gesture if call is None else interpret(call, runtime.screen())
        assert deed is not None
        self.steps += 1
        self._moves += not isinstance(deed, NoteTaken | EndClaim)
        changed, problem, claimed, given = False, "", "", None
        if isinstance(deed, Invalid):
            problem = deed.reason
        elif isinstance(deed, NoteTaken):
            self.notes = (*self.notes, AgentNote(self.steps - 1, deed.text))
            self._noted = self._memory(self.world, self.notes)
        elif isinstance(deed, EndClaim):
            claimed = deed.status
        else:
            given, changed = deed, runtime.perform(deed)
        self._valid += not problem
        return self._told(given, changed, problem, claimed)

    def _told(self, gesture: Gesture | None, changed: bool, problem: str, claimed: Claimed) -> EpisodeStep:
        runtime, steps = self._runtime, self.steps
        screen = runtime.screen()
        if changed:
            self._progress.look(self._place(), screen, steps)
            self._share = self._progress.share(runtime.state)
        reward = Reward(0.0, self._share, self._noted, self._valid / steps)
        truncated, judged = not claimed and steps >= self._limit, None
        if claimed or truncated:
            judged = grade(self.world, runtime.state, claimed, self._start)
            reward = settle(self.world, judged, claimed, self._moves, reward)
            self.ended = True
        self.reward = reward
        total = reward.total(self.weights)
        gain, self._total = total - self._total, total
        return EpisodeStep(
            screen, not problem, changed, gesture, reward, gain, bool(claimed), truncated, judged, problem
        )

    @property
    def screen(self) -> Screen:
        """As it is now."""
        return self._runtime.screen()

    @property
    def encoded(self) -> Mapping[str, int]:
        """By fact, the step at which its place was first on screen."""
        return self._progress.encoded

    def give_up(self) -> Reward:
        """Ends an episode from outside, without a claim; its reward counts."""
        if not self.ended:
            judged = grade(self.world, self._runtime.state, "", self._start)
            self.reward = settle(self.world, judged, "", self._moves, self.reward)
            self.ended = True
        return self.reward

    def _place(self) -> Where:
        scene = self._runtime.scene
        return scene["app"], scene["page"], scene["rec"]
