"""A course through stops: hop by hop, planned anew where a step lands elsewhere, honest about what it left out."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from sextant.assembly import AbsentPerson, ActorKind, RunRequest, build_run
from sextant.assembly.navigation import MapRouting
from sextant.assembly.tours import stops_in_words
from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.evidence import ClaimLedger
from sextant.program import RouteCourse, RouteHop, RoutePlan, StopsCourse
from sextant.types.actions import NavigateBack, Status
from sextant.types.candidates import Candidate
from sextant.types.decisions import Act, Blocked, Finished
from sextant.types.evidence import TextVisible, Verdict
from sextant.types.screens import Picture, Screen
from sextant.types.tasks import Order, Task
from sextant.types.transitions import Transition
from sextant.utg.graph import Graph, Place
from sextant.utg.selection import Selection, TargetChoice
from sextant.utg.store import MapStore
from tests.support.narrow import as_a
from tests.support.runs import Bench, click
from tests.utg.walks import element, screen, step

SCREENS = {name: screen(name, element(0, "Go")) for name in ("home", "a", "b", "c", "elsewhere")}


@dataclass
class Toy:
    """Ways by table: from a screen to a stop, the screens in between. A stop is met on the screen of its name."""

    ways: Mapping[tuple[str, str], str]
    seen: list[Transition] = field(default_factory=list[Transition])
    avoided: frozenset[str] = frozenset()

    def place(self, screen: Screen) -> str:
        return screen.key.id

    def plan(self, screen: Screen, stops: Sequence[str], order: Order, avoid: frozenset[str]) -> RoutePlan:
        here, self.avoided = screen.key.id, avoid
        if here in stops and (order == "unordered" or stops[0] == here):
            return RoutePlan(met=(list(stops).index(here),))
        lost = tuple(number for number, stop in enumerate(stops) if (here, stop) not in self.ways)
        hops: list[RouteHop] = []
        for number, stop in enumerate(stops):
            for name in () if number in lost else self.ways[here, stop].split():
                hops.append(RouteHop(f"{here}>{name}", name, f"touch [{len(hops)}]", f'"{name}"'))
        usable = [hop for hop in hops if hop.action not in avoid]
        return RoutePlan(tuple(usable), (), lost, "no way" if lost else "")

    def observe(self, transition: Transition) -> None:
        self.seen.append(transition)


def go(course: RouteCourse, source: str, target: str) -> None:
    course.observe(step(SCREENS[source], 0, SCREENS[target], "effective"))


def words(course: RouteCourse, here: str) -> str:
    directive = as_a(Act, course.next(SCREENS[here]))
    return directive.instruction


def test_it_goes_hop_by_hop_and_is_over_at_the_last_stop() -> None:
    toy = Toy({("home", "b"): "a b", ("a", "b"): "b"})
    course = RouteCourse(["b"], toy)
    directive = as_a(Act, course.next(SCREENS["home"]))
    assert directive.instruction == (
        "On the way to 'b' (0 of 1 stops reached, steps to the last one: 2). "
        "Do this one step and nothing else: touch [0]"
    )
    assert directive.remark == '"a"', "the app's words are data, apart from the instruction"
    go(course, "home", "a")
    assert "steps to the last one: 1" in words(course, "a")
    go(course, "a", "b")
    assert course.next(SCREENS["b"]) == Finished(reason="reached: 'b'")
    assert len(toy.seen) == 2


def test_landing_elsewhere_is_said_and_planned_from_there() -> None:
    course = RouteCourse(["b"], Toy({("home", "b"): "b", ("elsewhere", "b"): "b"}))
    words(course, "home")
    go(course, "home", "elsewhere")
    directive = as_a(Act, course.next(SCREENS["elsewhere"]))
    assert "planned anew" in directive.remark
    go(course, "elsewhere", "b")
    assert isinstance(course.next(SCREENS["b"]), Finished)


def test_an_action_that_leads_astray_or_nowhere_or_is_given_up_is_left_out() -> None:
    toy = Toy({("home", "b"): "b"})
    course = RouteCourse(["b"], toy)
    for _ in range(2):
        words(course, "home")
        go(course, "home", "elsewhere")
    assert course.next(SCREENS["home"]) == Blocked("not reached: 'b' (no way is known)")
    assert toy.avoided == {"home>b"}
    home = SCREENS["home"]
    given_up = step(home, Status("infeasible"), home, "none")
    for taken in (step(home, 0, home, "ineffective"), given_up):
        course = RouteCourse(["b"], Toy({("home", "b"): "b"}))
        for _ in range(3):
            words(course, "home")
            course.observe(taken)
        assert isinstance(course.next(home), Blocked)


def test_a_stop_without_a_way_is_reported_and_the_rest_is_done() -> None:
    course = RouteCourse(["a", "vault"], Toy({("home", "a"): "a"}))
    assert words(course, "home").endswith("No way is known to: 'vault'.")
    go(course, "home", "a")
    assert course.next(SCREENS["a"]) == Finished(
        verified=False, claimed="", reason="reached: 'a'; not reached: 'vault' (no way)"
    )
    assert RouteCourse(["vault"], Toy({})).next(SCREENS["home"]) == Blocked("not reached: 'vault' (no way)")


def test_stops_in_order_and_in_any_order() -> None:
    ways = {("home", "a"): "a", ("home", "b"): "b", ("b", "a"): "a", ("a", "b"): "b"}
    course = RouteCourse(["a", "b"], Toy(ways))
    words(course, "home")
    go(course, "home", "b")
    assert "0 of 2 stops reached" in words(course, "b"), "b comes after a"
    course = RouteCourse(["a", "b"], Toy(ways), "unordered")
    words(course, "home")
    go(course, "home", "b")
    assert "1 of 2 stops reached" in words(course, "b")
    go(course, "b", "a")
    assert course.next(SCREENS["a"]) == Finished(reason="reached: 'b', 'a'")


# -- on a map -----------------------------------------------------------------------------------------------------


class ByName:
    """Picks the screen whose id a stop is."""

    def select(self, goal: str, graph: Graph, most: int = 5, picture: Picture | None = None) -> Selection:
        found = (TargetChoice(Place(goal), 0.9, goal, "its id"),) if goal in graph.nodes else ()
        return Selection(found, "words", 0.9 if found else 0.0, "", len(graph.nodes))


def routing() -> MapRouting:
    """Home to a, a to b; c is there, and nothing leads to it."""
    made = MapRouting(MapStore(), ByName())
    made.observe(step(SCREENS["home"], 0, SCREENS["a"]))
    made.observe(step(SCREENS["a"], 0, SCREENS["b"]))
    made.observe(step(SCREENS["b"], NavigateBack(), SCREENS["c"]))
    return made


@pytest.mark.parametrize("gated", [False, True])
def test_without_a_gate_no_planned_way_leads_through_a_risky_exit(gated: bool) -> None:
    home = screen("home", element(0, "Delete", "button"))
    made = MapRouting(MapStore(), ByName(), gated=gated)
    made.observe(step(home, 0, SCREENS["a"]))
    planned = made.plan(home, ["a"], "ordered", frozenset())
    assert (len(planned.hops), planned.unreachable) == ((1, ()) if gated else (0, (0,)))


@pytest.mark.parametrize("order", ["ordered", "unordered"])
def test_the_map_plans_through_several_stops(order: Order) -> None:
    planned = routing().plan(SCREENS["home"], ["a", "b"], order, frozenset())
    assert len(planned.hops) == 2
    assert planned.hops[0].leads_to == routing().place(SCREENS["a"])
    assert planned.hops[0].instruction == "tap [0] (link, top) (worked the one time it was taken)."
    assert '"Go"' in planned.hops[0].names
    assert "Go" not in planned.hops[0].instruction


def test_the_map_ticks_off_what_is_met_and_reports_what_cannot_be() -> None:
    made = routing()
    assert made.plan(SCREENS["a"], ["a", "b"], "ordered", frozenset()).met == (0,)
    assert made.plan(SCREENS["a"], ["b", "a"], "ordered", frozenset()).met == ()
    assert made.plan(SCREENS["a"], ["b", "a"], "unordered", frozenset()).met == (1,)
    told = made.plan(SCREENS["home"], ["c", "b", "nowhere"], "ordered", frozenset())
    assert (told.unreachable, len(told.hops)) == ((0, 2), 2)
    assert made.plan(SCREENS["b"], ["c", "b"], "ordered", frozenset()).met == (1,), "what cannot be met holds nobody up"
    none = made.plan(SCREENS["home"], ["nowhere"], "ordered", frozenset())
    assert (none.hops, none.unreachable, none.reason) == ((), (0,), "the map has no such screen")


# -- whole runs ---------------------------------------------------------------------------------------------------

SHOP = ScriptedApp(
    pages={
        "home": Page("Home", (Widget("Account", "link", goes="account"),)),
        "account": Page(
            "Account", (Widget("Privacy policy", "link", goes="privacy"), Widget("Home", "link", goes="home"))
        ),
        "privacy": Page("Privacy policy", (Widget("Account", "link", goes="account"),)),
    },
    start="home",
    name="shop",
)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path, SHOP)


def test_a_run_follows_the_route_that_another_one_drew(bench: Bench) -> None:
    bench.guides = ("map",)
    bench.overheard("look around", [click(0, "Privacy policy"), click(0, "Account"), click(0, "Home")])
    bench.guides, bench.stops = (), ("privacy policy", "account")
    model = bench.overheard("visit the stops", [click(0, "Privacy policy"), click(0), click(0)])
    told: Callable[[int], str] = lambda number: model.prompts[number].text  # noqa: E731
    assert "On the way to 'privacy policy' (0 of 2 stops reached, steps to the last one: 3)" in told(0)
    assert "On the way to 'account' (1 of 2 stops reached, steps to the last one: 1)" in told(2)
    assert len(model.prompts) == 3
    assert bench.episodes[-1].status == "success"
    assert bench.episodes[-1].reason == "reached: 'privacy policy', 'account'"


def test_a_run_without_a_way_is_blocked(bench: Bench) -> None:
    bench.stops = ("the moon",)
    bench.overheard("visit the stops", [])
    assert bench.episodes[-1].status == "blocked"
    assert "the moon" in bench.episodes[-1].reason


def test_a_run_with_stops_is_resumed_with_them(bench: Bench) -> None:
    bench.guides = ("map",)
    bench.overheard("look around", [click(0, "Privacy policy"), click(0, "Account"), click(0, "Home")])
    bench.guides, bench.stops, bench.device = (), ("privacy policy", "account"), ScriptedDevice(SHOP)
    bench.stop_after = len(bench.steps) + 1
    run = bench.run("visit the stops", [click(0, "Privacy policy")])
    assert run.go().status == "interrupted"
    bench.stop_after = None
    episode = bench.resume(run.id, [click(0), click(0)]).go()
    assert (episode.status, episode.steps) == ("success", 3)


HERE = screen("home", element(0, "Go"))


@dataclass
class Ways:
    """Knows which stops come first; asked with what is left."""

    first: Sequence[str] = ()
    asked: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])

    def place(self, screen: Screen) -> str:
        return screen.key.id

    def plan(self, screen: Screen, stops: Sequence[str], order: Order, avoid: frozenset[str]) -> RoutePlan:
        self.asked.append(tuple(stops))
        return RoutePlan(sequence=tuple(stops.index(stop) for stop in self.first if stop in stops))

    def observe(self, transition: Transition) -> None:
        raise AssertionError("the actor draws")


def course(*stops: str, ways: Ways | None = None, order: Order = "ordered") -> StopsCourse:
    return StopsCourse(Task(stops_in_words(stops, order)), stops, ClaimLedger(), ways or Ways(), order)


def aim(tried: StopsCourse) -> str:
    return as_a(Act, tried.next(HERE)).instruction


def says(tried: StopsCourse, done: bool) -> None:
    """The actor claims the present stop, with evidence, or gives it up."""
    shown = TextVisible("Go")
    action = Status("complete", "there it is") if done else Status("infeasible", "no way leads there")
    taken = step(HERE, 0, HERE)
    decision = taken.decision.__class__(action=action, screen=HERE.digest, expectations=(shown,) if done else ())
    verdicts = (Verdict(shown, "holds", "it shows"),) if done else ()
    tried.observe(Transition(0, HERE, decision, HERE, "effective", verdicts=verdicts))


def test_what_was_unsure_is_told_with_its_candidates() -> None:
    tried = course("a", "b")
    found = Candidate("a", "Able", 0.2, "/able")
    aim(tried)
    unsure = Status("unsure", "it may be Able", (found,))
    decision = step(HERE, 0, HERE).decision.__class__(action=unsure, screen=HERE.digest)
    tried.observe(Transition(0, HERE, decision, HERE, "none"))
    aim(tried)
    kept = tried.snapshot()
    tried = course("a", "b")
    tried.restore(kept)
    says(tried, done=False)
    end = as_a(Finished, tried.next(HERE))
    assert (end.verified, end.claimed, end.status, end.candidates) == (False, "unsure", "unsure", (found,))
    assert [one.candidates for one in tried.ended] == [(found,), ()]


def test_in_any_order_the_shortest_way_says_which_is_next_and_what_is_unknown_comes_last() -> None:
    ways = Ways(("c", "b"))
    tried = course("a", "b", "c", ways=ways, order="unordered")
    seen: list[str] = []
    for _ in range(3):
        seen.append(aim(tried))
        says(tried, done=True)
    assert seen == ["c", "b", "a"]
    assert ways.asked == [("a", "b", "c"), ("a", "b")]  # the last one needs no planning


def test_it_goes_on_from_a_snapshot() -> None:
    tried = course("a", "b", "c")
    aim(tried)
    says(tried, done=False)
    assert aim(tried) == "b"
    again = course("a", "b", "c")
    again.restore(json.loads(json.dumps(tried.snapshot())))
    assert aim(again) == "b"
    says(again, done=True)
    assert aim(again) == "c"
    assert [one.reached for one in again.ended] == [False, True]


def test_there_is_at_least_one_stop() -> None:
    with pytest.raises(ValueError, match="at least one"):
        course()


@pytest.mark.parametrize("kind", ["model", "navigator"])
def test_whoever_walks_a_route_knows_whether_the_device_has_a_gate(
    kind: ActorKind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[bool] = []

    def routing(*parts: Any, gated: bool = False) -> MapRouting:
        given.append(gated)
        return MapRouting(*parts, gated=gated)

    monkeypatch.setattr("sextant.assembly.navigation.MapRouting", routing)
    bench = Bench(tmp_path, ScriptedApp({"home": Page("Home", (Widget("Go"),))}, "home"), stops=("a", "b"))
    settings = bench.settings([])
    asked = RunRequest(stops_in_words(("a", "b"), "ordered"), f"scripted:{tmp_path / 'app.json'}", kind)
    build_run(asked, settings, AbsentPerson(), bench.hooks())
    assert given == [True]
