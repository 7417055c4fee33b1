"""Worlds behind an OpenEnv server: `serve(tasks)`, and any OpenEnv client can learn in them.

Each client has its own phone. A task is chosen at reset, by `split` and `index`, or by `seed` from the split; the
server tells goals, never answers. Written for OpenEnv 0.10.
"""

import base64
import random
import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

from pydantic import BaseModel, Field

from sextant.errors import MissingExtra, UsageError
from sextant.prompts import list_screen, render
from sextant.types.decisions import Section
from sextant.types.screens import Picture, Screen
from sextant_worlds.envs.actions import ACTIONS, call_of
from sextant_worlds.envs.episode import EpisodeStep, Runtime, WorldEpisode
from sextant_worlds.envs.reward import MemoryScore, Reward, RewardWeights, noted
from sextant_worlds.envs.runtimes import Backend, RuntimeCache, twin
from sextant_worlds.envs.tasks import TaskSplits, known_index, known_split

try:
    import uvicorn
    from fastapi import FastAPI
    from openenv.core.env_server.http_server import (  # pyright: ignore[reportMissingTypeStubs]
        create_fastapi_app,  # pyright: ignore[reportUnknownVariableType]
    )
    from openenv.core.env_server.interfaces import Environment  # pyright: ignore[reportMissingTypeStubs]
    from openenv.core.env_server.types import (  # pyright: ignore[reportMissingTypeStubs]
        Action,
        EnvironmentMetadata,
        Observation,
        State,
    )
except ImportError as error:
    raise MissingExtra("openenv", "openenv") from error

NAME = "sextant-world"
"""Name of the environment in the addresses of the task API."""


class WorldAction(Action):
    """What to do, as a model writes it in a decision: `{"type": "click", "index": 3}`; and `note` with a text."""

    type: str = Field(description="What to do.", json_schema_extra={"enum": list(ACTIONS)})
    """Looked at when it is carried out: a refusal by the server's own validation does not say what is wrong."""
    index: int | None = Field(default=None, description="Index of the element on the present screen.")
    point: tuple[float, float] | None = Field(
        default=None, description="A point of the screen, if it has no element; 0 to 1000."
    )
    at: tuple[float, float] | None = Field(default=None, description="Where inside the element, shares of its box.")
    text: str = Field(default="", max_length=4000, description="What is typed or noted.")
    mode: str = Field(default="replace", description="Of input_text: replace or append.")
    direction: str = Field(default="", description="Of scroll and swipe: up, down, left or right.")
    distance: float | None = Field(default=None, description="Of scroll and swipe: how far, in screenfuls.")
    seconds: float | None = Field(default=None, description="Of wait: how long.")
    name: str = Field(default="", max_length=200, description="Of open_app and close_app: the name of the app.")
    goal_status: str = Field(default="", description="Of status: complete or infeasible.")
    reason: str = Field(default="", max_length=4000, description="Of status: why; the world judges for itself.")


class ElementView(BaseModel):
    """An element of the screen; the box is x, y, width, height in pixels."""

    index: int
    role: str
    label: str
    value: str = ""
    test_id: str = ""
    states: list[str] = []
    visibility: str = "visible"
    box: tuple[float, float, float, float]


class WorldObservation(Observation):
    """The screen, in words and as elements, and how the episode goes."""

    goal: str = ""
    screen: str = Field(default="", description="The screen as a model reads it.")
    title: str = ""
    app: str = ""
    size: tuple[float, float] = (0.0, 0.0)
    elements: list[ElementView] = Field(default=[])
    picture: str = Field(default="", description="The picture in base64, where the server paints.")
    media_type: str = ""
    step: int = 0
    valid: bool = True
    changed: bool = False
    problem: str = Field(default="", description="Why the action could not be carried out.")
    success: bool | None = Field(default=None, description="How the episode was judged; null while it goes on.")
    components: dict[str, float] = Field(default={}, description="The reward's components so far.")


class WorldState(State):
    """Where an episode stands. It holds nothing that a task asks for."""

    split: str = ""
    index: int = -1
    world: str = ""
    goal: str = ""
    done: bool = False
    return_so_far: float = 0.0


class WorldEnvironment(Environment[WorldAction, WorldObservation, WorldState]):
    """One client's phone, and the tasks that there are."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(
        self,
        tasks: TaskSplits,
        backend: Backend = twin,
        painter: Callable[[Runtime], Picture] | None = None,
        weights: RewardWeights | None = None,
        memory: MemoryScore = noted,
        max_steps: int | None = None,
    ) -> None:
        super().__init__()
        self._tasks, self._painter = tasks, painter
        self._held = RuntimeCache(backend)  # what twins of one world share may be used by several threads
        self._runtime: Runtime | None = None
        self._weights, self._memory, self._max_steps = weights, memory, max_steps
        self._episode: WorldEpisode | None = None
        self._state = WorldState()

    # ------------------------------------------------------------------ episodes

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: str = "",
        index: int | None = None,
        **kwargs: Any,
    ) -> WorldObservation:
        """Begins an episode: task `index` of `split`, or one drawn with `seed` (0 where none is given).

        Raises:
            UsageError: There is no such split or task.
        """
        del kwargs  # other clients send more than is looked at here
        split = known_split(self._tasks, split or self._tasks.splits()[0])
        if index is None:
            index = random.Random(seed or 0).randrange(self._tasks.count(split))  # noqa: S311 - a draw, not secrecy
        world = self._tasks.world(split, known_index(self._tasks, split, index))
        self._runtime = self._held.of(world)
        self._episode = WorldEpisode(world, self._runtime, self._max_steps, self._weights, self._memory)
        screen = self._episode.begin()
        self._state = WorldState(
            episode_id=episode_id or str(uuid.uuid4()), split=split, index=index, world=world.id, goal=world.task.goal
        )
        return self._observe(screen, self._episode.reward)

    def step(self, action: WorldAction, timeout_s: float | None = None, **kwargs: Any) -> WorldObservation:
        """Carries out one action.

        Raises:
            UsageError: No episode goes on, or there is no action of that kind.
        """
        del timeout_s, kwargs
        if action.type not in ACTIONS:
            told = f"There is no action of the type {action.type!r}."
            raise UsageError(told, f"The types are: {', '.join(ACTIONS)}.")
        if self._episode is None:
            raise UsageError("No episode was started.", "Send a reset first.")
        step = self._episode.step(call_of(action.model_dump()))
        over = step.terminated or step.truncated
        so_far = self._state.return_so_far + step.gain
        self._state = self._state.model_copy(
            update={"step_count": self._episode.steps, "done": over, "return_so_far": so_far}
        )
        return self._observe(step.screen, step.reward, step)

    @property
    def state(self) -> WorldState:
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        """What the server says of itself."""
        return EnvironmentMetadata(
            name=NAME, description="Virtual phones with tasks that need memory; graded from the world's state."
        )

    def close(self) -> None:
        self._held.close()
        self._episode = self._runtime = None

    # ------------------------------------------------------------------ tasks

    def list_splits(self) -> list[str]:
        """Names of the splits."""
        return list(self._tasks.splits())

    def num_tasks(self, split: str) -> int:
        """How many tasks a split has.

        Raises:
            IndexError: There is no such split.
        """
        return self._tasks.count(self._known(split))

    def list_tasks(self, split: str) -> list[dict[str, Any]]:
        """Every task of a split, without its goal: worlds are built when they are asked for."""
        return [_named(split, index) for index in range(self.num_tasks(split))]

    def get_task(self, split: str, index: int) -> dict[str, Any]:
        """A task with its goal, and nothing of its answer.

        Raises:
            IndexError: There is no such split or task.
        """
        if not 0 <= index < self.num_tasks(split):
            raise IndexError(f"{split!r} has no task {index}")
        world = self._tasks.world(split, index)
        return _named(split, index) | {"world": world.id, "goal": world.task.goal, "kind": world.task.kind}

    def get_task_range(self, split: str, start: int | None = None, stop: int | None = None) -> list[dict[str, Any]]:
        """Tasks as a slice takes them, without their goals."""
        return self.list_tasks(split)[start:stop]

    def _known(self, split: str) -> str:
        if split not in self._tasks.splits():
            raise IndexError(f"there is no split {split!r}")
        return split

    # ------------------------------------------------------------------ what is told

    def _observe(self, screen: Screen, reward: Reward, step: EpisodeStep | None = None) -> WorldObservation:
        assert self._episode is not None
        picture = None if self._painter is None or self._runtime is None else self._painter(self._runtime)
        over = step is not None and (step.terminated or step.truncated)
        return WorldObservation(
            done=over,
            reward=None if step is None else step.gain,
            goal=self._episode.world.task.goal,
            screen=render([Section("Screen", list_screen(screen, "full"), untrusted=True)]),
            title=screen.title,
            app=screen.app,
            size=(screen.size.width, screen.size.height),
            elements=_views(screen),
            picture="" if picture is None else base64.b64encode(picture.data).decode(),
            media_type="" if picture is None else picture.media_type,
            step=self._episode.steps,
            valid=step is None or step.valid,
            changed=step is not None and step.changed,
            problem="" if step is None else step.problem,
            success=None if step is None or step.grade is None else bool(step.grade.success),
            components=reward.parts(),
        )


def _named(split: str, index: int) -> dict[str, Any]:
    return {"id": f"{split}-{index}", "split": split, "index": index}


def _views(screen: Screen) -> list[ElementView]:
    return [
        ElementView(
            index=element.index,
            role=element.role,
            label=element.label,
            value=element.value,
            test_id=element.test_id,
            states=sorted(element.states),
            visibility=element.visibility,
            box=(element.box.x, element.box.y, element.box.width, element.box.height),
        )
        for element in screen.elements
    ]


def create_app(
    tasks: TaskSplits,
    *,
    sessions: int = 16,
    backend: Backend = twin,
    painter: Callable[[Runtime], Picture] | None = None,
    weights: RewardWeights | None = None,
    memory: MemoryScore = noted,
    max_steps: int | None = None,
) -> "FastAPI":
    """The server as an ASGI app; `sessions` clients at most are served at a time."""
    made = partial(WorldEnvironment, tasks, backend, painter, weights, memory, max_steps)
    return create_fastapi_app(made, WorldAction, WorldObservation, sessions, env_name=NAME, state_cls=WorldState)


def serve(tasks: TaskSplits, host: str = "127.0.0.1", port: int = 8000, *, sessions: int = 16) -> None:
    """Serves until interrupted. The address is open to whoever reaches it; by default that is this machine only."""
    server(tasks, host, port, sessions=sessions).run()


def server(tasks: TaskSplits, host: str = "127.0.0.1", port: int = 8000, *, sessions: int = 16) -> "uvicorn.Server":
    """A server that is not running yet: `run` blocks until its `should_exit` is set; port 0 takes a free one."""
    config = uvicorn.Config(
        create_app(tasks, sessions=sessions), host, port, log_level="warning", ws="websockets-sansio"
    )
    return uvicorn.Server(config)
