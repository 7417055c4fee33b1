"""Where a run is in the lines of its instruction: told by what its steps did."""

import json

import pytest

from sextant.guides.task_state.requirements import read_instruction
from sextant.guides.task_state.step import Step
from sextant.guides.task_state.way import Way
from sextant.types.screens import Screen
from tests.guides.steps import made, page, tap, told
from tests.support.screens import element, screen

LINES = ('Tap "Mail".', 'Tap "Inbox".', 'Find "Code" and remember it as {A}.', 'Tap "Reply".', 'Tap "Send".', "Finish.")
GOAL = "Answer the mail.\n\nHow:\n" + "\n".join(f"{number}. {line}" for number, line in enumerate(LINES, 1))
HOME = page("Home", "Mail", "Inbox", "Clock")
MAIL = page("Mail", "Inbox", "Reply", "Send", "Clock")
INBOX = page("Inbox", "(Code)", "Reply", "Send")
REPLY = page("Answer", "Send", "Inbox")
SENT = page("Sent", "Home")


def way(goal: str = GOAL) -> Way:
    return Way(read_instruction(goal))


def walk(found: Way, *steps: tuple[Screen, str, Screen, str]) -> Way:
    for number, (before, label, after, says) in enumerate(steps):
        found.observe(Step(tap(number, before, label, after, says)))
    return found


def due(found: Way) -> list[int]:
    return [line.number for line in found.due()]


def test_it_begins_at_the_first_line() -> None:
    assert due(way()) == [1]


def test_a_step_that_names_its_line_and_worked_leads_on() -> None:
    found = walk(way(), (HOME, "Mail", MAIL, 'line 1: Tap "Mail".'), (MAIL, "Inbox", INBOX, 'line 2: Tap "Inbox".'))
    assert due(found) == [3, 4], "a line that only asks to look needs no step, and what follows it is due with it"
    assert found.left_out is None
    assert found.corrected == ""


def test_a_step_that_names_no_line_belongs_to_the_one_that_quotes_what_it_touched() -> None:
    found = walk(way(), (HOME, "Mail", MAIL, "open the mail app"))
    assert due(found) == [2]
    assert due(walk(way(), (HOME, "Clock", page("Clock"), "have a look"))) == [1]


def test_a_line_carried_out_by_the_way_is_told_to_who_names_lines() -> None:
    found = walk(way(), (HOME, "Mail", MAIL, "line 1: Tap"), (MAIL, "Inbox", INBOX, "have a look around"))
    assert due(found) == [3, 4]
    assert found.corrected == '1. line 2: Tap "Inbox". on Mail: worked'
    walk(found, (INBOX, "Reply", REPLY, "line 4: Tap"))
    assert found.corrected == ""


def test_an_actor_that_names_no_lines_may_take_another_way() -> None:
    found = walk(way(), (HOME, "Mail", MAIL, "open the mail app"), (MAIL, "Reply", REPLY, "reply to it"))
    assert found.left_out is None
    assert due(found) == [5]


def test_who_goes_by_no_line_is_told_of_none() -> None:
    guide, _ = made(GOAL)
    for number in range(8):
        assert "line 1" in told(guide, HOME)
        guide.observe(tap(number, HOME, "Clock", page(f"Clock {number}")))
    assert "line" not in told(guide, HOME).replace("lines of the instruction", "")
    guide.observe(tap(8, HOME, "Mail", MAIL, 'line 1: Tap "Mail".'))
    assert "Current subgoal: line 2:" in told(guide, MAIL)


def test_what_is_only_under_way_or_had_no_effect_leads_nowhere() -> None:
    assert due(walk(way(), (HOME, "Clock", MAIL, "line 1, under way: scroll on"))) == [1]
    assert due(walk(way(), (HOME, "Mail", HOME, 'line 1: Tap "Mail".'))) == [1]


def test_a_line_that_was_left_out_is_told_with_the_last_that_was_not() -> None:
    found = walk(way(), (HOME, "Mail", MAIL, "line 1: Tap"), (MAIL, "Reply", REPLY, "line 4: Tap"))
    assert found.left_out is not None
    assert found.left_out.number == 2
    assert found.corrected == "0. line 1: Tap on Home: worked"
    walk(found, (REPLY, "Inbox", INBOX, "line 2: Tap"))
    assert found.corrected == ""
    assert due(found) == [3, 5], "what was done ahead of its time stays done"


def test_it_is_told_twice_and_then_the_actor_may_know_better() -> None:
    found = walk(way(), (HOME, "Mail", MAIL, "line 1: Tap"))
    for _ in range(2):
        walk(found, (MAIL, "Clock", MAIL, "line 4, under way: scroll on"))
        assert found.left_out is not None
    walk(found, (MAIL, "Clock", MAIL, "line 4, under way: scroll on"))
    assert found.left_out is None
    assert due(found) == [4]


def test_touching_something_else_than_the_line_names_is_not_carrying_it_out() -> None:
    found = walk(way(), (HOME, "Clock", page("Clock", "Mail"), 'line 1: Tap "Mail".'))
    assert due(found) == [1]
    assert found.corrected == '0. line 1, under way: it touched "Clock" on Home: uncertain'


def test_a_tab_that_is_open_already_may_be_passed_over() -> None:
    tabs = screen(
        element(0, "tab", "Inbox", states=("selected",)), element(1, "button", "Reply"), title="Mail", key="tabs"
    )
    found = walk(way(), (HOME, "Mail", tabs, "line 1: Tap"), (tabs, "Reply", REPLY, "line 4: Tap"))
    assert found.left_out is None
    assert due(found) == [5]


def test_going_back_begins_a_new_turn() -> None:
    found = walk(
        way(),
        (HOME, "Mail", MAIL, "line 1: Tap"),
        (MAIL, "Inbox", INBOX, "line 2: Tap"),
        (page("Away", "Mail"), "Mail", MAIL, "line 1: Tap"),
    )
    assert due(found) == [2]


FORK = (
    'Sort it.\n\nHow:\n1. Tap "Open".\n2. If {A} is "x", go on with line 3, otherwise with line 5.\n'
    '3. Tap "Left".\n4. Go on with line 6.\n5. Tap "Right".\n6. Tap "Done".\n7. Finish.'
)


@pytest.mark.parametrize(("label", "line"), [("Left", 3), ("Right", 5)])
def test_of_a_fork_either_way_is_right(label: str, line: int) -> None:
    start, fork, end = page("Start", "Open"), page("Fork", "Left", "Right"), page("End", "Done")
    found = walk(way(FORK), (start, "Open", fork, "line 1: Tap"))
    assert due(found) == [2, 3, 5]
    walk(found, (fork, label, end, f"line {line}: Tap"))
    assert found.left_out is None
    assert [line.number for line in found.due() if line.acts] == [6]
    assert found.to_do is not None
    walk(found, (end, "Done", page("Over"), "line 6: Tap"))
    assert found.to_do is None, "what is left is to say so"


def test_nothing_follows_the_end_although_lines_stand_below_it() -> None:
    found = way(
        'Pin it.\n\nHow:\n1. Tap "Open".\n2. If {A} is "x", go on with line 3, otherwise with line 5.\n3. Tap "Left".\n'
        '4. Finish.\n5. Tap "Right".\n6. Go on with line 4.'
    )
    start, fork, end = page("Start", "Open"), page("Fork", "Left", "Right"), page("End")
    walk(found, (start, "Open", fork, "line 1: Tap"), (fork, "Left", end, "line 3: Tap"))
    assert [line.number for line in found.coming()] == [4]
    assert found.to_do is None


def test_the_brief_says_which_line_is_due_and_what_stands_against_the_history() -> None:
    guide, ledger = made(GOAL)
    assert 'Current subgoal: line 1:\n1. Tap "Mail".' in told(guide, HOME)
    guide.observe(tap(0, HOME, "Mail", MAIL, 'line 1: Tap "Mail".'))
    assert {claim.id: claim.status for claim in ledger.claims} == {"milestone:line 1": "verified"}
    guide.observe(tap(1, MAIL, "Reply", REPLY, 'line 4: Tap "Reply".'))
    said = told(guide, REPLY)
    assert "Current subgoal: line 2:\n" in said
    assert 'Left out so far:\n2. Tap "Inbox".' in said
    assert 'Shown last, before that:\n0. line 1: Tap "Mail". on Home: worked' in said


def test_the_state_of_the_way_is_taken_up_again() -> None:
    guide, _ = made(GOAL)
    guide.observe(tap(0, HOME, "Mail", MAIL, 'line 1: Tap "Mail".'))
    guide.observe(tap(1, MAIL, "Reply", REPLY, 'line 4: Tap "Reply".'))
    again, _ = made(GOAL)
    again.restore(json.loads(json.dumps(guide.snapshot())))
    assert again.snapshot() == guide.snapshot()
    assert "Current subgoal: line 2:\n" in told(again, REPLY)
