"""What a run did to help itself, counted from its steps alone."""

from collections.abc import Sequence
from dataclasses import replace

from sextant.devices.scripted import ScriptedDevice
from sextant.journal import RecoveryCounter, recovery_of, recovery_words
from sextant.types.actions import ByIndex, Click, NavigateBack, PressKey, Tap
from sextant.types.decisions import Decision
from sextant.types.geometry import Point
from sextant.types.recovery import WayBack
from sextant.types.screens import Screen
from sextant.types.transitions import Attempt, Cause, Effectiveness, Transition
from tests.execution.test_recovering import APP, Hands, lost, rolled
from tests.support.screens import element, screen

HOME, LIST, ITEM = (screen(element(0, "button", name), title=name, key=name) for name in ("home", "list", "item"))

Tries = Sequence[tuple[str, Cause]]


def step(
    before: Screen,
    after: Screen,
    effectiveness: Effectiveness = "effective",
    tries: Tries = (("index", ""),),
    *,
    interrupt: str = "",
) -> Transition:
    attempts = tuple(
        Attempt(f"0.{number}", Tap(Point(1, 1)), encoding, Point(1, 1), cause=cause)  # pyright: ignore[reportArgumentType]
        for number, (encoding, cause) in enumerate(tries)
    )
    cause = attempts[-1].cause if attempts else ""
    decision = Decision(Click(ByIndex(0)), before.digest)
    return Transition(0, before, decision, after, effectiveness, attempts, cause=cause, interrupt=interrupt)


def back(before: Screen, after: Screen) -> Transition:
    made = step(before, after, interrupt="rollback")
    return replace(made, decision=Decision(NavigateBack(), before.digest), attempts=(Attempt("0", PressKey("back")),))


def missed(times: int) -> list[Transition]:
    return [step(ITEM, ITEM, "ineffective", [("index", "missed"), ("relative", "missed")]) for _ in range(times)]


def test_rungs_are_counted_by_the_attempt_that_did_it_and_retries_by_what_failed_before() -> None:
    told = recovery_of(
        [
            step(HOME, LIST),
            step(LIST, ITEM, tries=[("index", "missed"), ("relative", "covered"), ("absolute", "")]),
            step(ITEM, ITEM, "ineffective", [("index", "missed"), ("relative", "missed")]),
            step(ITEM, ITEM, "uncertain", [("index", "wrong_element")]),
            step(ITEM, HOME, tries=[("none", "")]),
            step(HOME, HOME, "none", ()),
        ]
    )
    assert (told.steps, told.attempts) == (6, 8)
    assert told.settled == {"index": 1, "absolute": 1, "none": 1}
    assert (told.retried, told.compensated) == (2, 1)
    assert told.retries == {"missed": 2, "covered": 1}
    assert told.causes == {"missed": 1, "wrong_element": 1}


def test_steps_ahead_of_the_course_are_counted_apart() -> None:
    told = recovery_of([step(HOME, HOME, interrupt="popup"), step(HOME, HOME, interrupt="popup"), step(HOME, LIST)])
    assert (told.steps, told.attempts) == (1, 1)
    assert told.interrupts == {"popup": 2}
    assert (told.rollbacks, told.restarts) == (0, 0)


def test_a_rollback_of_several_steps_is_one_and_arrives_where_a_step_had_led_on() -> None:
    walked = [step(HOME, LIST), step(LIST, ITEM)]
    there = [*walked, *missed(3), back(ITEM, HOME), back(HOME, LIST)]
    assert (recovery_of(there).rollbacks, recovery_of(there).arrived) == (1, 1)
    astray = [*walked, *missed(3), back(ITEM, HOME)]
    assert (recovery_of(astray).rollbacks, recovery_of(astray).arrived) == (1, 0)
    twice = [*there, *missed(3), back(ITEM, LIST), step(LIST, HOME, interrupt="restart")]
    told = recovery_of(twice)
    assert (told.rollbacks, told.arrived, told.restarts) == (2, 2, 1)


def test_it_counts_as_the_run_itself_found() -> None:
    hands = lost()
    cleared = rolled(hands).clear(hands.observer.look(), 9)
    assert cleared.screen.title == "List"
    told = recovery_of([*hands.steps, *cleared.steps])
    assert (told.rollbacks, told.arrived, told.restarts) == (1, 1, 0)
    assert told.causes == {"unanswered": 3}


class Lost:
    """Knows no way."""

    def ways_back(self, here: Screen, target: Screen, history: Sequence[Transition]) -> Sequence[WayBack]:
        del here, target, history
        return ()


def test_a_rollback_without_a_way_is_counted_as_asked_and_not_as_walked() -> None:
    hands = lost()
    cleared = rolled(hands, Lost()).clear(hands.observer.look(), 9)
    assert [(one.step, one.interrupt, len(one.attempts)) for one in cleared.steps] == [
        (9, "rollback", 0),
        (10, "restart", 1),
    ]
    told = recovery_of([*hands.steps, *cleared.steps])
    assert (told.rollbacks, told.walked, told.arrived, told.restarts, told.restarted) == (1, 0, 0, 1, 1)
    assert told.attempts == recovery_of(hands.steps).attempts
    assert dict(recovery_words(told))["went back"] == "1, of which 0 arrived, 1 without a way"


def test_a_restart_where_the_run_began_is_counted_as_asked_and_not_as_done() -> None:
    hands = Hands(ScriptedDevice(APP))
    for _ in range(3):
        hands.tap("Order", "Elsewhere")
    rollback = rolled(hands)
    cleared = rollback.clear(hands.observer.look(), 3)
    assert [(one.interrupt, one.effectiveness, one.attempts) for one in cleared.steps] == [("restart", "none", ())]
    told = recovery_of([*hands.steps, *cleared.steps])
    assert (told.rollbacks, told.restarts, told.restarted) == (0, 1, 0)
    assert dict(recovery_words(told))["began anew"] == "1, of which 1 at the start"
    hands.past.append(*cleared.steps)
    assert rollback.clear(cleared.screen, 4).steps == (), "once asked is enough"


def test_counting_while_it_goes_on_gives_the_same() -> None:
    steps = [step(HOME, LIST), *missed(3), back(ITEM, HOME), step(HOME, LIST)]
    counting = RecoveryCounter()
    for number, one in enumerate(steps, 1):
        counting.observe(one)
        assert counting.statistics == recovery_of(steps[:number])


def test_words_only_where_there_is_something_to_tell() -> None:
    assert recovery_words(recovery_of([step(HOME, LIST), step(LIST, ITEM)])) == ()
    told = recovery_of(
        [
            step(HOME, LIST, tries=[("index", "missed"), ("relative", "")]),
            step(LIST, LIST, interrupt="popup"),
            step(LIST, ITEM),
            *missed(3),
            back(ITEM, LIST),
        ]
    )
    assert dict(recovery_words(told)) == {
        "tried again": "4 of 5 steps, 1 worked in the end",
        "worked by": "index 1, relative 1",
        "did not work": "missed 3",
        "cleared": "popup 1",
        "went back": "1, of which 1 arrived",
    }
