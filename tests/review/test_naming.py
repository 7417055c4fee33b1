"""What the shape of a label says: an order at its head, a thing that is only called after a deed, a view made wide."""

import pytest

from sextant.review import Once, Reviewer, Stagnation
from sextant.review.vocabulary import another_deed, asked_for, names_a_strict_deed, risky_name, risky_word
from sextant.types.actions import ByIndex, Click
from sextant.types.decisions import Decision
from sextant.types.tasks import Policy, Task
from tests.support.screens import element, screen


@pytest.mark.parametrize(
    "label",
    [
        "Sell 5 shares",
        "Forget this device",
        "Save and invite",
        "Quit the team",
        "End session",
        "Format USB drive",
        "Grant access",
        "Make Ann an admin",
        "Vote for Ann",
        "Gruppe verlassen",
        "Hang up",
        "退出群",
        "申请退款",
    ],
)
def test_an_order_at_the_head_of_a_label_names_a_deed(label: str) -> None:
    assert risky_word(label)


@pytest.mark.parametrize(
    "label",
    [
        "Block A",
        "Hang up the lanterns",
        "Sign in",
        "Format text",
        "Leave a note",
        "Exit full screen",
        "Purchase options",
        "Transfer history",
        "Vote results",
        "Reset filters",
        "Remove all filters",
        "Filter entfernen",
        "清除筛选条件",
        "付款时间",
        "已付款",
        "最近删除",
    ],
)
def test_what_is_called_after_a_deed_names_none(label: str) -> None:
    assert not risky_word(label)


@pytest.mark.parametrize(
    "label", ["Delete history", "Clear search and delete all", "删除记录", "Send details", "Pay 25"]
)
def test_a_thing_that_is_deleted_or_sent_may_be_a_record(label: str) -> None:
    assert risky_word(label)


@pytest.mark.parametrize(
    ("label", "goal"),
    [
        ("Leave group", "Take me out of the running group."),
        ("Make admin", "Give Ann admin rights in the club."),
        ("Sign document", "Sign the lease."),
        ("Go live", "Start the live stream now."),
        ("Gruppe verlassen", "Verlasse die Gruppe Kegelclub."),
        ("Top up", "Put £10 on my phone."),
        ("Request a refund", "Ask for my money back, request a refund."),
    ],
)
def test_such_deeds_are_asked_for_in_everyday_words(label: str, goal: str) -> None:
    assert asked_for(risky_word(label), label, goal)


@pytest.mark.parametrize(
    ("label", "goal"),
    [
        ("Leave group", "Leave a comment that I am late."),
        ("Leave group", "Log me out."),
        ("Make admin", "Who was made admin of the group?"),
        ("Sell all shares", "Buy three shares of Contoso."),
        ("Sign document", "Sign in and show the lease."),
        ("Vote", "Which post got the most votes?"),
    ],
)
def test_such_deeds_are_not_asked_for_by_others(label: str, goal: str) -> None:
    assert not asked_for(risky_word(label), label, goal)


def test_leaving_a_group_is_no_logging_out_and_a_link_may_do_it() -> None:
    assert names_a_strict_deed(risky_word("Leave group"))
    assert another_deed("log out", risky_word("Leave group"))


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("confirmTransfer", "transfer"),
        ("btn-confirm-delete", "delete"),
        ("Confirm order", "order"),
        ("确认转账", "转账"),
        ("Zahlung bestätigen und senden", "senden"),
        ("Confirm", "confirm"),
        ("Confirm the address", "confirm"),
        ("确认", "确认"),
    ],
)
def test_a_yes_is_told_by_what_it_says_yes_to(name: str, word: str) -> None:
    assert risky_name(name) == word


def test_what_says_yes_to_another_deed_than_the_goal_asks_for_is_not_asked_for() -> None:
    seen = screen(element(0, "button", "打开", test_id="confirmTransfer"))
    decision = Decision(Click(ByIndex(0)), seen.digest)
    for goal, refused in (("删除笔记“购物清单”。", True), ("给小白转账 20 元。", False)):
        task = Task(goal, policy=Policy(irreversible="allow"))
        found = Reviewer(False, Stagnation(), Once()).objections(decision, seen, task)
        assert any("asks for it" in one.message for one in found) is refused, goal
