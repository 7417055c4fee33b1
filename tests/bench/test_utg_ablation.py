"""Bench utg-ablation: its tasks and listings, what each row takes away, its figures; a run with the least there is."""

from pathlib import Path

import pytest

from sextant.errors import UsageError
from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.comparing.static import StaticDials
from sextant.utg.faces import Face
from sextant.utg.graph import Edge, Graph, Node, Place, Trigger
from sextant.utg.route import Aimed, MapLayout
from sextant_bench.figures import BenchOptions
from sextant_bench.navigate_truth import targets_of
from sextant_bench.registry import load
from sextant_bench.utg_ablation.episode import walk
from sextant_bench.utg_ablation.metrics import RowEpisode, by_size, reduction, row_json, size_listing
from sextant_bench.utg_ablation.path_listings import BreadthFirst, DepthFirst
from sextant_bench.utg_ablation.real_apps import chosen_apps, left_out
from sextant_bench.utg_ablation.rows import ROWS, Given, Scripted
from sextant_bench.utg_ablation.tasks import tasks_of, wordings
from sextant_worlds.genres import GENRES


def tap(name: str) -> Trigger:
    return Trigger("tap", ElementRef("button", name))


def detour() -> Graph:
    """Two ways from `a` to `d`: a long one that the map got first, and a short one that failed."""
    graph = Graph("toy")
    for name in "abcd":
        graph.put(Node(ScreenKey("toy", name, name), Face(name)))
    for source, name, target in (("a", "1", "b"), ("b", "2", "c"), ("c", "3", "d")):
        graph.set(Edge(source, tap(name), target, successes=2))
    graph.set(Edge("a", tap("short"), "d", failures=3))
    return graph


def test_listings_know_nothing_of_trust_and_end() -> None:
    start, goal = Place("a"), [Aimed("d")]
    planned = MapLayout(detour(), [start]).route(start, goal)
    assert [step.label for step in planned.steps] == ["1", "2", "3"], "what failed thrice is not planned with"
    assert [step.label for step in BreadthFirst(detour(), [start]).route(start, goal).steps] == ["short"]
    assert [step.label for step in DepthFirst(detour(), [start]).route(start, goal).steps] == ["1", "2", "3"]

    for listing in (BreadthFirst, DepthFirst):
        start = Place("d")
        assert listing(detour(), [start]).route(start, [Aimed("d")]).steps == ()
        lost = listing(detour(), [start]).route(start, [Aimed("a")])
        assert (lost.status, lost.unreached) == ("unreachable", (Aimed("a"),))
        avoid = frozenset({("a", tap("short")), ("a", tap("1"))})
        assert not listing(detour(), [Place("a")], avoid).route(Place("a"), [Aimed("d")]).found


def test_tasks_of_a_seed_are_the_same_in_two_wordings_and_can_be_done() -> None:
    assert len(wordings()) > 100
    assert {page.partition("/")[0] for page in wordings()} == set(GENRES)
    assert all(named != worded for named, worded in wordings().values())
    first, again = (tasks_of(5, 4, StaticDials()) for _ in range(2))
    assert [(one.goal, one.page) for one in first] == [(one.goal, one.page) for one in again]
    assert [one.wording for one in first] == ["named", "worded", "named", "worded"]
    assert all(one.shortest >= 1 and one.node in one.static.nodes for one in first)


def test_every_row_of_the_paper_is_there_and_begins_with_the_map_or_without() -> None:
    with pytest.raises(UsageError, match="grand"):
        load("utg-ablation")(BenchOptions(extra={"rows": "grand"}))
    assert {row.paper for row in ROWS} >= {"w/o Dynamic Update", "w/o Embedding", "w/o MLLM", "DFS", "BFS"}
    asked = tasks_of(5, 1, StaticDials())[0]
    for row in ROWS:
        with row.store(Given(asked.static)) as store:
            assert bool(store.load(asked.static.app).edges) == (row.name != "no_map")


def test_an_episode_is_solved_where_it_ends_on_the_page_and_says_so(tmp_path: Path) -> None:
    asked = next(one for one in tasks_of(5, 4, StaticDials(missing=0, infeasible=0)) if one.wording == "named")
    judge = Scripted(asked, 1.0)
    row = next(row for row in ROWS if row.name == "model")
    given = Given(asked.static, asked.static.app)
    with row.store(given) as store:
        done = walk(asked.world, asked.goal, lambda: row.make(given, judge, store), 15, tmp_path)
    assert (done.page, done.claimed, done.steps) == (asked.page, True, asked.shortest)


def outcome(row: str, task: str, solved: bool, steps: int, size: int = 10) -> RowEpisode:
    return RowEpisode(row, task, "named", size, 2, 30, solved, steps, 0.1)


def test_steps_are_compared_over_what_both_solve() -> None:
    full = [outcome("full", "1", True, 3), outcome("full", "2", True, 9), outcome("full", "3", False, 30)]
    bare = [outcome("no_map", "1", True, 6), outcome("no_map", "2", False, 2), outcome("no_map", "3", True, 5)]
    assert (reduction(full, bare).reduction, reduction(full, bare).tasks) == (0.5, 1)
    assert (reduction([], bare).reduction, reduction([], bare).tasks) == (0.0, 0)
    told = row_json(bare)
    assert (told["success"], told["steps"]) == (2 / 3, (6 + 30 + 5) / 3), "who gives up early has not saved steps"
    large = [outcome("full", "1", True, 3, 99), outcome("full", "2", False, 3, 99)]
    assert by_size(large) == {"71+": {"n": 2, "success": 0.5}}
    rows = {"full": [outcome("full", "1/0", True, 3), outcome("full", "2/0", False, 3, 99)], "no_map": []}
    listing = size_listing(rows)
    assert listing.headings == ("row", "0-15 screens", "71+ screens", "all", "steps")
    assert listing.rows == (("full", "1/1", "0/1", "50%", "16.5"),)


def test_targets_of_apps_that_a_limit_leaves_out_are_counted() -> None:
    apps = chosen_apps(str(Path(__file__).resolve().parents[2] / "benchmarks" / "apps"))
    targets = sum(len(targets_of(app)) for app in apps)
    assert (left_out(apps, None), left_out(apps, 1), left_out(apps, 999)) == (0, targets - len(apps), 0)
    assert targets > len(apps) > 0


@pytest.mark.slow
def test_the_least_run_has_its_figures_and_fails_where_rows_are_left_out(tmp_path: Path) -> None:
    chosen = {"rows": "model,full,no_map", "workers": "1", "each": "1", "checkpoint": str(tmp_path / "kept")}
    found = load("utg-ablation")(BenchOptions(n=1, seed=1, extra=chosen))
    names = {figure.name for figure in found.figures}
    assert {"steps_reduction", "success_gain", "success_full", "success_no_map", "success_scripted_selector"} <= names
    assert "success_model" not in names, "a script is not taken for a model"
    assert (found.n, found.skipped, found.errors, found.ok) == (3, 5, 0, False)
    assert found.details["real"] == {}
    lines: list[str] = []
    again = load("utg-ablation")(BenchOptions(n=1, extra=chosen, report=lines.append))
    assert lines == [], "what the checkpoint holds is not played again"
    assert again.figures == found.figures
