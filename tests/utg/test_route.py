"""Plans are shortest, checked against a breadth-first search written apart, and fail for a reason."""

from collections import deque

from hypothesis import given
from hypothesis import strategies as st

from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.faces import Face
from sextant.utg.graph import Edge, Graph, Node, Place, Trigger
from sextant.utg.route import Aimed, Route, neighbourhood, reachable, replay, route

Pairs = list[tuple[int, int]]
pairs = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=40)


def graph_of(edges: Pairs, size: int = 12) -> Graph:
    graph = Graph("x")
    for number in range(size):
        graph.put(Node(ScreenKey("x", str(number), str(number)), Face(title=str(number))))
    for count, (source, target) in enumerate(edges):
        trigger = Trigger("tap", ElementRef("link", f"{count}:{target}"))
        graph.set(Edge(str(source), trigger, str(target), successes=1))
    return graph


def distance(edges: Pairs, start: int, goal: int) -> int | None:
    seen, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for source, target in edges:
            if source == here and target not in seen:
                seen[target] = seen[here] + 1
                queue.append(target)
    return seen.get(goal)


@given(pairs, st.integers(0, 11), st.integers(0, 11))
def test_plans_are_shortest_and_valid(edges: Pairs, start: int, goal: int) -> None:
    graph = graph_of(edges)
    result = route(graph, Place(str(start)), [Aimed(str(goal))])
    expected = distance(edges, start, goal)
    assert (result.cost if result.found else None) == expected
    if expected is None:
        assert result.status == "unreachable"
        assert result.reason
    else:
        assert result.status == "optimal"
        assert replay(graph, Place(str(start)), [Aimed(str(goal))], result) == ""


@given(pairs, st.integers(0, 11))
def test_reachable_agrees(edges: Pairs, start: int) -> None:
    found = reachable(graph_of(edges), Place(str(start)))
    assert {int(place.node): cost for place, cost in found.items()} == {
        goal: cost for goal in range(12) if (cost := distance(edges, start, goal)) is not None
    }


@given(pairs, st.integers(0, 11), st.lists(st.integers(0, 11), max_size=4))
def test_ordered_goals_add_up(edges: Pairs, start: int, goals: list[int]) -> None:
    graph = graph_of(edges)
    wanted = [Aimed(str(goal)) for goal in goals]
    result = route(graph, Place(str(start)), wanted)
    legs = [distance(edges, one, other) for one, other in zip([start, *goals], goals, strict=False)]
    if None not in legs:
        assert result.complete
        assert result.cost == sum(leg or 0 for leg in legs)
    elif wanted and len(result.unreached) == len(wanted):
        assert result.status == "unreachable"
    if result.found:
        assert replay(graph, Place(str(start)), wanted, result) == ""


def test_a_goal_that_nothing_leads_to_is_reported_and_the_rest_is_planned() -> None:
    graph = graph_of([(0, 1), (1, 2)])
    result = route(graph, Place("0"), [Aimed("1"), Aimed("7"), Aimed("2")])
    assert (result.found, result.complete, result.unreached) == (True, False, (Aimed("7"),))
    assert [step.target.node for step in result.steps] == ["1", "2"]
    assert "7" in result.reason


@given(pairs, st.integers(0, 11), st.integers(0, 4))
def test_the_neighbourhood_is_what_so_many_hops_lead_to(edges: Pairs, start: int, within: int) -> None:
    near = neighbourhood(graph_of(edges), Place(str(start)), within)
    expected = {goal for goal in range(12) if goal != start and (distance(edges, start, goal) or 99) <= within}
    assert {int(reach.place.node) for reach in near} == expected
    assert all(len(reach.steps) == distance(edges, start, int(reach.place.node)) for reach in near)


def test_an_unknown_goal_is_named() -> None:
    assert "nowhere" in route(graph_of([]), Place("3"), [Aimed("nowhere")]).reason


def test_of_equal_ways_the_more_reliable_is_taken() -> None:
    graph = graph_of([(0, 1), (0, 2), (1, 3), (2, 3)])
    doubtful = next(edge for edge in graph.out("0") if edge.target == "1")
    graph.set(Edge(doubtful.source, doubtful.trigger, "1", successes=2, failures=2))
    assert route(graph, Place("0"), [Aimed("3")]).steps[0].target == Place("2")


def test_an_edge_that_only_fails_is_not_relied_on() -> None:
    graph = graph_of([(0, 1)])
    (edge,) = graph.out("0")
    graph.set(Edge("0", edge.trigger, "1", failures=3))
    assert route(graph, Place("0"), [Aimed("1")]).status == "unreachable"


def test_avoided_actions_are_not_used() -> None:
    graph = graph_of([(0, 1)])
    (edge,) = graph.out("0")
    assert route(graph, Place("0"), [Aimed("1")], avoid=frozenset({("0", edge.trigger)})).status == "unreachable"


def test_time_runs_out() -> None:
    graph = graph_of([(number, number + 1) for number in range(2000)], size=2002)
    ticks = iter(range(10_000))
    result = route(graph, Place("0"), [Aimed("2000")], deadline_seconds=3, clock=lambda: float(next(ticks)))
    assert result.status == "out_of_time"


def test_replaying_finds_what_is_wrong() -> None:
    graph = graph_of([(0, 1), (1, 2)])
    start, goals = Place("0"), [Aimed("2")]
    good = route(graph, start, goals)
    assert "short of" in replay(graph, start, goals, Route("optimal", "", good.steps[:1], 1))
    assert "starts at" in replay(graph, start, goals, Route("optimal", "", good.steps[1:], 1))
    assert "knows no" in replay(graph_of([(0, 1)]), start, goals, good)
    assert "short of" in replay(graph, start, [Aimed("2"), Aimed("1")], good)
    assert replay(graph, start, [Aimed("2"), Aimed("1")], good, "unordered") == ""
