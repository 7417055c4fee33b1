"""A world as tools for TRL: `GRPOTrainer(environment_factory=world_tools(tasks), …)`. TRL itself is not needed here.

TRL makes an environment once and resets it often, each time with a row of the data set. Every public method becomes a
tool by its types and docstring; `get_reward` scores the rollout. Tried with the trainer of TRL 1.16.

A model in training says anything: arguments that do not fit are a step that could not be carried out, told in words and
counted in the component `format`.
"""

import io
from collections.abc import Callable, Iterable
from typing import Any, Literal, Protocol, TypeAlias

from sextant.errors import UsageError
from sextant.prompts import list_screen, render
from sextant.types.decisions import Section
from sextant.types.screens import Picture
from sextant_worlds.envs.actions import EnvAction, call_of
from sextant_worlds.envs.episode import EpisodeStep, Runtime, WorldEpisode
from sextant_worlds.envs.reward import MemoryScore, Reward, RewardWeights, noted
from sextant_worlds.envs.runtimes import Backend, RuntimeCache, twin
from sextant_worlds.envs.tasks import TaskSplits, known_index, known_split
from sextant_worlds.spec import World, loads

Shown: TypeAlias = str | list[dict[str, Any]]
"""What a tool gives back: a text, or a picture and a text as content blocks."""

Painter = Callable[[Runtime], Picture]
"""A picture of what a runtime shows now."""

WORDS = (
    "You have a phone. Reach the goal with the tools, one at a time, then end with `status`. Note what you will need "
    "later.\n\n"
)
"""What the prompt of a row says before the goal and the first screen."""

_OVER = "The episode is over; nothing can be done any more."


class ToolFactory(Protocol):
    """Makes an environment; TRL calls it once for each rollout that runs at a time."""

    def __call__(self) -> "WorldTools": ...


def world_tools(
    tasks: TaskSplits | None = None,
    *,
    backend: Backend = twin,
    painter: Painter | None = None,
    weights: RewardWeights | None = None,
    memory: MemoryScore = noted,
    max_steps: int | None = None,
    tell_goal: bool = True,
) -> ToolFactory:
    """The environment factory for TRL.

    Args:
        tasks: Where the worlds of rows with `split` and `index` come from; rows may hold a whole `world` instead.
        backend: What a world runs on.
        painter: Where given, every answer begins with a picture.
        weights: What the components of the reward are worth.
        memory: How notes are scored.
        max_steps: Actions in an episode; None: four times the oracle's, at least 30.
        tell_goal: Whether the first text tells the goal; not needed where the rows' prompts do.
    """

    def make() -> WorldTools:
        begin = _Beginning(tasks, backend, weights, memory, max_steps)
        return WorldTools(begin, painter, tell_goal)

    return make


def rows(split: str, indexes: Iterable[int], words: str = WORDS) -> list[dict[str, Any]]:
    """Rows of a data set, one a task: `datasets.Dataset.from_list(rows("train", range(1000)))`."""
    return [{"prompt": [{"role": "user", "content": words}], "split": split, "index": index} for index in indexes]


class _Beginning:
    """From a row of the data set to an episode; a world that comes again keeps its runtime."""

    def __init__(
        self,
        tasks: TaskSplits | None,
        backend: Backend,
        weights: RewardWeights | None,
        memory: MemoryScore,
        max_steps: int | None,
    ) -> None:
        self._tasks, self._held = tasks, RuntimeCache(backend)
        self._weights, self._memory, self._max_steps = weights, memory, max_steps

    def __call__(self, row: dict[str, Any]) -> tuple[WorldEpisode, Runtime]:
        world = self._world(row)
        runtime = self._held.of(world)
        return WorldEpisode(world, runtime, self._max_steps, self._weights, self._memory), runtime

    def _world(self, row: dict[str, Any]) -> World:
        given = row.get("world")
        if isinstance(given, World):
            return given
        if isinstance(given, str):
            return loads(given, "the row's world")
        if self._tasks is None:
            raise UsageError("The row has no 'world', and no tasks were given.", "Give one of the two.")
        split = known_split(self._tasks, str(row.get("split") or self._tasks.splits()[0]))
        return self._tasks.world(split, known_index(self._tasks, split, int(row.get("index") or 0)))


class WorldTools:
    """A phone with apps as tools. Made by `world_tools`.

    The tools are the actions of a decision, with the names and fields that a deployed model and the training records
    have, and `note`. Elements are named by the numbers in brackets of the present screen. Each tool answers with the
    screen after it.
    """

    def __init__(
        self,
        begin: Callable[[dict[str, Any]], tuple[WorldEpisode, Runtime]],
        painter: Painter | None = None,
        tell_goal: bool = True,
    ) -> None:
        self._begin, self._painter, self._tell_goal = begin, painter, tell_goal
        self._episode: WorldEpisode | None = None
        self._runtime: Runtime | None = None

    def reset(self, **row: Any) -> Shown:
        """Begins an episode.

        Args:
            **row: A row of the data set: `world`, or `split` and `index`; anything else is not looked at.

        Returns:
            The goal and the first screen; TRL adds them to the prompt.

        Raises:
            UsageError: The row names no world.
        """
        self._episode, self._runtime = self._begin(row)
        self._episode.begin()
        goal = f"Goal: {self._episode.world.task.goal}\n\n" if self._tell_goal else ""
        return self._show(goal)

    def click(self, index: int | None = None, point: list[float] | None = None, at: list[float] | None = None) -> Shown:
        """Touch an element, or a point that has none, such as a cell of a drawn board.

        Args:
            index: Index of the element.
            point: A point of the screen, if it has no element: from the left and from the top, 0 to 1000.
            at: Where inside the element, as shares of its width and height, 0 to 1; its middle if left out.
        """
        return self._do("click", index=index, point=point, at=at)

    def double_tap(
        self, index: int | None = None, point: list[float] | None = None, at: list[float] | None = None
    ) -> Shown:
        """Touch an element, or a point, twice.

        Args:
            index: Index of the element.
            point: A point of the screen, if it has no element: from the left and from the top, 0 to 1000.
            at: Where inside the element, as shares of its width and height, 0 to 1; its middle if left out.
        """
        return self._do("double_tap", index=index, point=point, at=at)

    def long_press(
        self, index: int | None = None, point: list[float] | None = None, at: list[float] | None = None
    ) -> Shown:
        """Hold a finger on an element, or on a point.

        Args:
            index: Index of the element.
            point: A point of the screen, if it has no element: from the left and from the top, 0 to 1000.
            at: Where inside the element, as shares of its width and height, 0 to 1; its middle if left out.
        """
        return self._do("long_press", index=index, point=point, at=at)

    def input_text(
        self,
        text: str,
        index: int | None = None,
        mode: Literal["replace", "append"] = "replace",
        point: list[float] | None = None,
        at: list[float] | None = None,
    ) -> Shown:
        """Type into a field, or into the one that has the cursor.

        Args:
            text: What to type.
            index: Index of the field.
            mode: Whether what the field holds is replaced.
            point: A point of the screen, if it has no element: from the left and from the top, 0 to 1000.
            at: Where inside the element, as shares of its width and height, 0 to 1; its middle if left out.
        """
        return self._do("input_text", text=text, index=index, mode=mode, point=point, at=at)

    def scroll(
        self,
        direction: Literal["up", "down", "left", "right"],
        index: int | None = None,
        distance: float | None = None,
        point: list[float] | None = None,
        at: list[float] | None = None,
    ) -> Shown:
        """Show what lies in this direction.

        Args:
            direction: Where the content lies that is to be shown.
            index: Index of an element in the list that is to be scrolled; none for the page.
            distance: How far, in screenfuls, up to 20; most of one if left out.
            point: A point of the screen, if it has no element: from the left and from the top, 0 to 1000.
            at: Where inside the element, as shares of its width and height, 0 to 1; its middle if left out.
        """
        return self._do("scroll", direction=direction, index=index, distance=distance, point=point, at=at)

    def swipe(
        self,
        direction: Literal["up", "down", "left", "right"],
        index: int | None = None,
        distance: float | None = None,
        point: list[float] | None = None,
        at: list[float] | None = None,
    ) -> Shown:
        """Move a finger in this direction; the content follows it.

        Args:
            direction: Where the finger moves.
            index: Index of an element in the list that is meant; none for the page.
            distance: The share of what moves that the finger crosses, up to 1; most of it if left out.
            point: A point of the screen, if it has no element: from the left and from the top, 0 to 1000.
            at: Where inside the element, as shares of its width and height, 0 to 1; its middle if left out.
        """
        return self._do("swipe", direction=direction, index=index, distance=distance, point=point, at=at)

    def keyboard_enter(self) -> Shown:
        """Press the Enter key."""
        return self._do("keyboard_enter")

    def navigate_back(self) -> Shown:
        """Press the Back key of the phone."""
        return self._do("navigate_back")

    def navigate_home(self) -> Shown:
        """Press the Home key of the phone."""
        return self._do("navigate_home")

    def recents(self) -> Shown:
        """Show the apps that were used last."""
        return self._do("recents")

    def open_app(self, name: str) -> Shown:
        """Bring an app to the front.

        Args:
            name: Its name as the launcher shows it.
        """
        return self._do("open_app", name=name)

    def close_app(self, name: str) -> Shown:
        """Close an app.

        Args:
            name: Its name as the launcher shows it.
        """
        return self._do("close_app", name=name)

    def wait(self, seconds: float = 2.0) -> Shown:
        """Wait for something that is still loading.

        Args:
            seconds: How long, at most 30.
        """
        return self._do("wait", seconds=seconds)

    def note(self, text: str) -> Shown:
        """Write down something that will be needed later.

        Args:
            text: What it is, and its value.
        """
        return self._do("note", text=text)

    def status(self, goal_status: Literal["complete", "infeasible"], reason: str = "") -> Shown:
        """End the task: it is done, or it cannot be done.

        Args:
            goal_status: Which of the two.
            reason: Why, in a few words; the world judges for itself.
        """
        return self._do("status", goal_status=goal_status, reason=reason)

    def get_reward(self) -> float:
        """The weighted total of the rollout; an episode that was never finished is judged as it stands."""
        return 0.0 if self._episode is None else self._give_up().total(self._episode.weights)

    @property
    def components(self) -> Reward:
        """The components of the rollout's reward, for reward functions that want them apart."""
        return Reward() if self._episode is None else self._give_up()

    def _give_up(self) -> Reward:
        assert self._episode is not None
        return self._episode.give_up()

    def _do(self, kind: str, **fields: object) -> Shown:
        """The action as a model writes it in a decision; a field without a value is left out."""
        return self._call(
            call_of({"type": kind, **{name: value for name, value in fields.items() if value is not None}})
        )

    def _call(self, call: EnvAction) -> Shown:
        if self._episode is None:
            return "Nothing has begun yet."
        if self._episode.ended:
            return _OVER
        step = self._episode.step(call)
        if step.terminated or step.truncated:
            return _OVER if step.terminated else f"The limit of steps is reached. {_OVER}"
        return self._show(_remark(call, step))

    def _show(self, words: str) -> Shown:
        assert self._episode is not None
        assert self._runtime is not None
        screen = self._episode.screen
        text = words + render([Section("Screen", list_screen(screen, "full"), untrusted=True)])
        if self._painter is None:
            return text
        return [{"type": "image", "image": _image(self._painter(self._runtime))}, {"type": "text", "text": text}]


def _remark(call: EnvAction, step: EpisodeStep) -> str:
    if step.problem:
        return f"Not carried out: {step.problem}.\n\n"
    if call.kind == "note":
        return "Noted.\n\n"
    return "" if step.changed else "Nothing changed.\n\n"


def _image(picture: Picture) -> Any:
    from PIL import Image

    return Image.open(io.BytesIO(picture.data))
