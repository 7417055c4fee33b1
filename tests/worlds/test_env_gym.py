"""The Gymnasium face of a world, over its twin and over its page in Chromium."""

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

import sextant_worlds.envs as envs
from sextant.errors import UsageError
from sextant.perception import Perceiver
from sextant.types.actions import PressKey
from sextant_worlds.author import build
from sextant_worlds.envs import encoding
from sextant_worlds.envs.actions import KINDS, Kind
from sextant_worlds.envs.gym import WorldEnv
from sextant_worlds.envs.reward import Reward
from sextant_worlds.envs.runtimes import paged
from sextant_worlds.envs.tasks import FixedTasks, memory_world
from sextant_worlds.oracle.walk import Oracle
from sextant_worlds.runtime.chromium import ChromiumWorld
from sextant_worlds.spec.world import World
from sextant_worlds.twin.twin import Twin
from tests.worlds.toy import toy, toy_world


def numbered(seed: int) -> World:
    """A world of its own for each seed: another number of items is wanted."""
    raw = toy()
    raw["id"], raw["seed"] = f"toy-{seed}", seed
    raw["apps"][0]["vars"]["count"] = seed % 20
    return World.model_validate(raw)


def act(kind: Kind, element: int = -1, text: str = "", point: tuple[float, float] = (0, 0)) -> dict[str, Any]:
    return {"kind": KINDS.index(kind), "element": element, "point": np.array(point, np.float32), "text": text}


def index_of(info: dict[str, Any], test_id: str) -> int:
    return next(element.index for element in info["screen"].elements if element.test_id == test_id)


def text_in(array: Any) -> str:
    return bytes(array).rstrip(b"\0").decode()


def made(**how: Any) -> WorldEnv:
    return WorldEnv(toy_world(), **how)


@pytest.mark.parametrize("how", [{"world": toy_world()}, {"provider": numbered}], ids=["world", "worlds by seed"])
def test_the_checker_finds_nothing(how: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(envs.ID, **how).unwrapped)


def test_what_it_observes_is_in_its_space_over_a_long_walk() -> None:
    env = made(max_steps=400)
    env.action_space.seed(5)
    observation, _ = env.reset(seed=5)
    for _ in range(500):
        assert observation in env.observation_space
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
        assert isinstance(reward, float)
        assert len(info["screen"].elements) == observation["count"][0]
        if terminated or truncated:
            observation, _ = env.reset()


def test_rows_are_elements() -> None:
    env = made(render_mode="ansi")
    observation, info = env.reset(seed=1)
    screen = info["screen"]
    assert text_in(observation["text"]).split("\n") == [element.label for element in screen.elements]
    shop = index_of(info, "app-shop")
    box = screen.elements[shop].box
    assert observation["boxes"][shop].tolist() == [int(box.x), int(box.y), int(box.width), int(box.height)]
    assert encoding.ROLES[observation["roles"][shop]] == "button"
    assert encoding.VISIBILITIES[observation["visibility"][shop] - 1] == "visible"
    assert observation["affordances"][shop] & 1
    assert text_in(observation["goal"]) == env.episode.world.task.goal
    assert observation["roles"][len(screen.elements) :].sum() == 0
    assert '"Shop"' in str(env.render()), "it renders the screen as a model reads it"


def test_a_cached_observation_is_never_handed_out_twice() -> None:
    env = made()
    first, _ = env.reset(seed=1)
    second, *_ = env.step(act("wait"))
    first["boxes"][:] = -7
    third, *_ = env.step(act("wait"))
    assert (second["boxes"] == third["boxes"]).all()
    assert not (third["boxes"] == -7).any()


def test_the_oracles_gestures_solve_it_and_the_seed_is_the_episode() -> None:
    env = made()
    twin = Twin(toy_world())
    gestures = [step.gesture for step in Oracle(twin.world).walk(twin, lambda: twin.state).steps]
    returns: list[float] = []
    for _ in range(2):
        env.reset(seed=3)
        total = sum(env.step_gesture(gesture)[1] for gesture in gestures)
        _, reward, terminated, truncated, info = env.step(act("complete"))
        assert (terminated, truncated, info["success"], info["reward"].outcome) == (True, False, True, 1.0)
        returns.append(total + reward)
    assert returns[0] == returns[1] > 1.0
    env.reset()
    *_, info = env.step_gesture(PressKey("recents"))
    assert (info["valid"], info["changed"]) == (True, True)


def test_the_same_by_actions_of_the_space() -> None:
    env = made()
    _, info = env.reset(seed=3)
    moves: list[tuple[Kind, str, str]] = [
        ("open_app", "", "Notes"),
        ("tap", "notes-n2", ""),
        ("home", "", ""),
        ("tap", "app-desk", ""),
        ("tap", "go-submit-answer", ""),
        ("type", "answer-input", "QX-4471"),
        ("tap", "answer-submit", ""),
        ("complete", "", ""),
    ]
    terminated = False
    for kind, test_id, text in moves:
        element = index_of(info, test_id) if test_id else -1
        _, _, terminated, _, info = env.step(act(kind, element, text))
    assert terminated
    assert info["success"] is True


def test_bad_actions_and_options_say_what_is_wrong() -> None:
    env = made()
    with pytest.raises(UsageError, match="reset first"):
        env.step(act("wait"))
    env.reset()
    with pytest.raises(UsageError, match="kind"):
        env.step({"kind": 99})
    with pytest.raises(UsageError, match="point of two"):
        env.step(act("tap") | {"point": [0.5]})
    with pytest.raises(UsageError, match="element"):
        env.step(act("tap") | {"element": "first"})
    *_, info = env.step(act("tap", point=(float("nan"), 0.0)))
    assert info["valid"] is False
    _, _, terminated, _, info = env.step(act("tap", element=77))
    assert (terminated, info["valid"]) == (False, False), "an impossible action is a step without effect"
    assert "77" in info["problem"]
    with pytest.raises(UsageError, match="not a World"):
        env.reset(options={"world": 7})
    with pytest.raises(UsageError, match="at most one"):
        WorldEnv(toy_world(), provider=numbered)


def test_tasks_by_split_and_index() -> None:
    tasks = FixedTasks({"train": [numbered(1), numbered(2)], "test": [numbered(3)]})
    env = WorldEnv(tasks=tasks, split="train")
    assert env.reset(options={"split": "test", "index": 0})[1]["world"] == "toy-3"
    assert env.reset(options={"index": 1})[1]["world"] == "toy-2"
    drawn = {env.reset(seed=seed)[1]["world"] for seed in range(12)}
    assert drawn == {"toy-1", "toy-2"}
    bad: tuple[tuple[dict[str, Any], str], ...] = (
        ({"split": "dev"}, "no split 'dev'"),
        ({"index": 5}, "no task 5"),
        ({"splt": "test"}, r"no option 'splt'.*world, split, index"),
        ({"index": "first"}, "whole number, not 'first'"),
        ({"world": numbered(1), "index": 0}, "not both"),
    )
    for options, said in bad:
        with pytest.raises(UsageError, match=said):
            env.reset(options=options)
    with pytest.raises(UsageError, match="needs tasks"):
        WorldEnv(numbered(1)).reset(options={"index": 0})


def test_without_a_choice_the_tasks_are_those_of_memory_world() -> None:
    env = gymnasium.make(envs.ID, split="lite", index=0)
    assert env.reset(seed=1)[1]["goal"] == memory_world().world("lite", 0).task.goal
    assert memory_world(train=7).splits()[0] == "train"
    assert memory_world(train=7).count("train") == 7
    env.close()


def test_seeds_choose_the_world_and_go_on_from_there() -> None:
    env = WorldEnv(provider=numbered)
    names = [env.reset(seed=11)[1]["world"], env.reset()[1]["world"]]
    assert names[0] != names[1]
    assert names == [env.reset(seed=11)[1]["world"], env.reset()[1]["world"]]


@pytest.mark.parametrize("vector", [SyncVectorEnv, AsyncVectorEnv])
def test_vectors_of_worlds(vector: Callable[..., Any]) -> None:
    env = vector([partial(WorldEnv, toy_world(), max_steps=5) for _ in range(2)])
    try:
        env.action_space.seed(4)
        observation, info = env.reset(seed=4)
        assert observation["boxes"].shape == (2, 128, 4)
        assert info["screen"][1].title == "Home"
        for _ in range(8):
            observation, reward, _, _, _ = env.step(env.action_space.sample())
            assert reward.shape == (2,)
        assert observation in env.observation_space
    finally:
        env.close()


def test_make_vec_knows_it() -> None:
    env = gymnasium.make_vec(envs.ID, num_envs=2, vectorization_mode="sync", world=toy_world())
    try:
        one, _ = env.reset(seed=9)
        assert np.array_equal(one["text"][0], one["text"][1])
    finally:
        env.close()


SEED = 14


def rewards(env: WorldEnv, world: World) -> list[tuple[Reward, bool, tuple[str, ...]]]:
    twin = Twin(world)
    gestures = [step.gesture for step in Oracle(world).walk(twin, lambda: twin.state).steps]
    told: list[tuple[Reward, bool, tuple[str, ...]]] = []
    env.reset(seed=1)
    for gesture in gestures:
        *_, info = env.step_gesture(gesture)
        labels = tuple(element.label for element in info["screen"].elements)
        told.append((info["reward"], info["changed"], labels))
    *_, info = env.step({"kind": KINDS.index(world.task.reference.ends)})
    assert info["success"] is True
    told.append((info["reward"], False, ()))
    return told


@pytest.mark.browser
def test_chromium_and_the_twin_earn_the_same_step_by_step() -> None:
    world = build(SEED)
    pages = WorldEnv(world, backend=paged(ChromiumWorld, Perceiver))
    try:
        first = rewards(pages, world)
        again = rewards(pages, world)
    finally:
        pages.close()
    assert first == again == rewards(WorldEnv(world), world)
    assert first[-1][0].outcome == 1.0
