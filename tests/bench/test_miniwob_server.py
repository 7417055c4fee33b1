import json
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

from sextant_bench.miniwob.server import MiniWobServer, ServedEpisode, html_root, task_names
from sextant_bench.miniwob.truth import Report, TruthLog


@pytest.fixture
def server() -> Iterator[MiniWobServer]:
    with MiniWobServer() as running:
        yield running


def _get(url: str, body: bytes | None = None) -> tuple[int, str, str]:
    try:
        with urllib.request.urlopen(url, body, timeout=10) as answer:
            return answer.status, answer.read().decode(), answer.url
    except urllib.error.HTTPError as error:
        with error:
            return error.code, "", url


def _post(url: str, body: bytes) -> int:
    return _get(url, body)[0]


def test_play_leads_to_the_assigned_task_with_its_seed(server: MiniWobServer):
    assert _get(f"{server.url}/play")[0] == 404
    server.assign(ServedEpisode("e-1", "click-test", 42))
    status, page, place = _get(f"{server.url}/play")
    assert status == 200
    assert place.endswith("/miniwob/click-test.html?seed=42&episode=e-1")
    assert "Math.seedrandom(42)" in page
    assert page.index('name="viewport"') < page.index("</head>")


def test_nothing_else_is_served_or_written_into_a_page(server: MiniWobServer):
    for path in ("/../__init__.py", "/%2e%2e/registration.py", "/own/../server.py", "/own/%2e%2e/server.py", "/core"):
        assert _get(server.url + path)[0] == 404
    for query in ("seed=1);alert(1&episode=e-1", "seed=1&episode='+alert(1)+'"):
        assert "alert(1" not in _get(f"{server.url}/miniwob/click-test.html?{query}")[1]


def test_reports_reach_the_log_and_malformed_ones_change_nothing(server: MiniWobServer):
    server.assign(ServedEpisode("e-1", "click-test", 1))
    place = f"{server.url}/truth/e-1"
    assert _post(place, b"nonsense") == 400
    assert _post(place, json.dumps({"event": "won"}).encode()) == 400
    assert _post(f"{server.url}/truth/e-2", json.dumps({"event": "start"}).encode()) == 404
    assert server.truth.of("e-1").starts == 0
    assert _post(place, json.dumps({"event": "start", "goal": "Click."}).encode()) == 204
    assert _post(place, json.dumps({"event": "done", "reward": 1}).encode()) == 204
    truth = server.truth.of("e-1")
    assert (truth.goal, truth.reward, truth.solved) == ("Click.", 1.0, True)


def test_waiting_ends_at_the_deadline_with_what_is_known_and_the_first_verdict_stands():
    log = TruthLog()
    log.begin("e")
    assert not log.wait_done("e", 0.01).done
    for reward in (0.5, 1):
        log.report("e", Report("done", reward=reward))
    graded = log.wait_done("e", 0.01)
    assert (graded.done, graded.solved) == (True, False)


def test_every_published_task_can_be_changed_for_a_phone():
    assert len(task_names()) > 100
    for name in task_names():
        page = (html_root() / "miniwob" / f"{name}.html").read_text("utf-8")
        assert page.count("<head>") == page.count("</head>") == 1
