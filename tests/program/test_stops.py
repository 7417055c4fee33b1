"""A walk through several stops: each a goal of its own, in order or as is shortest; what is lost does not end it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from sextant.evidence import ClaimLedger
from sextant.program import RoutePlan, StopsCourse, stops_in_words
from sextant.program.route import Order
from sextant.types.actions import Status
from sextant.types.candidates import Candidate
from sextant.types.decisions import Act, Finished
from sextant.types.evidence import TextVisible, Verdict
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from tests.utg.walks import element, screen, step

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
    directive = tried.next(HERE)
    assert isinstance(directive, Act)
    return directive.instruction


def says(tried: StopsCourse, done: bool, number: int = 0) -> None:
    """The actor claims the present stop, with evidence, or gives it up."""
    shown = TextVisible("Go")
    action = Status("complete", "there it is") if done else Status("infeasible", "no way leads there")
    taken = step(HERE, number, HERE)
    decision = taken.decision.__class__(action=action, screen=HERE.digest, expectations=(shown,) if done else ())
    verdicts = (Verdict(shown, "holds", "it shows"),) if done else ()
    tried.observe(Transition(number, HERE, decision, HERE, "effective", verdicts=verdicts))


def test_stops_are_gone_to_as_they_stand() -> None:
    tried = course("a", "b")
    assert aim(tried) == "a"
    says(tried, done=True, number=3)
    assert aim(tried) == "b"
    says(tried, done=True, number=5)
    end = tried.next(HERE)
    assert isinstance(end, Finished)
    assert (end.verified, end.claimed) == (True, "complete")
    assert [(one.stop, one.reached, one.step) for one in tried.ended] == [("a", True, 3), ("b", True, 5)]


def test_a_stop_that_cannot_be_reached_is_told_and_the_rest_goes_on() -> None:
    tried = course("a", "b")
    assert aim(tried) == "a"
    says(tried, done=False)
    assert aim(tried) == "b"
    says(tried, done=True)
    end = tried.next(HERE)
    assert isinstance(end, Finished)
    assert not end.verified
    assert end.claimed == ""
    assert end.reason == "reached: 'b'; not reached: 'a': no way leads there"


def test_where_none_is_reached_the_walk_is_infeasible() -> None:
    tried = course("a", "b")
    for _ in range(2):
        aim(tried)
        says(tried, done=False)
    end = tried.next(HERE)
    assert isinstance(end, Finished)
    assert end.claimed == "infeasible"


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
    end = tried.next(HERE)
    assert isinstance(end, Finished)
    assert (end.verified, end.claimed, end.status, end.candidates) == (False, "unsure", "unsure", (found,))
    assert [one.candidates for one in tried.ended] == [(found,), ()]


def test_a_claim_without_evidence_is_refused_and_asked_for_again() -> None:
    tried = course("a")
    aim(tried)
    decision = step(HERE, 0, HERE).decision.__class__(action=Status("complete", "it is here"), screen=HERE.digest)
    tried.observe(Transition(0, HERE, decision, HERE, "effective"))
    assert aim(tried) == "a"
    assert tried.ended == ()


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
