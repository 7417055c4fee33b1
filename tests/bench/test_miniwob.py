"""The bench on MiniWoB++: its pages, its truth, its solutions, and parts of the suite."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from sextant.errors import UsageError
from sextant.types.actions import Action, ByIndex, Click, InputText, LongPress, Scroll, Status, Wait
from sextant.types.decisions import Act, Brief
from sextant.types.geometry import Box, Size
from sextant.types.screens import Affordance, Element, Observation, Screen, ScreenKey
from sextant.types.tasks import Task
from sextant_bench.figures import BenchOptions
from sextant_bench.miniwob.conformance import OWN_SOLUTIONS
from sextant_bench.miniwob.episodes import kind_of
from sextant_bench.miniwob.screen_queries import Lost, beside, number_in, ordinal, quoted
from sextant_bench.miniwob.scripted import IdleActor, ScriptedActor
from sextant_bench.miniwob.server import OWN_PAGES, MiniWobServer, ServedEpisode, html_root, task_names
from sextant_bench.miniwob.solutions import SOLUTIONS
from sextant_bench.miniwob.suite import KINDS, run
from sextant_bench.miniwob.truth import Report, TruthLog


def test_kinds_name_modes():
    assert kind_of(Scroll("down")) == "scroll/page"
    assert kind_of(Scroll("down", ByIndex(1))) == "scroll/element"
    assert kind_of(InputText("a", mode="append")) == "input_text/append"
    assert {kind_of(Click(ByIndex(0))), kind_of(LongPress(ByIndex(0)))} <= set(KINDS)


def test_unknown_tasks_and_actors_are_refused_before_a_browser_opens():
    for actor in ("", "scripted:replies.json"):
        with pytest.raises(UsageError, match="no-such-task"):
            run(BenchOptions(actor=actor, extra={"tasks": "no-such-task"}))
    with pytest.raises(UsageError, match="nobody"):
        run(BenchOptions(actor="nobody"))


@pytest.mark.slow
@pytest.mark.browser
def test_a_part_of_the_suite_is_solved_and_the_rest_counts_as_excluded():
    lines: list[str] = []
    tasks = "click-test,enter-text,drag-box,focus-text,terminal"
    result = run(BenchOptions(n=1, seed=5, extra={"tasks": tasks}, report=lines.append))
    read = json.loads(result.to_json())
    assert (read["solved_rate"], read["own_pages_rate"]) == (1.0, 1.0), read["details"]["failures"]
    assert read["baselines"]["idle_solved_rate"] == 0.0
    assert read["details"]["kinds_missing"] == ["scroll/element", "wait"]
    assert (read["n"], read["errors"]) == (5, 0)
    assert read["excluded"] > 20
    assert not result.ok
    assert any("drawn" in line for line in lines)


@pytest.mark.browser
def test_a_model_plays_whole_runs_that_the_pages_judge(tmp_path: Path):
    # A touch on the one button of the first page ends its episode, so that the model is not asked again.
    script = tmp_path / "replies.json"
    click = {"json": {"action": {"type": "click", "index": 1}, "expect": [{"type": "changed"}]}}
    script.write_text(json.dumps({"replies": [click], "then": "repeat"}))
    kept = tmp_path / "runs.jsonl"
    extra = {"tasks": "click-test,enter-text", "steps": "2", "lines": str(kept)}
    result = run(BenchOptions(n=1, seed=5, actor=f"scripted:{script}", extra=extra))
    read = json.loads(result.to_json())
    lines = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    assert lines == read["details"]["runs"]
    told = [(line["task"], line["judged"], line["steps"], line["status"]) for line in lines]
    assert told == [("click-test", True, 1, "interrupted"), ("enter-text", False, 2, "over_budget")]
    assert {line["seed"] for line in lines} == {*read["seeds"]["drawn"]}
    assert all(line["unattended"] and line["everything_allowed"] and line["judge"] == "MiniWoB++" for line in lines)
    assert read["excluded"] > 100
    assert read["solved_rate"] == 0.5


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


def _screen(*rows: tuple[str, str, Sequence[Affordance]], digest: str = "d") -> Screen:
    """One row of 20 px an element, below the strip with the goal."""
    elements = tuple(
        Element(place, Box(0, 60 + 20 * place, 100, 18), role, label, label, affordances=frozenset(can))
        for place, (role, label, can) in enumerate(rows)
    )
    return Screen(ScreenKey("app", "id"), digest, Observation("app", "url", "title", Size(360, 640), elements))


def _brief(goal: str, screen: Screen) -> Brief:
    return Brief(Task(goal), Act(goal), screen, prefix="", sections=())


def _play(actor: ScriptedActor, goal: str, *screens: Screen) -> list[Action]:
    return [actor.decide(_brief(goal, screen)).action for screen in screens]


def test_there_are_more_solutions_than_the_bench_asks_for_and_none_knows_a_seed_or_the_truth():
    assert len(SOLUTIONS) >= 30
    assert set(SOLUTIONS) <= set(task_names())
    assert {page.stem for page in OWN_PAGES.glob("*.html")} == set(OWN_SOLUTIONS)
    for solution in (*SOLUTIONS.values(), *OWN_SOLUTIONS.values()):
        names = {*solution.__code__.co_names, *solution.__code__.co_varnames}
        assert not {"seed", "truth", "location", "WOB_RAW_REWARD_GLOBAL"} & names


def test_the_actor_plays_the_solution_and_claims_success_at_its_end():
    screen = _screen(("textbox", "", ("tap", "type")), ("button", "Submit", ("tap",)))
    actor = ScriptedActor(SOLUTIONS["enter-text-dynamic"])
    acted = _play(actor, 'Enter "k9" into the text field and press Submit.', screen, screen, screen, screen)
    assert acted == [Click(ByIndex(0)), InputText("k9"), Click(ByIndex(1)), Status("complete")]


@pytest.mark.parametrize("goal", ['Click on the link "missing".', "Click on the link."])
def test_where_it_is_lost_the_actor_claims_nothing(goal: str):
    (said,) = _play(ScriptedActor(SOLUTIONS["click-link"]), goal, _screen(("button", "Other", ("tap",))))
    assert isinstance(said, Status)
    assert said.goal_status == "infeasible"
    assert said.reason


def test_the_idle_actor_touches_nothing():
    actor, screen = IdleActor(), _screen(("button", "OK", ("tap",)))
    acted = [actor.decide(_brief("Click.", screen)).action for _ in range(2)]
    assert acted == [Wait(0.2), Status("complete")]


def test_numbers_are_guessed_and_computed():
    def typed(task: str, *texts: str) -> list[str]:
        rest: list[tuple[str, str, Sequence[Affordance]]] = [
            (role, "", ("tap", "type")) for role in ("spinbutton", "textbox")
        ]
        rest.append(("button", "Submit", ("tap",)))
        acted = _play(ScriptedActor(SOLUTIONS[task]), "Go.", *(_screen(("text", text, ()), *rest) for text in texts))
        return [action.text for action in acted if isinstance(action, InputText)]

    asked = "Waiting for your guess..."
    assert typed("guess-number", asked, asked, "The number is higher than 4.") == ["4", "7"]
    for shown, x in (("x + 3 = 10", "7"), ("x - 3 = 10", "13"), ("3 + x = 10", "7"), ("3 - x = 10", "-7")):
        assert typed("simple-algebra", shown) == [x]


def test_words_of_goals_and_what_stands_beside():
    assert quoted('Enter "a" and "b c".') == ["a", "b c"]
    assert ordinal("Check the 2nd radio button", "radio button") == 1
    assert number_in("Select -7 with the spinner") == -7
    with pytest.raises(Lost):
        number_in("no number")
    places = {"Color": (0, 0), "far": (100, 0), "near": (50, 0), "below": (45, 20)}
    cells = [Element(at, Box(*place, 40, 12), "cell", text) for at, (text, place) in enumerate(places.items())]
    assert beside(cells[0], cells) == cells[2], "the nearest to the right on the same line"
