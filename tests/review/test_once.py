"""What cannot be taken back is not decided on again before a screen has shown what became of it."""

import json
from dataclasses import replace

from sextant.elements.refs import ref_of
from sextant.evidence import evaluate
from sextant.state import migrated
from sextant.types.actions import ByIndex, Click, Tap, Wait
from sextant.types.decisions import Decision, Judgement
from sextant.types.effects import ObservedEffect
from sextant.types.evidence import Effect, Gone, TextVisible
from sextant.types.geometry import Point
from sextant.types.screens import Screen
from sextant.types.snapshots import Snapshot
from sextant.types.transitions import Attempt, Effectiveness, Transition
from tests.support.logs import Acts
from tests.support.screens import element, screen

PAGE = screen(element(0, "textbox", "Text", value="Hi"), element(1, "button", "Send"))
SHOWN = TextVisible("Hi, just now")
SEND = Decision(Click(ByIndex(1)), PAGE.digest, "send it", irreversible=True)


def sent(effectiveness: Effectiveness = "uncertain", received: bool | None = None) -> Transition:
    attempt = Attempt("1.a", Tap(Point(10, 10)), element=ref_of(PAGE, PAGE.elements[1]), received=received)
    missing = evaluate(SHOWN, PAGE, PAGE, 1)
    return Transition(1, PAGE, SEND, PAGE, effectiveness, (attempt,), (missing,), irreversible=True)


def seen(after: Screen, step: int = 2) -> Transition:
    return Transition(step, PAGE, Decision(Wait(), PAGE.digest), after, "uncertain")


def objects(once: Acts) -> bool:
    return bool(once.object_to(SEND, PAGE))


def test_an_act_of_unknown_outcome_is_not_done_again() -> None:
    once = Acts()
    assert not objects(once)
    once.observe(sent())
    assert objects(once)


def test_an_act_that_worked_or_had_no_effect_or_never_arrived_may_be() -> None:
    for known in (sent("effective"), sent("ineffective"), sent(received=False)):
        once = Acts()
        once.observe(known)
        assert not objects(once)


def test_an_act_whose_request_was_refused_has_not_happened() -> None:
    refused = ObservedEffect("request", "DELETE", "/limits/{}", "http://app.test", cause="touch", held=True)
    once = Acts()
    once.observe(replace(sent(), effects=(refused,)))
    assert not objects(once)
    left = replace(refused, held=False, status=204)
    once.observe(replace(sent(), effects=(refused, replace(left, harmless=True))))
    assert not objects(once), "what only reads may have left"
    once.observe(replace(sent(), effects=(refused, left)))
    assert objects(once), "another request of the same touch left"


def test_an_act_whose_signs_have_all_come_and_whose_writes_succeeded_has_a_known_outcome() -> None:
    after = screen(element(0, "text", "Hi, just now"), element(1, "button", "Send"))
    came, written = evaluate(SHOWN, PAGE, after, 1), ObservedEffect("request", "POST", "/posts", "http://app.test", 201)
    told = replace(sent(), after=after, verdicts=(came,), effects=(written,), at_most_once=True)
    failed = replace(told, effects=(written, replace(written, status=500)))
    some = replace(told, verdicts=(came, evaluate(TextVisible("Bye"), PAGE, after, 1)))
    for step, repeats in ((told, False), (failed, True), (some, True), (replace(told, effects=()), True)):
        once = Acts()
        once.observe(step)
        assert bool(once.object_to(SEND, PAGE)) is repeats


def test_who_says_that_the_outcome_is_not_shown_is_not_sent_to_look_for_it() -> None:
    written = ObservedEffect("request", "POST", "/posts", "http://app.test", 201)
    again = replace(SEND, irreversible=None)
    effect = evaluate(Effect("it is sent"), PAGE, PAGE, 1)
    wrote = replace(sent(), decision=again, effects=(written,), verdicts=(effect,))
    no = replace(again, judgements=(Judgement("q1.0", "no"),))
    once = Acts()
    once.observe(wrote)
    assert [one.advisory for one in once.object_to(again, PAGE)] == [True]
    assert once.object_to(no, PAGE) == ()
    assert once.object_to(replace(no, judgements=(Judgement("q1.0", "yes"),)), PAGE)
    assert once.object_to(replace(no, judgements=(Judgement("q0.0", "no"),)), PAGE), "of another step"
    once.observe(replace(seen(PAGE), decision=replace(no, action=Wait())))
    assert once.object_to(again, PAGE) == (), "it has looked"
    assert [one.advisory for one in once.object_to(replace(no, irreversible=True), PAGE)] == [False]
    once = Acts()
    once.observe(sent())
    assert [one.advisory for one in once.object_to(replace(SEND, judgements=no.judgements), PAGE)] == [False]


def test_two_later_screens_that_say_the_very_same_show_that_nothing_came_of_it() -> None:
    once = Acts()
    once.observe(sent())
    unfocused = screen(element(0, "textbox", "Text", value="Hi", states=["focused"]), element(1, "button", "Send"))
    once.observe(seen(unfocused))
    assert objects(once)
    once.observe(seen(PAGE, 3))
    assert not objects(once)


def test_an_act_that_was_to_show_nothing_is_not_excused_by_a_page_that_shows_nothing() -> None:
    once = Acts()
    once.observe(replace(sent(), verdicts=(evaluate(Effect("it is sent"), PAGE, PAGE, 1),)))
    for step in range(2, 9):
        once.observe(seen(PAGE, step))
    assert objects(once)


def test_an_act_over_which_the_app_went_down_is_judged_by_its_page_when_that_is_back() -> None:
    once = Acts()
    down = screen(condition="app_gone")
    once.observe(replace(sent(), after=down, verdicts=(evaluate(SHOWN, PAGE, down, 1),)))
    once.observe(seen(screen(element(0, "button", "Mail")), 2))
    assert objects(once)
    once.observe(seen(PAGE, 3))
    assert objects(once)
    once.observe(seen(PAGE, 4))
    assert not objects(once)


def test_what_lay_hidden_and_is_seen_later_shows_that_it_worked() -> None:
    once = Acts()
    hidden = evaluate(SHOWN, PAGE, screen(condition="blank"), 1)
    once.observe(replace(sent(), verdicts=(hidden,)))
    said = element(2, "text", "Hi, just now")
    once.observe(seen(screen(said, location="http://app.test/elsewhere")))
    assert objects(once)
    kept = Acts()
    kept.restore(once.snapshot())
    for one in (once, kept):
        one.observe(seen(screen(element(0, "textbox", "Text"), element(1, "button", "Send"), said), 3))
        assert not objects(one)


def test_what_is_gone_from_other_screens_too_shows_nothing() -> None:
    once = Acts()
    once.observe(replace(sent(), verdicts=(evaluate(Gone("Send"), PAGE, screen(condition="blank"), 1),)))
    once.observe(seen(screen(element(0, "text", "Mail"))))
    assert objects(once)


def test_other_screens_show_nothing_of_it() -> None:
    once = Acts()
    once.observe(sent())
    empty = screen(element(0, "textbox", "Text"), element(1, "button", "Send"))
    told = screen(element(0, "textbox", "Text", value="Hi"), element(1, "button", "Send"), element(2, "text", "Hi"))
    covered = replace(PAGE.elements[1], visibility="covered")
    hidden = replace(PAGE, observation=replace(PAGE.observation, elements=(PAGE.elements[0], covered)))
    elsewhere = replace(PAGE, observation=replace(PAGE.observation, location="http://app.test/other"))
    for after in (empty, told, hidden, elsewhere) * 3:
        once.observe(seen(after))
    assert objects(once)


def test_it_is_remembered_over_a_restart() -> None:
    once, other = Acts(), Acts()
    once.observe(sent())
    once.observe(seen(PAGE))
    other.restore(once.snapshot())
    assert objects(other)
    other.observe(seen(PAGE, 3))
    assert not objects(other)


def test_what_earlier_versions_kept_is_still_known_by_its_target() -> None:
    kept = 'http://app.test click {"role":"button","name":"Send","test_id":"","anchor":"","ordinal":0}'
    for state in (1, {"step": 1, "before": "", "element": None, "looks": 0}):
        old = Acts()
        old.restore(dict(migrated(Snapshot({"once": json.dumps({kept: state})}, 1)).states))
        for step in range(4):
            old.observe(seen(PAGE, step))
        assert objects(old)
        old.observe(sent("effective"))
        assert not objects(old)
