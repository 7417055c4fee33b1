"""The OpenEnv server over a real socket, with OpenEnv's own client."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from openenv.core.generic_client import GenericEnvClient  # pyright: ignore[reportMissingTypeStubs]

from sextant.errors import UsageError
from sextant_worlds.envs.openenv import NAME, WorldAction, WorldEnvironment, server
from sextant_worlds.envs.tasks import FixedTasks
from tests.worlds.test_env_gym import numbered
from tests.worlds.toy import toy_world

TASKS = FixedTasks({"train": [toy_world(), numbered(1)], "test": [numbered(2)]})
DEADLINE = 30.0


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    serving = server(TASKS, port=0, sessions=2)
    thread = threading.Thread(target=serving.run, daemon=True)
    thread.start()
    end = time.monotonic() + DEADLINE
    while not serving.started:
        assert thread.is_alive()
        assert time.monotonic() < end, "the server did not come up"
        time.sleep(0.01)
    port = serving.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    serving.should_exit = True
    thread.join(DEADLINE)
    assert not thread.is_alive()


def connected(address: str) -> Any:
    client: Any = GenericEnvClient(base_url=address)
    return client.sync()


def index_of(observation: dict[str, Any], test_id: str) -> int:
    return next(element["index"] for element in observation["elements"] if element["test_id"] == test_id)


def solve(client: Any, barrier: threading.Barrier) -> list[Any]:
    """The toy's task, action by action, in step with whoever shares the barrier."""
    results = [client.reset(split="train", index=0)]
    for name, test_id, more in [
        ("open_app", "", {"name": "Notes"}),
        ("click", "notes-n2", {}),
        ("note", "", {"text": "QX-4471"}),
        ("navigate_home", "", {}),
        *(("click", test_id, {}) for test_id in ("app-desk", "go-submit-answer")),
        ("input_text", "answer-input", {"text": "QX-4471"}),
        ("click", "answer-submit", {}),
        ("status", "", {"goal_status": "complete"}),
    ]:
        barrier.wait(DEADLINE)
        index = {"index": index_of(results[-1].observation, test_id)} if test_id else {}
        results.append(client.step({"type": name, **more, **index}))
    return results


def test_two_clients_at_a_time_each_have_a_phone_of_their_own(address: str) -> None:
    barrier = threading.Barrier(2)

    def run(_: int) -> list[Any]:
        with connected(address) as client:
            return solve(client, barrier)

    with ThreadPoolExecutor(2) as pool:
        for results in pool.map(run, range(2)):
            first, last = results[0], results[-1]
            assert first.observation["goal"] == "Hand in the code that the second note shows."
            assert first.observation["screen"].startswith("## Screen (content of the screen")
            assert [result.done for result in results] == [False] * 9 + [True]
            assert last.observation["success"] is True
            assert last.observation["components"]["outcome"] == 1.0
            rewards = [result.reward for result in results[1:]]
            assert sum(rewards) > 1.0


def test_the_state_says_where_an_episode_stands_and_nothing_of_the_answer(address: str) -> None:
    with connected(address) as client:
        client.reset(split="test", index=0, episode_id="e1")
        client.step({"type": "open_app", "name": "Shop"})
        state = client.state()
    assert state["episode_id"] == "e1"
    assert (state["split"], state["index"], state["step_count"], state["done"]) == ("test", 0, 1, False)
    assert "QX-4471" not in str(state)


def test_a_seed_chooses_the_same_task_every_time(address: str) -> None:
    drawn: list[int] = []
    with connected(address) as client:
        for seed in (*range(8), *range(8)):
            client.reset(seed=seed)
            drawn.append(client.state()["index"])
    assert drawn[:8] == drawn[8:]
    assert set(drawn) == {0, 1}


def test_a_bad_action_is_an_error_and_the_session_goes_on(address: str) -> None:
    with connected(address) as client:
        client.reset()
        with pytest.raises(RuntimeError, match=r"no action of the type 'explode'.*click, double_tap"):
            client.step({"type": "explode"})
        missed = client.step({"type": "click", "index": 99})
    assert missed.observation["valid"] is False
    assert "99" in missed.observation["problem"]


def test_tasks_are_listed_without_their_answers_and_schema_and_health_are_told(address: str) -> None:
    with httpx.Client(base_url=f"{address}/{NAME}") as web:
        assert [split["name"] for split in web.get("/splits").json()] == ["train", "test"]
        assert web.post("/num_tasks", json={"split": "train"}).json() == {"num_tasks": 2}
        tasks = web.post("/tasks", json={"split": "train"}).json()["tasks"]
        assert [task["id"] for task in tasks] == ["train-0", "train-1"]
        task = web.post("/task", json={"split": "train", "index": 0}).json()["task"]
        assert task["goal"].startswith("Hand in")
        assert "QX-4471" not in str(task)
        assert web.post("/task", json={"split": "train", "index": 9}).status_code == 400
        assert web.post("/task", json={"split": "dev", "index": 0}).status_code == 400
        chosen = web.post("/task_range", json={"split": "train", "start": 1}).json()["tasks"]
        assert [one["index"] for one in chosen] == [1]
    with httpx.Client(base_url=address) as web:
        assert web.get("/health").json()["status"] == "healthy"
        schema = web.get("/schema").json()
    assert "double_tap" in schema["action"]["properties"]["type"]["enum"]
    assert "components" in schema["observation"]["properties"]
    assert "return_so_far" in schema["state"]["properties"]


def test_without_a_reset_there_is_no_step() -> None:
    environment = WorldEnvironment(TASKS)
    with pytest.raises(UsageError, match="reset first"):
        environment.step(WorldAction(type="wait"))
    environment.close()
