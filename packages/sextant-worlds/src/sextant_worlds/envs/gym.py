"""Worlds as a `gymnasium.Env`. Registered as `sextant/World-v0` when `sextant_worlds.envs` is imported.

    import gymnasium, sextant_worlds.envs
    env = gymnasium.make("sextant/World-v0", world=world)
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(action)

A seed is an episode: the same one gives the same world and the same answers to the same actions.
"""

import operator
from typing import Any, ClassVar, cast

import numpy as np

from sextant.errors import MissingExtra, UsageError
from sextant.prompts import list_screen
from sextant.types.actions import Gesture
from sextant.types.geometry import NORMALISED
from sextant.types.screens import Screen
from sextant_worlds.envs import encoding
from sextant_worlds.envs.actions import KINDS, EnvAction, Kind
from sextant_worlds.envs.episode import EpisodeStep, WorldEpisode
from sextant_worlds.envs.reward import MemoryScore, RewardWeights, noted
from sextant_worlds.envs.runtimes import Backend, RuntimeCache, twin
from sextant_worlds.envs.tasks import Provider, TaskSplits, known_index, known_split, memory_world
from sextant_worlds.spec import World

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise MissingExtra("gymnasium", "gym") from error

Observation = encoding.Arrays
Action = dict[str, Any]

_PRINTABLE = "".join(chr(code) for code in range(32, 127))
_FAR = 1 << 20
_OPTIONS = ("world", "split", "index")
"""Of reset."""


class WorldEnv(gymnasium.Env[Observation, Action]):
    """A phone with apps, and a task on it.

    Observation: see `sextant_worlds.envs.encoding.encode`. The frozen `Screen` itself is `info["screen"]`.

    Action, a dict: `kind`, the number of a kind in `sextant_worlds.envs.actions.KINDS`; `element`, an index on the
    present screen, or -1 where `point` (shares of width and height) is meant; `text`, typed, noted or the name of an
    app. What a kind does not need is ignored. The text space describes what `sample` draws; `step` takes any text.
    An action that cannot be carried out is a step without effect: `info["valid"]` is False.

    Reward: by how much the weighted total of the episode rose; `info["reward"]` holds its components. The episode
    terminates when the agent claims that it is done or that it cannot be done, and is truncated at `max_steps`.

    Args:
        world: The world of every episode, or
        provider: the world of a seed, or
        tasks: splits of worlds, of which `split` (else the first) is used, drawn by seed, or always `index`; where
            none of the three is given, those of Memory-World, the first of which is `train`.
        max_steps: Actions in an episode; None: four times the oracle's, at least 30.
        backend: What a world runs on: the twin, or a page in a browser.
        weights: What the components of the reward are worth.
        memory: How notes are scored.
        max_elements: Rows of the observation.
        max_text: Bytes of the labels and of the goal.
        render_mode: `ansi`: the screen as a model reads it.

    `reset(options=…)` takes `world`, or `split` and `index`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 4}  # pyright: ignore[reportIncompatibleVariableOverride]

    def __init__(
        self,
        world: World | None = None,
        *,
        provider: Provider | None = None,
        tasks: TaskSplits | None = None,
        split: str = "",
        index: int | None = None,
        max_steps: int | None = None,
        backend: Backend = twin,
        weights: RewardWeights | None = None,
        memory: MemoryScore = noted,
        max_elements: int = 128,
        max_text: int = 4096,
        render_mode: str | None = None,
    ) -> None:
        if (world is not None) + (provider is not None) + (tasks is not None) > 1:
            raise UsageError("A world environment takes one of world, provider and tasks.", "Give at most one.")
        self._world, self._provider, self._tasks = world, provider, tasks
        if world is None and provider is None and tasks is None:
            self._tasks = memory_world()
        self._split, self._index = split, index
        self._max_steps, self._weights, self._memory = max_steps, weights, memory
        self._held = RuntimeCache(backend)
        self._rows, self._length = max_elements, max_text
        self.render_mode = render_mode
        self.observation_space: Any = _observation_space(max_elements, max_text)  # a Dict space says less than it holds
        self.action_space = _action_space(max_elements)
        self._episode: WorldEpisode | None = None
        self._told: tuple[Screen, Observation] | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins an episode.

        Raises:
            UsageError: The options name no split or task that there is, or there is no such option.
        """
        super().reset(seed=seed)
        world = self._choose(options or {})
        self._episode = WorldEpisode(world, self._held.of(world), self._max_steps, self._weights, self._memory)
        self._told = None
        self._goal = encoding.encode_text(world.task.goal, self._length)
        screen = self._episode.begin()
        info = {"screen": screen, "world": world.id, "goal": world.task.goal, "reward": self._episode.reward}
        return self._observe(screen), info

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carries out one action.

        Raises:
            UsageError: The episode has ended; reset begins another one.
        """
        return self._answer(self._begun().step(to_call(action)))

    def step_gesture(self, gesture: Gesture) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The same for a gesture as a device takes it, points in pixels."""
        return self._answer(self._begun().step_gesture(gesture))

    def render(self) -> str | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The screen as a model reads it, where `render_mode` is `ansi`."""
        return list_screen(self._begun().screen, "full") if self.render_mode == "ansi" else None

    def close(self) -> None:
        self._held.close()
        self._episode = None

    @property
    def episode(self) -> WorldEpisode:
        """The one that goes on."""
        return self._begun()

    def _begun(self) -> WorldEpisode:
        if self._episode is None:
            raise UsageError("The environment was never reset.", "Call reset first.")
        return self._episode

    def _answer(self, step: EpisodeStep) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        info: dict[str, Any] = {
            "screen": step.screen,
            "valid": step.valid,
            "changed": step.changed,
            "reward": step.reward,
        }
        if step.problem:
            info["problem"] = step.problem
        if step.grade is not None:
            info["grade"] = step.grade
            info["success"] = bool(step.grade.success)
        return self._observe(step.screen), step.gain, step.terminated, step.truncated, info

    def _observe(self, screen: Screen) -> Observation:
        """The screen's arrays, always fresh ones. A step that shows nothing else gives the same `Screen` again."""
        told = self._told
        if told is None or told[0] is not screen:
            told = self._told = screen, encoding.encode(screen, self._rows, self._length, self._goal)
        return {name: array.copy() for name, array in told[1].items()}

    def _choose(self, options: dict[str, Any]) -> World:
        self._refuse(options)
        given = options.get("world", self._world)
        if given is not None:
            if not isinstance(given, World):
                raise UsageError("The option 'world' is not a World.", "Load one with sextant_worlds.spec.load.")
            return given
        if self._provider is not None:
            return self._provider(int(self.np_random.integers(1 << 31)))
        tasks = cast("TaskSplits", self._tasks)
        split = known_split(tasks, str(options.get("split", self._split or tasks.splits()[0])))
        index = options["index"] if options.get("index") is not None else self._index
        if index is None:
            index = self.np_random.integers(tasks.count(split))
        return tasks.world(split, known_index(tasks, split, _number(index)))

    def _refuse(self, options: dict[str, Any]) -> None:
        """Options that there are not, and those that would say nothing here."""
        unknown = [name for name in options if name not in _OPTIONS]
        if unknown:
            raise UsageError(f"reset has no option {unknown[0]!r}.", f"Options: {', '.join(_OPTIONS)}.")
        idle = [name for name in ("split", "index") if options.get(name) is not None]
        if not idle:
            return
        if options.get("world") is not None:
            raise UsageError(f"reset takes 'world' or {idle[0]!r}, not both.", "Omit one of them.")
        if self._tasks is None:
            raise UsageError(f"The option {idle[0]!r} needs tasks to choose from.", "Make the environment with tasks=.")


def to_call(action: Action) -> EnvAction:
    """An action of the space as the environment's own; see `sextant_worlds.envs.actions.to_gesture` for what follows.

    Raises:
        UsageError: It has no kind, one that there is not, or something else that is no number.
    """
    try:
        kind: Kind = KINDS[int(action["kind"])]
        element = int(action.get("element", -1))
        point = None if element >= 0 or kind.startswith("scroll") else _point(action.get("point"))
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise UsageError(
            f"The action {action!r} is invalid in this environment: {error}.",
            f"Give a kind from 0 to {len(KINDS) - 1}, an element, and a point of two shares.",
        ) from error
    return EnvAction(kind, element, point, str(action.get("text", "")))


def _number(index: Any) -> int:
    try:
        return operator.index(index)
    except TypeError as error:
        raise UsageError(
            f"The option 'index' needs a whole number, not {index!r}.", "Give the number of a task."
        ) from error


def _point(shares: Any) -> tuple[float, float] | None:
    return None if shares is None else (float(shares[0]) * NORMALISED, float(shares[1]) * NORMALISED)


def _observation_space(rows: int, length: int) -> "spaces.Dict":
    byte = np.uint8
    return spaces.Dict(
        {
            "boxes": spaces.Box(-_FAR, _FAR, (rows, 4), np.int32),
            "roles": spaces.Box(0, len(encoding.ROLES) - 1, (rows,), byte),
            "visibility": spaces.Box(0, len(encoding.VISIBILITIES), (rows,), byte),
            "affordances": spaces.Box(0, (1 << len(encoding.AFFORDANCES)) - 1, (rows,), byte),
            "states": spaces.Box(0, (1 << len(encoding.STATES)) - 1, (rows,), np.int32),
            "text": spaces.Box(0, 255, (length,), byte),
            "goal": spaces.Box(0, 255, (length,), byte),
            "count": spaces.Box(0, _FAR, (1,), np.int32),
        }
    )


def _action_space(rows: int) -> "spaces.Dict":
    return spaces.Dict(
        {
            "kind": spaces.Discrete(len(KINDS)),
            "element": spaces.Discrete(rows + 1, start=-1),
            "point": spaces.Box(0.0, 1.0, (2,), np.float32),
            "text": spaces.Text(min_length=0, max_length=200, charset=_PRINTABLE),
        }
    )
